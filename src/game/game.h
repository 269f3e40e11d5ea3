/*
 * The protocol that every game implements (struct game), and the block of memory in which
 * every state lies (struct state). A caller that knows no game plays any:
 *
 *     void *s = room for g->size(g, shape) zero bytes;
 *     g->init(g, s, shape);                             then a map, or load_fields (save.h)
 *     g->actions(g, s, list, 64)                        2: list has two actions
 *     g->text(g, s, list[0], &text)                     "PUSH RIGHT"
 *     g->apply(g, s, list[0], NULL)                     APPLIED
 *     g->outcome(g, s)                                  NULL: it runs on
 *
 *     s    header | key | rest | scratch
 *
 * **A state has no pointers, and its size is fixed when it is created.** So a clone is a
 * memcpy and an undo is an old copy. The header says where the parts lie, and the shape
 * (the size of the board); it never changes. The key holds everything that the rules
 * depend on, such as the cells, in a canonical order, with padding zeroed: **two
 * positions are equal if these bytes are.** The rest holds what undo must restore as
 * well: counters, score, the seed of the random numbers. The scratch holds worklists;
 * **it is all zero between any two actions:** searches rely on it.
 *
 * Which part a field belongs to: does a rule ask for it? Key. Would a player expect undo
 * to bring it back? Rest. Neither: scratch.
 *
 * **A refused action leaves the state as it was, byte for byte. An action that `actions`
 * lists is carried out, or lets time pass. A game that is over lists none.**
 * lua/tessera/check/laws.lua has these laws; spec/game/conformance_spec.lua and spec/fuzz
 * hold every game to them.
 *
 * **Rules refuse without words:** they return which rule and which cell, and the game's
 * `why` makes a sentence of that. `apply` writes the sentence itself, if the report wants
 * one, because afterwards it may be too late: in the Tower time passes after an ignored
 * command, and then the board is another one.
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

/* Compares header, key and rest, as == does in Lua. */
static inline bool state_equal(const struct state *a, const struct state *b)
{
    return a->scratch == b->scratch && memcmp(a, b, a->scratch) == 0;
}

/* Counters and scores stop here. A saved state may hold any number up to it, and playing
 * on from there must not overflow. */
#define STATE_COUNT_MAX INT64_C(1000000000000000)

static inline void state_count(int64_t *counter, int64_t by)
{
    *counter = *counter > STATE_COUNT_MAX - by ? STATE_COUNT_MAX : *counter + by;
}

/* A hash of the key's bytes, the same on every little-endian machine (hash.c). */
uint64_t state_hash(const struct state *);

/* n rounded up to 8, the alignment of each part of a block. */
static inline size_t state_align(size_t n)
{
    return (n + 7) & ~(size_t)7;
}

/* An action is a number that the game encodes as it likes; users see its text. */
typedef int64_t action;

/* An action of two numbers, one in each half. They may be any integers; those beyond an int32_t
 * become its least or its greatest. */
static inline action action_pack(int64_t upper, int64_t lower)
{
    upper = upper < INT32_MIN ? INT32_MIN : upper > INT32_MAX ? INT32_MAX : upper;
    lower = lower < INT32_MIN ? INT32_MIN : lower > INT32_MAX ? INT32_MAX : lower;
    return upper * (INT64_C(1) << 32) + (uint32_t)lower;
}

static inline int32_t action_upper(action a)
{
    return (int32_t)((a - (uint32_t)a) / (INT64_C(1) << 32));
}

static inline int32_t action_lower(action a)
{
    return (int32_t)(uint32_t)a;
}

enum applied {
    APPLIED, /* carried out */
    IDLED,   /* ignored by the rules, but time has passed */
    REFUSED, /* not possible here; the state is untouched, byte for byte */
    FAILED,  /* a rule written in Lua raised an error; the state is untouched */
    STOPPED, /* the caller's poll ended it; the state is untouched */
};

/* What `turn` returns after the end; the room for the words of a refusal and for the
 * text of an action, with the NUL byte. */
enum { OVER = 0, WHY_MAX = 512, ACTION_TEXT_MAX = 40 };

/* `actions` returns these instead of a count: a rule written in Lua raised an error, or
 * the caller had it stopped. */
enum { ACTIONS_FAILED = -1, ACTIONS_STOPPED = -2 };

enum { WIDE_FIRST = 128, WIDE_MAX = 127 };

