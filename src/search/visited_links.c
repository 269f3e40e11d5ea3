/*
 * What is kept beside the positions that a search has met: parents and depths.
 */
#include "visited_links.h"

/* Doubles the first block, or makes another one. */
static bool add_numbers(const struct visited *p, struct visited_numbers *n)
{
    enum { LEAST = 64 };
    const int64_t number = n->room / VISITED_BLOCK, had = n->room % VISITED_BLOCK,
                  has = number > 0 ? VISITED_BLOCK
                        : had > 0  ? 2 * had
                                   : LEAST;
    uint32_t **block =
        search_grow(p->limits, n->block, &n->blocks_room, number + 1, sizeof *block);
    if (block == NULL) return false;
    n->block = block;
    uint32_t *made =
        search_resize(p->limits, had > 0 ? block[0] : NULL, (uint64_t)has, sizeof *made);
    if (made == NULL) return false;
    block[number] = made;
    n->room += has - had;
    return true;
}

static bool grow_numbers(const struct visited *p, struct visited_numbers *n,
                         int64_t needed)
{
    while (n->room < needed) {
        if (!add_numbers(p, n)) return false;
    }
    return true;
}

bool visited_grow_links(struct visited *p, int32_t more)
{
    const int64_t needed = (int64_t)p->count + more;
    if (p->links == VISITED_ALONE) return true;
    if (p->links != VISITED_LAYERS && !grow_numbers(p, &p->parents, needed)) return false;
    if (p->links == VISITED_DEPTHS) return grow_numbers(p, &p->depths, needed);
    int32_t *layers = search_grow(p->limits, p->layers, &p->layers_room,
                                  (int64_t)p->layers_count + 1, sizeof *layers);
    if (layers != NULL) p->layers = layers;
    return layers != NULL;
}

void visited_free_numbers(const struct visited *p, struct visited_numbers *n)
{
    for (int64_t i = 0; i * VISITED_BLOCK < n->room; i++)
        search_free(p->limits, n->block[i]);
    search_free(p->limits, n->block);
    *n = (struct visited_numbers){0};
}

void visited_link(struct visited *p, int32_t number, int32_t parent)
{
    *visited_number(&p->parents, number) = (uint32_t)parent;
    *visited_number(&p->depths, number) =
        parent == VISITED_ROOT ? 0 : *visited_number(&p->depths, parent) + 1;
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
    case VISITED_PARENTS:
        *visited_number(&p->parents, p->count) = (uint32_t)parent;
        break;
    case VISITED_LAYERS: break;
    }
    visited_begin_layer(p, parent);
}

int32_t visited_depth(const struct visited *p, int32_t number)
{
    if (p->links == VISITED_DEPTHS) return (int32_t)*visited_number(&p->depths, number);
    int32_t low = 0, high = p->layers_count;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (p->layers[middle] <= number) low = middle;
        if (p->layers[middle] > number) high = middle;
    }
    return low;
}
