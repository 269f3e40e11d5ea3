/*
 * Packed positions. Of each 64-bit word of a state a packing keeps the bits in which the
 * positions of a search differ, side by side:
 *
 *     word      0101 1101 0010 1110
 *     mask      0000 1111 0000 0011     in the other bits all positions are alike
 *     packed              11 01 10
 *
 * A wall that never moves takes no bit, and a cell as many as its kinds need: kinds that
 * are small numbers, 0 to 3, need two bits; `123.` would need five. A successor is packed
 * from its parent, by the words in which it differs, with one instruction where the CPU
 * has it (pext); and the next position that is expanded is unpacked from the last one, by the
 * packed words in which they differ (pdep).
 *
 * An image is the part of a state that is packed: key and rest, up to where `derived`
 * begins. (SameGame has its board twice, as cells and as bits; without the bits, which
 * are derived, a position of 15 x 15 takes 104 bytes instead of 178.)
 */
#ifndef TESSERA_SEARCH_STORE_PACKING_H
#define TESSERA_SEARCH_STORE_PACKING_H

#include "key_sum.h"
#include "search/search.h"

enum { PACKING_STEPS = 6 }; /* that move the bits of a word, by 1, 2, 4, ... 32 */

/* A word some of whose bits differ. */
struct packed_word {
    uint64_t mask, ones; /* the same number of bits, at the low end */
    uint32_t at;         /* where the word begins in the image, in bytes */
    uint32_t bits;       /* of the mask */
    uint32_t first;      /* where they begin in a packed image, in bits */
};

/* Any word of an image: where its bits go. */
struct packed_lane {
    uint64_t mask;
    uint32_t to;  /* the packed word in which they begin */
    uint8_t skip; /* ... behind so many bits of others */
    bool beyond;  /* some lie in the next one */
};

/* An image is what is packed: some words. */
struct packing {
    uint32_t count;           /* of the words that differ */
    uint32_t bytes;           /* of a packed image */
    uint32_t key_words;       /* of a packed image: so many words are of the key, ... */
    uint64_t key_rest;        /* ... and these bits of the next one */
    struct packed_lane *lane; /* by word of the image */
    uint32_t *begins; /* by packed word: the first one in `word` with bits there */
    /* NULL where the CPU moves them at once; else for each word that differs a mask for each step, of
     * the bits that move by 2^i, on their way down; and by word of the image which of these it is. */
    uint64_t *move;
    uint32_t *number;
    struct packed_word word[];
};

/* Returns the packing for images with these masks, the first `key_words` of which make up
 * the key; NULL if there is no memory. One call of search_free frees it. */
struct packing *packing_new(const struct search_limits *, const uint64_t *mask,
                            size_t words, size_t key_words);

/* Packs an image. The last word is filled up with zeros. */
void packing_pack(const struct packing *, const unsigned char *image, uint64_t *packed);

/* Makes `packed`, in which `from` is packed, the packed `to`, and, if the sum of `from` is not
 * NULL, *sum, which is the same, that of `to`. Takes time for the words in which they differ, and
 * looks at all `words`. Returns how many words it got through: a word with a bit that is not in
 * its mask stops it. */
size_t packing_change(const struct packing *, const unsigned char *from,
                      const unsigned char *to, size_t words, uint64_t *packed,
                      const struct key_sum *, uint64_t *sum);

/* A packed image whose successors are foreseen. */
struct packed_base {
    const uint64_t *packed;
    const unsigned char *image;
    size_t first; /* where it begins in the state */
    size_t key_words;
    const struct key_sum *sum;
};

/* Packs the keys of n foreseen positions, each into `stride` words, a multiple of 4, and makes
 * their hashes. Returns how many it got through: one that is not foreseen stops it, or whose key
 * has a bit that is not in the mask. What is not of the key is packed by packing_complete; false if
 * that has such a bit. */
int32_t packing_foresee(const struct packing *, const struct packed_base *,
                        const struct foreseen *, int32_t n, uint64_t *packed,
                        size_t stride, uint32_t *hashes);
bool packing_complete(const struct packing *, const struct packed_base *,
                      const struct foreseen *, uint64_t *packed);

/* Unpacks into an image, which must have the bits that all images have. `packed` may
 * be read up to 16 bytes beyond its end. */
void packing_unpack(const struct packing *, const unsigned char *packed,
                    unsigned char *image);

/* Turns an image, its `packed` and its sum into another packed one. Takes time for the words
 * in which they differ. `to` may be read as packing_unpack reads. */
void packing_turn(const struct packing *, const unsigned char *to, uint64_t *packed,
                  unsigned char *image, struct key_sum *);

/* Whether two packed images have the same key. Both may be read up to their last word. */
static inline bool packing_same_key(const struct packing *p, const uint64_t *a,
                                    const unsigned char *b)
{
    const uint32_t words = p->key_words;
    for (uint32_t i = 0; i < words; i++) {
        if (a[i] != word_at(b, i)) return false;
    }
    return ((a[words] ^ word_at(b, words)) & p->key_rest) == 0;
}

#endif
