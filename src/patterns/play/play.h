/*
 * Carrying out a program: on a board, for a player and an action.
 *
 *     "right" on  # @ $ . #      pattern_choose: rule 2 fits, anchor at (0, 1), direction right
 *                                pattern_rewrite: cells 1, 2, 3 become . @ $; events moved, pushed
 *                                then the steps, the turn, the ends (play.c)
 *
 * match.c finds where a pattern fits, rewrite.c carries it out, step.c carries out a whole
 * rule, sweep.c a sweep; evaluate_condition.c answers conditions. Where a pattern fits on the whole
 * board, bitboards say (bitboard.h). Of a game, choose_rule.c finds the rule that an action
 * means, play.c carries the action out, list_actions.c lists what is possible, random_game.c
 * plays random games, why.c says why something is not.
 *
 * **A match is complete, or there is none:** only the finders of match.c create a struct
 * pattern_match, in room that their caller gives (`make lint-layers` looks for others), and
 * a match of another run is refused. **What is written lies on the board:** each cell is
 * held against the board before it is changed (pattern_is_cell). Otherwise the run ends
 * (pattern_break) as an internal error; then the action may be half carried out in that
 * state.
 *
 * **A refused action has written nothing:** a rule is chosen before a cell changes. For
 * most rules it is known beforehand that they change something (`certain`). For the
 * others play.c keeps a copy of key and rest in the scratch, where sweeps keep their copy
 * of the cells, too; both are zeroed again.
 *
 * Whether a pattern fits is asked a hundred times for each time that it is carried out.
 * So a match says only where the anchor lies and in which direction (its cells are noted
 * by pattern_locate), and what scans the board asks all cells at once: lists of actions that name
 * places, conditions, sweeps, random places. Other lists try rules, which is cheaper than
 * carrying them out (`quick` of struct game), unless the actions are a few words, always the
 * same: those a search carries out.
 *
 * **What an action changes can be known before it is played** (foresee.c), if its rule
 * only writes cells and adds to fields, and nothing follows but the turn and the ends.
 * The ends must follow from the key; where a rule keeps the turn, nothing is foreseen. A
 * law of the fuzzer compares what is foreseen with what playing changes.
 */
#ifndef TESSERA_PATTERNS_PLAY_PLAY_H
#define TESSERA_PATTERNS_PLAY_PLAY_H

#include "base/byte_lanes.h"
#include "bitboard.h"

struct pattern_board {
    unsigned char *first; /* the cell in row 0, column 0 of layer 0 */
    ptrdiff_t row, layer; /* from a cell to the one below, to the next layer */
    int32_t rows, cols, layers;
};

/* Steps to the next place in reading order. */
static inline void pattern_step_on(const struct pattern_board *b, struct place *at)
{
    if (++at->col < b->cols) return;
    at->row++;
    at->col = 0;
}

/* Where the first cell of a layer with one of few values lay at the last look; cells NULL: nowhere. */
struct pattern_last {
    const unsigned char *cells;
    const struct pattern_mask *mask;
    bool alone; /* it is known that there is no other */
    struct place at;
};

/* Where and for whom rules are carried out. */
struct pattern_run {
    struct pattern_board board;
    /* Where patterns look: board.first, or a copy of the cells with the same steps. */
    const unsigned char *seen;
    int player; /* who acts, from 1 */
    /* Whose pieces the rule that is carried out has found as `theirs`: bit p - 1 for player p. */
    uint64_t struck;
    struct pattern_match *met; /* of the rule whose condition is asked; or NULL */
    const int64_t *slot;       /* the values of the action's slots */
    enum direction direction;  /* of the action */
    /* The state, for fields and chance; game is NULL for a grid without one. */
    const struct lua_game *game;
    const struct pattern_program *rules;
    void *state;
    struct report *report;
    struct pattern_last last;
    struct pattern_bitboards *bits;  /* of a game; NULL for a grid */
    struct pattern_misfit *explains; /* gets the cell that does not fit; or NULL */
    bool over;                       /* a rule has ended the game */
    unsigned chosen;     /* bit k: a choice in the cell at hand went to layer k */
    struct place anchor; /* of the action's rule, for sweeps around it; row -1: none */
    /* A rule that would have written where it must not is a fault of the program or of this
     * engine. The run is over after any fault. */
    struct pattern_fault fault;
};

