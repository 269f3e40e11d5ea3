/*
 * Games written in PuzzleScript: the compiled program, and the state that it plays on.
 * The language is described in docs/puzzlescript.md; lua/tessera/puzzlescript/ reads and
 * compiles it, src/bind/puzzlescript/lpuzzle_program.c turns that into this program.
 *
 * **A board is a set of planes,** one for each object: a bit says whether the object is
 * in a cell. Cells count column by column, from the top; behind each column lies one
 * place more that is off the board, so that a pattern never runs from one column into the
 * next. Two rows, three columns:
 *
 *     p . #      plane of p    1 0 - | 0 0 - | 0 0 -
 *     . * #      plane of *    0 0 - | 0 1 - | 0 0 -      '-': the place off the board
 *                plane of #    0 0 - | 0 0 - | 1 1 -
 *
 * So a pattern is looked for in 64 cells at once: `[ p | * ]` to the right is plane p and,
 * one column (three bits) on, plane *. While a turn is played there are also five planes for
 * each layer, of the movements of its objects, and one of all cells of the board.
 *
 *     header | board, restart*, random numbers*, won | restart, message, cells | a run
 *            +-- key --------------------------------+-- rest -----------------+ scratch
 *
 * The board to which a restart leads lies in the key if a rule can restart or set a
 * checkpoint, and otherwise in the rest; random numbers lie in the key if the game has
 * chance, so a search knows them: a level with a seed is a puzzle like any other. What an
 * undo leads to is no part of the state: `press` tells it, and sessions find it by
 * playing an action again (lua/tessera/puzzlescript/undo.lua).
 *
 * **A program is verified once, by puzzle_define, and nothing of another one runs**
 * (verify.c). What is refused there is a fault of the compiler, an internal error with
 * the rule's line.
 */
#ifndef TESSERA_PUZZLESCRIPT_PUZZLE_H
#define TESSERA_PUZZLESCRIPT_PUZZLE_H

#include "base/directions.h"
#include "base/text.h"
#include "game/game.h"
#include "random.h"

enum {
    PUZZLE_SIDE_MAX = 16384,
    PUZZLE_CELLS_MAX = 1 << 20,
    PUZZLE_OBJECTS_MAX = 4096,
    PUZZLE_LAYERS_MAX = 4096,
    PUZZLE_NAME_MAX = 24, /* with the NUL byte */
    PUZZLE_ROWS_MAX = 32, /* of a rule */
    PUZZLE_GAPS_MAX = 2,  /* of a row */
    PUZZLE_RIGID_MAX = 31,
    PUZZLE_MESSAGES_MAX = 1 << 20,
    PUZZLE_SOUNDS_MAX = 1 << 12,
    PUZZLE_ENTRIES_MAX = 1 << 24, /* of any list */
};

/* A state has at most so many bytes. */
#define PUZZLE_STATE_MAX ((uint64_t)1 << 30)

/* Movements, as bits and as planes of a layer: the directions of the sides, and `action`. */
enum {
    PUZZLE_UP = GRID_UP,
    PUZZLE_DOWN = GRID_DOWN,
    PUZZLE_LEFT = GRID_LEFT,
    PUZZLE_RIGHT = GRID_RIGHT,
    PUZZLE_ACT = GRID_SIDES,
    PUZZLE_MOVES,
};

enum puzzle_action {
    PUZZLE_PRESS_UP,
    PUZZLE_PRESS_LEFT,
    PUZZLE_PRESS_DOWN,
    PUZZLE_PRESS_RIGHT,
    PUZZLE_PRESS_ACTION,
    PUZZLE_TICK,
    PUZZLE_RESTART,
    PUZZLE_ACTIONS,
};

/* Commands of rules, as bits; PUZZLE_SFX is the first of eleven. */
enum {
    PUZZLE_CANCEL = 1,
    PUZZLE_RESTARTS = 2,
    PUZZLE_WIN = 4,
    PUZZLE_CHECKPOINT = 8,
    PUZZLE_AGAIN = 16,
    PUZZLE_MESSAGE = 32,
    PUZZLE_SFX = 64,
    PUZZLE_COMMANDS = PUZZLE_SFX << 11,
};

struct puzzle_list {
    const int32_t *at;
    int32_t n;
};

/* What becomes of a cell. Planes are numbered: objects, then five movements for each
 * layer. */
struct puzzle_write {
    struct puzzle_list on, off;    /* planes */
    struct puzzle_list random;     /* objects of which one appears, ascending */
    struct puzzle_list directions; /* layers that get a random direction, ascending */
    struct puzzle_list reset;      /* layers that a rigid rule marks */
};

struct puzzle_cell {
    struct puzzle_list has, none; /* planes that must be set, or must not */
    struct puzzle_list any; /* runs of a count and so many planes, one of them set */
    const struct puzzle_write *write; /* or NULL */
};

/* Cells in a line, without a gap. `first` is the one to look for first. */
struct puzzle_segment {
    const struct puzzle_cell *cell;
    int32_t cells, first;
};

