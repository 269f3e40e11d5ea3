/*
 * Boards side by side: reads a band of lines as a whole, then returns its boards one by
 * one.
 */
#include "lreader.h"

enum { BAND_COLS_MAX = 256 };

static void check_band(lua_State *L, struct lreader *r)
{
    int32_t rows = (int32_t)bind_integer(L, 2, 1, LREADER_SIDE_MAX);
    int32_t cols = (int32_t)bind_integer(L, 3, 1, BAND_COLS_MAX);
    const char *alphabet = lreader_cells(L, 4, 100);
    lua_pushvalue(L, 4);
    lua_setiuservalue(L, 1, ALPHABET);
    reader_band_open(&r->band, cols, alphabet);
    r->rows = rows;
    r->boards = r->board = 0;
}

/* Makes room for a band of r->boards boards. */
static void reserve(lua_State *L, struct lreader *r)
{
    size_t rows = (size_t)r->rows * (size_t)r->boards;
    size_t need = rows * (sizeof *r->places + (size_t)r->band.cols);
    if (need > r->room) {
        r->room = 0;
        r->places = lua_newuserdatauv(L, need, 0);
        lua_setiuservalue(L, 1, PLACES);
        r->room = need;
    }
    r->cells = (unsigned char *)(r->places + rows);
}

static void read_band(lua_State *L, struct lreader *r)
{
    enum { FEW = 32 };
    unsigned char cells[FEW * READER_BOARDS_MAX], *row = cells;
    struct reader_place places[READER_BOARDS_MAX];
    int32_t cols = r->band.cols, found;
    if (cols > FEW) row = lua_newuserdatauv(L, (size_t)cols * READER_BOARDS_MAX, 0);
    r->boards = r->board = 0;
    r->busy = true;
    for (int32_t i = 0; i < r->rows; i++) {
        if (!reader_band_next(&r->reader, &r->band, row, places, &found)) {
            bind_raise(L, &r->reader);
        }
        if (i == 0) {
            r->boards = found;
            reserve(L, r);
        } else if (found != r->boards) {
            lua_pushfstring(L, "a row of %d board%s below a row of %d", (int)found,
                            found == 1 ? "" : "s", (int)r->boards);
            r->reader.token = places[0];
            reader_fail(&r->reader, lua_tostring(L, -1));
            bind_raise(L, &r->reader);
        }
        ptrdiff_t at = (ptrdiff_t)i * found;
        memcpy(r->places + at, places, (size_t)found * sizeof *places);
        memcpy(r->cells + at * cols, row, (size_t)found * (size_t)cols);
    }
    r->busy = false;
}

/* Pushes the next board of the band. */
static void push_board(lua_State *L, struct lreader *r)
{
    ptrdiff_t cols = r->band.cols;
    struct grid to = bind_new_grid(L, r->rows, r->band.cols);
    struct grid from = {r->cells + r->board * cols, r->boards * cols, r->rows,
                        r->band.cols};
    grid_copy(&to, &from);
    r->board++;
}

int lreader_boards(lua_State *L)
{
    struct lreader *r = lreader_check(L);
    check_band(L, r);
    read_band(L, r);
    lua_createtable(L, r->boards, 0);
    while (r->board < r->boards) {
        push_board(L, r);
        lua_rawseti(L, -2, r->board);
    }
    return 1;
}

static int l_next_board(lua_State *L)
{
    struct lreader *r = lreader_check(L);
    luaL_argcheck(L, r->rows > 0, 1, "the reader is in no loop over boards");
    if (r->board == r->boards) {
        if (reader_at_end(&r->reader)) {
            return r->reader.fault == READER_FINE ? 0 : bind_raise(L, &r->reader);
        }
        read_band(L, r);
    }
    push_board(L, r);
    lua_pushinteger(L, r->board);
    lua_pushinteger(L, r->boards);
    return 3;
}

int lreader_each_board(lua_State *L)
{
    check_band(L, lreader_check(L));
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, l_next_board, 1);
    lua_pushvalue(L, 1);
    return 2;
}

int lreader_fail_board(lua_State *L)
{
    struct lreader *r = lreader_check(L);
    luaL_argcheck(L, r->board > 0, 1, "no board was read");
    lua_Integer row = bind_integer(L, 2, 1, r->rows);
    r->reader.token = r->places[(row - 1) * r->boards + r->board - 1];
    reader_fail(&r->reader, luaL_checkstring(L, 3));
    return bind_raise(L, &r->reader);
}
