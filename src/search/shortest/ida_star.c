/*
 * IDA* (Korf, 1985): depth first within a bound of depth + heuristic, which grows from
 * iteration to iteration. It keeps the positions of one line and a table of bounded size.
 *
 * A position is not entered if it was entered before at a lesser depth, in whatever
 * iteration, or at the same depth in this one. **That loses no line:** what an iteration
 * enters, all later ones enter at the same depth or before, because their bounds are
 * larger. So a position at its least depth is never passed over, and an iteration that
 * cuts nothing off has entered every position. What the table has lost is searched once
 * more, but never while it lies on the line: so lines end, and with them the search.
 */
#include <assert.h>

#include "search/store/transposition.h"
#include "shortest.h"

enum { FRAMES_MAX = INT32_MAX / 4 };

/* A position of the line, whose actions are tried. */
struct frame {
    int64_t first; /* its actions in `actions` */
    int count, next;
    uint64_t hash;
    uint32_t place;
};

struct line {
    struct successors *x;
    const struct goal *goal;
    struct transposition *table;
    struct frame *frames;
    unsigned char *states; /* of the frames, one behind the other */
    action *actions;
    int64_t frames_room, states_room, actions_room;
    int32_t count;       /* of the frames */
    uint32_t *places;    /* hash table, open addressing: frame + 1, or 0 if free */
    int64_t places_room; /* a power of two */
    int64_t bound, next; /* of this iteration, of the next one; INT64_MAX: none */
    uint32_t iteration;
    bool found; /* the goal is behind the last frame, by the action it tried last */
};

static struct state *state_in(const struct line *l, int32_t frame)
{
    size_t size = l->x->root->size;
    return (struct state *)(void *)(l->states + (size_t)frame * size);
}

/* ---- the positions of the line ---- */

/* The bytes that tell a frame's position from others, but its images. */
static const unsigned char *key_in(const struct line *l, int32_t frame)
{
    const struct symmetries *images = l->x->images;
    if (images == NULL) return state_key(state_in(l, frame));
    symmetries_least(images, state_in(l, frame), images->other);
    return state_key(images->other);
}

/* The place of a position among those of the line, or a free one. */
static uint32_t find(const struct line *l, uint64_t hash, const struct state *s)
{
    uint32_t mask = (uint32_t)l->places_room - 1, at = (uint32_t)hash & mask;
    for (; l->places[at] != 0; at = (at + 1) & mask) {
        int32_t i = (int32_t)l->places[at] - 1;
        if (l->frames[i].hash != hash) continue;
        if (memcmp(key_in(l, i), state_key(s), state_key_size(s)) == 0) break;
    }
    return at;
}

/* Makes room in the hash table for another position; it is at most half full. */
static bool make_places(struct line *l)
{
    int64_t room = l->places_room;
    if (2 * ((int64_t)l->count + 1) <= room) return true;
    uint32_t *places =
        search_grow(l->x->limits, l->places, &room, room + 1, sizeof *places);
    if (places == NULL) return false;
    memset(places, 0, (size_t)room * sizeof *places);
    l->places = places;
    l->places_room = room;
    for (int32_t i = 0; i < l->count; i++) {
        struct frame *f = &l->frames[i];
        f->place = find(l, f->hash, symmetries_key(l->x->images, state_in(l, i)));
        places[f->place] = (uint32_t)i + 1;
    }
    return true;
}

/* Makes room for a frame whose actions, `count` of them, begin at `first`. */
static bool make_room(struct line *l, int64_t first, int count)
{
    const struct search_limits *limits = l->x->limits;
    if (l->count >= FRAMES_MAX || !make_places(l)) return false;
    void *frames =
        search_grow(limits, l->frames, &l->frames_room, l->count + 1, sizeof *l->frames);
    if (frames != NULL) l->frames = frames;
    void *states =
        search_grow(limits, l->states, &l->states_room, l->count + 1, l->x->root->size);
    if (states != NULL) l->states = states;
    void *actions = search_grow(limits, l->actions, &l->actions_room, first + count + 1,
                                sizeof *l->actions);
    if (actions != NULL) l->actions = actions;
    return frames != NULL && states != NULL && actions != NULL;
}

/* Adds the position in x->from to the line, and lists its actions. */
static enum search_end push(struct line *l, uint64_t hash)
{
    struct successors *x = l->x;
    const struct frame *above = l->count > 0 ? &l->frames[l->count - 1] : NULL;
    int64_t first = above != NULL ? above->first + above->count : 0;
    if (l->count > x->progress.depth) x->progress.depth = l->count;
    enum search_end end = successors_list_open(x);
    if (end != SEARCH_GOES_ON) return end;
    if (!make_room(l, first, x->count)) return SEARCH_MEMORY;
    if (x->count > 0) {
        memcpy(l->actions + first, x->list, (size_t)x->count * sizeof *x->list);
    }
    memcpy(state_in(l, l->count), x->from, x->from->size);
    struct frame f = {.first = first, .count = x->count, .hash = hash};
    f.place = find(l, hash, symmetries_key(x->images, x->from));
    l->frames[l->count++] = f;
    l->places[f.place] = (uint32_t)l->count;
    return SEARCH_GOES_ON;
}