/* Appends the character for which a byte of a picture stands, by game->wide. */
static inline void text_wide(struct text *t, const uint32_t *wide, int c)
{
    if (wide != NULL && c >= WIDE_FIRST) {
        text_code(t, wide[c - WIDE_FIRST]);
    } else {
        text_char(t, c);
    }
}

/* A game with more candidates lists its actions instead (game_candidates). */
enum { CANDIDATES_MAX = 1 << 16 };

/* A word of a state, eight bytes from a multiple of 8 on, and what it becomes. */
struct change {
    uint32_t at;
    uint64_t to;
};

enum { CHANGES_MAX = 8, UNFORESEEN = -1 };

/* An action, and what `foresee` says of it. */
struct foreseen {
    action by;
    int32_t changes; /* how many, or UNFORESEEN */
    struct change change[CHANGES_MAX];
};

/* An action, and what `prospects` says of it. */
struct prospect {
    action by;
    int32_t promise; /* the greater, the sooner it is worth trying */
    bool ends;       /* it makes what an end of the game asks the player to make */
    bool parries;    /* it takes the place where the opponent could do that next */
    bool wins;       /* whoever plays it wins; only an expert says so (search/expert.h) */
    bool vain;       /* it loses, or another action is as good; the same */
};

/* The caller's buffer for actions. `count` goes on beyond `max`. */
struct offered {
    action *out;
    int max, count;
};

static inline void offer_action(struct offered *o, action a)
{
    if (o->count < o->max) o->out[o->count] = a;
    if (o->count < INT_MAX) o->count++;
}

/* One change of a piece; without one all is said by `kind`. Rows and columns count from 1, as
 * the game's users count them: in the Tower row 1 is the bottom. Row 0 is no place: a piece
 * that appears comes from there, one that leaves the board goes there. */
struct event {
    const char *kind; /* "fell" */
    int32_t what;     /* the character that draws the piece, or 0 */
    int32_t becomes;  /* the character that draws it afterwards, or 0 */
    int32_t from_row, from_col, to_row, to_col;
};

/* The caller's buffer for events, in memory of no declared type: the game may use what is
 * behind the first `count`. `count` goes on beyond `room`, so the caller sees when events
 * were lost and can repeat the action on a copy with more room: `count` of them. */
struct events {
    struct event *at;
    size_t room, count;
};

/* What apply reports beside its result. Each part may be NULL;
 * searches pass no report. */
struct report {
    struct events *events;
    struct text *why; /* why the action was not carried out, as game->why says it */
    /* What the caller knows: `conclude` would not end the game before the action. A state that was changed
     * by hand may be one that it would end. */
    bool settled;
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

/* One number of a shape, with its range. */
struct dimension {
    const char *name;
    int32_t min, max;
};

/* An action that may take long calls `stop` every fraction of a millisecond, and ends if it
 * returns true. Several threads may call it at once. NULL: nothing stops an action. */
struct poll {
    bool (*stop)(void *with);
    void *with;
};

struct archive;
struct board_list;
struct expert;
struct game_window;
struct host;
struct model;
struct playout;

struct game {
    const char *name;
    int players;

    /* The numbers that the size of a state depends on: rows, columns and at most
     * SHAPE_MAX - 2 more. The name NULL ends the list. */
    const struct dimension *shape;
    /* The size in bytes of a state of this shape, whose numbers are in their ranges. */
    size_t (*size)(const struct game *, const int32_t *shape);
    /* Turns `size` zero bytes into a state of this shape that `fields` can fill. */
    void (*init)(const struct game *, void *state, const int32_t *shape);
    /* Passes every named field of key and rest, in order, to the archive, which saves it,
     * or loads it and checks its range. */
    void (*fields)(const struct game *, void *state, struct archive *);
    /* Called for a loaded state, in games written in Lua for a new one as well: computes
     * the derived fields and checks the state as a whole.
     * NULL, or an error message. */
    const char *(*check)(const struct game *, void *state);

    /* For a game whose state says some things twice. `derived` returns a byte offset, a
     * multiple of 8 within `rest`: everything behind it can be computed by `derive` from
     * what lies before it. Searches keep positions only up to there. Both NULL: they keep
     * all. */
    size_t (*derived)(const struct game *, const void *state);
    void (*derive)(const struct game *, void *state);

