/*
 * Turns: what follows from a key, and the turns that follow by themselves.
 */
#include <assert.h>

#include "run.h"
#include "state.h"

enum {
    RIGID_ROUNDS = 50, /* how often a turn is begun again because rigid groups failed */
    AGAIN_MAX = 500,   /* turns that follow one action */
};

/* ---- boards ---- */

static size_t board_bytes(const struct puzzle_run *x)
{
    return x->board * sizeof(uint64_t);
}

/* The board before the turn that runs. */
static const uint64_t *base_of(const struct puzzle_run *x)
{
    return x->depth == 0 ? x->outer : x->bases + (size_t)x->depth * x->board;
}

/* One turn deeper: notes the board before it. That before the first turn is still in the state. */
static void enter(struct puzzle_run *x)
{
    const bool first = !x->entered;
    x->depth++;
    x->entered = true;
    assert(x->depth < PUZZLE_DEEP);
    if (first) return;
    if (x->depth > x->deepest) x->deepest = x->depth;
    memcpy(x->bases + (size_t)x->depth * x->board, x->plane, board_bytes(x));
    if (x->depth == 0) x->outer = x->bases;
}

static bool is_changed(const struct puzzle_run *x)
{
    return memcmp(x->plane, base_of(x), board_bytes(x)) != 0;
}

/* Notes the board before this turn as one to which an undo leads. (That board may be noted
 * twice: an undo leaves out boards that equal the present one.) */
static void note_undo(struct puzzle_run *x)
{
    struct puzzle_boards *undo = x->undo;
    if (undo == NULL) return;
    if (undo->count < undo->room) {
        memcpy(undo->at + undo->count * x->board, base_of(x), board_bytes(x));
    }
    undo->count++;
}

/* Notes the words that planes have, for a large board. */
static void note_words(struct puzzle_run *x)
{
    const int32_t cells = puzzle_cells(x->p);
    size_t n = ((size_t)cells + 1) * (size_t)x->filled_words;
    memset(x->filled, 0, n * sizeof *x->filled);
    for (int32_t k = 0; k <= cells; k++) {
        const uint64_t *plane = puzzle_plane(x, k);
        for (int32_t w = 0; w < x->words && puzzle_is_present(x, k); w++) {
            if (plane[w] != 0) puzzle_note_word(x, k, w);
        }
    }
}

static void note_objects(struct puzzle_run *x)
{
    const uint64_t *plane = x->plane;
    const int32_t words = x->words;
    memset(x->present, 0, (size_t)x->sets * sizeof *x->present);
    for (int32_t k = 0; k < x->p->objects; k++, plane += words) {
        uint64_t some = plane[0];
        for (int32_t w = 1; w < words; w++) some |= plane[w];
        if (some != 0) puzzle_note_present(x, k);
    }
    puzzle_note_present(x, puzzle_cells(x->p));
    if (x->filled != NULL) note_words(x);
}

static void take_board(struct puzzle_run *x, const uint64_t *board)
{
    memcpy(x->plane, board, board_bytes(x));
    note_objects(x);
    x->work -= 2 * (int64_t)x->board;
}

/* ---- those cells that have some objects ---- */

static inline uint64_t word_of(const struct puzzle_run *x,
                               const struct puzzle_those *those, int32_t w)
{
    const int32_t *object = those->objects.at, n = those->objects.n;
    if (n == 0) return 0;
    uint64_t cells = puzzle_plane(x, object[0])[w];
    for (int32_t i = 1; i < n; i++) {
        uint64_t plane = puzzle_plane(x, object[i])[w];
        cells = those->all ? cells & plane : cells | plane;
    }
    return cells;
}

/* ---- players ---- */

static bool find_players(struct puzzle_run *x)
{
    uint64_t some = 0;
    for (int32_t w = 0; w < x->words; w++) {
        x->players[w] = word_of(x, &x->p->players, w);
        some |= x->players[w];
    }
    return some != 0;
}

