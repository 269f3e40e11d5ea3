/*
 * Backward from the goal, in games whose pieces are pushed about: from the positions in which all
 * pieces are at home, pieces are moved back to where the level has them.
 *
 *     ########
 *     #@ $  .#     the box is at home; then one cell left of it, with who pushes it behind it; ...
 *     ########
 *
 * **Whatever is met on this way can be solved,** so it never sees that pieces hold each other fast. A
 * level in which they must be brought out of each other's way before any is brought home is hard
 * forward: most that can be done is wrong. Backward these are the last few deeds.
 *
 * A way of a single piece (piece_ways.h) is taken back where its cells are free, and what the rules do
 * there then is just that way. The search is a strand of its own. It ends where it meets a position of
 * the forward one, from which its positions lead on to the goal.
 *
 * **It aims at a position that the forward strand has met soon,** the one in which who acts gets
 * farthest. Where he is shut in at first, few positions are near the root, and a search that aims at
 * it comes to many that are nearly the same and never meet one of them.
 */
#ifndef TESSERA_SEARCH_SOLVE_BACKWARD_H
#define TESSERA_SEARCH_SOLVE_BACKWARD_H

#include "clusters.h"
#include "piece_ways.h"
#include "strand.h"

struct solver;

struct backward {
    struct strand strand;
    struct clusters *k;
    struct piece_way *way; /* by the cell that they lead to */
    int32_t *first;        /* by cell, and behind the last one: its first way */
    uint16_t *between;  /* by a piece's cell and another one: how far it is from there */
    unsigned char *aim; /* by cell: a piece is there in the position that is aimed at */
    unsigned char *comes; /* by cell: a piece of the root may come there */
    int16_t *number;      /* by cell: of the piece there, in `pairs` */
    struct assignment
        pairs;    /* of the position that is expanded, with the cells that are aimed at */
    int32_t open; /* in it: pieces that are elsewhere */
    bool same;    /* what follows from it was asked for what is new in it */
    unsigned char *here, *before, *after; /* boards */
    /* A position of both strands, once there is one. */
    bool joined;
    int32_t forward, backward;
};

/* Lets the goals wait. False: not in this game; or *end says what ended that. (backward_start.c) */
bool backward_start(struct backward *, struct solver *, enum search_end *end);

/* Adds the position in x->to to the strand, unless it was met. */
enum search_end backward_add(struct solver *, int32_t parent, const struct rated *);

/* Rates the board b->here. */
struct rated backward_rate(struct solver *);

/* Makes x->to, which has the board `had`, the position of this one, whose region is flooded by s->other
 * from this cell of who acts. */
void backward_make(struct solver *, unsigned char *board, int32_t avatar,
                   const unsigned char *had);

/* Takes back what can have led to a position of this strand. */
enum search_end backward_expand(struct solver *, int32_t number);

/* Looks whether a position of the forward strand is met by both. */
void backward_meet(struct backward *, const struct state *, int32_t forward);

/* Goes on from the joint to the goal, if there is one: s->found. */
enum search_end backward_join(struct solver *);

#endif
