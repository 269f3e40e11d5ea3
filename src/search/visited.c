/*
 * The bytes of the positions lie side by side; a hash table finds their numbers. It has
 * twice as many places as there is room for positions, so probing always finds a free
 * one.
 */
#include "visited.h"

enum { FIRST_ROOM = 16, ROOM_MAX = 1 << 30 };

static uint32_t hash_of(const struct game *game, const struct state *s)
{
    uint64_t hash = game->hash != NULL ? game->hash(game, s) : state_hash(s);
    return (uint32_t)(hash ^ hash >> 32);
}

static unsigned char *bytes_of(const struct visited *p, int32_t number)
{
    return p->kept + (size_t)number * p->bytes;
}

/* Resizes *block to `count` elements of `each` bytes; false if there is no memory. */
static bool resize(const struct visited *p, void **block, size_t count, size_t each)
{
    void *moved = search_resize(p->limits, *block, count, each);
    if (moved != NULL) *block = moved;
    return moved != NULL;
}

static bool grow(struct visited *p, int32_t room)
{
    size_t n = (size_t)room;
    void *kept = p->kept, *how = p->how, *places = p->places;
    bool fine = resize(p, &kept, n, p->bytes) && resize(p, &how, n, sizeof *p->how) &&
                resize(p, &places, 2 * n, sizeof *p->places);
    p->kept = kept;
    p->how = how;
    p->places = places;
    if (!fine) return false;
    p->room = room;
    p->mask = 2 * (uint32_t)room - 1;
    memset(p->places, 0, 2 * n * sizeof *p->places);
    for (int32_t i = 0; i < p->count; i++) {
        uint32_t at = p->how[i].hash & p->mask;
        while (p->places[at] != 0) at = (at + 1) & p->mask;
        p->places[at] = (uint32_t)i + 1;
    }
    return true;
}

bool visited_start(struct visited *p, const struct game *game,
                   const struct search_limits *limits, const struct state *root)
{
    *p = (struct visited){.game = game, .limits = limits, .root = root};
    p->bytes = root->scratch - root->key;
    return grow(p, FIRST_ROOM);
}

void visited_clear(struct visited *p)
{
    memset(p->places, 0, ((size_t)p->mask + 1) * sizeof *p->places);
    p->count = 0;
}

int32_t visited_add(struct visited *p, const struct state *s, struct reached how)
{
    if (p->count == p->room && (p->room >= ROOM_MAX || !grow(p, p->room * 2))) {
        return VISITED_FULL;
    }
    how.hash = hash_of(p->game, s);
    uint32_t at = how.hash & p->mask;
    for (; p->places[at] != 0; at = (at + 1) & p->mask) {
        int32_t number = (int32_t)(p->places[at] - 1);
        if (p->how[number].hash == how.hash &&
            memcmp(bytes_of(p, number), state_key(s), state_key_size(s)) == 0) {
            return number;
        }
    }
    p->places[at] = (uint32_t)p->count + 1;
    p->how[p->count] = how;
    memcpy(bytes_of(p, p->count), state_key(s), p->bytes);
    return p->count++;
}

void visited_get(const struct visited *p, int32_t number, struct state *state)
{
    memcpy(state, p->root, p->root->key);
    memcpy((unsigned char *)state + state->key, bytes_of(p, number), p->bytes);
    memset((unsigned char *)state + state->scratch, 0, state->size - state->scratch);
}

void visited_line(const struct visited *p, int32_t number, action *line)
{
    for (; p->how[number].parent >= 0; number = p->how[number].parent) {
        line[p->how[number].depth - 1] = p->how[number].by;
    }
}
