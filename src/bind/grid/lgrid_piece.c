/*
 * tessera.grid, continued: pieces of several cells. A piece is a userdata that holds a struct
 * piece; its user value 1 is the grid.
 */
#include "lgrid.h"

static const char class_key = 0; /* its address names the metatable in the registry */

static void push_class(lua_State *L);

/* Pushes a piece with room for `count` cells of the grid at index 1. */
static struct piece *push_piece(lua_State *L, int32_t count, int value)
{
    size_t size = offsetof(struct piece, cell) + (size_t)count * sizeof(struct place);
    struct piece *piece = lua_newuserdatauv(L, size, 1);
    piece->count = count;
    piece->value = value;
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    push_class(L);
    lua_setmetatable(L, -2);
    return piece;
}

enum { FEW = 256 }; /* cells up to which a worklist needs no userdata */

struct few {
    unsigned char marks[FEW];
    struct place list[FEW];
};

/* A worklist for the grid: in `few`, or else in userdata, which are pushed. */
static struct lgrid_worklist worklist(lua_State *L, const struct grid *g, struct few *few)
{
    size_t cells = (size_t)g->rows * (size_t)g->cols;
    if (cells > FEW) return lgrid_push_worklist(L, g);
    memset(few->marks, 0, cells);
    return (struct lgrid_worklist){few->marks, few->list};
}

/* Lists the cells of the piece that a cell belongs to. Returns how many there are. */
static int32_t find_piece(lua_State *L, const struct grid *g, struct place at,
                          const struct lgrid_worklist *w)
{
    const int directions = lgrid_has_hexagons(L) ? DIRECTIONS_HEX : DIRECTIONS_ORTHOGONAL;
    struct kinds same = kinds_of(*grid_at(g, at));
    return grid_region(g, &same, directions, at, w->marks, w->list);
}

/* piece(row, column): the cells of its kind that hang together with a cell; nil if it is empty */
static int l_piece(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    struct place at = lgrid_place(L, g, 2);
    struct few few;
    lua_settop(L, 3);
    if (*grid_at(g, at) == lgrid_empty(L, 4)) {
        lua_pushnil(L);
        return 1;
    }
    struct lgrid_worklist w = worklist(L, g, &few);
    int value = *grid_at(g, at); /* a finalizer may change the cell later */
    int32_t count = find_piece(L, g, at, &w);
    struct piece *piece = push_piece(L, count, value);
    memcpy(piece->cell, w.list, (size_t)count * sizeof *piece->cell);
    piece_sort(piece);
    return 1;
}

/* put(shape, row, column, kind [, empty]): the piece, or nil if it does not fit there */
static int l_put(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    const struct lgrid *shape = lgrid_to(L, 2);
    luaL_argexpected(L, shape != NULL, 2, "tessera.grid");
    lua_Integer row = luaL_checkinteger(L, 3), col = luaL_checkinteger(L, 4);
    int kind = lgrid_kind(L, 5), empty = lgrid_empty(L, 6), count = 0;
    int none = shape->legend != NULL ? shape->legend->empty : '.';
    struct kinds nothing = kinds_of(none), solid = kinds_all_but(&nothing);
    bool near = row >= -LGRID_SIDE_MAX && row <= LGRID_SIDE_MAX &&
                col >= -LGRID_SIDE_MAX && col <= LGRID_SIDE_MAX;
    luaL_argcheck(L, kind != empty, 5, "a piece cannot be of the empty kind");
    struct piece *piece = push_piece(L, grid_count(&shape->view, &solid), kind);
    /* A finalizer may have changed the shape since its cells were counted. */
    struct place p = {0, 0};
    for (; count < piece->count && grid_find(&shape->view, &solid, &p); p.col++) {
        piece->cell[count++] = p;
    }
    piece->count = count;
    luaL_argcheck(L, count > 0, 2, "the shape has no cells");
    struct place by = {(int32_t)row - 1, (int32_t)col - 1};
    /* On the grid nothing is the piece's own yet. */
    for (int32_t i = 0; near && i < count; i++) {
        piece->cell[i].row += by.row;
        piece->cell[i].col += by.col;
        p = piece->cell[i];
        near = grid_inside(g, p) && *grid_at(g, p) == empty;
    }
    if (!near) {
        lua_pushnil(L);
        return 1;
    }
    for (int32_t i = 0; i < count; i++) {
        *grid_at(g, piece->cell[i]) = (unsigned char)kind;
    }
    return 1;
}

/* drop_piece(shape, column, kind [, empty]): the row where the shape's upper left corner comes
 * to rest, or nil if it does not fit in at the top */
