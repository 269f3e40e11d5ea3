/*
 * The actions of a game as a fixed list, for programs that know actions by numbers:
 *
 *     0  down      1  left      2  right      3  up          space_index(&space, code of "right")  2
 *
 * All that any level has are in it: the list of the largest shape (game->every).
 */
#ifndef TESSERA_BATCH_SPACE_H
#define TESSERA_BATCH_SPACE_H

#include "game/game.h"

struct batch_memory {
    /* Like realloc, aligned for any type; `bytes` 0 frees. NULL: there is no more memory. */
    void *(*resize)(void *with, void *block, size_t bytes);
    void *with;
};

/* A new block of zeros; NULL: there is no memory. */
void *batch_take(const struct batch_memory *, size_t count, size_t each);
/* Frees a block; NULL is ignored. */
void batch_give(const struct batch_memory *, void *block);

struct space {
    int32_t count;
    action *code;
    int32_t *slot; /* a hash table of indices, -1: free */
    uint32_t mask;
    bool plain; /* code[i] is i */
};

/* Lists the actions of this shape. False: there is no memory, or *why says what is wrong. */
bool space_open(struct space *, const struct game *, const int32_t *shape,
                const struct batch_memory *, struct text *why);
void space_close(struct space *, const struct batch_memory *);

/* The index of an action, or -1. */
int32_t space_find(const struct space *, action);

static inline int32_t space_index(const struct space *s, action a)
{
    if (s->plain) return a >= 0 && a < s->count ? (int32_t)a : -1;
    return space_find(s, a);
}

#endif
