/*
 * Inside of what the model of a game by pictures is made with (model.c): the rules are written out,
 * a move for each direction, word of the action, kind that a group stands for and length of a run.
 *
 *     { "<direction>", "[ player | thing | empty ] -> [ | player | thing ]" }     8 moves:
 *
 *     view  d LEFT, found[0] box      part (0, 0)   layer 0 in { player }   writes  empty
 *                                     part (0, -1)  layer 0 in { box }      writes  player
 *                                     part (0, -2)  layer 0 in { empty }    writes  box
 *
 * **What is too much to be written out is said loosely:** each cell that the rule may change is a move
 * of its own, of one part. Such moves bring about all that the rule does, and more.
 */
#ifndef TESSERA_PATTERNS_MODEL_BUILDING_H
#define TESSERA_PATTERNS_MODEL_BUILDING_H

#include "game/model.h"
#include "patterns/facts.h"

/* A model that is being made, of a verified program. */
struct building {
    struct model *m;
    const struct lua_game *s;
    const void *state;
    const struct pattern_program *rules;
    struct kinds alphabet[LUA_GAME_LAYERS_MAX]; /* the values that cells may have */
    struct kinds made[LUA_GAME_LAYERS_MAX];     /* those that moves write */
    struct kinds possible[LUA_GAME_LAYERS_MAX]; /* those that this board can get */
    char *block;                                /* what is taken next lies here */
    size_t left;
    struct model_move *move; /* m->move */
    int32_t room, parts;
    bool pieces; /* whole pieces move, so nobody acts */
    bool failed; /* there is no more memory */
};

/* Zeroed memory for so many things; NULL: there is none, and `failed` is set. */
void *building_take(struct building *, size_t count, size_t each);

/* For what a rule is written out. */
struct view {
    const struct pattern *p;
    const struct pattern_rule *rule;
    const struct pattern_form *form;   /* NULL: of a step */
    const struct lua_game_form *slots; /* of the form */
    int32_t player;
    int32_t by; /* the action's number, see struct model_move */
    int64_t slot[LUA_GAME_SLOTS_MAX];
    enum direction d;
    bool loose;   /* slots and founds stand for all of their values */
    bool at_once; /* of a step */
    bool fixed;   /* the founds are these */
    unsigned char found[PATTERN_FOUND_MAX];
    int32_t length[PATTERN_CELLS_MAX]; /* of the cells of the left side */
};

/* ---- cells (model_cells.c) ---- */

/* A cell of a left side. What cannot be said is left out; `exact`, which may be NULL, becomes false
 * then. */
struct model_cell model_cell_of(struct building *, const struct view *,
                                const struct pattern_cell *, bool *exact);

/* A cell that fits if this one does and the layer is one of these; one that does not ask for the
 * layer. */
struct model_cell model_cell_only(struct building *, struct model_cell, int32_t layer,
                                  const struct kinds *);
struct model_cell model_cell_loose(struct building *, struct model_cell, int32_t layer);

/* A cell that does not fit this one, if that can be said; else any cell. */
struct model_cell model_cell_other(struct building *, struct model_cell);

/* Whether no cell fits; what the layer may be where it fits. */
bool model_cell_never(const struct model_cell *);
struct kinds model_cell_kinds(const struct building *, const struct model_cell *,
                              int32_t layer);

/* ---- moves ---- */

/* All that the rules do; then whole and single are known (moves.c). */
void model_moves(struct building *);

/* The move of what the view says, unless it changes nothing or fits nowhere (move_of.c). */
void model_write_out(struct building *, const struct view *);

/* The loose moves of a rule. */
void model_loosen(struct building *, const struct view *);

/* The moves of a rule with `move`, in the direction of the view; false: they are to be said loosely
 * (pieces.c). */
bool model_piece_moves(struct building *, const struct view *);

/* Appends a move of these parts. */
void model_add_move(struct building *, const struct view *, const struct model_part *,
                    int32_t parts);

/* Leaves out the moves that are possible on no board that this one can become (possible.c). */
void model_leave_possible(struct building *);

/* Who acts, what moves, and how far it reaches, once the moves are known (avatar.c). */
void model_moving(struct building *);
void model_avatar(struct building *);

/* ---- goals (goals.c) ---- */

/* Once it is known what moves. */
void model_goals(struct building *);

/* Terms that hold where a pattern fits somewhere; where a rule of an action has just been carried out,
 * and no step followed. Returns how many there are, at most MODEL_IMPLIED_MAX (implied.c). */
enum { MODEL_IMPLIED_MAX = PATTERN_CELLS_MAX };
int32_t model_implied_by_pattern(struct building *, const struct pattern *,
                                 struct model_term *out);
int32_t model_implied_by_rule(struct building *, int32_t rule, struct model_term *out);

/* Says which fields grow by the actions alone, and by which of them. (counters.c) */
void model_counters(struct building *);

#endif
