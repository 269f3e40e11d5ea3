/*
 * A run: an action is carried out on a copy of the board in the scratch, and written back
 * at its end. So a question whether an action would do anything is the same code, and a
 * refused action has changed nothing.
 *
 *     state    header | key | rest | scratch: board, movements, cells, present, ...
 *                       |            ^ puzzle_open copies        |
 *                       ^------------ puzzle_commit writes ------+   then puzzle_close zeroes
 *
 * find.c: where a rule matches; write.c: what it does to a cell; rules.c: rules, groups
 * and loops; move.c: movements and rigid groups; turn.c: turns, commands, `again`;
 * sound.c: what is to be heard of them.
 *
 * **A rule is looked at only if its objects may be on the board:** `present` has the
 * planes that are not known to be empty; on large boards it is looked for only in the words
 * that are not known to be empty (`filled`). A pattern that changes nothing where it matches
 * only asks whether the others are carried out: if all tuples with one of its places have
 * changed nothing, the rest of its places is left out, so `[ Player ] [ Floor ] -> [
 * Player ] [ > Floor ]` costs what its floor costs.
 *
 * **Work is counted in looks at a plane,** one or two nanoseconds each, and not in time,
 * so that an action is given up on every machine at the same point: after 2^31 in a turn,
 * or 2^33 in an action with all its turns. Whatever can run long takes what it does from
 * `work` and asks puzzle_goes_on, which also asks the caller's poll (game_ask): a
 * search's limit of time ends inside of a turn, as STOPPED. In a game in Lua whose rules
 * call a turn, the poll is that of its host, and the turn unwinds like an error of Lua.
 */
#ifndef TESSERA_PUZZLESCRIPT_RUN_H
#define TESSERA_PUZZLESCRIPT_RUN_H

#include "puzzle.h"

/* How many turns may run inside of each other: one, the start of a level after a restart,
 * and a try. */
enum { PUZZLE_DEEP = 3 };

struct puzzle_run {
    const struct puzzle *p;
    int32_t rows, cols, stride, words, sets;
    size_t board;      /* words of the planes of all objects */
    uint64_t *plane;   /* objects, movements, cells of the board */
    uint64_t *present; /* planes in which some bit may be set: a set of `sets` words */
    /* On a board of many words, for each plane the words in which some bit may be set, as a
     * set of `filled_words` words; otherwise NULL. */
    uint64_t *filled;
    int32_t filled_words;
    uint64_t *held; /* room for two such sets */
    uint64_t
        *changed; /* two more: planes that rules have changed in this pass, and before */
    const uint64_t *outer; /* the board before the outermost turn that runs */
    uint64_t
        *bases; /* for each turn that runs a board, where the one before it is copied */
    uint64_t *
        restart; /* the board of a restart; only in games with checkpoints it may change */
    uint64_t *segment; /* for each segment of a rule where it matches */
    uint64_t *occupied, *players;
    int32_t *starts;          /* lists of places */
    int32_t listed;           /* how many places these have had at most */
    int32_t *sorted, *row_at; /* while such a list is sorted */
    unsigned char *mark;      /* layer by layer: which rigid groups have marked a cell */
    struct puzzle_random *random;
    int32_t depth;   /* of the turn that runs, from 0; -1: none */
    int32_t deepest; /* of those before which the board was copied */
    bool entered;    /* some turn has begun */
    uint32_t queue;  /* the commands of this turn */
    int32_t message;
    uint32_t banned; /* rigid groups, bit k - 1 for group k */
    bool won, again;
    /* A turn without a key was tried, without chance and unheard: its board is kept behind
     * those of `bases`, and these were its commands. */
    bool tried;
    uint32_t tried_queue;
    int32_t tried_message;
    int64_t tried_work;
    int64_t work; /* what is left before puzzle_asks is called (work.c) */
    int64_t turn_left, action_left; /* before the action is given up */
    enum puzzle_end {
        PUZZLE_GOES_ON,
        PUZZLE_SPENT,   /* its budget of work is used up */
        PUZZLE_STOPPED, /* the caller's poll has ended it */
    } end;
    struct puzzle_told *told;
    struct puzzle_boards *undo; /* or NULL */
    struct puzzle_heard *heard; /* or NULL; what follows is for it (sound.c) */
    uint64_t *created,
        *destroyed; /* objects that came into a cell of this turn, or went */
    int64_t *order; /* by sound: when it was asked for first */
    int32_t sfx[PUZZLE_SFX_COUNT], queued; /* sounds of rules, as they came */
};

