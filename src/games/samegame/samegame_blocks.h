/*
 * A board of SameGame for searches: its regions are kept up to date by what a removal
 * changes, and its moves are always listed.
 *
 * A block keeps its number, in the order of the first board's cells, wherever it falls.
 * Cells lie column by column as in samegame.h, but a column's room is a power of two, and
 * columns never move: they are a ring of links through the empty column 0, which a column
 * leaves when it closes. A region is named by one of its blocks, its leader; its blocks
 * are chained from there. Invariant between two removals: `region` and the list of moves
 * are those of the board.
 */
#ifndef TESSERA_SAMEGAME_BLOCKS_H
#define TESSERA_SAMEGAME_BLOCKS_H

#include "samegame.h"

enum { BLOCKS_MAX = 4096, NO_REGION = 0xffff };

struct blocks {
    int32_t count;           /* blocks of the first board */
    int32_t columns;         /* with column 0 */
    int32_t shift;           /* a cell is column << shift | row */
    int32_t left;            /* blocks that are left */
    int32_t moves;           /* regions of two or more */
    int32_t todo;            /* blocks in the list whose regions must be found */
    int32_t columns_touched; /* columns in the list `touched` */
    size_t bare, bytes;      /* of the position: of its bare part, of all */

    /* The position, first its bare part. */
    uint16_t *at;     /* by block: its cell */
    uint16_t *block;  /* by cell */
    uint16_t *before; /* by column: the column left of it, */
    uint16_t *after;  /* and right of it */
    uint8_t *value;   /* by cell: 0 if it is empty */
    uint64_t *code;   /* by move: tells sets of blocks apart */
    uint16_t *move;   /* by move: its leader */
    uint16_t *size;   /* by leader */
    uint16_t *place;  /* by leader: its move */
    uint16_t *region; /* by block: its leader */
    uint16_t *next;   /* by block: the next one of its region */

    /* What never changes. */
    uint64_t *random; /* by block: what codes are made of */
    uint8_t *tint;    /* by block: its value */

    /* Scratch. */
    double *weight;    /* by move: what the search gives it; less than 0: nothing yet */
    uint16_t *list;    /* blocks or cells */
    uint16_t *touched; /* columns */
    uint16_t *low;     /* by column, all zero */
};

/* How many bytes a board of this size takes; 0 if it is too large. */
size_t blocks_size(const struct samegame *);

/* Makes blocks_size bytes, which must be aligned for doubles, the board. */
void blocks_start(struct blocks *, void *memory, const struct samegame *);

/* blocks_keep keeps the position in blocks_kept_size bytes, aligned likewise; blocks_back
 * goes back to it. */
size_t blocks_kept_size(const struct samegame *);
void blocks_keep(const struct blocks *, void *kept);
void blocks_back(struct blocks *, const void *kept);

/* The same for the bare position, which has no regions: after going back to it only
 * blocks_remove_bare may be called, until blocks_find has found them. */
size_t blocks_bare_size(const struct samegame *);
void blocks_keep_bare(const struct blocks *, void *kept);
void blocks_back_bare(struct blocks *, const void *kept);
void blocks_find(struct blocks *);

/* Removes what a block is part of, on a board without regions. Returns how many blocks
 * that is; a single one stays. */
int32_t blocks_remove_bare(struct blocks *, uint32_t block);

/* Removes the region of a leader, which must be a move. */
void blocks_remove(struct blocks *, uint32_t leader);

/* The action that selects a block where it lies now. */
action blocks_action(const struct blocks *, uint32_t block);

/* A game, from the first board: the leaders of what was removed. */
struct blocks_line {
    uint16_t *leader;
    int32_t count, left;
    int64_t score;
};

void blocks_copy_line(struct blocks_line *, const struct blocks_line *from);

/* Removes the region of a leader and adds that to the line. */
void blocks_take(struct blocks *, struct blocks_line *, uint32_t leader);

/* The game is over. */
void blocks_end_line(const struct blocks *, struct blocks_line *);

/* Whether a block is still there. */
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
