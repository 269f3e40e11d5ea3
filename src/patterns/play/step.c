/*
 * Carrying out one rule, also at a random place or as a squash, and the steps after an action.
 */
#include "play.h"

/* ---- what a rule does beside its cells ---- */

static void add(struct pattern_run *run, int32_t field, int64_t number)
{
    const struct lua_game_field *f = &run->game->field[field];
    int64_t *value = pattern_field(run, field);
    *value = pattern_sum(f, *value, number);
}

/* Adds to a field that each player has. */
static void add_to(struct pattern_run *run, const struct pattern_add *x)
{
    const struct lua_game_field *f = &run->game->field[x->field];
    int64_t *value = lua_game_field(run->state, f);
    for (int p = 1; p <= f->count; p++) {
        const bool meant = x->whose == PATTERN_OF_MINE     ? p == run->player
                           : x->whose == PATTERN_OF_THEIRS ? run->struck >> (p - 1) & 1
                                                           : true;
        if (meant) value[p - 1] = pattern_sum(f, value[p - 1], x->number);
    }
}

void pattern_conclude_more(struct pattern_run *run, const struct pattern_rule *rule)
{
    if (run->bits != NULL) run->bits->places.form = NULL;
    for (int32_t i = 0; i < rule->adds; i++) {
        const struct pattern_add *x = &rule->add[i];
        if (run->game->field[x->field].each)
            add_to(run, x);
        else
            add(run, x->field, x->number);
    }
    if (rule->over == 0 ||
        run->game->game.outcome(&run->game->game, run->state) != NULL) {
        return;
    }
    lua_game_end(run->game, run->state, rule->over);
    run->over = true;
}

/* ---- random places ---- */

/* Walks over the places where the pattern fits, up to number `wanted`, from 1, which it returns.
 * NULL: there are fewer, *count of them. */
static struct pattern_match *walk_places(const struct pattern_run *run,
                                         const struct pattern *p, int64_t wanted,
                                         int64_t *count, struct pattern_finding *room)
{
    const struct pattern_board *b = &run->board;
    const bool fixed = p->relative == PATTERN_FIXED && !p->given;
    int64_t seen = 0;
    for (struct place at = {0, 0}; pattern_next(run, &p->cell[p->anchor], &at);
         pattern_step_on(b, &at)) {
        for (int32_t i = 0; i < (fixed ? p->directions : 1); i++) {
            struct pattern_match *m =
                fixed ? pattern_fits(run, p, at, p->direction[i], room)
                      : pattern_fits_at(run, p, at, room);
            if (m != NULL && ++seen == wanted) return m;
        }
    }
    *count = seen;
    return NULL;
}

/* Draws a place where the pattern fits; NULL: there is none. */
static struct pattern_match *draw_place(struct pattern_run *run, const struct pattern *p,
                                        struct pattern_finding *room)
{
    int64_t count;
    walk_places(run, p, 0, &count, room);
    if (count == 0) return NULL;
    const int64_t wanted = pattern_draw(run, count);
    struct pattern_match *m = walk_places(run, p, wanted, &count, room);
    /* the second walk must find what the first one has counted */
    if (m == NULL) pattern_break(run, p->text);
    return m;
}

/* The same by bitboards, of a pattern with directions of its own. */
static struct pattern_match *draw_bit(struct pattern_run *run, const struct pattern *p,
                                      struct pattern_finding *room)
{
    const uint32_t cols = (uint32_t)run->board.cols;
    struct pattern_places *places = &run->bits->places;
    int32_t cell, way;
    places->form = NULL;
    places->ways = p->directions;
    pattern_bits_towards(run, p, p->direction, p->directions, places->at);
    const int32_t count = pattern_count_places(run, places);
    if (count == 0) return NULL;
    pattern_nth_place(run, places, (int32_t)pattern_draw(run, count) - 1, &cell, &way);
    const struct place at = {(int32_t)((uint32_t)cell / cols),
                             (int32_t)((uint32_t)cell % cols)};
    struct pattern_match *m = pattern_fits(run, p, at, p->direction[way], room);
    if (m == NULL) pattern_break(run, p->text);
    return m;
}

/* The kind that a pattern of one cell asks for, and nothing else; -1: it asks for more. */
static int32_t only_kind(const struct pattern_run *run, const struct pattern *p)
{
    const struct pattern_test *t = p->cell->only;
    const bool plain = p->cells == 1 && !p->runs && !p->given &&
                       p->relative == PATTERN_FIXED && p->directions == 1 && t != NULL &&
                       t->by == PATTERN_BY_VALUE && run->board.row == run->board.cols;
    return plain ? t->mask->only : -1;
}

/* How many of n cells have this value; as soon as there are `enough`, *at is the last of them. */
static int32_t count_cells(const unsigned char *cells, int32_t n, int32_t value,
                           int32_t enough, int32_t *at)
{
    const uint64_t wanted = lanes_of(value);
    int32_t count = 0, i = 0;
    for (; i + 8 <= n; i += 8) {
        const int32_t more = bits_count(lanes_alike(lanes_at(cells + i), wanted));
        if (count + more >= enough) break;
        count += more;
    }
    for (; i < n; i++) {
        if (cells[i] != value || ++count < enough) continue;
        *at = i;
        break;
    }
    return count;
}

