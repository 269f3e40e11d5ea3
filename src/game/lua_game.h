/*
 * The state of a game written in Lua. Its definition names layers of cells, fields and
 * the forms of actions; from these follow the block, saving, loading, the texts of
 * actions and the picture. The rules are called through `struct game`, as for a game in
 * C. A definition and its block, on a board of 2 rows and 3 columns:
 *
 *     layers = { "ground", "things" }
 *     fields = { keys = 0, hand = { size = 2 } }, counters = { moves = 0 }
 *
 *     header | turn hand[1] hand[2] keys ground things | moves rng, next die, outcome, dice | copies
 *            | 8 bytes each              6 + 6 bytes   |                                    |
 *            +-- key ----------------------------------+-- rest ----------------------------+ scratch
 *
 * The layers lie one after the other, row by row from the top; a cell holds a byte of its
 * layer's alphabet. Turn and outcome are computed once after each action and kept, one in
 * the key and one in the rest: reading them calls no Lua and cannot fail. The rest also has
 * the dice that a spec has given. The scratch holds copies for rules as pictures: of key
 * and rest, and of the layers.
 *
 * An action is a number in mixed radix over the slots of its form (lua_game_actions.c),
 * so it is the same in every process.
 */
#ifndef TESSERA_LUA_GAME_H
#define TESSERA_LUA_GAME_H

#include "game.h"
#include "base/grid.h"
#include "window.h"

enum {
    LUA_GAME_SIDE_MAX = 2000,
    LUA_GAME_SMALL = 1024,
    LUA_GAME_LAYERS_MAX = 8,
    LUA_GAME_LEGEND_MAX = 96 + WIDE_MAX,
    LUA_GAME_FIELDS_MAX = 64,
    LUA_GAME_ARRAY_MAX = 4096,
    LUA_GAME_PLAYERS_MAX = 64,
    LUA_GAME_NAME_MAX = 24, /* this and the next with the NUL byte */
    LUA_GAME_OUTCOME_MAX = 64,
    LUA_GAME_FORMS_MAX = 32,
    LUA_GAME_SLOTS_MAX = 8,
    LUA_GAME_WORDS_MAX = 256,
    LUA_GAME_DICE_MAX = 10000,
    LUA_GAME_OUTCOMES_MAX = 64,
    LUA_GAME_ENDINGS_MAX = 256,
    LUA_GAME_SPARE = 64, /* how many bytes behind a layer may be read */
};

/* The numbers of a shape. */
enum { LUA_GAME_ROWS, LUA_GAME_COLUMNS, LUA_GAME_DICE };

struct lua_game_layer {
    char name[LUA_GAME_NAME_MAX];
    char alphabet[LUA_GAME_LEGEND_MAX + 1]; /* the bytes of its cells; "nothing" first */
};

/* A character of a map, and the byte that it puts into each layer. */
struct lua_game_cell {
    unsigned char shown, on[LUA_GAME_LAYERS_MAX];
};

/* A named integer (count 0), or an array of `count` integers. */
struct lua_game_field {
    char name[LUA_GAME_NAME_MAX];
    int64_t value, min, max; /* `value` is that of a new state */
    int32_t count;
    bool hidden;  /* it is not shown to players */
    int32_t at;   /* the index of its first integer among the fields, or the counters */
    bool counter; /* no rule depends on it, so it lies in the rest */
    bool each; /* an array with an integer for each player: rules mean that of who acts */
    bool timer; /* at the end of each step, what is above 0 becomes less by 1 */
};

/* A game whose players act together (docs/together.md): each chooses in turn, and with the choice of
 * the last one all are carried out. */
struct lua_game_together {
    int32_t players; /* 0: they take turns */
    enum lua_game_order { LUA_GAME_FIXED, LUA_GAME_RANDOM, LUA_GAME_AT_ONCE } order;
    int32_t chosen; /* the field of what they have chosen so far: 1 + its number, or 0 */
    action idle;    /* what always fits: by its number without a player */
};

/* One word of an action's text. */
struct lua_game_slot {
    enum lua_game_kind {
        LUA_GAME_WORD,   /* one of word[min .. max] of the game */
        LUA_GAME_NUMBER, /* min .. max */
        LUA_GAME_ROW,    /* 1 .. LUA_GAME_SIDE_MAX; a state may have fewer */
        LUA_GAME_COLUMN,
    } kind;
    int64_t min, max;
};

