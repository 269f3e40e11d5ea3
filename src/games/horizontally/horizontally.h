/*
 * Horizontally (Domineering for two fields, Triomineering for three): Left places blocks
 * of FIELDS cells downward, Right to the right; who has no move when it is his turn has
 * lost.
 *
 * A line of the board is a mask with a bit for each free cell. The rows are the key,
 * together with the player to move; the columns say the same once more the other way
 * round. So both players move along lines: Right along the rows, Left along the columns,
 * and one set of rules serves both.
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

/* What the statement sets where nobody says otherwise. */
enum { HORIZONTALLY_FIELDS = 5, HORIZONTALLY_SELECT = 1000 };

struct horizontally {
    struct state block; /* shape: rows, columns, fields */
    /* key */
    uint32_t player; /* to move */
    uint32_t row[];  /* the free cells */
    /* rest: struct horizontally_rest; scratch: nothing */
};

/* A new state is an empty board on which Left begins. Takes the taken cells from a map of its
 * size, or NULL, and says who begins. Returns NULL, or what is wrong with the map. */
const char *horizontally_start(struct horizontally *, const struct grid *map,
                               enum horizontally_player first);

/* The block of this player whose first field is (row, col): any numbers. */
action horizontally_action(enum horizontally_player, int32_t row, int32_t col);

/* How many blocks the player could put on the board at once, less what the other one
 * could (rule 5). Kept up to date, so this costs nothing. */
int32_t horizontally_rating(const struct horizontally *, enum horizontally_player);

/* Among the moves after which the rating is the greatest for the player to move, listed by
 * row, then by column, number select % how many, counted from 0 (rule 6, for Left as well).
 * False if he has no move. Costs a few steps for each free cell. */
bool horizontally_best(const struct horizontally *, uint32_t select, action *best);

bool horizontally_free(const struct horizontally *, int32_t row, int32_t col);

/* NULL while the game runs; "Left wins", "Right wins". */
const char *horizontally_outcome(const struct game *, const void *state);

extern const struct game horizontally_game;

#endif
