/*
 * One environment of a batch: saving, loading and copying it.
 *
 *     environment 1            the format and its version
 *     level 1                  from 1
 *     stream -81927            its random numbers
 *     seed 7
 *     length 12
 *     over 0                   1: terminated, 2: truncated
 *     outcome -1
 *     sum 1065353216           a float's bits, for each share of the rewards
 *     tessera sokoban 1        the state (game/save.h)
 */
#include "game/save.h"
#include "worker.h"

static void fields(struct batch *b, int32_t i, struct archive *a)
{
    struct batch_environment *e = &b->environment[i];
    int32_t version = 1, level = e->level + 1, over = e->terminated + 2 * e->truncated;
    archive_int32(a, "environment", &version, 1, 1);
    archive_int32(a, "level", &level, 1, b->game->levels);
    archive_bits(a, "stream", &e->rng);
    archive_bits(a, "seed", &e->seed);
    archive_int32(a, "length", &e->length, 0, INT32_MAX);
    archive_int32(a, "over", &over, 0, 2);
    archive_int32(a, "outcome", &e->outcome, -1, INT16_MAX);
    for (int32_t p = 0; p < b->shares; p++) {
        float *sum = &b->sum[(size_t)i * (size_t)b->shares + (size_t)p];
        int32_t bits;
        memcpy(&bits, sum, sizeof bits);
        archive_int32(a, "sum", &bits, INT32_MIN, INT32_MAX);
        memcpy(sum, &bits, sizeof bits);
    }
    if (a->in == NULL) return;
    e->level = level - 1;
    e->terminated = over == 1;
    e->truncated = over == 2;
}

void batch_save(struct batch *b, int32_t i, struct text *out)
{
    struct archive a = {.out = out};
    fields(b, i, &a);
    save_state(b->game->game, batch_state(b, i), out);
}

/* The level with this shape: the one that is asked for first, if it has. */
static int32_t level_of(const struct batch_game *g, const int32_t *shape, int32_t first)
{
    const size_t bytes = SHAPE_MAX * sizeof *shape;
    if (memcmp(g->level[first].start->shape, shape, bytes) == 0) return first;
    int32_t k = 0;
    while (k < g->levels && memcmp(g->level[k].start->shape, shape, bytes) != 0) k++;
    return k < g->levels ? k : -1;
}

static bool load_state(struct batch *b, int32_t level, struct reader *in, int32_t *found)
{
    const struct batch_game *g = b->game;
    struct batch_worker *w = &b->worker[0];
    int32_t shape[SHAPE_MAX] = {0};
    if (!load_shape(g->game, in, shape)) return false;
    *found = level_of(g, shape, level);
    if (*found < 0)
        return reader_fail_here(in, "the board has the shape of none of the levels");
    memset(w->state, 0, g->size);
    w->shaped = *found;
    return load_fields(g->game, in, shape, w->state) &&
           (reader_at_end(in) || reader_fail_here(in, "expected the end of the text"));
}

/* Whether the text begins with what only batch_save writes. */
static bool is_whole(const char *text, size_t n)
{
    static const char begins[] = "environment ";
    return n >= sizeof begins - 1 && memcmp(text, begins, sizeof begins - 1) == 0;
}

bool batch_load(struct batch *b, int32_t i, const char *text, size_t n, struct reader *in)
{
    const struct batch_environment before = b->environment[i];
    struct batch_environment *e = &b->environment[i];
    float *sum = &b->sum[(size_t)i * (size_t)b->shares], kept[BATCH_SHARES_MAX];
    const size_t bytes = (size_t)b->shares * sizeof *sum;
    const bool whole = is_whole(text, n);
    int32_t level = e->level;
    struct archive a = {.in = in};
    reader_open_bytes(in, text, n);
    memcpy(kept, sum, bytes);
    if (whole) fields(b, i, &a);
    struct state *s = b->worker[0].state;
    if (in->fault != READER_FINE || !load_state(b, e->level, in, &level)) {
        b->worker[0].shaped = -1;
        *e = before;
        memcpy(sum, kept, bytes);
        return false;
    }
    const struct batch_environment loaded = *e;
    batch_judge(b, i, s);
    e->level = level;
    if (whole && !e->terminated) {
        e->terminated = loaded.terminated;
        e->truncated = loaded.truncated;
    } else if (!whole) {
        e->length = 0;
        memset(sum, 0, bytes);
    }
    memcpy(batch_kept(b, i), s, s->scratch);
    if (b->settled.settled && !batch_is_settled(b, s)) batch_know(b, false);
    return true;
}

bool batch_copy(struct batch *to, int32_t i, const struct batch *from, int32_t j,
                struct text *why)
{
    const struct state *s = batch_kept(from, j);
    const struct batch_environment *e = &from->environment[j];
    const int32_t level =
        level_of(to->game, s->shape, e->level < to->game->levels ? e->level : 0);
    if (to->game->game != from->game->game || level < 0 || to->shares != from->shares) {
        text_string(why, to->game->game != from->game->game
                             ? "the other batch plays another game"
                         : level < 0 ? "the board has the shape of none of the levels"
                                     : "the other batch has rewards of another form");
        return false;
    }
    if (!from->settled.settled) batch_know(to, false);
    memmove(batch_kept(to, i), s, s->scratch);
    to->environment[i] = *e;
    to->environment[i].level = level;
    const size_t n = (size_t)to->shares, players = (size_t)to->players;
    memmove(to->sum + (size_t)i * n, from->sum + (size_t)j * n, n * sizeof *to->sum);
    memmove(to->score + (size_t)i * players, from->score + (size_t)j * players,
            players * sizeof *to->score);
    return true;
}
