/*
 * tessera.puzzle_core: PuzzleScript games for Lua. lua/tessera/puzzlescript.lua has the
 * module that users see.
 */
#include "lpuzzle.h"

#include <string.h>

#include "bind/search/lsearch.h"

static const struct puzzle *puzzle_here(lua_State *L)
{
    return puzzle_of(bind_game_of(L));
}

/* ---- what happened ---- */

static void push_commands(lua_State *L, uint32_t commands)
{
    static const char *const names[] = {"cancel",     "restart", "win",
                                        "checkpoint", "again",   "message"};
    enum { NAMED = sizeof names / sizeof names[0] };
    int count = 0;
    lua_newtable(L);
    for (int k = 0; k < 32; k++) {
        if (!(commands >> k & 1)) continue;
        if (k < NAMED) {
            lua_pushstring(L, names[k]);
        } else {
            lua_pushfstring(L, "sfx%d", k - NAMED);
        }
        lua_rawseti(L, -2, ++count);
    }
}

static void push_told(lua_State *L, const struct puzzle_told *told)
{
    lua_createtable(L, 0, 6);
    push_commands(L, told->commands);
    lua_setfield(L, -2, "commands");
    lpuzzle_push_message(L, told->message);
    lua_setfield(L, -2, "message");
    bind_set_integer(L, "again", told->again);
    bind_set_integer(L, "draws", told->draws);
    lua_pushboolean(L, told->changed);
    lua_setfield(L, -2, "changed");
    lua_pushboolean(L, told->looped);
    lua_setfield(L, -2, "looped");
    lua_pushboolean(L, told->cut);
    lua_setfield(L, -2, "cut");
    lua_pushboolean(L, told->spent);
    lua_setfield(L, -2, "spent");
}

/* Sets field `sounds` of the table on top of the stack: numbers from 1. */
static void set_sounds(lua_State *L, const struct puzzle_heard *heard)
{
    lua_createtable(L, heard->n, 0);
    for (int32_t i = 0; i < heard->n; i++) {
        lua_pushinteger(L, heard->at[i] + 1);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "sounds");
}

/* ---- methods ---- */

/* Sets field `undo` of the table on top of the stack: copies of the state with each of
 * the boards. */
static void set_undo(lua_State *L, const struct state *before,
                     const struct puzzle_boards *boards, size_t words)
{
    lua_createtable(L, (int)boards->count, 0);
    for (size_t k = 0; k < boards->count; k++) {
        void *state = bind_new_state(L, before->size);
        memcpy(state, before, before->size);
        puzzle_set_board(puzzle_here(L), state, boards->at + k * words);
        lua_rawseti(L, -2, (lua_Integer)k + 1);
    }
    lua_setfield(L, -2, "undo");
}

/* Pushes room for the boards that have been counted, and begins to note them. */
static void take_room(lua_State *L, struct puzzle_boards *boards, size_t words)
{
    boards->at = lua_newuserdatauv(L, boards->count * words * sizeof *boards->at, 0);
    boards->room = boards->count;
    boards->count = 0;
}

/* press(action): plays an action and returns what happened */
static int l_press(lua_State *L)
{
    void *state = bind_state(L);
    const struct game *game = bind_game_of(L);
    size_t n;
    const char *text = luaL_checklstring(L, 2, &n);
    action a;
    luaL_argcheck(L, game->parse(game, state, text, n, &a), 2, "no action of the game");
    const struct puzzle *p = puzzle_of(game);
    struct puzzle_told told;
    struct puzzle_boards boards = {NULL, 0, 0};
    puzzle_play(p, state, a, false, &told, &(struct puzzle_notes){&boards, NULL});
    size_t words = puzzle_board_words(p, state);
    take_room(L, &boards, words);
    struct state *before = bind_copy(L, 1, game);
    struct puzzle_heard heard;
    enum applied done =
        puzzle_play(p, state, a, true, &told, &(struct puzzle_notes){&boards, &heard});
    bind_check_stopped(L, done == STOPPED);
    push_told(L, &told);
    set_undo(L, before, &boards, words);
    set_sounds(L, &heard);
    /* Turns that lead back to the position have happened all the same. */
    bool returned = done == REFUSED && told.changed && !told.spent;
    bind_set_string(L, "result",
                    returned          ? "returned"
                    : done == APPLIED ? "applied"
                    : done == IDLED   ? "idled"
                                      : "refused");
    return 1;
}

