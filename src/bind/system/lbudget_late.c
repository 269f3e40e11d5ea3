/*
 * tessera.budget, continued: what is told of a call that has used up its budget, whatever counts it.
 */
#include "lbudget.h"

#include <stdio.h>

#ifndef __EMSCRIPTEN__

enum { CELLS_SHOWN = 400, BOARD_ROOM = 8 * CELLS_SHOWN };

/* The board as one line, with '/' between its rows; of a large one its size. */
static void add_board(luaL_Buffer *b, const struct lbudget_late *late)
{
    char board[BOARD_ROOM];
    struct text t = text_into(board, sizeof board);
    int32_t rows = rows_of(late->state), cols = cols_of(late->state);
    if (rows > CELLS_SHOWN || cols > CELLS_SHOWN || rows * cols > CELLS_SHOWN) {
        text_string(&t, ", on a board of ");
        text_number(&t, rows);
        text_string(&t, " x ");
        text_number(&t, cols);
    } else {
        text_string(&t, ", on the board ");
        late->game->picture(late->game, late->state, &t);
        size_t last = strlen(board) - 1;
        if (board[last] == '\n') board[last] = '\0';
        for (char *at = board; (at = strchr(at, '\n')) != NULL;) *at = '/';
    }
    luaL_addstring(b, board);
}

static void add_action(luaL_Buffer *b, const struct lbudget_late *late)
{
    char text[ACTION_TEXT_MAX];
    struct text t = text_into(text, sizeof text);
    late->game->text(late->game, late->state, late->a, &t);
    luaL_addstring(b, " to '");
    luaL_addstring(b, text);
    luaL_addchar(b, '\'');
}

/* late(what is told, where, how much it has used[, function]): the error */
static int l_late(lua_State *L)
{
    const struct lbudget_late *late = lua_touserdata(L, 1);
    const char *where = lua_touserdata(L, 2), *spent = lua_touserdata(L, 3);
    char line[32];
    luaL_Buffer b;
    lua_Debug info = {.linedefined = -1};
    if (lua_isfunction(L, 4)) lua_getinfo(L, ">S", &info);
    lua_settop(L, 3);
    luaL_buffinit(L, &b);
    luaL_addstring(&b, where);
    luaL_addstring(&b, late->name);
    if (info.linedefined > 0) {
        snprintf(line, sizeof line, "%d", info.linedefined);
        luaL_addstring(&b, " (");
        luaL_addstring(&b, info.short_src);
        luaL_addchar(&b, ':');
        luaL_addstring(&b, line);
        luaL_addchar(&b, ')');
    }
    if (late->acting) add_action(&b, late);
    luaL_addstring(&b, " has not returned after ");
    luaL_addstring(&b, spent);
    if (late->game != NULL) add_board(&b, late);
    luaL_pushresult(&b);
    return 1;
}

void lbudget_tell(lua_State *L, const struct lbudget_late *late, const char *where,
                  const char *spent)
{
    lua_pushcfunction(L, l_late);
    lua_pushlightuserdata(L, (void *)(uintptr_t)late);
    lua_pushlightuserdata(L, (void *)(uintptr_t)where);
    lua_pushlightuserdata(L, (void *)(uintptr_t)spent);
    if (late->function == 0) {
        lua_pushnil(L);
    } else {
        lua_pushvalue(L, late->function < 0 ? late->function - 4 : late->function);
    }
    lua_pcall(L, 4, 1, 0);
}

int lbudget_call(lua_State *L)
{
    struct lbudget_frame frame;
    const char *name = luaL_checkstring(L, 1);
    luaL_checkany(L, 2);
    lua_pushvalue(L, 2);
    lua_insert(L, 3);
    lbudget_enter(&frame, L, name);
    int status = lua_pcall(L, lua_gettop(L) - 3, LUA_MULTRET, 0);
    bool late = lbudget_leave(&frame);
    if (status == LUA_OK) return lua_gettop(L) - 2;
    if (late) lbudget_push(L, &(struct lbudget_late){.name = name, .function = 2});
    return lua_error(L);
}

#else

void lbudget_push(lua_State *L, const struct lbudget_late *late)
{
    lua_pushstring(L, late->name);
}

int lbudget_call(lua_State *L)
{
    lua_call(L, lua_gettop(L) - 2, LUA_MULTRET);
    return lua_gettop(L) - 1;
}

#endif
