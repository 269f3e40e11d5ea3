/*
 * tessera.lua_game, continued: rules as pictures, one by one. Their texts are compiled
 * here, and the compiler's errors are raised.
 */
#include "bind/lpattern_error.h"
#include "lpatterns.h"

/* ---- reading tables ---- */

bool lua_rules_keep_text(struct lua_rules_building *b, const char *text,
                         const char **kept)
{
    *kept = pattern_keep_text(&b->memory, text);
    return *kept != NULL || text == NULL;
}

const char *lua_rules_text(lua_State *L, const char *name)
{
    lua_getfield(L, -1, name);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 1);
    return text;
}

lua_Integer lua_rules_integer(lua_State *L, const char *name)
{
    lua_getfield(L, -1, name);
    lua_Integer n = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return n;
}

bool lua_rules_flag(lua_State *L, const char *name)
{
    lua_getfield(L, -1, name);
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

int32_t lua_rules_push_list(lua_State *L, const char *name)
{
    if (lua_getfield(L, -1, name) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    lua_Unsigned n = lua_rawlen(L, -1);
    if (n > 10000) luaL_error(L, "there are more than 10000 %s", name);
    return (int32_t)n;
}

/* ---- texts ---- */

int lua_rules_fail(lua_State *L, const char *place, const char *message)
{
    lua_newtable(L);
    bind_set_string(L, "place", place);
    bind_set_string(L, "message", message);
    return lua_error(L);
}

static struct pattern_source source_of(struct lua_rules_building *b, const char *text,
                                       int32_t form)
{
    return (struct pattern_source){.text = text,
                                   .names = &b->names,
                                   .form = form < 0 ? NULL : &b->game->form[form],
                                   .slots = form < 0 ? NULL : &b->slots[form],
                                   .nobody = b->nobody,
                                   .met = b->met,
                                   .memory = &b->memory,
                                   .error = &b->error};
}

static bool check(struct lua_rules_building *b, bool fine, const char *place,
                  const char *text)
{
    if (fine || !b->error.failed) return fine;
    lpattern_error_push(b->L, place, text, &b->error);
    return lua_error(b->L);
}

static bool build_condition(struct lua_rules_building *b, struct pattern_source source,
                            const char *place, const char *text,
                            struct pattern_condition *out)
{
    if (text == NULL) return true;
    if (!lua_rules_keep_text(b, text, &source.text)) return false;
    source.slots = NULL;
    return check(b, pattern_compile_condition(&source, out), place, text);
}

bool lua_rules_build_end(struct lua_rules_building *b, const char *place,
                         const char *text, struct pattern_condition *out)
{
    struct pattern_source source = source_of(b, NULL, -1);
    source.step = true;
    return build_condition(b, source, place, text, out);
}

bool lua_rules_build_when(struct lua_rules_building *b, int32_t form, const char *place,
                          const char *text, const struct pattern_slot *means,
                          struct pattern_condition *out)
{
    char when_place[200];
    struct text t = text_into(when_place, sizeof when_place);
    struct pattern_source source = source_of(b, NULL, form);
    source.means = means;
    text_string(&t, place);
    text_string(&t, ": when");
    return build_condition(b, source, when_place, text, out);
}

bool lua_rules_build_cell(struct lua_rules_building *b, const char *place,
                          const char *text, struct pattern_cell *out)
{
    const char *kept;
    if (!lua_rules_keep_text(b, text, &kept)) return false;
    struct pattern_source source = source_of(b, kept, -1);
    return check(b, pattern_compile_cell(&source, out), place, text);
}

/* ---- rules ---- */

static bool build_adds(struct lua_rules_building *b, struct pattern_rule *out,
                       struct pattern *p)
{
    static const char *const whose[] = {"mine", "theirs", "all", NULL};
    lua_State *L = b->L;
    const char *const place = lua_rules_text(L, "place");
    out->adds = lua_rules_push_list(L, "adds");
    struct pattern_add *adds =
        pattern_take(&b->memory, (size_t)out->adds + 1, sizeof *adds);
    if (adds == NULL) return false;
    for (int32_t i = 0; i < out->adds; i++) {
        lua_rawgeti(L, -1, i + 1);
        adds[i].field = (int32_t)lua_rules_integer(L, "field") - 1;
        adds[i].number = lua_rules_integer(L, "number");
        lua_getfield(L, -1, "whose");
        adds[i].whose =
            (enum pattern_whose)luaL_checkoption(L, -1, whose[PATTERN_OF_MINE], whose);
        lua_pop(L, 1);
        if (adds[i].field < 0 || adds[i].field >= b->game->fields) {
            luaL_error(L, "there is no such field");
        }
        if (adds[i].whose == PATTERN_OF_THEIRS && !pattern_note_struck(p))
            lua_rules_fail(L, place, "its pattern names no 'theirs' that could be meant");
        if (adds[i].whose == PATTERN_OF_MINE && b->nobody &&
            b->game->field[adds[i].field].each)
            lua_rules_fail(L, place,
                           "all have acted, so nobody is meant: say { all = ... }, or "
                           "each = \"player\" beside the step");
        lua_pop(L, 1);
    }
    out->add = adds;
    lua_pop(L, 1);
    return true;
}

/* Which values of the form's slots the rule is for. */
static bool build_slots(struct lua_rules_building *b, int32_t form,
                        struct pattern_rule *out)
{
    lua_State *L = b->L;
    const struct lua_game_form *f = &b->game->form[form];
    struct pattern_slot *slots =
        pattern_take(&b->memory, LUA_GAME_SLOTS_MAX, sizeof *slots);
    if (slots == NULL) return false;
    lua_rules_push_list(L, "slots");
    for (int32_t k = 0; k < f->slots; k++) {
        slots[k].min = f->slot[k].min;
        slots[k].max = f->slot[k].max;
        lua_rawgeti(L, -1, k + 1);
        if (f->slot[k].kind == LUA_GAME_NUMBER) {
            slots[k].min = lua_rules_integer(L, "min");
            slots[k].max = lua_rules_integer(L, "max");
        }
        int32_t words = lua_rules_push_list(L, "words");
        for (int32_t i = 1; i <= words; i++) {
            lua_rawgeti(L, -1, i);
            const char *word = luaL_checkstring(L, -1);
            for (int64_t w = f->slot[k].min; w <= f->slot[k].max; w++) {
                if (strcmp(b->game->word[w], word) == 0)
                    kinds_add(&slots[k].words, (int)w);
            }
            lua_pop(L, 1);
        }
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    out->slot = slots;
    return true;
}

static const struct pattern_name *find_name(const struct lua_rules_building *b,
                                            const char *text)
{
    for (int32_t i = 0; i < b->names.count; i++) {
        if (strcmp(b->names.name[i].name, text) == 0) return &b->names.name[i];
    }
    return NULL;
}

static bool build_squash(struct lua_rules_building *b, struct pattern_rule *out,
                         const char *place)
{
    lua_State *L = b->L;
    struct pattern_squash *q = pattern_take(&b->memory, 1, sizeof *q);
    const char *text = lua_rules_text(L, "group");
    const struct pattern_name *group = text == NULL ? NULL : find_name(b, text);
    int32_t kinds = group == NULL ? 0 : group->count;
    int64_t *worth = pattern_take(&b->memory, (size_t)kinds + 1, sizeof *worth);
    if (q == NULL || worth == NULL) return false;
    q->field = (int32_t)lua_rules_integer(L, "field") - 1;
    int32_t worths = lua_rules_push_list(L, "worth");
    for (int32_t i = 0; i < kinds && i < worths; i++) {
        lua_rawgeti(L, -1, i + 1);
        worth[i] = lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    const char *wrong = pattern_make_squash(&b->names, group, worth, q);
    if (wrong != NULL) lua_rules_fail(L, place, wrong);
    out->squash = q;
    return true;
}

/* The kinds that go on in the next cell, from the list of this name. */
static void build_joins(struct lua_rules_building *b, const char *place, const char *list,
                        struct pattern_move *m, struct kinds *kinds)
{
    lua_State *L = b->L;
    const int32_t n = lua_rules_push_list(L, list);
    for (int32_t i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        const char *text = luaL_checkstring(L, -1);
        const struct pattern_name *name = find_name(b, text);
        const char *wrong =
            name == NULL ? "joins: there is no '%s'" : pattern_join(name, m, kinds);
        if (wrong != NULL) lua_rules_fail(L, place, lua_pushfstring(L, wrong, text));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* The table of a move is on top. */
static bool build_move(struct lua_rules_building *b, int32_t form, const char *place,
                       struct pattern_rule *out)
{
    struct pattern_move *m = pattern_take(&b->memory, 1, sizeof *m);
    struct pattern_cell *into = pattern_take(&b->memory, 1, sizeof *into);
    const char *text = lua_rules_text(b->L, "text"), *kept;
    if (m == NULL || into == NULL || !lua_rules_keep_text(b, text, &kept)) return false;
    struct pattern_source source = source_of(b, kept, form);
    const char *own = lua_rules_text(b->L, "place");
    if (!check(b, pattern_compile_move(&source, m), own, text)) return false;
    text = lua_rules_text(b->L, "into");
    if (text == NULL) text = pattern_default_into(&source, m->layer);
    own = lua_pushfstring(b->L, "%s: into", own);
    if (text == NULL || !lua_rules_build_cell(b, own, text, into)) return false;
    lua_pop(b->L, 1);
    m->into = into;
    m->joins = lua_rules_flag(b->L, "joins");
    build_joins(b, place, "right", m, &m->right);
    build_joins(b, place, "down", m, &m->down);
    out->move = m;
    return true;
}

bool lua_rules_build_rule(struct lua_rules_building *b, int32_t form,
                          struct pattern_rule *out)
{
    lua_State *L = b->L;
    const char *place = lua_rules_text(L, "place"), *text = lua_rules_text(L, "text");
    if (!lua_rules_keep_text(b, text, &out->text) ||
        !lua_rules_keep_text(b, lua_rules_text(L, "why"), &out->why) ||
        !lua_rules_keep_text(b, lua_rules_text(L, "event"), &out->event)) {
        return false;
    }
    out->number = (int32_t)lua_rules_integer(L, "number");
    out->over = (int32_t)lua_rules_integer(L, "over");
    out->keep_turn = lua_rules_flag(L, "keep_turn");
    out->calls = lua_rules_flag(L, "calls");
    if (out->over < 0 || out->over > LUA_GAME_OUTCOMES_MAX)
        luaL_error(L, "no such outcome");
    if (form >= 0 && !build_slots(b, form, out)) return false;
    struct pattern *p = NULL;
    if (text != NULL) {
        p = pattern_take(&b->memory, 1, sizeof *p);
        if (p == NULL) return false;
        struct pattern_source source = source_of(b, out->text, form);
        source.step = form == LUA_RULES_OF_STEP;
        source.sweep = form == LUA_RULES_OF_SWEEP;
        source.means = out->slot;
        if (!check(b, pattern_compile_pattern(&source, p), place, text)) return false;
        out->pattern = p;
    }
    if (lua_getfield(L, -1, "squash") == LUA_TTABLE && !build_squash(b, out, place)) {
        return false;
    }
    lua_pop(L, 1);
    if (lua_getfield(L, -1, "move") == LUA_TTABLE && form >= 0 &&
        !build_move(b, form, place, out)) {
        return false;
    }
    lua_pop(L, 1);
    const char *when = lua_rules_text(L, "when");
    b->met = form >= 0 ? p : NULL;
    const bool built = lua_rules_build_when(b, form, place, when, out->slot, &out->when);
    b->met = NULL;
    return built && build_adds(b, out, p);
}
