/*
 * What the rules of a game say of a board (game/model.h), as a table, for specs:
 *
 *     model(state, limits).goals[1][1]     { what = "all", cell = { ... }, on = { ... } }
 *     a cell                               { { { layer = 2, kinds = "@" } } }, its alternatives
 *     .names[2]["@"]                       "player"
 *
 * Layers count from 1; kinds are strings of the bytes that `board` has.
 */
#include "lsearch.h"

#include "search/solve/distances.h"

static void set_flag(lua_State *L, const char *name, bool value)
{
    lua_pushboolean(L, value);
    lua_setfield(L, -2, name);
}

static void set_kinds(lua_State *L, const char *name, const struct kinds *kinds)
{
    char bytes[256];
    size_t n = 0;
    for (int value = 0; value < 256; value++)
        if (kinds_has(kinds, value)) bytes[n++] = (char)value;
    lua_pushlstring(L, bytes, n);
    lua_setfield(L, -2, name);
}

static void push_test(lua_State *L, int32_t layer, const struct kinds *kinds)
{
    lua_createtable(L, 0, 2);
    lsearch_set(L, "layer", layer + 1);
    set_kinds(L, "kinds", kinds);
}

static void set_cell(lua_State *L, const char *name, const struct model_cell *cell)
{
    lua_createtable(L, cell->alternatives, 0);
    for (int32_t i = 0; i < cell->alternatives; i++) {
        const struct model_alternative *a = &cell->alternative[i];
        lua_createtable(L, a->tests, 0);
        for (int32_t k = 0; k < a->tests; k++) {
            push_test(L, a->test[k].layer, &a->test[k].kinds);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, name);
}

/* ---- goals ---- */

static void push_term(lua_State *L, const struct model *m, const struct model_term *t)
{
    static const char *const what[] = {"all", "no", "some", "count", "other"};
    static const char *const compare[] = {"=", "~=", "<", "<=", ">", ">="};
    lua_createtable(L, 0, 7);
    lua_pushstring(L, what[t->what]);
    lua_setfield(L, -2, "what");
    lua_pushstring(L, t->text);
    lua_setfield(L, -2, "text");
    if (t->what == MODEL_OTHER) return;
    set_cell(L, "cell", &t->cell);
    set_cell(L, "on", &t->on);
    if (t->what == MODEL_COUNT) {
        lua_pushstring(L, compare[t->compare]);
        lua_setfield(L, -2, "compare");
        lsearch_set(L, "number", t->number);
    }
    if (t->places == NULL) return;
    lua_newtable(L);
    for (int32_t i = 0, n = 0; i < m->cells; i++) {
        if ((t->places[i / 64] >> i % 64 & 1) == 0) continue;
        lua_pushinteger(L, i + 1);
        lua_rawseti(L, -2, ++n);
    }
    lua_setfield(L, -2, "places");
}

static void set_goals(lua_State *L, const struct model *m)
{
    lua_createtable(L, m->goals, 0);
    for (int32_t i = 0; i < m->goals; i++) {
        lua_createtable(L, m->goal[i].terms, 0);
        for (int32_t k = 0; k < m->goal[i].terms; k++) {
            push_term(L, m, &m->goal[i].term[k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "goals");
}

/* ---- moves ---- */

static void push_part(lua_State *L, const struct model_part *part)
{
    lua_createtable(L, 0, 5);
    lsearch_set(L, "row", part->row);
    lsearch_set(L, "column", part->col);
    set_flag(L, "outside", part->outside);
    set_cell(L, "before", &part->before);
    lua_createtable(L, part->writes, 0);
    for (int32_t i = 0; i < part->writes; i++) {
        const struct model_write *w = &part->write[i];
        push_test(L, w->layer, &w->kinds);
        if (w->from > 0) lsearch_set(L, "from", w->from);
        if (w->becomes != NULL) {
            lua_pushlstring(L, (const char *)w->becomes, 256);
            lua_setfield(L, -2, "becomes");
        }
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "writes");
}

static void set_moves(lua_State *L, const struct model *m)
{
    lua_createtable(L, m->moves, 0);
    for (int32_t i = 0; i < m->moves; i++) {
        const struct model_move *move = &m->move[i];
        lua_createtable(L, move->parts, 3);
        set_flag(L, "step", move->step);
        set_flag(L, "copies", move->copies);
        lsearch_set(L, "rule", move->rule);
        for (int32_t k = 0; k < move->parts; k++) {
            push_part(L, &move->part[k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "moves");
}

/* ---- the board ---- */

static void push_names(lua_State *L, const struct game *game, const struct model *m,
                       int32_t layer)
{
    lua_newtable(L);
    for (int value = 0; value < 256; value++) {
        char bytes[MODEL_NAME_MAX];
        const char key = (char)value;
        struct text name = text_into(bytes, sizeof bytes);
        m->name(game, layer, value, &name);
        if (name.length == 0) continue;
        lua_pushlstring(L, &key, 1);
        lua_pushstring(L, bytes);
        lua_rawset(L, -3);
    }
}

/* Lists of the layers: what their kinds are called, which move, which acts, and the blanks. */
static void set_layers(lua_State *L, const struct game *game, const struct model *m)
{
    lua_createtable(L, m->layers, 0);
    for (int32_t k = 0; k < m->layers; k++) {
        const struct kinds blank = kinds_of(m->blank[k]);
        lua_createtable(L, 0, 4);
        push_names(L, game, m, k);
        lua_setfield(L, -2, "names");
        set_kinds(L, "moving", &m->moving[k]);
        set_kinds(L, "avatar", &m->avatar[k]);
        set_kinds(L, "blank", &blank);
        lua_rawseti(L, -2, k + 1);
    }
    lua_setfield(L, -2, "layers");
}

static void set_board(struct search_run *s, const struct model *m)
{
    luaL_Buffer b;
    const size_t size = (size_t)m->layers * (size_t)m->cells;
    unsigned char *board = (unsigned char *)luaL_buffinitsize(s->L, &b, size);
    m->read(s->game, s->successors.root, board);
    luaL_pushresultsize(&b, size);
    lua_setfield(s->L, -2, "board");
}

bool lsearch_ask_model(const struct search_run *s, struct model *m)
{
    *m = (struct model){.resize = s->limits.resize, .with = s->limits.with};
    if (s->game->model != NULL && s->game->model(s->game, s->successors.root, m))
        return true;
    if (m->lacked) lsearch_lacks_memory(s->L);
    return false;
}

void lsearch_lacks_memory(lua_State *L)
{
    luaL_error(L, "not enough memory");
}

/* model(state, limits): the table, or nil if nothing can be said */
static int l_model(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    struct model m;
    if (!lsearch_ask_model(s, &m)) {
        lua_pushnil(L);
        return 1;
    }
    lua_newtable(L);
    lsearch_set(L, "rows", m.rows);
    lsearch_set(L, "columns", m.cols);
    lsearch_set(L, "reach", m.reach);
    set_flag(L, "has_avatar", m.has_avatar);
    set_flag(L, "exact", m.exact);
    set_flag(L, "whole", m.whole);
    set_flag(L, "single", m.single);
    set_layers(L, s->game, &m);
    set_board(s, &m);
    set_goals(L, &m);
    set_moves(L, &m);
    return 1;
}

/* board(state, limits): the cells of the state as the model has them */
static int l_board(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    struct model m;
    if (!lsearch_ask_model(s, &m)) {
        lua_pushnil(L);
        return 1;
    }
    lua_newtable(L);
    set_board(s, &m);
    lua_getfield(L, -1, "board");
    return 1;
}

/* ---- distances ---- */

/* The cells of the term at the indexes, from 1, of its goal and of itself; its second one where
 * the first has no pieces. */
static enum search_end distances_of(struct search_run *s, const struct model *m,
                                    struct distances *d, bool *on)
{
    lua_State *L = s->L;
    struct possible possible;
    struct search_progress *progress = &s->successors.progress;
    const lua_Integer goal = bind_integer(L, 3, 1, m->goals),
                      term = bind_integer(L, 4, 1, m->goal[goal - 1].terms);
    const struct model_term *t = &m->goal[goal - 1].term[term - 1];
    unsigned char *board = lua_newuserdatauv(L, (size_t)m->layers * (size_t)m->cells, 0);
    m->read(s->game, s->successors.root, board);
    enum search_end end = possible_find(&possible, m, board, &s->limits, progress);
    if (end == SEARCH_GOES_ON)
        end = distances_find(d, &possible, &t->cell, &s->limits, progress);
    *on = d->between == NULL;
    if (end == SEARCH_GOES_ON && *on)
        end = distances_find(d, &possible, &t->on, &s->limits, progress);
    if (end == SEARCH_GOES_ON && d->between == NULL) {
        const struct state *root = s->successors.root;
        end = distances_try(d, s->game, root, &possible, &t->cell, &s->limits, progress);
        *on = d->between == NULL;
        if (end == SEARCH_GOES_ON && *on)
            end =
                distances_try(d, s->game, root, &possible, &t->on, &s->limits, progress);
    }
    return end;
}

static void push_distances(lua_State *L, const struct distances *d)
{
    lua_createtable(L, 0, 6);
    set_flag(L, "proven", d->proven);
    set_flag(L, "bounds", d->bounds);
    set_flag(L, "kept", d->kept);
    lsearch_set(L, "together", d->together);
    lua_createtable(L, d->cells, 0);
    for (int32_t from = 0; from < d->cells; from++) {
        lua_createtable(L, d->cells, 0);
        for (int32_t to = 0; to < d->cells; to++) {
            const uint16_t n = d->between[(size_t)from * (size_t)d->cells + (size_t)to];
            if (n == DISTANCE_FAR)
                lua_pushboolean(L, false);
            else
                lua_pushinteger(L, n);
            lua_rawseti(L, -2, to + 1);
        }
        lua_rawseti(L, -2, from + 1);
    }
    lua_setfield(L, -2, "between");
}

/* distances(state, limits, goal, term): those of single pieces, between[from][to], false where no way
 * leads there, and whether the pieces are those of `on`; or nil if nothing is known */
static int l_distances(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    struct model m;
    struct distances d = {.between = NULL};
    enum search_end end = SEARCH_GOES_ON;
    bool on = false;
    if (lsearch_ask_model(s, &m)) end = distances_of(s, &m, &d, &on);
    if (end == SEARCH_MEMORY) lsearch_lacks_memory(L);
    if (end != SEARCH_GOES_ON || d.between == NULL) {
        lua_pushnil(L);
        return 1;
    }
    push_distances(L, &d);
    set_flag(L, "on", on);
    return 1;
}

const luaL_Reg lsearch_model[] = {
    {"board", l_board}, {"distances", l_distances}, {"model", l_model}, {NULL, NULL}};
