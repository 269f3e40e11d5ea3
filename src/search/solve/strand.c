/*
 * What is expanded already, as another queue has brought it up, is passed over.
 */
#include "strand.h"

bool strand_add(struct strand *s, const struct search_limits *limits, int32_t number,
                enum fate fate)
{
    unsigned char *fates =
        search_grow(limits, s->fate, &s->fates, (int64_t)number + 1, 1);
    if (fates == NULL) return false;
    s->fate = fates;
    s->fate[number] = (unsigned char)fate;
    s->faint += fate == FATE_FAINT;
    return true;
}

static bool put(struct strand *s, const struct search_limits *limits, enum queues q,
                int64_t by, int32_t number)
{
    const int32_t depth = visited_depth(&s->met, number);
    const int64_t most = INT64_C(1) << 32;
    if (by > most) by = most;
    return queue_put(&s->queue[q], limits, by << 24 | (depth & 0xffffff), number);
}

bool strand_wait(struct strand *s, const struct search_limits *limits,
                 const struct waiter *w)
{
    enum { WALKS = 64 };
    const int32_t number = w->number;
    const struct rated *rated = w->rated;
    if (w->author >= 0 && !put(s, limits, BY_AUTHOR, w->author, number)) return false;
    const int32_t new = novelty_of(&s->novelty, state_key(w->state), w->before,
                                   state_key_size(w->state), rated->open);
    const int64_t known = rated->rest < 1 << 20 ? rated->rest : 1 << 20;
    if (!put(s, limits, BY_NOVELTY, (new > 0 ? 0 : 1 << 21) + known, number))
        return false;
    const int64_t rest = known * WALKS + (rated->walk < WALKS ? rated->walk : WALKS - 1);
    return !w->rates || (put(s, limits, BY_REST, rest, number) &&
                         put(s, limits, BY_SIMPLE, rated->simple, number));
}

/* ---- the next one ---- */

/* In the order of meeting; those that seem without hope when there are no others. */
static int32_t take_first(struct strand *s)
{
    for (; s->next < s->met.count; s->next++) {
        if (s->fate[s->next] == FATE_OPEN) return s->next;
    }
    return QUEUE_EMPTY;
}

static int32_t take_faint(struct strand *s)
{
    if (s->faint == 0) return QUEUE_EMPTY;
    for (int32_t i = 0; i < s->met.count; i++) {
        if (s->fate[i] != FATE_FAINT) continue;
        s->fate[i] = FATE_OPEN;
        s->faint--;
        if (i < s->next) s->next = i;
        return i;
    }
    return QUEUE_EMPTY;
}

/* The next position of a queue that has not been expanded. */
static int32_t take_from(struct strand *s, int q)
{
    if (q == QUEUES) return take_first(s);
    int32_t number;
    do {
        number = queue_take(&s->queue[q]);
    } while (number != QUEUE_EMPTY && s->fate[number] == FATE_DONE);
    return number;
}

/* The queues in turns: each has its share of them. */
int32_t strand_take(struct strand *s, int32_t *queue, bool *waited)
{
    static const unsigned char turns[] = {
        BY_REST, BY_NOVELTY, BY_AUTHOR, BY_REST, BY_NOVELTY, BY_SIMPLE, BY_AUTHOR,
        BY_REST, BY_NOVELTY, QUEUES,    BY_REST, BY_NOVELTY, BY_SIMPLE, BY_AUTHOR,
    };
    *waited = true;
    for (size_t k = 0; k < sizeof turns; k++) {
        const int q = turns[(size_t)s->round++ % sizeof turns];
        const int32_t number = take_from(s, q);
        *queue = q;
        if (number != QUEUE_EMPTY) return number;
    }
    *queue = QUEUES;
    *waited = false;
    return take_faint(s);
}