    /* The player to move, from 1, or OVER. */
    int (*turn)(const struct game *, const void *state);
    /* The texts of all outcomes, ended by NULL; NULL if they are not known. */
    const char *const *outcomes;
    /* The outcome that searches look for in a game of one player; NULL: any. */
    const char *goal;
    /* The range of a player's score at the end; both 0: not known. */
    int64_t score_min, score_max;
    /* There is no score, or it says no more than the outcome does: it is not shown. */
    bool unscored;
    bool scored_at_end; /* the score is 0 until the game is over */
    bool score_in_host; /* `score` calls the host */
    /* How the game ended, or NULL while it runs. */
    const char *(*outcome)(const struct game *, const void *state);
    /* Lists the actions that would change the state, in a fixed order, at
     * most max of them into `out`. Returns how many there are, also beyond
     * max; or ACTIONS_FAILED, or ACTIONS_STOPPED. */
    int (*actions)(const struct game *, const void *state, action *out, int max);
    /* For a game that knows its actions only by trying them: lists, once each, numbers
     * among which all actions are; apply refuses the others. Cheaper than `actions` for a
     * caller that needs one random action, or that plays all of them. Returns more than
     * CANDIDATES_MAX if there are more. NULL: `actions` is as cheap. */
    int (*candidates)(const struct game *, const void *state, action *out, int max);
    /* Lists, once each and in a fixed order, numbers among which are all actions of all states of
     * this shape: `candidates` for a board of which nothing is known. A board with more rows or
     * columns has them, too. Returns more than CANDIDATES_MAX if there are more. NULL: not
     * known. Where players act together: those of the first player; of player p they are greater
     * by p - 1. */
    int (*every)(const struct game *, const int32_t *shape, action *out, int max);
    /* `actions` is cheaper than apply of all candidates, so candidates serve only a caller
     * that needs one random action. */
    bool quick;
    enum applied (*apply)(const struct game *, void *state, action, struct report *);
    bool heard; /* its events are sounds, which a refused action has as well */
    /* Plays as playout_run does (playout.h), with the same actions and draws, but faster; *end is
     * what that returns. False: it cannot, in this state. NULL: not in any. */
    bool (*playout)(const struct game *, struct playout *, int *end);
    /* For a game that can say what an action changes without playing it. `foresee` lists
     * the actions as `actions` does, each with the words of key and rest that it changes
     * (or UNFORESEEN), but for what an end of the game changes. `conclude` gets a state in
     * which these words have been written: it ends the game there, if it is over, and
     * returns whether it is. Then the state is the one after the action. **Two positions
     * that differ in nothing but what `conclude` writes are never both reached:** so a
     * search that has met the changed key need not enter the position. Both NULL: nothing
     * is foreseen. */
    int (*foresee)(const struct game *, const void *state, struct foreseen *out, int max);
    bool (*conclude)(const struct game *, void *state);
    /* For a game of two that sees what its players are about to make, such as a line: lists the
     * actions as `actions` does. Whoever asks plays an action that `ends` to know who has won.
     * NULL: nothing is seen. */
    int (*prospects)(const struct game *, const void *state, struct prospect *out,
                     int max);
    /* Not 0: where some actions parry, and none ends the game, after any other one the opponent
     * can end the game, and has at least this score, the player its negative. */
    int64_t parried;
    /* For a game of two that can prove who wins some of its positions (search/expert.h); or NULL. */
    const struct expert *expert;
    /* For a game that can take actions back; NULL for others. `reversals` lists numbers
     * among which are all actions that can have led to a state, as `candidates` does, also
     * for a state that is over. `reverse` turns the state into the one before the action,
     * or returns REFUSED if the action cannot have led here. The game promises that; a
     * caller that must be sure plays the action again. */
    int (*reversals)(const struct game *, const void *state, action *out, int max);
    enum applied (*reverse)(const struct game *, void *state, action);
    /* The heuristic of A* and IDA* for the game's goal: at least so many actions are left to it,
     * STATE_COUNT_MAX if it cannot be reached any more. Only for searches in which all who move
     * help. It looks at the key alone. NULL: there is none. */
    int64_t (*estimate)(const struct game *, const void *state);
    /* For a game whose rules can be read: fills in what they say of this board, its goal and its
     * pieces (model.h), for a solver. False: nothing, or there is no memory. NULL: there is
     * nothing to read. */
    bool (*model)(const struct game *, const void *state, struct model *);
    /* Writes why apply would not carry the action out; nothing if it would. Takes any
     * 64-bit number, also one that is no action. */
    void (*why)(const struct game *, const void *state, action, struct text *);
    /* 0 if a rule written in Lua raises an error here; then the next call
     * of a rule fails. */
    int64_t (*score)(const struct game *, const void *state, int player);