/* The cell of a pattern at which it does not fit. */
struct pattern_misfit {
    int32_t cell;
    struct place at;
    int same; /* the value that it should have as another one has it, or -1 */
};

/* Where a pattern fits. */
struct pattern_match {
    const struct pattern_run *of; /* whose finder returned it */
    const struct pattern *pattern;
    struct place at; /* of its anchor */
    enum direction direction;
    /* The cells of its left side, or the first one of a run, where the patterns look;
     * NULL outside of the board. Without runs only after pattern_locate. */
    const unsigned char *cell[PATTERN_CELLS_MAX];
    int32_t
        length[PATTERN_CELLS_MAX]; /* with runs: how many cells each is on the board */
    /* What the right side refers to, once the rule is about to be carried out. */
    unsigned char found[PATTERN_FOUND_MAX];
};

/* Room for a match. Its content is a match only if a finder has returned it. */
struct pattern_finding {
    struct pattern_match made;
};

static inline bool pattern_on_board(const struct pattern_board *b, int32_t row,
                                    int32_t col)
{
    return (uint32_t)row < (uint32_t)b->rows && (uint32_t)col < (uint32_t)b->cols;
}

/* The cell at this place where patterns look, in layer 0. */
static inline const unsigned char *pattern_seen_at(const struct pattern_run *run,
                                                   struct place at)
{
    return run->seen + at.row * run->board.row + at.col;
}

/* A layer as it is written. */
static inline struct grid pattern_layer(const struct pattern_run *run, int32_t layer)
{
    const struct pattern_board *b = &run->board;
    return (struct grid){b->first + layer * b->layer, b->row, b->rows, b->cols};
}

/* Where the first cell of a pattern with one row lies. */
static inline struct place pattern_line_start(const struct pattern_match *m)
{
    return place_steps(m->at, m->direction, -m->pattern->anchor);
}

/* The values that a test allows, one that does not ask about another cell. */
static inline const struct pattern_mask *pattern_mask_of(const struct pattern_run *run,
                                                         const struct pattern_test *t)
{
    if (t->by == PATTERN_BY_VALUE) return t->mask;
    return t->by == PATTERN_BY_PLAYER ? &t->mask[run->player - 1]
                                      : &t->mask[run->slot[t->slot] - t->min];
}

/* The only test of a cell; NULL if there are several. */
static inline const struct pattern_test *
pattern_only_test(const struct pattern_cell *cell)
{
    const struct pattern_alternative *a = cell->alternative;
    return cell->alternatives == 1 && a->tests == 1 ? a->test : NULL;
}

/* Whether a cell with more than one test fits. */
bool pattern_alternative_fits(const struct pattern_run *, const struct pattern_cell *,
                              const unsigned char *at, const struct pattern_match *);

/* How many of the cells around the one at this place fit; whether that is as many as are wanted. */
int32_t pattern_count_around(const struct pattern_run *, const struct pattern_around *,
                             const unsigned char *at);
bool pattern_around_fits(const struct pattern_run *, const struct pattern_around *,
                         const unsigned char *at);

/* Whether the way leads from this place; whether cells are joined (route.c). */
bool pattern_route_fits(const struct pattern_run *, const struct pattern_route *,
                        const unsigned char *at);
bool pattern_is_joined(struct pattern_run *, const struct pattern_term *);

/* Whether the cell fits at this place, as `seen` shows it. */
static inline bool pattern_cell_fits(const struct pattern_run *run,
                                     const struct pattern_cell *cell,
                                     const unsigned char *at,
                                     const struct pattern_match *m)
{
    const struct pattern_test *t = cell->only;
    if (t == NULL) return pattern_alternative_fits(run, cell, at, m);
    return kinds_has(&pattern_mask_of(run, t)->kinds, at[t->layer * run->board.layer]);
}

