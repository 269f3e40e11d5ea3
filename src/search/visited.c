/*
 * Adding positions, finding them again, unpacking them. A position is packed by what it
 * differs in from one that is packed already, which is mostly its parent.
 */
#include <assert.h>

#include "visited_chunks.h"
#include "visited_links.h"

enum {
    CHUNK_FIRST = 8, /* positions that a new chunk has room for */
    FIRST_PLACES = 32,
    QUEUE = 32,            /* positions of the queue */
    QUEUE_BYTES = 1 << 16, /* at most */
};

static const unsigned char *image_of(const struct visited *p, const struct state *s)
{
    return (const unsigned char *)s + p->from;
}

static void unpack(const struct visited *p, const struct visited_chunk *c, int32_t number,
                   struct state *state)
{
    memcpy(state, p->root, p->root->size);
    packing_unpack(c->packing->bits, packed_in(c, number),
                   (unsigned char *)state + p->from);
    if (p->game->derive != NULL) p->game->derive(p->game, state);
}

void visited_get(const struct visited *p, int32_t number, struct state *state)
{
    unpack(p, &p->chunks[number / CHUNK], number, state);
}

const struct state *visited_look(struct visited *p, int32_t number)
{
    visited_get(p, number, p->other);
    return p->other;
}

void visited_expand(struct visited *p, int32_t number, struct state *state)
{
    visited_get(p, number, state);
    memcpy(p->near, state, state->scratch);
    packing_pack(p->packing->bits, image_of(p, state), p->near_packed);
}

/* ---- chunks ---- */

bool visited_resize_chunk(const struct visited *p, struct visited_chunk *c, int32_t room)
{
    size_t each = c->packing->bits->bytes, had = (size_t)c->room * each,
           has = (size_t)room * each + BEHIND;
    unsigned char *packed = search_keep(p->limits, c->packed, has);
    if (packed == NULL) return false;
    memset(packed + had, 0, has - had);
    c->packed = packed;
    c->room = room;
    return true;
}

/* Makes room for another position. The chunks behind those that are used, which are left
 * from before visited_clear, only have memory. */
static bool make_room(struct visited *p)
{
    int64_t at = p->count / CHUNK;
    if (at >= p->chunks_made) {
        void *chunks =
            search_grow(p->limits, p->chunks, &p->chunks_room, at + 1, sizeof *p->chunks);
        if (chunks == NULL) return false;
        p->chunks = chunks;
        p->chunks[p->chunks_made++] = (struct visited_chunk){0};
    }
    struct visited_chunk *c = &p->chunks[at];
    int32_t kept = p->count % CHUNK;
    if (kept == 0) c->packing = p->packing;
    if (kept == 0) c->room = 0;
    return kept < c->room ||
           visited_resize_chunk(p, c, kept == 0 ? CHUNK_FIRST : 2 * kept);
}

/* ---- packings ---- */

static void use_packing(struct visited *p, struct visited_packing *packing)
{
    p->packing = packing;
    packing_pack(packing->bits, image_of(p, p->root), p->root_packed);
    packing_pack(packing->bits, image_of(p, p->near), p->near_packed);
}

/* Makes the packing for the mask the one of the positions that follow. */
static bool begin_packing(struct visited *p)
{
    struct visited_packing *made = search_resize(p->limits, NULL, 1, sizeof *made);
    if (made == NULL) return false;
    *made = (struct visited_packing){0};
    made->bits = packing_new(p->limits, p->mask, p->words, p->key_words);
    if (made->bits == NULL) return false;
    p->packings_made++;
    use_packing(p, made);
    return true;
}

static void free_packing(const struct visited *p, struct visited_packing *packing)
{
    search_free(p->limits, packing->bits);
    search_free(p->limits, packing->later);
    search_free(p->limits, packing);
}

void visited_mark(const struct visited *p, const struct state *s, uint64_t *bits)
{
    const unsigned char *root = image_of(p, p->root), *image = image_of(p, s);
    for (size_t i = 0; i < p->words; i++) bits[i] |= word_at(image, i) ^ word_at(root, i);
}

