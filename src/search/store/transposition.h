/*
 * A table of bounded size: the least depths at which a search by iterative deepening has
 * entered positions, and in which iteration (a transposition table: Reinefeld and
 * Marsland, 1994). Positions are told apart by their keys, packed (packing.h).
 *
 *     bucket    | slot | slot | slot | slot |     each: iteration, depth, packed key
 *
 * When the table is full, the deepest positions give way: the fewest positions follow
 * from them. The table may lose what it likes: the search (shortest/ida_star.c) then only
 * tries it again.
 */
#ifndef TESSERA_SEARCH_STORE_TRANSPOSITION_H
#define TESSERA_SEARCH_STORE_TRANSPOSITION_H

#include "packing.h"

struct transposition {
    const struct search_limits *limits;
    const struct state *root;
    size_t most;           /* the bytes of the slots at most */
    size_t from, words;    /* an image: the words of a state that have its key */
    uint64_t *mask;        /* by word: the bits in which keys differ */
    uint64_t *packed;      /* the key that is looked for, from transposition_find on */
    uint64_t *root_packed; /* the root's key */
    bool packs;            /* the packing has all bits of that key */
    uint64_t hash;         /* of that position */
    struct state *other;   /* a buffer */
    struct packing *bits;
    unsigned char *slots;   /* `buckets` times four, of `each` bytes */
    uint64_t buckets, used; /* used: slots */
    size_t each;
};

/* What the table has of a position. */
struct entered_at {
    uint32_t iteration; /* from 1; 0: the slot is free */
    int32_t depth;
};

/* Starts an empty table of at most so many bytes; with too few for a slot it keeps
 * nothing. `root` must outlive it. False if there is no memory. */
bool transposition_start(struct transposition *, const struct search_limits *,
                         const struct state *root, size_t most);

/* Looks for a position. What the table has of it, or NULL. The pointer holds until the
 * next call of transposition_put. */
struct entered_at *transposition_find(struct transposition *, const struct state *);

/* Puts in the position that transposition_find has just not found. False if there is no
 * memory. */
bool transposition_put(struct transposition *, const struct state *, struct entered_at);

/* Forgets all positions. */
void transposition_clear(struct transposition *);

#endif
