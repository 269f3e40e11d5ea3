/*
 * IDA* (Korf, 1985) over a game of exchanges, on a board of bytes: an exchange is two of them, and
 * the change of one table's entry. The tables grow with the work: single distances for what is
 * easy, so that no one waits for tables that are not needed.
 */
#include "additive.h"
#include "optimal.h"

enum { LINE_MOST = 1024, NODES_EACH = 1 << 12, NO_BOUND = INT32_MAX };

/* As many orders are few; so many nodes are tried then, and so many more for each of them. */
enum { FEW_ORDERS = 1 << 21, FEW_NODES = 1 << 16, DIVES = 16 };

/* With tables up to so many entries, so many nodes are tried. */
static const struct stage {
    uint32_t entries;
    int64_t nodes;
} stages[] = {
    {EXCHANGE_MOST, 1 << 22}, {1 << 20, INT64_C(1) << 25}, {1 << 24, INT64_MAX}};

enum { STAGES = sizeof stages / sizeof *stages };

struct deepening {
    struct successors *x;
    struct solve *solve;
    const struct exchange *e;
    struct additive tables;
    unsigned char piece[EXCHANGE_MOST];
    uint32_t index[EXCHANGE_MOST + 1]; /* by pattern; the last one is of pieces of none */
    struct moved {
        const uint8_t *table;
        uint32_t *index;
        uint32_t weight;
    } moved[EXCHANGE_MOST]; /* by kind: what changes when it moves */
    int64_t left;           /* nodes until limits are asked */
    int64_t stage_left;
    int32_t bound, next;
    bool never;                    /* a table says that there is no line */
    int32_t depth;                 /* of the line that was found */
    unsigned char line[LINE_MOST]; /* the cells that the gap went to */
    enum search_end end;
};

enum dived { DIVED, FOUND, ENDED };

/* Counts some nodes, and asks the limits. */
static bool goes_on(struct deepening *d)
{
    struct search_progress *progress = &d->x->progress;
    const int64_t left = d->x->limits->nodes - progress->nodes,
                  some = left < NODES_EACH ? left : NODES_EACH;
    if (some <= 0) d->end = SEARCH_NODES;
    if (some <= 0) return false;
    progress->nodes += some;
    progress->generated += some;
    d->stage_left -= some;
    d->left = some;
    if (search_stops(d->x->limits, progress)) d->end = SEARCH_STOPPED;
    return d->end == SEARCH_GOES_ON && d->stage_left > 0;
}

/* Looks from here on within the bound. `from`: where the gap came from. */
static enum dived dive(struct deepening *d, int32_t gap, int32_t from, int32_t depth,
                       int32_t rest)
{
    if (--d->left <= 0 && !goes_on(d)) return ENDED;
    if (rest == 0 && exchange_is_goal(d->e, d->piece)) {
        d->depth = depth;
        return FOUND;
    }
    const struct exchange_way *way = d->e->way[gap], *last = way + d->e->ways[gap];
    for (; way < last; way++) {
        const int32_t to = way->from, kind = d->piece[to];
        if (to == from || !(way->pieces >> kind & 1)) continue;
        const struct moved *m = &d->moved[kind];
        const uint32_t index = *m->index,
                       moved = index + (uint32_t)(gap - to) * m->weight;
        const int32_t after = m->table[moved], now = rest - m->table[index] + after;
        if (depth + 1 + now > d->bound) {
            if (depth + 1 + now < d->next && after != ADDITIVE_FAR)
                d->next = depth + 1 + now;
            continue;
        }
        d->piece[gap] = (unsigned char)kind;
        d->piece[to] = 0;
        *m->index = moved;
        d->line[depth] = (unsigned char)to;
        const enum dived dived = dive(d, to, gap, depth + 1, now);
        *m->index = index;
        d->piece[to] = (unsigned char)kind;
        d->piece[gap] = 0;
        if (dived != DIVED) return dived;
    }
    return DIVED;
}

