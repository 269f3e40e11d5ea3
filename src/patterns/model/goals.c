/*
 * The goal of a game, as its ends and the rules with `over` say it:
 *
 *     ends = { { "Solved", "all box on target" }, { "Lost", "no player" } }     goal = "Solved"
 *     goal[0]  term[0]  MODEL_ALL  cell: box  on: target
 *
 * A condition with `or` is a goal for each of its ways.
 */
#include "building.h"

/* Ways of one end; with more, `or` is something that cannot be said. */
enum { GOALS_MAX = 32 };

static bool is_wanted(const struct building *b, int32_t outcome)
{
    const char *goal = b->s->game.goal;
    return outcome > 0 && (goal == NULL || strcmp(b->s->outcome[outcome - 1], goal) == 0);
}

/* ---- terms ---- */

/* Whether a number of a condition, from 1 or negative from the end, 0 for any, means this one of
 * so many rows or columns. */
static bool means(int32_t number, int32_t side, int32_t at)
{
    return number == 0 || at == (number > 0 ? number - 1 : side + number);
}

/* The cells in a row, a column, or at one place. */
static const uint64_t *places_at(struct building *b, int32_t row, int32_t col)
{
    const struct model *m = b->m;
    uint64_t *bits = building_take(b, ((size_t)m->cells + 63) / 64, sizeof *bits);
    for (int32_t i = 0; bits != NULL && i < m->cells; i++) {
        if (means(row, m->rows, i / m->cols) && means(col, m->cols, i % m->cols))
            bits[i / 64] |= UINT64_C(1) << i % 64;
    }
    return bits;
}

static void other(struct model_term *out)
{
    *out = (struct model_term){.what = MODEL_OTHER, .text = out->text};
}

static void set_term(struct building *b, const struct pattern_term *t,
                     struct model_term *out)
{
    static const enum model_what what[] = {
        [PATTERN_SOME] = MODEL_SOME, [PATTERN_NO] = MODEL_NO,
        [PATTERN_ALL] = MODEL_ALL,   [PATTERN_COUNT] = MODEL_COUNT,
        [PATTERN_AT] = MODEL_SOME,
    };
    /* the words of both enums are the same */
    static const enum model_compare compare[] = {
        [PATTERN_EQUAL] = MODEL_EQUAL,     [PATTERN_UNEQUAL] = MODEL_UNEQUAL,
        [PATTERN_LESS] = MODEL_LESS,       [PATTERN_AT_MOST] = MODEL_AT_MOST,
        [PATTERN_GREATER] = MODEL_GREATER, [PATTERN_AT_LEAST] = MODEL_AT_LEAST,
    };
    const struct view v = {.player = 1};
    bool exact = true;
    out->what = what[t->what];
    out->cell = model_cell_of(b, &v, t->cell, &exact);
    if (t->what == PATTERN_COUNT) {
        if (t->other != NULL) exact = false;
        out->number = t->number;
        out->compare = compare[t->compare];
    } else if (t->what == PATTERN_AT) {
        out->places = places_at(b, t->row, t->col);
    } else if (t->on != NULL) {
        out->on = model_cell_of(b, &v, t->on, &exact);
    } else if (t->what == PATTERN_ALL) {
        out->what = MODEL_NO;
    }
    if (!exact || b->s->game.players > 1) other(out);
}

/* A term as the model has it, and what follows from it. Returns how many terms that is. */
static int32_t add_term(struct building *b, const struct pattern_term *t,
                        const char *text, struct model_term *out)
{
    *out = (struct model_term){.text = text};
    switch (t->what) {
    case PATTERN_SOME:
    case PATTERN_NO:
    case PATTERN_ALL:
    case PATTERN_COUNT:
    case PATTERN_AT: set_term(b, t, out); return 1;
    default: break;
    }
    other(out);
    if (t->what != PATTERN_FITS || b->s->game.players > 1) return 1;
    const int32_t implied = model_implied_by_pattern(b, t->pattern, out + 1);
    for (int32_t i = 1; i <= implied; i++) out[i].text = text;
    return 1 + implied;
}

/* How many terms it may become. */
static int32_t terms_of(const struct pattern_term *t)
{
    return t->what == PATTERN_FITS ? 1 + MODEL_IMPLIED_MAX : 1;
}

/* ---- goals ---- */

