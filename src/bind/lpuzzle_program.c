/*
 * tessera.puzzle_core, continued: reads a compiled program. Lua has checked it already;
 * the checks here only keep memory safe.
 */
#include "lpuzzle.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 16, ENTRIES_MAX = 1 << 24 };

/* The program that is read, and the memory for it. */
struct building {
    lua_State *L;
    struct puzzle *p;
    int blocks;
    char *at; /* free memory: `left` bytes */
    size_t left;
    int32_t *held; /* room for a list that is put together: `room` numbers */
    int32_t room, n;
};

/* ---- memory ---- */

/* Zeroed memory for n objects, in a userdata of the list of blocks. */
static void *take(struct building *b, size_t n, size_t size)
{
    size_t bytes = state_align(n * size);
    if (n > ENTRIES_MAX) luaL_error(b->L, "the program is too large");
    if (bytes > b->left) {
        b->left = bytes > BLOCK ? bytes : BLOCK;
        b->at = lua_newuserdatauv(b->L, b->left, 0);
        memset(b->at, 0, b->left);
        lua_rawseti(b->L, b->blocks, (lua_Integer)lua_rawlen(b->L, b->blocks) + 1);
    }
    void *taken = b->at;
    b->at += bytes;
    b->left -= bytes;
    return taken;
}

static void add(struct building *b, int32_t number)
{
    if (b->n == b->room) {
        int32_t room = 2 * b->room + 256, *more = take(b, (size_t)room, sizeof *more);
        if (b->n > 0) memcpy(more, b->held, (size_t)b->n * sizeof *more);
        b->held = more;
        b->room = room;
    }
    b->held[b->n++] = number;
}

/* The numbers that were added, as a list; then there are none. */
static struct puzzle_list finish(struct building *b)
{
    if (b->n == 0) return (struct puzzle_list){NULL, 0};
    int32_t *at = take(b, (size_t)b->n, sizeof *at);
    memcpy(at, b->held, (size_t)b->n * sizeof *at);
    struct puzzle_list list = {at, b->n};
    b->n = 0;
    return list;
}

/* ---- fields of the table on top of the stack ---- */

static int32_t integer(struct building *b, const char *name, int32_t min, int32_t max)
{
    lua_getfield(b->L, -1, name);
    lua_Integer n = lua_isnil(b->L, -1) ? min : luaL_checkinteger(b->L, -1);
    if (n < min || n > max) luaL_error(b->L, "%s is out of range", name);
    lua_pop(b->L, 1);
    return (int32_t)n;
}

static bool flag(struct building *b, const char *name)
{
    lua_getfield(b->L, -1, name);
    bool is = lua_toboolean(b->L, -1);
    lua_pop(b->L, 1);
    return is;
}

/* Pushes a list, or an empty one. Returns its length. */
static int32_t push_list(struct building *b, const char *name)
{
    luaL_checkstack(b->L, 8, NULL);
    if (lua_getfield(b->L, -1, name) == LUA_TNIL) {
        lua_pop(b->L, 1);
        lua_newtable(b->L);
    }
    luaL_checktype(b->L, -1, LUA_TTABLE);
    lua_Unsigned n = lua_rawlen(b->L, -1);
    if (n > ENTRIES_MAX) luaL_error(b->L, "there are too many %s", name);
    return (int32_t)n;
}

/* Number k of the list on top of the stack, from 0. */
static int32_t entry(struct building *b, int32_t k, int32_t below)
{
    lua_rawgeti(b->L, -1, k + 1);
    lua_Integer n = luaL_checkinteger(b->L, -1);
    if (n < 0 || n >= below) luaL_error(b->L, "number %d is out of range", (int)n);
    lua_pop(b->L, 1);
    return (int32_t)n;
}

/* Pushes table k of the list on top of the stack. */
static void push_entry(struct building *b, int32_t k)
{
    lua_rawgeti(b->L, -1, k + 1);
    luaL_checktype(b->L, -1, LUA_TTABLE);
}

/* Adds the numbers of a list. */
static void add_list(struct building *b, const char *name, int32_t below)
{
    int32_t n = push_list(b, name);
    for (int32_t k = 0; k < n; k++) add(b, entry(b, k, below));
    lua_pop(b->L, 1);
}

