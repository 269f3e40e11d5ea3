/*
 * Moving the bits of a mask to the low end of a word, and back, in six steps (Warren,
 * Hacker's Delight, 7-4 and 7-5), or in one instruction where the CPU has it.
 */
#include "packing.h"

#include "base/rng.h"

#ifdef __x86_64__
#define FAST __attribute__((target("bmi2,avx2")))
#endif
#define ALWAYS __attribute__((always_inline))

enum {
    STEPS = 6,
    WORD_BITS = 64,
    GROUP = 4, /* words that are looked at together */
};

static bool is_fast(void)
{
#ifdef FAST
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* Finds the bits that move by 2^i in step i: those of the mask below which an odd number
 * of gaps is left, after the steps before. */
static void plan_moves(struct packed_word *w)
{
    uint64_t mask = w->mask, gaps = ~mask << 1;
    for (int i = 0; i < STEPS; i++) {
        uint64_t odd = gaps;
        for (int shift = 1; shift < WORD_BITS; shift *= 2) odd ^= odd << shift;
        w->move[i] = odd & mask;
        mask = (mask ^ w->move[i]) | w->move[i] >> (1 << i);
        gaps &= ~odd;
    }
}

struct packing *packing_new(const struct search_limits *limits, const uint64_t *mask,
                            size_t words, size_t key_words)
{
    size_t count = 0, bits = 0;
    for (size_t i = 0; i < words; i++) count += mask[i] != 0;
    size_t bytes = sizeof(struct packing) + (count + 1) * sizeof(struct packed_word);
    struct packing *p = search_resize(limits, NULL, bytes + words * sizeof *p->number, 1);
    if (p == NULL) return NULL;
    *p = (struct packing){.count = (uint32_t)count};
    p->number = (uint32_t *)(void *)(p->word + count + 1);
    p->word[count] = (struct packed_word){0};
    count = 0;
    for (size_t i = 0; i < words; i++) {
        p->number[i] = mask[i] != 0 ? (uint32_t)count : p->count;
        if (mask[i] == 0) continue;
        struct packed_word *w = &p->word[count++];
        *w = (struct packed_word){.mask = mask[i], .first = (uint32_t)bits};
        w->at = (uint32_t)(i * sizeof *mask);
        w->bits = (uint32_t)__builtin_popcountll(mask[i]);
        if (!is_fast()) plan_moves(w);
        bits += w->bits;
        if (i < key_words) p->key_bits = (uint32_t)bits;
    }
    p->bytes = (uint32_t)((bits + 7) / 8);
    return p;
}

/* ---- moving bits ---- */

typedef uint64_t move_bits(uint64_t, const struct packed_word *);

static inline uint64_t gather_by_steps(uint64_t x, const struct packed_word *w)
{
    x &= w->mask;
    for (int i = 0; i < STEPS; i++) {
        uint64_t moved = x & w->move[i];
        x = (x ^ moved) | moved >> (1 << i);
    }
    return x;
}

static inline uint64_t scatter_by_steps(uint64_t x, const struct packed_word *w)
{
    for (int i = STEPS; i-- > 0;) {
        x = (x & ~w->move[i]) | (x << (1 << i) & w->move[i]);
    }
    return x & w->mask;
}

#ifdef FAST
FAST static inline uint64_t gather_at_once(uint64_t x, const struct packed_word *w)
{
    return __builtin_ia32_pext_di(x, w->mask);
}

FAST static inline uint64_t scatter_at_once(uint64_t x, const struct packed_word *w)
{
    return __builtin_ia32_pdep_di(x, w->mask);
}
#endif

/* ---- hashing ---- */

/* The halves of a word, each plus that of its factor, multiplied. */
static inline uint64_t product(uint64_t word, uint64_t factor)
{
    uint32_t low = (uint32_t)word + (uint32_t)factor,
             high = (uint32_t)(word >> 32) + (uint32_t)(factor >> 32);
    return (uint64_t)low * high;
}

/* The sum of the words' products, from word i on. */
static inline uint64_t sum_from(const uint64_t *factors, const unsigned char *image,
                                size_t i, size_t words)
{
    uint64_t sum = 0;
    for (; i < words; i++) sum += product(word_at(image, i), factors[i]);
    return sum;
}

#ifdef FAST
/* Group by group. */
FAST static uint64_t sum_at_once(const uint64_t *factors, const unsigned char *image,
                                 size_t words)
{
    typedef unsigned halves __attribute__((vector_size(GROUP * 8)));
    typedef int lows __attribute__((vector_size(GROUP * 8)));
    typedef uint64_t group __attribute__((vector_size(GROUP * 8)));
    group sum = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + GROUP <= words; i += GROUP) {
        halves a, b;
        memcpy(&a, image + i * sizeof *factors, sizeof a);
        memcpy(&b, factors + i, sizeof b);
        a += b;
        sum += (group)__builtin_ia32_pmuludq256((lows)a, (lows)((group)a >> 32));
    }
    return sum[0] + sum[1] + sum[2] + sum[3] + sum_from(factors, image, i, words);
}
#endif

