/*
 * Adding many positions at once, in threads: room is made for all of them first.
 */
#ifndef TESSERA_VISITED_BATCH_H
#define TESSERA_VISITED_BATCH_H

#include "visited.h"

/* Whether two positions that are packed by the packing of now have the same key. */
bool visited_is_same_packed(const struct visited *, const uint64_t *, const uint64_t *);

/* Makes room for so many more positions of one depth, the first of which follows from
 * `parent`; they are packed by the packing of now. *grown: the hash table got larger; then
 * it is to be cleared, and the positions of now are to be entered again. False if there is
 * no memory, or if they are too many; then nothing has changed. (VISITED_LAYERS, VISITED_PARENTS) */
bool visited_reserve(struct visited *, int32_t count, int32_t parent, bool *grown);

/* From here to visited_placed threads may do at the same time: */

/* Clears part `part` of `parts` of the hash table. */
void visited_clear_places(struct visited *, int part, int parts);

/* Writes a position for which there is room. `number`: from the count of now on. No two
 * may be equal. */
void visited_place(struct visited *, int32_t number, uint32_t hash,
                   const uint64_t *packed, int32_t parent);

/* Enters positions first .. last - 1, which are written and not in it, into the hash table,
 * which no other thread clears meanwhile. */
void visited_enter(struct visited *, int32_t first, int32_t last);

/* Counts the positions for which room was made; all are entered. */
static inline void visited_placed(struct visited *p, int32_t count)
{
    p->count += count;
}

#endif
