/*
 * The links of positions, for visited.c.
 */
#ifndef TESSERA_VISITED_LINKS_H
#define TESSERA_VISITED_LINKS_H

#include "visited.h"

/* Makes room for the links and the hash of another position. */
bool visited_grow_links(struct visited *);

/* Links the position that is added; there is room. */
void visited_link_new(struct visited *, int32_t parent);

#endif
