/*
 * Invariant: for every piece i and place j, cost(i, j) - row[i] - column[j] is at least 0, and 0
 * where place j is given to piece i.
 */
#include "assignment.h"

static inline int32_t cost(const struct assignment *a, int32_t i, int32_t j)
{
    if (a->piece[i] == NULL || a->place[j] < 0) return 0;
    const uint16_t d = a->piece[i][a->place[j]];
    return d == DISTANCE_FAR ? ASSIGNMENT_NEVER : d;
}

/* Gives a piece that has none a place, along the cheapest chain of others that move up. */
static void augment(struct assignment *a, int32_t piece)
{
    int32_t least[ASSIGNMENT_MOST] = {0};
    int16_t before[ASSIGNMENT_MOST] = {0}; /* on the chain; -1: the new piece */
    bool seen[ASSIGNMENT_MOST] = {false};
    int32_t chain[ASSIGNMENT_MOST] = {0}, n = 0, last = -1, i = piece;
    for (int32_t j = 0; j < a->n; j++) {
        least[j] = INT32_MAX;
        before[j] = -1;
    }
    do {
        int32_t step = INT32_MAX, next = -1;
        for (int32_t j = 0; j < a->n; j++) {
            if (seen[j]) continue;
            const int32_t c = cost(a, i, j) - a->row[i] - a->column[j];
            if (c < least[j]) {
                least[j] = c;
                before[j] = (int16_t)last;
            }
            if (least[j] < step) {
                step = least[j];
                next = j;
            }
        }
        a->row[piece] += step;
        for (int32_t k = 0; k < n; k++) {
            a->row[a->of[chain[k]]] += step;
            a->column[chain[k]] -= step;
        }
        for (int32_t j = 0; j < a->n; j++) {
            if (!seen[j]) least[j] -= step;
        }
        seen[next] = true;
        chain[n++] = last = next;
        i = a->of[next];
    } while (i >= 0);
    for (int32_t j = last; j >= 0; j = before[j]) {
        a->of[j] = before[j] < 0 ? (int16_t)piece : a->of[before[j]];
    }
}

static void add_up(struct assignment *a)
{
    a->sum = 0;
    for (int32_t j = 0; j < a->n; j++) a->sum += cost(a, a->of[j], j);
}

/* Gives each piece its nearest place, if that is free. */
static void give_places(struct assignment *a, bool *given)
{
    for (int32_t i = 0; i < a->n; i++) {
        int32_t best = 0, least = INT32_MAX;
        for (int32_t j = 0; j < a->n; j++) {
            const int32_t c = cost(a, i, j);
            if (c > least || (c == least && a->of[best] < 0)) continue;
            best = j;
            least = c;
        }
        a->row[i] = least;
        given[i] = a->of[best] < 0;
        if (given[i]) a->of[best] = (int16_t)i;
    }
}

/* Gives each place its nearest piece, if that has none. */
static void give_pieces(struct assignment *a, bool *given)
{
    for (int32_t j = 0; j < a->n; j++) {
        int32_t best = 0, least = INT32_MAX;
        for (int32_t i = 0; i < a->n; i++) {
            const int32_t c = cost(a, i, j);
            if (c > least || (c == least && !given[best])) continue;
            best = i;
            least = c;
        }
        a->column[j] = least;
        if (!given[best]) a->of[j] = (int16_t)best;
        given[best] = true;
    }
}

/* Begins with what is nearest: for the side of which all have to get something, as whatever is
 * left over is near to everything. */
void assignment_make(struct assignment *a)
{
    bool given[ASSIGNMENT_MOST] = {false};
    for (int32_t i = 0; i < a->n; i++) {
        a->row[i] = a->column[i] = 0;
        a->of[i] = -1;
    }
    if (a->n > 0 && a->place[a->n - 1] < 0)
        give_pieces(a, given);
    else
        give_places(a, given);
    for (int32_t i = 0; i < a->n; i++) {
        if (!given[i]) augment(a, i);
    }
    add_up(a);
}

void assignment_move(struct assignment *a, int32_t piece)
{
    int32_t j = 0, least = INT32_MAX;
    while (a->of[j] != piece) j++;
    a->of[j] = -1;
    for (j = 0; j < a->n; j++) {
        const int32_t c = cost(a, piece, j) - a->column[j];
        if (c < least) least = c;
    }
    a->row[piece] = least;
    augment(a, piece);
    add_up(a);
}
