/*
 * Movements. Cells are gone through in their order, again and again until nothing moves
 * any more. Layers do not hinder each other, so each is moved to its end by itself.
 */
#include "run.h"

/* Notes the cells of a layer that are taken. */
static void occupy(struct puzzle_run *x, const struct puzzle_list *objects)
{
    uint64_t *occupied = x->occupied;
    const int32_t words = x->words;
    bool some = false;
    for (int32_t i = 0; i < objects->n; i++) {
        if (!puzzle_is_present(x, objects->at[i])) continue;
        const uint64_t *plane = puzzle_plane(x, objects->at[i]);
        for (int32_t w = 0; w < words; w++) {
            occupied[w] = some ? occupied[w] | plane[w] : plane[w];
        }
        some = true;
    }
    if (!some) memset(occupied, 0, (size_t)words * sizeof *occupied);
}

/* The one direction of a set of movements that is not empty, or -1. */
static int32_t direction_of(unsigned moves)
{
    const int32_t kind = puzzle_lowest(moves);
    return moves == 1u << kind && kind <= PUZZLE_RIGHT ? kind : -1;
}

static void move_objects(struct puzzle_run *x, const struct puzzle_list *objects,
                         int32_t from, int32_t to)
{
    uint64_t out = UINT64_C(1) << (from & 63), in = UINT64_C(1) << (to & 63);
    for (int32_t i = 0; i < objects->n; i++) {
        uint64_t *plane = puzzle_plane(x, objects->at[i]);
        if (!(plane[from >> 6] & out)) continue;
        plane[from >> 6] &= ~out;
        plane[to >> 6] |= in;
        puzzle_note_word(x, objects->at[i], to >> 6);
        x->occupied[to >> 6] |= in;
    }
    x->occupied[from >> 6] &= ~out;
}

