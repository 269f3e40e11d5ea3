/*
 * libtessera: grid games in any program. One library opens every game: the five in C, a game in
 * Lua, a PuzzleScript file; by name, by path or by text. Lua and the library's Lua files lie inside.
 *
 *     struct tessera_error error;
 *     struct tessera_game *game = tessera_open(&(struct tessera_source){
 *         .size = sizeof(struct tessera_source), .name = "sokoban.lua"}, &error);
 *     if (game == NULL) { puts(error.text); return 1; }
 *
 *     struct tessera_batch *batch = tessera_batch_new(game, &(struct tessera_options){
 *         .size = sizeof(struct tessera_options), .count = 64, .observation = TESSERA_PLANES}, &error);
 *     struct tessera_arrays arrays = {.size = sizeof arrays, .actions = actions, .observations = seen,
 *         .rewards = rewards, .terminated = terminated, .truncated = truncated};
 *     tessera_reset(batch, NULL, &arrays, &error);
 *     for (;;) { choose(seen, actions); tessera_step(batch, &arrays, &error); }
 *
 * Counting: rows, columns, planes, actions, levels, environments and players count from 0. Arrays
 * are the caller's, in C order, without gaps; the shapes stand in brackets: N is the number of
 * environments, A of actions, P of planes, R of rows, C of columns, players as they are called.
 *
 * Errors: a function that can fail returns NULL or a negative number and fills in its `error`, which
 * may be NULL. Nothing is printed, no signal is taken, the process is never ended.
 *
 * Threads: games and batches may be used by any thread, but each game, with all that was made from
 * it, by one thread at a time. Several games are independent of each other. A call is ended from outside
 * by `stop` of its game's source.
 *
 * Ownership: what `_new` and `_open` return is freed by `_free` and `_close`; a game outlives its
 * batches, a batch its trees. Texts are written into the caller's buffer, `room` bytes with the NUL byte; the length of
 * the whole text is returned, also if it was cut, and -1 for what there is not.
 *
 * Options begin with their size, so that a program that was compiled with an older header goes on:
 * what it does not know is 0, which always means the default.
 */
#ifndef TESSERA_H
#define TESSERA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TESSERA_VERSION_MAJOR 0
#define TESSERA_VERSION_MINOR 3

#if defined(__GNUC__)
#define TESSERA_API __attribute__((visibility("default")))
#else
#define TESSERA_API
#endif

struct tessera_game;
struct tessera_batch;

/* What went wrong: "sokoban.lua:12: the rule apply raised ...". */
struct tessera_error {
    char text[1024]; /* the whole message, in one line */
    char file[256];  /* where: as `name` of the source says it; "" if it is nowhere */
    char rule[64];   /* which function or rule of a game; "" if none */
    int32_t line, column; /* from 1; 0: not known */
};

/* Returns the version of the library, "0.3.0". */
TESSERA_API const char *tessera_version(void);

/* ---- games ---- */

struct tessera_source {
    size_t size; /* sizeof(struct tessera_source) */
    /* "tower"; "games/sokoban.lua"; "crates.txt" for PuzzleScript. With `text`: what errors call it,
     * whose ending says what it is. */
    const char *name;
    /* The file's contents, instead of a file, and their bytes; or NULL and 0. */
    const char *text;
    size_t length;
    /* A file of levels, in any format that `run.lua play` reads; NULL: the game's own, or those of
     * levels/NAME.txt beside its file NAME.lua if it has none. */
    const char *levels;
    /* 1: a file in Lua may do what any Lua program may. 0: it may read files beside it, as `require`
     * does, and do nothing else to the machine. */
    int32_t trusted;
    /* Bytes that its Lua may have; 0: 256 MiB. */
    size_t memory;
    /* Instructions of Lua, in one call into a rule, into `setup`, or to open it; 0: 10^9. */
    int64_t instructions;
    /* How many first positions are made beforehand where they depend on a seed, by a function `setup`
     * or by chance in PuzzleScript, of all levels together: episodes begin at one of these. 0: 256. */
    int32_t starts;
    /* Asked by long calls whether they end: about 20 times in a second, in the thread of the call, which
     * opens the game or is one on it. Other than 0: the call fails, "interrupted"; what it was to change
     * is as after any error. It may neither call this library with the game nor leave by longjmp. NULL:
     * nothing is asked. A handler of signals, or another thread, sets a flag that it returns. */
    int32_t (*stop)(void *with);
    void *with;
};

