/*
 * Pieces of several cells that move as a whole, as they lie on the board: where nothing else changes
 * their layer, they keep their shapes.
 *
 *     A A .      "A right"    part (0, 0)  before A   writes empty
 *     A . .                   part (0, 1)  before A
 *                             part (0, 2)  before empty    writes A
 *                             part (1, 0)  before A   writes empty
 *                             part (1, 1)  before empty    writes A
 *
 * Otherwise it is said loosely: a cell of the layer becomes any kind of a piece, or blank.
 */
#include "building.h"

/* ---- whether pieces keep their shapes ---- */

/* Whether a pattern changes the layer. */
static bool changes_layer(const struct pattern *p, int32_t layer)
{
    const int32_t all = p == NULL || !p->rewrites ? 0 : pattern_pairs(p);
    for (int32_t i = 0; i < all; i++) {
        for (int32_t k = 0; k < p->writes[i].count; k++) {
            const struct pattern_write *w = &p->writes[i].write[k];
            for (int32_t n = 0; n < w->choices; n++)
                if (w->choice[n].layer == layer) return true;
            if (w->layer == layer) return true;
        }
    }
    return false;
}

static struct kinds kinds_of_piece(struct building *b, const struct pattern_move *m,
                                   const struct pattern_cell *cell)
{
    const struct view any = {.player = 1, .loose = true};
    const struct model_cell c = model_cell_of(b, &any, cell, NULL);
    return model_cell_kinds(b, &c, m->layer);
}

/* Whether the piece is told by values of its layer alone, and of the whole ones each has a kind. */
static bool is_plain(const struct pattern_move *m)
{
    const struct pattern_test *t = m->piece->only;
    if (t == NULL || t->layer != m->layer || t->by > PATTERN_BY_SLOT) return false;
    for (int32_t i = 0; i < t->masks; i++) {
        if (kinds_has(&t->mask[i].kinds, m->blank)) return false;
        if (m->whole && kinds_count(&t->mask[i].kinds) != 1) return false;
    }
    return true;
}

/* Whether the pieces of two moves are told alike, or by other kinds. */
static bool are_apart(const struct pattern_move *a, const struct pattern_move *b)
{
    const struct pattern_test *s = a->piece->only, *t = b->piece->only;
    for (int32_t i = 0; i < s->masks; i++) {
        for (int32_t k = 0; k < t->masks; k++) {
            const struct kinds *x = &s->mask[i].kinds, *y = &t->mask[k].kinds;
            if (kinds_meet(x, y) && !kinds_same(x, y)) return false;
        }
    }
    return true;
}

/* Whether a rule leaves the shapes of the pieces as they are that `m` moves. */
static bool leaves_shapes(struct building *b, const struct pattern_rule *rule,
                          const struct pattern_move *m)
{
    const struct pattern_move *other = rule->move;
    if (changes_layer(rule->pattern, m->layer)) return false;
    if (rule->squash != NULL && rule->squash->layer == m->layer) return false;
    if (other == NULL || other->layer != m->layer) return true;
    const struct kinds pieces = kinds_of_piece(b, m, m->piece),
                       into = kinds_of_piece(b, other, other->into);
    const bool alike = other->whole == m->whole && other->joins == m->joins &&
                       kinds_same(&other->right, &m->right) &&
                       kinds_same(&other->down, &m->down);
    return alike && is_plain(other) && are_apart(m, other) && !kinds_meet(&pieces, &into);
}

static bool keep_shapes(struct building *b, const struct pattern_move *m)
{
    const struct pattern_program *rules = b->rules;
    bool keep = rules->only;
    for (int32_t i = 0; i < b->s->forms; i++)
        for (int32_t k = 0; k < rules->form[i].rules; k++)
            keep = keep && leaves_shapes(b, &rules->form[i].rule[k], m);
    for (int32_t i = 0; i < rules->steps; i++)
        for (int32_t k = 0; k < rules->step[i].rules; k++)
            keep = keep && leaves_shapes(b, &rules->step[i].rule[k], m);
    return keep;
}

/* ---- the pieces of the board ---- */

struct shape {
    const struct pattern_move *m;
    struct model_cell piece;    /* for the view */
    const unsigned char *value; /* the layer of the board */
    struct place cell[PATTERN_PIECE_MAX];
    int32_t count;
};

static int value_at(const struct building *b, const struct shape *s, struct place at)
{
    return s->value[at.row * b->m->cols + at.col];
}

static bool is_cell(const struct building *b, const struct shape *s, struct place at)
{
    if (at.row < 0 || at.col < 0 || at.row >= b->m->rows || at.col >= b->m->cols)
        return false;
    const int value = value_at(b, s, at);
    const struct kinds kinds = model_cell_kinds(b, &s->piece, s->m->layer);
    return kinds_has(&kinds, value);
}

