/*
 * The protocol that every game keeps, and the block of memory that every state is.
 *
 *     header | key | rest | scratch
 *
 * A state has no pointers and is sized when it is made. The header says where the parts
 * lie and holds what never changes (the size of the board). The key is all that decides
 * the future by the rules, padding zeroed: positions are told apart by these bytes. The
 * rest is what undo must bring back as well (counters, score, the seed of the chance).
 * The scratch holds worklists; it is all zero between two actions. So a clone is a
 * memcpy and an undo is an old copy.
 */
#ifndef TESSERA_GAME_H
#define TESSERA_GAME_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

enum { SHAPE_MAX = 6 };

struct state {
    uint32_t key, rest, scratch, size; /* byte offsets from the start of the block */
    int32_t shape[SHAPE_MAX];          /* the numbers that the size depends on */
};

/* The first two numbers of every shape are the rows and the columns of the board. */
static inline int32_t rows_of(const void *state)
{
    return ((const struct state *)state)->shape[0];
}

static inline int32_t cols_of(const void *state)
{
    return ((const struct state *)state)->shape[1];
}

static inline const unsigned char *state_key(const struct state *s)
{
    return (const unsigned char *)s + s->key;
}

static inline size_t state_key_size(const struct state *s)
{
    return s->rest - s->key;
}

/* Key and rest, headers included: what == compares. */
static inline bool state_equal(const struct state *a, const struct state *b)
{
    return a->scratch == b->scratch && memcmp(a, b, a->scratch) == 0;
}

/* Where counters and scores stop: a saved state may hold any number up to it, and playing
 * on from there must not overflow. */
#define STATE_COUNT_MAX INT64_C(1000000000000000)

static inline void state_count(int64_t *counter, int64_t by)
{
    *counter = *counter > STATE_COUNT_MAX - by ? STATE_COUNT_MAX : *counter + by;
}

/* A hash of the key; the same on every little-endian machine. (hash.c) */
uint64_t state_hash(const struct state *);