/* Opens a game. Returns NULL after an error. */
TESSERA_API struct tessera_game *tessera_open(const struct tessera_source *,
                                              struct tessera_error *);
/* Frees a game; NULL is ignored. */
TESSERA_API void tessera_close(struct tessera_game *);

enum tessera_traits {
    TESSERA_SCORED = 1, /* players have scores */
    TESSERA_CHANCE = 2, /* steps draw random numbers */
    TESSERA_HIDDEN = 4, /* players do not see all */
    TESSERA_NATIVE = 8, /* no Lua runs in a step */
    TESSERA_TOGETHER =
        16, /* players act together: a step has an action of each of them */
};

TESSERA_API const char *tessera_name(const struct tessera_game *);
TESSERA_API int32_t tessera_players(const struct tessera_game *);
TESSERA_API int32_t tessera_levels(const struct tessera_game *); /* 1 at least */
TESSERA_API int32_t tessera_rows(const struct tessera_game *); /* of the largest level */
TESSERA_API int32_t tessera_columns(const struct tessera_game *);
TESSERA_API uint32_t tessera_traits(const struct tessera_game *);

/* The actions that any level has, numbered from 0 in an order that depends on the game and its
 * levels alone. */
TESSERA_API int32_t tessera_actions(const struct tessera_game *);
TESSERA_API int32_t tessera_action_text(const struct tessera_game *, int32_t action,
                                        char *out, size_t room);
/* The number of the action with this text; -1: there is none. */
TESSERA_API int32_t tessera_action_index(const struct tessera_game *, const char *text);

/* The outcomes that an episode may have; 0: they are not known. */
TESSERA_API int32_t tessera_outcomes(const struct tessera_game *);
TESSERA_API int32_t tessera_outcome_text(const struct tessera_game *, int32_t outcome,
                                         char *out, size_t room);

/* How a board is shown. */
enum tessera_observation {
    TESSERA_NOTHING,
    /* One-hot: a byte 0 or 1 a cell, a plane for each kind of each layer [P][R][C]. */
    TESSERA_PLANES,
    /* Which kind a cell has, from 0 (from 1 where it may have none): a byte a cell, a plane for each
     * layer [P][R][C]. */
    TESSERA_LAYERS,
    /* The planes of TESSERA_PLANES, a bit a cell, row by row from the lowest bit on, each plane from
     * a new byte on [P][(R * C + 7) / 8]. */
    TESSERA_BITS,
};

/* Planes stand in the order that the game declares: the kinds of each layer, then one plane for each
 * field (its value in every cell, 255 at most), then whose turn it is. Cells beyond a smaller level's
 * border are 0 in all of them. Where players act together (TESSERA_TOGETHER) there are planes alone, of
 * what each player sees: kinds that each player has are `mine` and `theirs`, by where they look from there;
 * behind the kinds stands `outside`, if the game has a window; a field of each player is his own. */
TESSERA_API int32_t tessera_planes(const struct tessera_game *, enum tessera_observation);
TESSERA_API int32_t tessera_plane_name(const struct tessera_game *,
                                       enum tessera_observation, int32_t plane, char *out,
                                       size_t room);
/* Rows and columns of an observation: those of the largest level; where players act together and the game
 * has a window, those of the window. */
TESSERA_API int32_t tessera_view_rows(const struct tessera_game *);
TESSERA_API int32_t tessera_view_columns(const struct tessera_game *);
/* Bytes of the observation of one environment; of all its players, if they act together. */
TESSERA_API size_t tessera_observation_size(const struct tessera_game *,
                                            enum tessera_observation);

/* ---- batches ---- */

enum tessera_autoreset { TESSERA_NEXT_STEP, TESSERA_SAME_STEP, TESSERA_NEVER };
enum tessera_masks { TESSERA_NO_MASK, TESSERA_CANDIDATES, TESSERA_EXACT };
enum tessera_illegal { TESSERA_REFUSE, TESSERA_END, TESSERA_FAIL };

