/*
 * The positions that a search has met. Each is kept once; positions are equal if the
 * bytes of their keys are. They are numbered from 0 in the order in which they were
 * added.
 *
 *     visited_start(&p, g, limits, root, VISITED_PARENTS);
 *     visited_add(&p, state, 17)      250: new, after position 17; or 42: met as that
 *     visited_get(&p, 42, state)      the block again
 *
 *     places     hash table of numbers (visited_table.h)
 *     chunks     | packed positions 0 .. 127 | 128 .. 255 | ...      (packing.h)
 *     parents    two bits a position (visited_parents.c), or a number
 *     layers     the first number of each depth
 *
 * **A position that a search keeps is as large as what differs,** whatever the game;
 * beside its bits it takes 5 to 11 bytes, 8 on average. A position that differs from the
 * root in a new bit makes a new packing, for its chunk and those that follow; the chunks
 * before keep theirs, and are compared through a packing of packings, unless both pack keys
 * alike. The actions of a
 * line are not kept: shortest.h finds them by trying those of each position again.
 *
 * **The successors of a position are looked up together.** A lookup waits for memory
 * twice: for the place in the table, and for the position with the same bits of the hash.
 * The queue packs the successors, asks for that memory beforehand, and adds them in their
 * order; answers and numbers are those of one by one. In a game that foresees, the key of a
 * successor is packed and hashed from its parent by the words that change, and looked up; only if
 * it is new is the rest packed, and the game asked whether it is over: in Rush Hour four of five
 * have been met.
 *
 * The positions may lie in a file (limits->keep, bind/search/lsearch_disk.c). Then a
 * position is compared only if its whole hash is alike, since each comparison may read a
 * page.
 */
#ifndef TESSERA_SEARCH_STORE_VISITED_H
#define TESSERA_SEARCH_STORE_VISITED_H

#include "packing.h"

/* What is kept beside the positions. */
enum visited_parents {
    VISITED_ALONE,   /* nothing */
    VISITED_LAYERS,  /* the depths of positions that are added by depth */
    VISITED_PARENTS, /* these, and parents, of positions that are added by parent */
    VISITED_DEPTHS,  /* parents and depths, which may change */
};

enum { VISITED_BLOCK = 1 << 18 }; /* numbers of a block */

/* Numbers by position, in blocks. Only the first one grows; the others stay where they are. */
struct visited_numbers {
    uint32_t **block;
    int64_t blocks_room, room;
};

struct visited_chunk;
struct visited_packing;
struct visited_claims;

/* How a hash table with this size - 1 divides the 32 bits of an entry (visited_table.h). */
struct places_layout {
    uint32_t mask, one, far; /* of the distance: what 1 adds, and the largest */
    uint32_t away_bits;
    int32_t most; /* positions for which it is large enough */
};

/* What visited_find_queued has found of a position: its number, or VISITED_NONE; its place, or a
 * free one; and what that would have as its entry, but for the number. */
struct visited_sought {
    int32_t number;
    uint32_t at, entry;
    const unsigned char
        *there; /* while it is sought: what is packed at a place that fits */
};

struct visited {
    const struct game *game;
    const struct search_limits *limits;
    const struct state *root;
    enum visited_parents links;
    size_t from, words, key_words;   /* an image: from this byte of a state on */
    uint64_t *mask;                  /* by word: the bits in which positions differ */
    struct visited_packing *packing; /* for this mask */
    struct visited_packing *pinned;  /* is not freed, or NULL */
    int32_t packings_made;
    int32_t related_made; /* the packings_made when all positions were last related */
    uint64_t *packed;     /* the position that is added */
    struct state *near, *other; /* one to pack others by; a buffer */
    uint64_t *near_packed, *other_packed, *root_packed, *masks;
    struct key_sum near_sum; /* of the key of `near`; no words if the game has a hash */
    bool foresees;           /* positions can be queued before they are played */
    bool full; /* there was no memory to find out whether positions are equal */
    struct visited_chunk *chunks;
    int64_t chunks_made, chunks_room;
    uint32_t *places;            /* hash table, open addressing (visited_table.h) */
    struct places_layout layout; /* of the hash table */
    int32_t count;
    int32_t
        ready; /* up to this count there is memory for positions, but in the hash table */
    struct visited_numbers parents;  /* of all, or of every FAMILY-th */
    struct visited_numbers families; /* 32 bits each (visited_parents.c) */
    struct visited_numbers depths;
    int32_t *layers; /* the first number of each depth */
    int64_t layers_room;
    int32_t layers_count;
    uint64_t *queued; /* packed positions, `queue_stride` words each */
    uint32_t *queued_hashes;
    struct visited_sought
        *sought; /* by index in the queue, in a hash table of this mask */
    uint32_t sought_mask;
    size_t queue_stride;
    int32_t queue_count, queue_room;
    /* Of a reader: what the hash table has beside positions, or NULL. */
    struct visited_claims *claims;
};

/* Starts without positions. `root` must outlive it. False if there is no memory. */
bool visited_start(struct visited *, const struct game *, const struct search_limits *,
                   const struct state *root, enum visited_parents);

/* Forgets all positions; the root stays. (VISITED_ALONE, VISITED_DEPTHS) */
void visited_clear(struct visited *);

/* Frees all of the positions but how many there are and their depths; nothing else can be
 * asked any more. (VISITED_LAYERS, VISITED_PARENTS) */
void visited_drop(struct visited *);

enum { VISITED_FULL = -1, VISITED_ROOT = -1, VISITED_NONE = -2 };

