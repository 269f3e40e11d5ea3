/*
 * The verifier of compiled rules, as a kernel has one for filters: it looks at every program once,
 * before it may run. **A program that passes reads and writes, on any board of its game, only
 * that board, its state and its own memory.** It trusts nothing that the compiler has written,
 * not even pointers: what it follows lies in the program's memory, whole and aligned; every index,
 * layer, slot, player and field is held against what it indexes, every value that is written
 * against the kinds of its layer; what follows from other parts (`only`, `spot`, `slides`) is
 * worked out again. Where the cells of a match lie is known on a board only: there
 * pattern_is_cell looks.
 *
 * Here are memory, cells and left sides; verify_right_side.c has right sides, verify_rule.c
 * conditions, rules and steps, verify_game.c forms, ends and the game as a whole.
 */
#include "verify.h"

bool verify_fails(struct verifying *x, const char *what)
{
    if (x->wrong == NULL) x->wrong = what;
    return false;
}

bool verify_lies(const struct verifying *x, const void *at, int64_t count, size_t size,
                 size_t align)
{
    const uintptr_t from = (uintptr_t)x->memory->at, here = (uintptr_t)at;
    if (here < from || here - from > x->memory->used || here % align != 0) return false;
    return count >= 0 && (uint64_t)count <= (x->memory->used - (here - from)) / size;
}

bool verify_text(const struct verifying *x, const char *text)
{
    if (text == NULL) return true;
    if (!verify_lies(x, text, 1, 1, 1)) return false;
    return memchr(text, '\0', x->memory->used - (size_t)(text - x->memory->at)) != NULL;
}

const struct lua_game_form *verify_slots(const struct verifying *x)
{
    return x->form == NULL ? NULL : &x->game->form[x->form - x->rules->form];
}

/* ---- cells ---- */

static bool is_single(const struct kinds *kinds)
{
    int32_t filled = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t bits = kinds->bits[i];
        if (bits != 0) filled += (bits & (bits - 1)) == 0 ? 1 : 2;
    }
    return filled == 1;
}

/* `only` is the only member of the set, if there is one; `member` has them, if they are few. */
static bool is_mask(const struct verifying *x, const struct pattern_mask *mask,
                    int32_t layer)
{
    const bool single = is_single(&mask->kinds);
    int32_t n = 0;
    for (int v = 0; mask->few > 0 && v < 256; v++) {
        if (!kinds_has(&mask->kinds, v)) continue;
        if (n == PATTERN_FEW || mask->member[n++] != v) return false;
    }
    if (mask->few > PATTERN_FEW || mask->few != n) return false;
    if (mask->only == -1) return !single;
    return mask->only >= 0 && mask->only < 256 && single &&
           kinds_has(&mask->kinds, mask->only) && verify_value(x, layer, mask->only);
}

/* How many values a slot of the action has that names kinds; 0: it does not. */
static int64_t slot_values(const struct verifying *x, int32_t slot, int64_t min)
{
    const struct lua_game_form *slots = verify_slots(x);
    if (slots == NULL || slot >= slots->slots) return 0;
    const struct lua_game_slot *s = &slots->slot[slot];
    const bool names = s->kind == LUA_GAME_WORD || s->kind == LUA_GAME_NUMBER;
    return names && s->min == min ? s->max - s->min + 1 : 0;
}

bool verify_variants(struct verifying *x, bool by_slot, int32_t slot, int64_t min,
                     int32_t values)
{
    if (!by_slot) {
        return (x->game != NULL && values >= x->game->game.players) ||
               verify_fails(x, "a table by player is too short");
    }
    const int64_t wanted = slot_values(x, slot, min);
    return (wanted > 0 && values >= wanted) ||
           verify_fails(x, "a table by slot is not that of a slot");
}

bool verify_set(const struct verifying *x, int32_t set, int32_t layer, int32_t least)
{
    if (x->game == NULL) return set == -1;
    return set >= least && set < x->rules->sets &&
           (set < 0 || x->rules->set[set].layer == layer);
}

