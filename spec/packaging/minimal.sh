#!/bin/sh
# Runs `make demo` and `make test` where there is nothing else: minimal.sh SUITE. A user with sudo clones
# what is committed here into a root like that of a container image, with git, gcc, make and sudo. Its
# processes and mounts are in namespaces of their own, and end with this script.
set -eu

suite=$1 sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
place=$(mktemp -d)
clean() {
  [ ! -f "$place/pid" ] || $sudo kill -KILL "$(cat "$place/pid")" 2>/dev/null || :
  wait
  $sudo rm -rf "$place"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP
mkdir "$place/given" "$place/root"
git clone -q "file://$PWD" "$place/given/source"

cat >"$place/given/run" <<'END'
set -eu
# The one that mmdebstrap mounts gives all terminals to one user.
umount /dev/pts && mount -t devpts -o gid=5,mode=620,ptmxmode=666 devpts /dev/pts
echo "127.0.0.1 localhost $(hostname)" >>/etc/hosts
useradd -m builder
echo 'builder ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/builder
chown -R builder: /given/source
su -l builder -s /bin/sh -c 'set -eu
  git clone -q /given/source tessera
  cd tessera
  make demo >demo
  tail -n "$(wc -l <samples/tower/statement.out)" demo | cmp - samples/tower/statement.out
  make test'
END

# shellcheck disable=SC2016 # an inner shell expands these
$sudo sh -c 'echo $$ >"$1/pid"; TMPDIR=$1/root exec unshare --mount --pid --fork --kill-child \
  spec/packaging/root.sh "$1/given" "$2" --mode=root --variant=minbase \
  --include=ca-certificates,gcc,git,make,sudo' - "$place" "$suite" &
wait $!
