/*
 * Packing and unpacking. The bits of a mask are moved to the low end of a word, and back, in six steps
 * (Warren, Hacker's Delight, 7-4 and 7-5), or in one instruction where the CPU has it: then a packing
 * has no steps (packing_new.c).
 */
#include "packing.h"

#ifdef __x86_64__
#define FAST __attribute__((target("bmi2,avx2")))
#endif
#define ALWAYS __attribute__((always_inline))

enum {
    WORD_BITS = 64,
    GROUP = 4, /* words that are looked at together */
};

/* ---- moving bits ---- */

/* The bits of the word of an image that begins `at` bytes behind its first one; `mask`: its
 * own. */
typedef uint64_t move_bits(uint64_t, uint64_t mask, const struct packing *, size_t at);

static inline const uint64_t *moves_of(const struct packing *p, size_t at)
{
    return &p->move[(size_t)p->number[at / sizeof(uint64_t)] * PACKING_STEPS];
}

static inline uint64_t gather_by_steps(uint64_t x, uint64_t mask, const struct packing *p,
                                       size_t at)
{
    const uint64_t *move = moves_of(p, at);
    x &= mask;
    for (int i = 0; i < PACKING_STEPS; i++) {
        uint64_t moved = x & move[i];
        x = (x ^ moved) | moved >> (1 << i);
    }
    return x;
}

static inline uint64_t scatter_by_steps(uint64_t x, uint64_t mask,
                                        const struct packing *p, size_t at)
{
    const uint64_t *move = moves_of(p, at);
    for (int i = PACKING_STEPS; i-- > 0;) {
        x = (x & ~move[i]) | (x << (1 << i) & move[i]);
    }
    return x & mask;
}

#ifdef FAST
FAST static inline uint64_t gather_at_once(uint64_t x, uint64_t mask,
                                           const struct packing *p, size_t at)
{
    (void)p, (void)at;
    return __builtin_ia32_pext_di(x, mask);
}

FAST static inline uint64_t scatter_at_once(uint64_t x, uint64_t mask,
                                            const struct packing *p, size_t at)
{
    (void)p, (void)at;
    return __builtin_ia32_pdep_di(x, mask);
}
#endif

/* ---- places ---- */

/* What belongs to the word that lies `at` bytes from the first one, a multiple of 8. */
static inline const struct packed_lane *lane_at(const struct packed_lane *first,
                                                size_t at)
{
    return (const void *)((const unsigned char *)first + 2 * at);
}

static inline const struct key_term *term_at(const struct key_term *first, size_t at)
{
    return (const void *)((const unsigned char *)first + 2 * at);
}

/* ---- packing ---- */

ALWAYS static inline void pack(const struct packing *p, const unsigned char *image,
                               uint64_t *packed, move_bits *gather)
{
    uint64_t word = 0;
    uint32_t used = 0;
    const struct packed_word *end = p->word + p->count;
    for (const struct packed_word *w = p->word; w < end; w++) {
        uint64_t bits;
        memcpy(&bits, image + w->at, sizeof bits);
        bits = gather(bits, w->mask, p, w->at);
        word |= bits << used;
        used += w->bits;
        if (used < WORD_BITS) continue;
        *packed++ = word;
        used -= WORD_BITS;
        word = used > 0 ? bits >> (w->bits - used) : 0;
    }
    *packed = word;
}

/* Changes the bits of a word, which begins at `at`, in `packed`. */
ALWAYS static inline void put(const struct packing *p, const struct packed_lane *l,
                              size_t at, uint64_t change, uint64_t *packed,
                              move_bits *gather)
{
    const uint64_t bits = gather(change, l->mask, p, at);
    packed[l->to] ^= bits << l->skip;
    if (l->beyond) packed[l->to + 1] ^= bits >> (WORD_BITS - l->skip);
}

/* Which of the words in a group are not alike, as bits. */
typedef unsigned which_differ(const unsigned char *a, const unsigned char *b);

