/*
 * The table of all words and signs of rules as pictures, and where each may stand: the
 * scanner, hints in messages, the names that are taken (a kind cannot be called `or`),
 * random rules of specs and the fuzzer's dictionary all read it. A new word begins here, a
 * direction in base/directions.h.
 *
 *     X(EDGE, "edge", WORD_ON_LEFT | WORD_TAKEN)    [ player | wall or edge ]
 */
#ifndef TESSERA_PATTERNS_WORDS_H
#define TESSERA_PATTERNS_WORDS_H

#include "base/directions.h"

/* Where a word may stand. */
enum {
    WORD_IN_FRONT = 1, /* in front of a pattern */
    WORD_ON_LEFT = 2,  /* in a cell of a left side, or of a condition */
    WORD_ON_RIGHT = 4,
    WORD_IN_TERM = 8, /* in a condition, outside of its cells */
    WORD_BEGINS = 16, /* a term begins with it */
    WORD_TAKEN = 32,  /* kinds, groups and layers cannot be called so */
    WORD_YIELDS = 64, /* where one of them is called so, it is meant */
};

/* Directions stand in front of a pattern, in the order of enum direction, and behind `near 2`.
 * Behind `turned` also stand left and right, and conditions also begin with `all`. */
#define PATTERN_DIRECTION(X, name, text, rows, cols, ...) \
    X(name, text, WORD_IN_FRONT | WORD_ON_LEFT | ((rows) == 0 ? WORD_ON_RIGHT : 0))
