/*
 * Shared by tower.c (maps, texts, the protocol) and tower_rules.c (the rules, and how the
 * automated operations find what may move).
 *
 *     header, stride ... | player, goal, cell[] | moves, restless, sum | doomed | loose |
 *                        +-- key ---------------+-- rest --------------+-- scratch -----+
 *
 * **A command costs time in proportion to the blocks that it moves.** Blocks never rise,
 * so all falls of a game together are at most cells times height. Only the first command
 * of a game looks at the whole board.
 */
#ifndef TESSERA_TOWER_RULES_H
#define TESSERA_TOWER_RULES_H

#include "base/cellset.h"
#include "tower.h"

enum { SPACE = '.', FLOOR = '=', ICE = 'I', GOAL = 'G', FIXED = 'C', VOID = 'B' };

struct tower_rest {
    int64_t moves;
    int64_t restless; /* 1: not at rest; only before the first command */
    uint64_t sum;     /* a sum over the blocks, for the hash; follows from the key */
};

static inline struct tower_rest *rest_of(const struct tower *t)
{
    return (struct tower_rest *)((uintptr_t)t + t->block.rest);
}

static inline int32_t row_of(const struct tower *t, int32_t cell)
{
    return cell / t->stride;
}

static inline int32_t col_of(const struct tower *t, int32_t cell)
{
    return cell % t->stride;
}

static inline bool is_block(const struct tower *t, int32_t cell)
{
    return t->cell[cell] != SPACE;
}

/* The weight of a cell in the sum: a block with character c adds (c - SPACE)
 * times this. So each change of a cell updates the sum, and the hash, which is
 * computed from it, costs nothing. */
static inline uint64_t weight_of(int32_t cell)
{
    uint64_t weight = (uint64_t)cell * UINT64_C(0x9e3779b97f4a7c15);
    weight = (weight ^ weight >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return weight ^ weight >> 32;
}

static inline void set_cell(struct tower *t, int32_t cell, int what)
{
    rest_of(t)->sum += (uint64_t)(what - t->cell[cell]) * weight_of(cell);
    t->cell[cell] = (unsigned char)what;
}

/* Whether and how the game has ended (rules 16, 17): a function of the key. */
enum tower_end {
    TOWER_RUNNING,
    TOWER_CLEARED,
    TOWER_HOLE,
    TOWER_BLOCK,
    TOWER_WALKING_GOAL,
};

enum tower_end tower_judge(const struct tower *);

/* Whether the automated operations would change anything now. Tests every cell. */
bool tower_would_move(const struct tower *);

/* Why the rules ignore a command. tower.c has the words. */
enum tower_reason {
    TOWER_OVER,
    TOWER_NO_COMMAND,
    TOWER_NO_COLUMN,
    TOWER_THERE_ALREADY,
    TOWER_BLOCK_THERE,
    TOWER_NO_BLOCK_UNDER,
    TOWER_TOP_ROW,
    TOWER_BOTTOM_ROW,
    TOWER_ENDS,
    TOWER_BLOCK_IN_WAY,
    TOWER_FIXED,
    TOWER_NONE_TO_CLIMB,
    TOWER_NONE_TO_PUSH,
    TOWER_NONE_TO_PULL,
};

/* A reason, and the cell that it is about, if there is one. */
struct tower_refusal {
    enum tower_reason reason;
    int32_t cell;
};

/* Whether the rules carry a command out (rules 3 to 10); if not, fills in why. */
bool tower_may(const struct tower *, action, struct tower_refusal *);

/* Carries a command out, then runs the automated operations. If the rules ignore the
 * command: a board that is not at rest still moves (IDLED), otherwise nothing changes
 * (REFUSED), and `no` says why. Takes time in
 * proportion to what changes. */
enum applied tower_play(struct tower *, action, struct report *,
                        struct tower_refusal *no);

/* The two parts of an action. */
enum tower_verb tower_verb(action);
int64_t tower_where(action);

/* Whether a number is an action at all. */
bool tower_is_command(action);

#endif