/* Moves what stands in a cell of a layer, if it can. True if it has moved, or acted. */
static bool move_cell(struct puzzle_run *x, const struct puzzle_moving *m, int32_t cell,
                      int64_t number)
{
    const struct puzzle_list *objects = &x->p->layer[m->layer];
    unsigned moves = puzzle_moves_at(m, cell);
    if (moves != 1u << PUZZLE_ACT) {
        int32_t direction = direction_of(moves);
        if (direction < 0) return false;
        int32_t to = cell + puzzle_step(x, direction);
        if (to < 0 || to >= x->cols * x->stride) return false;
        if (!puzzle_bit(x, puzzle_cells(x->p), to)) return false;
        if (x->occupied[to >> 6] >> (to & 63) & 1) return false;
        x->work -= 2 * objects->n;
        if (x->heard != NULL) puzzle_hear_move(x, m->layer, cell, moves, number);
        move_objects(x, objects, cell, to);
    } else if (x->heard != NULL) {
        puzzle_hear_move(x, m->layer, cell, moves, number);
    }
    for (int i = 0; i < m->n; i++) {
        m->plane[i][cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
    }
    return true;
}

/* One sweep over the movements of a layer. True if something has moved, and something is left
 * to move. */
static bool sweep(struct puzzle_run *x, const struct puzzle_moving *m, int64_t number)
{
    bool moved = false, left = false;
    x->work -= x->words * PUZZLE_MOVES;
    for (int32_t w = 0; w < x->words; w++) {
        uint64_t cells = puzzle_moving_word(m, w);
        for (; cells != 0; cells &= cells - 1) {
            int32_t cell = w * 64 + puzzle_lowest(cells);
            if (move_cell(x, m, cell, number))
                moved = true;
            else
                left = true;
            x->work -= 2 * PUZZLE_MOVES;
        }
    }
    return moved && left;
}

/* From this layer on the first one in which something may move; if there is none, how many there
 * are. (The plane behind those of movements, that of all cells, is always present.) */
static int32_t next_moving(const struct puzzle_run *x, int32_t layer)
{
    const int32_t from = puzzle_movement(x->p, layer, 0);
    int32_t w = from >> 6;
    uint64_t set = x->present[w] & ~UINT64_C(0) << (from & 63);
    while (set == 0) set = x->present[++w];
    return (w * 64 + puzzle_lowest(set) - x->p->objects) / PUZZLE_MOVES;
}

/* Notes the movements that may be in a layer. */
static void note_moving(const struct puzzle_run *x, int32_t layer,
                        struct puzzle_moving *m)
{
    const int32_t plane = puzzle_movement(x->p, layer, 0), shift = plane & 63;
    const uint64_t *set = &x->present[plane >> 6];
    uint64_t kinds = set[0] >> shift;
    if (shift > 64 - PUZZLE_MOVES) kinds |= set[1] << (64 - shift);
    m->layer = layer;
    m->n = 0;
    for (kinds &= (1u << PUZZLE_MOVES) - 1; kinds != 0; kinds &= kinds - 1, m->n++) {
        const int kind = puzzle_lowest(kinds);
        m->plane[m->n] = puzzle_plane(x, plane + kind);
        m->bit[m->n] = 1u << kind;
    }
}

/* The groups whose marks lie where movements are left: in each cell those of the lowest
 * layer of that kind. */
static uint32_t failed_groups(struct puzzle_run *x)
{
    size_t cells = (size_t)x->cols * (size_t)x->stride;
    x->work -= (int64_t)cells * x->p->layers;
    uint32_t failed = 0;
    for (size_t cell = 0; cell < cells; cell++) {
        for (int32_t layer = 0; layer < x->p->layers; layer++) {
            unsigned char group = x->mark[(size_t)layer * cells + cell];
            bool left = false;
            for (int k = 0; k < PUZZLE_MOVES && group != 0; k++) {
                left |= puzzle_bit(x, puzzle_movement(x->p, layer, k), (int32_t)cell);
            }
            if (!left) continue;
            failed |= UINT32_C(1) << (group - 1);
            break;
        }
    }
    return failed;
}

static void clear_plane(struct puzzle_run *x, int32_t plane)
{
    if (x->filled == NULL) {
        uint64_t *words = puzzle_plane(x, plane);
        for (int32_t w = 0; w < x->words; w++) words[w] = 0;
        return;
    }
    memset(puzzle_plane(x, plane), 0, (size_t)x->words * sizeof(uint64_t));
    memset(x->filled + (size_t)plane * (size_t)x->filled_words, 0,
           (size_t)x->filled_words * sizeof *x->filled);
}

/* Ends the movements of a layer. */
static void end_moving(struct puzzle_run *x, const struct puzzle_moving *m)
{
    for (int32_t i = 0; i < m->n; i++) {
        const int32_t plane = puzzle_movement(x->p, m->layer, puzzle_lowest(m->bit[i]));
        x->present[plane >> 6] &= ~(UINT64_C(1) << (plane & 63));
        clear_plane(x, plane);
    }
}

void puzzle_clear_movements(struct puzzle_run *x)
{
    const struct puzzle *p = x->p;
    const int32_t first = p->objects, end = puzzle_cells(p);
    for (int32_t w = first >> 6; w <= end >> 6; w++) {
        uint64_t moves = x->present[w];
        if (w == first >> 6) moves &= ~UINT64_C(0) << (first & 63);
        if (w == end >> 6) moves &= (UINT64_C(1) << (end & 63)) - 1;
        x->present[w] &= ~moves;
        for (; moves != 0; moves &= moves - 1) {
            clear_plane(x, w * 64 + puzzle_lowest(moves));
        }
    }
    if (p->rigid_groups > 0) {
        memset(x->mark, 0, (size_t)p->layers * (size_t)x->cols * (size_t)x->stride);
    }
}

uint32_t puzzle_resolve(struct puzzle_run *x)
{
    struct puzzle_moving m;
    for (int32_t layer = next_moving(x, 0); layer < x->p->layers;
         layer = next_moving(x, layer + 1)) {
        note_moving(x, layer, &m);
        occupy(x, &x->p->layer[layer]);
        x->work -= (int64_t)x->words * x->p->layer[layer].n;
        int64_t number = 0;
        while (puzzle_goes_on(x) && sweep(x, &m, number)) number++;
        if (x->heard != NULL) puzzle_hear_left(x, &m);
        if (x->p->rigid_groups == 0) end_moving(x, &m);
    }
    if (x->p->rigid_groups == 0) return 0;
    const uint32_t failed = failed_groups(x);
    puzzle_clear_movements(x);
    return failed;
}
