/*
 * Additive pattern databases of a game of exchanges (Korf and Felner, 2002; Felner, Korf and Hanan,
 * 2004): the pieces are divided into patterns, and a table says for all places of a pattern's
 * pieces how many exchanges of these they need at least, wherever the others are.
 *
 *     pattern 0: pieces 1 2 5     table[place of 1 + place of 2 * 16 + place of 5 * 256]
 *     pattern 1: pieces 3 4 7     ...
 *
 * **Each exchange moves one piece, so the sum of the tables is a lower bound.** With one piece
 * to a pattern it is the sum of single distances.
 */
#ifndef TESSERA_SEARCH_SOLVE_ADDITIVE_H
#define TESSERA_SEARCH_SOLVE_ADDITIVE_H

#include "exchange.h"

enum { ADDITIVE_FAR = UINT8_MAX, PATTERN_PIECES = 8, ADDITIVE_KEY_MAX = 2048 };

struct additive_pattern {
    int32_t kinds;
    int32_t kind[PATTERN_PIECES];
    uint32_t weight[PATTERN_PIECES];
    uint32_t entries;
    bool complete; /* all that is not ADDITIVE_FAR is in the table */
    /* ADDITIVE_FAR: a goal cannot be reached, or it is too far to say. Behind the entries stands
     * whether it is complete. */
    const uint8_t *table;
    uint8_t *own; /* the same, or NULL if it is kept elsewhere */
};

/* Where the caller keeps tables from one search to the next. A key says all that a table follows
 * from, so whoever asks by the same key wants the same table. */
struct kept_tables {
    /* What is kept under a key, if it has so many bytes, for as long as the search lasts; or NULL. */
    const uint8_t *(*find)(void *with, const unsigned char *key, size_t length,
                           size_t bytes);
    /* Keeps a table, and returns where it lies now; NULL: it is not kept. */
    const uint8_t *(*keep)(void *with, const unsigned char *key, size_t length,
                           const uint8_t *table, size_t bytes);
    void *with;
};

struct additive {
    const struct exchange *e;
    int32_t patterns;
    struct additive_pattern pattern[EXCHANGE_MOST];
    int32_t of[EXCHANGE_MOST];      /* by kind: its pattern; -1: none */
    uint32_t weight[EXCHANGE_MOST]; /* by kind */
};

/* Makes tables of at most so many entries each, with as many pieces as fit. `kept` may be NULL. Any
 * other end than SEARCH_GOES_ON: a limit, and nothing is left. */
enum search_end additive_make(struct additive *, const struct exchange *,
                              const struct search_limits *, struct search_progress *,
                              uint32_t entries, const struct kept_tables *kept);

/* Writes the key of a pattern's table, and returns its length. (additive_key.c) */
size_t additive_key(const struct exchange *, const struct additive_pattern *,
                    unsigned char key[ADDITIVE_KEY_MAX]);

void additive_free(struct additive *, const struct search_limits *);

/* Where the pieces of a pattern lie in its table. */
uint32_t additive_index(const struct additive *, int32_t pattern,
                        const unsigned char *pieces);

/* The sum over the patterns. */
int32_t additive_rest(const struct additive *, const unsigned char *pieces);

#endif