/* The same for a cell beside the anchor. */
static inline bool pattern_spot_fits(const struct pattern_run *run,
                                     const struct pattern_spot *spot, struct place anchor)
{
    const struct place at = {anchor.row + spot->row, anchor.col + spot->col};
    if (!pattern_on_board(&run->board, at.row, at.col)) return spot->cell->outside;
    const unsigned char *cell = pattern_seen_at(run, at);
    if (spot->kinds == NULL) return pattern_cell_fits(run, spot->cell, cell, NULL);
    return kinds_has(spot->kinds, cell[spot->layer * run->board.layer]);
}

/* Whether the pattern fits with its anchor at this place, in this direction. The finders
 * return the match, which lies in the room that they are given, or NULL. */
struct pattern_match *pattern_fits(const struct pattern_run *, const struct pattern *,
                                   struct place, enum direction,
                                   struct pattern_finding *);

/* The same in the first direction of the pattern that fits. */
struct pattern_match *pattern_fits_at(const struct pattern_run *, const struct pattern *,
                                      struct place, struct pattern_finding *);

/* The matches in all directions of the pattern that fit. Returns how many there are; the room and the
 * list are for GRID_DIRECTIONS of them. */
int32_t pattern_fits_ways(const struct pattern_run *, const struct pattern *,
                          struct place, struct pattern_finding *,
                          struct pattern_match **);

/* The match of a pattern that bits say fits there. */
struct pattern_match *pattern_known(const struct pattern_run *, const struct pattern *,
                                    struct place, struct pattern_finding *);

/* The first place in reading order where the pattern fits; it becomes *at. */
struct pattern_match *pattern_find(struct pattern_run *, const struct pattern *,
                                   struct place *at, struct pattern_finding *);

/* Notes the cells of a pattern without runs, where it fits. */
void pattern_locate(const struct pattern_run *, struct pattern_match *);

/* What one layer of a cell must be for it to fit. */
struct pattern_deciding {
    const struct pattern_mask *mask; /* NULL: it does not depend on one layer */
    const unsigned char *cells;      /* of the layer */
};

static inline struct pattern_deciding pattern_decides(const struct pattern_run *run,
                                                      const struct pattern_cell *cell)
{
    const struct pattern_test *t = cell->deciding;
    if (t == NULL) return (struct pattern_deciding){NULL, NULL};
    return (struct pattern_deciding){pattern_mask_of(run, t),
                                     run->seen + t->layer * run->board.layer};
}

/* Steps *at to the next place in reading order whose cell may fit, from *at on. */
bool pattern_next(const struct pattern_run *, const struct pattern_cell *,
                  struct place *at);

/* Whether the run's board has bitboards. */
static inline bool pattern_has_bits(struct pattern_run *run)
{
    if (run->bits == NULL || run->explains != NULL) return false;
    return run->bits->words != 0 ? run->bits->words > 0 : pattern_make_bits(run);
}

/* Forgets what is known of the cells that patterns look at. */
static inline void pattern_forget(struct pattern_run *run)
{
    run->last.cells = NULL;
    if (run->bits == NULL) return;
    run->bits->sets = run->bits->lefts = 0;
    run->bits->places.form = NULL;
    memset(run->bits->nears, 0, sizeof run->bits->nears);
}

/* Ends the run. The first fault is kept. */
void pattern_fail(struct pattern_run *, struct pattern_fault);

/* The same by the fault of the rule with this text, which has left the board. */
void pattern_break(struct pattern_run *, const char *text);

/* Whether a fault has ended the run; then this tells the game, unless it has stopped it. */
bool pattern_is_broken(const struct pattern_run *);

/* Whether the cell of layer 0 lies on the board. */
static inline bool pattern_is_cell(const struct pattern_board *b,
                                   const unsigned char *cell)
{
    const size_t at = (size_t)(cell - b->first);
    /* Cells in one piece are followed by the next layer; of a view of a larger grid only
     * some cells of each row count. */
    if (b->row == b->cols) return at < (size_t)b->layer;
    return at / (size_t)b->row < (size_t)b->rows && at % (size_t)b->row < (size_t)b->cols;
}

/* Carries the pattern out where it fits, in this direction or in every one that fits, with
 * its events; `event` is the name of the event of the piece in the anchor's cell, or NULL. */
