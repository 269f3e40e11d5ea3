/*
 * Asks the solver's bounds about positions of any search (search/expert.h).
 */
#include "horizontally_expert.h"

#include "base/rng.h"
#include "horizontally_moves.h"
#include "search/expert.h"

/* What is studied, and the position that is asked about. */
struct studied {
    struct moves moves;
    struct lines all; /* the lines of all free cells; those of the moves lack some */
    int player;       /* from 0; -1 at first */
    struct cells live;
    int free;    /* moves */
    bool placed; /* the moves are those of the position */
    struct candidate *list;
    int16_t *number; /* of the action at a cell */
};

static enum search_end study(const void *root, const struct search_limits *limits,
                             struct search_progress *progress, void **known)
{
    const struct horizontally *h = root;
    const int32_t cells = rows_of(h) * cols_of(h);
    enum { LEAST_MEMORY = 1 << 24 };
    *known = NULL;
    if (limits->memory > 0 && limits->memory < LEAST_MEMORY) return SEARCH_GOES_ON;
    if (fields_of(h) == 1 || cells > TABLE_CELLS) return SEARCH_GOES_ON;
    struct studied *s = search_zeroed(limits, 1, sizeof *s);
    if (s == NULL) return SEARCH_GOES_ON;
    s->list = search_resize(limits, NULL, (uint64_t)cells + 2, sizeof *s->list);
    s->number = search_resize(limits, NULL, (uint64_t)cells, sizeof *s->number);
    if (s->list == NULL || s->number == NULL) return SEARCH_GOES_ON;
    lines_set(&s->moves.lines, h);
    if (!moves_open(&s->moves, 1, limits, progress)) return SEARCH_STOPPED;
    if (s->moves.bounds.pairs) regions_open(&s->moves.regions, cells, limits);
    s->player = -1;
    *known = s;
    return SEARCH_GOES_ON;
}

/* Looks at a position, unless that was done last. */
static void look(struct studied *s, const struct horizontally *h)
{
    struct lines *all = &s->all;
    const size_t rows = (size_t)rows_of(h) * sizeof h->row[0];
    if (s->player == (int)h->player - 1 && memcmp(all->line[1], h->row, rows) == 0)
        return;
    s->player = (int)h->player - 1;
    lines_set(all, h);
    s->live = keys_live(&s->moves.keys, keys_cells(&s->moves.keys, all), &s->free);
    s->placed = false;
}

/* Places a position for the bounds. */
static void place(struct studied *s, const struct horizontally *h)
{
    look(s, h);
    if (!s->placed) moves_place(&s->moves, s->live, s->free);
    s->placed = true;
}

static int winner(void *known, const void *state)
{
    struct studied *s = known;
    struct moves *m = &s->moves;
    bool won;
    place(s, state);
    const int mover = s->player;
    moves_sum(m);
    strips_worth total[2];
    int16_t one[2];
    for (int i = 0; i < 2; i++) {
        total[i] = m->sums[i].below[m->lines.count[!i]];
        one[i] = total[i][STRIPS_ONE];
    }
    if (strips_win_first(total[mover])) return mover + 1;
    if (strips_win_second(total[!mover])) return !mover + 1;
    if (!bounds_decide(&m->bounds, &m->lines, m->base, mover, one, &won)) return 0;
    return (won ? mover : !mover) + 1;
}

/* Where a candidate's action lies in the list of actions. */
static int number_of(const struct studied *s, const struct candidate *c)
{
    const int row = s->player == 0 ? c->start : c->line,
              col = s->player == 0 ? c->line : c->start;
    return s->number[row * s->all.count[0] + col];
}

static int prospects(void *known, const void *state, struct prospect *out, int max)
{
    struct studied *s = known;
    struct moves *m = &s->moves;
    const int n = horizontally_actions(NULL, state, (action *)(void *)out, max);
    if (n > max) return n;
    for (int i = n; i-- > 0;) {
        action by;
        memcpy(&by, (const unsigned char *)out + (size_t)i * sizeof by, sizeof by);
        out[i] = (struct prospect){.by = by, .vain = true};
        const struct move at = horizontally_decode(by);
        s->number[at.row * cols_of(state) + at.col] = (int16_t)i;
    }
    int count;
    place(s, state);
    const bool won = moves_list(m, s->player, s->list, &count);
    if (won) count = 1;
    for (int i = 0; i < count; i++) {
        struct candidate *c = &s->list[i];
        if (i < FIRST_MOVES) moves_pick(c, count - i);
        const enum verdict v = won ? WON : moves_judge(m, s->player, c);
        if (v == LOST) continue;
        if (v == WON) count = 0; /* the others need not be seen */
        if (c->line == FREE_MOVE) {
            const int32_t score = c->score;
            *c = moves_free(&s->all, s->player);
            c->score = score;
        }
        struct prospect *p = &out[number_of(s, c)];
        p->vain = false;
        p->wins = v == WON;
        p->promise = c->score;
    }
    return n;
}

static uint64_t hash(void *known, const void *state)
{
    struct studied *s = known;
    const struct horizontally *h = state;
    const struct keys *k = &s->moves.keys;
    look(s, h);
    const struct table_key key = keys_of(k, s->live, s->free, s->player);
    return rng_mix(key.low + rng_mix(key.high));
}

const struct expert horizontally_expert = {
    .study = study,
    .winner = winner,
    .prospects = prospects,
    .hash = hash,
};
