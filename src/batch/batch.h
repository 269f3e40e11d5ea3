/*
 * Many states of one game, stepped in one call, for programs that learn to play.
 *
 *     struct batch_game g;
 *     batch_game_open(&g, game, levels, 1, &memory, &why)
 *     struct batch b;
 *     batch_open(&b, &g, &(struct batch_options){.count = 64, .observation = OBSERVE_PLANES}, &why)
 *     batch_reset(&b, NULL, &arrays, &why);
 *     for (;;) { choose(arrays.observations, actions); batch_step(&b, &arrays, &why); }
 *
 * **An environment is one of the states, with random numbers of its own:** environment i of seed s does
 * what the only environment of seed s + i does. They draw the level and the first position of each
 * episode, and the seed of the game's own random numbers there. So nothing depends on how many threads
 * there are, or on the other environments.
 *
 * Levels, players, environments and actions count from 0. Arrays are the caller's, in C order, each may
 * be NULL. Scratch memory is a worker's: of a state only header, key and rest are kept.
 *
 * **Players who act together** all act in a step of their environment: there are [count][players] actions,
 * numbers of one list; masks, rewards and observations are those of each player, too.
 *
 * **Whoever calls for a game with a host has entered it** (game.h): then a rule that fails ends the call
 * with BATCH_FAILED, and the error is where the host says.
 */
#ifndef TESSERA_BATCH_BATCH_H
#define TESSERA_BATCH_BATCH_H

#include "base/reader.h"
#include "observe.h"
#include "space.h"
#include "views.h"

enum {
    BATCH_WRONG = -1,   /* *why says what is */
    BATCH_FAILED = -2,  /* a rule written in Lua raised an error */
    BATCH_STOPPED = -3, /* a poll ended an action, or all that follows */
};

/* ---- games ---- */

/* A level: its first positions, of one shape, for an episode to begin at. */
struct batch_level {
    const struct state *const *start;
    int32_t starts; /* 1 at least */
};

struct batch_board {
    struct state *start; /* `starts` of them, `stride` bytes apart */
    int32_t starts;
    size_t stride;
    struct observe observe;
    struct views views;
};

/* A game with its levels, as batches play it. */
struct batch_game {
    const struct game *game;
    struct batch_memory memory;
    struct batch_board *level;
    int32_t levels, rows, cols; /* the greatest of all levels */
    size_t kept, size; /* the bytes of the largest state: without scratch, and all */
    bool bare;         /* no state has scratch: each is played where it is kept */
    struct space space;
};

/* Copies the first positions. False: *why says what is wrong; nothing is left to be closed. */
bool batch_game_open(struct batch_game *, const struct game *, const struct batch_level *,
                     int32_t levels, const struct batch_memory *, struct text *why);
void batch_game_close(struct batch_game *);

/* How many act in a step of an environment: all players who act together, or one. */
static inline int32_t batch_seats(const struct batch_game *g)
{
    return g->game->together ? g->game->players : 1;
}

/* What an observation has: its planes, their names, and rows and columns; the bytes for an environment,
 * those of all players who act together (observing.c). */
int32_t batch_planes(const struct batch_game *, enum observe_as);
void batch_plane_name(const struct batch_game *, enum observe_as, int32_t plane,
                      struct text *);
int32_t batch_rows(const struct batch_game *);
int32_t batch_cols(const struct batch_game *);
size_t batch_observation(const struct batch_game *, enum observe_as);

/* The text of an action; of players who act together it does not say whose it is. And the number of the
 * action with this text; -1: there is none. */
void batch_action_text(const struct batch_game *, int32_t, struct text *);
int32_t batch_action_of(const struct batch_game *, const char *text, size_t n);

/* Whether no Lua runs in a step: then several threads share the work. */
bool batch_is_native(const struct game *);

/* ---- batches ---- */

enum batch_autoreset {
    BATCH_NEXT_STEP, /* the step after the end of an episode begins the next one */
    BATCH_SAME_STEP, /* the step that ends it begins the next one */
    BATCH_NEVER,     /* the caller does */
};

enum batch_masks { BATCH_NO_MASK, BATCH_CANDIDATES, BATCH_EXACT };

/* What an action that is not possible does: nothing; it ends the episode; the step fails. */
enum batch_illegal { BATCH_REFUSE, BATCH_END, BATCH_FAIL };

enum {
    BATCH_MOVER = -1,
    BATCH_ALL_SEEN = -2,
    BATCH_THREADS_MAX = 64,
    BATCH_SHARES_MAX = 64
};

