/*
 * Inside the compiler: the tokens of a text, and what its files share.
 *
 *     [ 2+ box | <car> no wall ]
 *     OPEN  RUN 2  NAME box  BAR  SLOT car  NAME no (WORD_NO)  NAME wall  CLOSE
 *
 * A token points into the text, so an error knows its column.
 */
#ifndef TESSERA_PATTERNS_COMPILE_SCAN_H
#define TESSERA_PATTERNS_COMPILE_SCAN_H

#include "compile.h"
#include "patterns/words.h"

#define SCAN_NUMBER_MAX INT64_C(1000000000000000)

struct token {
    enum token_type {
        TOKEN_END,
        TOKEN_NAME,       /* box, 2048, up-left */
        TOKEN_SLOT,       /* <car> */
        TOKEN_RUN,        /* 2+ */
        TOKEN_RANGE,      /* 2..3 */
        TOKEN_PERCENT,    /* 90%, 0.25% */
        TOKEN_NUMBER,     /* -1, only where a condition expects one */
        TOKEN_OPEN,       /* [ */
        TOKEN_CLOSE,      /* ] */
        TOKEN_BAR,        /* | */
        TOKEN_SLASH,      /* / */
        TOKEN_ARROW,      /* -> */
        TOKEN_QUESTION,   /* ? */
        TOKEN_COMPARE,    /* = ~= < <= > >= */
        TOKEN_OPERATOR,   /* + - * % */
        TOKEN_OPEN_PART,  /* ( */
        TOKEN_CLOSE_PART, /* ) */
        TOKEN_WRONG,
    } type;
    enum pattern_word word; /* of a name that is one */
    const char *at;
    int32_t length;
    /* Of a run, a number; of a percentage in hundredths, -1 if it has more decimals; what a sign
     * means. */
    int64_t number;
    int64_t upto; /* of a range */
};

struct scan {
    const struct pattern_source *source;
    const char *next;
    struct token token; /* the one at hand */
    /* On the right side: the left one, whose pieces may have names; else NULL. */
    const struct lefts *lefts;
};

void scan_begin(struct scan *, const struct pattern_source *);
void scan_next(struct scan *);

/* Whether the token at hand is this word. */
static inline bool scan_is(const struct scan *s, enum pattern_word word)
{
    return s->token.word == word;
}

/* Whether the word at hand is one of these, such as WORD_BEGINS. */
bool scan_word_is(const struct scan *, int where);

/* Steps over the word if it is at hand. */
bool scan_take(struct scan *, enum pattern_word);

/* Whether the token at hand is this text. */
bool scan_reads(const struct scan *, const char *text);

/* Keeps an error at the token, unless there is one already. `%s` in the format is `word`; if
 * that is NULL, '%s' in quotes becomes the end of the text. */
void scan_note_at(const struct scan *, const struct token *, const char *format,
                  const char *word);
/* The same at the token at hand, whose text is the word. */
void scan_note(const struct scan *, const char *format);

static inline bool scan_fail_at(const struct scan *s, const struct token *at,
                                const char *format, const char *word)
{
    scan_note_at(s, at, format, word);
    return false;
}

static inline bool scan_fail(const struct scan *s, const char *format)
{
    scan_note(s, format);
    return false;
}

/* The same where a word of these was expected. */
static inline bool scan_unknown(const struct scan *s, enum pattern_expected expected,
                                const char *format)
{
    scan_note(s, format);
    s->source->error->expected = expected;
    return false;
}

/* The name at hand, or NULL. */
const struct pattern_name *scan_name(const struct scan *);

/* ---- directions (direction_words.c) ---- */

/* Adds a direction, unless the pattern has it. */
void pattern_add_direction(struct pattern *, enum direction);

/* What the word at hand stands for, as bits, and steps over it; 0 if it is no direction. Then
 * refuse_direction says so. */
int compile_directions(struct scan *);

/* Adds them to those of a pattern. */
bool compile_direction(struct scan *, struct pattern *);
bool refuse_direction(const struct scan *);

/* Adds those of a pattern without a word. */
void compile_no_direction(const struct scan *, struct pattern *);

/* The facing group of whose kinds the pieces of a player are; NULL: there is none (tables.c). */
const struct pattern_name *heading_pieces(const struct pattern_names *,
                                          const struct pattern_name *pieces);

/* ---- cells (cells.c) ---- */

/* What a cell refers to: the index of a name, or one of these. */
enum { SYMBOL_MINE = -1, SYMBOL_THEIRS = -2, SYMBOL_SLOT = -3 /* slot k: -3 - k */ };

/* "my body" and "their body": SYMBOL_MY - 2 * the index of the name, and one less. */
enum { SYMBOL_MY = -10000 };

/* What chance puts there, or what comes next: no other word means the same. And a piece that the
 * left side calls by a name: SYMBOL_CALLED - (its cell * ITEMS_MAX + its number there). */
