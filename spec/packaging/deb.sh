#!/bin/sh
# Installs the Debian packages into a root that has nothing else, plays there, removes them and looks
# for what is left: deb.sh FOLDER SUITE. Any user may do so.
set -eu

folder=$1 suite=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp "$folder"/*.deb samples/tower/statement.in samples/tower/statement.out samples/tower/block.play "$place"
cat >"$place/run" <<'END'
set -eu
cd /given
files() { find / -xdev \( -path /given -o -path /proc -o -path /sys -o -path /dev -o -path /tmp \) -prune -o \
  -path '/var/lib/dpkg/*' -prune -o -path '/var/log/*' -prune -o -path '/var/cache/*' -prune -o \
  -path '/var/lib/apt/*' -prune -o -print | sort; }
get() { DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o Dpkg::Use-Pty=0 "$@" >log 2>&1 || { cat log; exit 1; }; }

get install --no-install-recommends lua5.4 lua-argparse
useradd -m player
files >before
get install --no-install-recommends ./lua-tessera_*.deb ./tessera_*.deb

as_player() { su player -s /bin/sh -c "cd / && $1"; }
as_player 'tessera tower' <statement.in | diff - statement.out
as_player 'tessera --version'
as_player 'tessera replay /given/block.play --html -' | grep -q '<title>tower: block</title>'
as_player 'tessera /usr/share/doc/tessera/examples/games/sokoban.lua /usr/share/tessera/samples/games/levels/sokoban.txt' >/dev/null
as_player 'tessera check tower --games 3' | tail -n 1
as_player "lua5.4 -e 'assert(require(\"tessera\").search.shortest(require(\"tessera.tower\").new \".../S#G/###\"))'"

get purge tessera lua-tessera
files >after
diff before after
if dpkg -l | grep tessera; then exit 1; fi
END

spec/packaging/root.sh "$place" "$suite" --variant=apt
echo "the Debian packages install, play and leave nothing"