/* n rounded up to what any part of a block may start at. */
static inline size_t state_align(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

/* An action is a number of the game's own making; its text is what people see. */
typedef int64_t action;

enum applied {
    APPLIED, /* carried out */
    IDLED,   /* ignored by the rules, but time has passed */
    REFUSED, /* not possible here; the state is untouched, byte for byte */
    FAILED,  /* a rule written in Lua raised an error; the state is untouched */
};

enum { OVER = 0, WHY_MAX = 200, ACTION_TEXT_MAX = 40 };

/* What `actions` returns in place of a number: a rule written in Lua raised an error, or
 * whoever called had it stopped. */
enum { ACTIONS_FAILED = -1, ACTIONS_STOPPED = -2 };

/* More candidates than these are not listed. */
enum { CANDIDATES_MAX = 1 << 16 };

/* The caller's room for actions. `count` goes on beyond `max`. */
struct offered {
    action *out;
    int max, count;
};

static inline void offer_action(struct offered *o, action a)
{
    if (o->count < o->max) o->out[o->count] = a;
    if (o->count < INT_MAX) o->count++;
}

/* What happened to one piece. Rows and columns count from 1, from the edges that the game's
 * users count from; row 0 is nowhere: off the board, or no place before. */
struct event {
    const char *kind; /* "fell" */
    int32_t what;     /* the character that draws the piece */
    int32_t becomes;  /* what it is afterwards, or 0 */
    int32_t from_row, from_col, to_row, to_col;
};

/* The caller's room for events. `count` goes on beyond `room`, so nothing is lost
 * without notice: the caller can repeat the action with more room on a copy. */
struct events {
    struct event *at;
    size_t room, count;
};

/* What apply tells its caller beside its result. Each part may be NULL; searches pass no
 * report at all. */
struct report {
    struct events *events;
    struct text *why; /* why the action was not carried out, as game->why says it */
};

static inline bool wants_events(const struct report *r)
{
    return r != NULL && r->events != NULL;
}

static inline bool wants_why(const struct report *r)
{
    return r != NULL && r->why != NULL;
}

static inline void emit(struct report *r, struct event x)
{
    if (!wants_events(r)) return;
    struct events *e = r->events;
    if (e->count < e->room) e->at[e->count] = x;
    e->count++;
}

/* One of the numbers that a state's size depends on, with its range. */
struct dimension {
    const char *name;
    int32_t min, max;
};

struct archive;
struct host;

struct game {
    const char *name;
    int players;

    /* What must be known to make a state: rows, columns and what else there is, at most
     * SHAPE_MAX numbers, after the last one a name NULL. */
    const struct dimension *shape;
    /* The size in bytes of a state of this shape; every number is in its range. */
    size_t (*size)(const struct game *, const int32_t *shape);
    /* Makes `size` bytes, all zero, a state of this shape that `fields` can fill. */
    void (*init)(const struct game *, void *state, const int32_t *shape);
    /* Passes every named field of key and rest, in order, to the archive: saves them, or
     * loads them with their ranges checked. */
    void (*fields)(const struct game *, void *state, struct archive *);
    /* After loading: what is wrong with the state as a whole, or NULL. Also restores
     * what is derived from the fields. */
    const char *(*check)(const struct game *, void *state);

    /* The player to move, from 1, or OVER. */
    int (*turn)(const struct game *, const void *state);
    /* All outcomes there are, after the last one NULL; NULL if that is not known. */
    const char *const *outcomes;
    /* The outcome that a player of one's own wants, that searches look for; NULL: any end. */
    const char *goal;
    /* What a player can score at the end, at least and at most; both 0: not known. */
    int64_t score_min, score_max;
    /* How the game ended, in the words of its users, or NULL. */
    const char *(*outcome)(const struct game *, const void *state);
    /* The actions that would change the state, in a fixed order, at most max of them
     * into `out`. Returns how many there are, also beyond max; or ACTIONS_FAILED, or
     * ACTIONS_STOPPED. */
    int (*actions)(const struct game *, const void *state, action *out, int max);
    /* For a game that finds its actions by trying them: all that may be tried, the actions among
     * them, each once; apply tells which they are. Who needs a random action, or plays them all,
     * tries these. CANDIDATES_MAX + 1 if there are more. NULL: `actions` costs no more. */
    int (*candidates)(const struct game *, const void *state, action *out, int max);
    enum applied (*apply)(const struct game *, void *state, action, struct report *);
    /* Why apply would not carry the action out, in words; nothing is written if it would.
     * Any 64-bit number may be asked about, also one that is no action. */
    void (*why)(const struct game *, const void *state, action, struct text *);
    /* If a rule written in Lua raises an error here, this is 0, and what is asked for next fails. */
    int64_t (*score)(const struct game *, const void *state, int player);

    /* The action whose text this is; false if it is none. */
    bool (*parse)(const struct game *, const void *state, const char *text, size_t n,
                  action *);
    void (*text)(const struct game *, const void *state, action, struct text *);
    /* The board as rows of characters, the top row first, each ended by a newline. */
    void (*picture)(const struct game *, const void *state, struct text *);
    /* NULL: state_hash. */
    uint64_t (*hash)(const struct game *, const void *state);
    /* From now on chance comes from this seed; NULL where there is none. Searches and
     * playouts call it on the copies they play on, so that they never see the dice of the
     * game that they look ahead in. */
    void (*reseed)(const struct game *, void *state, uint64_t seed);
    /* For a game whose rules are not in C: where they run. The caller of `actions`,
     * `candidates`, `apply`, `why`, `score` and `check` enters it first. */
    struct host *host;
};

/* The candidates of a state if they can be listed, or else its actions; as `actions`. */
static inline int game_candidates(const struct game *g, const void *state, action *out,
                                  int max)
{
    if (g->candidates == NULL) return g->actions(g, state, out, max);
    int count = g->candidates(g, state, out, max);
    return count > CANDIDATES_MAX ? g->actions(g, state, out, max) : count;
}

/* What `apply` returns where the rules refuse an action. The state is as it was, so `why` can
 * still say what forbids it. */
static inline enum applied refused(const struct game *g, const void *state, action a,
                                   struct report *report)
{
    if (wants_why(report)) g->why(g, state, a, report->why);
    return REFUSED;
}

#endif