static inline unsigned which_differ_by_words(const unsigned char *a,
                                             const unsigned char *b)
{
    unsigned differ = 0;
    for (size_t i = 0; i < GROUP; i++) {
        differ |= (unsigned)(word_at(a, i) != word_at(b, i)) << i;
    }
    return differ;
}

#ifdef FAST
FAST static inline unsigned which_differ_at_once(const unsigned char *a,
                                                 const unsigned char *b)
{
    typedef long long group __attribute__((vector_size(GROUP * 8)));
    typedef double halves __attribute__((vector_size(GROUP * 8)));
    group left, right;
    memcpy(&left, a, sizeof left);
    memcpy(&right, b, sizeof right);
    return (unsigned)__builtin_ia32_movmskpd256((halves)(left != right));
}
#endif

/* Takes over the change of word i. False if it has a bit that is not in its mask. */
ALWAYS static inline bool change_word(const struct packing *p, const unsigned char *from,
                                      const unsigned char *to, size_t i, uint64_t *packed,
                                      const struct key_sum *key, uint64_t *sum,
                                      move_bits *gather)
{
    const uint64_t now = word_at(to, i), change = now ^ word_at(from, i);
    const struct packed_lane *l = &p->lane[i];
    if ((change & ~l->mask) != 0) return false;
    put(p, l, i * sizeof change, change, packed, gather);
    if (key != NULL) *sum += key_product(now, key->term[i].factor) - key->term[i].product;
    return true;
}

ALWAYS static inline size_t change(const struct packing *p, const unsigned char *from,
                                   const unsigned char *to, size_t words,
                                   uint64_t *packed, const struct key_sum *key,
                                   uint64_t *sum, move_bits *gather, which_differ *which)
{
    size_t i = 0;
    for (; i + GROUP <= words; i += GROUP) {
        unsigned differ = which(from + i * sizeof *packed, to + i * sizeof *packed);
        for (; differ != 0; differ &= differ - 1) {
            size_t at = i + (size_t)__builtin_ctz(differ);
            if (!change_word(p, from, to, at, packed, key, sum, gather)) return at;
        }
    }
    for (; i < words; i++) {
        if (word_at(to, i) == word_at(from, i)) continue;
        if (!change_word(p, from, to, i, packed, key, sum, gather)) return i;
    }
    return words;
}

ALWAYS static inline void unpack(const struct packing *p, const unsigned char *packed,
                                 unsigned char *image, move_bits *scatter)
{
    const struct packed_word *end = p->word + p->count;
    for (const struct packed_word *w = p->word; w < end; w++) {
        const unsigned char *at = packed + w->first / 8;
        uint64_t bits, more = at[8];
        memcpy(&bits, at, sizeof bits);
        uint32_t skip = w->first % 8;
        if (skip > 0) bits = bits >> skip | more << (WORD_BITS - skip);
        uint64_t word;
        memcpy(&word, image + w->at, sizeof word);
        word = (word & ~w->mask) | scatter(bits, w->mask, p, w->at);
        memcpy(image + w->at, &word, sizeof word);
    }
}

/* The bits of packed word k in which a position differs from `packed`. */
static inline uint64_t bits_that_differ(const struct packing *p, const unsigned char *to,
                                        const uint64_t *packed, size_t k)
{
    const size_t rest = p->bytes - k * sizeof *packed;
    const uint64_t change = word_at(to, k) ^ packed[k];
    return rest < sizeof *packed ? change & ((UINT64_C(1) << 8 * rest) - 1) : change;
}

