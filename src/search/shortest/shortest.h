/*
 * Searches over all reachable positions, for any game of the protocol: counting them,
 * shortest lines to a goal, statistics.
 *
 *     search_shortest(x, p, &goal, &found)     found: 250, the goal's number; or NOT_FOUND
 *     search_line(x, p, 250, line)             the actions from the root, visited_depth(p, 250)
 *
 * The line is not kept while the search runs: each of its actions is found by trying the
 * actions of the position before. The methods: breadth first (in threads: rounds.h) or A*
 * (shortest.c), from both sides (bidirectional.c), in the memory of one line
 * (ida_star.c).
 */
#ifndef TESSERA_SEARCH_SHORTEST_SHORTEST_H
#define TESSERA_SEARCH_SHORTEST_SHORTEST_H

#include "search/successors.h"
#include "search/store/visited.h"

/* Starts the visited positions with the root. SEARCH_GOES_ON or SEARCH_MEMORY. */
enum search_end search_begin(struct successors *, struct visited *, enum visited_parents);

/* Expands position `number`, which must be in x->from: adds its successors to the visited
 * positions. For each successor calls `each` if not NULL, with its number and whether it
 * is new. Any other answer than SEARCH_GOES_ON ends the search. */
enum search_end search_follow(struct successors *x, struct visited *, int32_t number,
                              enum search_end (*each)(void *with, int32_t next, bool new),
                              void *with);

/* Counts the positions that are first reached after k = 0 .. *depth actions, breadth
 * first, in counts[k]. If a limit ends the search, *depth becomes the last depth whose
 * count is complete. */
enum search_end search_walk(struct successors *, struct visited *, int32_t *depth,
                            int64_t *counts);

struct goal {
    /* 1 if the position is a goal, 0 if not, less than 0 on an error. */
    int (*reached)(void *with, const struct state *);
    /* The heuristic of A*: a lower bound of the actions left to a goal; less than 0 on an
     * error. NULL: search breadth first. */
    int64_t (*at_least)(void *with, const struct state *);
    void *with;
    bool
        anywhere; /* any thread may call `reached`, which holds only where a game is over */
};

enum { NOT_FOUND = -1 };

/* Finds a shortest line to a goal, by A* (Hart, Nilsson and Raphael, 1968)
 * or, without at_least, breadth first. *found is the number of the goal's
 * position (see search_line), or NOT_FOUND; after SEARCH_DONE that proves
 * that no goal can be reached. */
enum search_end search_shortest(struct successors *, struct visited *,
                                const struct goal *, int32_t *found);

/* The same by IDA*, or, without at_least, by iterative deepening: in the memory of one
 * line and a table of at most `table` bytes (ida_star.c). *count is the number of actions
 * in *line, or NOT_FOUND. Positions are not told apart for good: one may be expanded many
 * times, and a proof that there is no goal may take longer than anyone waits. */
enum search_end search_ida_star(struct successors *, const struct goal *, size_t table,
                                const action **line, int32_t *count);

/* The same from both sides, each breadth first (Pohl, 1971), in a game with `reverse`:
 * from the root, and backward from the goals, `count` states of the root's shape. Memory
 * for their positions is taken for `back`. *found is the position where both met in
 * `front`, *other the same in `back`; then search_line_between writes the line, which is
 * as long as both depths. NOT_FOUND after SEARCH_DONE proves that no goal can be reached,
 * if `reverse` finds all positions before another. (bidirectional.c) */
enum search_end search_bidirectional(struct successors *, struct visited *front,
                                     struct visited *back,
                                     const struct state *const *goals, int32_t count,
                                     int32_t *found, int32_t *other);
enum search_end search_line_between(struct successors *, struct visited *front,
                                    int32_t found, struct visited *back, int32_t other,
                                    action *line);

/* Finds the action that leads from x->from to a position, which is then in x->to. Returns
 * as search_line does. */
enum search_end search_action(struct successors *, struct visited *, int32_t number,
                              action *by);

/* Writes the actions that lead from the root to a position, or, with images, to an image
 * of it, which is then in x->from: as many as its depth. Finds
 * each by trying the actions of the position before, so positions need not keep it.
 * SEARCH_GOES_ON unless a rule fails; SEARCH_DONE if no action leads to the position any
 * more, because the rules depend on something outside of the state. */
enum search_end search_line(struct successors *, struct visited *, int32_t number,
                            action *line);

/* Statistics over all reachable positions. Goals are not expanded. */
struct statistics {
    int64_t positions;
    int64_t actions; /* all actions in all positions that lead to another position */
    int64_t inner;   /* positions that have such an action */
    int64_t goals;
    int64_t dead_ends;    /* positions from which no goal can be reached */
    int64_t live_actions; /* the actions in positions that are no dead ends ... */
    int64_t losing;       /* ... and those of them that lead to a dead end */
    int32_t length;       /* of the shortest solution, or NOT_FOUND */
    int64_t solutions;    /* how many have that length, at most STATE_COUNT_MAX */
    int32_t bottlenecks;  /* positions on all of these, between the root and the goal */
};

/* Computes the statistics, which hold only after SEARCH_DONE (statistics.c). */
enum search_end search_statistics(struct successors *, struct visited *,
                                  const struct goal *, struct statistics *);

enum { SEARCH_LENGTH_MAX = 100000 };

/* Calls `take` for each shortest line to a goal, at most max of them, in the order of
 * their actions. `line` has room for SEARCH_LENGTH_MAX actions. In `out` only `length`
 * and `solutions`, the number of all these lines, hold. Any answer of `take` other than
 * SEARCH_GOES_ON ends the search. (statistics.c) */
enum search_end search_all_shortest(
    struct successors *, struct visited *, const struct goal *, struct statistics *out,
    action *line, int64_t max,
    enum search_end (*take)(void *with, const action *line, int32_t count));

#endif
