/*
 * Simulated annealing on a line. To try a change at move i, the line is played from the
 * nearest kept position before i. The position before every move is kept, or before every
 * n-th move where all would take more than KEPT_BYTES.
 */
#include "samegame_polish.h"

#include "base/rng.h"
#include "samegame_policy.h"

enum { KEPT_BYTES = 1 << 20 };

/* ---- memory ---- */

static size_t line_bytes(const struct samegame *s)
{
    return state_align((size_t)samegame_left(s) / 2 * sizeof(uint16_t));
}

/* The most positions that a line can have, with the first one. */
static int32_t positions_of(const struct samegame *s)
{
    return samegame_left(s) / 2 + 1;
}

size_t polish_size(const struct samegame *s)
{
    size_t each = blocks_bare_size(s), all = (size_t)positions_of(s) * each;
    return 3 * line_bytes(s) + (size_t)positions_of(s) * sizeof(int64_t) +
           (all < KEPT_BYTES ? all : KEPT_BYTES + each);
}

void polish_lay_out(struct polish *p, const struct samegame *s, unsigned char *memory)
{
    size_t count = (size_t)positions_of(s);
    p->each = blocks_bare_size(s);
    p->every = (int32_t)(count * p->each / KEPT_BYTES + 1);
    p->now.leader = (void *)memory;
    p->trial.leader = (void *)(memory += line_bytes(s));
    p->best.leader = (void *)(memory += line_bytes(s));
    p->before = (void *)(memory += line_bytes(s));
    p->kept = memory + count * sizeof *p->before;
}

/* ---- a change ---- */

/* Removes the region around the block. False if the block is alone. */
static bool take(struct polish *p, uint32_t block)
{
    struct blocks_line *trial = &p->trial;
    int32_t size = blocks_remove_bare(p->play, block);
    if (size < 2) return false;
    trial->leader[trial->count++] = (uint16_t)block;
    trial->score += blocks_points(size);
    return true;
}

/* Sets the trial to the first `count` moves of the line. */
static void play_first(struct polish *p, int32_t count)
{
    int32_t kept = count / p->every;
    if (kept >= p->valid) kept = p->valid - 1;
    struct blocks *b = p->play;
    struct blocks_line *trial = &p->trial;
    blocks_back_bare(b, p->kept + (size_t)kept * p->each);
    trial->count = kept * p->every;
    trial->score = p->before[kept];
    memcpy(trial->leader, p->now.leader, (size_t)trial->count * sizeof *trial->leader);
    while (trial->count < count) {
        take(p, p->now.leader[trial->count]);
        p->nodes++;
        if (trial->count % p->every != 0) continue;
        p->before[p->valid] = trial->score;
        blocks_keep_bare(b, p->kept + (size_t)p->valid++ * p->each);
    }
}

/* Inserts a move with a random block, seldom one of the tabu value. False
 * if none was found. */
static bool insert(struct polish *p)
{
    struct blocks *b = p->play;
    for (int tries = 0; tries < 50; tries++) {
        uint32_t block = rng_below(p->rng, (uint32_t)b->count);
        if (!blocks_there(b, block)) continue;
        if (b->tint[block] == p->tabu && rng_below(p->rng, 5) != 0) continue;
        if (take(p, block)) return true;
    }
    return false;
}

/* A random move; one of the tabu value only if there is no other. */
static uint32_t last_move(struct polish *p)
{
    const struct blocks *b = p->play;
    uint32_t count = 0;
    for (int32_t i = 0; i < b->moves; i++) {
        if (b->tint[b->move[i]] != p->tabu) b->list[count++] = b->move[i];
    }
    if (count > 0) return b->list[rng_below(p->rng, count)];
    return b->move[rng_below(p->rng, (uint32_t)b->moves)];
}

/* Sets the trial to the line with a small change. False if none was found. */
static bool change(struct polish *p)
{
    struct blocks *b = p->play;
    int32_t at = (int32_t)rng_below(p->rng, (uint32_t)p->now.count), from = at;
    play_first(p, at);
    if (rng_below(p->rng, 5) == 0) {
        from++;
    } else if (!insert(p)) {
        return false;
    }
    for (int32_t i = from; i < p->now.count; i++) {
        if (blocks_there(b, p->now.leader[i])) take(p, p->now.leader[i]);
    }
    blocks_find(b);
    while (b->moves > 0) blocks_take(b, &p->trial, last_move(p));
    blocks_end_line(b, &p->trial);
    p->nodes += p->trial.count - at;
    return true;
}

/* ---- annealing ---- */

void polish_start(struct polish *p, const struct blocks_line *line)
{
    blocks_copy_line(&p->now, line);
    blocks_copy_line(&p->best, line);
    blocks_back(p->play, p->root);
    blocks_keep_bare(p->play, p->kept);
    p->before[0] = 0;
    p->valid = 1;
}

/* Whether the trial replaces the line. */
static bool accepts(struct polish *p, double heat)
{
    double gain = (double)(p->trial.score - p->now.score);
    if (gain >= 0) return true;
    if (gain < -16 * heat) return false;
    return (double)(rng_next(p->rng) >> 11) * 0x1p-53 < policy_exp(gain / heat);
}

void polish_step(struct polish *p, double heat)
{
    if (!change(p)) {
        p->nodes++;
        return;
    }
    if (!accepts(p, heat)) return;
    int32_t same = 0;
    while (same < p->now.count && same < p->trial.count &&
           p->now.leader[same] == p->trial.leader[same]) {
        same++;
    }
    if (p->valid > same / p->every + 1) p->valid = same / p->every + 1;
    struct blocks_line old = p->now;
    p->now = p->trial;
    p->trial = old;
    if (p->now.score > p->best.score) blocks_copy_line(&p->best, &p->now);
}
