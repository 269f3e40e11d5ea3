/*
 * Finding and replacing positions in the table of a search by iterative deepening. The
 * table grows up to its size, and is packed anew when a key differs in a new bit.
 */
#include "transposition.h"

#include <assert.h>

#include "base/rng.h"

enum {
    BUCKET = 4,        /* the slots in which a position may lie */
    BEHIND = 16,       /* bytes that may be read behind a packed key */
    FIRST_BUCKETS = 8, /* of a new table */
    PARTS = 3,         /* arrays of words: mask, packed, root_packed */
};

static struct entered_at *entry_of(unsigned char *slot)
{
    return (struct entered_at *)(void *)slot;
}

static unsigned char *key_in(unsigned char *slot)
{
    return slot + sizeof(struct entered_at);
}

static const unsigned char *image_of(const struct transposition *t, const struct state *s)
{
    return (const unsigned char *)s + t->from;
}

static unsigned char *bucket_of(const struct transposition *t, uint64_t hash)
{
    return t->slots + (hash >> 32) * t->buckets / ((uint64_t)1 << 32) * BUCKET * t->each;
}

/* A game's own hash may lie outside of the key. */
static uint64_t hash_of(const struct state *s)
{
    return rng_mix(state_hash(s));
}

/* Packs the key of a position. False if it differs from the root's in a new bit. */
static bool pack(const struct transposition *t, const struct state *s)
{
    memcpy(t->packed, t->root_packed, t->bits->bytes + sizeof *t->packed);
    return packing_change(t->bits, image_of(t, t->root), image_of(t, s), t->words,
                          t->packed, NULL, NULL) == t->words;
}

/* ---- slots ---- */

/* The most buckets that have room. */
static uint64_t most_buckets(const struct transposition *t)
{
    uint64_t n = t->most < BEHIND ? 0 : (t->most - BEHIND) / (BUCKET * t->each);
    return n > UINT32_MAX ? UINT32_MAX : n;
}

/* Puts the packed key into a free slot of its bucket, or in place of the deepest. */
static void put(struct transposition *t, uint64_t hash, struct entered_at entered)
{
    unsigned char *slot = bucket_of(t, hash), *best = slot;
    for (int i = 0; i < BUCKET && entry_of(best)->iteration != 0; i++, slot += t->each) {
        bool free = entry_of(slot)->iteration == 0;
        if (free || entry_of(slot)->depth > entry_of(best)->depth) best = slot;
    }
    t->used += entry_of(best)->iteration == 0;
    *entry_of(best) = entered;
    memcpy(key_in(best), t->packed, t->bits->bytes);
}

/* Makes the packing for the mask. */
static bool begin_packing(struct transposition *t)
{
    t->bits = packing_new(t->limits, t->mask, t->words, t->words);
    if (t->bits == NULL) return false;
    packing_pack(t->bits, image_of(t, t->root), t->root_packed);
    size_t align = _Alignof(struct entered_at);
    t->each = (sizeof(struct entered_at) + t->bits->bytes + align - 1) / align * align;
    return true;
}

/* Makes a packing and slots, `buckets` or as many as there is room for. */
static bool begin_slots(struct transposition *t, uint64_t buckets)
{
    if (!begin_packing(t)) return false;
    t->buckets = buckets < most_buckets(t) ? buckets : most_buckets(t);
    size_t bytes = (size_t)t->buckets * BUCKET * t->each + BEHIND;
    t->slots = search_resize(t->limits, NULL, bytes, 1);
    if (t->slots == NULL) {
        search_free(t->limits, t->bits);
        return false;
    }
    memset(t->slots, 0, bytes);
    t->used = 0;
    return true;
}

/* Moves all positions into `buckets` new ones, packed by the mask of now. If there is no
 * memory, false; then the table stays as it was. */
static bool rebuild(struct transposition *t, uint64_t buckets)
{
    struct transposition old = *t;
    if (!begin_slots(t, buckets)) {
        *t = old;
        if (t->bits != NULL) packing_pack(t->bits, image_of(t, t->root), t->root_packed);
        return false;
    }
    for (uint64_t i = 0; t->buckets > 0 && i < old.buckets * BUCKET; i++) {
        unsigned char *slot = old.slots + i * old.each;
        if (entry_of(slot)->iteration == 0) continue;
        memcpy(t->other, t->root, t->root->size);
        packing_unpack(old.bits, key_in(slot), (unsigned char *)t->other + t->from);
        pack(t, t->other);
        put(t, hash_of(t->other), *entry_of(slot));
    }
    search_free(t->limits, old.slots);
    search_free(t->limits, old.bits);
    return true;
}

/* Adds the bits of a key to the mask. */
static bool widen(struct transposition *t, const struct state *s)
{
    for (size_t i = 0; i < t->words; i++) {
        t->mask[i] |= word_at(image_of(t, s), i) ^ word_at(image_of(t, t->root), i);
    }
    return rebuild(t, t->buckets);
}

/* ---- the table ---- */

bool transposition_start(struct transposition *t, const struct search_limits *limits,
                         const struct state *root, size_t most)
{
    *t = (struct transposition){.limits = limits, .root = root, .most = most};
    assert(root->rest % sizeof(uint64_t) == 0);
    t->from = root->key / sizeof(uint64_t) * sizeof(uint64_t);
    t->words = (root->rest - t->from) / sizeof(uint64_t);
    size_t room = t->words + 2; /* packing reads and writes words that are not full */
    uint64_t *words = search_resize(limits, NULL, PARTS * room, sizeof *words);
    t->other = search_resize(limits, NULL, root->size, 1);
    if (words == NULL || t->other == NULL) return false;
    memset(words, 0, PARTS * room * sizeof *words);
    t->mask = words;
    t->packed = words + room;
    t->root_packed = words + 2 * room;
    return rebuild(t, FIRST_BUCKETS);
}

struct entered_at *transposition_find(struct transposition *t, const struct state *s)
{
    t->hash = hash_of(s);
    t->packs = pack(t, s);
    if (!t->packs || t->buckets == 0) return NULL;
    unsigned char *slot = bucket_of(t, t->hash);
    for (int i = 0; i < BUCKET; i++, slot += t->each) {
        if (entry_of(slot)->iteration == 0) return NULL;
        if (memcmp(key_in(slot), t->packed, t->bits->bytes) == 0) return entry_of(slot);
    }
    return NULL;
}

bool transposition_put(struct transposition *t, const struct state *s,
                       struct entered_at entered)
{
    assert(entered.iteration > 0);
    if (!t->packs && !widen(t, s)) return false;
    if (t->used > t->buckets * BUCKET / 2 && t->buckets < most_buckets(t)) {
        if (!rebuild(t, 2 * t->buckets))
            t->most = (size_t)t->buckets * BUCKET * t->each + BEHIND;
    }
    if (t->buckets == 0) return true;
    pack(t, s);
    put(t, t->hash, entered);
    return true;
}

void transposition_clear(struct transposition *t)
{
    memset(t->slots, 0, (size_t)t->buckets * BUCKET * t->each);
    t->used = 0;
}