static int l_drop_piece(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    const struct lgrid *shape = lgrid_to(L, 2);
    luaL_argexpected(L, shape != NULL, 2, "tessera.grid");
    lgrid_refuse_hexagons(L);
    int32_t left = (int32_t)bind_integer(L, 3, 1, g->cols) - 1, count = 0;
    int kind = lgrid_kind(L, 4), empty = lgrid_empty(L, 5);
    int none = shape->legend != NULL ? shape->legend->empty : '.';
    luaL_argcheck(L, kind != empty, 4, "a piece cannot be of the empty kind");
    struct few few;
    const struct lgrid_worklist w = worklist(L, &shape->view, &few);
    bool fits = true;
    for (int32_t i = 0; i < shape->view.rows; i++) {
        const unsigned char *row = grid_row(&shape->view, i);
        for (int32_t j = 0; j < shape->view.cols; j++) {
            if (row[j] == none) continue;
            struct place at = {i, j + left};
            w.list[count++] = at;
            fits = fits && grid_inside(g, at) && *grid_at(g, at) == empty;
        }
    }
    luaL_argcheck(L, count > 0, 2, "the shape has no cells");
    if (!fits) {
        lua_pushnil(L);
        return 1;
    }
    int32_t steps = cells_room(g, w.list, count, GRID_DOWN, empty);
    for (int32_t i = 0; i < count; i++) {
        *grid_at(g, (struct place){w.list[i].row + steps, w.list[i].col}) =
            (unsigned char)kind;
    }
    lua_pushinteger(L, steps + 1);
    return 1;
}

/* ---- what can be shifted ---- */

static bool wants_lengthwise(lua_State *L, int index)
{
    static const char *const which[] = {"all", "lengthwise", NULL};
    return !lua_isnoneornil(L, index) && luaL_checkoption(L, index, NULL, which) == 1;
}

/* shift_piece(row, column, direction [, which [, empty]]): whether there was room for it */
static int l_shift_piece(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    struct place at = lgrid_place(L, g, 2);
    enum direction d = lgrid_side_direction(L, 4);
    bool along = wants_lengthwise(L, 5);
    int empty = lgrid_empty(L, 6);
    struct few few;
    struct lgrid_worklist w = worklist(L, g, &few);
    int value = *grid_at(g, at);
    unsigned steps, lengthwise;
    int32_t count = piece_around(g, at, empty, w.marks, w.list, &steps, &lengthwise);
    if (along) steps &= lengthwise;
    bool fits = value != empty && (steps >> d & 1) != 0;
    for (int32_t i = 0; fits && i < count; i++) {
        *grid_at(g, w.list[i]) = (unsigned char)empty;
    }
    for (int32_t i = 0; fits && i < count; i++) {
        *grid_at(g, place_step(w.list[i], d)) = (unsigned char)value;
    }
    lua_pushboolean(L, fits);
    return 1;
}

/* The position of a loop over shifts: upvalue 2 of its iterator. Upvalue 1 is the grid. */
struct shifts {
    const struct lgrid *grid;
    struct kinds kinds;
    struct place next, first; /* where to look on; the first cell of the piece at hand */
    int empty, value;         /* the empty kind; that of the piece */
    unsigned steps;           /* its directions, as bits, that are still to be told */
    bool lengthwise;
    unsigned char *marks;
    struct place list[];
};

/* Looks at the piece that begins at s->next. Whether it can be shifted. */
static bool can_shift(struct shifts *s, const struct grid *g)
{
    unsigned lengthwise;
    piece_around(g, s->next, s->empty, s->marks, s->list, &s->steps, &lengthwise);
    if (s->lengthwise) s->steps &= lengthwise;
    s->first = s->next;
    s->value = *grid_at(g, s->first);
    return s->steps != 0;
}

/* Goes on to the next piece that can be shifted; false if there is none. */
static bool next_piece(struct shifts *s)
{
    const struct grid *g = &s->grid->view;
    for (; s->next.row < g->rows; s->next.row++, s->next.col = 0) {
        const unsigned char *row = grid_row(g, s->next.row),
                            *marks = &s->marks[(ptrdiff_t)s->next.row * g->cols];
        for (int32_t j; (j = s->next.col) < g->cols; s->next.col++) {
            bool begins = kinds_has(&s->kinds, row[j]) && marks[j] == 0;
            if (begins && can_shift(s, g)) return true;
        }
    }
    return false;
}

static int shifts_next(lua_State *L)
{
    struct shifts *s = lua_touserdata(L, lua_upvalueindex(2));
    bind_check_ended(L, s->grid->marks);
    if (s->steps == 0 && !next_piece(s)) return 0;
    int d = __builtin_ctz(s->steps);
    s->steps &= s->steps - 1;
    lgrid_push_place(L, s->first);
    lgrid_push_name(L, lua_upvalueindex(1), s->value);
    lua_pushstring(L, direction_names[d]);
    return 4;
}

/* shifts(kinds [, which [, empty]]): an iterator over the pieces that can be shifted, and where */
static int l_shifts(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    lgrid_refuse_hexagons(L);
    struct kinds kinds = lgrid_kinds(L, 2);
    bool along = wants_lengthwise(L, 3);
    int empty = lgrid_empty(L, 4);
    struct kinds none = kinds_of(empty);
    for (int k = 0; k < 4; k++) kinds.bits[k] &= ~none.bits[k];
    size_t cells = (size_t)g->rows * (size_t)g->cols;
    lua_pushvalue(L, 1);
    struct shifts *s =
        lua_newuserdatauv(L, sizeof *s + cells * (sizeof(struct place) + 1), 0);
    *s = (struct shifts){.grid = lua_touserdata(L, 1), .kinds = kinds, .empty = empty};
    s->lengthwise = along;
    s->marks = (unsigned char *)&s->list[cells];
    memset(s->marks, 0, cells);
    lua_pushcclosure(L, shifts_next, 2);
    return 1;
}