/* The same for a pattern that asks one cell for one kind. */
static struct pattern_match *draw_cell(struct pattern_run *run, const struct pattern *p,
                                       int32_t kind, struct pattern_finding *room)
{
    const uint32_t cols = (uint32_t)run->board.cols;
    const unsigned char *cells = run->seen + p->cell->only->layer * run->board.layer;
    const int32_t all = (int32_t)run->board.layer;
    int32_t cell = 0;
    const int32_t count = count_cells(cells, all, kind, INT32_MAX, &cell);
    if (count == 0) return NULL;
    count_cells(cells, all, kind, (int32_t)pattern_draw(run, count), &cell);
    const struct place at = {(int32_t)((uint32_t)cell / cols),
                             (int32_t)((uint32_t)cell % cols)};
    struct pattern_match *m = pattern_fits(run, p, at, p->direction[0], room);
    if (m == NULL) pattern_break(run, p->text);
    return m;
}

static bool at_random(struct pattern_run *run, const struct pattern_rule *rule)
{
    struct pattern_finding room;
    const struct pattern *p = rule->pattern;
    if (!pattern_holds(run, &rule->when)) return false;
    const int32_t kind = only_kind(run, p);
    const bool by_bits = kind < 0 && p->by_bits && p->relative == PATTERN_FIXED &&
                         !p->given && p->directions <= PATTERN_WAYS_MAX &&
                         pattern_has_bits(run);
    struct pattern_match *m = kind >= 0 ? draw_cell(run, p, kind, &room)
                              : by_bits ? draw_bit(run, p, &room)
                                        : draw_place(run, p, &room);
    if (m == NULL) return false;
    pattern_rewrite(run, m, rule->event);
    pattern_conclude(run, rule);
    return true;
}

/* ---- squashing ---- */

static bool squash(struct pattern_run *run, const struct pattern_rule *rule)
{
    const struct pattern_squash *q = rule->squash;
    struct grid g = pattern_layer(run, q->layer);
    int64_t worth = 0;
    if (!pattern_holds(run, &rule->when)) return false;
    if (wants_events(run->report)) pattern_squash_told(run, &g, q);
    if (grid_squash(&g, run->direction, &q->joins, q->blank, &worth) == 0) return false;
    pattern_forget(run);
    if (q->field >= 0) add(run, q->field, worth);
    pattern_conclude(run, rule);
    return true;
}

/* ---- rules and steps ---- */

bool pattern_carry_out(struct pattern_run *run, const struct pattern_rule *rule,
                       unsigned char *room)
{
    struct pattern_finding found;
    struct place at = {0, 0};
    if (rule->squash != NULL) return squash(run, rule);
    switch (rule->pattern->pick) {
    case PATTERN_EACH: {
        const struct pattern_step step = {.rule = rule, .rules = 1};
        return pattern_sweep(run, &step, room) > 0;
    }
    case PATTERN_RANDOM: return at_random(run, rule);
    default: break;
    }
    struct pattern_match *m = pattern_find(run, rule->pattern, &at, &found);
    if (m == NULL || !pattern_holds(run, &rule->when)) return false;
    pattern_rewrite(run, m, rule->event);
    pattern_conclude(run, rule);
    return true;
}

/* ---- the steps of a game ---- */

static bool is_done(const struct pattern_run *run)
{
    const struct lua_game *s = run->game;
    return run->fault.of != PATTERN_FINE ||
           (s->over >= 0 && *lua_game_field(run->state, &s->field[s->over]) != 0);
}

static void carry_out_once(struct pattern_run *run, const struct pattern_step *step,
                           unsigned char *room)
{
    if (!pattern_holds(run, &step->when)) return;
    if (pattern_visits_cells(step)) {
        pattern_sweep(run, step, room);
    } else {
        pattern_carry_out(run, step->rule, room);
    }
}

static void carry_out_step(struct pattern_run *run, const struct pattern_step *step,
                           unsigned char *room)
{
    if (!step->each) {
        carry_out_once(run, step, room);
        return;
    }
    const int player = run->player;
    for (int p = 1; p <= run->game->game.players && !is_done(run); p++) {
        run->player = p;
        carry_out_once(run, step, room);
    }
    run->player = player;
}

static bool is_stopped(struct pattern_run *run)
{
    const struct poll *poll = run->game->game.poll;
    if (poll == NULL || poll->stop == NULL || !poll->stop(poll->with)) return false;
    pattern_fail(run, (struct pattern_fault){PATTERN_STOPPED, "", 0});
    return true;
}

/* Carries out the steps behind `again` until none of them in a round changes the board. What one
 * step changes and a later one takes back is a change: of new pieces by chance that are like those
 * before them, more may follow. */
static void repeat(struct pattern_run *run, const struct pattern_step *again,
                   unsigned char *room)
{
    int32_t most = PATTERN_ROUNDS_LEAST; /* until it matters how many there are */
    const size_t size = (size_t)run->board.layers * (size_t)run->board.layer;
    unsigned char *before = room + size;
    int32_t rounds = 0;
    bool changed = true;
    while (changed && !is_done(run) && pattern_holds(run, &again->when)) {
        if (rounds == PATTERN_ROUNDS_LEAST) most = pattern_rounds(run, again);
        if (rounds++ == most) {
            pattern_fail(run,
                         (struct pattern_fault){PATTERN_ENDLESS, again->place, most});
            break;
        }
        changed = false;
        for (int32_t i = 1; i <= again->again && !is_done(run) && !is_stopped(run); i++) {
            memcpy(before, run->board.first, size);
            carry_out_step(run, again + i, room);
            changed |= memcmp(before, run->board.first, size) != 0;
        }
    }
    memset(before, 0, size);
}

int32_t pattern_steps(struct pattern_run *run, int32_t *next, unsigned char *room)
{
    const struct pattern_program *rules = run->rules;
    while (*next < rules->steps && !is_done(run)) {
        const struct pattern_step *step = &rules->step[*next];
        *next += 1 + step->again;
        if (step->again > 0)
            repeat(run, step, room);
        else if (step->call == 0)
            carry_out_step(run, step, room);
        else if (pattern_holds(run, &step->when))
            return step->call;
    }
    return 0;
}
