/*
 * Sweeps at once in which the first match counts: whether a match would change what an earlier one
 * has changed.
 *
 *     down-left [ o | . ]  and then  down-right [ o | . ]
 *
 *     seen   o . o     o falls to the left    now   o . .     the other one would change the same
 *            # . #                                  # o #     cell: it clashes, and stays
 *
 * A cell has been changed where the board differs from what the run sees.
 */
#include "align_runs.h"

/* Whether layer k of this cell, a place of what the run sees, has been changed, and the value would
 * change it, too. */
static bool would_clash(const struct pattern_run *run, ptrdiff_t cell, int32_t k,
                        int value)
{
    const ptrdiff_t at = cell + k * run->board.layer;
    return run->seen[at] != run->board.first[at] && run->seen[at] != value;
}

static bool write_clashes(const struct pattern_run *run, const struct pattern_match *m,
                          const struct pattern_write *w, ptrdiff_t cell)
{
    if (w->what == PATTERN_CHOOSE) { /* whatever will be drawn */
        bool may = false;
        for (int32_t i = 0; i < w->choices; i++)
            may = may || would_clash(run, cell, w->choice[i].layer, w->choice[i].value);
        return may;
    }
    const int now = run->seen[cell + w->layer * run->board.layer];
    return would_clash(run, cell, w->layer, pattern_written(run, m->found, w, now));
}

/* The writes of n cells, one behind the other, from this one on. */
static bool cells_clash(const struct pattern_run *run, const struct pattern_match *m,
                        const struct pattern_writes *w, const unsigned char *seen,
                        int32_t n)
{
    const ptrdiff_t step =
        direction_rows[m->direction] * run->board.row + direction_cols[m->direction];
    for (ptrdiff_t cell = seen - run->seen; n > 0; cell += step, n--) {
        if (!pattern_is_cell(&run->board, run->board.first + cell)) return false;
        for (int32_t k = 0; k < w->count; k++)
            if (write_clashes(run, m, &w->write[k], cell)) return true;
    }
    return false;
}

static bool runs_clash(const struct pattern_run *run, const struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    struct laying laying;
    struct laid x;
    const ptrdiff_t step =
        direction_rows[m->direction] * run->board.row + direction_cols[m->direction];
    lay_first(&laying, m);
    while (lay_next(&laying, &x)) {
        const struct pattern_writes *w = &p->writes[x.left * p->cells + x.right];
        const unsigned char *cell = m->cell[x.left];
        if (w->count == 0 || cell == NULL) continue;
        if (cells_clash(run, m, w, cell + (x.first - x.begin) * step, x.length))
            return true;
    }
    return false;
}

static bool match_clashes(const struct pattern_run *run, struct pattern_match *m)
{
    const struct pattern *p = m->pattern;
    pattern_make_ready(run, m);
    if (p->runs) return runs_clash(run, m);
    for (int32_t i = 0; i < p->cells; i++) {
        if (p->writes[i].count == 0 || m->cell[i] == NULL) continue;
        if (cells_clash(run, m, &p->writes[i], m->cell[i], 1)) return true;
    }
    return false;
}

bool pattern_clashes(const struct pattern_run *run, struct pattern_match *m)
{
    struct pattern_finding room[GRID_DIRECTIONS];
    struct pattern_match *all[GRID_DIRECTIONS];
    const struct pattern *p = m->pattern;
    if (!p->rewrites) return false;
    if (!p->every) return match_clashes(run, m);
    const int32_t n = pattern_fits_ways(run, p, m->at, room, all);
    for (int32_t i = 0; i < n; i++)
        if (match_clashes(run, all[i])) return true;
    return false;
}