/* Returns the number of a position. If it is new, adds it; its number is then the count
 * from before. `parent` is the number of the position before it, or VISITED_ROOT.
 * VISITED_FULL if there is no memory. */
int32_t visited_add(struct visited *, const struct state *, int32_t parent);

/*
 * Adding positions one by one waits for memory with each of them. A queue does not: what
 * a position will be compared with is on its way while the next ones are packed.
 */

/* Puts a position behind the queue, which must not be full. False if it cannot be queued:
 * it is to be added, when the queue is empty. */
bool visited_queue(struct visited *, const struct state *);

/* Packs a position in place of the one with index `i` in the queue. False if it cannot be. */
bool visited_requeue(struct visited *, int32_t i, const struct state *);

/* For a search that foresees (p->foresees): queues, in an empty queue, as many as it can of
 * n positions that are foreseen after the one that was expanded last. They are no blocks
 * yet, so they can be looked for and not be added. */
void visited_queue_foreseen(struct visited *, const struct foreseen *, int32_t n);

static inline bool visited_is_queue_full(const struct visited *p)
{
    return p->queue_count == p->queue_room;
}

/* Looks for all positions of the queue: p->sought[i].number becomes the number of the one with
 * index i, or VISITED_NONE. False if there is no memory to find out (VISITED_FULL). */
bool visited_find_queued(struct visited *);

/* Adds the position that has index `i` in the queue, which visited_find_queued has not met; it
 * may have been added since, from this queue. As visited_add. */
int32_t visited_add_queued(struct visited *, int32_t i, int32_t parent);

/* Packs what is not of the key of a position that is foreseen and has index i, the first of n,
 * before it is added. False if it cannot be packed: it is to be made and added, when the queue is
 * empty. */
bool visited_complete_queued(struct visited *, int32_t i, const struct foreseen *,
                             int32_t n);

/* Asks beforehand for the memory that visited_claim will read. */
void visited_prefetch(const struct visited *);

/* The position with index `i`, packed: p->packing has its bytes. */
static inline uint64_t *visited_queued(const struct visited *p, int32_t i)
{
    return p->queued + (size_t)i * p->queue_stride;
}

/*
 * Several threads may read the same positions while none are added: each by a reader of
 * its own, which has visited_expand, the queue, and visited_claim (visited_batch.h).
 */

/* Lets a reader (all zero, or one from an earlier call) read the positions as they are now.
 * False if there is no memory. */
bool visited_share(struct visited *, struct visited *reader);

/* Frees what a reader has of its own. */
void visited_free_reader(struct visited *, struct visited *reader);

/* The words that a packed position has now. */
size_t visited_packed_words(const struct visited *);

/* Adds a position that was taken from the queue of a reader, as visited_add does; 16 bytes
 * behind it are readable. The packing must have been pinned since visited_share. */
int32_t visited_put(struct visited *, const struct visited *reader, uint32_t hash,
                    const uint64_t *packed, int32_t parent);
void visited_pin(struct visited *, bool pinned);

/* Sets the bits in which a position differs from the root, by word of an image. Any thread
 * may call it. */
void visited_mark(const struct visited *, const struct state *, uint64_t *bits);

/* Packs the positions that follow by p->mask, in which bits were set. False if there is no
 * memory; then it stays as it was. */
bool visited_widen(struct visited *);

/* Makes ready for visited_convert, for an old packing that is pinned or in use. False if
 * there is no memory. */
bool visited_relate(struct visited *, struct visited_packing *old);

/* Packs a packed position by the packing of now instead of an old one; 16 bytes behind both
 * may be used. Any thread may call it. */
void visited_convert(const struct visited *, const struct visited_packing *old,
                     const unsigned char *packed, unsigned char *converted);

/* Returns the number of a position, or VISITED_NONE, or VISITED_FULL. */
int32_t visited_find(struct visited *, const struct state *);

/* Changes the parent of a position, and so its depth. (VISITED_DEPTHS) */
void visited_link(struct visited *, int32_t number, int32_t parent);

/* Writes position `number` into `state`, a block of the root's size. */
void visited_get(const struct visited *, int32_t number, struct state *state);

/* The state of a position, until the next call with these positions. */
const struct state *visited_look(struct visited *, int32_t number);

/* As visited_get, for a position whose successors are to be added: they are packed by what they
 * differ in from it. The block has the root's header, and its scratch is zero. */
void visited_expand(struct visited *, int32_t number, struct state *state);

/* Writes the position that was expanded last, once more. */
static inline void visited_restore(const struct visited *p, struct state *state)
{
    memcpy(state, p->near, state->scratch);
}

/* Where the number of a position is. */
static inline uint32_t *visited_number(const struct visited_numbers *n, int32_t position)
{
    return n->block[(uint32_t)position / VISITED_BLOCK] +
           (uint32_t)position % VISITED_BLOCK;
}

/* The number of the position before one, or VISITED_ROOT. (VISITED_PARENTS, VISITED_DEPTHS) */
int32_t visited_parent(const struct visited *, int32_t number);

/* How many actions lead from the root to a position. */
int32_t visited_depth(const struct visited *, int32_t number);

/* The number of the first position of a depth, or how many there are if there is none.
 * (VISITED_LAYERS, VISITED_PARENTS) */
static inline int32_t visited_layer(const struct visited *p, int32_t depth)
{
    return depth < p->layers_count ? p->layers[depth] : p->count;
}

/* Whether a state has the key of a position. */
bool visited_is(struct visited *, int32_t number, const struct state *);

#endif
