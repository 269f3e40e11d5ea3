/*
 * Pieces that hold each other fast for ever, in games whose pieces are pushed about by an avatar.
 *
 *     ######
 *     # $$ #     the two boxes below the wall: neither can be pushed up or down, nor sideways by
 *     # $@ #     anybody who has to stand on the other one's cell
 *
 * After a push only the piece that was moved and those around it are left on the board. If these
 * cannot come apart, or home, the whole position is lost: **where fewer pieces stand, everything
 * that could be done before can still be done** (clusters_fewer_do makes sure). A piece that has come
 * away from the others is taken off as well.
 */
#ifndef TESSERA_SEARCH_SOLVE_CLUSTERS_H
#define TESSERA_SEARCH_SOLVE_CLUSTERS_H

#include "queue.h"
#include "rating.h"
#include "regions.h"

enum { CLUSTER_MOST = 10, CLUSTER_NODES = 150, CLUSTER_FEW = 15 };

struct cluster {
    int16_t piece[CLUSTER_MOST]; /* cells, in their order */
    int16_t count;
    int16_t avatar; /* the first cell of its region */
};

struct clusters {
    struct steps *t;
    const struct search_limits *limits;
    int32_t layer; /* of the pieces */
    unsigned char piece;
    uint16_t *home_of;    /* by cell: how far it is to the nearest place */
    unsigned char *board; /* without pieces, without the avatar */
    struct flood flood,
        other;       /* of a cluster that is expanded, and of one that follows */
    uint64_t *known; /* a hash table of clusters; the lowest bit: it is lost */
    uint64_t count, room;
    struct cluster *node;
    uint64_t *key; /* by node */
    int32_t nodes, most;
    int64_t asked, spent,
        lost;  /* how often; nodes; how often one was: it must be worth it */
    bool home; /* some cluster comes apart, or home, or it is not decided */
    struct queue queue;
};

/* Whether this is such a game; *end: what ended that. */
bool clusters_start(struct clusters *, struct steps *, const struct rating *,
                    const unsigned char *board, enum search_end *end);

/* Whether everything that can be done can still be done where some pieces are taken away, but for moving
 * these. (clusters_fewer.c) */
bool clusters_fewer_do(const struct clusters *, const struct possible *);

/* The term that asks all pieces of one layer to be somewhere, or NULL. */
const struct rating_term *clusters_term(const struct rating *);

/* Whether the piece on this cell of a board holds others fast, or they it. */
enum search_end clusters_lost(struct clusters *, const unsigned char *board,
                              int32_t moved, int32_t avatar, bool *lost);

#endif