bool verify_test(struct verifying *x, const struct pattern_test *t,
                 const struct pattern_cell *cells, int32_t before)
{
    if (t->layer >= verify_layers(x) || !verify_flag(&t->differs))
        return verify_fails(x, "a test of a layer that there is not");
    if (t->by == PATTERN_BY_SAME) {
        /* then the other cell lies on the board, and is known */
        return (t->slot < before && !cells[t->slot].outside &&
                cells[t->slot].least == 0) ||
               verify_fails(x, "'same' of a cell that may not be there");
    }
    if (t->by == PATTERN_BY_AROUND) return verify_around(x, t);
    if (t->by == PATTERN_BY_ROUTE) return verify_route(x, t);
    if (t->by != PATTERN_BY_VALUE && t->by != PATTERN_BY_PLAYER &&
        t->by != PATTERN_BY_SLOT)
        return verify_fails(x, "a test of no kind");
    if (t->masks < 1 || !VERIFY_LIES(x, t->mask, t->masks))
        return verify_fails(x, "the sets of a test are not in the program");
    for (int32_t i = 0; i < t->masks; i++) {
        if (!is_mask(x, &t->mask[i], t->layer) ||
            !verify_set(x, t->mask[i].set, t->layer, -1))
            return verify_fails(x, "a set of values is not what is said of it");
    }
    return t->by == PATTERN_BY_VALUE ||
           verify_variants(x, t->by == PATTERN_BY_SLOT, t->slot, t->min, t->masks);
}

static bool verify_alternatives(struct verifying *x, const struct pattern_cell *cells,
                                int32_t before, const struct pattern_cell *cell)
{
    if (!VERIFY_LIES(x, cell->alternative, cell->alternatives))
        return verify_fails(x, "the alternatives of a cell are not in the program");
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        if (!VERIFY_LIES(x, a->test, a->tests))
            return verify_fails(x, "the tests of a cell are not in the program");
        for (int32_t k = 0; k < a->tests; k++) {
            if (!verify_test(x, &a->test[k], cells, before)) return false;
        }
    }
    return true;
}

/* Whether an alternative compares with another cell. */
static bool compares(const struct pattern_cell *cell)
{
    for (int32_t i = 0; i < cell->alternatives; i++) {
        for (int32_t k = 0; k < cell->alternative[i].tests; k++) {
            if (cell->alternative[i].test[k].by == PATTERN_BY_SAME) return true;
        }
    }
    return false;
}

/* Whether bits answer where the cell fits, if it says so. */
static bool are_bits(const struct pattern_cell *cell)
{
    if (!verify_flag(&cell->by_bits)) return false;
    for (int32_t i = 0; cell->by_bits && i < cell->alternatives; i++) {
        const struct pattern_alternative *a = &cell->alternative[i];
        for (int32_t k = 0; k < a->tests; k++) {
            const struct pattern_test *t = &a->test[k];
            if (t->by == PATTERN_BY_SAME) return false;
            if (t->by == PATTERN_BY_AROUND && !t->around->what->by_bits) return false;
            for (int32_t n = 0; n < t->masks; n++) {
                if (t->mask[n].set < 0) return false;
            }
        }
    }
    return true;
}

/* What makes the usual tests fast. */
static bool are_short_cuts(const struct pattern_cell *cell)
{
    const struct pattern_alternative *a = cell->alternative;
    const bool plain = cell->alternatives == 1 && !pattern_asks_others(cell);
    if (plain ? cell->test != a->test || cell->tests != a->tests : cell->tests != -1)
        return false;
    if (cell->only != (plain && a->tests == 1 ? a->test : NULL)) return false;
    if (cell->deciding == NULL) return true;
    if (cell->alternatives != 1 || cell->outside) return false;
    for (int32_t k = 0; k < a->tests; k++) {
        if (cell->deciding == &a->test[k]) return a->test[k].by < PATTERN_BY_SAME;
    }
    return false;
}

bool verify_named(struct verifying *x, const struct pattern_item *items, int32_t n)
{
    if (n != 0 && !VERIFY_LIES(x, items, n))
        return verify_fails(x, "what a cell names is not in the program");
    for (int32_t i = 0; i < n; i++) {
        if (items[i].layer >= verify_layers(x) || !verify_flag(&items[i].group))
            return verify_fails(x, "a cell names what is in no layer");
    }
    return true;
}

static bool verify_cell_of(struct verifying *x, const struct pattern_cell *cells,
                           int32_t before, const struct pattern_cell *cell)
{
    if (!verify_flag(&cell->outside) || cell->least < 0 ||
        cell->least > LUA_GAME_SIDE_MAX ||
        (cell->most != 0 && (cell->least < 1 || cell->most < cell->least)))
        return verify_fails(x, "a cell or run of no length");
    if (cell->least > 0 && cell->outside)
        return verify_fails(x, "a run that leaves the board");
    if (!verify_alternatives(x, cells, before, cell)) return false;
    if (!are_short_cuts(cell) || !are_bits(cell))
        return verify_fails(x, "a short cut of a cell is not what it tests");
    if (cell->text == NULL || cell->length < 0 ||
        !verify_lies(x, cell->text, (int64_t)cell->length + 1, 1, 1))
        return verify_fails(x, "the text of a cell is not in the program");
    return verify_named(x, cell->named, cell->names);
}

