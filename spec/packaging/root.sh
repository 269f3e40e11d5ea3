#!/bin/sh
# Makes a Debian root that holds no more than these options of mmdebstrap say, copies FOLDER into it as
# /given and runs /given/run there, as root: root.sh FOLDER SUITE OPTION... Its packages come from the
# archives and through the proxy that this machine's apt has.
set -eu

folder=$1 suite=$2 sources=
shift 2
{
  apt-config dump | grep -E '^Acquire::(https?::Proxy|Check-Valid-Until|Check-Date) ' || :
  [ -z "${http_proxy-}" ] || echo "Acquire::http::Proxy \"$http_proxy\";"
  [ -z "${https_proxy-}" ] || echo "Acquire::https::Proxy \"$https_proxy\";"
} >"$folder/apt.conf"
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  [ ! -s "$file" ] || sources="$sources $file"
done

# The script gets none of mmdebstrap's descriptors. In the background: as the first process of a
# namespace, a shell that waits is the parent of all whose parents have ended.
# shellcheck disable=SC2086 # a list of files
mmdebstrap --aptopt="$folder/apt.conf" "$@" \
  --customize-hook='mkdir "$1/given"' --customize-hook="copy-in $folder/. /given" \
  --customize-hook='chmod -R a+rX "$1/given"' \
  --customize-hook='chroot "$1" env -u TMPDIR sh /given/run 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-' \
  "$suite" /dev/null $sources &
wait $!