static inline uint32_t hash_of(uint64_t sum)
{
    uint64_t hash = rng_mix(sum);
    return (uint32_t)(hash ^ hash >> 32);
}

/* What the sum of a key becomes if word i of the image does. */
static inline uint64_t sum_with(const struct key_sum *k, uint64_t sum, size_t i,
                                uint64_t word)
{
    return i < k->words ? sum + product(word, k->factors[i]) - k->products[i] : sum;
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
        bits = gather(bits, w);
        word |= bits << used;
        used += w->bits;
        if (used < WORD_BITS) continue;
        *packed++ = word;
        used -= WORD_BITS;
        word = used > 0 ? bits >> (w->bits - used) : 0;
    }
    *packed = word;
}

/* Changes the bits of a word in `packed`. */
ALWAYS static inline void put(const struct packed_word *w, uint64_t change,
                              uint64_t *packed, move_bits *gather)
{
    uint64_t bits = gather(change, w);
    uint64_t *at = packed + w->first / WORD_BITS;
    uint32_t skip = w->first % WORD_BITS;
    at[0] ^= bits << skip;
    if (skip + w->bits > WORD_BITS) at[1] ^= bits >> (WORD_BITS - skip);
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
    uint64_t change = word_at(to, i) ^ word_at(from, i);
    const struct packed_word *w = &p->word[p->number[i]];
    if ((change & ~w->mask) != 0) return false;
    put(w, change, packed, gather);
    if (key != NULL) *sum = sum_with(key, *sum, i, word_at(to, i));
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
        word = (word & ~w->mask) | scatter(bits, w);
        memcpy(image + w->at, &word, sizeof word);
    }
}

/* The bits of packed word k in which a position differs from `packed`. */
ALWAYS static inline uint64_t bits_that_differ(const struct packing *p,
                                               const unsigned char *to,
                                               const uint64_t *packed, size_t k)
{
    const size_t rest = p->bytes - k * sizeof *packed;
    const uint64_t change = word_at(to, k) ^ packed[k];
    return rest < sizeof *packed ? change & ((UINT64_C(1) << 8 * rest) - 1) : change;
}

/* Changes the words of the image whose bits in packed word k are `change`, those from *w on.
 * *w becomes the first one with bits in the next packed word. */
ALWAYS static inline void turn_words(const struct packing *p, const struct packed_word **w,
                                     size_t k, uint64_t change, unsigned char *image,
                                     struct key_sum *sum, move_bits *scatter)
{
    const struct packed_word *end = p->word + p->count, *v = *w;
    for (; v < end && v->first / WORD_BITS <= k; v++) {
        const int32_t skip = (int32_t)(v->first - k * WORD_BITS);
        const uint64_t all = UINT64_MAX >> (WORD_BITS - v->bits),
                       bits = (skip >= 0 ? change >> skip : change << -skip) & all;
        *w = v;
        if (bits == 0) continue;
        const size_t i = v->at / sizeof bits;
        const uint64_t word = word_at(image, i) ^ scatter(bits, v);
        memcpy(image + v->at, &word, sizeof word);
        if (i >= sum->words) continue;
        const uint64_t now = product(word, sum->factors[i]);
        sum->sum += now - sum->products[i];
        sum->products[i] = now;
    }
}

