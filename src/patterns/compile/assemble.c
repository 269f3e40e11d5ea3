/*
 * From compiled rules to a program: the endings of a game, and what follows from all rules together.
 * Playing is faster with it; it adds no meaning.
 */
#include "compile.h"

/* ---- ends ---- */

/* An end, and who acted before it. */
struct ended {
    const struct pattern_end *end;
    int actor;
};

static bool end_alike(const struct lua_game *game, const struct pattern_program *rules,
                      struct ended a, struct ended b)
{
    if (a.end->outcome[a.actor - 1] != b.end->outcome[b.actor - 1]) return false;
    for (int i = 1; rules->scored && i <= game->game.players; i++) {
        if (pattern_end_score(a.end, a.actor, i) != pattern_end_score(b.end, b.actor, i))
            return false;
    }
    return true;
}

/* The first end of an outcome has the outcome's number, which a rule's `over` means as well;
 * others have numbers of their own, behind those of all outcomes, if their scores differ. */
static const char *number_ends(struct lua_game *game, const struct pattern_program *rules)
{
    struct ended known[LUA_GAME_ENDINGS_MAX + 1] = {{NULL, 0}};
    const int32_t outcomes = game->endings;
    for (int32_t i = 0; i < rules->ends; i++) {
        struct pattern_end *end = (struct pattern_end *)(uintptr_t)&rules->end[i];
        for (int p = 1; p <= game->game.players; p++) {
            const struct ended now = {end, p};
            int32_t k = end->outcome[p - 1] - 1;
            if (k < 0 || k >= outcomes) return "an end has no outcome";
            if (known[k].end != NULL && !end_alike(game, rules, known[k], now)) {
                k = outcomes;
                while (k < game->endings && !end_alike(game, rules, known[k], now)) k++;
            }
            if (k == LUA_GAME_ENDINGS_MAX) return "the ends have too many scores";
            if (k == game->endings) {
                game->ending[game->endings++] = (uint8_t)(end->outcome[p - 1] - 1);
            }
            known[k] = now;
            end->ending[p - 1] = k + 1;
        }
    }
    if (game->over >= 0) game->field[game->over].max = game->endings;
    return NULL;
}

/* ---- what follows ---- */

/* Forgets the limits of a rule that means all actions of its form. */
static void widen(const struct lua_game_form *form, struct pattern_rule *rule)
{
    for (int32_t k = 0; k < form->slots; k++) {
        const struct lua_game_slot *slot = &form->slot[k];
        const struct pattern_slot *means = &rule->slot[k];
        if (means->min != slot->min || means->max != slot->max) return;
        for (int64_t w = slot->min; slot->kind == LUA_GAME_WORD && w <= slot->max; w++) {
            if (!kinds_has(&means->words, (int)w)) return;
        }
    }
    rule->slot = NULL;
}

/* Whether a number is drawn wherever the rule is carried out: a choice in a cell that lies on the
 * board. Then the state has changed, whatever else it does. */
static bool draws(const struct pattern_rule *rule)
{
    const struct pattern *p = rule->pattern;
    for (int32_t i = 0; p != NULL && p->rewrites && !p->runs && i < p->cells; i++) {
        for (int32_t k = 0; !p->cell[i].outside && k < p->writes[i].count; k++) {
            const struct pattern_write *w = &p->writes[i].write[k];
            if (w->what == PATTERN_CHOOSE && w->total > 1) return true;
        }
    }
    return false;
}

/* Whether numbers may be drawn by a rule; a function in Lua may. */
static bool may_draw(const struct pattern_rule *rules, int32_t count)
{
    for (int32_t k = 0; k < count; k++) {
        const struct pattern *p = rules[k].pattern;
        if (rules[k].calls || (p != NULL && pattern_draws(p) > 1)) return true;
    }
    return false;
}

/* Whether the steps leave no state as it was before a change: each does nothing, or draws. */
static bool keep_changes(const struct pattern_program *rules)
{
    for (int32_t i = 0; i < rules->steps; i++) {
        if (rules->step[i].call > 0) return false;
        for (int32_t k = 0; k < rules->step[i].rules; k++) {
            if (!draws(&rules->step[i].rule[k])) return false;
        }
    }
    return true;
}

/* Whether a condition depends on where its rule's pattern fits. */
static bool asks_theirs(const struct pattern_condition *c)
{
    for (int32_t i = 0; i < c->terms; i++) {
        const struct pattern_term *t = &c->term[i];
        for (int32_t k = 0; k < 2; k++) {
            for (int32_t n = 0; n < t->sum[k].figures; n++)
                if (t->sum[k].figure[n].what == PATTERN_THEIR_FIELD) return true;
        }
        for (int32_t k = 0; k < t->anys; k++)
            if (asks_theirs(&t->any[k])) return true;
    }
    return false;
}

/* Whether an action that the rule carries out changes the state for certain, and it is known where
 * the rule fits without its condition. */