/* Changes some bits of a word, packed ones. */
ALWAYS static inline void turn_word(const struct packing *p, const struct packed_word *w,
                                    uint64_t bits, unsigned char *image,
                                    struct key_sum *sum, move_bits *scatter)
{
    uint64_t word;
    struct key_term *t = &sum->term[w->at / sizeof word];
    memcpy(&word, image + w->at, sizeof word);
    word ^= scatter(bits, w->mask, p, w->at);
    memcpy(image + w->at, &word, sizeof word);
    if (t->factor == 0) return;
    const uint64_t now = key_product(word, t->factor);
    sum->sum += now - t->product;
    t->product = now;
}

ALWAYS static inline void turn(const struct packing *p, const unsigned char *to,
                               uint64_t *packed, unsigned char *image,
                               struct key_sum *sum, move_bits *scatter)
{
    const size_t words = (p->bytes + sizeof *packed - 1) / sizeof *packed;
    for (size_t k = 0; k < words; k++) {
        uint64_t change = bits_that_differ(p, to, packed, k);
        if (change == 0) continue;
        packed[k] ^= change;
        /* The low bits of the first word may lie in the packed word before. */
        const struct packed_word *w = &p->word[p->begins[k]];
        const uint32_t before = (uint32_t)k * WORD_BITS - w->first;
        uint64_t bits = change << before & w->ones;
        if (bits != 0) turn_word(p, w, bits, image, sum, scatter);
        change = change >> (w->bits - before - 1) >> 1;
        while (change != 0) {
            w++;
            bits = change & w->ones;
            if (bits != 0) turn_word(p, w, bits, image, sum, scatter);
            change = change >> (w->bits - 1) >> 1;
        }
    }
}

#ifdef FAST
FAST static void pack_at_once(const struct packing *p, const unsigned char *image,
                              uint64_t *packed)
{
    pack(p, image, packed, gather_at_once);
}

FAST static size_t change_at_once(const struct packing *p, const unsigned char *from,
                                  const unsigned char *to, size_t words, uint64_t *packed,
                                  const struct key_sum *key, uint64_t *sum)
{
    return change(p, from, to, words, packed, key, sum, gather_at_once,
                  which_differ_at_once);
}

FAST static void unpack_at_once(const struct packing *p, const unsigned char *packed,
                                unsigned char *image)
{
    unpack(p, packed, image, scatter_at_once);
}

FAST static void turn_at_once(const struct packing *p, const unsigned char *to,
                              uint64_t *packed, unsigned char *image, struct key_sum *sum)
{
    turn(p, to, packed, image, sum, scatter_at_once);
}
#endif

/* ---- the public functions ---- */

void packing_pack(const struct packing *p, const unsigned char *image, uint64_t *packed)
{
#ifdef FAST
    if (p->move == NULL) {
        pack_at_once(p, image, packed);
        return;
    }
#endif
    pack(p, image, packed, gather_by_steps);
}

size_t packing_change(const struct packing *p, const unsigned char *from,
                      const unsigned char *to, size_t words, uint64_t *packed,
                      const struct key_sum *key, uint64_t *sum)
{
#ifdef FAST
    if (p->move == NULL) return change_at_once(p, from, to, words, packed, key, sum);
#endif
    return change(p, from, to, words, packed, key, sum, gather_by_steps,
                  which_differ_by_words);
}

void packing_unpack(const struct packing *p, const unsigned char *packed,
                    unsigned char *image)
{
#ifdef FAST
    if (p->move == NULL) {
        unpack_at_once(p, packed, image);
        return;
    }
#endif
    unpack(p, packed, image, scatter_by_steps);
}

void packing_turn(const struct packing *p, const unsigned char *to, uint64_t *packed,
                  unsigned char *image, struct key_sum *sum)
{
#ifdef FAST
    if (p->move == NULL) {
        turn_at_once(p, to, packed, image, sum);
        return;
    }
#endif
    turn(p, to, packed, image, sum, scatter_by_steps);
}

/* ---- positions that are foreseen ---- */

