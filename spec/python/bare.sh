#!/bin/sh
# Installs the sources into a virtual environment, where the path has a C compiler and its linker alone:
# bare.sh ENVIRONMENT SDIST REQUIREMENTS...
set -eu

path=$(mktemp -d)
trap 'rm -rf "$path"' EXIT
for tool in cc gcc as ld; do
  at=$(command -v $tool) || continue # only some compilers have all of them
  ln -s "$at" "$path/$tool"
done
python=$(cd "$1" && pwd)/bin/python sdist=$(realpath "$2")
shift 2
pinned=$(realpath "$@" | xargs)
cd "$path"
env -i PATH="$path" TMPDIR="$path" CC=cc CFLAGS=-O0 HOME="${HOME:-$path}" PIP_CONSTRAINT="$pinned" \
  $(env | grep -E '^(PIP|SSL|https?|HTTPS?|no|NO)_[A-Za-z_]*=' | grep -v '^PIP_CONSTRAINT=') \
  "$python" -m pip --disable-pip-version-check -q install "$sdist"