bool verify_cell(struct verifying *x, const struct pattern_cell *cell)
{
    if (!VERIFY_LIES(x, cell, 1)) return verify_fails(x, "a cell is not in the program");
    if (!verify_cell_of(x, NULL, 0, cell)) return false;
    return (!cell->outside && cell->least == 0) ||
           verify_fails(x, "a condition asks off the board");
}

/* ---- patterns ---- */

static bool verify_shape(struct verifying *x, const struct pattern *p)
{
    const bool *const flags[] = {&p->runs,      &p->rewrites, &p->given,   &p->every,
                                 &p->inside,    &p->changes,  &p->by_bits, &p->slides,
                                 &p->asks_slot, &p->aligned,  &p->plain,   &p->near,
                                 &p->limited,   &p->strikes,  &p->pushes};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        if (!verify_flag(flags[i])) return verify_fails(x, "a pattern is half said");
    }
    if (p->rows < 1 || p->cols < 1 || p->rows > PATTERN_CELLS_MAX ||
        p->cols > PATTERN_CELLS_MAX || p->cells != p->rows * p->cols ||
        p->cells > PATTERN_CELLS_MAX || p->anchor < 0 || p->anchor >= p->cells)
        return verify_fails(x, "a pattern of no shape");
    return VERIFY_LIES(x, p->cell, p->cells) ||
           verify_fails(x, "the cells of a pattern are not in the program");
}

static bool verify_cells(struct verifying *x, const struct pattern *p)
{
    bool runs = false, inside = true, limited = false;
    for (int32_t i = 0; i < p->cells; i++) {
        if (!verify_cell_of(x, p->cell, i, &p->cell[i])) return false;
        runs = runs || p->cell[i].least > 0;
        limited = limited || p->cell[i].most > 0;
        inside = inside && !p->cell[i].outside;
    }
    if (p->runs != runs || (runs && p->rows > 1) || p->limited != limited)
        return verify_fails(x, "a pattern hides its runs");
    if (p->strikes && (x->rules == NULL || p->struck < 0 || p->struck >= p->cells ||
                       p->struck_layer >= verify_layers(x)))
        return verify_fails(x, "a pattern strikes no cell of it");
    /* the anchor is asked before the place of the others is known */
    if (p->around != pattern_reach(p))
        return verify_fails(x, "a pattern hides how far it looks");
    if (p->inside != inside || compares(&p->cell[p->anchor]))
        return verify_fails(x, "a pattern hides what is off the board");
    return true;
}

static bool verify_ways(struct verifying *x, const struct pattern *p)
{
    const bool fixed = p->relative == PATTERN_FIXED;
    if (p->pick > PATTERN_RANDOM || p->relative > PATTERN_RIGHT || p->directions < 0 ||
        p->directions > GRID_DIRECTIONS || (fixed && !p->given && p->directions == 0))
        return verify_fails(x, "a pattern with no way to lie");
    const bool hexagons = x->game != NULL && x->game->hexagons;
    for (int32_t i = 0; i < p->directions; i++) {
        if (p->direction[i] >= GRID_DIRECTIONS ||
            direction_name_on(p->direction[i], hexagons) == NULL)
            return verify_fails(x, "a pattern lies in no direction");
    }
    if (p->given && (!fixed || x->form == NULL || x->form->direction < 0))
        return verify_fails(x, "a direction that no action gives");
    if (p->pushes != pattern_is_pusher(p))
        return verify_fails(x, "a pattern pushes that cannot");
    if (fixed) return true;
    if (p->heading_layer >= verify_layers(x) || !VERIFY_LIES(x, p->heading, 256))
        return verify_fails(x, "the headings of a pattern are not in the program");
    for (int v = 0; v < 256; v++) {
        if (p->heading[v] >= GRID_SIDES && p->heading[v] != GRID_DIRECTIONS)
            return verify_fails(x, "a heading that is none");
    }
    return true;
}