/* Makes old->later for the packing of now. */
bool visited_relate(struct visited *p, struct visited_packing *old)
{
    if (old == p->packing || old->later_made == p->packings_made) return true;
    size_t words = (p->packing->bits->bytes + 7) / sizeof(uint64_t);
    search_free(p->limits, old->later);
    memset(p->masks, 0, p->words * sizeof *p->masks);
    for (uint32_t i = 0; i < old->bits->count; i++) {
        const struct packed_word *w = &old->bits->word[i];
        p->masks[w->at / sizeof w->mask] = w->mask;
    }
    packing_pack(p->packing->bits, (const unsigned char *)p->masks, p->other_packed);
    old->later = packing_new(p->limits, p->other_packed, words, words);
    old->later_made = old->later != NULL ? p->packings_made : 0;
    return old->later != NULL;
}

void visited_convert(const struct visited *p, const struct visited_packing *old,
                     const unsigned char *packed, uint64_t *converted)
{
    memcpy(converted, p->root_packed, p->packing->bits->bytes + sizeof *converted);
    packing_unpack(old->later, packed, (unsigned char *)converted);
}

/* Packs the positions of a chunk, of which there are `kept`, in the packing of now. */
static bool repack(struct visited *p, struct visited_chunk *c, int32_t kept)
{
    struct visited_chunk old = *c;
    if (!visited_relate(p, old.packing)) return false;
    *c = (struct visited_chunk){.packing = p->packing};
    if (!visited_resize_chunk(p, c, old.room)) {
        *c = old;
        return false;
    }
    for (int32_t i = 0; i < kept; i++) {
        visited_convert(p, old.packing, packed_in(&old, i), p->other_packed);
        memcpy(packed_in(c, i), p->other_packed, p->packing->bits->bytes);
    }
    if (!old.within) search_keep(p->limits, old.packed, 0);
    return true;
}

bool visited_widen(struct visited *p)
{
    struct visited_packing *old = p->packing;
    int32_t full = p->count / CHUNK, kept = p->count % CHUNK;
    if (!begin_packing(p)) return false;
    if (kept > 0 && !repack(p, &p->chunks[full], kept)) {
        free_packing(p, p->packing);
        use_packing(p, old);
        return false;
    }
    bool used = full > 0 && p->chunks[full - 1].packing == old;
    if (!used && old != p->pinned) free_packing(p, old);
    return true;
}

/* ---- finding positions ---- */

/* Whether a position has the key of p->packed, or, if there is no memory to find out,
 * p->full. */
static bool is_same(struct visited *p, int32_t number)
{
    const struct visited_chunk *c = &p->chunks[(uint32_t)number / CHUNK];
    struct visited_packing *old = c->packing;
    const struct packing *now = p->packing->bits;
    if (old == p->packing) return packing_same_key(now, p->packed, packed_in(c, number));
    if (!visited_relate(p, old)) p->full = true;
    if (p->full) return true;
    visited_convert(p, old, packed_in(c, number), p->other_packed);
    return packing_same_key(now, p->packed, (const unsigned char *)p->other_packed);
}

static uint32_t hash_of(const struct visited *p, const struct state *s)
{
    uint64_t hash = p->game->hash != NULL
                        ? p->game->hash(p->game, s)
                        : packing_hash(p->factors, image_of(p, s), p->key_words);
    return (uint32_t)(hash ^ hash >> 32);
}

/* The place of the position in p->packed, or a free one. `new`: there is none. */
static uint32_t find(struct visited *p, uint32_t hash, bool new)
{
    uint32_t at = hash & p->places_mask, tag = hash & ~p->places_mask;
    bool on_disk = p->limits->on_disk; /* look there only for what is alike */
    for (; p->places[at] != 0; at = (at + 1) & p->places_mask) {
        if (new || (p->places[at] & ~p->places_mask) != tag) continue;
        int32_t number = (int32_t)(p->places[at] & p->places_mask) - 1;
        if (on_disk && p->hashes[number] != hash) continue;
        if (is_same(p, number)) break;
    }
    return at;
}

/* Makes the table larger if another position would fill more than 3/4 of it. */
static bool grow_places(struct visited *p)
{
    if (p->places != NULL && visited_has_places(p->places_mask, p->count)) return true;
    uint64_t size = p->places == NULL ? FIRST_PLACES : 2 * ((uint64_t)p->places_mask + 1);
    uint32_t *places = search_resize(p->limits, p->places, size, sizeof *places);
    if (places == NULL) return false;
    p->places = places;
    p->places_mask = (uint32_t)(size - 1);
    memset(places, 0, (size_t)size * sizeof *places);
    for (int32_t i = 0; i < p->count; i++) {
        uint32_t at = find(p, p->hashes[i], true);
        places[at] = (p->hashes[i] & ~p->places_mask) | (uint32_t)(i + 1);
    }
    return true;
}