struct tessera_options {
    size_t size;
    int32_t count;       /* environments; 1 at least */
    int32_t threads;     /* 0: one. The numbers are the same whatever there are */
    int32_t observation; /* enum tessera_observation */
    /* A player; -1: whoever is to move; -2: nobody, all is seen. Where players act together each is shown what
     * he sees: 0 and -1 mean that. */
    int32_t observer;
    int32_t masks;     /* enum tessera_masks */
    int32_t autoreset; /* enum tessera_autoreset */
    int32_t illegal;   /* what an action does that is not possible */
    int32_t max_steps; /* an episode is truncated after so many; 0: never */
    /* Of an action that is not possible; of the goal, in games without a score (0: 1); of each step.
     * Finite numbers. */
    float illegal_reward, win_reward, step_reward;
    int32_t all_players; /* 1: rewards are [N][players], not [N] of whoever acted */
    int32_t level;       /* the level of every first position; -1: drawn by the seed */
    uint64_t seed;       /* environment i has the seed `seed` + i */
};

/* Where players act together (TESSERA_TOGETHER) actions are [N][players], numbers below tessera_actions
 * for each player, observations [N][players][P][R][C] with the rows and columns of tessera_view_rows,
 * masks [N][players][A], rewards and sums [N][players]; all else is [N]: an episode ends for all. */
struct tessera_arrays { /* each may be NULL */
    size_t size;
    const int32_t *actions; /* [N] */
    uint8_t *observations;  /* [N][...], see enum tessera_observation */
    /* Where an episode ended in this step and began anew: what was seen at its end. */
    uint8_t *final_observations;
    uint8_t *masks;                            /* [N][A] 1: possible */
    float *rewards;                            /* [N] or [N][players] */
    uint8_t *terminated, *truncated, *illegal; /* [N] */
    int32_t *player;                           /* [N] to move, from 0; -1 after the end */
    int32_t *outcome; /* [N] -1 while it runs; else its number (tessera_outcome_text) */
    int32_t *length;  /* [N] steps of the episode so far, or of the one that ended */
    float *sum;       /* [N] or [N][players] of its rewards */
};

TESSERA_API struct tessera_batch *tessera_batch_new(struct tessera_game *,
                                                    const struct tessera_options *,
                                                    struct tessera_error *);
TESSERA_API void tessera_batch_free(struct tessera_batch *);

/* Which environments begin anew, and how; each array may be NULL. */
struct tessera_start {
    size_t size;
    const uint8_t *which;  /* [N] 1: this one; NULL: all */
    const uint64_t *seeds; /* [N] NULL: go on with the environment's own stream */
    const int32_t *levels; /* [N] -1: drawn; NULL: as the options say */
};

/* Begins episodes. `start` NULL: all, with the seeds of the options. Returns 0, or -1 after an error. */
TESSERA_API int32_t tessera_reset(struct tessera_batch *, const struct tessera_start *,
                                  const struct tessera_arrays *, struct tessera_error *);
/* Each environment carries out its action. Returns how many episodes ended, or -1 after an error:
 * an action beyond the list, one that is not possible with TESSERA_FAIL (no environment has then
 * moved); a rule in Lua that raised, or an interruption: then each environment has either moved or is as
 * it was. */
TESSERA_API int32_t tessera_step(struct tessera_batch *, const struct tessera_arrays *,
                                 struct tessera_error *);
/* Writes the arrays anew, without a step: after _load, _copy; but for rewards, final observations
 * and `illegal`. Returns 0, or -1 after an error. */
TESSERA_API int32_t tessera_look(struct tessera_batch *, const struct tessera_arrays *,
                                 struct tessera_error *);

/* Environment i. Save and load: its position, with its random numbers; tessera_load also takes what
 * `state:save()` of the game's states returns, at which an episode begins. */
TESSERA_API int32_t tessera_save(struct tessera_batch *, int32_t i, char *out,
                                 size_t room);
TESSERA_API int32_t tessera_load(struct tessera_batch *, int32_t i, const char *text,
                                 struct tessera_error *);
