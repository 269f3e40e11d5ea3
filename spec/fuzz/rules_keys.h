/*
 * The words with which the lines of rules_describe.h begin.
 */
#define PATTERN_KEYS(X)     \
    X(PLAYERS, "players")   \
    X(TOGETHER, "together") \
    X(HEX, "hex")           \
    X(LAYER, "layer")       \
    X(GROUP, "group")       \
    X(FACING, "facing")     \
    X(PIECE, "piece")       \
    X(FIELD, "field")       \
    X(COUNTER, "counter")   \
    X(OWN, "own")           \
    X(TIMER, "timer")       \
    X(OUTCOME, "outcome")   \
    X(MOVE, "move")         \
    X(RULE, "rule")         \
    X(FOR, "for")           \
    X(WHEN, "when")         \
    X(WHY, "why")           \
    X(EVENT, "event")       \
    X(ADD, "add")           \
    X(MINE, "mine")         \
    X(THEIRS, "theirs")     \
    X(ALL, "all")           \
    X(TURNS, "turns")       \
    X(OVER, "over")         \
    X(KEEP, "keep")         \
    X(SQUASH, "squash")     \
    X(SHIFT, "shift")       \
    X(INTO, "into")         \
    X(JOINS, "joins")       \
    X(STEP, "step")         \
    X(SWEEP, "sweep")       \
    X(ONCE, "once")         \
    X(WITH, "with")         \
    X(FROM, "from")         \
    X(ALONE, "alone")       \
    X(AGAIN, "again")       \
    X(IF, "if")             \
    X(END, "end")           \
    X(WORTH, "worth")       \
    X(SCORE, "score")       \
    X(BOARD, "board")