/* Copies packed words, in groups. */
ALWAYS static inline void copy_packed(uint64_t *to, const uint64_t *from, size_t words)
{
    typedef long long group
        __attribute__((vector_size(GROUP * 8), aligned(8), may_alias));
    for (size_t k = 0; k < words; k += GROUP)
        *(group *)(void *)(to + k) = *(const group *)(const void *)(from + k);
}

/* Makes `packed`, in which the base is packed, a position whose changes are c .. end - 1, as far as
 * its key goes; *sum, that of the base, becomes that of its key. */
ALWAYS static inline bool foresee(const struct packing *p, const struct packed_base *b,
                                  const struct change *c, const struct change *end,
                                  uint64_t *packed, uint64_t *sum, move_bits *gather)
{
    const size_t first = b->first, key = b->key_words * sizeof *packed;
    const struct packed_lane *lane = p->lane;
    const struct key_term *term = b->sum->term;
    for (; c < end; c++) {
        const size_t at = c->at - first;
        if (at >= key) continue;
        const struct packed_lane *l = lane_at(lane, at);
        const struct key_term *t = term_at(term, at);
        uint64_t from;
        memcpy(&from, b->image + at, sizeof from);
        if (((from ^ c->to) & ~l->mask) != 0) return false;
        put(p, l, at, from ^ c->to, packed, gather);
        *sum += key_product(c->to, t->factor) - t->product;
    }
    return true;
}

ALWAYS static inline int32_t foresee_all(const struct packing *p,
                                         const struct packed_base *b,
                                         const struct foreseen *f, int32_t n,
                                         uint64_t *packed, size_t stride,
                                         uint32_t *hashes, move_bits *gather)
{
    const struct packed_base base = *b;
    const size_t words = p->bytes / sizeof *packed + 1;
    for (int32_t i = 0; i < n; i++, f++, packed += stride) {
        uint64_t sum = base.sum->sum;
        if (f->changes == UNFORESEEN) return i;
        copy_packed(packed, base.packed, words);
        if (!foresee(p, &base, f->change, f->change + f->changes, packed, &sum, gather))
            return i;
        hashes[i] = key_sum_hash(sum);
    }
    return n;
}

ALWAYS static inline bool complete(const struct packing *p, const struct packed_base *b,
                                   const struct foreseen *f, uint64_t *packed,
                                   move_bits *gather)
{
    for (int32_t k = 0; k < f->changes; k++) {
        const size_t at = f->change[k].at - b->first, i = at / sizeof *packed;
        if (i < b->key_words) continue;
        const uint64_t change = f->change[k].to ^ word_at(b->image, i);
        if ((change & ~p->lane[i].mask) != 0) return false;
        put(p, &p->lane[i], at, change, packed, gather);
    }
    return true;
}

#ifdef FAST
FAST static int32_t foresee_at_once(const struct packing *p, const struct packed_base *b,
                                    const struct foreseen *f, int32_t n, uint64_t *packed,
                                    size_t stride, uint32_t *hashes)
{
    return foresee_all(p, b, f, n, packed, stride, hashes, gather_at_once);
}
#endif

#ifdef FAST
FAST static bool complete_at_once(const struct packing *p, const struct packed_base *b,
                                  const struct foreseen *f, uint64_t *packed)
{
    return complete(p, b, f, packed, gather_at_once);
}
#endif

bool packing_complete(const struct packing *p, const struct packed_base *b,
                      const struct foreseen *f, uint64_t *packed)
{
#ifdef FAST
    if (p->move == NULL) return complete_at_once(p, b, f, packed);
#endif
    return complete(p, b, f, packed, gather_by_steps);
}

int32_t packing_foresee(const struct packing *p, const struct packed_base *b,
                        const struct foreseen *f, int32_t n, uint64_t *packed,
                        size_t stride, uint32_t *hashes)
{
#ifdef FAST
    if (p->move == NULL) return foresee_at_once(p, b, f, n, packed, stride, hashes);
#endif
    return foresee_all(p, b, f, n, packed, stride, hashes, gather_by_steps);
}