static struct puzzle_list list(struct building *b, const char *name, int32_t below)
{
    add_list(b, name, below);
    return finish(b);
}

/* ---- sets of planes, while a cell is read ---- */

enum { OFF = 1, ON = 2 };

/* Marks the movements in a list of { layer, bits }. */
static void mark_movements(struct building *b, const char *name, unsigned char *marks,
                           unsigned char as)
{
    int32_t n = push_list(b, name);
    for (int32_t k = 0; k < n; k++) {
        push_entry(b, k);
        int32_t layer = entry(b, 0, b->p->layers), bits = entry(b, 1, 32);
        for (int32_t kind = 0; kind < PUZZLE_MOVES; kind++) {
            if (bits >> kind & 1) marks[puzzle_movement(b->p, layer, kind)] = as;
        }
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
}

static void mark_objects(struct building *b, const char *name, unsigned char *marks,
                         unsigned char as)
{
    int32_t n = push_list(b, name);
    for (int32_t k = 0; k < n; k++) marks[entry(b, k, b->p->objects)] = as;
    lua_pop(b->L, 1);
}

static void mark_layers(struct building *b, const char *name, unsigned char *marks)
{
    int32_t n = push_list(b, name);
    for (int32_t k = 0; k < n; k++) {
        const struct puzzle_list *objects = &b->p->layer[entry(b, k, b->p->layers)];
        for (int32_t i = 0; i < objects->n; i++) marks[objects->at[i]] = OFF;
    }
    lua_pop(b->L, 1);
}

/* The planes that are marked so; those of movements first, because few cells move. */
static struct puzzle_list marked(struct building *b, const unsigned char *marks,
                                 unsigned char as)
{
    int32_t planes = puzzle_cells(b->p);
    for (int32_t k = 0; k < planes; k++) {
        int32_t plane = (k + b->p->objects) % planes;
        if (marks[plane] == as) add(b, plane);
    }
    return finish(b);
}

/* ---- rules ---- */

static struct puzzle_write *build_write(struct building *b, unsigned char *marks)
{
    struct puzzle_write *w = take(b, 1, sizeof *w);
    memset(marks, 0, (size_t)puzzle_cells(b->p));
    mark_objects(b, "clear", marks, OFF);
    mark_layers(b, "clear_layers", marks);
    mark_movements(b, "move_clear", marks, OFF);
    mark_objects(b, "set", marks, ON);
    mark_movements(b, "move_set", marks, ON);
    w->on = marked(b, marks, ON);
    w->off = marked(b, marks, OFF);
    w->random = list(b, "random", b->p->objects);
    w->directions = list(b, "random_directions", b->p->layers);
    w->reset = list(b, "reset", b->p->layers);
    return w;
}

static struct puzzle_list build_any(struct building *b)
{
    int32_t n = push_list(b, "any");
    for (int32_t k = 0; k < n; k++) {
        push_entry(b, k);
        int32_t count = (int32_t)lua_rawlen(b->L, -1);
        add(b, count);
        for (int32_t i = 0; i < count; i++) add(b, entry(b, i, b->p->objects));
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
    return finish(b);
}

static void mark_still(struct building *b, unsigned char *marks)
{
    int32_t n = push_list(b, "still");
    for (int32_t k = 0; k < n; k++) {
        int32_t layer = entry(b, k, b->p->layers);
        for (int32_t kind = 0; kind < PUZZLE_MOVES; kind++) {
            marks[puzzle_movement(b->p, layer, kind)] = OFF;
        }
    }
    lua_pop(b->L, 1);
}

static void build_cell(struct building *b, struct puzzle_cell *cell, unsigned char *marks)
{
    memset(marks, 0, (size_t)puzzle_cells(b->p));
    mark_objects(b, "has", marks, ON);
    mark_movements(b, "moving", marks, ON);
    cell->has = marked(b, marks, ON);
    memset(marks, 0, (size_t)puzzle_cells(b->p));
    mark_objects(b, "none", marks, OFF);
    mark_still(b, marks);
    cell->none = marked(b, marks, OFF);
    cell->any = build_any(b);
    if (cell->has.n == 0 && cell->any.n == 0) { /* it must be a cell at least */
        add(b, puzzle_cells(b->p));
        cell->has = finish(b);
    }
    lua_getfield(b->L, -1, "write");
    if (lua_istable(b->L, -1)) cell->write = build_write(b, marks);
    lua_pop(b->L, 1);
}

/* The cell of a segment that will most rarely match. */
static int32_t rarest(const struct puzzle *p, const struct puzzle_segment *s)
{
    int32_t best = 0, most = -1;
    for (int32_t k = 0; k < s->cells; k++) {
        int32_t weight = s->cell[k].has.n;
        for (int32_t i = 0; i < s->cell[k].has.n; i++) {
            int32_t plane = s->cell[k].has.at[i];
            if (plane >= p->objects && plane < puzzle_cells(p)) weight += 100;
            if (plane == puzzle_cells(p)) weight = 0;
        }
        if (weight > most) {
            best = k;
            most = weight;
        }
    }
    return best;
}

/* Whether entry k of the list on top of the stack is an ellipsis. */
static bool is_gap(struct building *b, int32_t k)
{
    push_entry(b, k);
    bool is = flag(b, "ellipsis");
    lua_pop(b->L, 1);
    return is;
}

static void build_row(struct building *b, struct puzzle_row *row, unsigned char *marks)
{
    int32_t n = push_list(b, "cells"), gaps = 0;
    for (int32_t k = 0; k < n; k++) gaps += is_gap(b, k);
    struct puzzle_cell *cell = take(b, (size_t)n + 1, sizeof *cell);
    struct puzzle_segment *segment = take(b, (size_t)gaps + 1, sizeof *segment);
    if (gaps > 2) luaL_error(b->L, "there are more than two ellipses in a row");
    *row = (struct puzzle_row){segment, gaps + 1, n - gaps};
    segment->cell = cell;
    for (int32_t k = 0; k < n; k++) {
        if (is_gap(b, k)) {
            (++segment)->cell = cell;
            continue;
        }
        push_entry(b, k);
        build_cell(b, cell++, marks);
        lua_pop(b->L, 1);
        segment->cells++;
    }
    for (int32_t k = 0; k < row->segments; k++) {
        struct puzzle_segment *s = segment - gaps + k;
        if (s->cells == 0) luaL_error(b->L, "a row has no cells");
        s->first = rarest(b->p, s);
    }
    lua_pop(b->L, 1);
}

/* What must be somewhere on the board. */
static void build_needs(struct building *b, struct puzzle_rule *r)
{
    int32_t words = puzzle_cells(b->p) / 64 + 1;
    uint64_t *set = take(b, (size_t)words, sizeof *set);
    for (int32_t i = 0; i < r->rows; i++) {
        const struct puzzle_row *row = &r->row[i];
        for (int32_t k = 0; k < row->cells; k++) {
            const struct puzzle_list *has = &row->segment->cell[k].has;
            for (int32_t m = 0; m < has->n; m++) {
                set[has->at[m] >> 6] |= UINT64_C(1) << (has->at[m] & 63);
            }
        }
    }
    for (int32_t w = 0; w < words; w++) r->needs += set[w] != 0;
    struct puzzle_need *need = take(b, (size_t)r->needs, sizeof *need);
    r->need = need;
    /* Movements have the greatest numbers, and are missing most often. */
    for (int32_t w = words - 1; w >= 0; w--) {
        if (set[w] != 0) *need++ = (struct puzzle_need){w, set[w]};
    }
}

static void note_writes(struct puzzle_rule *r)
{
    r->plain = r->rows == 1 && r->row->segments == 1 && r->direction != PUZZLE_UP &&
               r->direction != PUZZLE_LEFT;
    for (int32_t i = 0; i < r->rows; i++) {
        for (int32_t k = 0; k < r->row[i].cells; k++) {
            const struct puzzle_write *w = r->row[i].segment->cell[k].write;
            if (w == NULL) continue;
            r->writes = true;
            if (w->random.n > 0 || w->directions.n > 0) r->plain = false;
            if (r->rigid > 0 && w->reset.n > 0) r->plain = false;
        }
    }
}

static int32_t direction_of(struct building *b)
{
    switch (integer(b, "direction", 1, 8)) {
    case 1: return PUZZLE_UP;
    case 2: return PUZZLE_DOWN;
    case 4: return PUZZLE_LEFT;
    case 8: return PUZZLE_RIGHT;
    default: return luaL_error(b->L, "a rule has no direction");
    }
}

static void build_commands(struct building *b, struct puzzle_rule *r,
                           const uint32_t *kinds)
{
    int32_t n = push_list(b, "commands");
    for (int32_t k = 0; k < n; k++) {
        int32_t command = entry(b, k, b->p->messages + 1);
        if (command == 0) luaL_error(b->L, "there is no command 0");
        r->commands |= kinds[command];
        if (kinds[command] == PUZZLE_MESSAGE && r->message == 0) r->message = command;
    }
    b->p->commands |= r->commands;
    lua_pop(b->L, 1);
}

static void build_rule(struct building *b, struct puzzle_rule *r, int32_t group,
                       unsigned char *marks, const uint32_t *kinds)
{
    r->direction = direction_of(b);
    r->rigid = flag(b, "rigid") ? group : 0;
    r->rows = push_list(b, "rows");
    if (r->rows < 1 || r->rows > PUZZLE_ROWS_MAX) {
        luaL_error(b->L, "a rule has 1..%d patterns", PUZZLE_ROWS_MAX);
    }
    struct puzzle_row *row = take(b, (size_t)r->rows, sizeof *row);
    r->row = row;
    int32_t segments = 0;
    for (int32_t k = 0; k < r->rows; k++) {
        push_entry(b, k);
        build_row(b, &row[k], marks);
        lua_pop(b->L, 1);
        segments += row[k].segments;
    }
    lua_pop(b->L, 1);
    if (segments > b->p->segments) b->p->segments = segments;
    build_commands(b, r, kinds);
    build_needs(b, r);
    note_writes(r);
}

static void build_groups(struct building *b, const char *name, struct puzzle_groups *out,
                         unsigned char *marks, const uint32_t *kinds)
{
    out->n = push_list(b, name);
    struct puzzle_group *group = take(b, (size_t)out->n, sizeof *group);
    out->at = group;
    for (int32_t i = 0; i < out->n; i++, group++) {
        push_entry(b, i);
        group->random = flag(b, "random");
        group->rigid = integer(b, "rigid", 0, PUZZLE_RIGID_MAX);
        group->loop = integer(b, "loop", 0, ENTRIES_MAX);
        group->rules = push_list(b, "rules");
        struct puzzle_rule *rule = take(b, (size_t)group->rules, sizeof *rule);
        group->rule = rule;
        for (int32_t k = 0; k < group->rules; k++) {
            push_entry(b, k);
            build_rule(b, &rule[k], group->rigid, marks, kinds);
            lua_pop(b->L, 1);
        }
        lua_pop(b->L, 2);
    }
    lua_pop(b->L, 1);
}

/* ---- the rest ---- */

static void build_layers(struct building *b)
{
    struct puzzle *p = b->p;
    p->objects = integer(b, "objects", 1, PUZZLE_OBJECTS_MAX);
    p->layers = integer(b, "layers", 1, PUZZLE_LAYERS_MAX);
    struct puzzle_list of = list(b, "layer_of", p->layers);
    if (of.n != p->objects) luaL_error(b->L, "layer_of is not complete");
    p->layer_of = of.at;
    struct puzzle_list *layer = take(b, (size_t)p->layers, sizeof *layer);
    p->layer = layer;
    for (int32_t i = 0; i < p->layers; i++) {
        for (int32_t k = 0; k < p->objects; k++) {
            if (of.at[k] == i) add(b, k);
        }
        layer[i] = finish(b);
    }
    lua_getfield(b->L, -1, "background_layer");
    p->background = (int32_t)luaL_optinteger(b->L, -1, -1);
    lua_pop(b->L, 1);
}

/* The kinds of the commands, by their numbers. */
static const uint32_t *build_kinds(struct building *b)
{
    static const char *const names[] = {"cancel", "restart", "win", "checkpoint",
                                        "again",  "message", NULL};
    int32_t n = push_list(b, "commands");
    uint32_t *kinds = take(b, (size_t)n + 1, sizeof *kinds);
    b->p->messages = n;
    for (int32_t k = 0; k < n; k++) {
        push_entry(b, k);
        lua_getfield(b->L, -1, "name");
        const char *name = luaL_checkstring(b->L, -1);
        if (strncmp(name, "sfx", 3) == 0) {
            kinds[k + 1] = (uint32_t)PUZZLE_SFX << (strtoul(name + 3, NULL, 10) % 11);
        } else {
            lua_pushvalue(b->L, -1);
            kinds[k + 1] = UINT32_C(1) << luaL_checkoption(b->L, -1, NULL, names);
            lua_pop(b->L, 1);
        }
        lua_pop(b->L, 2);
    }
    lua_pop(b->L, 1);
    return kinds;
}

static void build_those(struct building *b, const char *name, struct puzzle_those *those)
{
    lua_getfield(b->L, -1, name);
    if (lua_istable(b->L, -1)) {
        those->all = flag(b, "all");
        those->objects = list(b, "ids", b->p->objects);
    }
    lua_pop(b->L, 1);
}

static void build_wins(struct building *b)
{
    b->p->wins = push_list(b, "wins");
    struct puzzle_win *win = take(b, (size_t)b->p->wins, sizeof *win);
    b->p->win = win;
    for (int32_t i = 0; i < b->p->wins; i++, win++) {
        push_entry(b, i);
        win->quantifier = (enum puzzle_quantifier)integer(b, "quantifier", 0, 2);
        lua_getfield(b->L, -1, "on");
        win->has_on = lua_istable(b->L, -1);
        lua_pop(b->L, 1);
        build_those(b, "what", &win->what);
        build_those(b, "on", &win->on);
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
}

static void build_glyphs(struct building *b)
{
    b->p->glyphs = push_list(b, "glyphs");
    struct puzzle_glyph *glyph = take(b, (size_t)b->p->glyphs, sizeof *glyph);
    b->p->glyph = glyph;
    for (int32_t i = 0; i < b->p->glyphs; i++, glyph++) {
        size_t n;
        push_entry(b, i);
        lua_getfield(b->L, -1, "shown");
        const char *shown = luaL_checklstring(b->L, -1, &n);
        if (n >= sizeof glyph->shown) luaL_error(b->L, "a character has too many bytes");
        memcpy(glyph->shown, shown, n + 1);
        lua_pop(b->L, 1);
        glyph->objects = list(b, "ids", b->p->objects);
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
}

static void build_flags(struct building *b)
{
    lua_getfield(b->L, -1, "flags");
    luaL_checktype(b->L, -1, LUA_TTABLE);
    b->p->starts = flag(b, "run_rules_on_level_start");
    b->p->strict = flag(b, "require_player_movement");
    b->p->no_action = flag(b, "noaction");
    b->p->no_restart = flag(b, "norestart");
    b->p->ticks = flag(b, "realtime");
    lua_pop(b->L, 1);
}

void lpuzzle_program(lua_State *L, struct puzzle *p, int blocks)
{
    struct building b = {.L = L, .p = p, .blocks = blocks};
    luaL_checkstack(L, 40, NULL);
    lua_pushvalue(L, 1);
    build_layers(&b);
    const uint32_t *kinds = build_kinds(&b);
    unsigned char *marks = take(&b, (size_t)puzzle_cells(p), 1);
    p->players.all = flag(&b, "player_all");
    p->players.objects = list(&b, "players", p->objects);
    p->chance = flag(&b, "chance");
    p->rigid_groups = integer(&b, "rigid_groups", 0, PUZZLE_RIGID_MAX);
    build_groups(&b, "normal", &p->normal, marks, kinds);
    build_groups(&b, "late", &p->late, marks, kinds);
    build_wins(&b);
    build_glyphs(&b);
    build_flags(&b);
    lua_pop(L, 1);
}
