#!/bin/sh
# Unpacks the tarball of the sources into an empty folder, builds and tests it without git, and packs
# it again, which must give the same bytes: dist.sh TARBALL
set -eu

tarball=$1
name=$(basename "$tarball" .tar.gz)
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
unset MAKEFLAGS MAKELEVEL MFLAGS TESSERA_BUILD SOURCE_DATE_EPOCH

mkdir "$place/bin"
printf '#!/bin/sh\necho "git is not here" >&2\nexit 1\n' >"$place/bin/git"
chmod +x "$place/bin/git"
export PATH="$place/bin:$PATH"

tar -tvzf "$tarball" | awk -v name="$name/" '
  $2 != "0/0" || index($6, name) != 1 { print "wrong entry: " $0; bad = 1 } END { exit bad }'
tar -xzf "$tarball" -C "$place"
cd "$place/$name"

# From another place, at another time, by a user with other habits.
(umask 077 && cp -R . "$place/copy")
cd "$place/copy"
epoch=$(stat -c %Y "$place/$name/CHANGELOG.md")
TZ=Asia/Tokyo SOURCE_DATE_EPOCH=$epoch make -s dist
cmp "build/dist/$name.tar.gz" "$tarball"

cd "$place/$name"
make -s "-j$(nproc)" build
make -s test BUSTED_ARGS="spec/packaging spec/run/samples_spec.lua spec/run/run_spec.lua spec/base"
make -s dist
cmp "build/dist/$name.tar.gz" "$tarball"
echo "two builds of $name.tar.gz have the same bytes"
