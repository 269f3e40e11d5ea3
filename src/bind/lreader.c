/*
 * tessera.reader: the streaming tokenizer over a Lua file or a string.
 */
#include "lreader.h"

enum { LINE_BYTES_MAX = 65536 };

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
    static const luaL_Reg metamethods[] = {{"__tostring", l_fault_tostring},
                                           {NULL, NULL}};
    bind_set_metatable(L, "tessera.fault", metamethods);
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

static struct reader *check_reader(lua_State *L)
{
    return &lreader_check(L)->reader;
}

/* The argument `name` at `index`: the noun for messages. */
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
    struct lreader *r = lreader_check(L);
    if (r->left == 0) return 0;
    r->left--;
    return push_word(L, &r->reader, reader_phrase(&r->reader, r->words, r->name));
}

/* for phrase in reader:phrases(name, count [, words]) */
static int l_phrases(lua_State *L)
{
    struct lreader *r = lreader_check(L);
    const char *name = luaL_checkstring(L, 2);
    int64_t count = bind_integer(L, 3, 0, INT64_MAX / READER_PHRASE_MAX);
    int words = 2;
    if (!lua_isnoneornil(L, 4)) words = (int)bind_integer(L, 4, 1, READER_PHRASE_MAX);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, 1, PHRASE_NAME);
    r->name = name;
    r->left = count;
    r->words = words;
    lua_getiuservalue(L, 1, NEXT_PHRASE);
    lua_pushvalue(L, 1);
    return 2;
}

/* Skips the phrases that a loop has left. */
static int l_skip_phrases(lua_State *L)
{
    struct lreader *r = lreader_check(L);
    int64_t words = r->left * r->words;
    r->left = 0;
    if (!reader_skip(&r->reader, words, r->name)) return bind_raise(L, &r->reader);
    return 0;
}

static int l_next_tuple(lua_State *L)
{
    struct lreader *r = lreader_check(L);
    int64_t values[READER_INTEGERS_MAX];
    int n = r->integers;
    if (!reader_integers(&r->reader, n, r->tuple, values))
        return bind_raise(L, &r->reader);
    for (int i = 0; i < n; i++) lua_pushinteger(L, values[i]);
    return n;
}

/* for a, b in reader:tuples(2, name): endless; the script leaves the loop */
static int l_tuples(lua_State *L)
{
    struct lreader *r = lreader_check(L);
    int integers = (int)bind_integer(L, 2, 1, READER_INTEGERS_MAX);
    const char *name = luaL_checkstring(L, 3);
    lua_pushvalue(L, 3);
    lua_setiuservalue(L, 1, TUPLE_NAME);
    r->tuple = name;
    r->integers = integers;
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
    struct lreader *lr = lreader_check(L);
    struct reader *r = &lr->reader;
    luaL_Buffer b;
    size_t length;
    bool ended = false;
    luaL_buffinit(L, &b);
    bool read = false;
    struct reader_place start = r->token;
    lr->busy = true;
    while (!ended &&
           reader_line(r, luaL_prepbuffer(&b), LUAL_BUFFERSIZE, &length, &ended)) {
        if (!read) start = r->token;
        read = true;
        luaL_addsize(&b, length);
        if (luaL_bufflen(&b) > LINE_BYTES_MAX + 1) break;
    }
    lr->busy = false;
    if (r->fault != READER_FINE) return bind_raise(L, r);
    if (read) r->token = start;
    size_t n = luaL_bufflen(&b);
    if (n > LINE_BYTES_MAX) {
        reader_fail(r, "the line is longer than 65536 bytes");
        return bind_raise(L, r);
    }
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

static int l_grid(lua_State *L)
{
    static const char *const layouts[] = {"rows", "spaced", NULL};
    struct reader *r = check_reader(L);
    int32_t rows = (int32_t)bind_integer(L, 2, 1, LREADER_SIDE_MAX);
    int32_t cols = (int32_t)bind_integer(L, 3, 1, LREADER_SIDE_MAX);
    const char *alphabet = lreader_cells(L, 4, 100);
    const char *once = lua_isnoneornil(L, 5) ? "" : lreader_cells(L, 5, 8);
    int layout = lua_isnoneornil(L, 6) ? 0 : luaL_checkoption(L, 6, NULL, layouts);
    struct grid g = bind_new_grid(L, rows, cols);
    bool fine = reader_cells(r, &g, alphabet, once, (enum reader_layout)layout);
    return fine ? 1 : bind_raise(L, r);
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
    *r = (struct lreader){.stream = stream, .words = 1, .name = "", .tuple = ""};
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
        {"boards", lreader_boards},
        {"each_board", lreader_each_board},
        {"fail", l_fail},
        {"fail_board", lreader_fail_board},
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