struct lua_game_form {
    int32_t slots;
    struct lua_game_slot slot[LUA_GAME_SLOTS_MAX];
};

/* A kind of a layer, for game->board; "nothing" is none. */
struct lua_game_named {
    int32_t layer;
    unsigned char byte;
    const char *name;
    /* Of a kind that each player has: the name of its group, whose it is, and where it looks, one of
     * the first four directions, or -1. Else `group` is NULL. */
    const char *group;
    int32_t owner, heading;
};

struct lua_game {
    struct game game;
    struct dimension shape[4];
    char name[LUA_GAME_NAME_MAX];
    uint32_t wide[WIDE_MAX + 1]; /* game.wide, if it is not NULL */
    int32_t layers, cells, fields, forms, words;
    int32_t numbers, counters; /* how many integers the fields and the counters have */
    /* For a game without a rule `outcome`: the index of the field that says how it ended,
     * 0 while it runs, then k for outcome[ending[k - 1]]. Otherwise -1. The first endings are
     * the outcomes; more are those that only their scores tell apart (assemble.c). */
    int32_t over, endings;
    uint8_t ending[LUA_GAME_ENDINGS_MAX];
    struct lua_game_layer layer[LUA_GAME_LAYERS_MAX];
    struct lua_game_cell cell[LUA_GAME_LEGEND_MAX];
    struct lua_game_field field[LUA_GAME_FIELDS_MAX];
    const struct lua_game_named
        *kind; /* layer by layer, as the definition declares them */
    int32_t kinds;
    struct lua_game_form form[LUA_GAME_FORMS_MAX];
    char word[LUA_GAME_WORDS_MAX][LUA_GAME_NAME_MAX];
    /* game.outcomes and game.goal point to these. */
    char outcome[LUA_GAME_OUTCOMES_MAX][LUA_GAME_OUTCOME_MAX], goal[LUA_GAME_OUTCOME_MAX];
    const char *outcomes[LUA_GAME_OUTCOMES_MAX + 1];
    int64_t score_min, score_max;        /* of each player; very wide if not declared */
    const struct pattern_program *rules; /* rules as pictures (src/patterns/), or NULL */
    bool small;    /* their boards have at most LUA_GAME_SMALL cells */
    bool copies;   /* they need copies in the scratch */
    bool rounds;   /* and one more of the cells */
    bool hexagons; /* the board is one of hexagons (base/directions.h) */
    bool timers;   /* some fields are */
    struct lua_game_together together;
    struct game_window window;                 /* game.window, if it is not NULL */
    unsigned char hidden[LUA_GAME_LAYERS_MAX]; /* what a cell beyond it becomes */
    /* The counters of what the last step has earned each player, and all steps; or -1. */
    int32_t reward, earned;
    /* Called after loading: checks the state and asks the rules for turn and outcome.
     * NULL, or an error message. */
    const char *(*settle)(const struct lua_game *, void *state);
    /* Called when the rule with this text would have written outside of the board, which is a
     * fault of the engine (`rounds` 0), or when steps at this place do not end in so many rounds;
     * then what was asked for returns FAILED, ACTIONS_FAILED or nothing. */
    void (*broke)(const struct lua_game *, const char *text, int32_t rounds);
};

static inline const struct lua_game *lua_game_of(const struct game *g)
{
    return (const struct lua_game *)g; /* its first member */
}

/* Whether a game is one written in Lua: the first member of a struct lua_game. */
bool lua_game_is(const struct game *);

/* Fills in what follows from the definition: the shape, and all of `game` except the
 * rules (actions, apply, why, score). NULL, or an error message. */
const char *lua_game_define(struct lua_game *);

/* The outcome of ending k, from 1. */
static inline const char *lua_game_ending(const struct lua_game *s, int64_t k)
{
    return s->outcome[s->ending[k - 1]];
}

/* Whether the definition allows this outcome; one that names no outcomes allows all. */
bool lua_game_has_outcome(const struct lua_game *, const char *outcome);

/* The cell in row 0, column 0 of the first layer: the others follow row by row, layer by
 * layer, behind the turn and the fields. */
static inline unsigned char *lua_game_cells(const struct lua_game *s, const void *state)
{
    const struct state *block = state;
    size_t integers = sizeof(int64_t) * (1 + (size_t)s->numbers);
    return (unsigned char *)(uintptr_t)state + block->key + integers;
}

struct grid lua_game_layer(const struct lua_game *, void *state, int layer);