TESSERA_API int32_t tessera_copy(struct tessera_batch *to, int32_t i,
                                 const struct tessera_batch *from, int32_t j,
                                 struct tessera_error *);
TESSERA_API uint64_t tessera_hash(struct tessera_batch *, int32_t i);
TESSERA_API int32_t tessera_text(struct tessera_batch *, int32_t i, char *out,
                                 size_t room);
/* Returns the bytes of the picture, which is only written if there is room for all; -1 after an error.
 * RGB, three bytes a pixel, [R * side][C * side][3] of the environment's own level: the sprites of the
 * game's look, and the colours behind its cells; what has a glyph and no sprite is a square of its
 * colour. `side`: pixels of a cell, 1 to 64. */
TESSERA_API int32_t tessera_picture(struct tessera_batch *, int32_t i, int32_t side,
                                    uint8_t *out, size_t room, struct tessera_error *);
/* The level of environment i, from 0, and the rows and columns of its board; each may be NULL. -1: there
 * is no such environment. */
TESSERA_API int32_t tessera_level(struct tessera_batch *, int32_t i, int32_t *rows,
                                  int32_t *columns);
/* A solution: up to `most` actions. Returns how many there are; -1: none was found, and the error says
 * whether there is none. */
TESSERA_API int32_t tessera_solve(struct tessera_batch *, int32_t i, double seconds,
                                  int32_t optimal, int32_t *actions, int32_t most,
                                  struct tessera_error *);
/* A recording of what environment i does with these actions from where it is, which stays as it is: a text
 * that `run.lua replay` and the playground show. Actions that are not possible are in it as such. Returns
 * its length, as texts do; -1 after an error. */
TESSERA_API int32_t tessera_record(struct tessera_batch *, int32_t i,
                                   const int32_t *actions, int32_t count, char *out,
                                   size_t room, struct tessera_error *);

/* Where players act together (TESSERA_TOGETHER): what a step of environment i with these actions, one of each
 * player, would leave undone, and why: "1: forward: row 1, column 2 is wall, ...; 2: zap: ...", in the order in
 * which they would act; "" if nothing. The environment stays as it is. Returns the length, as texts do; -1 after
 * an error. */
TESSERA_API int32_t tessera_idle(struct tessera_batch *, int32_t i,
                                 const int32_t *actions, char *out, size_t room,
                                 struct tessera_error *);

/* What there is to know of all positions that can be reached; -1: it is not known. */
struct tessera_report {
    size_t size;
    double solvable;  /* 1: the goal can be reached; 0: it cannot */
    double length;    /* actions of a shortest solution */
    double solutions; /* how many have that length, 10^15 at most */
    double positions; /* how many can be reached, with the first one */
    double branching; /* actions of a position that has some, on the mean */
    double
        dead_ends; /* share of positions from which the goal cannot be reached, 0 to 1 */
    double losing; /* share of actions after which it cannot, where it still could */
    double
        bottlenecks; /* positions that all shortest solutions pass, without first and last */
};
/* Fills in a report of environment i: after `seconds` (0: as long as it takes) only what is sure, solvable
 * and length. Returns 0, or -1 after an error. */
TESSERA_API int32_t tessera_report(struct tessera_batch *, int32_t i, double seconds,
                                   struct tessera_report *, struct tessera_error *);

/* ---- trees ---- */

/* Search for players who judge positions themselves, as AlphaZero does (PUCT): each environment has a
 * tree, whose root is its position. Select finds leaves, the caller judges all of them at once, back
 * takes what it thinks; the observations are those of the batch's options:
 *
 *     struct tessera_trees *trees = tessera_trees_new(batch, &(struct tessera_trees_options){
 *         .size = sizeof(struct tessera_trees_options), .nodes = 400}, &error);
 *     for (int i = 0; i < 300; i++) {
 *         tessera_trees_select(trees, &leaves, &error);
 *         judge(leaves.observations, leaves.masks, values, priors);
 *         tessera_trees_back(trees, values, priors, &error);
 *     }
 *     tessera_trees_look(trees, &roots, &error);
 *     ... tessera_step(batch, &arrays, &error);
 *     tessera_trees_advance(trees, arrays.actions, &error);
 *
 * L is the number of leaves that a tree gives at once, `leaves` of the options. Trees share the threads
 * of their batch; their numbers are the same whatever there are. */
