/*
 * Horizontally (Domineering for two fields, Triomineering for three): Left places blocks
 * of FIELDS cells downward, Right to the right. The player to move loses if there is no
 * move.
 *
 * A line of the board is a mask with a bit for each free cell. The rows and the player to
 * move are the key; the columns hold the same cells again. So both players move along
 * lines, Right along the rows, Left along the columns, and one set of rules serves both.
 *
 *     A B C D
 *   a . # . .     row[0] = 1101 (bit 0 is A)     column[1] = 010 (bit 0 is a)
 *   b . . . .     row[1] = 1111
 *   c # # . .     row[2] = 1100
 *
 * Rows and columns count from 1 for users, who write them a.. and A.., and from 0 here.
 */
#ifndef TESSERA_HORIZONTALLY_H
#define TESSERA_HORIZONTALLY_H

#include "game/game.h"
#include "base/grid.h"

/* The cells of a map: free and taken. */
#define HORIZONTALLY_CELLS ".#"

enum { HORIZONTALLY_SIDE_MAX = 26 };

enum horizontally_player { HORIZONTALLY_LEFT = 1, HORIZONTALLY_RIGHT = 2 };

/* The defaults of the problem statement. */
enum { HORIZONTALLY_FIELDS = 5, HORIZONTALLY_SELECT = 1000 };

struct horizontally {
    struct state block; /* shape: rows, columns, fields */
    /* key */
    uint32_t player; /* to move */
    uint32_t row[];  /* the free cells */
    /* rest: struct horizontally_rest; scratch: nothing */
};

/* Sets up a new state: the player who begins, and the taken cells from a map of the same
 * size (NULL: none). Returns NULL, or an error message. */
const char *horizontally_start(struct horizontally *, const struct grid *map,
                               enum horizontally_player first);

/* The move that places a block with its first field at (row, col). Takes any numbers. */
action horizontally_action(enum horizontally_player, int32_t row, int32_t col);

/* How many blocks the player could place at once, minus how many the opponent could (rule
 * 5). Kept up to date, so this costs nothing. */
int32_t horizontally_rating(const struct horizontally *, enum horizontally_player);

/* Chooses a move after which the rating is greatest for the player to move (rule 6, for
 * Left as well): of the n such moves, by row, then column, number select % n, from 0.
 * False if there is no move. Takes a few steps for each free cell. */
bool horizontally_best(const struct horizontally *, uint32_t select, action *best);

bool horizontally_free(const struct horizontally *, int32_t row, int32_t col);

/* "Left wins", "Right wins", or NULL while the game runs. */
const char *horizontally_outcome(const struct game *, const void *state);

extern const struct game horizontally_game;

#endif
