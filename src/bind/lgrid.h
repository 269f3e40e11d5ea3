/*
 * What the files of tessera.grid share. A grid is a view of cells in its own userdata or in
 * another object, which it keeps alive: user value 1. Its user value 2 is its legend, whose
 * table is the grid's user value 3: from a cell's value to the name of its kind, and from the
 * name of a kind or a group to a struct lkinds.
 */
#ifndef TESSERA_LGRID_H
#define TESSERA_LGRID_H

#include "base/grid_rules.h"
#include "bind.h"
#include "lnames.h"

enum { LGRID_OWNER = 1, LGRID_LEGEND, LGRID_NAMES, LGRID_SIDE_MAX = 4096 };

extern const char lgrid_seal;

struct lgrid {
    const char *seal; /* &lgrid_seal */
    struct grid view;
    const unsigned char *marks;   /* of the state that it shows, or NULL */
    const struct llegend *legend; /* its user value, or NULL */
    unsigned char cell[];
};

struct lkinds {
    struct kinds kinds;
    int only; /* the value of the only kind, or -1 for a group */
};

/* A legend, a userdata with its table as user value 1. */
struct llegend {
    int empty;                  /* the value of the kind "empty", or '.' */
    uint32_t mask;              /* of the slots: the strings that are keys of the table */
    const struct lkinds *kinds; /* what they mean, by their numbers; behind the slots */
    struct lname slot[];
};

/* The kinds of this name; NULL if it is none of the legend's own strings. */
static inline const struct lkinds *llegend_find(const struct llegend *legend,
                                                const char *name)
{
    int32_t number = lnames_find(legend->slot, legend->mask, name, -1);
    return number < 0 ? NULL : &legend->kinds[number];
}

/* The grid at `index`, or NULL. */
struct lgrid *lgrid_to(lua_State *L, int index);

/* The grid that a method is called with. Its seal is looked at and not its metatable, which would
 * be a quarter of what the shortest method costs: no other userdata that Lua can get hold of
 * begins with this address. */
static inline struct lgrid *lgrid_here(lua_State *L)
{
    struct lgrid *g = lua_touserdata(L, 1);
    if (g == NULL || lua_rawlen(L, 1) < sizeof *g || g->seal != &lgrid_seal) {
        bind_wrong_object(L, 1);
    }
    return g;
}

static inline struct grid *lgrid_self(lua_State *L)
{
    struct lgrid *g = lgrid_here(L);
    bind_check_ended(L, g->marks);
    return &g->view;
}

/* The same, for a method that changes cells. */
static inline struct grid *lgrid_own(lua_State *L)
{
    struct lgrid *g = lgrid_here(L);
    bind_check_frozen(L, g->marks);
    return &g->view;
}

/* The cell that two arguments name; it must be on the grid. */
struct place lgrid_place(lua_State *L, const struct grid *, int index);

/* The same, false outside of the grid. */
bool lgrid_inside(lua_State *L, const struct grid *, int index, struct place *);

enum direction lgrid_direction(lua_State *L, int index, enum direction last);

/* The kinds of the name at `index`, if it is one of the legend's own strings; or NULL. */
static inline const struct lkinds *lgrid_known(lua_State *L, const struct lgrid *g,
                                               int index)
{
    if (g->legend == NULL || lua_type(L, index) != LUA_TSTRING) return NULL;
    return llegend_find(g->legend, lua_tostring(L, index));
}

/* Kinds by name, group or character of the grid at index 1; a string of several
 * characters where there is no legend; a list of all that. */
struct kinds lgrid_kinds(lua_State *L, int index);

/* One kind; for lgrid_kind_in an element, at `index`, of the list that is the argument. */
int lgrid_kind(lua_State *L, int index);
int lgrid_kind_in(lua_State *L, int index, int arg);

/* The value of empty cells: the argument's, or the legend's "empty", or '.'. */
int lgrid_empty(lua_State *L, int index);

/* Kinds, or if they are left out all but `empty`. */
struct kinds lgrid_movable(lua_State *L, int index, int empty);

/* Pushes the name of a value in the grid at index 1. */
void lgrid_push_name(lua_State *L, int grid, int value);

/* Pushes row and column, from 1. */
int lgrid_push_place(lua_State *L, struct place);

/* Pushes a new grid with the legend of the grid at index 1. */
struct grid lgrid_push_like(lua_State *L, int32_t rows, int32_t cols);

extern const luaL_Reg lgrid_queries[], lgrid_moves[];

int lgrid_legend(lua_State *L); /* grid.legend */
bool lgrid_is_legend(lua_State *L, int index);

/* Gives the grid on top the legend at `index`. */
void lgrid_use_legend(lua_State *L, int index);

#endif