/* Begins with tables of another size. */
static enum search_end set_tables(struct deepening *d, int stage)
{
    static const uint8_t nothing[1] = {0};
    struct successors *x = d->x;
    d->stage_left = stages[stage].nodes;
    struct additive more;
    enum search_end end = additive_make(&more, d->e, x->limits, &x->progress,
                                        stages[stage].entries, d->solve->tables);
    if (end == SEARCH_MEMORY && stage > 0) {
        d->stage_left = INT64_MAX; /* those that there are have to do */
        return SEARCH_GOES_ON;
    }
    if (end != SEARCH_GOES_ON) return end;
    additive_free(&d->tables, x->limits);
    d->tables = more;
    const int32_t none = d->tables.patterns;
    for (int32_t i = 0; i < none; i++)
        d->index[i] = additive_index(&d->tables, i, d->e->start);
    d->index[none] = 0;
    for (int32_t k = 0; k < d->e->kinds; k++) {
        const int32_t of = d->tables.of[k] < 0 ? none : d->tables.of[k];
        d->moved[k] = (struct moved){of == none ? nothing : d->tables.pattern[of].table,
                                     &d->index[of], d->tables.weight[k]};
    }
    return SEARCH_GOES_ON;
}

/* Whether a table knows no way; *never: because there is none. */
static bool is_far(const struct deepening *d, bool *never)
{
    bool far = false;
    *never = false;
    for (int32_t i = 0; i < d->tables.patterns; i++) {
        const struct additive_pattern *p = &d->tables.pattern[i];
        if (p->table[d->index[i]] != ADDITIVE_FAR) continue;
        far = true;
        *never = *never || p->complete;
    }
    return far;
}

/* Deepens until there is a line, or the tables of a stage have served, or nothing is left within the
 * longest line. *found: there is one. */
static enum search_end deepen(struct deepening *d, bool *found)
{
    int32_t gap = 0;
    while (d->e->start[gap] != 0) gap++;
    const int32_t rest = additive_rest(&d->tables, d->e->start);
    if (d->bound < rest) d->bound = rest;
    for (;;) {
        if (d->bound >= LINE_MOST) return SEARCH_GOES_ON;
        if (d->solve->lower < d->bound) d->solve->lower = d->bound;
        d->x->progress.depth = d->bound;
        d->next = NO_BOUND;
        memcpy(d->piece, d->e->start, sizeof d->piece);
        const enum dived dived = dive(d, gap, -1, 0, rest);
        *found = dived == FOUND;
        if (dived != DIVED) return d->end;
        d->bound = d->next;
    }
}

/* Where there are few orders, as many pieces are alike, the ways to each are many: then a search that
 * remembers positions soon knows more. */
static enum search_end search(struct deepening *d, bool *found)
{
    enum search_end end = SEARCH_GOES_ON;
    const int64_t orders = exchange_orders(d->e, FEW_ORDERS);
    const int last = orders <= FEW_ORDERS ? 1 : STAGES;
    *found = false;
    for (int stage = 0; end == SEARCH_GOES_ON && !*found && stage < last; stage++) {
        end = set_tables(d, stage);
        if (end != SEARCH_GOES_ON) break;
        const int64_t few = FEW_NODES + orders * DIVES;
        if (last == 1 && few < d->stage_left) d->stage_left = few;
        if (is_far(d, &d->never)) break;
        end = deepen(d, found);
    }
    additive_free(&d->tables, d->x->limits);
    return end;
}

/* ---- the line by the rules ---- */

/* Plays the action after which the board is as it has to be, in x->from. *by: it; *found. */
static enum search_end play(struct deepening *d, const struct model *m,
                            const unsigned char *wanted, unsigned char *board, action *by,
                            bool *found)
{
    struct successors *x = d->x;
    enum search_end end = successors_list_again(x);
    *found = false;
    for (int i = 0; end == SEARCH_GOES_ON && !*found && i < x->count; i++) {
        end = successors_enter(x, x->list[i]);
        if (end != SEARCH_GOES_ON) break;
        m->read(x->game, x->to, board);
        *found = memcmp(board, wanted, (size_t)m->layers * (size_t)m->cells) == 0;
        *by = x->list[i];
    }
    if (*found) memcpy(x->from, x->to, x->to->size);
    return end;
}