/* clear_rows(kinds [, empty]) */
static int l_clear_rows(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    struct kinds kinds = lgrid_kinds(L, 2);
    lua_pushinteger(L, grid_clear_rows(g, &kinds, lgrid_empty(L, 3)));
    return 1;
}

/* ---- methods of pieces ---- */

/* Puts the grid of the piece at index 1 in its place, and the piece behind the arguments. */
static struct piece *piece_here(lua_State *L)
{
    struct piece *piece = bind_object(L, 1);
    lua_settop(L, 3);
    lua_pushvalue(L, 1);
    lua_getiuservalue(L, 1, 1);
    lua_replace(L, 1);
    return piece;
}

static void check_there(lua_State *L, const struct grid *g, const struct piece *piece)
{
    if (!piece_is_there(g, piece)) {
        luaL_error(L,
                   "the piece is not there any more: other calls have changed its cells");
    }
}

/* moves(direction [, empty]): whether there is room for a step */
static int l_moves(lua_State *L)
{
    const struct piece *piece = piece_here(L);
    const struct grid *g = lgrid_self(L);
    enum direction d = lgrid_direction(L, 2);
    int empty = lgrid_empty(L, 3);
    check_there(L, g, piece);
    lua_pushboolean(L, piece_fits(g, piece, place_step((struct place){0, 0}, d), empty));
    return 1;
}

/* shift(direction [, empty]): a step; whether there was room for it */
static int l_shift(lua_State *L)
{
    struct piece *piece = piece_here(L);
    const struct grid *g = lgrid_own(L);
    struct place by = place_step((struct place){0, 0}, lgrid_direction(L, 2));
    int empty = lgrid_empty(L, 3);
    check_there(L, g, piece);
    bool fits = piece_fits(g, piece, by, empty);
    if (fits) piece_move(g, piece, by, empty);
    lua_pushboolean(L, fits);
    return 1;
}

/* slide(direction [, empty]): how many steps */
static int l_slide(lua_State *L)
{
    struct piece *piece = piece_here(L);
    const struct grid *g = lgrid_own(L);
    enum direction d = lgrid_direction(L, 2);
    int empty = lgrid_empty(L, 3);
    check_there(L, g, piece);
    lua_pushinteger(L, piece_slide(g, piece, d, empty));
    return 1;
}

/* turn([turns [, empty]]): quarter turns to the right; whether there was room for it. */
static int l_turn(lua_State *L)
{
    struct piece *piece = piece_here(L);
    const struct grid *g = lgrid_own(L);
    lgrid_refuse_hexagons(L);
    lua_Integer turns = luaL_optinteger(L, 2, 1) & 3;
    int empty = lgrid_empty(L, 3);
    struct piece *turned = push_piece(L, piece->count, piece->value);
    struct piece *next = push_piece(L, piece->count, piece->value);
    check_there(L, g, piece);
    memcpy(turned->cell, piece->cell, (size_t)piece->count * sizeof *piece->cell);
    for (; turns > 0; turns--) {
        struct piece *swap = turned;
        piece_turn(g, turned, next);
        turned = next;
        next = swap;
    }
    lua_pushboolean(L, piece_become(g, piece, turned, empty));
    return 1;
}

static int l_kind(lua_State *L)
{
    const struct piece *piece = piece_here(L);
    lgrid_self(L);
    lgrid_push_name(L, 1, piece->value);
    return 1;
}

/* cells(): { row, column } of each, in reading order */
static int l_cells(lua_State *L)
{
    const struct piece *piece = piece_here(L);
    lgrid_self(L);
    lua_createtable(L, piece->count, 0);
    for (int32_t i = 0; i < piece->count; i++) {
        bind_push_place(L, piece->cell[i].row + 1, piece->cell[i].col + 1);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static void push_class(lua_State *L)
{
    static const luaL_Reg none[] = {{NULL, NULL}};
    static const luaL_Reg methods[] = {
        {"cells", l_cells}, {"kind", l_kind}, {"moves", l_moves}, {"shift", l_shift},
        {"slide", l_slide}, {"turn", l_turn}, {NULL, NULL}};
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &class_key) == LUA_TTABLE) return;
    lua_pop(L, 1);
    bind_class(L, "tessera.piece", none, methods, NULL);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &class_key);
}

const luaL_Reg lgrid_pieces[] = {{"clear_rows", l_clear_rows},
                                 {"drop_piece", l_drop_piece},
                                 {"piece", l_piece},
                                 {"put", l_put},
                                 {"shift_piece", l_shift_piece},
                                 {"shifts", l_shifts},
                                 {NULL, NULL}};
