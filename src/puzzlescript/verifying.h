/*
 * What the verifier checks with: numbers, and lists of them (verify.c, verify_rules.c).
 */
#ifndef TESSERA_PUZZLESCRIPT_VERIFYING_H
#define TESSERA_PUZZLESCRIPT_VERIFYING_H

#include "puzzle.h"

struct verifier {
    const struct puzzle *p;
    const struct puzzle_groups *groups; /* those that are looked at */
    int32_t line;                       /* of the rule that is looked at, or 0 */
    struct text *why;
};

static inline bool refuse(const struct verifier *v, const char *what)
{
    text_string(v->why, "internal error: ");
    if (v->line > 0) {
        text_string(v->why, "the compiled rule of line ");
        text_number(v->why, v->line);
        text_string(v->why, ": ");
    }
    text_string(v->why, what);
    return false;
}

static inline bool refuse_missing(const struct verifier *v)
{
    return refuse(v, "an array is missing");
}

static inline bool check(const struct verifier *v, bool holds, const char *what)
{
    return holds || refuse(v, what);
}

static inline bool in(const struct verifier *v, const char *what, int64_t n, int64_t min,
                      int64_t max)
{
    if (n >= min && n <= max) return true;
    refuse(v, what);
    text_string(v->why, " is ");
    text_number(v->why, n);
    text_string(v->why, ", expected ");
    text_number(v->why, min);
    text_string(v->why, "..");
    text_number(v->why, max);
    return false;
}

/* An array of n elements, of which there may be none. */
static inline bool is_array(const struct verifier *v, const char *what, const void *at,
                            int64_t n)
{
    return in(v, what, n, 0, PUZZLE_ENTRIES_MAX) &&
           check(v, n == 0 || at != NULL, "an array is missing");
}

/* A list of numbers from 0 to below - 1, each greater than the one before it. */
static inline bool is_ascending(const struct verifier *v, const char *what,
                                const struct puzzle_list *list, int32_t below)
{
    if (!is_array(v, what, list->at, list->n)) return false;
    for (int32_t i = 0; i < list->n; i++) {
        int32_t least = i == 0 ? 0 : list->at[i - 1] + 1;
        if (!in(v, what, list->at[i], least, below - 1)) return false;
    }
    return true;
}

/* Numbers from 0 to below - 1 in any order, also twice. */
static inline bool are_below(const struct verifier *v, const char *what,
                             const struct puzzle_list *list, int32_t below)
{
    if (!is_array(v, what, list->at, list->n)) return false;
    for (int32_t i = 0; i < list->n; i++) {
        if (!in(v, what, list->at[i], 0, below - 1)) return false;
    }
    return true;
}

static inline bool are_objects(const struct verifier *v, const char *what,
                               const struct puzzle_list *list)
{
    return are_below(v, what, list, v->p->objects);
}

/* Whether all rules of these groups are right (verify_rules.c). */
bool puzzle_verify_groups(struct verifier *, const struct puzzle_groups *);

#endif