void pattern_rewrite(struct pattern_run *, struct pattern_match *, const char *event);

/* Its parts: changes the cells, of a match that is ready; the same, and reports the events. */
void pattern_write(struct pattern_run *, const struct pattern_match *);
void pattern_rewrite_told(struct pattern_run *, struct pattern_match *,
                          const char *event);

/* Reports what a squash in the direction of the run is about to move and to join
 * on this layer. */
void pattern_squash_told(const struct pattern_run *, const struct grid *,
                         const struct pattern_squash *);

/* What a write makes of this value, if it is not by chance. */
static inline int pattern_written(const struct pattern_run *run,
                                  const unsigned char *found,
                                  const struct pattern_write *w, int value)
{
    switch (w->what) {
    case PATTERN_TURN: return w->value[value];
    case PATTERN_PLAYER: return w->value[run->player - 1];
    case PATTERN_SLOT: return w->value[run->slot[w->slot] - w->min];
    case PATTERN_FOUND: return w->value[found[w->slot]];
    default: break;
    }
    return w->value[0];
}

/* The integer of a field: of one that each player has that of who acts. */
static inline int64_t *pattern_field(const struct pattern_run *run, int32_t field)
{
    const struct lua_game_field *f = &run->game->field[field];
    return lua_game_field(run->state, f) + (f->each ? run->player - 1 : 0);
}

/* What a field becomes when a number is added. */
static inline int64_t pattern_sum(const struct lua_game_field *f, int64_t value,
                                  int64_t number)
{
    value += number;
    return value < f->min ? f->min : value > f->max ? f->max : value;
}

/* Whose piece a match has found as `theirs`, from 1; 0: nobody's. */
int pattern_struck(const struct pattern_run *, struct pattern_match *);

/* A number in 1 .. n from the state's stream. */
int64_t pattern_draw(struct pattern_run *, int64_t n);

bool pattern_terms_hold(struct pattern_run *, const struct pattern_condition *);

static inline bool pattern_holds(struct pattern_run *run,
                                 const struct pattern_condition *c)
{
    return c->terms == 0 || pattern_terms_hold(run, c);
}

int32_t pattern_count(struct pattern_run *, const struct pattern_cell *);

/* What a rule does beside its cells: it adds to fields, and may end the game. */
void pattern_conclude_more(struct pattern_run *, const struct pattern_rule *);

static inline void pattern_conclude(struct pattern_run *run,
                                    const struct pattern_rule *rule)
{
    if (rule->adds > 0 || rule->over != 0) pattern_conclude_more(run, rule);
}

/* How many places there are, each way counted; number n of them, from 0, in reading order and then
 * by way (list_places.c). */
int32_t pattern_count_places(const struct pattern_run *, const struct pattern_places *);
void pattern_nth_place(const struct pattern_run *, const struct pattern_places *,
                       int32_t n, int32_t *cell, int32_t *way);

/* Carries out a rule. `room` has place for a copy of all cells; it is zeroed again. Returns false if the rule fits nowhere. */
bool pattern_carry_out(struct pattern_run *, const struct pattern_rule *,
                       unsigned char *room);

/* Carries out the steps of a game from this one on, until one is a function, whose number this
 * returns and behind which *step is then; 0: there is none. `room` has place for two copies. */
int32_t pattern_steps(struct pattern_run *, int32_t *step, unsigned char *room);

enum { PATTERN_ROUNDS_LEAST = 300 }; /* that any `again` may have */

/* How many rounds the steps behind this one may have on the run's board. */
int32_t pattern_rounds(const struct pattern_run *, const struct pattern_step *again);

/* Whether carrying the pattern out where it fits would change what no longer is as the run sees
 * it (clash.c). */
bool pattern_clashes(const struct pattern_run *, struct pattern_match *);

/* Notes what pattern_write asks of a match. */
void pattern_make_ready(const struct pattern_run *, struct pattern_match *);

/* Carries out the rules of a step cell by cell. The cells must lie in one piece, layer
 * after layer, row after row. Returns at how many cells a rule was carried out. */
int32_t pattern_sweep(struct pattern_run *, const struct pattern_step *,
                      unsigned char *room);

#endif
