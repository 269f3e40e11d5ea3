/*
 * Where walks are no regions, most actions only carry who acts to the next piece. Of positions that
 * are equally far from the goal the one in which he is nearest to such a piece comes first.
 */
#include "rating_term.h"

static bool is_zero(const unsigned char *eight)
{
    uint64_t word;
    memcpy(&word, eight, sizeof word);
    return word == 0;
}

void rating_find_actors(struct rating *r, const unsigned char *board)
{
    const struct model *m = r->m;
    r->actors = 0;
    for (int32_t k = 0; k < m->layers && r->walks; k++, board += m->cells) {
        if (kinds_none(&m->avatar[k])) continue;
        for (int32_t i = 0; i < m->cells && r->actors < RATING_ACTORS; i++) {
            if (m->blank[k] == 0 && i + 8 <= m->cells && is_zero(board + i))
                i += 7;
            else if (board[i] != m->blank[k] && kinds_has(&m->avatar[k], board[i]))
                r->actor[r->actors++] = i;
        }
    }
}

/* Whether somebody acts in a cell of a board. */
static bool acts_in(const struct model *m, const unsigned char *board, int32_t cell)
{
    for (int32_t k = 0; k < m->layers; k++) {
        const int value = board[(size_t)k * (size_t)m->cells + (size_t)cell];
        if (value != m->blank[k] && kinds_has(&m->avatar[k], value)) return true;
    }
    return false;
}

void rating_change_actors(struct rating *r, const unsigned char *board,
                          const int32_t *changed, int32_t n)
{
    if (!r->walks) return;
    int32_t count = r->set_actors;
    memcpy(r->actor, r->set_actor, sizeof r->actor);
    for (int32_t i = 0; i < n && count <= RATING_ACTORS; i++) {
        for (int32_t k = count; k-- > 0;)
            if (r->actor[k] == changed[i]) r->actor[k] = r->actor[--count];
        if (!acts_in(r->m, board, changed[i])) continue;
        if (count < RATING_ACTORS) r->actor[count] = changed[i];
        count++;
    }
    r->actors = count;
    if (r->set_actors == RATING_ACTORS || count > RATING_ACTORS)
        rating_find_actors(r, board);
}

/* Whether a piece in a cell with these bits is one that the term asks for. */
static bool is_wanted(const struct rating_term *t, unsigned char bits)
{
    if (t->term->what == MODEL_NO) return bits == BOTH;
    return (bits & (t->piece != 0 ? t->piece : COUNTS)) != 0 && bits != BOTH;
}

int32_t rating_walk(const struct rating *r, const struct rating_term *t, int32_t open)
{
    const int32_t far = r->m->rows + r->m->cols;
    int32_t least = far;
    if (!r->walks || open <= 0 || r->actors == 0) return 0;
    for (int32_t i = 0; i < r->cells; i++) {
        if (i + 8 <= r->cells && is_zero(t->bits + i)) {
            i += 7;
            continue;
        }
        if (t->bits[i] == 0 || !is_wanted(t, t->bits[i])) continue;
        for (int32_t k = 0; k < r->actors; k++) {
            const int32_t d = rows_and_columns(r->m, r->actor[k], i);
            if (d < least) least = d;
        }
    }
    return least < far ? least : 0;
}
