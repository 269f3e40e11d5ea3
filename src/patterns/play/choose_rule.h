/*
 * The actions of a game: which rule carries one out (choose_rule.c), and what the protocol asks.
 */
#ifndef TESSERA_PATTERNS_CHOOSE_RULE_H
#define TESSERA_PATTERNS_CHOOSE_RULE_H

#include "move.h"

/* Sets up a run for the player to move; its bitboards may lie in the room. *slot: room for the
 * values of the action, which may be -1. Returns the action's form, or NULL. */
const struct pattern_form *pattern_start(struct pattern_run *, struct pattern_bitboards *,
                                         const struct lua_game *, const void *state,
                                         action, int64_t slot[LUA_GAME_SLOTS_MAX]);

/* Whether a rule is meant for the action's words. */
bool pattern_means(const struct pattern_run *, const struct lua_game_form *,
                   const struct pattern_rule *);

/* The places where the action lets a rule begin: *at is set to the first one, or stepped to
 * the next; false: there is none. */
bool pattern_first_place(const struct pattern_run *, const struct pattern_form *,
                         const struct pattern_rule *, struct place *at);
bool pattern_next_place(const struct pattern_run *, const struct pattern_form *,
                        const struct pattern_rule *, struct place *at);

/* Whether a cell would move. */
bool pattern_squashes(const struct pattern_run *, const struct pattern_squash *);

/* A rule, and where it fits. */
struct pattern_chosen {
    const struct pattern_rule *rule; /* NULL: none */
    struct pattern_match *match;     /* NULL: it has no pattern */
    struct pattern_finding room;
    struct pattern_piece piece; /* if the rule moves one */
};

/* Chooses the first rule of the action that fits. False: none does. */
bool pattern_choose(struct pattern_run *, const struct pattern_form *,
                    struct pattern_chosen *);

/* Whether a rule would carry the action out, and which one. */
bool pattern_possible(struct pattern_run *, const struct pattern_form *,
                      struct pattern_chosen *);

/* Notes what carrying the rule out where it fits changes, but for an end of the game
 * (foresee.c). */
void pattern_note_changes(struct pattern_run *, const struct pattern_chosen *,
                          struct foreseen *);

/* Where rules find room for copies of the cells: in the state's scratch, behind the copy of key and
 * rest. */
unsigned char *pattern_room(const struct pattern_run *);

/* Carries out a rule that has been chosen, and nothing that follows. */
void pattern_carry_out_chosen(struct pattern_run *, const struct pattern_chosen *);

/* The parts of what follows: what the last action has earned is 0 again; timers count down; the game
 * ends, if an end holds. */
void pattern_forget_rewards(struct pattern_run *);
void pattern_count_down(struct pattern_run *);
bool pattern_is_over(const struct pattern_run *);
void pattern_look_for_end(struct pattern_run *);

/* `apply`, `actions`, `candidates` and `why` of players who act together (together.c). */
void pattern_define_together(struct lua_game *);

/* Carries out a rule that has been chosen, and all that follows. False: nothing has changed, or the
 * run is broken. */
bool pattern_play(struct pattern_run *, const struct pattern_chosen *);

/* `playout` of struct game (random_game.c). */
bool pattern_playout(const struct game *, struct playout *, int *end);

/* `actions`, `candidates` and `foresee` of struct game (list_actions.c). */
int pattern_actions(const struct game *, const void *state, action *, int max);
int pattern_candidates(const struct game *, const void *state, action *, int max);
int pattern_foresee(const struct game *, const void *state, struct foreseen *, int max);

/* `prospects` of struct game (prospects.c); whether it has something to see in a game; `parried`
 * of struct game: lines are the only way to win, and only a piece in the missing cell parries. */
int pattern_prospects(const struct game *, const void *state, struct prospect *, int max);
bool pattern_sees_prospects(const struct lua_game *);
int64_t pattern_parried(const struct lua_game *);

/* Whether the player to move can do nothing, after an action of the run's player. */
bool pattern_stuck(const struct pattern_run *);

#endif
