/*
 * Listing the actions of a form "<piece> <direction>", with or without other words, whose
 * rules begin with the kind of a slot.
 */
#include <assert.h>

#include "list_actions.h"

enum { BITS = 64 };

/* The first cell of a run, and the cell behind it, by their numbers on the board. */
struct piece_run {
    int32_t first, end;
};

/* Which way each piece can go. */
struct going {
    struct listing *x;
    const unsigned char *cells; /* of the layer of the pieces */
    const struct lua_game_slot *ways;
    const enum direction *direction;
    int count;                      /* of ways */
    int32_t step[PATTERN_WAYS_MAX]; /* to the next cell, by way */
    /* By piece: a bit for each way, by their slot's index, in which it can go; by piece and
     * way the run that goes, if the rule begins with one. Only for the pieces whose bits are
     * in `some`. */
    uint64_t some[LUA_GAME_WORDS_MAX / BITS];
    unsigned char can[LUA_GAME_WORDS_MAX];
    struct piece_run run[LUA_GAME_WORDS_MAX][PATTERN_WAYS_MAX];
    /* For a rule that begins with a run: what the cell after it must be, and whether nothing
     * else is asked. */
    struct pattern_deciding next;
    bool whole;
};

static void set_way(struct going *g, int piece, int way)
{
    struct listing *x = g->x;
    x->slot[x->form->piece] = x->slots->slot[x->form->piece].min + piece;
    x->slot[x->form->direction] = g->ways->min + way;
    x->run.direction = g->direction[way];
}

/* The ways in which a piece can go, as far as it is noted. */
static inline unsigned char *ways_of(struct going *g, int piece)
{
    const uint64_t bit = UINT64_C(1) << piece % BITS;
    if ((g->some[piece / BITS] & bit) == 0) {
        g->some[piece / BITS] |= bit;
        g->can[piece] = 0;
    }
    return &g->can[piece];
}

/* Notes that a piece can go, if a rule fits that begins at this place. */
static void try_way(struct going *g, int piece, int way, struct place at)
{
    unsigned char *ways = ways_of(g, piece);
    if (*ways >> way & 1) return;
    set_way(g, piece, way);
    if (pattern_one_fits(g->x, at)) *ways |= (unsigned char)(1u << way);
}

/* ---- any rules ---- */

static void list_cells(struct going *g)
{
    const struct pattern_board *b = &g->x->run.board;
    for (struct place at = {0, 0}; at.row < b->rows; pattern_step_on(b, &at)) {
        int piece = g->x->form->piece_of[g->cells[at.row * b->row + at.col]];
        for (int way = 0; piece >= 0 && way < g->count; way++) try_way(g, piece, way, at);
    }
}

/* ---- a rule that begins with a run ---- */

static void prepare_runs(struct going *g)
{
    const struct pattern_rule *rule = g->x->form->rule;
    const struct pattern_cell *cell = rule->pattern->cell;
    g->next = pattern_decides(&g->x->run, &cell[1]);
    g->whole = rule->pattern->cells == 2 && cell[1].only != NULL && cell[1].least <= 1 &&
               cell[0].least == 2 && rule->slot == NULL && rule->when.terms == 0;
    for (int way = 0; way < g->count; way++) {
        const enum direction d = g->direction[way];
        g->step[way] = direction_rows[d] * g->x->run.board.cols + direction_cols[d];
    }
}

/* The run that ends before this cell, with two cells or more, of those from `from` up to
 * `to`. */
static inline struct piece_run run_before(const struct going *g, int32_t end,
                                          int32_t step, int32_t from, int32_t to)
{
    const unsigned char kind = g->cells[end - step];
    struct piece_run r = {end - 2 * step, end};
    int32_t next = r.first - step;
    for (; next >= from && next < to && g->cells[next] == kind; next -= step)
        r.first = next;
    return r;
}

/* Notes where the piece goes: from the first of its runs that can. */
static inline void note_run(struct going *g, int piece, int way, struct piece_run r)
{
    unsigned char *ways = ways_of(g, piece);
    if ((*ways >> way & 1) != 0 && r.first >= g->run[piece][way].first) return;
    *ways |= (unsigned char)(1u << way);
    g->run[piece][way] = r;
}

