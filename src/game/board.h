/*
 * How a board lies in the states of a game, for whoever reads whole boards as arrays (src/batch/). The
 * game says it once for a shape, by game->board; then its cells are read without it:
 *
 *     struct board_list b = {.plane = ..., .room = 64, .layer = ..., .layer_room = 8};
 *     g->board(g, state, &b)        layer 0 "ground"; planes floor, wall, target; layer 1 "things"; ...
 *
 * A plane is one kind of a layer, and says where its cells lie, in bytes from the start of a state. They
 * stand in the order that the game declares, the kinds of a layer one behind the other.
 */
#ifndef TESSERA_BOARD_H
#define TESSERA_BOARD_H

#include "base/text.h"
#include "game/game.h"

enum { BOARD_NAME_MAX = 64 };

enum board_as {
    BOARD_BYTES,   /* a byte for each cell, which has the kind if it is `value` */
    BOARD_PLACE,   /* an int32_t: the number of the one cell that has it */
    BOARD_ROWS,    /* a uint32_t for each row, its lowest bit on the left */
    BOARD_COLUMNS, /* words of 64 cells, column by column, `right` places to a column */
    BOARD_NUMBER,  /* an int64_t: the same for all cells */
};

struct board_plane {
    enum board_as as;
    unsigned char value;
    uint32_t at;         /* where the top left cell lies; or the number */
    int32_t down, right; /* to the next cell: in bytes; in numbers of cells for a place */
    int32_t first;       /* the number of the top left cell, for a place */
    int32_t layer;
    /* Of a kind or a number that each player has: the name of all of them, whose this one is, and where
     * it looks, one of the first four directions, or -1. Else NULL. */
    const char *each;
    int32_t owner, heading;
    char name[BOARD_NAME_MAX];
};

struct board_layer {
    char name[BOARD_NAME_MAX];
    bool blank; /* a cell may have none of its kinds */
    int32_t first, kinds;
};

/* The caller's room. Both counts go on beyond it. */
struct board_list {
    struct board_plane *plane;
    struct board_layer *layer;
    int32_t room, layer_room, planes, layers;
};

static inline void board_name(char *out, const char *name)
{
    struct text t = text_into(out, BOARD_NAME_MAX);
    text_string(&t, name);
}

/* Begins a layer, to which the planes that follow belong. */
static inline void board_add_layer(struct board_list *b, const char *name, bool blank)
{
    if (b->layers < b->layer_room) {
        struct board_layer *layer = &b->layer[b->layers];
        *layer = (struct board_layer){.blank = blank, .first = b->planes};
        board_name(layer->name, name);
    }
    b->layers++;
}

static inline void board_add(struct board_list *b, const char *name,
                             struct board_plane plane)
{
    if (b->planes < b->room) {
        plane.layer = b->layers - 1;
        board_name(plane.name, name);
        b->plane[b->planes] = plane;
    }
    if (b->layers <= b->layer_room) b->layer[b->layers - 1].kinds++;
    b->planes++;
}

/* The place of a member of a state in its block. */
static inline uint32_t board_at(const void *state, const void *member)
{
    return (uint32_t)((const char *)member - (const char *)state);
}

#endif