ALWAYS static inline void turn(const struct packing *p, const unsigned char *to,
                               uint64_t *packed, unsigned char *image,
                               struct key_sum *sum, move_bits *scatter)
{
    const struct packed_word *w = p->word;
    const size_t words = (p->bytes + sizeof *packed - 1) / sizeof *packed;
    for (size_t k = 0; k < words; k++) {
        const uint64_t change = bits_that_differ(p, to, packed, k);
        if (change == 0) continue;
        packed[k] ^= change;
        while (w->first + w->bits <= k * WORD_BITS) w++;
        turn_words(p, &w, k, change, image, sum, scatter);
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
    if (is_fast()) {
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
    if (is_fast()) return change_at_once(p, from, to, words, packed, key, sum);
#endif
    return change(p, from, to, words, packed, key, sum, gather_by_steps,
                  which_differ_by_words);
}

void packing_unpack(const struct packing *p, const unsigned char *packed,
                    unsigned char *image)
{
#ifdef FAST
    if (is_fast()) {
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
    if (is_fast()) {
        turn_at_once(p, to, packed, image, sum);
        return;
    }
#endif
    turn(p, to, packed, image, sum, scatter_by_steps);
}

uint64_t packing_sum(const struct key_sum *k, const unsigned char *image)
{
#ifdef FAST
    if (k->words >= GROUP && is_fast()) return sum_at_once(k->factors, image, k->words);
#endif
    return sum_from(k->factors, image, 0, k->words);
}

void packing_factors(struct key_sum *k)
{
    for (size_t i = 0; i < k->words; i++) k->factors[i] = rng_mix(i + 1);
}

void packing_set_sum(struct key_sum *k, const unsigned char *image)
{
    k->sum = 0;
    for (size_t i = 0; i < k->words; i++) {
        k->products[i] = product(word_at(image, i), k->factors[i]);
        k->sum += k->products[i];
    }
}

uint32_t packing_hash(uint64_t sum)
{
    return hash_of(sum);
}

/* ---- positions that are foreseen ---- */

/* Makes `packed`, in which the base is packed, the position, and *sum that of its key. */
ALWAYS static inline bool foresee(const struct packing *p, const struct packed_base *b,
                                  const struct foreseen *f, uint64_t *packed,
                                  uint64_t *sum, move_bits *gather)
{
    for (int32_t k = 0; k < f->changes; k++) {
        size_t i = (f->change[k].at - b->first) / sizeof *packed;
        const uint64_t from = word_at(b->image, i), to = f->change[k].to;
        const struct packed_word *w = &p->word[p->number[i]];
        if (((from ^ to) & ~w->mask) != 0) return false;
        put(w, from ^ to, packed, gather);
        *sum = sum_with(b->sum, *sum, i, to);
    }
    return f->changes != UNFORESEEN;
}

ALWAYS static inline int32_t foresee_all(const struct packing *p,
                                         const struct packed_base *b,
                                         const struct foreseen *f, int32_t n,
                                         uint64_t *packed, size_t stride,
                                         uint32_t *hashes, move_bits *gather)
{
    const size_t words = p->bytes / sizeof *packed + 1;
    for (int32_t i = 0; i < n; i++, packed += stride) {
        uint64_t sum = b->sum->sum;
        for (size_t k = 0; k < words; k++) packed[k] = b->packed[k];
        if (!foresee(p, b, &f[i], packed, &sum, gather)) return i;
        hashes[i] = hash_of(sum);
    }
    return n;
}

#ifdef FAST
FAST static int32_t foresee_at_once(const struct packing *p, const struct packed_base *b,
                                    const struct foreseen *f, int32_t n, uint64_t *packed,
                                    size_t stride, uint32_t *hashes)
{
    return foresee_all(p, b, f, n, packed, stride, hashes, gather_at_once);
}
#endif

int32_t packing_foresee(const struct packing *p, const struct packed_base *b,
                        const struct foreseen *f, int32_t n, uint64_t *packed,
                        size_t stride, uint32_t *hashes)
{
#ifdef FAST
    if (is_fast()) return foresee_at_once(p, b, f, n, packed, stride, hashes);
#endif
    return foresee_all(p, b, f, n, packed, stride, hashes, gather_by_steps);
}
