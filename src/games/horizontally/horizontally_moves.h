/*
 * A position as the solver looks at it, and its moves, judged by bounds.
 *
 *     the board = lines (large regions) + regions (small ones, with values) + free moves
 *
 * Small regions and free moves have values of their own (horizontally_regions.h), and
 * only the cells of large regions lie in the lines. A free move is one in a run that only
 * one player can use: they are an integer and not listed one by one. Boards that are too
 * large for keys, and blocks of other lengths than two, have no such parts: all free
 * cells lie in the lines.
 *
 * All moves are scored cheaply. Only the best few are judged by all bounds and looked up
 * in the table before the first one is tried, because that one mostly wins if any does.
 */
#ifndef TESSERA_HORIZONTALLY_MOVES_H
#define TESSERA_HORIZONTALLY_MOVES_H

#include "horizontally_bounds.h"
#include "horizontally_key.h"
#include "horizontally_regions.h"

/* A move: a block from cell `start` on along a line of the player. Or, with FREE_MOVE for
 * a line, one of the player's free moves. */
struct candidate {
    int32_t score;
    int16_t sum[2]; /* each player's bound after it, by whole lines, at t = 1 */
    uint8_t line, start;
    bool judged;
};

/* How many of the best moves are judged, and looked up in a table, before the first one is tried.
 * (More save few nodes.) */
enum { FIRST_MOVES = 8 };

enum verdict { OPEN, WON, LOST };

enum { FREE_MOVE = 255 };

struct moves {
    struct bounds bounds;
    struct keys keys;
    struct regions regions;
    bool keyed; /* the board is small enough for keys */
    /* the position */
    struct lines lines;
    int free; /* free moves of Left minus those of Right */
    int count;
    struct region region[REGIONS_MAX];
    strips_worth base[2]; /* each player's bound of all that is not in the lines */
    bool summed;          /* the sums are those of the position; only if keyed */
    struct sums sums[2];
};

/* Makes the bounds, and what they need, for boards like that of the lines. False if the limits end
 * the search. */
bool moves_open(struct moves *, int threads, const struct search_limits *,
                struct search_progress *);

/* A block in a run that only the player can use, such that it makes no move less, in the lines of
 * all free cells. */
struct candidate moves_free(const struct lines *, int player);

/* Sets the position, if keyed: its live cells, and Left's free moves minus Right's. */
void moves_place(struct moves *, struct cells live, int free);

/* Places the block of a move in the lines, or removes it. */
void moves_toggle(struct lines *, int player, const struct candidate *);

/* Computes the sums of the position. */
void moves_sum(struct moves *);

/* Computes the sums, and lists and scores the player's moves except some that lose by the
 * bounds. True if one was seen to win by them: it is list[0]. */
bool moves_list(struct moves *, int player, struct candidate *list, int *count);

/* Swaps the move with the best score to the front. */
static inline void moves_pick(struct candidate *list, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (list[i].score > list[best].score) best = i;
    }
    struct candidate c = list[best];
    list[best] = list[0];
    list[0] = c;
}

/* Judges a listed move by the bounds, if that was not done yet. Needs the sums. */
enum verdict moves_judge(const struct moves *, int player, struct candidate *);

#endif
