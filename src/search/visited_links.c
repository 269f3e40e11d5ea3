/*
 * What is kept beside the positions that a search has met: parents and depths.
 */
#include "visited_links.h"

static bool grow_numbers(const struct visited *p, int32_t **numbers, int64_t *room,
                         int64_t needed)
{
    void *grown = search_grow(p->limits, *numbers, room, needed, sizeof **numbers);
    if (grown != NULL) *numbers = grown;
    return grown != NULL;
}

bool visited_grow_links(struct visited *p, int32_t more)
{
    int64_t needed = (int64_t)p->count + more;
    uint32_t *hashes =
        search_grow(p->limits, p->hashes, &p->hashes_room, needed, sizeof *hashes);
    if (hashes == NULL) return false;
    p->hashes = hashes;
    if (p->links == VISITED_ALONE) return true;
    if (p->links != VISITED_LAYERS &&
        !grow_numbers(p, &p->parents, &p->parents_room, needed))
        return false;
    if (p->links == VISITED_DEPTHS)
        return grow_numbers(p, &p->depths, &p->depths_room, needed);
    return grow_numbers(p, &p->layers, &p->layers_room, (int64_t)p->layers_count + 1);
}

void visited_link(struct visited *p, int32_t number, int32_t parent)
{
    p->parents[number] = parent;
    p->depths[number] = parent == VISITED_ROOT ? 0 : p->depths[parent] + 1;
}

void visited_begin_layer(struct visited *p, int32_t parent)
{
    bool deeper = p->layers_count == 0 || parent >= p->layers[p->layers_count - 1];
    if (deeper) p->layers[p->layers_count++] = p->count;
}

void visited_link_new(struct visited *p, int32_t parent)
{
    switch (p->links) {
    case VISITED_ALONE: return;
    case VISITED_DEPTHS: visited_link(p, p->count, parent); return;
    case VISITED_PARENTS: p->parents[p->count] = parent; break;
    case VISITED_LAYERS: break;
    }
    visited_begin_layer(p, parent);
}

int32_t visited_depth(const struct visited *p, int32_t number)
{
    if (p->links == VISITED_DEPTHS) return p->depths[number];
    int32_t low = 0, high = p->layers_count;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (p->layers[middle] <= number) low = middle;
        if (p->layers[middle] > number) high = middle;
    }
    return low;
}
