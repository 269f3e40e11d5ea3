#!/bin/sh
# Installs each of the Debian packages alone, with what apt says that it depends on, into a root that has
# nothing else, uses it, removes it and looks for what is left: deb.sh FOLDER SUITE. Any user may do so.
set -eu

folder=$1 suite=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
for deb in "$folder"/*.deb; do
  case $deb in *-dbgsym_*) ;; *) cp "$deb" "$place" ;; esac
done
(cd "$place" && dpkg-scanpackages -m . >Packages 2>/dev/null)
cp samples/tower/statement.in samples/tower/statement.out samples/tower/block.play spec/api/try.c "$place"
cat >"$place/stepped.py" <<'END_OF_PYTHON'
import sys

import tessera

assert tessera.__file__.startswith("/usr/lib/python3/dist-packages/"), tessera.__file__
batch = tessera.Batch("sokoban.lua", 4)
batch.reset(1)
before = batch.observations.copy()
batch.step(batch.masks.argmax(1))
assert (before != batch.observations).any((1, 2, 3)).all() and list(batch.lengths) == [1] * 4
print(f"Python {sys.version.split()[0]} has stepped sokoban.lua")
END_OF_PYTHON
cat >"$place/run" <<'END'
set -eu
cd /given
tried=
files() { find / -xdev \( -path /given -o -path /proc -o -path /sys -o -path /dev -o -path /tmp \) -prune -o \
  -path '/var/lib/dpkg/*' -prune -o -path '/var/log/*' -prune -o -path '/var/cache/*' -prune -o \
  -path '/var/lib/apt/*' -prune -o -print | sort; }
get() { DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-unsafe-io \
  "$@" >log 2>&1 || { cat log; exit 1; }; }
packages() { dpkg-query -W -f '${Package} ${Status}\n' | sort; }
as_player() { su player -s /bin/sh -c "cd / && $1"; }

# alone PACKAGE TOOLS COMMAND...: what it depends on is installed before, and its own files are gone behind it.
alone() {
  package=$1 tools=$2
  shift 2
  packages >packages.before
  # shellcheck disable=SC2086 # lists of packages
  [ -z "$tools" ] || get install $tools
  others=$(apt-get -s --no-install-recommends install "$package" | sed -n 's/^Inst \([^ ]*\).*/\1/p' | grep -v tessera) || :
  # shellcheck disable=SC2086
  [ -z "$others" ] || get install $others
  files >before
  get install "$package"
  echo "$package: with $(dpkg-query -W -f '${db:Status-Status} ${Package}\n' '*tessera*' | sed -n 's/^installed //p' | grep -vx "$package" | xargs)"
  for command; do "$command"; done
  get purge '?installed?name(tessera)'
  files >after
  diff before after
  # shellcheck disable=SC2086
  get purge --autoremove $tools $others
  packages >packages.after
  diff packages.before packages.after
  tried="$tried $package"
}

play() {
  as_player 'tessera tower' <statement.in | diff - statement.out
  as_player 'tessera --version'
  as_player 'tessera replay /given/block.play --html -' | grep -q '<title>tower: block</title>'
  as_player 'tessera /usr/share/doc/tessera/examples/games/sokoban.lua /usr/share/tessera/samples/games/levels/sokoban.txt' >/dev/null
  as_player 'tessera check tower --games 3' | tail -n 1
}

require() {
  as_player "lua5.4 -e 'assert(require(\"tessera\").search.shortest(require(\"tessera.tower\").new \".../S#G/###\"))'"
}

# By the shared library and by the static one; the program goes on with libtessera0 alone.
compile() {
  # shellcheck disable=SC2046 # options
  cc -o try try.c $(pkg-config --cflags --libs tessera) -pthread
  cc -o try_static try.c "$(pkg-config --variable=libdir tessera)/libtessera.a" $(pkg-config --cflags tessera) -lm -pthread
  cc -o play /usr/share/doc/libtessera-dev/examples/play.c $(pkg-config --cflags --libs tessera)
  objdump -p try | grep -q 'NEEDED *libtessera.so.0$'
  ! objdump -p try_static | grep libtessera || exit 1
  as_player '/given/try_static tower' | grep '^tower 1 5 '
  try
}
try() { as_player '/given/try tower' | grep '^tower 1 5 '; }

# By an optimized Python, too, whose files it may write as root.
step() {
  as_player 'python3 /given/stepped.py'
  /usr/bin/python3 -O stepped.py
}

useradd -m player
echo 'deb [trusted=yes] file:/given ./' >/etc/apt/sources.list.d/given.list
get update
alone tessera '' play
alone lua-tessera 'lua5.4' require
alone libtessera-dev 'gcc libc6-dev pkg-config' compile
alone libtessera0 '' try
alone python3-tessera '' step
[ "$(printf '%s\n' $tried | sort | xargs)" = "$(sed -n 's/^Package: //p' Packages | sort | xargs)" ]
END

spec/packaging/root.sh "$place" "$suite" --variant=apt
echo "the Debian packages install, do their work, and leave nothing"
