#!/bin/sh
# Tries the completions in the shells for which no spec does it, zsh and fish: completions.sh FOLDER
set -eu

folder=$1

# expect SHELL LINE RESULT: what `complete_SHELL LINE` prints.
expect() {
  found=$("complete_$1" "$2")
  [ "$found" = "$3" ] || { printf '%s: "%s" gives "%s" and not "%s"\n' "$1" "$2" "$found" "$3" >&2; exit 1; }
}

complete_fish() {
  HOME=/nowhere fish --no-config -c "source $folder/tessera.fish; complete -C '$1'" | cut -f 1 | tr '\n' ' '
}

complete_zsh() {
  timeout 30 zsh -f spec/packaging/complete.zsh "$folder" "$1"
}

expect fish 'tessera hor' 'horizontally '
expect fish 'tessera play jew' 'jewelry '
expect fish 'tessera play jewelry jew' ''
expect fish 'tessera tower --tr' '--trace '
expect fish 'tessera play --against m' 'mcts '
expect fish 'tessera study --worker' ''
expect fish 'tessera README' 'README.md '

expect zsh 'tessera hor' 'horizontally'
expect zsh 'tessera play jew' 'play jewelry'
expect zsh 'tessera tower --tr' 'tower --trace'
expect zsh 'tessera play --against m' 'play --against mcts'
expect zsh 'tessera study --work' 'study --work'
expect zsh 'tessera solve READ' 'solve README.md'
expect zsh 'tessera run.l' 'run.lua'
echo "zsh and fish complete"