static int32_t find_cell(const struct shape *s, struct place at)
{
    int32_t i = 0;
    while (i < s->count && (s->cell[i].row != at.row || s->cell[i].col != at.col)) i++;
    return i < s->count ? i : -1;
}

static bool is_joined(const struct building *b, const struct shape *s, struct place at,
                      struct place next, enum direction d)
{
    const int here = value_at(b, s, at), there = value_at(b, s, next);
    if (!s->m->joins) return here == there;
    const struct kinds *on = d == GRID_UP || d == GRID_DOWN ? &s->m->down : &s->m->right;
    return kinds_has(on, d == GRID_UP || d == GRID_LEFT ? there : here);
}

/* Takes the cells that hang together with the first one. False: too many, or one goes on in a cell
 * where no piece is, which another one may come to. */
static bool take_joined(const struct building *b, struct shape *s)
{
    const int beside = b->s->hexagons ? DIRECTIONS_HEX : DIRECTIONS_ORTHOGONAL;
    for (int32_t i = 0; i < s->count; i++) {
        for (int d = 0; d < GRID_NEIGHBOURS; d++) {
            const struct place at = s->cell[i], next = place_step(at, (enum direction)d);
            if (!direction_is_in((enum direction)d, beside)) continue;
            if (!is_cell(b, s, next)) {
                const struct kinds *on = d == GRID_DOWN ? &s->m->down : &s->m->right;
                const bool ahead = d == GRID_DOWN || d == GRID_RIGHT;
                if (s->m->joins && ahead && kinds_has(on, value_at(b, s, at)))
                    return false;
                continue;
            }
            if (find_cell(s, next) >= 0 || !is_joined(b, s, at, next, (enum direction)d))
                continue;
            if (s->count == PATTERN_PIECE_MAX) return false;
            s->cell[s->count++] = next;
        }
    }
    return true;
}

/* Takes all cells that fit. */
static bool take_all(const struct building *b, struct shape *s, int32_t cell)
{
    for (int32_t i = cell + 1; i < b->m->cells; i++) {
        const struct place at = {i / b->m->cols, i % b->m->cols};
        if (!is_cell(b, s, at)) continue;
        if (s->count == PATTERN_PIECE_MAX) return false;
        s->cell[s->count++] = at;
    }
    return true;
}

/* The next piece of the board, whose first cell is at *cell or behind it. False: there is none; *fine
 * becomes false if a shape may change. */
static bool next_shape(const struct building *b, struct shape *s, int32_t *cell,
                       bool *fine)
{
    while (*fine && *cell < b->m->cells) {
        const int32_t at = (*cell)++;
        bool first = true; /* in reading order */
        s->cell[0] = (struct place){at / b->m->cols, at % b->m->cols};
        s->count = 1;
        if (!is_cell(b, s, s->cell[0])) continue;
        *fine = s->m->whole ? take_all(b, s, at) : take_joined(b, s);
        for (int32_t i = 1; i < s->count; i++)
            first = first && s->cell[i].row * b->m->cols + s->cell[i].col > at;
        if (!first) continue;
        if (s->m->whole) *cell = b->m->cells;
        return *fine;
    }
    return false;
}

/* Whether a piece of the same shape and kinds comes before this one. */
static bool is_repeated(const struct building *b, const struct shape *s)
{
    const struct place first = s->cell[0];
    struct shape x = *s;
    bool fine = true;
    for (int32_t cell = 0; next_shape(b, &x, &cell, &fine);) {
        const struct place by = place_minus(first, x.cell[0]);
        bool same = x.count == s->count;
        if (by.row == 0 && by.col == 0) return false;
        for (int32_t i = 0; same && i < x.count; i++) {
            const struct place at = place_plus(x.cell[i], by);
            same =
                find_cell(s, at) >= 0 && value_at(b, s, at) == value_at(b, s, x.cell[i]);
        }
        if (same) return true;
    }
    return false;
}

/* Whether two pieces of one kind, which might come to hang together, are on the board. */
static bool may_merge(const struct building *b, struct shape *s)
{
    struct kinds met = {{0, 0, 0, 0}};
    bool fine = true;
    for (int32_t cell = 0;
         !s->m->whole && !s->m->joins && next_shape(b, s, &cell, &fine);) {
        const int value = value_at(b, s, s->cell[0]);
        if (kinds_has(&met, value)) return true;
        kinds_add(&met, value);
    }
    return !fine;
}

/* ---- moves ---- */

/* Where a piece goes: step by step, around corners. */
struct route {
    struct place by[2 * LUA_GAME_SIDE_MAX];
    int32_t count;
};