struct tessera_trees;

struct tessera_trees_options {
    size_t size;
    int32_t nodes;     /* positions of a tree, 2 at least */
    int32_t edges;     /* actions of them; 0: enough for all nodes */
    int32_t leaves;    /* L; 0: 1 */
    float exploration; /* how much priors count beside values, to 10^6; 0: 1.25 */
    float noise;       /* share of the root's priors that is random, 0 to 1 */
    float alpha; /* how even it is (of Dirichlet's distribution), 0.001 to 10^6; 0: 0.3 */
    float discount; /* what a value is worth a step before, 10^-6 to 1; 0: 1 */
    uint64_t seed;  /* the tree of environment i draws from `seed` + i */
};

/* Makes trees that begin at the positions of the batch, and takes all their memory. Returns NULL after an
 * error. Without chance a tree keeps a position for each node. Trees whose batch has been freed can only
 * be freed. */
TESSERA_API struct tessera_trees *tessera_trees_new(struct tessera_batch *,
                                                    const struct tessera_trees_options *,
                                                    struct tessera_error *);
TESSERA_API void tessera_trees_free(struct tessera_trees *);

/* Begins trees anew at the positions of their environments. `which` [N], 1: this one; NULL: all. Leaves
 * that are not judged yet are forgotten. Returns 0, or -1 after an error. */
TESSERA_API int32_t tessera_trees_start(struct tessera_trees *, const uint8_t *which,
                                        struct tessera_error *);

struct tessera_leaves { /* each may be NULL */
    size_t size;
    uint8_t *observations; /* [N][L][...], see enum tessera_observation */
    uint8_t *masks;        /* [N][L][A] 1: possible */
    int32_t *player;       /* [N][L] to move, from 0; -1: there is no leaf */
};

/* Walks from each root to L leaves: positions that have not been judged. There are fewer where a walk
 * ends the game, or the tree is full: their entries keep what they had, but for `player`. Returns how many
 * there are in all trees; -1 after an error: the leaves of the last select are not judged yet, or a rule
 * in Lua raised (no tree has then found a leaf). */
TESSERA_API int32_t tessera_trees_select(struct tessera_trees *,
                                         const struct tessera_leaves *,
                                         struct tessera_error *);
/* Takes what the caller thinks of the leaves. Values [N][L]: what whoever is to move there will gain from
 * there on; of two players, half the difference of their scores; with more than two, [N][L][players], for
 * each; about -1 to 1, and in -10^6 to 10^6. Priors [N][L][A]: how likely each action is to be good, 0 or
 * more; they need not add up to 1, and those of actions that are not possible do not count. Entries without
 * a leaf are ignored. Returns 0; -1 after an error: a value or a prior that is none. */
TESSERA_API int32_t tessera_trees_back(struct tessera_trees *, const float *values,
                                       const float *priors, struct tessera_error *);

/* What trees say of their roots, for whoever is to move there. */
struct tessera_roots { /* each may be NULL */
    size_t size;
    int32_t *visits; /* [N][A] how often each action was tried */
    float *policies; /* [N][A] its share of them; all 0 before any was */
    float *means;    /* [N][A] the mean value behind it; 0 if it was not tried */
    float *values;   /* [N] the mean value of the root */
};
/* Fills in the arrays. Returns 0, or -1 after an error. */
TESSERA_API int32_t tessera_trees_look(const struct tessera_trees *,
                                       const struct tessera_roots *,
                                       struct tessera_error *);

/* Goes on after a step of the batch with these actions [N]: a tree keeps what lies below its action; one
 * that has nothing there, or whose environment is elsewhere, as after the end of an episode, begins anew.
 * Returns 0; -1 after an error: leaves are not judged yet, or there is no such action. */
TESSERA_API int32_t tessera_trees_advance(struct tessera_trees *, const int32_t *actions,
                                          struct tessera_error *);

#ifdef __cplusplus
}
#endif
#endif