/* ---- positions ---- */

static bool take_queue(struct visited *p, size_t room)
{
    size_t many = QUEUE_BYTES / (room * sizeof *p->queued);
    p->queue_stride = room;
    p->queue_room = many < 1 ? 1 : many < QUEUE ? (int32_t)many : QUEUE;
    size_t count = (size_t)p->queue_room;
    p->queued = search_resize(p->limits, NULL, count * room, sizeof *p->queued);
    p->queued_hashes = search_resize(p->limits, NULL, count, sizeof *p->queued_hashes);
    return p->queued != NULL && p->queued_hashes != NULL;
}

static bool take_memory(struct visited *p)
{
    size_t room = p->words + 2; /* packing reads and writes words that are not full */
    if (!take_queue(p, room)) return false;
    uint64_t *words = search_resize(p->limits, NULL, 7 * room, sizeof *words);
    p->near = search_resize(p->limits, NULL, p->root->size, 1);
    p->other = search_resize(p->limits, NULL, p->root->size, 1);
    if (words == NULL || p->near == NULL || p->other == NULL) return false;
    memset(words, 0, 7 * room * sizeof *words);
    uint64_t **parts[] = {&p->mask,   &p->masks,        &p->near_packed, &p->root_packed,
                          &p->packed, &p->other_packed, &p->factors};
    for (size_t i = 0; i < 7; i++) *parts[i] = words + i * room;
    packing_factors(p->factors, p->key_words);
    return true;
}

bool visited_start(struct visited *p, const struct game *game,
                   const struct search_limits *limits, const struct state *root,
                   enum visited_links links)
{
    size_t word = sizeof(uint64_t), key = root->key / word,
           end = game->derived != NULL ? game->derived(game, root) : root->scratch;
    assert(root->rest % word == 0 && end % word == 0 && root->rest <= end);
    *p = (struct visited){.game = game, .limits = limits, .root = root, .links = links};
    p->from = key * word;
    p->words = end / word - key;
    p->key_words = root->rest / word - key;
    if (!take_memory(p)) return false;
    memcpy(p->near, root, root->size);
    return begin_packing(p) && grow_places(p);
}

void visited_clear(struct visited *p)
{
    memset(p->places, 0, ((size_t)p->places_mask + 1) * sizeof *p->places);
    p->count = p->layers_count = 0;
}

bool visited_is(struct visited *p, int32_t number, const struct state *s)
{
    const struct state *mine = visited_look(p, number);
    return memcmp(state_key(mine), state_key(s), state_key_size(s)) == 0;
}

/* Packs a position into `packed`. Returns how many words of its image the packing has the
 * bits of, before one that it has not. */
static size_t pack(const struct visited *p, const struct state *s, uint64_t *packed)
{
    memcpy(packed, p->near_packed, p->packing->bits->bytes + sizeof *packed);
    return packing_change(p->packing->bits, image_of(p, p->near), image_of(p, s),
                          p->words, packed);
}

/* Adds the position in p->packed at its place, a free one. */
static int32_t add(struct visited *p, uint32_t hash, uint32_t at, int32_t parent)
{
    if (p->count >= COUNT_MAX || !visited_grow_links(p, 1) || !make_room(p))
        return VISITED_FULL;
    memcpy(packed_in(&p->chunks[p->count / CHUNK], p->count), p->packed,
           p->packing->bits->bytes);
    visited_link_new(p, parent);
    p->hashes[p->count] = hash;
    p->places[at] = (hash & ~p->places_mask) | (uint32_t)(p->count + 1);
    return p->count++;
}

int32_t visited_find(struct visited *p, const struct state *s)
{
    uint32_t hash = hash_of(p, s);
    if (pack(p, s, p->packed) < p->key_words) return VISITED_NONE;
    uint32_t at = find(p, hash, false);
    if (p->full) return VISITED_FULL;
    return p->places[at] == 0 ? VISITED_NONE
                              : (int32_t)(p->places[at] & p->places_mask) - 1;
}

