/*
 * Listing the actions of a form "<piece> <direction>", whose rules begin with the kind of
 * a slot.
 */
#include "rules_list.h"

enum { WAYS_MAX = 8, BITS = 64 };

/* Which way each piece can go. */
struct going {
    struct listing *x;
    const unsigned char *cells; /* of the layer of the pieces */
    const struct lua_game_slot *ways;
    const enum direction *direction;
    int count;                /* of ways */
    ptrdiff_t step[WAYS_MAX]; /* to the next cell, by way */
    /* By piece: a bit for each way, by their slot's index, in which it can go; by piece and
     * way the cell behind its run, if the rule begins with one. Only for the pieces whose
     * bits are in `some`. */
    uint64_t some[LUA_GAME_WORDS_MAX / BITS];
    unsigned char can[LUA_GAME_WORDS_MAX];
    struct place end[LUA_GAME_WORDS_MAX][WAYS_MAX];
    /* For a rule that begins with a run: what the cell after it must be, and whether nothing
     * else is asked. */
    struct rules_deciding next;
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
    if (rules_one_fits(g->x, at)) *ways |= (unsigned char)(1u << way);
}

/* ---- any rules ---- */

static void list_cells(struct going *g)
{
    const struct rules_board *b = &g->x->run.board;
    for (struct place at = {0, 0}; at.row < b->rows; rules_step_on(b, &at)) {
        int piece = g->x->form->piece_of[g->cells[at.row * b->row + at.col]];
        for (int way = 0; piece >= 0 && way < g->count; way++) try_way(g, piece, way, at);
    }
}

/* ---- a rule that begins with a run ---- */

static void prepare_runs(struct going *g)
{
    const struct rules_rule *rule = g->x->form->rule;
    const struct rules_cell *cell = rule->pattern->cell;
    g->next = rules_decides(&g->x->run, &cell[1]);
    g->whole = rule->pattern->cells == 2 && cell[1].only != NULL && cell[1].least <= 1 &&
               cell[0].least == 2 && rule->slot == NULL && rule->when.terms == 0;
    for (int way = 0; way < g->count; way++) {
        const enum direction d = g->direction[way];
        g->step[way] = direction_rows[d] * g->x->run.board.row + direction_cols[d];
    }
}

/* How many cells the run has that ends before this place, two or more. */
static inline int32_t length_of(const struct going *g, struct place end, int way)
{
    const struct rules_board *b = &g->x->run.board;
    const int32_t before[] = {[GRID_UP] = b->rows - 1 - end.row,
                              [GRID_DOWN] = end.row,
                              [GRID_LEFT] = b->cols - 1 - end.col,
                              [GRID_RIGHT] = end.col};
    const ptrdiff_t step = g->step[way];
    const unsigned char *cell = g->cells + end.row * b->row + end.col - 2 * step;
    const unsigned char kind = *cell;
    const int32_t most = before[g->direction[way]];
    int32_t n = 2;
    while (n < most && *(cell -= step) == kind) n++;
    return n;
}

/* Where that run begins. */
static struct place begin_run(const struct going *g, struct place end, int way)
{
    const enum direction d = g->direction[way];
    const int32_t n = length_of(g, end, way);
    return (struct place){end.row - n * direction_rows[d],
                          end.col - n * direction_cols[d]};
}

static bool is_before(struct place a, struct place b)
{
    return a.row < b.row || (a.row == b.row && a.col < b.col);
}

/* Notes where the piece goes: from the first of its runs that can. */
static inline void note_end(struct going *g, int piece, int way, struct place end)
{
    unsigned char *ways = ways_of(g, piece);
    if ((*ways >> way & 1) != 0 &&
        !is_before(begin_run(g, end, way), begin_run(g, g->end[piece][way], way)))
        return;
    *ways |= (unsigned char)(1u << way);
    g->end[piece][way] = end;
}

/* Notes the pieces that have two cells this way before the cells of a row with these
 * columns. */
static inline void note_ends(struct going *g, int32_t row, int way, uint64_t cols)
{
    const unsigned char *cells = g->cells + row * g->x->run.board.row;
    const ptrdiff_t step = g->step[way];
    for (; cols != 0; cols &= cols - 1) {
        const struct place end = {row, __builtin_ctzll(cols)};
        const unsigned char kind = cells[end.col - step];
        const int piece = g->x->form->piece_of[kind];
        if (piece < 0 || cells[end.col] == kind) continue;
        if (g->whole)
            note_end(g, piece, way, end);
        else
            try_way(g, piece, way, begin_run(g, end, way));
    }
}