/* Gives the players the movement of a key. */
static void push_players(struct puzzle_run *x, int32_t kind)
{
    const struct puzzle_list *players = &x->p->players.objects;
    for (int32_t i = 0; i < players->n; i++) {
        int32_t layer = x->p->layer_of[players->at[i]];
        int32_t move = puzzle_movement(x->p, layer, kind);
        const uint64_t *object = puzzle_plane(x, players->at[i]);
        uint64_t *moving = puzzle_plane(x, move), some = 0;
        for (int32_t w = 0; w < x->words; w++) {
            uint64_t here = x->players[w] & object[w];
            moving[w] |= here;
            if (here != 0) puzzle_note_word(x, move, w);
            some |= here;
        }
        if (some != 0) puzzle_note_present(x, move);
    }
}

/* Whether every cell that had a player still has one. */
static bool players_stayed(const struct puzzle_run *x)
{
    struct puzzle_those any = {x->p->players.objects, false};
    for (int32_t w = 0; w < x->words; w++) {
        if (x->players[w] & ~word_of(x, &any, w)) return false;
    }
    return true;
}

/* ---- winning ---- */

static bool holds(const struct puzzle_run *x, const struct puzzle_win *win)
{
    bool some = false;
    for (int32_t w = 0; w < x->words; w++) {
        uint64_t what = word_of(x, &win->what, w);
        uint64_t on = win->has_on ? word_of(x, &win->on, w) : ~UINT64_C(0);
        if (win->quantifier == PUZZLE_ALL && (what & ~on)) return false;
        some = some || (what & on) != 0;
    }
    return win->quantifier == PUZZLE_ALL || some == (win->quantifier == PUZZLE_SOME);
}

static bool conditions_hold(const struct puzzle_run *x)
{
    for (int32_t i = 0; i < x->p->wins; i++) {
        if (!holds(x, &x->p->win[i])) return false;
    }
    return x->p->wins > 0;
}

/* ---- a turn ---- */

enum { NO_KEY = -1 };

/* What kind of turn it is. */
enum kind {
    PLAYED,
    STARTING,  /* the rules of a level's start: a win is not looked for */
    RESTARTED, /* the same after a restart, in which no other restart counts */
    TRIED,     /* only to see whether it would do something; its board is taken back */
};

/* Applies the rules to the board; again without the rigid groups that fail. */
static void apply_rules(struct puzzle_run *x, int32_t key)
{
    x->banned = 0;
    for (int round = 0;; round++) {
        x->queue = 0;
        x->queued = 0;
        x->message = 0;
        puzzle_hush(x, round == 0);
        if (key != NO_KEY) push_players(x, key);
        puzzle_run_groups(x, &x->p->normal);
        uint32_t failed = puzzle_resolve(x) & ~x->banned;
        if (failed == 0 || round == RIGID_ROUNDS || !puzzle_goes_on(x)) break;
        x->banned |= failed;
        take_board(x, base_of(x));
    }
    if (x->p->late.n == 0) return;
    puzzle_run_groups(x, &x->p->late);
    puzzle_clear_movements(x); /* late rules may have made some at random */
}

/* What a turn takes whatever its rules do: boards are copied and compared, players and the
 * win conditions looked for. */
static int64_t turn_work(const struct puzzle_run *x)
{
    return 3 * (int64_t)x->board + x->p->turn_planes * x->words;
}

static bool turn(struct puzzle_run *x, int32_t key, enum kind);

/* What the commands of a turn let hear: sounds of rules, then that a message is shown. */
static void hear_commands(struct puzzle_run *x)
{
    puzzle_hear_queue(x);
    if (x->queue & PUZZLE_MESSAGE) puzzle_hear_event(x, PUZZLE_ON_MESSAGE);
}

/* The command `restart`: the rest of the turn goes on with the other board. */
static void restart(struct puzzle_run *x, enum kind kind)
{
    hear_commands(x);
    puzzle_hear_event(x, PUZZLE_ON_RESTART);
    take_board(x, x->restart);
    if (x->p->starts && kind != RESTARTED) turn(x, NO_KEY, RESTARTED);
    x->queue = 0;
    x->queued = 0;
}

/* Notes what the queue says. (Of a try nothing is told.) */
static void tell(struct puzzle_run *x, enum kind kind)
{
    if (kind == TRIED) return;
    x->told->commands |= x->queue;
    if (x->queue & PUZZLE_MESSAGE) x->told->message = x->message;
}