/* Makes actions of the exchanges; *right: they are a line to the goal by the rules. */
static enum search_end replay(struct deepening *d, const struct model *m, action *line,
                              unsigned char *boards, bool *right)
{
    struct successors *x = d->x;
    const struct exchange *e = d->e;
    unsigned char *board = boards + (size_t)m->layers * (size_t)m->cells;
    int32_t gap = 0;
    while (e->start[gap] != 0) gap++;
    memcpy(x->from, x->root, x->root->size);
    m->read(x->game, x->root, boards);
    enum search_end end = SEARCH_GOES_ON;
    *right = true;
    for (int32_t i = 0; end == SEARCH_GOES_ON && *right && i < d->depth; i++) {
        const int32_t to = d->line[i];
        const unsigned char gap_value = boards[e->at[gap]];
        boards[e->at[gap]] = boards[e->at[to]];
        boards[e->at[to]] = gap_value;
        gap = to;
        end = play(d, m, boards, board, &line[i], right);
    }
    if (end != SEARCH_GOES_ON || !*right) return end;
    const int is = d->solve->goal->reached(d->solve->goal->with, x->from);
    *right = is > 0;
    return is < 0 ? SEARCH_FAILED : SEARCH_GOES_ON;
}

static enum search_end tell_line(struct deepening *d, const struct model *m,
                                 bool *answered)
{
    const struct search_limits *limits = d->x->limits;
    action *line = search_resize(limits, NULL, (uint64_t)d->depth + 1, sizeof *line);
    unsigned char *boards =
        search_resize(limits, NULL, 2 * (uint64_t)m->layers, (size_t)m->cells);
    if (line == NULL || boards == NULL) return SEARCH_MEMORY;
    enum search_end end = replay(d, m, line, boards, answered);
    search_free(limits, boards);
    if (end != SEARCH_GOES_ON || !*answered) return end;
    struct solve *s = d->solve;
    s->line = line;
    s->count = d->depth;
    s->cost = s->lower = d->depth;
    s->proven = SOLVE_OPTIMAL;
    s->method = "IDA*";
    return SEARCH_DONE;
}

/* Tells that there is no line, if that is known; `never`: a table says so. */
static bool tell_unsolvable(struct solve *s, const struct exchange *e, bool never)
{
    const char *why = NULL;
    if (exchange_is_odd(e))
        why = "each action exchanges two pieces, which reaches one half of all orders: "
              "the goal is in the other half";
    else if (never)
        why = "some pieces of the goal cannot get to their places together";
    if (why == NULL) return false;
    s->proven = SOLVE_UNSOLVABLE;
    s->method = "exchanges";
    struct text t = text_into(s->why, sizeof s->why);
    text_string(&t, why);
    return true;
}

enum search_end optimal_exchanges(struct successors *x, struct solve *s,
                                  const struct model *m, bool *answered)
{
    *answered = false;
    unsigned char *board =
        search_resize(x->limits, NULL, (uint64_t)m->layers, (size_t)m->cells);
    struct exchange *e = search_resize(x->limits, NULL, 1, sizeof *e);
    struct deepening *d = search_resize(x->limits, NULL, 1, sizeof *d);
    if (board == NULL || e == NULL || d == NULL) return SEARCH_MEMORY;
    memset(d, 0, sizeof *d);
    d->x = x;
    d->solve = s;
    d->e = e;
    m->read(x->game, x->root, board);
    bool read, found = false;
    enum search_end end = exchange_read(e, m, x->limits, &x->progress, board, &read);
    if (end == SEARCH_GOES_ON && read && e->goals > 0) {
        *answered = tell_unsolvable(s, e, false);
        if (!*answered && s->optimal && s->counter == NULL) end = search(d, &found);
        if (d->never) *answered = tell_unsolvable(s, e, true);
        if (end == SEARCH_GOES_ON && found) end = tell_line(d, m, answered);
    }
    search_free(x->limits, board);
    search_free(x->limits, e);
    search_free(x->limits, d);
    return end;
}
