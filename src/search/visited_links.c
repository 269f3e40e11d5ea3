/*
 * What is kept beside the positions that a search has met: parents and depths.
 */
#include "visited_links.h"

static bool grow_numbers(const struct visited *p, int32_t **numbers, int64_t *room,
                         int32_t count)
{
    void *grown =
        search_grow(p->limits, *numbers, room, (int64_t)count + 1, sizeof **numbers);
    if (grown != NULL) *numbers = grown;
    return grown != NULL;
}

bool visited_grow_links(struct visited *p)
{
    uint32_t *hashes = search_grow(p->limits, p->hashes, &p->hashes_room,
                                   (int64_t)p->count + 1, sizeof *hashes);
    if (hashes == NULL) return false;
    p->hashes = hashes;
    if (p->links == VISITED_ALONE) return true;
    if (!grow_numbers(p, &p->parents, &p->parents_room, p->count)) return false;
    if (p->links == VISITED_DEPTHS)
        return grow_numbers(p, &p->depths, &p->depths_room, p->count);
    return grow_numbers(p, &p->layers, &p->layers_room, p->layers_count);
}

void visited_link(struct visited *p, int32_t number, int32_t parent)
{
    p->parents[number] = parent;
    p->depths[number] = parent == VISITED_ROOT ? 0 : p->depths[parent] + 1;
}

void visited_link_new(struct visited *p, int32_t parent)
{
    if (p->links == VISITED_DEPTHS) visited_link(p, p->count, parent);
    if (p->links != VISITED_LAYERS) return;
    p->parents[p->count] = parent;
    bool deeper = p->layers_count == 0 || parent >= p->layers[p->layers_count - 1];
    if (deeper) p->layers[p->layers_count++] = p->count;
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