/* The end of a try: whether it would do something. */
static bool would_do(struct puzzle_run *x)
{
    if (x->queue & PUZZLE_CANCEL) return (x->queue & ~(uint32_t)PUZZLE_CANCEL) != 0;
    if (x->queue & PUZZLE_RESTARTS) note_undo(x);
    if ((x->queue & (PUZZLE_RESTARTS | PUZZLE_WIN)) || is_changed(x)) return true;
    if (x->queue & PUZZLE_CHECKPOINT) memcpy(x->restart, x->plane, board_bytes(x));
    return false;
}

static uint64_t *tried_board(const struct puzzle_run *x)
{
    return x->bases + (PUZZLE_DEEP - 1) * x->board;
}

/* Keeps what the rules have made in a try, for so much work: the turn that follows does the same, and
 * is charged for it; not if it was cancelled or began the level again, or in another turn. */
static void keep_try(struct puzzle_run *x, int64_t work)
{
    x->tried = x->depth == 1 && !(x->queue & (PUZZLE_CANCEL | PUZZLE_RESTARTS)) &&
               x->end == PUZZLE_GOES_ON;
    if (!x->tried) return;
    x->deepest = PUZZLE_DEEP - 1;
    memcpy(tried_board(x), x->plane, board_bytes(x));
    x->tried_work = work;
    x->tried_queue = x->queue;
    x->tried_message = x->message;
}

static bool take_try(struct puzzle_run *x, int32_t key)
{
    if (!x->tried || key != NO_KEY) return false;
    take_board(x, tried_board(x));
    x->work -= x->tried_work;
    x->queue = x->tried_queue;
    x->message = x->tried_message;
    return true;
}

/* Whether a turn without a key would do something. The board stays as it is; random
 * numbers are used up. */
static bool try_again(struct puzzle_run *x)
{
    const uint32_t queue = x->queue;
    const int64_t draws = x->told->draws;
    struct puzzle_heard *heard = x->heard;
    x->heard = NULL;
    bool would = turn(x, NO_KEY, TRIED);
    x->tried = x->tried && x->told->draws == draws && heard == NULL;
    x->queue = queue;
    x->heard = heard;
    return would;
}

/* The end of a turn that was not cancelled. */
static bool finish(struct puzzle_run *x, int32_t key, enum kind kind)
{
    if (x->queue & PUZZLE_RESTARTS) {
        if (kind == RESTARTED) {
            x->queue &= ~(uint32_t)PUZZLE_RESTARTS;
        } else {
            note_undo(x);
            restart(x, kind);
        }
    }
    bool changed = is_changed(x);
    if (changed && key != NO_KEY) note_undo(x);
    hear_commands(x);
    bool looks = kind != STARTING && kind != RESTARTED;
    x->won = looks && ((x->queue & PUZZLE_WIN) || conditions_hold(x));
    if (x->won) {
        puzzle_hear_event(x, PUZZLE_ON_WIN);
        return changed;
    }
    if (x->queue & PUZZLE_CHECKPOINT) memcpy(x->restart, x->plane, board_bytes(x));
    if ((x->queue & PUZZLE_AGAIN) && changed) x->again = try_again(x);
    return changed;
}

/* A turn on the board of the run. Returns whether it changed the board; for a try,
 * whether it would do something. */
static bool turn(struct puzzle_run *x, int32_t key, enum kind kind)
{
    enter(x);
    puzzle_begin_turn(x);
    x->work -= turn_work(x);
    x->again = false;
    bool done = false, had_players = key != NO_KEY && find_players(x);
    const int64_t left = x->action_left + x->work;
    if (!take_try(x, key)) apply_rules(x, key);
    x->tried = false;
    if (x->p->strict && had_players && players_stayed(x)) {
        take_board(x, base_of(x));
    } else if (kind == TRIED) {
        done = would_do(x);
        if (done) keep_try(x, left - x->action_left - x->work);
        take_board(x, base_of(x));
    } else {
        tell(x, kind);
        if (x->queue & PUZZLE_CANCEL) {
            hear_commands(x);
            puzzle_hear_event(x, PUZZLE_ON_CANCEL);
            take_board(x, base_of(x));
        } else {
            puzzle_hear_turn(x);
            done = finish(x, key, kind);
        }
    }
    x->depth--;
    return done;
}