/* Notes the pieces that have two cells this way before the cells with these numbers, counted
 * from a row on. `column` has the cells of the first column. */
static inline void note_ends(struct going *g, int32_t row, uint64_t column, int way,
                             uint64_t numbers)
{
    const struct pattern_board *b = &g->x->run.board;
    const int32_t cols = b->cols, before = row * cols, step = g->step[way];
    const bool across = direction_cols[g->direction[way]] != 0;
    int32_t from = 0, to = b->rows * cols;
    for (; numbers != 0; numbers &= numbers - 1) {
        const int number = __builtin_ctzll(numbers), end = before + number;
        const unsigned char kind = g->cells[end - step];
        const int piece = g->x->form->piece_of[kind];
        if (piece < 0 || g->cells[end] == kind) continue;
        if (across) {
            uint64_t starts = column & ~UINT64_C(0) >> (BITS - 1 - number);
            from = before + BITS - 1 - __builtin_clzll(starts);
            to = from + cols;
        }
        struct piece_run r = run_before(g, end, step, from, to);
        if (g->whole)
            note_run(g, piece, way, r);
        else
            try_way(g, piece, way, (struct place){r.first / cols, r.first % cols});
    }
}

static uint64_t first_bits(int32_t n)
{
    return n == 0 ? 0 : ~UINT64_C(0) >> (BITS - n);
}

/* Bit i: cell i of n may follow a run. */
static uint64_t may_follow(const struct going *g, int32_t row, int32_t n)
{
    const unsigned char *cells = g->next.cells + row * g->x->run.board.row;
    const int32_t only = g->next.mask->only;
    const uint64_t wanted = lanes_of(only);
    uint64_t may = 0;
    for (int32_t i = 0; only >= 0 && i < n; i += 8)
        may |= lanes_alike_bits(lanes_at(cells + i), wanted) << i;
    for (int32_t i = 0; only < 0 && i < n; i++)
        may |= (uint64_t)kinds_has(&g->next.mask->kinds, cells[i]) << i;
    return may & first_bits(n);
}

/* Bit i: cell i of n and the one that far from it are alike. */
static uint64_t alike(const unsigned char *cells, ptrdiff_t far, int32_t n)
{
    uint64_t bits = 0;
    for (int32_t i = 0; i < n; i += 8)
        bits |= lanes_alike_bits(lanes_at(cells + i), lanes_at(cells + i + far)) << i;
    return bits & first_bits(n);
}

/* The ends of runs in some rows, numbered as below: by direction, before which cells two lie
 * that are alike. `column` has the cells of the first column. */
static void find_ends(const struct going *g, int32_t row, int32_t rows, uint64_t column,
                      uint64_t ends[])
{
    const struct pattern_board *b = &g->x->run.board;
    const int32_t cols = b->cols, skip = row > 2 ? 0 : 2 - row;
    const unsigned char *cells = g->cells + row * b->row;
    const uint64_t last = column << (cols - 1),
                   across = alike(cells, 1, rows * cols) & ~last;
    const int32_t above = b->rows - 2 - row < rows ? b->rows - 2 - row : rows,
                  below = rows - skip;
    ends[GRID_UP] = above > 0 ? alike(cells + cols, cols, above * cols) : 0;
    ends[GRID_DOWN] = below > 0 ? alike(cells + (skip - 2) * cols, cols, below * cols)
                                      << skip * cols
                                : 0;
    ends[GRID_LEFT] = across >> 1 & ~last;
    ends[GRID_RIGHT] = across << 2 & ~column;
}

/* Looks for the ends of runs: two cells that are alike, and one that may follow. Takes as many
 * rows at a time as a word has bits for. */
static void list_runs(struct going *g)
{
    const struct pattern_board *b = &g->x->run.board;
    const int32_t many = BITS / b->cols;
    uint64_t column = 1, ends[GRID_SIDES];
    assert(b->row == b->cols);
    for (int32_t far = b->cols; far < BITS; far *= 2) column |= column << far;
    prepare_runs(g);
    const bool one =
        b->cols < BITS && g->next.cells == g->cells && g->next.mask->only >= 0;
    for (int32_t row = 0; row < b->rows; row += many) {
        const int32_t rows = b->rows - row < many ? b->rows - row : many;
        const uint64_t may = may_follow(g, row, rows * b->cols), more = one ? may : 0;
        find_ends(g, row, rows, column, ends);
        /* Where only one kind may follow, a run of this kind does not go. */
        for (int way = 0; way < g->count; way++) {
            const int32_t step = g->step[way];
            uint64_t none = step < 0 ? more >> -step : more << step;
            note_ends(g, row, column, way, may & ends[g->direction[way]] & ~none);
        }
    }
}

