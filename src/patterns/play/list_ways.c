/*
 * Listing the actions of a form "<direction>": the pieces with which its rules begin are sought once, and
 * not for each direction and rule.
 *
 *     [ player | open ]  [ player | box | open ]    player at (3, 4): up by the first, left by the second
 */
#include "list_actions.h"

enum { PIECES_MAX = 8 };

/* The cells that have the kind with which a pattern begins. */
struct pieces {
    const unsigned char *cells; /* of which layer; NULL: none was sought */
    int32_t value, count;
    struct place at[PIECES_MAX];
};

/* False: they are too many, or not of one kind. */
static bool find_pieces(const struct pattern_run *run, const struct pattern *p,
                        struct pieces *out)
{
    const struct pattern_board *b = &run->board;
    const struct pattern_deciding by = pattern_decides(run, &p->cell[p->anchor]);
    if (by.mask == NULL || by.mask->only < 0 || b->row != b->cols) return false;
    if (out->cells == by.cells && out->value == by.mask->only) return true;
    out->cells = by.cells;
    out->value = by.mask->only;
    out->count = 0;
    const unsigned char *at = by.cells, *end = at + b->layer;
    for (; (at = memchr(at, out->value, (size_t)(end - at))) != NULL; at++) {
        const uint32_t number = (uint32_t)(at - by.cells), cols = (uint32_t)b->cols;
        if (out->count == PIECES_MAX) return false;
        out->at[out->count++] =
            (struct place){(int32_t)(number / cols), (int32_t)(number % cols)};
    }
    return true;
}

/* The ways, as bits among `asked`, in which a pattern that begins with a piece of one kind fits there. */
static uint32_t ways_from(const struct pattern_run *run, const struct pattern *p,
                          struct place at, const enum direction *direction,
                          uint32_t asked)
{
    const struct pattern_board b = run->board;
    const unsigned char *here = pattern_seen_at(run, at);
    uint32_t fits = 0;
    for (; asked != 0; asked &= asked - 1) {
        const int way = __builtin_ctz(asked);
        const enum direction d = direction[way];
        const struct pattern_spot *spot = p->spot[d];
        struct pattern_finding room;
        if (spot == NULL) {
            if (pattern_fits(run, p, at, d, &room) != NULL) fits |= UINT32_C(1) << way;
            continue;
        }
        const struct pattern_spot *end = spot + p->spots;
        for (; spot < end; spot++) {
            const bool inside =
                pattern_on_board(&b, at.row + spot->row, at.col + spot->col);
            const unsigned char *cell = here + spot->row * b.row + spot->col;
            if (!inside ? !spot->cell->outside
                : spot->kinds != NULL
                    ? !kinds_has(spot->kinds, cell[spot->layer * b.layer])
                    : !pattern_cell_fits(run, spot->cell, cell, NULL))
                break;
        }
        if (spot == end) fits |= UINT32_C(1) << way;
    }
    return fits;
}

/* The same of a rule for all pieces, whatever its condition. */
static uint32_t ways_of(const struct pattern_run *run, const struct pattern_rule *rule,
                        const struct pieces *pieces, const enum direction *direction,
                        uint32_t asked)
{
    const struct pattern *p = rule->pattern;
    uint32_t fits = 0;
    if (p == NULL) return asked;
    for (int32_t i = 0; i < pieces->count; i++)
        fits |= ways_from(run, p, pieces->at[i], direction, asked & ~fits);
    return fits;
}

/* Whether it can be told so in which ways a rule fits. */
static inline bool is_fit(const struct pattern_rule *rule)
{
    const struct pattern *p = rule->pattern;
    if (rule->slot != NULL || rule->move != NULL || !rule->certain) return false;
    return p == NULL || (p->given && !p->runs && p->cell[p->anchor].only != NULL);
}

/* Takes those ways away in which a rule would not squash, or its condition does not hold. */
static uint32_t keep_ways(struct listing *x, const struct pattern_rule *rule,
                          const enum direction *direction, uint32_t ways)
{
    uint32_t kept = 0;
    if (rule->squash == NULL && rule->when.terms == 0) return ways;
    for (; ways != 0; ways &= ways - 1) {
        const int way = __builtin_ctz(ways);
        x->slot[0] = x->slots->slot[0].min + way;
        x->run.direction = direction[way];
        if (rule->squash != NULL && !pattern_squashes(&x->run, rule->squash)) continue;
        if (!pattern_holds(&x->run, &rule->when)) continue;
        kept |= UINT32_C(1) << way;
        if (x->which == LIST_FIRST) break;
    }
    return kept;
}

bool pattern_list_ways(struct listing *x, action first)
{
    const struct pattern_form *form = x->form;
    const struct lua_game_slot *slot = &x->slots->slot[0];
    const int64_t ways = slot->max - slot->min + 1;
    struct pieces pieces = {.count = 0};
    uint32_t known = 0, all = (UINT32_C(1) << ways % 32) - 1;
    if (form->direction != 0 || x->slots->slots > 1 || ways > PATTERN_WAYS_MAX ||
        x->which == LIST_ALL || x->foreseen_max > 0)
        return false;
    const enum direction *direction = &x->run.rules->direction_of[slot->min];
    for (int32_t i = 0; i < form->rules; i++) {
        const struct pattern_rule *rule = &form->rule[i];
        if (!is_fit(rule)) return false;
        if (rule->pattern != NULL && !find_pieces(&x->run, rule->pattern, &pieces))
            return false;
        known |= keep_ways(x, rule, direction,
                           ways_of(&x->run, rule, &pieces, direction, all & ~known));
        if (known == all || (x->which == LIST_FIRST && known != 0)) break;
    }
    for (; known != 0; known &= known - 1)
        offer_action(&x->offered, first + __builtin_ctz(known) * form->weight[0]);
    return true;
}