/* ---- planes ---- */

static inline uint64_t *puzzle_plane(const struct puzzle_run *x, int32_t plane)
{
    return x->plane + (size_t)plane * (size_t)x->words;
}

static inline bool puzzle_bit(const struct puzzle_run *x, int32_t plane, int32_t cell)
{
    return puzzle_plane(x, plane)[cell >> 6] >> (cell & 63) & 1;
}

static inline bool puzzle_is_present(const struct puzzle_run *x, int32_t plane)
{
    return x->present[plane >> 6] >> (plane & 63) & 1;
}

static inline void puzzle_note_present(struct puzzle_run *x, int32_t plane)
{
    x->present[plane >> 6] |= UINT64_C(1) << (plane & 63);
}

/* Notes that a rule has changed a plane. */
static inline void puzzle_note_changed(struct puzzle_run *x, int32_t plane)
{
    x->changed[plane >> 6] |= UINT64_C(1) << (plane & 63);
}

/* Notes that a bit of a word of a plane is set. */
static inline void puzzle_note_word(struct puzzle_run *x, int32_t plane, int32_t word)
{
    if (x->filled == NULL) return;
    x->filled[(size_t)plane * (size_t)x->filled_words + (size_t)(word >> 6)] |=
        UINT64_C(1) << (word & 63);
}

static inline bool puzzle_are_present(const struct puzzle_run *x,
                                      const struct puzzle_need *need, int32_t n)
{
    for (int32_t i = 0; i < n; i++) {
        if ((x->present[need[i].word] & need[i].planes) != need[i].planes) return false;
    }
    return true;
}

/* The cell after this one in a direction: a difference. */
static inline int32_t puzzle_step(const struct puzzle_run *x, int32_t direction)
{
    return direction_rows[direction] + direction_cols[direction] * x->stride;
}

