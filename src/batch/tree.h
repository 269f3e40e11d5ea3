/*
 * One tree of a search that is told what positions are worth (PUCT, as in AlphaZero: Silver and others,
 * 2017): nodes, edges, which leaf is next, and what its value changes. It knows no game.
 *
 *     node 0, the root    edges: action 3, prior 0.6, tried 5 times  -> node 1
 *                                action 4, prior 0.4, tried once     -> node 2
 *
 * A node is made when a walk comes to it, and has edges once it has been judged. A child lies behind its
 * parent, and its edges behind those of the nodes before it: so a part of a tree moves to the front in
 * place.
 *
 * Values and rewards have `shares` numbers. With 1 they are those of player 0, and what is good for
 * player 1 is negative; with more there is one for each player, and nodes and edges sum up that of who
 * is to move at the node.
 */
#ifndef TESSERA_BATCH_TREE_H
#define TESSERA_BATCH_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TREE_NONE = -1 };

struct tree_edge {
    int32_t action; /* its number in the space of actions */
    int32_t child;  /* or TREE_NONE */
    int32_t visits;
    int32_t away; /* of these visits have not come back: each counts as lost */
    float prior;
    float sum; /* of the values of the other visits */
};

struct tree_node {
    int32_t edge, edges; /* its first edge; how many, 0 before it is judged */
    int32_t visits;      /* that came back */
    int32_t sent;        /* visits of all its edges */
    int32_t player;      /* to move, from 0; TREE_NONE: the game is over */
    float sum;           /* of the values of its visits */
    bool judged, waits;  /* waits: it is being judged */
};

struct tree {
    struct tree_node *node;
    struct tree_edge *edge;
    float *reward; /* [node][share] of the action that led there */
    int32_t shares;
    int32_t nodes, most; /* in use; at most */
    int32_t edges, room; /* in use; at most */
    int32_t held;        /* edges that nodes which wait will take */
    /* The least and the greatest mean of an edge so far; low > high: none. */
    float low, high;
};

/* A way from the root: `depth` edges, the nodes before and behind them, and what each edge brought. */
struct tree_way {
    int32_t depth;
    int32_t *node, *edge;
    float *reward; /* [depth][share] */
};

/* The number of a share that counts for a player, and its sign. */
static inline int32_t tree_share(const struct tree *t, int32_t player)
{
    return t->shares > 1 && player > 0 ? player : 0;
}

static inline float tree_side(const struct tree *t, int32_t player)
{
    return t->shares == 1 && player == 1 ? -1.0F : 1.0F;
}

/* Chooses for `player` among the edges of a judged node the one to walk on; `possible` by action, or
 * NULL: all are. Returns its number, or TREE_NONE if none is possible. `scaled`: values are brought
 * into -1 .. 1 by the least and the greatest one met. */
int32_t tree_choose(const struct tree *, int32_t node, int32_t player, float exploration,
                    bool scaled, const unsigned char *possible);

/* Adds a node; the tree is not full. */
int32_t tree_add(struct tree *, int32_t player, const float *reward);

/* Gives a node its edges, for which there is room: one for each possible action; with `all` for each.
 * Priors need not add up to 1; those that are negative or not finite count as 0, and if all of possible
 * actions are 0, all are equal. */
void tree_unfold(struct tree *, int32_t node, const unsigned char *possible,
                 const float *priors, int32_t actions, bool all);

/* A visit is on its way; it is called back, as if it had not been sent. */
void tree_send(struct tree *, const struct tree_way *);
void tree_recall(struct tree *, const struct tree_way *);

/* A visit comes back with this value of the node where it ended; `value` becomes that of the root. */
void tree_back(struct tree *, const struct tree_way *, float *value, float discount);

/* Mixes the priors of the root with noise of Dirichlet's distribution. */
void tree_add_noise(struct tree *, float share, float alpha, uint64_t *rng);

/* Keeps what is below a node, which becomes the root. `map` has room for all nodes; `moved(with, from,
 * to)` is told where a node comes to lie, in order, so that nothing is lost. */
void tree_keep(struct tree *, int32_t root, int32_t *map,
               void (*moved)(void *with, int32_t from, int32_t to), void *with);

#endif
