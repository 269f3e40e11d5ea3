/*
 * Adding positions, finding them again, unpacking them. A position is packed by what it
 * differs in from one that is packed already, which is mostly its parent.
 */
#include <assert.h>

#include "visited_table.h"

enum { CHUNK_FIRST = 8 }; /* positions that a new chunk has room for */

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
    const struct visited_chunk *c = &p->chunks[number / CHUNK];
    unsigned char *near = (unsigned char *)p->near + p->from;
    const unsigned char *packed = packed_in(c, number);
    if (c->packing != p->packing && visited_relate(p, c->packing)) {
        visited_convert(p, c->packing, packed, (unsigned char *)p->other_packed);
        packed = (const unsigned char *)p->other_packed;
    } else if (c->packing != p->packing) {
        unpack(p, c, number, p->near);
        packing_pack(p->packing->bits, near, p->near_packed);
        key_sum_set(&p->near_sum, near);
        packed = (const unsigned char *)p->near_packed;
    }
    packing_turn(p->packing->bits, packed, p->near_packed, near, &p->near_sum);
    if (p->game->derive != NULL) p->game->derive(p->game, p->near);
    visited_restore(p, state);
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

/* Makes room for another position in its chunk. The chunks behind those that are used, which are left
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
    p->ready = 0;
    packing_pack(packing->bits, image_of(p, p->root), p->root_packed);
    packing_pack(packing->bits, image_of(p, p->near), p->near_packed);
}

/* Whether a packing packs keys as that of now does. */
static bool keeps_key(const struct visited *p, const struct visited_packing *made)
{
    if (p->packing == NULL) return false;
    const struct packed_lane *a = p->packing->bits->lane, *b = made->bits->lane;
    for (size_t i = 0; i < p->key_words; i++)
        if (a[i].mask != b[i].mask) return false;
    return true;
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
    made->key = keeps_key(p, made) ? p->packing->key : p->packings_made;
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
                     const unsigned char *packed, unsigned char *converted)
{
    memcpy(converted, p->root_packed, p->packing->bits->bytes + sizeof(uint64_t));
    packing_unpack(old->later, packed, converted);
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
    for (int32_t i = 0; i < kept; i++)
        visited_convert(p, old.packing, packed_in(&old, i), packed_in(c, i));
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

bool visited_is_same(struct visited *p, const uint64_t *packed,
                     const struct visited_chunk *c, int32_t number)
{
    if (!visited_relate(p, c->packing)) p->full = true;
    if (p->full) return true;
    visited_convert(p, c->packing, packed_in(c, number),
                    (unsigned char *)p->other_packed);
    return packing_same_key(p->packing->bits, packed,
                            (const unsigned char *)p->other_packed);
}

uint32_t visited_hash(const struct visited *p, const struct state *s)
{
    if (p->game->hash == NULL)
        return key_sum_hash(key_sum_of(&p->near_sum, image_of(p, s)));
    uint64_t hash = p->game->hash(p->game, s);
    return (uint32_t)(hash ^ hash >> 32);
}

/* ---- positions ---- */

static bool take_memory(struct visited *p)
{
    enum { PARTS = 6 };                   /* and the terms of the sum */
    size_t room = (p->words + 5) / 4 * 4; /* packing reads and writes words behind it */
    if (!visited_take_queue(p, room)) return false;
    uint64_t *words = search_resize(p->limits, NULL, (PARTS + 2) * room, sizeof *words);
    p->near = search_resize(p->limits, NULL, p->root->size, 1);
    p->other = search_resize(p->limits, NULL, p->root->size, 1);
    p->mask = words;
    if (words == NULL || p->near == NULL || p->other == NULL) return false;
    memset(words, 0, (PARTS + 2) * room * sizeof *words);
    uint64_t **parts[PARTS] = {&p->mask,        &p->masks,  &p->near_packed,
                               &p->root_packed, &p->packed, &p->other_packed};
    for (size_t i = 0; i < PARTS; i++) *parts[i] = words + i * room;
    p->near_sum.term = (void *)(words + PARTS * room);
    memcpy(p->near, p->root, p->root->size);
    p->near_sum.words = p->game->hash == NULL ? p->key_words : 0;
    key_sum_factors(&p->near_sum);
    key_sum_set(&p->near_sum, image_of(p, p->near));
    return true;
}

/* Not from a root that should have ended, as one that was loaded from a changed file. */
static bool foresees(const struct visited *p)
{
    const struct game *game = p->game;
    if (game->foresee == NULL || game->hash != NULL) return false;
    memcpy(p->other, p->root, p->root->size);
    return game->conclude(game, p->other) == (game->outcome(game, p->root) != NULL);
}

bool visited_start(struct visited *p, const struct game *game,
                   const struct search_limits *limits, const struct state *root,
                   enum visited_parents links)
{
    size_t word = sizeof(uint64_t), key = root->key / word,
           end = game->derived != NULL ? game->derived(game, root) : root->scratch;
    assert(root->rest % word == 0 && end % word == 0 && root->rest <= end);
    *p = (struct visited){.game = game, .limits = limits, .root = root, .links = links};
    p->from = key * word;
    p->words = end / word - key;
    p->key_words = root->rest / word - key;
    if (!take_memory(p)) return false;
    p->foresees = foresees(p);
    return begin_packing(p) && places_grow(p, 1);
}

void visited_clear(struct visited *p)
{
    assert(p->links == VISITED_ALONE || p->links == VISITED_DEPTHS);
    memset(p->places, 0, (size_t)p->layout.one * sizeof *p->places);
    p->count = p->ready = p->layers_count = 0;
}

void visited_drop(struct visited *p)
{
    for (int64_t i = 0; i < p->chunks_made; i++) {
        if (!p->chunks[i].within) search_keep(p->limits, p->chunks[i].packed, 0);
    }
    search_free(p->limits, p->chunks);
    search_free(p->limits, p->places);
    visited_free_numbers(p, &p->parents);
    visited_free_numbers(p, &p->families);
    p->chunks = NULL;
    p->chunks_made = 0;
    p->places = NULL;
}

bool visited_is(struct visited *p, int32_t number, const struct state *s)
{
    const struct state *mine = visited_look(p, number);
    return memcmp(state_key(mine), state_key(s), state_key_size(s)) == 0;
}

size_t visited_pack(const struct visited *p, const struct state *s, uint64_t *packed,
                    uint32_t *hash)
{
    uint64_t sum = p->near_sum.sum;
    memcpy(packed, p->near_packed, p->packing->bits->bytes + sizeof *packed);
    const size_t known =
        packing_change(p->packing->bits, image_of(p, p->near), image_of(p, s), p->words,
                       packed, &p->near_sum, &sum);
    *hash = known == p->words && p->game->hash == NULL ? key_sum_hash(sum)
                                                       : visited_hash(p, s);
    return known;
}

bool visited_make_ready(struct visited *p)
{
    if (p->count >= COUNT_MAX || !visited_grow_links(p, 1) || !make_room(p)) return false;
    const int32_t first = p->count / CHUNK * CHUNK,
                  room = first + p->chunks[p->count / CHUNK].room,
                  links = visited_linked(p);
    p->ready = room < links ? room : links;
    if (p->ready > COUNT_MAX) p->ready = COUNT_MAX;
    return true;
}

int32_t visited_find(struct visited *p, const struct state *s)
{
    uint32_t hash;
    if (visited_pack(p, s, p->packed, &hash) < p->key_words) return VISITED_NONE;
    struct places_probe b = places_begin(p, hash);
    places_find(p, &b, p->packed);
    if (p->full) return VISITED_FULL;
    const uint32_t place = p->places[b.at];
    return place == 0 ? VISITED_NONE : (int32_t)(place & p->layout.mask) - 1;
}

int32_t visited_add(struct visited *p, const struct state *s, int32_t parent)
{
    assert(p->queue_count == 0);
    uint32_t hash;
    if (!places_grow(p, 1)) return VISITED_FULL;
    size_t known = visited_pack(p, s, p->packed, &hash);
    struct places_probe b = places_begin(p, hash);
    places_find(p, &b, known < p->key_words ? NULL : p->packed);
    if (p->full) return VISITED_FULL;
    const uint32_t place = p->places[b.at];
    if (place != 0) return (int32_t)(place & p->layout.mask) - 1;
    if (known < p->words) {
        visited_mark(p, s, p->mask);
        if (!visited_widen(p)) return VISITED_FULL;
        packing_pack(p->packing->bits, image_of(p, s), p->packed);
    }
    return visited_add_at(p, p->packed, b.at, b.entry, parent);
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
    if (had.queued == NULL) {
        reader->mask = reader->queued = NULL;
        reader->near = reader->other = NULL;
        reader->queued_hashes = NULL;
        reader->sought = NULL;
        if (!take_memory(reader)) return false;
    }
    if (had.queued != NULL) {
        reader->mask = had.mask;
        reader->near = had.near;
        reader->other = had.other;
        reader->near_packed = had.near_packed;
        reader->packed = had.packed;
        reader->other_packed = had.other_packed;
        reader->queued = had.queued;
        reader->queued_hashes = had.queued_hashes;
        reader->sought = had.sought;
        reader->near_sum = had.near_sum;
    }
    packing_pack(p->packing->bits, image_of(p, reader->near), reader->near_packed);
    reader->root_packed = p->root_packed;
    return true;
}

void visited_free_reader(struct visited *p, struct visited *reader)
{
    search_free(p->limits, reader->mask); /* with the other words of take_memory */
    search_free(p->limits, reader->near);
    search_free(p->limits, reader->other);
    search_free(p->limits, reader->queued);
    search_free(p->limits, reader->queued_hashes);
    search_free(p->limits, reader->sought);
    *reader = (struct visited){0};
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
