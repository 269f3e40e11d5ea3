/*
 * Inside the verifier of compiled rules: what its files share. Each function holds one
 * struct of program.h against what it may refer to; false means that `wrong` says what is
 * wrong:
 *
 *     verify_rule -> verify_pattern -> verify_test     wrong: "...", text: the rule's
 *
 * What a program that has passed guarantees is said in verify.c.
 */
#ifndef TESSERA_PATTERNS_VERIFY_VERIFY_H
#define TESSERA_PATTERNS_VERIFY_VERIFY_H

#include "patterns/compile/compile.h"

/* A program that is being verified, and what is known where it is looked at. */
struct verifying {
    const struct pattern_memory *memory;
    const struct lua_game *game;         /* NULL: a grid, of one layer and any values */
    const struct pattern_program *rules; /* of the game */
    const struct pattern_form *form;     /* of the rule at hand; NULL: of none */
    bool around;                         /* a cell around another one is looked at */
    const char *text;                    /* of the rule or condition at hand, or NULL */
    const char *wrong;                   /* NULL: nothing so far */
    int32_t depth, terms; /* of the condition at hand: how deep it is, how many so far */
};

/* Notes what is wrong, unless something is already; returns false. */
bool verify_fails(struct verifying *, const char *what);

/* Whether `count` things lie in the program's memory from there on, aligned for such. */
bool verify_lies(const struct verifying *, const void *, int64_t count, size_t size,
                 size_t align);
#define VERIFY_LIES(x, at, count) \
    verify_lies(x, at, count, sizeof *(at), _Alignof(__typeof__(*(at))))

/* Whether it is a text in the program's memory, or NULL. */
bool verify_text(const struct verifying *, const char *);

/* Whether a byte that is read as bool is one. */
static inline bool verify_flag(const bool *flag)
{
    return *(const unsigned char *)flag <= 1;
}

static inline int32_t verify_layers(const struct verifying *x)
{
    return x->game == NULL ? 1 : x->game->layers;
}

/* Whether cells of the layer may have this value. */
static inline bool verify_value(const struct verifying *x, int32_t layer, int value)
{
    if (x->game == NULL) return true;
    return value != 0 && strchr(x->game->layer[layer].alphabet, value) != NULL;
}

/* The slots of the action of the rule at hand; NULL: there are none. */
const struct lua_game_form *verify_slots(const struct verifying *);

/* Whether the number is that of a set of the layer; it may be -1 if `least` is. */
bool verify_set(const struct verifying *, int32_t set, int32_t layer, int32_t least);

/* A test of a cell; `cells` before it of its pattern may be referred to. */
bool verify_test(struct verifying *, const struct pattern_test *,
                 const struct pattern_cell *cells, int32_t before);

/* Whether a table has as many values as there are players, or as the slot has, which begins with
 * `min`. */
bool verify_variants(struct verifying *, bool by_slot, int32_t slot, int64_t min,
                     int32_t values);

/* What a cell names. */
bool verify_named(struct verifying *, const struct pattern_item *, int32_t n);

/* A cell that is no part of a pattern. */
bool verify_cell(struct verifying *, const struct pattern_cell *);

/* Where something leads; which cells are neighbours. Their boards are small. */
bool verify_goal(struct verifying *, const struct pattern_goal *);
bool verify_neighbours(struct verifying *, int32_t directions);

/* Tests that look at other cells. */
bool verify_around(struct verifying *, const struct pattern_test *);
bool verify_route(struct verifying *, const struct pattern_test *);

bool verify_pattern(struct verifying *, const struct pattern *);

/* The right side of a pattern whose left side is verified. */
bool verify_right(struct verifying *, const struct pattern *);

/* A condition; `ends`: it may ask whether somebody is stuck. */
bool verify_condition(struct verifying *, const struct pattern_condition *, bool ends);

/* A rule; `x->form` is that of its action. */
bool verify_rule(struct verifying *, const struct pattern_rule *);

/* A step after an action, or what a grid carries out. */
bool verify_step(struct verifying *, const struct pattern_step *);

/* What follows from the rules of a form, which are verified. */
bool verify_form(struct verifying *, const struct pattern_form *);

#endif
