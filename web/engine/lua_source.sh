#!/bin/sh
# Fetches the source of Debian's lua5.4 and unpacks it: lua_source.sh FOLDER. The sources come to
# FOLDER/source/src. Works as any user and leaves the settings of the machine's apt as they are:
# it asks the archives that this apt asks, but for sources.
set -eu

mkdir -p "$1" && cd "$1"
rm -rf source apt
mkdir -p apt/from.d apt/lists/partial apt/cache/archives/partial

list=/etc/apt/sources.list parts=/etc/apt/sources.list.d/
eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
for file in "$list" "${parts%/}"/*.list; do
  [ ! -f "$file" ] || sed -n 's/^[[:space:]]*deb\(-src\)\{0,1\}\([[:space:]]\)/deb-src\2/p' "$file"
done | sort -u >apt/from.d/lines.list
for file in "${parts%/}"/*.sources; do
  [ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"apt/from.d/$(basename "$file")"
done

get() {
  apt-get -qq -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$PWD/apt/from.d" \
    -o Dir::State::Lists="$PWD/apt/lists" -o Dir::Cache="$PWD/apt/cache" \
    -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=1 "$@"
}

{ get update && get source --download-only lua5.4; } >&2 || {
  echo "apt finds no source of lua5.4: set LUA_SOURCE to a folder with the sources of Lua 5.4" >&2
  exit 1
}
dpkg-source --no-check -x lua5.4_*.dsc source >/dev/null
# Debian's build writes this file; luaconf.h includes it.
echo '#define DEB_HOST_MULTIARCH "wasm32"' >source/src/lua5.4-deb-multiarch.h
rm -rf apt lua5.4_*
touch source/src/*
