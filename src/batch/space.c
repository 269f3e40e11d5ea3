/*
 * The list of all actions, and a hash table from an action to its index.
 */
#include "space.h"

/* ---- memory ---- */

void *batch_take(const struct batch_memory *m, size_t count, size_t each)
{
    if (count == 0) count = 1;
    void *block =
        count > SIZE_MAX / 2 / each ? NULL : m->resize(m->with, NULL, count * each);
    if (block != NULL) memset(block, 0, count * each);
    return block;
}

void batch_give(const struct batch_memory *m, void *block)
{
    if (block != NULL) m->resize(m->with, block, 0);
}

/* ---- actions ---- */

static uint32_t slot_of(const struct space *s, action a)
{
    return (uint32_t)(((uint64_t)a * UINT64_C(0x9e3779b97f4a7c15)) >> 40) & s->mask;
}

int32_t space_find(const struct space *s, action a)
{
    uint32_t at = slot_of(s, a);
    while (s->slot[at] >= 0 && s->code[s->slot[at]] != a) at = (at + 1) & s->mask;
    return s->slot[at];
}

static void fill(struct space *s)
{
    s->plain = true;
    for (uint32_t i = 0; i <= s->mask; i++) s->slot[i] = -1;
    for (int32_t i = 0; i < s->count; i++) {
        uint32_t at = slot_of(s, s->code[i]);
        s->plain = s->plain && s->code[i] == i;
        while (s->slot[at] >= 0) at = (at + 1) & s->mask;
        s->slot[at] = i;
    }
}

bool space_open(struct space *s, const struct game *g, const int32_t *shape,
                const struct batch_memory *memory, struct text *why)
{
    *s = (struct space){.mask = 1};
    if (g->every == NULL) {
        text_string(why, "the game does not list all of its actions");
        return false;
    }
    const int count = g->every(g, shape, NULL, 0);
    if (count < 1 || count > CANDIDATES_MAX) {
        text_string(why, "the game has ");
        text_string(why, count < 1 ? "no actions" : "more than 65536 actions");
        return false;
    }
    while (s->mask < 4 * (uint32_t)count) s->mask = 2 * s->mask + 1;
    s->code = batch_take(memory, (size_t)count, sizeof *s->code);
    s->slot = batch_take(memory, (size_t)s->mask + 1, sizeof *s->slot);
    if (s->code == NULL || s->slot == NULL) {
        text_string(why, "not enough memory");
        return false;
    }
    s->count = g->every(g, shape, s->code, count);
    fill(s);
    return true;
}

void space_close(struct space *s, const struct batch_memory *memory)
{
    batch_give(memory, s->code);
    batch_give(memory, s->slot);
    *s = (struct space){.mask = 1};
}
