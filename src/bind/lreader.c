/*
 * tessera.reader: the streaming tokenizer over a Lua file or a string.
 */
#include <string.h>

#include "bind.h"

enum { line_max = 65536, cells_side_max = 4096, band_cols_max = 256 };

/* The uservalues keep alive what a reader points to, and hold what its loops call. */
enum {
    SOURCE = 1,
    PHRASE_NAME,
    NEXT_PHRASE,
    TUPLE_NAME,
    NEXT_TUPLE,
    ALPHABET,
    PLACES,
    USERVALUES = PLACES,
};

struct lreader {
    struct reader reader;
    luaL_Stream *stream; /* NULL: from a string */
    int64_t left;        /* phrases of `words` words that are still to come in a loop */
    int words;
    const char *name;  /* of these phrases */
    int integers;      /* in a tuple */
    const char *tuple; /* the name of these integers */

    /* Boards side by side. */
    struct reader_band band;
    int32_t rows, boards, board; /* how many, and how many of them were given out */
    struct reader_place *places; /* where row i of board k begins: [i * boards + k] */
    unsigned char *cells;        /* the cells of the band, row by row */
    size_t room;                 /* bytes at places */
};

static int l_fault_tostring(lua_State *L)
{
    lua_settop(L, 1);
    lua_getfield(L, 1, "message");
    if (lua_getfield(L, 1, "line") == LUA_TNIL) {
        lua_settop(L, 2);
        return 1;
    }
    lua_getfield(L, 1, "column");
    lua_pushfstring(L, "line %I, column %I: %s", (LUAI_UACINT)lua_tointeger(L, 3),
                    (LUAI_UACINT)lua_tointeger(L, 4), lua_tostring(L, 2));
    return 1;
}

/* Raises the table on top of the stack as a fault. */
static int raise_fault(lua_State *L)
{
    if (luaL_newmetatable(L, "tessera.fault")) {
        lua_pushcfunction(L, l_fault_tostring);
        lua_setfield(L, -2, "__tostring");
    }
    lua_setmetatable(L, -2);
    return lua_error(L);
}

int bind_raise_errno(lua_State *L, const char *what, int error)
{
    lua_createtable(L, 0, 1);
    lua_pushfstring(L, "cannot %s: %s", what, strerror(error));
    lua_setfield(L, -2, "message");
    return raise_fault(L);
}

int bind_raise(lua_State *L, const struct reader *r)
{
    if (r->fault == READER_UNSENT)
        return bind_raise_errno(L, "write the output", r->error);
    if (r->fault == READER_UNREAD) return bind_raise_errno(L, "read the input", r->error);
    lua_createtable(L, 0, 3);
    lua_pushstring(L, r->message);
    lua_setfield(L, -2, "message");
    lua_pushinteger(L, r->token.line);
    lua_setfield(L, -2, "line");
    lua_pushinteger(L, r->token.column);
    lua_setfield(L, -2, "column");
    return raise_fault(L);
}

static struct lreader *check_lreader(lua_State *L)
{
    struct lreader *r = bind_object(L, 1);
    if (r->stream != NULL && r->stream->closef == NULL) {
        luaL_argerror(L, 1, "the reader's file is closed");
    }
    if (r->reader.fault != READER_FINE) bind_raise(L, &r->reader);
    return r;
}

static struct reader *check_reader(lua_State *L)
{
    return &check_lreader(L)->reader;
}

/* The name of what is read, for messages. */
static const char *name_at(lua_State *L, int index, const char *otherwise)
{
    const char *name = lua_tostring(L, index);
    return name != NULL ? name : otherwise;
}

static int integer(lua_State *L, bool (*read)(struct reader *, const char *, int64_t,
                                              int64_t, int64_t *))
{
    struct reader *r = check_reader(L);
    const char *name = name_at(L, 2, "number");
    int64_t value, min = LUA_MININTEGER, max = LUA_MAXINTEGER;
    if (lua_gettop(L) > 2) {
        min = luaL_optinteger(L, 3, min);
        max = luaL_optinteger(L, 4, max);
    }
    if (!read(r, name, min, max, &value)) return bind_raise(L, r);
    lua_pushinteger(L, value);
    return 1;
}

static int l_integer(lua_State *L)
{
    return integer(L, reader_integer);
}

static int l_integer_or_end(lua_State *L)
{
    struct reader *r = check_reader(L);
    if (!reader_at_end(r)) return integer(L, reader_integer);
    if (r->fault != READER_FINE) return bind_raise(L, r);
    lua_pushnil(L);
    return 1;
}

static int l_value(lua_State *L)
{
    return integer(L, reader_value);
}

static int push_word(lua_State *L, const struct reader *r, bool fine)
{
    if (!fine) return bind_raise(L, r);
    lua_pushlstring(L, r->word, r->length);
    return 1;
}

static int l_word(lua_State *L)
{
    struct reader *r = check_reader(L);
    return push_word(L, r, reader_word(r, name_at(L, 2, "word")));
}