/* The turns that follow by themselves. */
static void go_on(struct puzzle_run *x)
{
    while (x->again && !x->won && puzzle_goes_on(x)) {
        if (x->told->again == AGAIN_MAX) {
            x->told->cut = true;
            return;
        }
        x->told->again++;
        turn(x, NO_KEY, PLAYED);
    }
}

/* ---- actions ---- */

static const int32_t keys[] = {
    [PUZZLE_PRESS_UP] = PUZZLE_UP,      [PUZZLE_PRESS_LEFT] = PUZZLE_LEFT,
    [PUZZLE_PRESS_DOWN] = PUZZLE_DOWN,  [PUZZLE_PRESS_RIGHT] = PUZZLE_RIGHT,
    [PUZZLE_PRESS_ACTION] = PUZZLE_ACT, [PUZZLE_TICK] = NO_KEY,
};

bool puzzle_may(const struct puzzle *p, action a)
{
    if (a == PUZZLE_PRESS_ACTION) return !p->no_action;
    if (a == PUZZLE_TICK) return p->ticks;
    if (a == PUZZLE_RESTART) return !p->no_restart;
    return a >= 0 && a < PUZZLE_ACTIONS;
}

static void take_notes(struct puzzle_run *x, const struct puzzle_notes *notes)
{
    if (notes == NULL) return;
    x->undo = notes->undo;
    x->heard = notes->heard;
}

/* Forgets the sounds of another action. */
static bool hears(const struct puzzle_notes *notes)
{
    if (notes == NULL || notes->heard == NULL) return false;
    notes->heard->n = 0;
    return true;
}

/* Carries an action out in the run, whose board is the state's. */
static void act(struct puzzle_run *x, action a)
{
    if (a == PUZZLE_RESTART) {
        enter(x);
        note_undo(x);
        x->depth--;
        take_board(x, x->restart);
        puzzle_hear_event(x, PUZZLE_ON_RESTART);
        if (x->p->starts) turn(x, NO_KEY, RESTARTED);
    } else {
        x->told->changed = turn(x, keys[a], PLAYED);
    }
    go_on(x);
    x->told->spent = x->end == PUZZLE_SPENT;
    x->told->stopped = x->end == PUZZLE_STOPPED;
}

enum applied puzzle_play(const struct puzzle *p, void *state, action a, bool keep,
                         struct puzzle_told *told, const struct puzzle_notes *notes)
{
    struct puzzle_run x;
    enum applied done = REFUSED;
    memset(told, 0, sizeof *told);
    hears(notes);
    if (!p->verified || !puzzle_may(p, a) || puzzle_is_won(p, state)) return REFUSED;
    puzzle_open(&x, p, state);
    x.told = told;
    take_notes(&x, notes);
    note_objects(&x);
    act(&x, a);
    if (x.end == PUZZLE_GOES_ON) done = puzzle_result(&x, state);
    if (x.end == PUZZLE_STOPPED) done = STOPPED;
    if (keep && (done == APPLIED || done == IDLED)) puzzle_commit(&x, state);
    puzzle_close(&x, state);
    return done;
}

void puzzle_start(const struct puzzle *p, void *state, const unsigned char *seed,
                  size_t n, struct puzzle_told *told, const struct puzzle_notes *notes)
{
    struct puzzle_run x;
    memset(told, 0, sizeof *told);
    puzzle_begin(p, state, seed, n);
    bool plays = hears(notes) || p->starts;
    if (!p->verified || !plays) return;
    puzzle_open(&x, p, state);
    x.told = told;
    take_notes(&x, notes);
    note_objects(&x);
    puzzle_hear_event(&x, PUZZLE_ON_START);
    told->changed = p->starts && turn(&x, NO_KEY, STARTING);
    go_on(&x);
    told->spent = x.end == PUZZLE_SPENT;
    if (x.end == PUZZLE_GOES_ON) puzzle_commit(&x, state);
    puzzle_close(&x, state);
}
