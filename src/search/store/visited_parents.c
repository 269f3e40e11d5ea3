/*
 * What is kept beside the positions that a search has met: parents and depths.
 *
 * Breadth first, positions are added by parent: those with the first parent, then those with
 * the second one, and so on. So their parents are a row of bits, a one for each position and
 * a zero for each parent that has no more. Positions with the parents root, 0, 0, 2:
 *
 *     1 0 1 1 0 0 1
 *
 * Position k with parent p is one number k + p + 1 of this row, from 0; and the parent of
 * every FAMILY-th position is kept, from which on ones are counted. These are two bits a
 * position, at most.
 */
#include "visited_parents.h"

#include <assert.h>

enum { FAMILY = 256, WORD = 32 };

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
    memset(made + had, 0, (size_t)(has - had) * sizeof *made);
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
    if (p->links == VISITED_DEPTHS)
        return grow_numbers(p, &p->parents, needed) &&
               grow_numbers(p, &p->depths, needed);
    if (p->links == VISITED_PARENTS &&
        (!grow_numbers(p, &p->families, 2 * needed / WORD + 1) ||
         !grow_numbers(p, &p->parents, needed / FAMILY + 1)))
        return false;
    int32_t *layers = search_grow(p->limits, p->layers, &p->layers_room,
                                  (int64_t)p->layers_count + 1, sizeof *layers);
    if (layers != NULL) p->layers = layers;
    return layers != NULL;
}

int32_t visited_linked(const struct visited *p)
{
    int64_t most = INT32_MAX;
    if (p->links == VISITED_DEPTHS) {
        most = p->parents.room < p->depths.room ? p->parents.room : p->depths.room;
    } else if (p->links == VISITED_PARENTS) {
        const int64_t by_families = (p->families.room - 1) * WORD / 2,
                      by_parents = (p->parents.room - 1) * FAMILY;
        most = by_families < by_parents ? by_families : by_parents;
    }
    return most < INT32_MAX ? (int32_t)most : INT32_MAX;
}

void visited_free_numbers(const struct visited *p, struct visited_numbers *n)
{
    for (int64_t i = 0; i * VISITED_BLOCK < n->room; i++)
        search_free(p->limits, n->block[i]);
    search_free(p->limits, n->block);
    *n = (struct visited_numbers){0};
}

void visited_link_child(struct visited *p, int32_t number, int32_t parent)
{
    const uint32_t bit = (uint32_t)number + (uint32_t)(parent + 1);
    assert(parent < number);
    __atomic_fetch_or(visited_number(&p->families, (int32_t)(bit / WORD)),
                      UINT32_C(1) << bit % WORD, __ATOMIC_RELAXED);
    if (number % FAMILY == 0)
        *visited_number(&p->parents, number / FAMILY) = (uint32_t)parent;
}

int32_t visited_parent(const struct visited *p, int32_t number)
{
    if (p->links == VISITED_DEPTHS) return (int32_t)*visited_number(&p->parents, number);
    const int32_t first = number / FAMILY * FAMILY;
    uint32_t bit = (uint32_t)first +
                   (uint32_t)((int32_t)*visited_number(&p->parents, first / FAMILY) + 1);
    uint32_t word = bit / WORD, ones = *visited_number(&p->families, (int32_t)word) >>
                                       bit % WORD << bit % WORD;
    int32_t rest = number - first;
    for (int32_t count; (count = __builtin_popcount(ones)) <= rest; rest -= count)
        ones = *visited_number(&p->families, (int32_t)++word);
    for (; rest > 0; rest--) ones &= ones - 1;
    bit = word * WORD + (uint32_t)__builtin_ctz(ones);
    return (int32_t)(bit - (uint32_t)number) - 1;
}

void visited_link(struct visited *p, int32_t number, int32_t parent)
{
    *visited_number(&p->parents, number) = (uint32_t)parent;
    *visited_number(&p->depths, number) =
        parent == VISITED_ROOT ? 0 : *visited_number(&p->depths, parent) + 1;
}

void visited_link_other(struct visited *p, int32_t parent)
{
    if (p->links == VISITED_DEPTHS) visited_link(p, p->count, parent);
    if (p->links == VISITED_PARENTS) visited_link_child(p, p->count, parent);
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