static inline int puzzle_lowest(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

/* The movements that may be in a layer: their planes, and the bit of each, 1 << kind. */
struct puzzle_moving {
    int32_t layer, n;
    uint64_t *plane[PUZZLE_MOVES];
    unsigned bit[PUZZLE_MOVES];
};

/* The cells of word w in which some of them are. */
static inline uint64_t puzzle_moving_word(const struct puzzle_moving *m, int32_t w)
{
    uint64_t cells = 0;
    for (int32_t i = 0; i < m->n; i++) cells |= m->plane[i][w];
    return cells;
}

/* Those of a cell, as bits. */
static inline unsigned puzzle_moves_at(const struct puzzle_moving *m, int32_t cell)
{
    unsigned moves = 0;
    for (int32_t i = 0; i < m->n; i++) {
        if (m->plane[i][cell >> 6] >> (cell & 63) & 1) moves |= m->bit[i];
    }
    return moves;
}

/* ---- work (work.c) ---- */

/* Begins to count the work of an action; of a turn in it. */
void puzzle_begin_action(struct puzzle_run *);
void puzzle_begin_turn(struct puzzle_run *);

/* Whether the run goes on: within its budget, and with the leave of the program's poll.
 * If not, the board is in between, and is thrown away. */
bool puzzle_asks(struct puzzle_run *);

static inline bool puzzle_goes_on(struct puzzle_run *x)
{
    return x->work > 0 || puzzle_asks(x);
}

/* How many planes a turn looks at for its players and the win conditions. */
int64_t puzzle_turn_planes(const struct puzzle *);

/* What it takes to test a segment in one place; to test and write a rule. */
int64_t puzzle_segment_work(const struct puzzle_segment *);
int64_t puzzle_rule_work(const struct puzzle *, const struct puzzle_rule *);

/* ---- sounds (sound.c): nothing if x->heard is NULL ---- */

/* Forgets what was heard before; without `all`, only what has moved: as in the original, the
 * rest of a round in which rigid groups have failed is told all the same. */
void puzzle_hush(struct puzzle_run *, bool all);

/* Notes that a rule has put an object into a cell, or has taken it away. */
static inline void puzzle_hear_change(struct puzzle_run *x, uint64_t *set, int32_t plane)
{
    if (x->heard != NULL) set[plane >> 6] |= UINT64_C(1) << (plane & 63);
}

/* Notes that what stands in a layer of a cell moves; which movements of a layer are left. Both
 * are called only if x->heard is not NULL. */
void puzzle_hear_move(struct puzzle_run *, int32_t layer, int32_t cell, unsigned moves,
                      int64_t sweep);
void puzzle_hear_left(struct puzzle_run *, const struct puzzle_moving *);

/* Puts the sounds of a rule into the queue. */
void puzzle_queue_sounds(struct puzzle_run *, const struct puzzle_rule *);

/* Tells the sounds of a turn; of the queue; of an event. */
void puzzle_hear_turn(struct puzzle_run *);
void puzzle_hear_queue(struct puzzle_run *);
void puzzle_hear_event(struct puzzle_run *, enum puzzle_event);

/* ---- finding (find.c) ---- */

/* All places where a row matches: those that begin in a cell of the list, with gaps
 * that fit the masks. */
struct puzzle_places {
    const struct puzzle_row *row;
    const uint64_t *masks; /* of its segments */
    const int32_t *start;
    int32_t n;
};

/* Where a row lies: the first cell, its number in the list, and how many cells each gap
 * has. */
struct puzzle_place {
    int32_t start, number, gap[2];
};

/* Finds where the segments of all rows match, x->segment + k * words for segment k of the
 * rule. False if some row has no place, or if the run does not go on. */
bool puzzle_find(struct puzzle_run *, const struct puzzle_rule *);

/* Lists the places of each row after puzzle_find, in the order of the language:
 * rules along columns are tried column by column, others row by row. */
void puzzle_list(struct puzzle_run *, const struct puzzle_rule *,
                 struct puzzle_places *out);

/* The first place of a list, and the one after it; false if there is none, or if the run
 * does not go on: then *place is no place. */
bool puzzle_first(struct puzzle_run *, const struct puzzle_rule *,
                  const struct puzzle_places *, struct puzzle_place *);
bool puzzle_next(struct puzzle_run *, const struct puzzle_rule *,
                 const struct puzzle_places *, struct puzzle_place *);

/* Whether the row matches at this place as the board is now. */
bool puzzle_matches(const struct puzzle_run *, const struct puzzle_rule *,
                    const struct puzzle_row *, const struct puzzle_place *);

/* ---- writing (write.c) ---- */

/* Writes a row at a place, without looking whether it matches. True if a cell changed. */
bool puzzle_write(struct puzzle_run *, const struct puzzle_rule *,
                  const struct puzzle_row *, const struct puzzle_place *);

/* Whether writing planes there would change nothing. */
bool puzzle_is_written(const struct puzzle_run *, const struct puzzle_rule *,
                       const struct puzzle_row *, const struct puzzle_place *);

/* Whether writing a rule would change nothing at any of its places, all together. False, too,
 * for a rule with gaps, chance or marks of rigid groups. */
bool puzzle_writes_nothing(struct puzzle_run *, const struct puzzle_rule *);

/* The same for a plain rule at all places of a mask, which share no cell. */
bool puzzle_write_all(struct puzzle_run *, const struct puzzle_rule *,
                      const uint64_t *mask);

/* Whether no two places of a plain rule share a cell. */
bool puzzle_are_apart(struct puzzle_run *, const struct puzzle_rule *,
                      const uint64_t *mask);

/* ---- rules (rules.c), movements (move.c) ---- */

/* Carries out all groups; those that are banned are left out. */
void puzzle_run_groups(struct puzzle_run *, const struct puzzle_groups *);

/* Moves what moves, and ends all movements. Returns the rigid groups that failed, whose
 * movements were not all carried out. */
uint32_t puzzle_resolve(struct puzzle_run *);

/* Ends all movements and takes the marks of rigid groups away. */
void puzzle_clear_movements(struct puzzle_run *);

#endif