/* Takes the last position away: no later one was put behind its place. The one before it
 * gets into x->from. */
static void pop(struct line *l)
{
    l->places[l->frames[--l->count].place] = 0;
    if (l->count == 0) return;
    memcpy(l->x->from, state_in(l, l->count - 1), l->x->from->size);
}

/* ---- the search ---- */

static void cut_off(struct line *l, int64_t f)
{
    assert(f > l->bound);
    if (f < l->next) l->next = f;
}

/* The least length of a line through a position that was never met; less than 0 on an
 * error. */
static int64_t estimate(const struct line *l, const struct state *s, int32_t depth)
{
    if (l->goal->at_least == NULL) return depth;
    int64_t rest = l->goal->at_least(l->goal->with, s);
    return rest < 0 ? rest : depth + (rest > STATE_COUNT_MAX ? STATE_COUNT_MAX : rest);
}

/* Looks at the position in x->to, behind the line. A position that the table knows was
 * below the bound, and no goal. */
static enum search_end look_at(struct line *l, bool *enter)
{
    struct successors *x = l->x;
    int32_t depth = l->count;
    const struct state *key = symmetries_key(x->images, x->to);
    struct entered_at *known = transposition_find(l->table, key),
                      now = {l->iteration, depth};
    *enter = false;
    if (known != NULL) {
        bool again = known->iteration == l->iteration;
        if (known->depth < depth + again) return SEARCH_GOES_ON;
    }
    if (l->places[find(l, l->table->hash, key)] != 0) return SEARCH_GOES_ON;
    if (known == NULL) {
        int64_t f = estimate(l, x->to, depth);
        if (f < 0) return SEARCH_FAILED;
        if (f > l->bound) cut_off(l, f);
        if (f > l->bound) return SEARCH_GOES_ON;
        int is = l->goal->reached(l->goal->with, x->to);
        if (is < 0) return SEARCH_FAILED;
        l->found = is > 0;
        if (l->found) return SEARCH_DONE;
        if (!transposition_put(l->table, key, now)) return SEARCH_MEMORY;
    } else {
        *known = now;
    }
    *enter = depth < l->bound;
    if (!*enter) cut_off(l, l->bound + 1);
    return SEARCH_GOES_ON;
}

/* Tries the next action of the last position. */
static enum search_end go_on(struct line *l)
{
    struct successors *x = l->x;
    struct frame *f = &l->frames[l->count - 1];
    if (f->next == f->count) {
        pop(l);
        return SEARCH_GOES_ON;
    }
    bool possible, enter;
    enum search_end end = successors_try(x, l->actions[f->first + f->next++], &possible);
    if (end != SEARCH_GOES_ON || !possible) return end;
    end = look_at(l, &enter);
    if (end != SEARCH_GOES_ON || !enter) return end;
    memcpy(x->from, x->to, x->to->size);
    return push(l, l->table->hash);
}

/* Enters the root, in an iteration of a larger bound. */
static enum search_end begin_iteration(struct line *l)
{
    struct successors *x = l->x;
    l->bound = l->next;
    l->next = INT64_MAX;
    if (l->iteration == UINT32_MAX) {
        transposition_clear(l->table);
        l->iteration = 0;
    }
    l->iteration++;
    memcpy(x->from, x->root, x->root->size);
    const struct state *key = symmetries_key(x->images, x->from);
    struct entered_at *known = transposition_find(l->table, key), now = {l->iteration, 0};
    if (known != NULL) *known = now;
    if (known == NULL && !transposition_put(l->table, key, now)) return SEARCH_MEMORY;
    if (l->bound == 0) cut_off(l, 1);
    return l->bound == 0 ? SEARCH_GOES_ON : push(l, l->table->hash);
}

static enum search_end search(struct line *l)
{
    enum search_end end = SEARCH_GOES_ON;
    int is = l->goal->reached(l->goal->with, l->x->root);
    l->found = is > 0;
    if (is != 0) return is > 0 ? SEARCH_DONE : SEARCH_FAILED;
    l->next = estimate(l, l->x->root, 0);
    if (l->next < 0) return SEARCH_FAILED;
    while (end == SEARCH_GOES_ON && l->next != INT64_MAX) {
        end = begin_iteration(l);
        while (end == SEARCH_GOES_ON && l->count > 0) end = go_on(l);
    }
    return end;
}

enum search_end search_ida_star(struct successors *x, const struct goal *goal,
                                size_t table, const action **line, int32_t *count)
{
    struct transposition depths;
    struct line l = {.x = x, .goal = goal, .table = &depths};
    *line = NULL;
    *count = NOT_FOUND;
    const struct state *root = x->root;
    if (x->images != NULL) {
        if (!symmetries_start(x->images, x->limits, root)) return SEARCH_MEMORY;
        root = x->images->root;
    }
    if (!transposition_start(&depths, x->limits, root, table)) return SEARCH_MEMORY;
    if (!make_places(&l)) return SEARCH_MEMORY;
    enum search_end end = search(&l);
    if (!l.found) return search_ended(end);
    for (int32_t i = 0; i < l.count; i++) {
        l.actions[i] = l.actions[l.frames[i].first + l.frames[i].next - 1];
    }
    *line = l.actions;
    *count = l.count;
    return SEARCH_DONE;
}
