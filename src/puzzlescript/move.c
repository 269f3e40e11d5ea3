/*
 * Movements. Cells are gone through in their order, again and again until nothing moves
 * any more. Layers do not hinder each other, so each is moved to its end by itself.
 */
#include "run.h"

/* Notes the cells of a layer that are taken. */
static void occupy(struct puzzle_run *x, const struct puzzle_list *objects)
{
    memset(x->occupied, 0, (size_t)x->words * sizeof *x->occupied);
    for (int32_t i = 0; i < objects->n; i++) {
        if (!puzzle_is_present(x, objects->at[i])) continue;
        const uint64_t *plane = puzzle_plane(x, objects->at[i]);
        for (int32_t w = 0; w < x->words; w++) x->occupied[w] |= plane[w];
    }
}

/* The one direction of a set of movements, or -1. */
static int32_t direction_of(unsigned moves)
{
    for (int32_t kind = PUZZLE_UP; kind <= PUZZLE_RIGHT; kind++) {
        if (moves == 1u << kind) return kind;
    }
    return -1;
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
static bool move_cell(struct puzzle_run *x, int32_t layer, uint64_t *const move[],
                      int32_t cell, int64_t number)
{
    uint64_t bit = UINT64_C(1) << (cell & 63);
    unsigned moves = 0;
    for (int k = 0; k < PUZZLE_MOVES; k++) {
        if (move[k][cell >> 6] & bit) moves |= 1u << k;
    }
    if (moves != 1u << PUZZLE_ACT) {
        int32_t direction = direction_of(moves);
        if (direction < 0) return false;
        int32_t to = cell + puzzle_step(x, direction);
        if (to < 0 || to >= x->cols * x->stride) return false;
        if (!puzzle_bit(x, puzzle_cells(x->p), to)) return false;
        if (x->occupied[to >> 6] >> (to & 63) & 1) return false;
        x->work -= 2 * x->p->layer[layer].n;
        puzzle_hear_move(x, layer, cell, moves, number);
        move_objects(x, &x->p->layer[layer], cell, to);
    } else {
        puzzle_hear_move(x, layer, cell, moves, number);
    }
    for (int k = 0; k < PUZZLE_MOVES; k++) move[k][cell >> 6] &= ~bit;
    return true;
}

/* One sweep over the movements of a layer. True if something has moved, and something is left
 * to move. */
static bool sweep(struct puzzle_run *x, int32_t layer, uint64_t *const move[],
                  int64_t number)
{
    bool moved = false, left = false;
    x->work -= x->words * PUZZLE_MOVES;
    for (int32_t w = 0; w < x->words; w++) {
        uint64_t cells = 0;
        for (int k = 0; k < PUZZLE_MOVES; k++) cells |= move[k][w];
        for (; cells != 0; cells &= cells - 1) {
            int32_t cell = w * 64 + puzzle_lowest(cells);
            if (move_cell(x, layer, move, cell, number))
                moved = true;
            else
                left = true;
            x->work -= 2 * PUZZLE_MOVES;
        }
    }
    return moved && left;
}

/* Whether something in a layer may move. */
static bool layer_moves(const struct puzzle_run *x, int32_t layer)
{
    const int32_t plane = puzzle_movement(x->p, layer, 0), shift = plane & 63;
    const uint64_t *set = &x->present[plane >> 6];
    uint64_t kinds = set[0] >> shift;
    if (shift > 64 - PUZZLE_MOVES) kinds |= set[1] << (64 - shift);
    return (kinds & ((1u << PUZZLE_MOVES) - 1)) != 0;
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
    memset(puzzle_plane(x, plane), 0, (size_t)x->words * sizeof(uint64_t));
    if (x->filled == NULL) return;
    memset(x->filled + (size_t)plane * (size_t)x->filled_words, 0,
           (size_t)x->filled_words * sizeof *x->filled);
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
    for (int32_t layer = 0; layer < x->p->layers; layer++) {
        if (!layer_moves(x, layer)) continue;
        uint64_t *move[PUZZLE_MOVES];
        for (int k = 0; k < PUZZLE_MOVES; k++) {
            move[k] = puzzle_plane(x, puzzle_movement(x->p, layer, k));
        }
        occupy(x, &x->p->layer[layer]);
        x->work -= (int64_t)x->words * x->p->layer[layer].n;
        int64_t number = 0;
        while (puzzle_goes_on(x) && sweep(x, layer, move, number)) number++;
        puzzle_hear_left(x, layer, move);
    }
    uint32_t failed = x->p->rigid_groups > 0 ? failed_groups(x) : 0;
    puzzle_clear_movements(x);
    return failed;
}