static int l_phrase(lua_State *L)
{
    struct reader *r = check_reader(L);
    int n = 2;
    if (!lua_isnoneornil(L, 3)) n = (int)bind_integer(L, 3, 1, READER_PHRASE_MAX);
    return push_word(L, r, reader_phrase(r, n, name_at(L, 2, "phrase")));
}

static int l_next_phrase(lua_State *L)
{
    struct lreader *r = check_lreader(L);
    if (r->left == 0) return 0;
    r->left--;
    return push_word(L, &r->reader, reader_phrase(&r->reader, r->words, r->name));
}

/* for phrase in reader:phrases(name, count [, words]) */
static int l_phrases(lua_State *L)
{
    struct lreader *r = check_lreader(L);
    r->name = luaL_checkstring(L, 2);
    r->left = bind_integer(L, 3, 0, INT64_MAX / READER_PHRASE_MAX);
    r->words = 2;
    if (!lua_isnoneornil(L, 4)) r->words = (int)bind_integer(L, 4, 1, READER_PHRASE_MAX);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 1, PHRASE_NAME);
    lua_getiuservalue(L, 1, NEXT_PHRASE);
    lua_pushvalue(L, 1);
    return 2;
}

/* Passes over the phrases that a loop has left. */
static int l_skip_phrases(lua_State *L)
{
    struct lreader *r = check_lreader(L);
    int64_t words = r->left * r->words;
    r->left = 0;
    if (!reader_skip(&r->reader, words, r->name)) return bind_raise(L, &r->reader);
    return 0;
}

static int l_next_tuple(lua_State *L)
{
    struct lreader *r = check_lreader(L);
    int64_t values[READER_INTEGERS_MAX];
    int n = r->integers;
    if (!reader_integers(&r->reader, n, r->tuple, values))
        return bind_raise(L, &r->reader);
    for (int i = 0; i < n; i++) lua_pushinteger(L, values[i]);
    return n;
}

/* for a, b in reader:tuples(2, name): integers, until the loop is left. */
static int l_tuples(lua_State *L)
{
    struct lreader *r = check_lreader(L);
    r->integers = (int)bind_integer(L, 2, 1, READER_INTEGERS_MAX);
    r->tuple = luaL_checkstring(L, 3);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, 1, TUPLE_NAME);
    lua_getiuservalue(L, 1, NEXT_TUPLE);
    lua_pushvalue(L, 1);
    return 2;
}

static int l_pick(lua_State *L)
{
    struct reader *r = check_reader(L);
    luaL_argcheck(L, r->words > 0, 2, "there is no phrase");
    reader_pick(r, (int)bind_integer(L, 2, 1, r->words) - 1);
    return push_word(L, r, true);
}

static int l_line(lua_State *L)
{
    struct reader *r = check_reader(L);
    luaL_Buffer b;
    size_t length;
    bool ended = false;
    luaL_buffinit(L, &b);
    bool read = false;
    while (!ended &&
           reader_line(r, luaL_prepbuffer(&b), LUAL_BUFFERSIZE, &length, &ended)) {
        read = true;
        luaL_addsize(&b, length);
        if (luaL_bufflen(&b) > line_max)
            reader_fail(r, "the line is longer than 65536 bytes");
    }
    if (r->fault != READER_FINE) return bind_raise(L, r);
    size_t n = luaL_bufflen(&b);
    if (n > 0 && luaL_buffaddr(&b)[n - 1] == '\r') luaL_buffsub(&b, 1);
    luaL_pushresult(&b);
    if (!read && n == 0) lua_pushnil(L);
    return 1;
}

static int l_skip(lua_State *L)
{
    struct reader *r = check_reader(L);
    lua_Integer n = bind_integer(L, 2, 0, LUA_MAXINTEGER);
    if (!reader_skip(r, n, name_at(L, 3, "word"))) return bind_raise(L, r);
    return 0;
}

static int l_at_end(lua_State *L)
{
    struct reader *r = check_reader(L);
    lua_pushboolean(L, reader_at_end(r));
    return r->fault == READER_FINE ? 1 : bind_raise(L, r);
}

/* The alphabet and, for grid, the cells that occur once. */
static const char *check_cells(lua_State *L, int index, size_t max)
{
    size_t n;
    const char *s = luaL_checklstring(L, index, &n);
    luaL_argcheck(L, n <= max && strlen(s) == n, index, "too many characters");
    return s;
}

static int l_grid(lua_State *L)
{
    static const char *const layouts[] = {"rows", "spaced", NULL};
    struct reader *r = check_reader(L);
    int32_t rows = (int32_t)bind_integer(L, 2, 1, cells_side_max);
    int32_t cols = (int32_t)bind_integer(L, 3, 1, cells_side_max);
    const char *alphabet = check_cells(L, 4, 100);
    const char *once = lua_isnoneornil(L, 5) ? "" : check_cells(L, 5, 8);
    int layout = lua_isnoneornil(L, 6) ? 0 : luaL_checkoption(L, 6, NULL, layouts);
    struct grid g = bind_new_grid(L, rows, cols);
    bool fine = reader_cells(r, &g, alphabet, once, (enum reader_layout)layout);
    return fine ? 1 : bind_raise(L, r);
}