static struct model_goal *add_goal(struct building *b, int32_t terms)
{
    struct model *m = b->m;
    struct model_goal *goal = (struct model_goal *)(uintptr_t)m->goal;
    goal = m->resize(m->with, goal, ((size_t)m->goals + 1) * sizeof *goal);
    struct model_term *term =
        building_take(b, terms > 0 ? (size_t)terms : 1, sizeof *term);
    b->failed = b->failed || goal == NULL;
    if (goal != NULL) m->goal = goal;
    if (b->failed) return NULL;
    goal[m->goals] = (struct model_goal){term, terms};
    return &goal[m->goals++];
}

/* In how many ways the parts of the condition with `or` may hold. */
static int32_t count_ways(const struct pattern_condition *c)
{
    int32_t ways = 1;
    for (int32_t i = 0; i < c->terms; i++) {
        if (c->term[i].what != PATTERN_ANY) continue;
        ways *= c->term[i].anys;
        if (ways > GOALS_MAX) return 1;
    }
    return ways;
}

/* The conditions that hold in one of the ways: the whole one, and of each `or` one. With a single way
 * `or` cannot be said. */
static void add_way(struct building *b, const struct pattern_condition *c, int32_t way,
                    bool split)
{
    int32_t room = 0, rest = way;
    for (int32_t i = 0; i < c->terms; i++) {
        const struct pattern_term *t = &c->term[i];
        if (!split || t->what != PATTERN_ANY) {
            room += terms_of(t);
            continue;
        }
        const struct pattern_condition *one = &t->any[rest % t->anys];
        for (int32_t k = 0; k < one->terms; k++) room += terms_of(&one->term[k]);
        rest /= t->anys;
    }
    struct model_goal *goal = add_goal(b, room);
    if (goal == NULL) return;
    struct model_term *const first = (struct model_term *)(uintptr_t)goal->term,
                             *out = first;
    rest = way;
    for (int32_t i = 0; i < c->terms; i++) {
        const struct pattern_term *t = &c->term[i];
        if (!split || t->what != PATTERN_ANY) {
            out += add_term(b, t, c->text, out);
            continue;
        }
        const struct pattern_condition *one = &t->any[rest % t->anys];
        for (int32_t k = 0; k < one->terms; k++)
            out += add_term(b, &one->term[k], one->text, out);
        rest /= t->anys;
    }
    goal->terms = (int32_t)(out - first);
}

static void add_end(struct building *b, const struct pattern_condition *c)
{
    const int32_t ways = count_ways(c);
    bool any = false;
    for (int32_t i = 0; i < c->terms; i++) any = any || c->term[i].what == PATTERN_ANY;
    for (int32_t way = 0; way < ways && !b->failed; way++)
        add_way(b, c, way, ways > 1 || !any);
}

static void add_other(struct building *b, const char *text, int32_t rule)
{
    struct model_goal *goal = add_goal(b, 1 + MODEL_IMPLIED_MAX);
    if (goal == NULL) return;
    struct model_term *term = (struct model_term *)(uintptr_t)goal->term;
    term[0] = (struct model_term){.what = MODEL_OTHER, .text = text};
    goal->terms = 1;
    if (rule > 0) goal->terms += model_implied_by_rule(b, rule, term + 1);
}

static void add_overs(struct building *b, const struct pattern_rule *rule, int32_t count,
                      bool step)
{
    for (int32_t i = 0; i < count; i++)
        if (is_wanted(b, rule[i].over))
            add_other(b, rule[i].text, step ? 0 : rule[i].number);
}

void model_goals(struct building *b)
{
    const struct pattern_program *rules = b->rules;
    struct model *m = b->m;
    if (b->s->over < 0) return; /* a function says how it ends */
    for (int32_t i = 0; i < rules->ends; i++)
        if (is_wanted(b, rules->end[i].outcome[0])) add_end(b, &rules->end[i].when);
    for (int32_t i = 0; i < b->s->forms; i++)
        add_overs(b, rules->form[i].rule, rules->form[i].rules, false);
    for (int32_t i = 0; i < rules->steps; i++)
        add_overs(b, rules->step[i].rule, rules->step[i].rules, true);
    if (!rules->only) add_other(b, NULL, 0); /* what functions do is not known */
    m->exact = m->goals > 0;
    for (int32_t i = 0; i < m->goals; i++) {
        for (int32_t k = 0; k < m->goal[i].terms; k++)
            m->exact = m->exact && m->goal[i].term[k].what != MODEL_OTHER;
    }
}
