#!/bin/sh
# Plays all samples with a command and compares the output, byte by byte: samples.sh build/lua run.lua
# Games in Lua with their levels, and recordings, are options: they need argparse.
set -eu

count=0
for input in samples/*/*.in; do
  "$@" "$(basename "$(dirname "$input")")" <"$input" | cmp - "${input%.in}.out"
  count=$((count + 1))
done
"$@" tower --help >/dev/null 2>&1 || { echo "$count samples played, without argparse"; exit; }
for levels in samples/games/levels/*.out; do
  name=$(basename "$levels" .out)
  "$@" "samples/games/$name.lua" "${levels%.out}.txt" | cmp - "$levels"
  count=$((count + 1))
done
for recording in samples/*/*.play samples/games/levels/*.play; do
  "$@" replay "$recording" --html - >/dev/null
  count=$((count + 1))
done
echo "$count samples played"
