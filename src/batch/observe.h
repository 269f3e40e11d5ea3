/*
 * A board as arrays. Sokoban's, one-hot, of a level of 1 x 4 cells:
 *
 *     @$.#      floor 1100   target 0010   wall 0001 | box 0100   player 1000
 *
 * Planes stand in the order in which the game declares its kinds (game/board.h), layer by layer; then
 * one for each field, its value in every cell (0 to 255, nearest); then, if there are several players,
 * one with the number of the player to move, from 0 (0 after the end). Cells that the largest level has
 * and this one has not are 0 in all of them.
 */
#ifndef TESSERA_BATCH_OBSERVE_H
#define TESSERA_BATCH_OBSERVE_H

#include "game/board.h"
#include "space.h"

enum observe_as {
    OBSERVE_NOTHING,
    OBSERVE_PLANES, /* a byte 0 or 1 for each cell, plane by plane */
    OBSERVE_LAYERS, /* which kind, from 0 (from 1 where a cell may have none): a byte a cell */
    OBSERVE_BITS, /* the planes, a bit a cell from the lowest on, each from a new byte on */
};

enum { OBSERVE_PLANES_MAX = 1 << 14 };

/* How the boards of one shape are read, for arrays of rows x cols cells. */
struct observe {
    struct board_plane *plane;
    struct board_layer *layer;
    int32_t planes, layers;     /* those of the game, without the one of the turn */
    bool columns;               /* all planes are BOARD_COLUMNS */
    bool turn;                  /* there are several players */
    int32_t rows, cols;         /* of the arrays */
    int32_t own_rows, own_cols; /* of the boards */
    size_t cells;               /* of a plane */
    bool whole;                 /* the boards have as many */
    /* By the number of a bit its cell in a plane; a number for each bit of some words. */
    int32_t *place;
    int32_t places;
    unsigned char *value; /* by plane: 16 times that of its kind */
    /* By layer, if all of them are bytes that lie in a state as in the arrays: where, and the values of
     * its kinds. */
    struct observe_strip {
        const unsigned char *value;
        size_t at, bytes; /* of its planes */
        int32_t kinds;
    } * strip;
    bool strips;
    uint64_t *all;      /* the words of a plane that has all cells of the board */
    unsigned char *one; /* all cells of the board, as bytes in the size of the arrays */
};

bool observe_open(struct observe *, const struct game *, const void *state, int32_t rows,
                  int32_t cols, const struct batch_memory *, struct text *why);
void observe_close(struct observe *, const struct batch_memory *);

/* How many planes an array has, and how many bytes. */
int32_t observe_planes(const struct observe *, enum observe_as);
size_t observe_size(const struct observe *, enum observe_as);
void observe_name(const struct observe *, enum observe_as, int32_t plane, struct text *);

/* The bytes of `room` that observe_board needs. */
size_t observe_room(const struct observe *);

/* Writes the array of a state, a view of it: `turn` is the player to move, from 0. */
void observe_board(const struct observe *, const void *state, int32_t turn,
                   enum observe_as, unsigned char *room, unsigned char *out);

#endif
