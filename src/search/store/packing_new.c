/*
 * Makes a packing, and plans the six steps that move the bits of each mask (Warren, Hacker's Delight,
 * 7-4) where the CPU has no instruction for that.
 */
#include "packing.h"

enum { WORD_BITS = 64 };

/* Whether packing.c may use the instructions that move all bits at once. */
static bool is_fast(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* Finds the bits that move by 2^i in step i: those of the mask below which an odd number
 * of gaps is left, after the steps before. */
static void plan_moves(uint64_t mask, uint64_t *move)
{
    uint64_t gaps = ~mask << 1;
    for (int i = 0; i < PACKING_STEPS; i++) {
        uint64_t odd = gaps;
        for (int shift = 1; shift < WORD_BITS; shift *= 2) odd ^= odd << shift;
        move[i] = odd & mask;
        mask = (mask ^ move[i]) | move[i] >> (1 << i);
        gaps &= ~odd;
    }
}

/* Takes the memory for the words of an image. */
static struct packing *make(const struct search_limits *limits, const uint64_t *mask,
                            size_t words)
{
    size_t count = 0, bits = 0;
    for (size_t i = 0; i < words; i++) {
        count += mask[i] != 0;
        bits += (size_t)__builtin_popcountll(mask[i]);
    }
    const bool fast = is_fast();
    const size_t moves = fast ? 0 : (count + 1) * PACKING_STEPS * sizeof(uint64_t),
                 numbers = fast ? 0 : words * sizeof(uint32_t);
    const size_t begins = (bits / WORD_BITS + 1) * sizeof(uint32_t);
    const size_t bytes = sizeof(struct packing) + count * sizeof(struct packed_word) +
                         words * sizeof(struct packed_lane) + moves + numbers + begins;
    struct packing *p = search_resize(limits, NULL, bytes, 1);
    if (p == NULL) return NULL;
    *p = (struct packing){.count = (uint32_t)count};
    p->lane = (void *)(p->word + count);
    p->begins = (void *)((unsigned char *)(p->lane + words) + moves);
    if (fast) return p;
    p->move = (void *)(p->lane + words);
    p->number = p->begins + bits / WORD_BITS + 1;
    memset(p->move, 0, moves);
    return p;
}

struct packing *packing_new(const struct search_limits *limits, const uint64_t *mask,
                            size_t words, size_t key_words)
{
    uint32_t count = 0, bits = 0, key_bits = 0;
    struct packing *p = make(limits, mask, words);
    if (p == NULL) return NULL;
    for (size_t i = 0; i < words; i++) {
        const uint32_t more = (uint32_t)__builtin_popcountll(mask[i]),
                       skip = bits % WORD_BITS;
        p->lane[i] = (struct packed_lane){mask[i], bits / WORD_BITS, (uint8_t)skip,
                                          skip + more > WORD_BITS};
        if (p->number != NULL) p->number[i] = count;
        if (more == 0) continue;
        struct packed_word *w = &p->word[count];
        *w = (struct packed_word){.mask = mask[i], .bits = more, .first = bits};
        w->ones = UINT64_MAX >> (WORD_BITS - more);
        w->at = (uint32_t)(i * sizeof *mask);
        if (p->move != NULL) plan_moves(mask[i], &p->move[(size_t)count * PACKING_STEPS]);
        if (skip == 0) p->begins[bits / WORD_BITS] = count;
        if (skip + more > WORD_BITS) p->begins[bits / WORD_BITS + 1] = count;
        count++;
        bits += more;
        if (i < key_words) key_bits = bits;
    }
    p->bytes = (bits + 7) / 8;
    p->key_words = key_bits / WORD_BITS;
    p->key_rest = (UINT64_C(1) << key_bits % WORD_BITS) - 1;
    return p;
}
