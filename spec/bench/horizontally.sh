#!/bin/sh
# Checks the solver against who wins the small boards of Domineering and its relatives, from
# both starts: horizontally.sh [BUILD [SECONDS a board]]
# A line holds FIELDS, the rows, the first number of columns and what is known from there:
# V / H: that player wins whoever starts, 1 / 2: who starts wins / loses.
program=${1:-build}/bench/horizontally
seconds=${2:-120}
failed=0
while read -r fields rows columns known; do
    for outcome in $known; do
        for starter in V H; do
            case $outcome$starter in
            V* | 1V | 2H) expected=V ;;
            *) expected=H ;;
            esac
            set -- $(timeout "$seconds" "$program" "$fields" "$rows" "$columns" $starter)
            [ "$1" = $expected ] && continue
            echo "$fields: $rows x $columns, $starter starts: ${1:-no answer}, not $expected"
            failed=1
        done
        columns=$((columns + 1))
    done
done <<END
2 1 1 2 H H H H H H H H H
2 2 2 1 1 H V 1 1 H V 1
2 3 3 1 H H H H H H H
2 4 4 1 V 1 V H V H
2 5 5 2 H H H H H
2 6 6 1 V H V 1
2 7 7 1 H H H
2 8 8 1 V
3 1 1 2 2 H H H H H H H H
3 2 2 2 H H H H H H H H
3 3 3 1 1 1 H 1 V 1 1
3 4 4 1 1 H H H H H
3 5 5 1 H H H H H
3 6 6 1 V V 1 V
3 7 7 1 V H
4 1 1 2 2 2 H H H H H H H
4 2 2 2 2 H H H H H H H
4 3 3 2 H H H H H H H
4 4 4 1 1 1 1 H 1 1
4 5 5 1 1 1 H H H
4 6 6 1 1 H H H
4 7 7 1 H H
END
exit $failed