enum { SYMBOL_OTHER = -1000, SYMBOL_CALLED = -2000 };

enum { ITEMS_MAX = 16 };

struct item {
    int32_t symbol;
    int32_t called;       /* the symbol of its name, or SYMBOL_OTHER */
    struct token name_at; /* its name */
    struct token token;
    const struct pattern_name *name; /* or NULL */
    const struct pattern_name
        *own;    /* by player, of what is mine or theirs: what he has; else NULL */
    bool theirs; /* it is one of what the others have */
    /* The group of all kinds that it may be, whoever acts; NULL: there is none. */
    const struct pattern_name *whole;
    int32_t layer; /* -1: several */
    bool group;    /* a group: it only looks, unless the right side names it as well */
    bool several;  /* may be several kinds: the right side means the one on the board */
};

/* A cell of the left side while the rule is compiled. */
struct left {
    struct pattern_cell *cell;
    struct token token;          /* its first one */
    const char *begin;           /* of the alternative at hand */
    struct item item[ITEMS_MAX]; /* what it names without `no` and `or` */
    int32_t items;
};

/* A pattern's left side so far: `same` and the right side refer to it. */
struct lefts {
    struct left at[PATTERN_CELLS_MAX];
    int32_t count;
};

/* Compiles the cell at hand, up to what ends it, into left->cell; left->items is 0 before.
 * `before` may be NULL: then there is no `same`. */
bool compile_left(struct scan *, const struct lefts *before, struct left *);

/* Reads "3+" or "1..3" in front of a run, if it is there; *most is 0 for as many as there are. */
bool compile_run(struct scan *, int32_t *least, int32_t *most);

/* A cell that fits what the item means, and asks no more. */
bool compile_one(struct scan *, const struct item *, struct pattern_cell *);

/* ---- the cells around one (around.c) ---- */

/* Compiles "near 2..3 orthogonal fire within 2" from `near` on, to a test. */
bool compile_around(struct scan *, struct pattern_test *);

/* ---- what hangs together (route.c) ---- */

/* Compiles "way over floor to exit" from `way` on; `left` is the cell so far. */
bool compile_route(struct scan *, const struct left *, bool no, struct pattern_test *);

/* Compiles "red from left to right", behind `joined`. */
bool compile_joined(struct scan *, struct pattern_term *);

/* ---- what a cell names (items.c) ---- */

/* The item at hand: a name, mine, theirs or a slot. Steps over it. */
bool compile_item(struct scan *, struct item *);

/* One name, which becomes a cell of its own; `expected` is the message where none is at hand. */
bool compile_one_name(struct scan *, const char *expected, const struct pattern_cell **);

/* The item of these cells whose piece is called like the token at hand, or NULL. */
const struct item *find_called(const struct scan *, const struct left *, int32_t count);

/* Reads `as` and the name that the last item of the cell gets. */
bool compile_name(struct scan *, const struct lefts *before, struct left *);

/* Whether the item of a right side is a piece that the left side has given a name. */
static inline bool is_called(const struct item *item)
{
    return item->symbol <= SYMBOL_CALLED && item->symbol > SYMBOL_MY;
}

/* Whether it is a slot of the action. */
static inline bool is_slot(const struct item *item)
{
    return item->symbol <= SYMBOL_SLOT && item->symbol > SYMBOL_OTHER;
}

/* By player or slot value the values of an item that is no name. Of `theirs` what the
 * other one has, if there are two players; of more, those of some other one, each once. */
const struct pattern_name *item_values(const struct scan *, const struct item *,
                                       int32_t k);

/* Whether the item may be one of the kinds of the group, all of one layer, the item's. */
bool item_may_be(const struct scan *, const struct item *,
                 const struct pattern_name *group);
int32_t item_variants(const struct scan *, const struct item *);

/* ---- conditions (condition.c, sums.c) ---- */

/* A single cell of a condition. */
bool compile_cell(struct scan *, const struct pattern_cell **);
bool compile_number(struct scan *, int64_t *);

/* Whether a number or a sum is at hand that is compared. */
bool compile_has_sum(const struct scan *);

/* A comparison of two sums. */
bool compile_sums(struct scan *, struct pattern_term *);

/* A field or counter of this name, whatever follows; or -1. */
int32_t compile_field_called(const struct scan *);

/* Refuses a field that decides nothing; `array`: the message for one that is an array. */
bool check_field(const struct scan *, int32_t field, const char *array);

/* A field or counter in front of a comparison: its index; -1 if it is none. So a field may
 * have the name of a word such as `count`. */
int32_t compile_field_at(const struct scan *);

/* Whether the left side of a rule fits on some board (never_fits.c). */
bool check_fits(const struct scan *, const struct pattern *, const struct lefts *);

/* ---- the right side (right_side.c) ---- */

/* Compiles the right side of a rule whose left side is there: rows, cells and writes. */
bool compile_right(struct scan *, const struct lefts *, struct pattern *);

#endif
