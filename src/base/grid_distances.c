/*
 * Ways over a grid: how many steps it is to each cell, and the first step of a shortest way.
 */
#include "grid_rules.h"

bool grid_distances(const struct grid *g, const struct kinds *through, int directions,
                    int32_t *distance, struct place *list, int32_t sources,
                    struct place until)
{
    for (int32_t next = 0; next < sources; next++) {
        const struct place at = list[next];
        const int32_t far = distance[(ptrdiff_t)at.row * g->cols + at.col] + 1;
        for (int left = directions; left != 0; left &= left - 1) {
            const struct place p =
                place_step(at, (enum direction)__builtin_ctz((unsigned)left));
            if (!grid_inside(g, p)) continue;
            int32_t *met = &distance[(ptrdiff_t)p.row * g->cols + p.col];
            if (*met >= 0) continue;
            const bool end = p.row == until.row && p.col == until.col;
            if (!end && !kinds_has(through, *grid_at(g, p))) continue;
            *met = far;
            if (end) return true;
            list[sources++] = p;
        }
    }
    return false;
}

enum direction grid_nearer(const struct grid *g, const struct kinds *kinds,
                           int directions, const int32_t *distance, struct place at)
{
    int32_t least = distance[(ptrdiff_t)at.row * g->cols + at.col];
    enum direction best = GRID_DIRECTIONS;
    if (least < 0) least = INT32_MAX;
    for (int left = directions; left != 0; left &= left - 1) {
        const enum direction d = (enum direction)__builtin_ctz((unsigned)left);
        const struct place p = place_step(at, d);
        if (!grid_inside(g, p)) continue;
        const int32_t far = distance[(ptrdiff_t)p.row * g->cols + p.col];
        if (far < 0 || far >= least || !kinds_has(kinds, *grid_at(g, p))) continue;
        least = far;
        best = d;
    }
    return best;
}
