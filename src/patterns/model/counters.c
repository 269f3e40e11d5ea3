/*
 * Fields and counters that grow by rules of actions alone: what a line costs may be counted by them.
 */
#include "building.h"

/* Whether a rule changes a field; *by_one: it adds 1. */
static bool adds_to(const struct pattern_rule *rule, int32_t field, bool *by_one)
{
    bool adds = rule->squash != NULL && rule->squash->field == field;
    *by_one = !adds;
    for (int32_t i = 0; i < rule->adds; i++) {
        if (rule->add[i].field != field) continue;
        *by_one = !adds && rule->add[i].number == 1;
        adds = true;
    }
    return adds;
}

static bool is_touched_by_steps(const struct pattern_program *rules, int32_t field)
{
    bool by_one;
    for (int32_t k = 0; k < rules->steps; k++) {
        if (rules->step[k].call > 0) return true;
        for (int32_t n = 0; n < rules->step[k].rules; n++) {
            if (adds_to(&rules->step[k].rule[n], field, &by_one)) return true;
        }
    }
    return false;
}

/* Whether all that changes a field is rules of actions that add 1 to it. */
static bool is_steady(const struct building *b, int32_t field)
{
    const struct lua_game_field *f = &b->s->field[field];
    if (f->count != 0 || f->max < STATE_COUNT_MAX) return false;
    if (is_touched_by_steps(b->rules, field)) return false;
    for (int32_t i = 0; i < b->s->forms; i++) {
        const struct pattern_form *form = &b->rules->form[i];
        if (form->rules == 0) return false;
        for (int32_t k = 0; k < form->rules; k++) {
            bool by_one;
            if (form->rule[k].calls) return false;
            if (adds_to(&form->rule[k], field, &by_one) && !by_one) return false;
        }
    }
    return true;
}

static uint64_t grown_by(const struct building *b, int32_t number)
{
    uint64_t grows = 0;
    for (int32_t i = 0; i < b->s->forms; i++) {
        const struct pattern_form *form = &b->rules->form[i];
        for (int32_t k = 0; k < form->rules; k++) {
            if (form->rule[k].number != number) continue;
            for (int32_t n = 0; n < form->rule[k].adds; n++)
                grows |= UINT64_C(1) << form->rule[k].add[n].field;
        }
    }
    return grows;
}

void model_counters(struct building *b)
{
    struct model *m = b->m;
    for (int32_t i = 0; i < b->s->fields; i++) {
        if (is_steady(b, i)) m->steady |= UINT64_C(1) << i;
    }
    for (int32_t i = 0; i < m->moves && m->steady != 0; i++) {
        struct model_move *move = &b->move[i];
        if (!move->step) move->grows = grown_by(b, move->rule) & m->steady;
    }
}
