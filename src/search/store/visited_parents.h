/*
 * The links of positions (parents, depths), for visited.c and visited_batch.c. Breadth
 * first they are bits: positions 1 .. 4 with the parents 0, 0, 0, 2 are 1 1 1 0 0 1.
 * visited_parents.c draws how a parent is found in them.
 */
#ifndef TESSERA_SEARCH_STORE_VISITED_PARENTS_H
#define TESSERA_SEARCH_STORE_VISITED_PARENTS_H

#include "visited.h"

/* Makes room for the links of so many more positions of one depth. */
bool visited_grow_links(struct visited *, int32_t more);

/* So many positions have room for their links, but for that of their depth. */
int32_t visited_linked(const struct visited *);

/* Frees the blocks; then there is no number. */
void visited_free_numbers(const struct visited *, struct visited_numbers *);

/* Notes the parent of a position for which there is room; that of the position before it is
 * not greater. Threads may do that at the same time. (VISITED_PARENTS) */
void visited_link_child(struct visited *, int32_t number, int32_t parent);

/* Begins a layer with the position that is added if `parent` is in the last one; there is
 * room. (VISITED_LAYERS, VISITED_PARENTS) */
static inline void visited_begin_layer(struct visited *p, int32_t parent)
{
    if (p->layers_count > 0 && parent < p->layers[p->layers_count - 1]) return;
    p->layers[p->layers_count++] = p->count;
    p->ready = 0; /* another layer needs memory */
}

/* Links the position that is added, for VISITED_DEPTHS and VISITED_PARENTS; there is room. */
void visited_link_other(struct visited *, int32_t parent);

/* Links the position that is added; there is room. */
static inline void visited_link_new(struct visited *p, int32_t parent)
{
    if (p->links == VISITED_DEPTHS || p->links == VISITED_PARENTS)
        visited_link_other(p, parent);
    if (p->links == VISITED_LAYERS || p->links == VISITED_PARENTS)
        visited_begin_layer(p, parent);
}

#endif