/* A pattern: segments with gaps of any length between them. */
struct puzzle_row {
    const struct puzzle_segment *segment;
    int32_t segments, cells;
};

/* Planes, as bits of a word of a set such as run->present. A rule needs those that are
 * somewhere on the board if it matches. */
struct puzzle_need {
    int32_t word;
    uint64_t planes;
};

struct puzzle_rule {
    const struct puzzle_row *row;
    const struct puzzle_need *need;
    /* The planes that it asks for or writes: once it has changed nothing, it will not before
     * one of them changes; 0: it may, as it draws or is heard. */
    const struct puzzle_need *concern;
    int32_t line; /* in the file, for messages; 0: not known */
    int32_t rows, cells, needs, concerns;
    int32_t direction; /* PUZZLE_UP .. PUZZLE_RIGHT */
    int32_t rigid;     /* the number of its group if it is rigid, or 0 */
    uint32_t commands;
    int32_t message;           /* from 1, or 0 */
    struct puzzle_list sounds; /* its commands sfx0 .. sfx10, in their order */
    bool writes;               /* some cell is written */
    bool plain;                /* one segment, nothing random, not rigid */
};

struct puzzle_group {
    const struct puzzle_rule *rule;
    const struct puzzle_need *first;   /* of each rule its first need: most fail by it */
    const struct puzzle_need *need;    /* of all its rules */
    int32_t needs, rules, rigid, loop; /* both from 1, or 0 */
    bool random;
};

struct puzzle_groups {
    const struct puzzle_group *at;
    int32_t n;
};

/* Objects in a cell: all of them, or any. */
struct puzzle_those {
    struct puzzle_list objects;
    bool all;
};

struct puzzle_win {
    enum puzzle_quantifier { PUZZLE_NO, PUZZLE_SOME, PUZZLE_ALL } quantifier;
    bool has_on;
    struct puzzle_those what, on;
};

/* When a sound of an object is heard: it moves, in one of these ways, or wants to and cannot;
 * it comes into a cell or goes by a rule. */
enum puzzle_sound_kind {
    PUZZLE_SOUND_MOVE,
    PUZZLE_SOUND_CANTMOVE,
    PUZZLE_SOUND_CREATE,
    PUZZLE_SOUND_DESTROY,
    PUZZLE_SOUND_EVENT, /* see enum puzzle_event */
};

struct puzzle_sound {
    enum puzzle_sound_kind kind;
    struct puzzle_list objects; /* any of them */
    uint32_t moves;             /* a bit for each movement */
    int32_t seed;               /* equal for equal sounds */
    const char *words;          /* the event of an action that it is heard in */
};

/* Events that have sounds. The first eleven are those of the commands of rules. */
enum puzzle_event {
    PUZZLE_SFX_COUNT = 11,
    PUZZLE_ON_CANCEL = PUZZLE_SFX_COUNT,
    PUZZLE_ON_RESTART,
    PUZZLE_ON_START,
    PUZZLE_ON_WIN,
    PUZZLE_ON_MESSAGE,
    PUZZLE_EVENTS,
};

/* What a cell looks like in the picture: a character, and the objects it stands for,
 * ascending, without those of the background's layer. */
struct puzzle_glyph {
    struct puzzle_list objects;
    char shown[8];
};

/* The character of a cell that no glyph fits: that of the object in its highest layer. */
struct puzzle_shown {
    char text[8];
};

/* Where a part of a state's block begins: behind so many bytes, and so many planes of the board. */
struct puzzle_offset {
    size_t bytes, planes;
};

/* Where the parts lie; one that the game does not need is empty. */
struct puzzle_layout {
    struct puzzle_offset restart, random, rest, message, cells, scratch, present, held,
        heard, changed, order, bases, kept_restart, kept_random, segment, occupied,
        players, starts, sorted, mark, filled;
};

struct puzzle {
    struct game game;
    struct dimension shape[4];
    char name[PUZZLE_NAME_MAX];
    int32_t objects, layers, background; /* the background's layer, or -1 */
    const int32_t *layer_of;             /* by object */
    const struct puzzle_list *layer;     /* the objects of each layer */
    struct puzzle_those players;
    struct puzzle_groups normal, late;
    const struct puzzle_win *win;
    const struct puzzle_sound *sound;
    int32_t event[PUZZLE_EVENTS]; /* the sound of each, from 1, or 0 */
    const struct puzzle_glyph *glyph;
    const struct puzzle_shown *shown; /* by object */
    const char *const *object_name;
    const char *const *message; /* by command its text, or NULL */
    int32_t wins, sounds, glyphs, messages, rigid_groups;
    int32_t segments, rows; /* the most that a rule has */
    uint32_t commands;      /* of all rules */
    int32_t
        patience; /* 2^20 times the work of a turn at most; 0: puzzle_define says it */
    bool dense;   /* reads all words of large boards, too: to compare with */
    bool chance, starts, strict, no_action, no_restart, ticks;
    bool verified;               /* else nothing of it runs */
    struct puzzle_layout layout; /* of its states: from puzzle_define */
    int64_t
        turn_planes;  /* that a turn looks at whatever its rules do: from puzzle_define */
    struct poll poll; /* game.poll: where callers set a function that ends actions */
};

