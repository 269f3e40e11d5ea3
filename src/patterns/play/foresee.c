/*
 * What an action changes, found without playing it: the values that the rule's writes give,
 * what it adds to fields, and the turn.
 */
#include <assert.h>

#include "play.h"

enum { WORD = sizeof(uint64_t) };

struct foreseeing {
    struct pattern_run *run;
    const struct pattern_match *m;
    struct foreseen *out;
    unsigned char found[PATTERN_FOUND_MAX];
};

/* What the word becomes that has this byte of the state; NULL if there are too many. */
static inline uint64_t *word_of(struct foreseeing *x, const void *byte)
{
    const unsigned char *state = x->run->state;
    const uint32_t at = (uint32_t)((const unsigned char *)byte - state) / WORD * WORD;
    struct foreseen *out = x->out;
    int32_t i = 0;
    while (i < out->changes && out->change[i].at != at) i++;
    if (i == CHANGES_MAX) return NULL;
    struct change *change = &out->change[i];
    if (i < out->changes) return &change->to;
    out->changes++;
    change->at = at;
    memcpy(&change->to, state + at, WORD);
    return &change->to;
}

static inline bool note_byte(struct foreseeing *x, const unsigned char *byte, int value)
{
    if (*byte == value) return true;
    uint64_t *word = word_of(x, byte);
    if (word == NULL) return false;
    const ptrdiff_t at = byte - (const unsigned char *)x->run->state;
    ((unsigned char *)word)[at % WORD] = (unsigned char)value;
    return true;
}

static inline bool note_cell(struct foreseeing *x, const struct pattern_writes *w,
                             const unsigned char *cell)
{
    if (w->count > 0 && !pattern_is_cell(&x->run->board, cell)) {
        pattern_break(x->run, x->m->pattern->text);
        return false;
    }
    for (int32_t k = 0; k < w->count; k++) {
        const unsigned char *byte = cell + w->write[k].layer * x->run->board.layer;
        int value = pattern_written(x->run, x->found, &w->write[k], *byte);
        if (!note_byte(x, byte, value)) return false;
    }
    return true;
}

static inline bool note_cells(struct foreseeing *x)
{
    const struct pattern *p = x->m->pattern;
    assert(!p->runs || p->slides);
    const int32_t step = p->slides ? p->cells + 1 : 1;
    for (int32_t i = 0; i < p->founds; i++) {
        const unsigned char *cell = x->m->cell[p->found[i].cell];
        x->found[i] = cell[p->found[i].layer * x->run->board.layer];
    }
    for (int32_t i = 0; i < p->cells; i++) {
        const unsigned char *cell = x->m->cell[i];
        if (cell != NULL && !note_cell(x, &p->writes[i * step], cell)) return false;
    }
    return true;
}

/* Notes what one of the integers becomes. */
static bool note_integer(struct foreseeing *x, const int64_t *integer, int64_t value)
{
    uint64_t *word = word_of(x, integer);
    if (word != NULL) memcpy(word, &value, WORD);
    return word != NULL;
}

static bool note_adds(struct foreseeing *x, const struct pattern_rule *rule)
{
    for (int32_t i = 0; i < rule->adds; i++) {
        const struct lua_game_field *f = &x->run->game->field[rule->add[i].field];
        const int64_t *field = lua_game_field(x->run->state, f);
        uint64_t *word = word_of(x, field);
        int64_t value;
        if (word == NULL) return false;
        memcpy(&value, word, WORD); /* a rule may add to it twice */
        value = pattern_sum(f, value, rule->add[i].number);
        memcpy(word, &value, WORD);
    }
    return true;
}

static bool note_turn(struct foreseeing *x)
{
    const int players = x->run->game->game.players;
    const int64_t *turn = lua_game_turn(x->run->state);
    return players == 1 || note_integer(x, turn, *turn % players + 1);
}

void pattern_note_changes(struct pattern_run *run, const struct pattern_rule *rule,
                          struct pattern_match *m, struct foreseen *out)
{
    struct foreseeing x;
    x.run = run;
    x.m = m;
    x.out = out;
    out->changes = 0;
    assert(run->seen == run->board.first);
    if (rule->foreseen && (m == NULL || m->of != run)) {
        pattern_break(run, rule->text);
        out->changes = UNFORESEEN;
        return;
    }
    if (rule->foreseen && !m->pattern->runs) pattern_locate(run, m);
    if (!rule->foreseen || !note_cells(&x) || !note_adds(&x, rule) || !note_turn(&x)) {
        out->changes = UNFORESEEN;
    }
}