struct batch_options {
    int32_t count; /* environments */
    int32_t threads;
    enum observe_as observation;
    int32_t
        observer; /* a player; BATCH_MOVER: who is to move (0 after the end); or BATCH_ALL_SEEN */
    enum batch_masks masks;
    enum batch_autoreset autoreset;
    enum batch_illegal illegal;
    int32_t max_steps; /* an episode is cut after so many; 0: never */
    float illegal_reward, win_reward, step_reward; /* win_reward 0: 1 */
    bool all_players; /* rewards are [count][players]; else [count], of who acted */
    int32_t level;    /* -1: drawn */
    int32_t first;    /* where the caller's numbers begin, for *why: 0 or 1 */
    uint64_t seed;
};

struct batch_arrays {
    const int32_t *
        actions; /* [count], or [count][players]; those of episodes that are over are ignored */
    uint8_t *observations;
    uint8_t *
        final_observations; /* where an episode ended and the next one began in one step */
    uint8_t *masks;         /* [count][actions], or [count][players][actions] */
    float *rewards;
    uint8_t *terminated, *truncated, *illegal;
    int32_t *player; /* to move; -1 after the end */
    int32_t
        *outcome; /* -1, or its number among game->outcomes; 0 if these are not known */
    int32_t *length; /* steps of the episode so far, or of the one that ended */
    float *sum;      /* of its rewards, as `rewards` */
};

struct batch_environment {
    uint64_t rng, seed; /* `seed` is the first one */
    int32_t level, length, outcome;
    bool terminated, truncated;
};

struct batch_worker;

struct batch {
    struct batch_game *game;
    struct batch_options options;
    unsigned char *states; /* game->kept bytes each */
    struct batch_environment *environment;
    int64_t *score; /* [count][players] before the next step */
    float *sum;
    int32_t players, shares, seats; /* rewards of an environment; actions */
    size_t observed;                /* bytes of one observation */
    struct report settled; /* no end holds in a state that runs, if that is known */
    struct batch_worker *worker;
    int32_t workers;
    struct batch_team *team;
    struct poll poll; /* asked between environments, by all threads; NULL: nobody is */
};

/* Which environments begin anew, and how; each array may be NULL. */
struct batch_start {
    const uint8_t *which;  /* NULL: all */
    const uint64_t *seeds; /* NULL: the environment goes on with its random numbers */
    const int32_t *levels; /* -1: drawn; NULL: as the options say */
};

/* The episodes must be begun by batch_reset. False: *why says what is wrong. */
bool batch_open(struct batch *, struct batch_game *, const struct batch_options *,
                struct text *why);
void batch_close(struct batch *);

/* Begins episodes; NULL: all, with the seeds of the options. 0, or BATCH_... */
int32_t batch_reset(struct batch *, const struct batch_start *,
                    const struct batch_arrays *, struct text *why);

/* Each environment carries out its action. Returns how many episodes ended, or BATCH_...; an action
 * that is none, or is not possible with BATCH_FAIL, is found before anything moves. */
int32_t batch_step(struct batch *, const struct batch_arrays *, struct text *why);

/* Writes the arrays anew, but for rewards, final observations and `illegal`. */
int32_t batch_look(struct batch *, const struct batch_arrays *);

/* ---- one environment ---- */

/* Its state in a worker's memory, whole and with its scratch, until the next call. */
struct state *batch_state(struct batch *, int32_t i);

/* Says who acts: "environment 2: player 3: "; `at` counts whoever acts, over all environments. */
void batch_say_seat(const struct batch *, int32_t at, struct text *why);

/* Says of whom an action is not in the list, and how many the list has. */
void batch_no_action(const struct batch *, int32_t at, int32_t which, struct text *why);

/* Of players who act together: what a step with these actions, one of each, would leave undone, and why:
 * "1: forward: ...; 2: zap: ...". The environment stays as it is. Returns 0 or what batch_step does after
 * an error; then `wrong` has it. */
int32_t batch_idle(struct batch *, int32_t i, const int32_t *actions, struct text *idle,
                   struct text *wrong);

/* Saves the state, with all that the environment goes on with. batch_load takes the same, or a saved
 * state alone, at which an episode begins; its board must have the shape of one of the levels. False on
 * a fault of the reader, which batch_load opens; then the environment is as it was. */
void batch_save(struct batch *, int32_t i, struct text *);
bool batch_load(struct batch *, int32_t i, const char *text, size_t n, struct reader *);

/* Copies an environment, its random numbers as well. False: *why says why it cannot be. */
bool batch_copy(struct batch *to, int32_t i, const struct batch *from, int32_t j,
                struct text *why);

#endif