static struct model_part *part_at(struct model_part *part, int32_t *parts,
                                  struct place at)
{
    int32_t i = 0;
    while (i < *parts && (part[i].row != at.row || part[i].col != at.col)) i++;
    if (i == *parts) part[(*parts)++] = (struct model_part){.row = at.row, .col = at.col};
    return &part[i];
}

static void set_write(struct building *b, const struct pattern_move *m,
                      struct model_part *part, int value, int32_t from)
{
    const struct kinds before = model_cell_kinds(b, &part->before, m->layer),
                       kinds = kinds_of(value);
    if (kinds_within(&before, &kinds)) return;
    struct model_write *w = building_take(b, 1, sizeof *w);
    if (w == NULL) return;
    *w = (struct model_write){.layer = m->layer, .kinds = kinds, .from = from};
    part->write = w;
    part->writes = 1;
}

static void add_route(struct building *b, const struct view *v, const struct shape *s,
                      const struct route *r)
{
    const struct model_cell into = model_cell_of(b, v, s->m->into, NULL);
    const struct place first = s->cell[0], last = r->by[r->count - 1];
    struct model_part *part =
        building_take(b, (size_t)s->count * (size_t)(r->count + 1), sizeof *part);
    int32_t parts = 0;
    if (part == NULL || model_cell_never(&into)) return;
    for (int32_t i = 0; i < s->count; i++) {
        const struct kinds value = kinds_of(value_at(b, s, s->cell[i]));
        const struct model_cell any = {NULL, 0};
        part_at(part, &parts, place_minus(s->cell[i], first))->before =
            model_cell_only(b, any, s->m->layer, &value);
    }
    for (int32_t k = 0; k < r->count; k++) {
        for (int32_t i = 0; i < s->count; i++) {
            const struct place at = place_plus(place_minus(s->cell[i], first), r->by[k]);
            const int32_t had = parts;
            struct model_part *there = part_at(part, &parts, at);
            if (parts > had) there->before = into;
        }
    }
    for (int32_t k = 0; k < parts; k++) {
        const struct place here = {part[k].row, part[k].col},
                           source = place_plus(place_minus(here, last), first);
        const int32_t from = find_cell(s, source);
        const int value = from < 0 ? s->m->blank : value_at(b, s, s->cell[from]);
        set_write(b, s->m, &part[k], value, from + 1);
    }
    model_add_move(b, v, part, parts);
    b->pieces = true;
}

/* Whether a step in the direction of the view goes around a corner. */
static bool slants(const struct building *b, const struct view *v)
{
    return !b->s->hexagons && direction_rows[v->d] != 0 && direction_cols[v->d] != 0;
}

/* All ways of so many steps in the direction of the view, of which one around a corner is two. */
static void add_routes(struct building *b, const struct view *v, const struct shape *s,
                       int32_t steps)
{
    const int down = direction_rows[v->d], across = direction_cols[v->d];
    const bool two = slants(b, v);
    for (int32_t corners = 0; corners < (two ? 1 << steps : 1); corners++) {
        struct route r;
        r.count = 0;
        for (int32_t n = 0; n < steps; n++) {
            const bool upright = corners >> n & 1;
            if (two)
                r.by[r.count++] = (struct place){n * down + (upright ? down : 0),
                                                 n * across + (upright ? 0 : across)};
            r.by[r.count++] = (struct place){(n + 1) * down, (n + 1) * across};
        }
        add_route(b, v, s, &r);
    }
}

bool model_piece_moves(struct building *b, const struct view *v)
{
    enum { SLANTS_MAX = 4, PARTS_MAX = 2048 };
    const struct pattern_move *m = v->rule->move;
    const int32_t most = b->m->rows > b->m->cols ? b->m->rows : b->m->cols;
    const bool two = slants(b, v);
    const int64_t steps = m->steps < 0 ? 1 : v->slot[m->steps];
    bool fine = true;
    struct shape s = {.m = m, .piece = model_cell_of(b, v, m->piece, NULL)};
    s.value = lua_game_cells(b->s, b->state) + (ptrdiff_t)m->layer * b->m->cells;
    if (!is_plain(m) || !keep_shapes(b, m) || may_merge(b, &s)) return false;
    if (two && steps > SLANTS_MAX) return false;
    if (steps < 1 || steps > most) return true; /* no board has room for it */
    for (int32_t cell = 0; !b->failed && next_shape(b, &s, &cell, &fine);) {
        if (s.count * (steps + 1) * (two ? 2 : 1) > PARTS_MAX) return false;
        if (!is_repeated(b, &s)) add_routes(b, v, &s, (int32_t)steps);
    }
    return fine;
}