/* ---- offering ---- */

/* Foresees that the last cell of a run becomes empty, and the one after it of its kind. */
static inline void foresee_shift(const struct going *g, struct piece_run r,
                                 struct foreseen *f)
{
    enum { WORD = sizeof(uint64_t) };
    const unsigned char *state = g->x->run.state, *head = g->cells + r.end,
                        *tail = g->cells + r.first;
    const uint32_t from = (uint32_t)(tail - state), to = (uint32_t)(head - state);
    struct change *change = f->change;
    change->at = from / WORD * WORD;
    memcpy(&change->to, state + change->at, WORD);
    ((unsigned char *)&change->to)[from % WORD] = (unsigned char)g->x->form->shift_blank;
    if (to / WORD != from / WORD) {
        change++;
        change->at = to / WORD * WORD;
        memcpy(&change->to, state + change->at, WORD);
    }
    ((unsigned char *)&change->to)[to % WORD] = *tail;
    f->changes = (int32_t)(change - f->change) + 1;
}

/* Offers that a piece goes this way. */
static inline void offer_way(struct going *g, action a, int piece, int way)
{
    struct listing *x = g->x;
    struct pattern_chosen chosen;
    if (x->foreseen == NULL || x->offered.count >= x->foreseen_max) {
        offer_action(&x->offered, a);
    } else if (g->whole && x->form->shifts) {
        struct foreseen *f = &x->foreseen[x->offered.count];
        f->by = a;
        foresee_shift(g, g->run[piece][way], f);
        offer_action(&x->offered, a);
    } else {
        set_way(g, piece, way);
        if (pattern_choose(&x->run, x->form, &chosen)) pattern_offer(x, a, &chosen);
    }
}

/* Offers what is noted of pieces 64 i .. 64 i + 63: those ways whose bits are set. */
static inline void offer_some(struct going *g, action first, int i, unsigned ways)
{
    const struct pattern_form *form = g->x->form;
    const int64_t by_piece = form->weight[form->piece],
                  by_way = form->weight[form->direction];
    for (uint64_t rest = g->some[i]; rest != 0; rest &= rest - 1) {
        const int piece = BITS * i + __builtin_ctzll(rest);
        const action a = first + piece * by_piece;
        for (unsigned can = g->can[piece] & ways; can != 0; can &= can - 1) {
            const int way = __builtin_ctz(can);
            offer_way(g, a + way * by_way, piece, way);
        }
    }
}

/* Offers what is noted, in the order of the actions. */
static void offer_all(struct going *g, action first)
{
    enum { ALL = (1 << PATTERN_WAYS_MAX) - 1, PARTS = LUA_GAME_WORDS_MAX / BITS };
    if (g->x->form->piece < g->x->form->direction) { /* the piece's slot changes last */
        for (int i = 0; i < PARTS; i++) offer_some(g, first, i, ALL);
        return;
    }
    for (int way = 0; way < g->count; way++) {
        for (int i = 0; i < PARTS; i++) offer_some(g, first, i, 1u << way);
    }
}

void pattern_list_pieces(struct listing *x, action first)
{
    const struct pattern_form *form = x->form;
    struct going g;
    g.x = x;
    g.ways = &x->slots->slot[form->direction];
    g.cells = x->run.seen + form->piece_test->layer * x->run.board.layer;
    g.direction = &x->run.rules->direction_of[g.ways->min];
    g.count = (int)(g.ways->max - g.ways->min + 1);
    g.whole = false;
    memset(g.some, 0, sizeof g.some);
    for (int32_t k = 0; k < x->slots->slots; k++) x->slot[k] = x->slots->slot[k].min;
    if (form->by_runs && x->run.board.cols <= BITS)
        list_runs(&g);
    else
        list_cells(&g);
    offer_all(&g, first);
}
