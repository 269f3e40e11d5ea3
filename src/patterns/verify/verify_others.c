/*
 * The verifier of compiled rules, continued: tests that look at other cells than their own.
 */
#include "verify.h"

/* A cell that is looked at from another one, and asks about no other. */
static bool verify_one(struct verifying *x, const struct pattern_cell *cell)
{
    if (x->around) return verify_fails(x, "a cell around asks about others");
    x->around = true;
    const bool fine = verify_cell(x, cell);
    x->around = false;
    return fine && (!pattern_asks_others(cell) ||
                    verify_fails(x, "a cell around asks about others"));
}

/* The cells around are those of the directions; what one of them is asks about no other. */
bool verify_around(struct verifying *x, const struct pattern_test *t)
{
    struct pattern_offset all[PATTERN_OFFSETS_MAX];
    const struct pattern_around *a = t->around;
    if (x->around || t->masks != 0 || !VERIFY_LIES(x, a, 1))
        return verify_fails(x, "the cells around are not in the program");
    if (a->within < 1 || a->within > PATTERN_WITHIN_MAX ||
        a->offsets != pattern_offsets(a->directions, a->within, all) || a->offsets == 0 ||
        !VERIFY_LIES(x, a->offset, a->offsets) ||
        memcmp(a->offset, all, (size_t)a->offsets * sizeof *all) != 0)
        return verify_fails(x, "the cells around are not those of the directions");
    if (a->least < 0 || a->least > a->most || a->most > a->offsets)
        return verify_fails(x, "a number of cells around that there are not");
    for (int i = 0; i < LUA_GAME_PLAYERS_MAX; i++) {
        if (a->tally[i] < -1 || a->tally[i] >= PATTERN_TALLIES_MAX)
            return verify_fails(x, "a tally of no number");
    }
    if (a->length < 0 || !verify_lies(x, a->text, (int64_t)a->length + 1, 1, 1))
        return verify_fails(x, "the text of the cells around is not in the program");
    return verify_one(x, a->what);
}

bool verify_neighbours(struct verifying *x, int32_t directions)
{
    if (x->game == NULL || !x->game->small)
        return verify_fails(x, "what hangs together is asked of large boards");
    return directions == DIRECTIONS_ALL || directions == DIRECTIONS_ORTHOGONAL ||
           directions == DIRECTIONS_HEX || verify_fails(x, "neighbours of no board");
}

bool verify_goal(struct verifying *x, const struct pattern_goal *goal)
{
    if ((goal->edges & ~DIRECTIONS_ORTHOGONAL) != 0)
        return verify_fails(x, "an edge that boards have not");
    return goal->edges != 0 || verify_cell(x, goal->cell);
}

bool verify_route(struct verifying *x, const struct pattern_test *t)
{
    const struct pattern_route *r = t->route;
    if (x->around) return verify_fails(x, "a cell around asks about others");
    if (t->masks != 0 || !VERIFY_LIES(x, r, 1) || !verify_flag(&r->no))
        return verify_fails(x, "a way is not in the program");
    for (int i = 0; i < LUA_GAME_PLAYERS_MAX; i++) {
        if (r->number[i] < -1 || r->number[i] >= PATTERN_ROUTES_MAX)
            return verify_fails(x, "a way of no number");
    }
    if (!verify_neighbours(x, r->directions) || !verify_one(x, r->over)) return false;
    return r->to.edges != 0 ? verify_goal(x, &r->to) : verify_one(x, r->to.cell);
}
