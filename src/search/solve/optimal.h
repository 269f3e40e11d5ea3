/*
 * A shortest line, and the proof of it (search_solve with `optimal`).
 *
 *     exchanges      sliding tiles: IDA* with additive pattern databases (exchange.h, additive.h)
 *     few positions  breadth first: Klotski, Rush Hour
 *     else           A* by proven distances of single pieces, also by a counter: pushes (cheapest.h)
 */
#ifndef TESSERA_SEARCH_SOLVE_OPTIMAL_H
#define TESSERA_SEARCH_SOLVE_OPTIMAL_H

#include "solver.h"

/* Answers s->solve, whose answer is set to nothing; the model has been asked for. */
enum search_end optimal_solve(struct solver *s);

/* Answers it if the game is one of exchanges: where there is no line for their number alone, that;
 * with `optimal` a line. *answered: nothing is left to do. (exchange_line.c) */
enum search_end optimal_exchanges(struct successors *, struct solve *,
                                  const struct model *, bool *answered);

#endif
