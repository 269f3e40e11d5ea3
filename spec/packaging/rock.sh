#!/bin/sh
# Packs a binary rock of the sources that git tracks, installs it into an empty tree, and plays from
# another folder: rock.sh VERSION
set -eu

version=$1 root=$PWD
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export HOME="$place/home"
mkdir "$place/source" "$HOME"
packaging/files.sh | tar -cf - -T - | tar -xf - -C "$place/source"

cd "$place/source"
rocks() { luarocks --lua-version 5.4 "$@" --deps-mode none >"$place/log" 2>&1 || { cat "$place/log"; exit 1; }; }
rocks make --pack-binary-rock "tessera-$version-1.rockspec"

cd /
rocks install --tree "$place/tree" "$place/source/tessera-$version-1".*.rock
rm -rf "$place/source"
tessera=$place/tree/bin/tessera
[ "$("$tessera" --version)" = "tessera $version" ]
"$tessera" tower <"$root/samples/tower/statement.in" | diff - "$root/samples/tower/statement.out"
"$tessera" replay "$root/samples/tower/block.play" --html - | grep -q '<title>tower: block</title>'
"$tessera" study --help | head -n 1 | grep '^Usage: tessera study '

LUA_PATH="$place/tree/share/lua/5.4/?.lua;;" LUA_CPATH="$place/tree/lib/lua/5.4/?.so;;" \
  lua5.4 -e 'assert(require("tessera").search.shortest(require("tessera.tower").new ".../S#G/###"))'
rocks remove --tree "$place/tree" tessera
[ -z "$(find "$place/tree" -name '*tessera*')" ]
echo "the rock plays"