/* Whether the spot is test k of this cell of the pattern, in this direction. */
static bool is_spot(const struct pattern *p, enum direction d, int32_t i, int32_t k,
                    const struct pattern_spot *spot)
{
    const struct pattern_cell *cell = &p->cell[i];
    const struct place at = pattern_cell_place(p, i, d);
    if (spot->cell != cell || spot->row != at.row || spot->col != at.col) return false;
    if (cell->tests <= 0 || pattern_spots_of(cell) != cell->tests ||
        cell->test[k].by != PATTERN_BY_VALUE)
        return spot->kinds == NULL;
    return spot->kinds == &cell->test[k].mask->kinds &&
           spot->layer == cell->test[k].layer;
}

static bool verify_spots(struct verifying *x, const struct pattern *p)
{
    const struct pattern_spot *first = NULL;
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        const struct pattern_spot *spot = p->spot[d];
        int32_t n = 0;
        if (spot == NULL) continue;
        if (p->runs || !VERIFY_LIES(x, spot, p->spots))
            return verify_fails(x, "the spots of a pattern are not in the program");
        for (int32_t i = 0; i < p->cells; i++) {
            const struct pattern_cell *cell = &p->cell[i];
            const int32_t spots = i == p->anchor ? 0 : pattern_spots_of(cell);
            if (compares(cell)) return verify_fails(x, "a spot cannot compare cells");
            for (int32_t k = 0; k < spots; k++) {
                if (n == p->spots || !is_spot(p, (enum direction)d, i, k, &spot[n++]))
                    return verify_fails(x, "a spot is not where its cell is");
            }
        }
        if (n != p->spots) return verify_fails(x, "a spot of no cell");
        const bool alone =
            !p->given && p->relative == PATTERN_FIXED && p->directions == 1;
        if (alone && p->direction[0] == (enum direction)d && n > 0) first = spot;
    }
    return p->first == NULL || p->first == first ||
           verify_fails(x, "the first spot is none");
}

/* Whether the pattern is prepared for all of its directions. */
static bool has_spots(const struct pattern *p)
{
    const bool fixed = !p->given && p->relative == PATTERN_FIXED;
    for (int32_t i = 0; i < (fixed ? p->directions : GRID_DIRECTIONS); i++) {
        if (p->spot[fixed ? p->direction[i] : (enum direction)i] == NULL) return false;
    }
    return true;
}

/* What bits need that say where the pattern fits. */
static bool verify_bits(struct verifying *x, const struct pattern *p)
{
    bool fine = !p->by_bits || (x->game != NULL && !p->limited);
    for (int32_t i = 0; p->by_bits && i < p->cells; i++)
        fine = fine && p->cell[i].by_bits;
    for (int i = 0; p->by_bits && p->relative != PATTERN_FIXED && i < GRID_SIDES; i++)
        fine = fine && verify_set(x, p->heading_set[i], p->heading_layer, 0);
    for (int i = 0; p->by_bits && i < LUA_GAME_PLAYERS_MAX; i++) {
        fine = fine && p->left[i] >= -1 && p->left[i] < PATTERN_LEFTS_MAX;
        if (p->given || p->asks_slot) fine = fine && p->left[i] == -1;
    }
    for (int d = 0; p->near && d < GRID_DIRECTIONS; d++) {
        const struct pattern_spot *spot = p->spot[d];
        for (int32_t i = 0; spot != NULL && i < p->spots; i++, spot++) {
            const struct pattern_test *t = spot->cell->only;
            fine = fine && t != NULL && spot->row >= -PATTERN_NEAR &&
                   spot->row <= PATTERN_NEAR && spot->col >= -PATTERN_NEAR &&
                   spot->col <= PATTERN_NEAR;
            for (int32_t k = 0; fine && k < t->masks; k++)
                fine = t->mask[k].set < PATTERN_NEAR_SETS;
        }
    }
    if (p->near)
        fine = fine && p->by_bits && p->inside && !p->runs &&
               p->cell[p->anchor].only != NULL && has_spots(p);
    return fine || verify_fails(x, "the bits of a pattern are those of none");
}

bool verify_pattern(struct verifying *x, const struct pattern *p)
{
    if (!VERIFY_LIES(x, p, 1)) return verify_fails(x, "a pattern is not in the program");
    if (p->text == NULL || !verify_text(x, p->text))
        return verify_fails(x, "the text of a pattern is not in the program");
    return verify_shape(x, p) && verify_cells(x, p) && verify_ways(x, p) &&
           verify_spots(x, p) && verify_bits(x, p) && verify_right(x, p);
}