#define PATTERN_DIRECTIONS(X, name, text, ...) \
    X(name, text,                              \
      WORD_IN_FRONT | WORD_ON_LEFT |           \
          (DIRECTIONS_##name == DIRECTIONS_ALL ? WORD_IN_TERM | WORD_BEGINS : 0))

/* X(name, text, where) */
#define PATTERN_WORDS(X)                                                                \
    X(EACH, "each", WORD_IN_FRONT)                                                      \
    X(FIRST, "first", WORD_IN_FRONT)                                                    \
    X(RANDOM, "random", WORD_IN_FRONT | WORD_ON_RIGHT | WORD_TAKEN)                     \
    X(EVERY, "every", WORD_IN_FRONT)                                                    \
    DIRECTIONS(PATTERN_DIRECTION, X)                                                    \
    DIRECTION_GROUPS(PATTERN_DIRECTIONS, X)                                             \
    X(AHEAD, "ahead", WORD_IN_FRONT)                                                    \
    X(BEHIND, "behind", WORD_IN_FRONT)                                                  \
    X(OF, "of", WORD_IN_FRONT)                                                          \
    X(OR, "or",                                                                         \
      WORD_IN_FRONT | WORD_ON_LEFT | WORD_ON_RIGHT | WORD_IN_TERM | WORD_TAKEN)         \
    X(NO, "no", WORD_ON_LEFT | WORD_ON_RIGHT | WORD_IN_TERM | WORD_BEGINS | WORD_TAKEN) \
    X(EDGE, "edge", WORD_ON_LEFT | WORD_TAKEN)                                          \
    X(SAME, "same", WORD_ON_LEFT | WORD_TAKEN)                                          \
    X(AS, "as", WORD_ON_LEFT | WORD_YIELDS)                                             \
    X(LIKE, "like", WORD_ON_RIGHT | WORD_YIELDS)                                        \
    X(NEAR, "near", WORD_ON_LEFT | WORD_YIELDS)                                         \
    X(WITHIN, "within", WORD_ON_LEFT | WORD_YIELDS)                                     \
    X(WAY, "way", WORD_ON_LEFT | WORD_YIELDS)                                           \
    X(OVER, "over", WORD_ON_LEFT | WORD_YIELDS)                                         \
    X(TO, "to", WORD_ON_LEFT | WORD_IN_TERM | WORD_YIELDS)                              \
    X(TOP, "top", WORD_ON_LEFT | WORD_IN_TERM)                                          \
    X(BOTTOM, "bottom", WORD_ON_LEFT | WORD_IN_TERM)                                    \
    X(MINE, "mine", WORD_ON_LEFT | WORD_ON_RIGHT | WORD_TAKEN)                          \
    X(THEIRS, "theirs", WORD_ON_LEFT | WORD_ON_RIGHT | WORD_TAKEN)                      \
    X(MY, "my", WORD_ON_LEFT | WORD_ON_RIGHT | WORD_YIELDS)                             \
    X(THEIR, "their", WORD_ON_LEFT | WORD_ON_RIGHT | WORD_IN_TERM | WORD_YIELDS)        \
    X(NEXT, "next", WORD_ON_RIGHT | WORD_TAKEN)                                         \
    X(TURNED, "turned", WORD_ON_RIGHT | WORD_TAKEN)                                     \
    X(BACK, "back", WORD_ON_RIGHT)                                                      \
    X(SOME, "some", WORD_IN_TERM | WORD_BEGINS)                                         \
    X(COUNT, "count", WORD_IN_TERM | WORD_BEGINS)                                       \
    X(LINE, "line", WORD_IN_TERM | WORD_BEGINS)                                         \
    X(JOINED, "joined", WORD_IN_TERM | WORD_BEGINS)                                     \
    X(FROM, "from", WORD_IN_TERM | WORD_YIELDS)                                         \
    X(STUCK, "stuck", WORD_IN_TERM | WORD_BEGINS)                                       \
    X(TURN, "turn", WORD_IN_TERM | WORD_BEGINS)                                         \
    X(ON, "on", WORD_IN_TERM | WORD_TAKEN)                                              \
    X(AT, "at", WORD_IN_TERM | WORD_TAKEN)                                              \
    X(ROW, "row", WORD_IN_TERM)                                                         \
    X(COLUMN, "column", WORD_IN_TERM)                                                   \
    X(AND, "and", WORD_IN_TERM | WORD_TAKEN)

enum pattern_word {
    WORD_NONE, /* a name, or no word at all */
#define PATTERN_WORD(name, text, where) WORD_##name,
    PATTERN_WORDS(PATTERN_WORD)
#undef PATTERN_WORD
};

/* X(text, token, what it means): longer signs first. */
#define PATTERN_SIGNS(X)                     \
    X("->", TOKEN_ARROW, 0)                  \
    X("[", TOKEN_OPEN, 0)                    \
    X("]", TOKEN_CLOSE, 0)                   \
    X("|", TOKEN_BAR, 0)                     \
    X("/", TOKEN_SLASH, 0)                   \
    X("?", TOKEN_QUESTION, 0)                \
    X("(", TOKEN_OPEN_PART, 0)               \
    X(")", TOKEN_CLOSE_PART, 0)              \
    X("+", TOKEN_OPERATOR, PATTERN_PLUS)     \
    X("*", TOKEN_OPERATOR, PATTERN_TIMES)    \
    X("%", TOKEN_OPERATOR, PATTERN_MODULO)   \
    X("=", TOKEN_COMPARE, PATTERN_EQUAL)     \
    X("~=", TOKEN_COMPARE, PATTERN_UNEQUAL)  \
    X("<=", TOKEN_COMPARE, PATTERN_AT_MOST)  \
    X("<", TOKEN_COMPARE, PATTERN_LESS)      \
    X(">=", TOKEN_COMPARE, PATTERN_AT_LEAST) \
    X(">", TOKEN_COMPARE, PATTERN_GREATER)

/* Tokens of which there are many: X(an example, token). */
#define PATTERN_SHAPES(X)   \
    X("2+", TOKEN_RUN)      \
    X("2..3", TOKEN_RANGE)  \
    X("50%", TOKEN_PERCENT) \
    X("1", TOKEN_NUMBER)    \
    X("<direction>", TOKEN_SLOT)

#endif
