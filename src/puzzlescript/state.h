/*
 * The block of a state, for turn.c: opening a run on it, and writing back what became of
 * it.
 *
 *     puzzle_open(&x, p, state);         the board is copied into the scratch
 *     ...                                the turns
 *     puzzle_result(&x, state)           APPLIED, IDLED or REFUSED
 *     puzzle_commit(&x, state);          only if the action is carried out
 *     puzzle_close(&x, state);           always: the scratch is zero again
 */
#ifndef TESSERA_PUZZLESCRIPT_STATE_H
#define TESSERA_PUZZLESCRIPT_STATE_H

#include "run.h"

/* Copies board and random numbers of a state into its scratch, where the run works. */
void puzzle_open(struct puzzle_run *, const struct puzzle *, void *state);

/* What the run has come to: APPLIED if the board is another one, or the level is won;
 * IDLED if only the checkpoint or the random numbers are others; otherwise REFUSED. */
enum applied puzzle_result(const struct puzzle_run *, const void *state);

/* Writes the run's board, checkpoint and random numbers into the state. */
void puzzle_commit(struct puzzle_run *, void *state);

/* Zeroes the scratch. */
void puzzle_close(struct puzzle_run *, void *state);

/* Seeds the random numbers, and notes the board for restarts. */
void puzzle_begin(const struct puzzle *, void *state, const unsigned char *seed,
                  size_t n);

/* Parts of the protocol: see struct game. */
size_t puzzle_size(const struct game *, const int32_t *shape);
void puzzle_init(const struct game *, void *state, const int32_t *shape);
void puzzle_fields(const struct game *, void *state, struct archive *);
const char *puzzle_check(const struct game *, void *state);

/* Takes all objects off the board of a state, which is not won and shows no message. */
void puzzle_clear(const struct puzzle *, void *state);

/* The plane of an object on the board of a state, of so many words. */
const uint64_t *puzzle_object(const struct puzzle *, const void *state, int32_t object,
                              size_t *words);

/* The plane of all cells of its board. */
const uint64_t *puzzle_board_cells(const struct puzzle *, const void *state);

bool puzzle_is_won(const struct puzzle *, const void *state);

/* Whether the game has this action at all. */
bool puzzle_may(const struct puzzle *, action);

#endif
