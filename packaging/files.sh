#!/bin/sh
# Lists the files of the sources: those that git tracks or, where there is no git, all but build/.
set -eu
if [ -e .git ]; then
  git -c core.quotePath=false ls-files
else
  find . -path ./build -prune -o ! -type d -print | sed 's|^\./||'
fi | LC_ALL=C sort