/* at(row, column): the names of the objects in a cell, the lowest layer first */
static int l_at(lua_State *L)
{
    const struct puzzle *p = puzzle_here(L);
    const void *state = bind_state(L);
    int32_t row, col;
    int count = 0;
    bind_place(L, 2, state, &row, &col);
    lua_newtable(L);
    lua_rawgeti(L, lua_upvalueindex(1), LPUZZLE_NAMES);
    for (int32_t k = 0; k < p->objects; k++) {
        if (!puzzle_has(p, state, row - 1, col - 1, k)) continue;
        lua_rawgeti(L, -1, k + 1);
        lua_rawseti(L, -3, ++count);
    }
    lua_pop(L, 1);
    return 1;
}

/* player(): the row and the column of the first player, column by column, or nil */
static int l_player(lua_State *L)
{
    int32_t row, col;
    if (!puzzle_player(puzzle_here(L), bind_state(L), &row, &col)) return 0;
    lua_pushinteger(L, row + 1);
    lua_pushinteger(L, col + 1);
    return 2;
}

/* message(): the text that the last action showed, or nil */
static int l_message(lua_State *L)
{
    lpuzzle_push_message(L, puzzle_message(puzzle_here(L), bind_state(L)));
    return 1;
}

/* same_board(other): whether both have the same objects in all cells */
static int l_same_board(lua_State *L)
{
    const struct state *a = bind_state(L), *b = bind_object(L, 2);
    bool same = a->size == b->size && rows_of(a) == rows_of(b);
    lua_pushboolean(L, same && puzzle_same_board(puzzle_here(L), a, b));
    return 1;
}

/* changes(before): which objects have come and gone since then; nil if they are many */
static int l_changes(lua_State *L)
{
    enum { MOST = 64 };
    const struct puzzle *p = puzzle_here(L);
    const struct state *after = bind_state(L), *before = bind_object(L, 2);
    bool same = rows_of(before) == rows_of(after) && cols_of(before) == cols_of(after);
    luaL_argcheck(L, same, 2, "a state of another level");
    struct puzzle_change list[MOST];
    int32_t count = puzzle_changes(p, before, after, list, MOST);
    if (count > MOST) return 0;
    lua_createtable(L, count, 0);
    lua_rawgeti(L, lua_upvalueindex(1), LPUZZLE_NAMES);
    for (int32_t i = 0; i < count; i++) {
        lua_createtable(L, 0, 4);
        lua_rawgeti(L, -2, list[i].object + 1);
        lua_setfield(L, -2, "object");
        bind_set_integer(L, "row", list[i].row + 1);
        bind_set_integer(L, "column", list[i].col + 1);
        lua_pushboolean(L, list[i].came);
        lua_setfield(L, -2, "came");
        lua_rawseti(L, -3, i + 1);
    }
    lua_pop(L, 1);
    return 1;
}

/* keep(now): gives this earlier state what an undo does not bring back */
static int l_keep(lua_State *L)
{
    struct state *to = bind_state(L);
    const struct state *from = bind_object(L, 2);
    luaL_argcheck(L, from->size == to->size, 2, "a state of another level");
    puzzle_keep(puzzle_here(L), to, from);
    return 0;
}

static const luaL_Reg methods[] = {{"at", l_at},
                                   {"changes", l_changes},
                                   {"keep", l_keep},
                                   {"message", l_message},
                                   {"player", l_player},
                                   {"press", l_press},
                                   {"same_board", l_same_board},
                                   {NULL, NULL}};

/* ---- the module ---- */

/* Fills the cells from the table at `index`: column by column, of each cell a list of
 * objects. */
