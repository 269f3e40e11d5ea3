# For scripts of specs: waiting with a limit, and processes by /proc, since not every machine has procps.

# wait_until COMMAND: asks again and again, for 20 s at least. Then it ends the script, and what the
# script has started last.
wait_until() {
  tries=0
  until eval "$1"; do
    if [ $((tries += 1)) -gt 2000 ]; then
      echo "in vain: wait_until $1" >&2
      kill -KILL $! 2>/dev/null
      exit 99
    fi
    sleep 0.01
  done
}

# processes STATES PARENT: those of this parent, in one of these states, such as [RS].
processes() {
  for stat in /proc/[0-9]*/stat; do
    # A process may have ended meanwhile. Its name may have blanks.
    { read -r line <"$stat"; } 2>/dev/null || continue
    set -- "$1" "$2" ${line##*) }
    # shellcheck disable=SC2254 # a pattern
    case $3 in $1) [ "$4" != "$2" ] || echo "${line%% *}" ;; esac
  done
}

children() { processes '[!Z]' "$1"; }

# Where nobody takes leave of an orphan, it stays as a zombie.
gone() {
  ! { read -r line <"/proc/$1/stat"; } 2>/dev/null || case ${line##*) } in [ZX]*) ;; *) return 1 ;; esac
}
