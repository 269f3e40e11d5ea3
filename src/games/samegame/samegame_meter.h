/*
 * Counts the nodes of a search and checks its limits, for SameGame's own searches. `end`
 * says whether to go on, so a search in several functions needs no result to pass up:
 *
 *     while (meter_runs(&m) && meter_expand(&m)) { ... meter_generate(&m); }
 *     return m.end;
 */
#ifndef TESSERA_SAMEGAME_METER_H
#define TESSERA_SAMEGAME_METER_H

#include "search/search.h"

struct meter {
    const struct search_limits *limits;
    struct search_progress *progress;
    enum search_end end; /* SEARCH_GOES_ON until something ends the search */
    int64_t nodes;       /* the limit of nodes */
};

static inline void meter_start(struct meter *m, const struct search_limits *limits,
                               struct search_progress *progress)
{
    enum search_end end = limits->nodes > 0 ? SEARCH_GOES_ON : SEARCH_NODES;
    *progress = (struct search_progress){0};
    *m = (struct meter){limits, progress, end, limits->nodes};
}

static inline bool meter_runs(const struct meter *m)
{
    return m->end == SEARCH_GOES_ON;
}

static inline void meter_reach(struct meter *m, int32_t depth)
{
    if (depth > m->progress->depth) m->progress->depth = depth;
}

/* Counts a position that is expanded; false if the search ends. */
static inline bool meter_expand(struct meter *m)
{
    if (m->progress->nodes >= m->nodes) m->end = SEARCH_NODES;
    if (meter_runs(m)) m->progress->nodes++;
    return meter_runs(m);
}

/* Counts a successor. */
static inline void meter_generate(struct meter *m)
{
    m->progress->generated++;
    if (search_stops(m->limits, m->progress)) m->end = SEARCH_STOPPED;
}

/* Counts the moves of a line: positions with one successor each. */
static inline void meter_count(struct meter *m, int64_t moves)
{
    struct search_progress *p = m->progress;
    p->nodes += moves;
    p->generated += moves;
    if (p->nodes >= m->nodes) m->end = SEARCH_NODES;
    if (search_stops(m->limits, p)) m->end = SEARCH_STOPPED;
}

#endif