    /* Finds the action of this text; false if there is none. */
    bool (*parse)(const struct game *, const void *state, const char *text, size_t n,
                  action *);
    void (*text)(const struct game *, const void *state, action, struct text *);
    /* The board as rows of characters, the top row first, each ended by a newline. */
    void (*picture)(const struct game *, const void *state, struct text *);
    /* For a game whose maps have characters beyond ASCII: what the bytes from WIDE_FIRST on
     * stand for in pictures, in saved texts and as the `what` of events, WIDE_MAX + 1 codes.
     * The caller translates (text_wide). NULL: no byte stands for another character. */
    const uint32_t *wide;
    /* A faster hash of the position; NULL: use state_hash. */
    uint64_t (*hash)(const struct game *, const void *state);
    /* Sets the seed of the random numbers, eight bytes of the state that change with
     * each number; NULL for a game without chance. Searches and playouts call it on the
     * copies that they play on, so that they cannot see the game's dice. */
    void (*reseed)(const struct game *, void *state, uint64_t seed);
    /* An action may draw random numbers. */
    bool chance;
    /* The players act together: each chooses in turn, from the first to the last, and with the choice
     * of the last one all are carried out. */
    bool together;
    /* Where players act together: takes back what has been chosen in this step; then this player, from 1,
     * chooses. NULL for other games. */
    void (*unchoose)(const struct game *, void *state, int player);
    /* What the last action, or the last step of players who act together, has earned a player. NULL:
     * that is the difference of the scores. */
    int64_t (*reward)(const struct game *, const void *state, int player);
    /* How the board lies in the states of this one's shape (board.h). NULL: it is not known. */
    void (*board)(const struct game *, const void *state, struct board_list *);
    /* Turns a copy of a state into what a player may see of it, from 1. False: a rule written in
     * Lua raised an error. NULL: players see all, but for what is chosen in a step together. */
    bool (*see)(const struct game *, void *state, int player);
    bool see_in_host; /* `see` calls the host */
    /* Where players see a part of the board, around their pieces; `see` hides the rest. NULL: they see
     * all of it. */
    const struct game_window *window;
    /* Where the rules run, for a game written in Lua. The caller must
     * enter it (bind_enter) around `actions`, `candidates`, `apply`,
     * `why`, `score` and `check`. */
    struct host *host;
    /* Of a game with a host: `actions`, `candidates`, `foresee`, `conclude`, `apply`, `outcome` and
     * `turn` run in C alone, so threads may search it. */
    bool parallel;
    /* Of a game with a host: `apply` does one thing after which nothing can break, so whoever plays in
     * place needs no copy. Those without a host do not break. */
    bool steady;
    /* For a game with actions that may take long. A caller with a limit of time sets the
     * poll around its calls (game_ask); then `apply` may return STOPPED, and `actions`
     * ACTIONS_STOPPED. NULL for other games. */
    struct poll *poll;
};

/* Lists the candidates of a state, or its actions if the game has none or they are too
 * many. Returns what `actions` does. */
static inline int game_candidates(const struct game *g, const void *state, action *out,
                                  int max)
{
    if (g->candidates == NULL) return g->actions(g, state, out, max);
    int count = g->candidates(g, state, out, max);
    return count > CANDIDATES_MAX ? g->actions(g, state, out, max) : count;
}

/* Sets the poll of a game, if its actions ask one. Returns the poll from before, which the
 * caller sets again afterwards. */
static inline struct poll game_ask(const struct game *g, struct poll poll)
{
    struct poll before = {NULL, NULL};
    if (g->poll == NULL) return before;
    before = *g->poll;
    *g->poll = poll;
    return before;
}

/* Whether several threads may search positions of a game at once. */
static inline bool game_is_parallel(const struct game *g)
{
    return g->host == NULL || g->parallel;
}

/* The end of `apply` for a refused action. The state is untouched, so `why` can still
 * find the reason in it. */
static inline enum applied refused(const struct game *g, const void *state, action a,
                                   struct report *report)
{
    if (wants_why(report)) g->why(g, state, a, report->why);
    return REFUSED;
}

#endif
