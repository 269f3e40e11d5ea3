/*
 * PuzzleScript rules of a game written in Lua, `rules = puzzlescript [[ ... ]]`. They are
 * played on the layers of its state: an object is a kind, the objects of a collision
 * layer are the kinds of one layer. A turn is played on a board of its own, which gets
 * the cells and gives them back:
 *
 *     layer "things"   p * .     ->  planes of p, *, #  ->  a turn  ->  layer "things"   . p *
 *                                    blank '.': no plane
 */
#ifndef TESSERA_PUZZLESCRIPT_IN_LUA_GAME_H
#define TESSERA_PUZZLESCRIPT_IN_LUA_GAME_H

#include "game/lua_game.h"
#include "puzzle.h"

struct puzzle_kind {
    unsigned char layer, byte; /* what it is in the cells of that layer */
};

struct puzzle_layers {
    const struct puzzle *p;
    const struct lua_game *game;
    const struct puzzle_kind *kind; /* of the objects 0 .. kinds - 1 */
    int32_t kinds;                  /* objects behind these are in every cell */
    /* By layer the byte of a cell in which none of its kinds is; 0: there must be one. */
    const unsigned char *blank;
};

/* Where a turn leaves a layer without a kind: the layer, row and column from 0. */
struct puzzle_hole {
    int32_t layer, row, col;
};

/* Plays a turn on the layers of `state`. `board` is a state of the rules with as many rows
 * and columns; what it holds does not matter. A turn that draws chance draws one number of
 * the game's dice, with which its random numbers begin. REFUSED: no cell has changed.
 * STOPPED: by the program's poll. FAILED: there is a hole, and the layers are no position any
 * more. */
enum applied puzzle_play_layers(const struct puzzle_layers *, void *board, void *state,
                                action, struct puzzle_told *, struct puzzle_hole *hole);

#endif