static bool is_certain(const struct lua_game *game, const struct pattern_program *rules,
                       const struct pattern_rule *rule)
{
    const struct pattern *p = rule->pattern;
    bool turns = game->game.players > 1 && !rule->keep_turn;
    bool changes = rule->squash != NULL || rule->move != NULL ||
                   (p != NULL && p->changes && p->pick != PATTERN_EACH);
    return (turns || (changes && keep_changes(rules))) && !asks_theirs(&rule->when);
}

/* Whether a rule of an action leaves the turn to who has acted. */
static bool keeps_turn(const struct lua_game *game, const struct pattern_program *rules)
{
    for (int32_t i = 0; game->game.players > 1 && i < game->forms; i++) {
        for (int32_t k = 0; k < rules->form[i].rules; k++) {
            if (rules->form[i].rule[k].keep_turn) return true;
        }
    }
    return false;
}

/* Whether it follows from the key before it is asked for an end, which tells who has acted,
 * that the game is over; an end may ask whether an action is possible. */
static bool follow_ends(const struct lua_game *game, const struct pattern_program *rules)
{
    if (game->together.players > 0 || game->timers || game->reward >= 0) return false;
    return rules->steps == 0 && !keeps_turn(game, rules);
}

/* How often a rule adds to a field. */
static int32_t count_adds(const struct pattern_rule *rule, int32_t field)
{
    int32_t count = 0;
    for (int32_t i = 0; i < rule->adds; i++) count += rule->add[i].field == field;
    return count;
}

/* Foreseen are the fields that all players share. */
static bool adds_to_each(const struct lua_game *game, const struct pattern_rule *rule)
{
    bool each = false;
    for (int32_t i = 0; i < rule->adds; i++)
        each = each || game->field[rule->add[i].field].each;
    return each;
}

/* A field that grows by the rule and by nothing else; -1: none. */
static int32_t growing(const struct lua_game *game, const struct pattern_program *rules,
                       const struct pattern_rule *rule)
{
    for (int32_t i = 0; i < rule->adds; i++) {
        int32_t field = rule->add[i].field, others = count_adds(rule, field) - 1;
        if (game->field[field].each || game->field[field].timer) continue;
        for (int32_t k = 0; k < rules->steps; k++) {
            others += rules->step[k].call > 0;
            for (int32_t n = 0; n < rules->step[k].rules; n++) {
                others += count_adds(&rules->step[k].rule[n], field);
            }
        }
        if (others == 0 && rule->add[i].number > 0) return field;
    }
    return -1;
}

static bool stays(const struct pattern_rule *rules, int32_t count, int32_t field)
{
    for (int32_t n = 0; n < count; n++)
        if (count_adds(&rules[n], field) > 0) return false;
    return true;
}

static bool sum_stays(const struct pattern_rule *rules, int32_t count,
                      const struct pattern_sum *sum)
{
    for (int32_t i = 0; i < sum->figures; i++) {
        const struct pattern_figure *f = &sum->figure[i];
        if (f->what == PATTERN_THE_COUNT || f->what == PATTERN_THEIR_FIELD) return false;
        if (f->what == PATTERN_THE_FIELD && !stays(rules, count, f->field)) return false;
    }
    return true;
}

/* Whether the condition stays as it is while these rules are carried out. */
static bool is_settled(const struct pattern_rule *rules, int32_t count,
                       const struct pattern_condition *c)
{
    for (int32_t k = 0; k < c->terms; k++) {
        const struct pattern_term *t = &c->term[k];
        bool fixed = t->what == PATTERN_ANY || t->what == PATTERN_SUMS;
        if (t->what == PATTERN_FIELD)
            fixed = t->other == NULL && stays(rules, count, t->field);
        for (int32_t i = 0; i < 2; i++)
            fixed = fixed && sum_stays(rules, count, &t->sum[i]);
        for (int32_t i = 0; i < t->anys; i++)
            fixed = fixed && is_settled(rules, count, &t->any[i]);
        if (!fixed) return false;
    }
    return true;
}

/* Notes whose condition stays as it is while these rules are carried out. */
static void note_settled(const struct pattern_rule *rules, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        struct pattern_rule *rule = (struct pattern_rule *)(uintptr_t)&rules[i];
        rule->settled = rule->when.terms > 0 && is_settled(rules, count, &rule->when);
    }
}