static void fill(lua_State *L, const struct puzzle *p, void *state, int index)
{
    int32_t rows = rows_of(state), cols = cols_of(state);
    for (int32_t i = 0; i < rows * cols; i++) {
        lua_rawgeti(L, index, i + 1);
        luaL_checktype(L, -1, LUA_TTABLE);
        lua_Unsigned n = lua_rawlen(L, -1);
        for (lua_Unsigned k = 1; k <= n; k++) {
            lua_rawgeti(L, -1, (lua_Integer)k);
            lua_Integer object = luaL_checkinteger(L, -1);
            luaL_argcheck(L, object >= 0 && object < p->objects, index, "no such object");
            puzzle_put(p, state, i % rows, i / rows, (int32_t)object);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
}

/* make(rows, columns, cells, seed): a new state, and what happened at its start; nil if
 * the board is too large */
static int l_make(lua_State *L)
{
    const struct puzzle *p = puzzle_here(L);
    int32_t rows = (int32_t)bind_integer(L, 1, 1, PUZZLE_SIDE_MAX);
    int32_t cols = (int32_t)bind_integer(L, 2, 1, PUZZLE_SIDE_MAX);
    luaL_checktype(L, 3, LUA_TTABLE);
    size_t n;
    const char *seed = luaL_checklstring(L, 4, &n);
    lua_settop(L, 4);
    if (!puzzle_fits(p, rows, cols)) return 0;
    void *state = bind_make_state(L, (const int32_t[]){rows, cols});
    fill(L, p, state, 3);
    struct puzzle_told told;
    struct puzzle_boards boards = {NULL, 0, 0};
    size_t words = puzzle_board_words(p, state);
    struct state *before = bind_copy(L, 5, bind_game_of(L));
    struct puzzle_heard heard;
    const struct puzzle_notes notes = {&boards, &heard};
    puzzle_start(p, state, (const unsigned char *)seed, n, &told, &notes);
    if (boards.count > 0) { /* They are counted now. */
        take_room(L, &boards, words);
        memcpy(state, before, before->size);
        puzzle_start(p, state, (const unsigned char *)seed, n, &told, &notes);
    }
    lua_pushvalue(L, 5);
    push_told(L, &told);
    set_undo(L, before, &boards, words);
    set_sounds(L, &heard);
    return 2;
}

/* Puts field `name` of the table at index 1 into the class on top of the stack. */
static void keep_field(lua_State *L, const char *name, int key)
{
    lua_getfield(L, 1, name);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_rawseti(L, -2, key);
}

/* define(program): the module of a game */
static int l_define(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"make", l_make}, {"turn", lpuzzle_turn}, {NULL, NULL}};
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    struct puzzle *p = lua_newuserdatauv(L, sizeof *p, 0);
    memset(p, 0, sizeof *p);
    lua_newtable(L);
    lua_getfield(L, 1, "name");
    size_t n;
    const char *name = luaL_checklstring(L, -1, &n);
    luaL_argcheck(L, n > 0 && n < sizeof p->name, 1, "the name is too long");
    memcpy(p->name, name, n);
    lua_pop(L, 1);
    lpuzzle_program(L, p, 3);
    char wrong[WHY_MAX];
    struct text why = text_into(wrong, sizeof wrong);
    if (!puzzle_define(p, &why)) return luaL_error(L, "%s", wrong);
    bind_game(L, &p->game, methods);
    bind_game_functions(L, functions);
    int module = lua_gettop(L);
    lua_getfield(L, -1, "methods");
    lua_getfield(L, -1, "clone");
    lua_getupvalue(L, -1, 1);
    /* module, methods, clone, class */
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, LPUZZLE_PROGRAM);
    lua_pushvalue(L, 3);
    lua_rawseti(L, -2, LPUZZLE_BLOCKS);
    keep_field(L, "names", LPUZZLE_NAMES);
    keep_field(L, "messages", LPUZZLE_COMMANDS);
    keep_field(L, "sounds", LPUZZLE_SOUNDS);
    lua_settop(L, module);
    return 1;
}

EXPORT int luaopen_tessera_puzzle_core(lua_State *L);

int luaopen_tessera_puzzle_core(lua_State *L)
{
    static const luaL_Reg functions[] = {{"define", l_define}, {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}
