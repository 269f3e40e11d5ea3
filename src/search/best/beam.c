/*
 * Beam search. A layer is the positions kept at one depth; their successors are the
 * candidates for the next layer. Only two layers are in memory at a time. But for every
 * position of every layer the step that led to it is kept, to write the line in the end.
 */
#include "base/rng.h"
#include "best.h"
#include "search/store/visited.h"

/* An action in a position of the layer. */
struct candidate {
    int64_t value;
    uint64_t chance; /* a random number, which decides between equal values */
    int32_t parent;  /* the number of the position in the layer */
    action by;
};

/* How a position of some layer was reached. */
struct step {
    action by;
    int32_t before; /* the number of the step before, or -1 */
};

struct beam {
    struct successors *x;
    struct best *best;
    struct visited layers[2], *layer, *next;
    struct candidate *candidates;
    int64_t count, room;
    struct step *steps;
    int64_t steps_room;
    int32_t steps_count;
    int32_t layer_steps;   /* the number of the step to the layer's first position */
    struct step best_step; /* the step to the best value so far */
    uint64_t random;
};

static bool better(const struct candidate *a, const struct candidate *b)
{
    return a->value != b->value ? a->value > b->value : a->chance > b->chance;
}

static void sift_down(struct candidate *heap, int64_t at, int64_t count)
{
    struct candidate moved = heap[at];
    for (int64_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && better(&heap[child + 1], &heap[child])) child++;
        if (!better(&heap[child], &moved)) break;
        heap[at] = heap[child];
    }
    heap[at] = moved;
}

static enum search_end add_candidate(struct beam *b, struct candidate c)
{
    struct candidate *all =
        search_grow(b->x->limits, b->candidates, &b->room, b->count + 1, sizeof *all);
    if (all == NULL) return SEARCH_MEMORY;
    b->candidates = all;
    b->candidates[b->count++] = c;
    return SEARCH_GOES_ON;
}

/* Makes the successors of position `parent` of the layer candidates. */
static enum search_end look(struct beam *b, int32_t parent)
{
    struct successors *x = b->x;
    visited_get(b->layer, parent, x->from);
    enum search_end end = successors_list_open(x);
    for (int i = 0; end == SEARCH_GOES_ON && i < x->count; i++) {
        bool possible;
        end = successors_try(x, x->list[i], &possible);
        if (end != SEARCH_GOES_ON) break;
        if (!possible) continue;
        int64_t value;
        if (!best_value(b->best, x->game, x->to, &value)) return SEARCH_FAILED;
        if (value > b->best->score) {
            b->best->score = x->progress.best = value;
            b->best_step = (struct step){x->list[i], b->layer_steps + parent};
        }
        end = add_candidate(
            b, (struct candidate){value, rng_next(&b->random), parent, x->list[i]});
    }
    return end;
}

/* Makes the best candidates the next layer. */
static enum search_end choose(struct beam *b)
{
    struct successors *x = b->x;
    int32_t width = b->best->width;
    visited_clear(b->next);
    struct step *steps = search_grow(x->limits, b->steps, &b->steps_room,
                                     (int64_t)b->steps_count + width, sizeof *steps);
    if (steps == NULL) return SEARCH_MEMORY;
    b->steps = steps;
    for (int64_t i = b->count / 2; i-- > 0;) sift_down(b->candidates, i, b->count);
    while (b->count > 0 && b->next->count < width) {
        struct candidate c = b->candidates[0];
        b->candidates[0] = b->candidates[--b->count];
        sift_down(b->candidates, 0, b->count);
        visited_get(b->layer, c.parent, x->from);
        enum search_end end =
            search_applied(x->game->apply(x->game, x->from, c.by, NULL));
        if (end != SEARCH_GOES_ON) return end;
        int32_t before = b->next->count;
        int32_t number = visited_add(b->next, x->from, VISITED_ROOT);
        if (number == VISITED_FULL) return SEARCH_MEMORY;
        if (number == before) {
            b->steps[b->steps_count + number] =
                (struct step){c.by, b->layer_steps + c.parent};
        }
    }
    b->layer_steps = b->steps_count;
    b->steps_count += b->next->count;
    struct visited *layer = b->layer;
    b->layer = b->next;
    b->next = layer;
    return SEARCH_GOES_ON;
}

static enum search_end run(struct beam *b)
{
    enum search_end end = SEARCH_GOES_ON;
    for (int32_t depth = 0; depth < b->best->length && b->layer->count > 0; depth++) {
        b->x->progress.depth = depth;
        b->count = 0;
        for (int32_t i = 0; end == SEARCH_GOES_ON && i < b->layer->count; i++)
            end = look(b, i);
        if (end == SEARCH_GOES_ON) end = choose(b);
        if (end != SEARCH_GOES_ON || b->steps_count > INT32_MAX / 2) break;
    }
    return end;
}

/* The line that ends in the best step; step 0 is the root. */
static enum search_end write_line(struct beam *b)
{
    int32_t n = 0;
    struct step last = b->best_step;
    for (struct step s = last; s.before >= 0; s = b->steps[s.before]) n++;
    b->best->line =
        search_resize(b->x->limits, NULL, (uint64_t)n + 1, sizeof *b->best->line);
    if (b->best->line == NULL) return SEARCH_MEMORY;
    b->best->count = n;
    for (struct step s = last; s.before >= 0; s = b->steps[s.before]) {
        b->best->line[--n] = s.by;
    }
    return SEARCH_GOES_ON;
}

enum search_end best_beam(struct successors *x, struct best *best)
{
    struct beam b = {.x = x, .best = best, .random = best->seed, .best_step = {0, -1}};
    b.layer = &b.layers[0];
    b.next = &b.layers[1];
    b.steps = search_grow(x->limits, NULL, &b.steps_room, 1, sizeof *b.steps);
    if (b.steps == NULL ||
        !visited_start(b.layer, x->game, x->limits, x->root, VISITED_ALONE) ||
        !visited_start(b.next, x->game, x->limits, x->root, VISITED_ALONE)) {
        return SEARCH_MEMORY;
    }
    b.steps[0] = (struct step){0, -1};
    b.steps_count = 1;
    memcpy(x->from, x->root, x->root->size);
    if (x->game->reseed != NULL) x->game->reseed(x->game, x->from, rng_next(&b.random));
    if (visited_add(b.layer, x->from, VISITED_ROOT) == VISITED_FULL) return SEARCH_MEMORY;
    x->progress.best = best->score;
    enum search_end end = run(&b), written = write_line(&b);
    return search_ended(written != SEARCH_GOES_ON ? written : end);
}