/* ---- boards side by side ---- */

static void check_band(lua_State *L, struct lreader *r)
{
    r->rows = (int32_t)bind_integer(L, 2, 1, cells_side_max);
    int32_t cols = (int32_t)bind_integer(L, 3, 1, band_cols_max);
    reader_band_open(&r->band, cols, check_cells(L, 4, 100));
    lua_pushvalue(L, 4);
    lua_setiuservalue(L, 1, ALPHABET);
    r->boards = r->board = 0;
}

/* Makes room for the next band, of r->boards boards. */
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
    enum { few = 32 };
    unsigned char cells[few * READER_BOARDS_MAX], *row = cells;
    struct reader_place places[READER_BOARDS_MAX];
    int32_t cols = r->band.cols, found;
    if (cols > few) row = lua_newuserdatauv(L, (size_t)cols * READER_BOARDS_MAX, 0);
    r->boards = r->board = 0;
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
}

/* Pushes the next board of the band that was read. */
static void push_board(lua_State *L, struct lreader *r)
{
    ptrdiff_t cols = r->band.cols;
    struct grid to = bind_new_grid(L, r->rows, r->band.cols);
    struct grid from = {r->cells + r->board * cols, r->boards * cols, r->rows,
                        r->band.cols};
    grid_copy(&to, &from);
    r->board++;
}

static int l_boards(lua_State *L)
{
    struct lreader *r = check_lreader(L);
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
    struct lreader *r = check_lreader(L);
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

/* for board, number, count in reader:each_board(rows, columns, alphabet) */
static int l_each_board(lua_State *L)
{
    check_band(L, check_lreader(L));
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, l_next_board, 1);
    lua_pushvalue(L, 1);
    return 2;
}

/* Raises a fault where a row of the board that the loop is at begins. */
static int l_fail_board(lua_State *L)
{
    struct lreader *r = check_lreader(L);
    luaL_argcheck(L, r->board > 0, 1, "no board was read");
    lua_Integer row = bind_integer(L, 2, 1, r->rows);
    r->reader.token = r->places[(row - 1) * r->boards + r->board - 1];
    reader_fail(&r->reader, luaL_checkstring(L, 3));
    return bind_raise(L, &r->reader);
}

static int l_position(lua_State *L)
{
    const struct reader *r = check_reader(L);
    lua_pushinteger(L, r->token.line);
    lua_pushinteger(L, r->token.column);
    return 2;
}

static int l_fail(lua_State *L)
{
    struct reader *r = check_reader(L);
    reader_fail(r, luaL_checkstring(L, 2));
    return bind_raise(L, r);
}

static int l_unknown(lua_State *L)
{
    struct reader *r = check_reader(L);
    const char *name = luaL_checkstring(L, 2);
    reader_unknown(r, name, luaL_checkstring(L, 3));
    return bind_raise(L, r);
}

static int l_new(lua_State *L)
{
    luaL_Stream *stream = luaL_testudata(L, 1, LUA_FILEHANDLE);
    size_t n = 0;
    const char *bytes = NULL;
    if (stream == NULL) {
        bytes = luaL_checklstring(L, 1, &n);
    } else {
        luaL_argcheck(L, stream->closef != NULL, 1, "the file is closed");
    }
    struct lreader *r = lua_newuserdatauv(L, sizeof *r, USERVALUES);
    r->boards = r->board = 0;
    r->room = 0;
    r->stream = stream;
    r->left = 0;
    r->words = 1;
    r->name = r->tuple = "";
    r->integers = 1;
    if (stream != NULL) {
        reader_open_file(&r->reader, stream->f, stdout);
    } else {
        reader_open_bytes(&r->reader, bytes, n);
    }
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, SOURCE);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, l_next_phrase, 1);
    lua_setiuservalue(L, -2, NEXT_PHRASE);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, l_next_tuple, 1);
    lua_setiuservalue(L, -2, NEXT_TUPLE);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setmetatable(L, -2);
    return 1;
}

EXPORT int luaopen_tessera_reader(lua_State *L);

int luaopen_tessera_reader(lua_State *L)
{
    static const luaL_Reg metamethods[] = {{NULL, NULL}};
    static const luaL_Reg methods[] = {
        {"at_end", l_at_end},
        {"boards", l_boards},
        {"each_board", l_each_board},
        {"fail", l_fail},
        {"fail_board", l_fail_board},
        {"grid", l_grid},
        {"integer", l_integer},
        {"integer_or_end", l_integer_or_end},
        {"line", l_line},
        {"phrase", l_phrase},
        {"phrases", l_phrases},
        {"pick", l_pick},
        {"position", l_position},
        {"skip", l_skip},
        {"skip_phrases", l_skip_phrases},
        {"tuples", l_tuples},
        {"unknown", l_unknown},
        {"value", l_value},
        {"word", l_word},
        {NULL, NULL},
    };
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    lua_newtable(L);
    bind_class(L, "tessera.reader", metamethods, methods, NULL);
    lua_getfield(L, -1, "__index");
    lua_setfield(L, -3, "methods");
    luaL_setfuncs(L, functions, 1);
    return 1;
}