static void complete_form(struct lua_game *game, const struct pattern_names *names,
                          struct pattern_program *rules, int32_t number)
{
    const struct lua_game_form *slots = &game->form[number];
    struct pattern_form *form = &rules->form[number];
    int64_t weight = game->forms;
    form->several = !pattern_form_slots(names, slots, form);
    for (int32_t k = 0; k < slots->slots; k++) {
        form->weight[k] = weight;
        weight *= slots->slot[k].max - slots->slot[k].min + 1;
    }
    if (form->rules == 0) rules->only = false;
    if (may_draw(form->rule, form->rules)) game->game.chance = true;
    for (int32_t k = 0; k < form->rules; k++) {
        struct pattern_rule *rule = (struct pattern_rule *)(uintptr_t)&form->rule[k];
        const struct pattern *p = rule->pattern;
        widen(slots, rule);
        note_settled(rule, 1);
        rule->certain = is_certain(game, rules, rule);
        rule->grows = growing(game, rules, rule);
        rule->no_end = pattern_makes_no_end(game, rules, rule);
        rule->foreseen = follow_ends(game, rules) && rule->squash == NULL &&
                         rule->over == 0 && !adds_to_each(game, rule) &&
                         (rule->move != NULL || pattern_follows(p));
        if (rule->calls) rules->only = false;
        if (!rule->certain || (p != NULL && p->pick == PATTERN_EACH)) game->copies = true;
    }
    if (!pattern_judge_form(game, rules, slots, form)) rules->exact = false;
}

/* Lists the actions of a game whose actions are a few words. Those of players who act together are
 * an action of each. */
static void list_words(const struct lua_game *game, struct pattern_program *rules)
{
    int32_t count = 0;
    if (game->together.players > 0) return;
    for (int32_t i = 0; i < game->forms; i++) {
        const struct lua_game_form *form = &game->form[i];
        const struct lua_game_slot *slot = &form->slot[0];
        bool fits = form->slots == 1 && slot->kind == LUA_GAME_WORD &&
                    slot->max - slot->min < PATTERN_WORDS_MAX - count;
        if (!fits || rules->form[i].piece >= 0) return;
        for (int64_t v = slot->min; v <= slot->max; v++) {
            rules->word[count++] = lua_game_action(game, form, &v);
        }
    }
    rules->words = count;
}

/* Whether it pays for a search to foresee: where not all is foreseen, the actions are to be
 * listed by trying rules anyway. */
static bool may_foresee(const struct lua_game *game, const struct pattern_program *rules)
{
    bool some = false, all = true;
    for (int32_t i = 0; i < game->forms; i++) {
        for (int32_t k = 0; k < rules->form[i].rules; k++) {
            some = some || rules->form[i].rule[k].foreseen;
            all = all && rules->form[i].rule[k].foreseen;
        }
    }
    return some && (all || rules->words == 0);
}

static const char *complete(struct lua_game *game, const struct pattern_names *names,
                            struct pattern_program *rules)
{
    for (int32_t i = 0; i < names->count; i++) {
        const struct pattern_name *name = &names->name[i];
        for (int32_t k = 0; name->is == PATTERN_KIND && k < name->count; k++) {
            rules->kind[name->value[k].layer][name->value[k].value] = name->name;
        }
    }
    for (int32_t k = 0; k < names->layers; k++) {
        rules->blank[k] = (unsigned char)(names->blank[k] < 0 ? 0 : names->blank[k]);
    }
    for (int32_t w = 0; w < game->words; w++) {
        const enum direction d = direction_called_on(game->word[w], names->hexagons);
        if (d < GRID_DIRECTIONS) rules->direction_of[w] = d;
    }
    game->small = pattern_number_sets(game, rules);
    rules->only = rules->exact = true;
    game->copies = rules->steps > 0 || game->together.players > 0;
    for (int k = 0; k < names->players; k++) {
        if (names->piece[k].count > 0)
            rules->piece_layer = names->piece[k].value[0].layer;
        for (int32_t i = 0; i < names->piece[k].count; i++)
            rules->owner[names->piece[k].value[i].value] = (unsigned char)(k + 1);
    }
    for (int32_t i = 0; i < game->forms; i++) complete_form(game, names, rules, i);
    for (int32_t i = 0; i < rules->steps; i++) {
        const struct pattern_step *step = &rules->step[i];
        note_settled(step->rule, step->rules);
        if (step->again > 0) game->rounds = true;
        if (step->call > 0) rules->only = false;
        if (step->call > 0 || may_draw(step->rule, step->rules)) game->game.chance = true;
    }
    if (game->together.order == LUA_GAME_RANDOM) game->game.chance = true;
    list_words(game, rules);
    rules->foresees = may_foresee(game, rules);
    return number_ends(game, rules);
}

bool pattern_complete(struct lua_game *game, const struct pattern_names *names,
                      const struct pattern_memory *memory, struct pattern_program *rules,
                      struct pattern_verdict *verdict)
{
    *verdict = (struct pattern_verdict){.wrong = complete(game, names, rules)};
    if (verdict->wrong != NULL || !pattern_verify(memory, game, rules, verdict))
        return false;
    game->rules = rules;
    return true;
}

bool pattern_complete_step(const struct pattern_memory *memory,
                           const struct pattern_step *step,
                           struct pattern_verdict *verdict)
{
    *verdict = (struct pattern_verdict){.wrong = NULL};
    return pattern_verify_step(memory, step, verdict);
}