/* Bit j: cell j of the row may follow a run. */
static inline uint64_t may_follow(const struct going *g, int32_t row)
{
    const struct rules_board *b = &g->x->run.board;
    const unsigned char *cells = g->next.cells + row * b->row;
    const int32_t only = g->next.mask->only;
    uint64_t may = 0;
    if (only < 0) {
        for (int32_t j = 0; j < b->cols; j++)
            may |= (uint64_t)kinds_has(&g->next.mask->kinds, cells[j]) << j;
        return may;
    }
    const uint64_t wanted = eight_of(only);
    may = eight_alike_bits(eight_at(cells), wanted);
    for (int32_t j = 8; j < b->cols; j += 8)
        may |= eight_alike_bits(eight_at(cells + j), wanted) << j;
    return may & ~UINT64_C(0) >> (BITS - b->cols);
}

/* Bit j: cell j of the row and the one that far from it are alike. */
static inline uint64_t alike(const struct going *g, int32_t row, ptrdiff_t far)
{
    const struct rules_board *b = &g->x->run.board;
    const unsigned char *cells = g->cells + row * b->row;
    uint64_t bits = eight_alike_bits(eight_at(cells), eight_at(cells + far));
    for (int32_t j = 8; j < b->cols; j += 8)
        bits |= eight_alike_bits(eight_at(cells + j), eight_at(cells + j + far)) << j;
    return bits;
}

/* Looks for the ends of runs row by row: two cells that are alike, and one that may follow. */
static void list_runs(struct going *g)
{
    const struct rules_board *b = &g->x->run.board;
    /* Which cells of a row and the next one are alike: of row - 2, row - 1, row. */
    uint64_t above[3] = {0, 0, b->rows > 1 ? alike(g, 0, b->row) : 0};
    const uint64_t pairs = (UINT64_C(1) << (b->cols - 1)) - 1;
    prepare_runs(g);
    for (int32_t row = 0; row < b->rows; row++) {
        const uint64_t may = may_follow(g, row),
                       below = row + 2 < b->rows ? alike(g, row + 1, b->row) : 0;
        const uint64_t across = alike(g, row, 1) & pairs;
        const uint64_t ends[] = {[GRID_UP] = below,
                                 [GRID_DOWN] = above[0],
                                 [GRID_LEFT] = across >> 1,
                                 [GRID_RIGHT] = across << 2};
        for (int way = 0; way < g->count; way++) {
            const uint64_t cols = may & ends[g->direction[way]];
            if (cols != 0) note_ends(g, row, way, cols);
        }
        above[0] = above[1];
        above[1] = above[2];
        above[2] = below;
    }
}

/* ---- offering ---- */

/* Foresees that the last cell of a run becomes empty, and the one after it of its kind. */
static void foresee_shift(const struct going *g, struct place end, int way,
                          struct foreseen *f)
{
    enum { WORD = sizeof(uint64_t) };
    const struct rules_board *b = &g->x->run.board;
    const unsigned char *state = g->x->run.state,
                        *head = g->cells + end.row * b->row + end.col;
    const unsigned char *tail = head - length_of(g, end, way) * g->step[way];
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
    struct rules_match m;
    if (x->foreseen == NULL || x->offered.count >= x->foreseen_max) {
        offer_action(&x->offered, a);
    } else if (g->whole && x->form->shifts) {
        struct foreseen *f = &x->foreseen[x->offered.count];
        f->by = a;
        foresee_shift(g, g->end[piece][way], way, f);
        offer_action(&x->offered, a);
    } else {
        set_way(g, piece, way);
        rules_offer(x, a, rules_choose(&x->run, x->form, &m), &m);
    }
}

/* Offers what is noted of pieces 64 i .. 64 i + 63: those ways whose bits are set. */
static inline void offer_some(struct going *g, action first, int i, unsigned ways)
{
    const struct rules_form *form = g->x->form;
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
    enum { ALL = (1 << WAYS_MAX) - 1, PARTS = LUA_GAME_WORDS_MAX / BITS };
    if (g->x->form->piece < g->x->form->direction) { /* the piece's slot changes last */
        for (int i = 0; i < PARTS; i++) offer_some(g, first, i, ALL);
        return;
    }
    for (int way = 0; way < g->count; way++) {
        for (int i = 0; i < PARTS; i++) offer_some(g, first, i, 1u << way);
    }
}

void rules_list_pieces(struct listing *x, action first)
{
    const struct rules_form *form = x->form;
    struct going g;
    g.x = x;
    g.ways = &x->slots->slot[form->direction];
    g.cells = x->run.seen + form->piece_test->layer * x->run.board.layer;
    g.direction = &x->run.rules->direction_of[g.ways->min];
    g.count = (int)(g.ways->max - g.ways->min + 1);
    g.whole = false;
    memset(g.some, 0, sizeof g.some);
    if (form->by_runs && x->run.board.cols <= BITS)
        list_runs(&g);
    else
        list_cells(&g);
    offer_all(&g, first);
}
