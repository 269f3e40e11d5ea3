/*
 * Where the parts of a state's block lie: see layout.h.
 */
#include "layout.h"

#include "run.h"

/* Whether rules decide what a restart leads to, or restart themselves. */
static bool keeps_restart(const struct puzzle *p)
{
    return (p->commands & (PUZZLE_RESTARTS | PUZZLE_CHECKPOINT)) != 0;
}

static struct puzzle_offset behind(struct puzzle_offset o, size_t bytes, size_t planes)
{
    return (struct puzzle_offset){o.bytes + bytes, o.planes + planes};
}

void puzzle_lay_out(struct puzzle *p)
{
    struct puzzle_layout *l = &p->layout;
    const size_t board = (size_t)p->objects;
    const size_t all = (size_t)puzzle_cells(p) + 1;
    const size_t sets = puzzle_bytes((all + 63) / 64);
    const size_t random = p->chance ? sizeof(struct puzzle_random) : 0;
    const struct puzzle_offset key = {state_align(sizeof(struct state)), 0};
    const bool kept = keeps_restart(p);
    l->restart = behind(key, 0, board);
    l->random = behind(l->restart, 0, kept ? board : 0);
    l->rest = behind(l->random, random + sizeof(int64_t), 0); /* the number is `won` */
    if (!kept) l->restart = l->rest;
    l->message = behind(l->rest, 0, kept ? 0 : board);
    l->cells = behind(l->message, sizeof(int64_t), 0);
    l->scratch = behind(l->cells, 0, 1);
    l->present = behind(l->scratch, 0, all);
    l->held = behind(l->present, sets, 0);
    l->heard = behind(l->held, 2 * sets, 0);
    l->changed = behind(l->heard, 2 * sets, 0);
    l->order = behind(l->changed, 2 * sets, 0);
    l->bases = behind(l->order, puzzle_bytes((size_t)p->sounds), 0);
    l->kept_restart = behind(l->bases, 0, PUZZLE_DEEP * board);
    l->kept_random = behind(l->kept_restart, 0, board);
    l->segment = behind(l->kept_random, random, 0);
    l->occupied = behind(l->segment, 0, (size_t)p->segments);
    l->players = behind(l->occupied, 0, 1);
    /* A list of cells is as long as so many planes: one number, or one byte, for each bit. */
    const size_t numbers = 8 * sizeof(int32_t), bytes = 8;
    l->starts = behind(l->players, 0, 1);
    l->sorted = behind(l->starts, 0, (size_t)p->rows * numbers);
    l->mark = behind(l->sorted, 0, numbers);
    l->filled = behind(l->mark, 0, p->rigid_groups > 0 ? (size_t)p->layers * bytes : 0);
}

size_t puzzle_row_at(const struct puzzle *p, size_t words)
{
    return puzzle_offset(p->layout.filled, words) +
           ((size_t)puzzle_cells(p) + 1) * puzzle_bytes(puzzle_filled_words(p, words));
}

size_t puzzle_end(const struct puzzle *p, int32_t rows, int32_t cols)
{
    const size_t numbers = ((size_t)rows + 1) * sizeof(int32_t);
    return state_align(puzzle_row_at(p, puzzle_words(rows, cols)) + numbers);
}