/* Puts what a character of a map stands for into all layers; false if it is not in the
 * legend. Row and column count from 0. */
bool lua_game_put(const struct lua_game *, void *state, int32_t row, int32_t col,
                  int shown);

/* Ends the game with ending k, from 1; 0 lets it run again. The game must
 * have a field `over`. */
void lua_game_end(const struct lua_game *, void *state, int64_t k);

/* The integers that lie this far behind the start of a state. */
static inline int64_t *lua_game_integers(const void *state, size_t at)
{
    return (int64_t *)(void *)((char *)(uintptr_t)state + at);
}

/* The integers of a field: `count` of them, or one. */
static inline int64_t *lua_game_field(void *state, const struct lua_game_field *f)
{
    const struct state *block = state;
    return f->counter ? lua_game_integers(state, block->rest) + f->at
                      : lua_game_integers(state, block->key) + 1 + f->at;
}

/* What players who act together have chosen so far in this step, hidden from the others. The state
 * is one to look at: it has a turn whose choices are missing. */
static inline void lua_game_hide_choices(const struct lua_game *s, void *state)
{
    if (s->together.players == 0) return;
    memset(lua_game_field(state, &s->field[s->together.chosen]), 0,
           (size_t)s->together.players * sizeof(int64_t));
}

/* Where a player sees, in a game with a window; and hides what lies beyond that from a copy
 * (lua_game_view.c). */
struct window_view lua_game_window_view(const struct lua_game *, const void *state,
                                        int player);
void lua_game_hide_beyond(const struct lua_game *, void *state,
                          const struct window_view *);

/* game->see of a game with a window and without a rule `view`. */
bool lua_game_see(const struct game *, void *state, int player);

/* The rest of a state, behind its counters. */
struct lua_game_rest {
    uint64_t rng;
    int64_t next_die;                   /* dice[0 .. next_die-1] are used up */
    char outcome[LUA_GAME_OUTCOME_MAX]; /* padded with zeros; "" while the game runs */
    int32_t dice[];
};

struct lua_game_rest *lua_game_rest(const struct lua_game *, const void *state);

/* The player to move, also after the end. */
static inline int64_t *lua_game_turn(void *state)
{
    return lua_game_integers(state, ((struct state *)state)->key);
}

/* The next number of the game's dice: the next one that was given, or a random one
 * in 1 .. n. */
int64_t lua_game_chance(const struct lua_game *, void *state, int64_t n);

/* Decodes an action: its form, or NULL if it is no action, and the values of its slots.
 * The value of a word is its index. lua_game_action encodes it again. Where players act together the
 * number of an action also has the player; lua_game_action encodes it without. */
const struct lua_game_form *lua_game_slots(const struct lua_game *, action,
                                           int64_t value[LUA_GAME_SLOTS_MAX]);
action lua_game_action(const struct lua_game *, const struct lua_game_form *,
                       const int64_t *value);

/* The action of a player, from 1, where players act together; it is that of the number without one
 * else. */
static inline action lua_game_labelled(const struct lua_game *s, action a, int player)
{
    return s->together.players == 0 ? a : a * s->together.players + (player - 1);
}

/* All actions of a form on the board of a state: the first one, and the next one, false
 * after the last one. lua_game_last is the greatest value of a slot there. */
void lua_game_first(const struct lua_game_form *, int64_t *value);
bool lua_game_next(const struct lua_game_form *, const void *state, int64_t *value);
int64_t lua_game_last(const struct lua_game_slot *, const void *state);
/* The number of actions of all forms there, at most max + 1; max < 2^31. */
int64_t lua_game_count(const struct lua_game *, const void *state, int64_t max);
/* game->candidates for a game that tries all of them; game->reversals. */
int lua_game_candidates(const struct game *, const void *state, action *out, int max);
int lua_game_reversals(const struct game *, const void *state, action *out, int max);

/* `parse` and `text` of struct game, for lua_game.c. */
bool lua_game_parse(const struct game *, const void *state, const char *text, size_t n,
                    action *);
void lua_game_text(const struct game *, const void *state, action, struct text *);
/* Checks the forms of the actions. NULL, or an error message. */
const char *lua_game_define_actions(const struct lua_game *);

/* True if the action names a row or column that this board does not have, or is no
 * action; then says so in `why`. */
bool lua_game_off_board(const struct lua_game *, const void *state, action,
                        struct text *why);

#endif