int32_t visited_add(struct visited *p, const struct state *s, int32_t parent)
{
    assert(p->queue_count == 0);
    if (!grow_places(p)) return VISITED_FULL;
    uint32_t hash = hash_of(p, s);
    size_t known = pack(p, s, p->packed);
    uint32_t at = find(p, hash, known < p->key_words);
    if (p->full) return VISITED_FULL;
    if (p->places[at] != 0) return (int32_t)(p->places[at] & p->places_mask) - 1;
    if (known < p->words) {
        visited_mark(p, s, p->mask);
        if (!visited_widen(p)) return VISITED_FULL;
        packing_pack(p->packing->bits, image_of(p, s), p->packed);
    }
    return add(p, hash, at, parent);
}

bool visited_queue(struct visited *p, const struct state *s)
{
    assert(p->queue_count < p->queue_room);
    int32_t i = p->queue_count;
    uint32_t hash = hash_of(p, s);
    __builtin_prefetch(&p->places[hash & p->places_mask]);
    if (pack(p, s, p->queued + (size_t)i * p->queue_stride) < p->words) return false;
    p->queued_hashes[i] = hash;
    p->queue_count++;
    return true;
}

void visited_prefetch(const struct visited *p)
{
    for (int32_t i = 0; i < p->queue_count; i++) {
        uint32_t hash = p->queued_hashes[i], at = hash & p->places_mask, place;
        while ((place = p->places[at]) != 0 && ((place ^ hash) & ~p->places_mask) != 0) {
            at = (at + 1) & p->places_mask;
        }
        if (place == 0) continue;
        int32_t number = (int32_t)(place & p->places_mask) - 1;
        __builtin_prefetch(packed_in(&p->chunks[(uint32_t)number / CHUNK], number));
    }
}

static int32_t put(struct visited *p, uint32_t hash, uint64_t *words, int32_t parent)
{
    uint64_t *packed = p->packed;
    if (!grow_places(p)) return VISITED_FULL;
    p->packed = words;
    uint32_t at = find(p, hash, false);
    int32_t number = (int32_t)(p->places[at] & p->places_mask) - 1;
    if (p->full) {
        number = VISITED_FULL;
    } else if (p->places[at] == 0) {
        number = add(p, hash, at, parent);
    }
    p->packed = packed;
    return number;
}

int32_t visited_settle(struct visited *p, int32_t i, int32_t parent)
{
    return put(p, p->queued_hashes[i], visited_queued(p, i), parent);
}

/* ---- readers ---- */

size_t visited_packed_words(const struct visited *p)
{
    return (p->packing->bits->bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

bool visited_share(struct visited *p, struct visited *reader)
{
    const struct visited_packing *last = NULL;
    bool related = p->related_made == p->packings_made;
    for (int64_t i = 0; !related && i * CHUNK < p->count; i++) {
        struct visited_packing *old = p->chunks[i].packing;
        if (old != last && !visited_relate(p, old)) return false;
        last = old;
    }
    p->related_made = p->packings_made;
    struct visited had = *reader;
    *reader = *p;
    if (had.queued == NULL && !take_memory(reader)) return false;
    if (had.queued != NULL) {
        reader->near = had.near;
        reader->other = had.other;
        reader->near_packed = had.near_packed;
        reader->packed = had.packed;
        reader->other_packed = had.other_packed;
        reader->queued = had.queued;
        reader->queued_hashes = had.queued_hashes;
    }
    reader->root_packed = p->root_packed;
    return true;
}

bool visited_is_known(struct visited *reader, int32_t i)
{
    uint64_t *packed = reader->packed;
    reader->packed = visited_queued(reader, i);
    uint32_t at = find(reader, reader->queued_hashes[i], false);
    reader->packed = packed;
    return reader->places[at] != 0;
}

int32_t visited_put(struct visited *p, const struct visited *reader, uint32_t hash,
                    uint64_t *packed, int32_t parent)
{
    struct visited_packing *old = reader->packing;
    if (p->packing == old) return put(p, hash, packed, parent);
    if (!visited_relate(p, old)) return VISITED_FULL;
    visited_convert(p, old, (const unsigned char *)packed, reader->packed);
    return put(p, hash, reader->packed, parent);
}

void visited_pin(struct visited *p, bool pinned)
{
    struct visited_packing *had = p->pinned;
    p->pinned = pinned ? p->packing : NULL;
    if (pinned || had == p->packing) return;
    for (int64_t i = 0; i * CHUNK < p->count; i++)
        if (p->chunks[i].packing == had) return;
    free_packing(p, had);
}
