/*
 * Where walks are no regions, most actions only carry who acts to the next piece. Of positions that
 * are equally far from the goal the one in which he is nearest to such a piece comes first.
 */
#include "rating_term.h"

enum { ACTORS = 8 };

/* The cells of those who act; how many. */
static int32_t find_actors(const struct rating *r, const unsigned char *board,
                           int32_t *cell)
{
    const struct model *m = r->m;
    int32_t n = 0;
    for (int32_t k = 0; k < m->layers; k++, board += m->cells) {
        if (kinds_none(&m->avatar[k])) continue;
        for (int32_t i = 0; i < m->cells && n < ACTORS; i++) {
            if (board[i] != m->blank[k] && kinds_has(&m->avatar[k], board[i]))
                cell[n++] = i;
        }
    }
    return n;
}

/* Whether a piece in a cell with these bits is one that the term asks for. */
static bool is_wanted(const struct rating_term *t, unsigned char bits)
{
    if (t->term->what == MODEL_NO) return bits == BOTH;
    return (bits & (t->piece != 0 ? t->piece : COUNTS)) != 0 && bits != BOTH;
}

int32_t rating_walk(const struct rating *r, const struct rating_term *t,
                    const unsigned char *board, int32_t open)
{
    int32_t actor[ACTORS];
    if (!r->walks || open <= 0) return 0;
    const int32_t actors = find_actors(r, board, actor), far = r->m->rows + r->m->cols;
    int32_t least = far;
    if (actors == 0) return 0;
    for (int32_t i = 0; i < r->cells; i++) {
        if (i + 8 <= r->cells && memcmp(t->bits + i, "\0\0\0\0\0\0\0", 8) == 0) {
            i += 7;
            continue;
        }
        if (t->bits[i] == 0 || !is_wanted(t, t->bits[i])) continue;
        for (int32_t k = 0; k < actors; k++) {
            const int32_t d = rows_and_columns(r->m, actor[k], i);
            if (d < least) least = d;
        }
    }
    return least < far ? least : 0;
}
