#!/bin/sh
# Unpacks the relocatable archive into a folder with an odd name and plays from other folders, through
# links, and where there is no other argparse: archive.sh ARCHIVE VERSION
set -eu

archive=$1 version=$2 root=$PWD
base=$(mktemp -d)
place="$base/it's a place, \$HOME *"
mkdir "$place"
trap 'rm -rf "$base"' EXIT
unset TESSERA_BUILD
tar -xzf "$archive" -C "$place"
home=$place/$(basename "$archive" .tar.gz)

plays() { "$@" tower <"$root/samples/tower/statement.in" | diff - "$root/samples/tower/statement.out"; }
cd /
plays "$home/bin/tessera"
plays "${LUA:-lua5.4}" "$home/bin/tessera"
cd "$home/bin" && plays ./tessera
cd "$home/share" && plays ../bin/tessera
PATH="$home/bin:$PATH" plays tessera
mkdir -p "$place/else/bin"
ln -s "$home/bin/tessera" "$place/else/bin/tessera"
ln -s "$place/else/bin/tessera" "$place/link"
plays "$place/link"
[ "$("$place/link" --version)" = "tessera $version" ]

# What lies beside a link is not taken for a part of it.
mkdir -p "$place/else/share/lua/5.4/tessera/run" "$place/else/share/tessera/scripts"
echo 'error "another Tessera"' >"$place/else/share/lua/5.4/tessera/run/cli.lua"
plays "$place/else/bin/tessera"

# Without an argparse of the machine.
for lua in LUA_PATH LUA_PATH_5_4; do
  env $lua="/nowhere/?.lua" "$home/bin/tessera" check tower --games 3 >/dev/null
done

# Moved, and without the right to write.
mv "$home" "$place/moved"
chmod -R a-w "$place/moved"
plays "$place/moved/bin/tessera"
"$place/moved/bin/tessera" "$place/moved/share/tessera/samples/games/sokoban.lua" \
  "$place/moved/share/tessera/samples/games/levels/sokoban.txt" |
  diff - "$root/samples/games/levels/sokoban.out"
LUA_PATH="$place/moved/share/lua/5.4/?.lua;;" LUA_CPATH="$place/moved/lib/lua/5.4/?.so;;" \
  "${LUA:-lua5.4}" -e 'assert(require("tessera").search.shortest(require("tessera.tower").new ".../S#G/###"))'
! grep -rIl -e "$root" "$place/moved" || { echo "a file names the place where it was made"; exit 1; }
chmod -R u+w "$place/moved"
echo "the archive plays"
