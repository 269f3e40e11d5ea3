#!/bin/sh
# Copies the skeleton of a game in C into the project, under a name of small letters and digits:
#
#     samples/skeleton/copy.sh lightsout
#
# Every "skeleton" in paths and texts becomes the name. It overwrites nothing.
set -eu
export LC_ALL=C
name=${1:?a name} here=samples/skeleton
cd "$(dirname "$0")/../.."
case $name in *[!a-z0-9]* | [0-9]*) echo "a name has small letters and digits: $name" >&2 && exit 1 ;; esac
upper=$(printf %s "$name" | tr a-z A-Z)
title=$(printf %s "$upper" | cut -c1)$(printf %s "$name" | cut -c2-)
each() { (cd "$here" && find src lua scripts spec samples -type f) | while read -r from; do
  to=$(echo "$from" | sed "s/skeleton/$name/g") || exit 1
  "$1" || exit 1; done; }
check() { [ ! -e "$to" ] || { echo "there is already a file $to" >&2; return 1; }; }
copy() {
  mkdir -p "$(dirname "$to")" &&
    sed "s/skeleton/$name/g; s/SKELETON/$upper/g; s/Skeleton/$title/g" "$here/$from" > "$to" &&
    echo "  COPY $to"
}
each check && each copy
