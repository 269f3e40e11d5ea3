/*
 * A board of SameGame for searches: each removal updates its regions and its list of
 * moves.
 *
 *     board     2 1 1      blocks, by column from below    0 1 | 2 3 | 4 5
 *               1 1 2      regions by their leaders        {0 2 3 5}  {1}  {4}
 *               remove(0)  the blocks left fall, and keep their numbers: 1 | 4
 *
 * Blocks are numbered in the order of the first board's cells, and keep their numbers
 * when they fall. Cells lie column by column as in samegame.h, but the room of a column
 * is a power of two, and columns never move: they are a doubly linked ring that begins at
 * the empty column 0, and a column that closes leaves it. One block of each region is its
 * leader; the others are linked from it. **Between two removals `region` and the list of
 * moves are those of the board.**
 *
 *     memory    | at, block, before, after, value | code ... next | random, tint | scratch |
 *               +-- blocks_keep_bare -------------+               |
 *               +-- blocks_keep ----------------------------------+
 */
#ifndef TESSERA_SAMEGAME_BLOCKS_H
#define TESSERA_SAMEGAME_BLOCKS_H

#include "samegame.h"

enum { BLOCKS_MAX = 4096, NO_REGION = 0xffff };

struct blocks {
    int32_t count;           /* blocks of the first board */
    int32_t columns;         /* how many, with column 0 */
    int32_t shift;           /* a cell is column << shift | row */
    int32_t left;            /* blocks that are left */
    int32_t moves;           /* regions of two or more */
    int32_t todo;            /* blocks in the list that have no region yet */
    int32_t columns_touched; /* columns in the list `touched` */
    size_t bare, bytes;      /* the size of the position's bare part, and of all of it */

    /* The position; its bare part comes first. */
    uint16_t *at;     /* by block: its cell */
    uint16_t *block;  /* by cell */
    uint16_t *before; /* by column: the lowest cell of the column left of it */
    uint16_t *after;  /* by column: of the column right of it */
    uint8_t *value;   /* by cell: 0 if it is empty */
    uint64_t *code;   /* by move: a hash of its set of blocks */
    uint16_t *move;   /* by move: its leader */
    uint16_t *size;   /* by leader */
    uint16_t *place;  /* by leader: its move */
    uint16_t *region; /* by block: its leader */
    uint16_t *next;   /* by block: the next one of its region */

    /* Constant. */
    uint64_t *random; /* by block: a random number; codes are XORs of these */
    uint8_t *tint;    /* by block: its value */

    /* Scratch. */
    double *weight;    /* by move: of the search's policy; less than 0: not set yet */
    uint16_t *list;    /* blocks or cells */
    uint16_t *touched; /* columns */
    uint16_t *low;     /* by column, all zero */
};

/* How many bytes the board takes; 0 if it is too large. */
size_t blocks_size(const struct samegame *);

/* Sets up the board in `memory`: blocks_size bytes, aligned for doubles. */
void blocks_start(struct blocks *, void *memory, const struct samegame *);

/* blocks_keep copies the position into blocks_kept_size bytes, aligned for doubles;
 * blocks_back goes back to it. */
size_t blocks_kept_size(const struct samegame *);
void blocks_keep(const struct blocks *, void *kept);
void blocks_back(struct blocks *, const void *kept);

/* The same for the bare position, which has no regions: after going back to it, call only
 * blocks_remove_bare until blocks_find has found the regions. */
size_t blocks_bare_size(const struct samegame *);
void blocks_keep_bare(const struct blocks *, void *kept);
void blocks_back_bare(struct blocks *, const void *kept);
void blocks_find(struct blocks *);

/* Removes the region around a block, on a board without regions. Returns its size; a
 * single block is not removed. */
int32_t blocks_remove_bare(struct blocks *, uint32_t block);

/* Removes the region of a leader, of two blocks or more. */
void blocks_remove(struct blocks *, uint32_t leader);

/* The action that selects a block where it lies now. */
action blocks_action(const struct blocks *, uint32_t block);

/* A game from the first board: the leaders of the regions removed. */
struct blocks_line {
    uint16_t *leader;
    int32_t count, left;
    int64_t score;
};

void blocks_copy_line(struct blocks_line *, const struct blocks_line *from);

/* Removes the region of a leader and adds the move to the line. */
void blocks_take(struct blocks *, struct blocks_line *, uint32_t leader);

/* Completes a line at the end of the game: the blocks left, and
 * the points for clearing. */
void blocks_end_line(const struct blocks *, struct blocks_line *);

/* Whether a block has not been removed. */
static inline bool blocks_there(const struct blocks *b, uint32_t block)
{
    uint32_t cell = b->at[block];
    return b->value[cell] != 0 && b->block[cell] == block;
}

static inline int64_t blocks_points(int32_t size)
{
    return (int64_t)(size - 2) * (size - 2);
}

#endif
