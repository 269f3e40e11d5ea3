/*
 * Shared by the files of tessera.grid. A grid is a view of cells in its own userdata or
 * in another object, its owner:
 *
 *     grid.new "..#"      | struct lgrid | . . # |                its own cells
 *     state.board         | struct lgrid | --> the state's block  user value 1 keeps it alive
 *
 *     user value 1   the owner
 *                2   the legend
 *                3   the legend's table: from a cell's value to the name of its kind,
 *                    from the name of a kind or group to a struct lkinds
 */
#ifndef TESSERA_BIND_GRID_LGRID_H
#define TESSERA_BIND_GRID_LGRID_H

#include "base/grid_rules.h"
#include "bind/bind.h"
#include "bind/lnames.h"

enum { LGRID_OWNER = 1, LGRID_LEGEND, LGRID_NAMES, LGRID_SIDE_MAX = 4096 };

extern const char lgrid_seal;

struct lgrid {
    const char *seal; /* &lgrid_seal */
    struct grid view;
    const unsigned char *marks;   /* the marks of the state that it shows, or NULL */
    const struct llegend *legend; /* user value 2, or NULL */
    unsigned char cell[];
};

struct lkinds {
    struct kinds kinds;
    int only; /* the value of the only kind, or -1 for a group */
    /* Of a group: the values of its kinds in their order; or NULL, if it is one of groups. */
    const unsigned char *order;
    size_t orders;
};

/* A legend, a userdata. User value 1 is its table, 2 a table of its facing groups: by the
 * name the values for up, down, left, right as a string; at 1, 2, ... the orders of groups;
 * 3 keeps `wide`. */
struct llegend {
    bool hexagons;              /* of grids of hexagons (base/directions.h) */
    int empty;                  /* the value of the kind "empty", or '.' */
    const uint32_t *wide;       /* as that of a struct game: user value 3, or NULL */
    uint32_t mask;              /* the number of slots - 1 */
    const struct lkinds *kinds; /* by the value of a name; they lie behind the slots */
    struct lname slot[]; /* the names of kinds and groups, the table's own strings */
};

/* The kinds of this name; NULL if it is not one of the legend's own strings. */
static inline const struct lkinds *llegend_find(const struct llegend *legend,
                                                const char *name)
{
    int32_t number = lnames_find(legend->slot, legend->mask, name, -1);
    return number < 0 ? NULL : &legend->kinds[number];
}

/* The grid at `index`, or NULL; raises an error if it was lent to a rule that has ended. */
struct lgrid *lgrid_to(lua_State *L, int index);

/* The grid at `index`, or NULL. It is told by its seal and not by its metatable, which would
 * take a quarter of the shortest method: no other userdata that Lua code can get hold
 * of begins with this address. */
static inline struct lgrid *lgrid_sealed(lua_State *L, int index)
{
    struct lgrid *g = lua_touserdata(L, index);
    bool grid = g != NULL && lua_rawlen(L, index) >= sizeof *g && g->seal == &lgrid_seal;
    return grid ? g : NULL;
}

/* The grid of a method. */
static inline struct lgrid *lgrid_here(lua_State *L)
{
    struct lgrid *g = lgrid_sealed(L, 1);
    if (g == NULL) bind_wrong_object(L, 1);
    return g;
}

/* The grid of a method that reads cells. */
static inline struct grid *lgrid_self(lua_State *L)
{
    struct lgrid *g = lgrid_here(L);
    bind_check_ended(L, g->marks);
    return &g->view;
}

/* The grid of a method that changes cells. */
static inline struct grid *lgrid_own(lua_State *L)
{
    struct lgrid *g = lgrid_here(L);
    bind_check_frozen(L, g->marks);
    return &g->view;
}

/* The cell of two arguments from `index` on, row and column from 1; it must
 * be on the grid. */
struct place lgrid_place(lua_State *L, const struct grid *, int index);

/* The same; false if it is outside the grid. */
bool lgrid_inside(lua_State *L, const struct grid *, int index, struct place *);

/* Whether the cells of the grid at index 1, or of the piece's there, are hexagons. */
bool lgrid_has_hexagons(lua_State *L);
/* For a method that wants squares: things fall, and pieces turn by a quarter. */
void lgrid_refuse_hexagons(lua_State *L);

/* The direction that an argument names; only one of the sides of a square. */
enum direction lgrid_direction(lua_State *L, int index);
enum direction lgrid_side_direction(lua_State *L, int index);

/* The kinds of the name at `index`, if it is one of the legend's own strings; or NULL. */
static inline const struct lkinds *lgrid_known(lua_State *L, const struct lgrid *g,
                                               int index)
{
    if (g->legend == NULL || lua_type(L, index) != LUA_TSTRING) return NULL;
    return llegend_find(g->legend, lua_tostring(L, index));
}

/* The kinds of an argument: a name, a group or a character of the grid at index 1;
 * without a legend a string of characters; or a list of these. */
struct kinds lgrid_kinds(lua_State *L, int index);

/* The value of one kind; lgrid_kind_in: at `index` is an element of the list
 * that is argument `arg`. */
int lgrid_kind(lua_State *L, int index);
int lgrid_kind_in(lua_State *L, int index, int arg);

/* The values of a group's kinds, in their order, or those of a string without a legend.
 * *n: how many; 0 for a kind alone. */
const unsigned char *lgrid_order(lua_State *L, int index, size_t *n);

/* The value of empty cells: the argument, else the legend's "empty", else '.'. */
int lgrid_empty(lua_State *L, int index);

/* The kinds of an argument; all except `empty` if it is left out. */
struct kinds lgrid_movable(lua_State *L, int index, int empty);

/* Pushes the name of a cell's value in the grid at index `grid`. */
void lgrid_push_name(lua_State *L, int grid, int value);

/* Pushes row and column, from 1. */
int lgrid_push_place(lua_State *L, struct place);

/* Pushes a new grid with the legend of the grid at index 1. */
struct grid lgrid_push_like(lua_State *L, int32_t rows, int32_t cols);

/* Room for the cells of regions: marks, all 0, and a list. */
struct lgrid_worklist {
    unsigned char *marks;
    struct place *list;
};

/* Pushes the two blocks of a worklist. */
struct lgrid_worklist lgrid_push_worklist(lua_State *L, const struct grid *);

/* Pushes the word for a direction on the grid at index 1. */
void lgrid_push_direction(lua_State *L, enum direction);

/* The directions of the argument "sides", which is the default, "all" or "hex", as bits. On hexagons
 * all of them are the six. */
int lgrid_which(lua_State *L, int index);

/* The distances of an argument, which must be those of a grid of this shape, and the directions
 * of their steps. */
const int32_t *lgrid_distances(lua_State *L, const struct grid *, int index,
                               int *directions);

/* The compiled rule of the text at index 2, and the rules of the list there, for the grid at index 1;
 * they are left on the stack (lgrid_compile.c). */
struct pattern_step;
const struct pattern_step *lgrid_rule(lua_State *L);
const struct pattern_step *lgrid_rule_list(lua_State *L);

extern const luaL_Reg lgrid_queries[], lgrid_moves[], lgrid_pieces[], lgrid_rules[],
    lgrid_ways[];

int lgrid_legend(lua_State *L); /* grid.legend */
bool lgrid_is_legend(lua_State *L, int index);

/* Sets the legend of the grid on top of the stack to the one at `index`. */
void lgrid_use_legend(lua_State *L, int index);

#endif
