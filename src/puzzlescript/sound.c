/*
 * What is to be heard of an action: who moved, who could not, what was created or
 * destroyed, the sounds of rules, and events such as the start of a level. Nothing is
 * noted while x->heard is NULL, so a search pays for none of it.
 *
 * While rules run, two sets note which objects have come into a cell, and which have gone
 * (`created`, `destroyed`); while things move, `order` notes for each sound when it was
 * asked for first, as a number that grows with the sweep, the cell and the layer. At the
 * end of a turn the sounds are told in the order of the language: what could not move,
 * what moved, what was created, what was destroyed, then the sounds of rules.
 */
#include "run.h"

static const int64_t never = INT64_MAX;

static void hear(struct puzzle_run *x, int32_t sound)
{
    struct puzzle_heard *heard = x->heard;
    if (heard->n < PUZZLE_HEARD_MAX) heard->at[heard->n++] = sound;
}

void puzzle_hush(struct puzzle_run *x, bool all)
{
    if (x->heard == NULL) return;
    if (all) memset(x->created, 0, 2 * (size_t)x->sets * sizeof *x->created);
    for (int32_t k = 0; k < x->p->sounds; k++) {
        if (all || x->p->sound[k].kind == PUZZLE_SOUND_MOVE) x->order[k] = never;
    }
}

static bool is_there(const struct puzzle_run *x, const struct puzzle_list *objects,
                     int32_t layer, int32_t cell)
{
    for (int32_t i = 0; i < objects->n; i++) {
        if (x->p->layer_of[objects->at[i]] == layer &&
            puzzle_bit(x, objects->at[i], cell)) {
            return true;
        }
    }
    return false;
}

/* Notes for all sounds of a kind that what stands in a layer of a cell asks for them. */
static void ask(struct puzzle_run *x, enum puzzle_sound_kind kind, unsigned moves,
                int32_t layer, int32_t cell, int64_t order)
{
    x->work -= x->p->sounds;
    for (int32_t k = 0; k < x->p->sounds; k++) {
        const struct puzzle_sound *s = &x->p->sound[k];
        if (s->kind != kind || !(s->moves & moves) || x->order[k] <= order) continue;
        if (is_there(x, &s->objects, layer, cell)) x->order[k] = order;
    }
}

void puzzle_hear_move(struct puzzle_run *x, int32_t layer, int32_t cell, unsigned moves,
                      int64_t sweep)
{
    int64_t cells = (int64_t)x->cols * x->stride;
    ask(x, PUZZLE_SOUND_MOVE, moves, layer, cell,
        (sweep * cells + cell) * x->p->layers + layer);
}

void puzzle_hear_left(struct puzzle_run *x, const struct puzzle_moving *m)
{
    for (int32_t w = 0; w < x->words; w++) {
        uint64_t cells = puzzle_moving_word(m, w);
        for (; cells != 0; cells &= cells - 1) {
            int32_t cell = w * 64 + puzzle_lowest(cells);
            ask(x, PUZZLE_SOUND_CANTMOVE, puzzle_moves_at(m, cell), m->layer, cell, cell);
        }
    }
}

/* Tells the sounds of a kind in the order in which they were asked for, each seed once. */
static void tell_moves(struct puzzle_run *x, enum puzzle_sound_kind kind)
{
    const struct puzzle *p = x->p;
    int32_t from = x->heard->n;
    for (int round = 0; round < PUZZLE_HEARD_MAX; round++) {
        int32_t first = -1;
        for (int32_t k = 0; k < p->sounds; k++) {
            if (p->sound[k].kind != kind || x->order[k] == never) continue;
            if (first < 0 || x->order[k] < x->order[first]) first = k;
        }
        if (first < 0) return;
        x->order[first] = never;
        bool known = false;
        for (int32_t i = from; i < x->heard->n; i++) {
            known |= p->sound[x->heard->at[i]].seed == p->sound[first].seed;
        }
        if (!known) hear(x, first);
    }
}

static void tell_changes(struct puzzle_run *x, enum puzzle_sound_kind kind,
                         const uint64_t *set)
{
    for (int32_t k = 0; k < x->p->sounds; k++) {
        const struct puzzle_sound *s = &x->p->sound[k];
        if (s->kind != kind) continue;
        bool some = false;
        for (int32_t i = 0; i < s->objects.n; i++) {
            some |= set[s->objects.at[i] >> 6] >> (s->objects.at[i] & 63) & 1;
        }
        if (some) hear(x, k);
    }
}

void puzzle_hear_turn(struct puzzle_run *x)
{
    if (x->heard == NULL) return;
    tell_moves(x, PUZZLE_SOUND_CANTMOVE);
    tell_moves(x, PUZZLE_SOUND_MOVE);
    tell_changes(x, PUZZLE_SOUND_CREATE, x->created);
    tell_changes(x, PUZZLE_SOUND_DESTROY, x->destroyed);
}

void puzzle_hear_event(struct puzzle_run *x, enum puzzle_event event)
{
    if (x->heard != NULL && x->p->event[event] > 0) hear(x, x->p->event[event] - 1);
}

void puzzle_queue_sounds(struct puzzle_run *x, const struct puzzle_rule *r)
{
    for (int32_t i = 0; i < r->sounds.n; i++) {
        bool queued = false;
        for (int32_t k = 0; k < x->queued; k++) queued |= x->sfx[k] == r->sounds.at[i];
        if (!queued) x->sfx[x->queued++] = r->sounds.at[i];
    }
}

void puzzle_hear_queue(struct puzzle_run *x)
{
    for (int32_t k = 0; k < x->queued; k++) {
        puzzle_hear_event(x, (enum puzzle_event)x->sfx[k]);
    }
}