static inline const struct puzzle *puzzle_of(const struct game *g)
{
    return (const struct puzzle *)g; /* its first member */
}

/* ---- planes ---- */

static inline int32_t puzzle_movement(const struct puzzle *p, int32_t layer, int32_t kind)
{
    return p->objects + layer * PUZZLE_MOVES + kind;
}

/* The plane of all cells of the board. */
static inline int32_t puzzle_cells(const struct puzzle *p)
{
    return p->objects + p->layers * PUZZLE_MOVES;
}

/* Makes a game of a program, whose other fields are filled in: verifies it, and fills in
 * all of `game`. False if the program is wrong: then *why says what is. */
bool puzzle_define(struct puzzle *, struct text *why);

/* Whether every number of a program is in the range of what it indexes (verify.c). */
bool puzzle_verify(const struct puzzle *, struct text *why);

/* The caller's room for boards to which undos lead, in the order in which they are
 * noted. `count` goes on beyond `room`. */
struct puzzle_boards {
    uint64_t *at;
    size_t room, count;
};

enum { PUZZLE_HEARD_MAX = 256 };

/* The sounds of an action, in the order in which they are heard: numbers of p->sound. What
 * would come behind the last is left out. */
struct puzzle_heard {
    int32_t at[PUZZLE_HEARD_MAX];
    int32_t n;
};

/* Where the caller wants to know of undos and sounds; either may be NULL, or the whole. */
struct puzzle_notes {
    struct puzzle_boards *undo;
    struct puzzle_heard *heard;
};

/* What happened in an action and in the turns that followed by themselves. */
struct puzzle_told {
    uint32_t commands;
    int32_t message, again;  /* how many turns followed */
    bool changed;            /* the turn of the key changed the board */
    int64_t draws;           /* how many random numbers were drawn */
    bool looped, cut, spent; /* loops, turns or rules were ended by a limit */
    bool stopped;            /* the poll ended it */
};

/* ---- states (state.c) ---- */

/* The numbers of a shape. */
enum { PUZZLE_ROWS, PUZZLE_COLUMNS };

/* Whether a state of this shape is small enough. */
bool puzzle_fits(const struct puzzle *, int32_t rows, int32_t cols);

/* Puts an object into a cell, row and column from 0, or takes it away. */
void puzzle_put(const struct puzzle *, void *state, int32_t row, int32_t col,
                int32_t object);
void puzzle_take_away(const struct puzzle *, void *state, int32_t row, int32_t col,
                      int32_t object);
bool puzzle_has(const struct puzzle *, const void *state, int32_t row, int32_t col,
                int32_t object);

/* Finds the first cell with a player, column by column from 0; false if there is none. */
bool puzzle_player(const struct puzzle *, const void *state, int32_t *row, int32_t *col);

/* The number of the message that the last action showed, from 1, or 0. */
int32_t puzzle_message(const struct puzzle *, const void *state);

/* Words of a board; and puts another board, from a list of struct puzzle_boards, into a
 * state, in which no message is shown. */
size_t puzzle_board_words(const struct puzzle *, const void *state);
bool puzzle_same_board(const struct puzzle *, const void *a, const void *b);
void puzzle_set_board(const struct puzzle *, void *state, const uint64_t *board);

/* An object has come into a cell, row and column from 0, or has left it. */
struct puzzle_change {
    int32_t object, row, col;
    bool came;
};

/* Lists what has changed between two boards of one size (changes.c). Returns how many changes
 * there are; most + 1 if they are more than `most`. */
int32_t puzzle_changes(const struct puzzle *, const void *before, const void *after,
                       struct puzzle_change *list, int32_t most);

/* What an undo does not bring back: `to` is an earlier state, and gets the checkpoint and
 * the random numbers of `from`. */
void puzzle_keep(const struct puzzle *, void *to, const void *from);

/* Starts a level whose cells are filled: seeds the random numbers, notes the board for
 * restarts, and runs the rules if the game says so. A `restart` in these leaves a board to
 * which an undo leads. */
void puzzle_start(const struct puzzle *, void *state, const unsigned char *seed, size_t n,
                  struct puzzle_told *, const struct puzzle_notes *);

/* game->model (model.c). */
bool puzzle_model(const struct game *, const void *state, struct model *);

/* ---- playing (turn.c) ---- */

/* Carries an action out and says what happened in *told. Unless `keep` is set, the state
 * stays as it is: that finds out what would happen. STOPPED: by the program's poll. */
enum applied puzzle_play(const struct puzzle *, void *state, action, bool keep,
                         struct puzzle_told *, const struct puzzle_notes *);

#endif
