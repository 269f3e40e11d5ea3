/*
 * tessera.lua_game, continued: rules as pictures. lua/tessera/base/rules.lua has read
 * them; their texts are compiled here. The program lies in a userdata that the game's
 * class keeps.
 */
#include <assert.h>

#include "lrules.h"
#include "rules/rules_compile.h"

/* The table `program` of a definition, while it is compiled. */
struct building {
    lua_State *L;
    struct lua_game *game;
    struct rules *rules;
    struct rules_names names;
    struct rules_slot_names *slots;
    struct rules_memory memory;
    struct rules_error error;
};

enum { ROOM_MIN = 1 << 15, ROOM_MAX = 1 << 27 };

/* Each function that takes memory returns false if it is full: then all starts again with
 * more. */

static bool keep_text(struct building *b, const char *text, const char **kept)
{
    *kept = NULL;
    if (text == NULL) return true;
    size_t n = strlen(text) + 1;
    char *copy = rules_take(&b->memory, n, 1);
    if (copy != NULL) memcpy(copy, text, n);
    *kept = copy;
    return copy != NULL;
}

/* The text in a field of the table on top, or NULL; the table keeps it alive. */
static const char *text_in(lua_State *L, const char *name)
{
    lua_getfield(L, -1, name);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 1);
    return text;
}

static lua_Integer integer_in(lua_State *L, const char *name)
{
    lua_getfield(L, -1, name);
    lua_Integer n = lua_tointeger(L, -1);
    lua_pop(L, 1);
    return n;
}

static bool flag_in(lua_State *L, const char *name)
{
    lua_getfield(L, -1, name);
    bool flag = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return flag;
}

/* Pushes the list in a field of the table on top, empty if there is none. Returns its
 * length. */
static int32_t push_list(lua_State *L, const char *name)
{
    if (lua_getfield(L, -1, name) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    lua_Unsigned n = lua_rawlen(L, -1);
    if (n > 10000) luaL_error(L, "there are more than 10000 %s", name);
    return (int32_t)n;
}

/* ---- names ---- */

/* Pairs of a layer and a value. */
static bool keep_values(struct building *b, const char *pairs, size_t n,
                        struct rules_name *out)
{
    struct rules_value *values = rules_take(&b->memory, n / 2 + 1, sizeof *values);
    if (values == NULL) return false;
    for (size_t i = 0; i < n / 2; i++) {
        values[i].layer = (uint8_t)pairs[2 * i];
        values[i].value = (uint8_t)pairs[2 * i + 1];
        if (values[i].layer >= b->game->layers) luaL_error(b->L, "no such layer");
    }
    out->value = values;
    out->count = (int32_t)(n / 2);
    return true;
}

static bool build_name(struct building *b, struct rules_name *out)
{
    static const char *const sorts[] = {"kind", "group", "layer", NULL};
    lua_State *L = b->L;
    size_t n;
    if (!keep_text(b, text_in(L, "name"), &out->name)) return false;
    lua_getfield(L, -1, "is");
    out->is = (enum rules_name_is)luaL_checkoption(L, -1, NULL, sorts);
    lua_getfield(L, -2, "values");
    const char *pairs = luaL_checklstring(L, -1, &n);
    bool kept = keep_values(b, pairs, n, out);
    lua_pop(L, 2);
    out->facing = flag_in(L, "facing");
    if (kept && out->facing && out->count != 4) luaL_error(L, "a heading is missing");
    for (int i = 1; kept && out->facing && i < 4; i++) {
        if (out->value[i].layer != out->value[0].layer) {
            luaL_error(L, "group '%s': its headings are in several layers", out->name);
        }
    }
    return kept;
}

static bool build_names(struct building *b)
{
    lua_State *L = b->L;
    struct rules_names *names = &b->names;
    names->count = push_list(L, "names");
    names->layers = b->game->layers;
    names->players = b->game->game.players;
    names->game = b->game;
    struct rules_name *list =
        rules_take(&b->memory, (size_t)names->count + 1, sizeof *list);
    if (list == NULL) return false;
    for (int32_t i = 0; i < names->count; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!build_name(b, &list[i])) return false;
        for (int32_t k = 0; list[i].is == RULES_KIND && k < list[i].count; k++) {
            b->rules->kind[list[i].value[k].layer][list[i].value[k].value] = list[i].name;
        }
        lua_pop(L, 1);
    }
    names->name = list;
    lua_pop(L, 1);
    push_list(L, "blanks");
    for (int k = 0; k < names->layers; k++) {
        size_t n;
        lua_rawgeti(L, -1, k + 1);
        const char *blank = luaL_checklstring(L, -1, &n);
        names->blank[k] = n == 1 ? (unsigned char)blank[0] : -1;
        b->rules->blank[k] = n == 1 ? (unsigned char)blank[0] : 0;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    int32_t players = push_list(L, "pieces");
    for (int k = 0; k < players && k < LUA_GAME_PLAYERS_MAX; k++) {
        size_t n;
        lua_rawgeti(L, -1, k + 1);
        const char *pairs = luaL_checklstring(L, -1, &n);
        if (!keep_values(b, pairs, n, &names->piece[k])) return false;
        names->piece[k].is = RULES_GROUP;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return true;
}

/* ---- texts ---- */

/* Raises the error that the compiler has kept; a table that lua/tessera/base/rules.lua
 * turns into a message. */
static int fail(struct building *b, const char *place, const char *text)
{
    static const char *const expected[] = {"nothing", "cell", "field", "direction",
                                           "term"};
    lua_State *L = b->L;
    lua_newtable(L);
    bind_set_string(L, "place", place);
    bind_set_string(L, "text", text);
    bind_set_string(L, "message", b->error.message);
    bind_set_string(L, "word", b->error.word);
    bind_set_string(L, "expected", expected[b->error.expected]);
    bind_set_integer(L, "column", b->error.column);
    return lua_error(L);
}

/* Raises an error about the rule at `place` as a whole. */
static int fail_rule(lua_State *L, const char *place, const char *message)
{
    lua_newtable(L);
    bind_set_string(L, "place", place);
    bind_set_string(L, "message", message);
    return lua_error(L);
}

static struct rules_source source_of(struct building *b, const char *text, int32_t form)
{
    return (struct rules_source){.text = text,
                                 .names = &b->names,
                                 .form = form < 0 ? NULL : &b->game->form[form],
                                 .slots = form < 0 ? NULL : &b->slots[form],
                                 .memory = &b->memory,
                                 .error = &b->error};
}

static bool check(struct building *b, bool fine, const char *place, const char *text)
{
    if (!fine && b->error.failed) fail(b, place, text);
    return fine;
}

static bool build_condition(struct building *b, const char *place, const char *text,
                            bool ends, struct rules_condition *out)
{
    const char *kept;
    if (text == NULL) return true;
    if (!keep_text(b, text, &kept)) return false;
    struct rules_source source = source_of(b, kept, -1);
    source.step = ends;
    return check(b, rules_compile_condition(&source, out), place, text);
}

/* ---- rules ---- */

enum { OF_ACTION = -1, OF_STEP = -2, OF_SWEEP = -3 };

static bool build_adds(struct building *b, struct rules_rule *out)
{
    lua_State *L = b->L;
    out->adds = push_list(L, "adds");
    struct rules_add *adds = rules_take(&b->memory, (size_t)out->adds + 1, sizeof *adds);
    if (adds == NULL) return false;
    for (int32_t i = 0; i < out->adds; i++) {
        lua_rawgeti(L, -1, i + 1);
        adds[i].field = (int32_t)integer_in(L, "field") - 1;
        adds[i].number = integer_in(L, "number");
        if (adds[i].field < 0 || adds[i].field >= b->game->fields) {
            luaL_error(L, "there is no such field");
        }
        lua_pop(L, 1);
    }
    out->add = adds;
    lua_pop(L, 1);
    return true;
}

/* Which values of the form's slots the rule is for. */
static bool build_slots(struct building *b, int32_t form, struct rules_rule *out)
{
    lua_State *L = b->L;
    const struct lua_game_form *f = &b->game->form[form];
    struct rules_slot *slots = rules_take(&b->memory, LUA_GAME_SLOTS_MAX, sizeof *slots);
    if (slots == NULL) return false;
    push_list(L, "slots");
    for (int32_t k = 0; k < f->slots; k++) {
        slots[k].min = f->slot[k].min;
        slots[k].max = f->slot[k].max;
        lua_rawgeti(L, -1, k + 1);
        if (f->slot[k].kind == LUA_GAME_NUMBER) {
            slots[k].min = integer_in(L, "min");
            slots[k].max = integer_in(L, "max");
        }
        int32_t words = push_list(L, "words");
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

static const struct rules_name *find_name(const struct building *b, const char *text)
{
    for (int32_t i = 0; i < b->names.count; i++) {
        if (strcmp(b->names.name[i].name, text) == 0) return &b->names.name[i];
    }
    return NULL;
}

/* The group's kinds in their order: each joins to the next one. */
static bool build_squash(struct building *b, struct rules_rule *out, const char *place)
{
    lua_State *L = b->L;
    struct rules_squash *q = rules_take(&b->memory, 1, sizeof *q);
    if (q == NULL) return false;
    const char *text = text_in(L, "group");
    const struct rules_name *group = text == NULL ? NULL : find_name(b, text);
    if (group == NULL || group->count == 0) {
        return fail_rule(L, place, "the group is empty");
    }
    q->layer = group->value[0].layer;
    if (b->names.blank[q->layer] < 0) {
        return fail_rule(L, place, "its layer has neither 'nothing' nor 'empty'");
    }
    q->blank = (uint8_t)b->names.blank[q->layer];
    q->field = (int32_t)integer_in(L, "field") - 1;
    int32_t worths = push_list(L, "worth");
    for (int32_t i = 0; i < group->count; i++) {
        if (group->value[i].layer != q->layer) {
            return fail_rule(L, place, "the group's kinds are in several layers");
        }
        lua_rawgeti(L, -1, i + 1);
        q->joins.worth[group->value[i].value] = i < worths ? lua_tointeger(L, -1) : 0;
        lua_pop(L, 1);
        if (i > 0) q->joins.next[group->value[i - 1].value] = group->value[i].value;
    }
    lua_pop(L, 1);
    out->squash = q;
    return true;
}

/* The rule in the table on top. `form`: of its action, or OF_STEP or OF_SWEEP. */
static bool build_rule(struct building *b, int32_t form, struct rules_rule *out)
{
    lua_State *L = b->L;
    const char *place = text_in(L, "place"), *text = text_in(L, "text");
    if (!keep_text(b, text, &out->text) || !keep_text(b, text_in(L, "why"), &out->why) ||
        !keep_text(b, text_in(L, "event"), &out->event)) {
        return false;
    }
    out->number = (int32_t)integer_in(L, "number");
    out->over = (int32_t)integer_in(L, "over");
    out->keep_turn = flag_in(L, "keep_turn");
    out->calls = flag_in(L, "calls");
    if (out->over < 0 || out->over > LUA_GAME_OUTCOMES_MAX)
        luaL_error(L, "no such outcome");
    if (form >= 0 && !build_slots(b, form, out)) return false;
    if (text != NULL) {
        struct rules_pattern *p = rules_take(&b->memory, 1, sizeof *p);
        if (p == NULL) return false;
        struct rules_source source = source_of(b, out->text, form);
        source.step = form == OF_STEP;
        source.sweep = form == OF_SWEEP;
        source.means = out->slot;
        if (!check(b, rules_compile_pattern(&source, p), place, text)) return false;
        out->pattern = p;
    }
    if (lua_getfield(L, -1, "squash") == LUA_TTABLE && !build_squash(b, out, place)) {
        return false;
    }
    lua_pop(L, 1);
    const char *when = text_in(L, "when");
    char when_place[200];
    struct text t = text_into(when_place, sizeof when_place);
    text_string(&t, place);
    text_string(&t, ": when");
    if (!build_condition(b, when_place, when, false, &out->when)) return false;
    return build_adds(b, out);
}

/* Whether all rules of a form begin with the kind of one slot. */
static void find_piece(struct rules_form *form)
{
    form->piece = -1;
    for (int32_t i = 0; i < form->rules; i++) {
        const struct rules_pattern *p = form->rule[i].pattern;
        const struct rules_cell *anchor = p == NULL ? NULL : &p->cell[p->anchor];
        const struct rules_test *found = NULL;
        if (anchor == NULL || anchor->alternatives != 1 || anchor->outside) return;
        for (int32_t k = 0; k < anchor->alternative[0].tests; k++) {
            const struct rules_test *t = &anchor->alternative[0].test[k];
            bool positive = t->by == RULES_BY_SLOT && t->mask[0].only >= 0;
            if (positive) found = t;
        }
        if (found == NULL || (i > 0 && form->piece_test->slot != found->slot)) return;
        form->piece_test = found;
    }
    if (form->rules > 0) form->piece = form->piece_test->slot;
}

/* Forgets the limits of a rule that means all actions of its form. */
static void widen(const struct lua_game_form *form, struct rules_rule *rule)
{
    for (int32_t k = 0; k < form->slots; k++) {
        const struct lua_game_slot *slot = &form->slot[k];
        const struct rules_slot *means = &rule->slot[k];
        if (means->min != slot->min || means->max != slot->max) return;
        for (int64_t w = slot->min; slot->kind == LUA_GAME_WORD && w <= slot->max; w++) {
            if (!kinds_has(&means->words, (int)w)) return;
        }
    }
    rule->slot = NULL;
}

static bool build_form(struct building *b, int32_t i)
{
    lua_State *L = b->L;
    struct rules_form *form = &b->rules->form[i];
    bool single = rules_form_slots(&b->names, &b->game->form[i], form);
    int64_t weight = b->game->forms;
    for (int32_t k = 0; k < b->game->form[i].slots; k++) {
        const struct lua_game_slot *slot = &b->game->form[i].slot[k];
        form->weight[k] = weight;
        weight *= slot->max - slot->min + 1;
    }
    if (lua_rawgeti(L, -1, i + 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        return true;
    }
    form->rules = (int32_t)lua_rawlen(L, -1);
    struct rules_rule *rules = rules_take(&b->memory, (size_t)form->rules, sizeof *rules);
    if (rules == NULL) return false;
    form->rule = rules;
    for (int32_t k = 0; k < form->rules; k++) {
        lua_rawgeti(L, -1, k + 1);
        if (!build_rule(b, i, &rules[k])) return false;
        widen(&b->game->form[i], &rules[k]);
        if (rules[k].calls) b->rules->only = false;
        bool squash_slants = rules[k].squash != NULL && form->direction < 0;
        if (squash_slants)
            luaL_error(L, "%s: squash wants an action that names a direction",
                       text_in(L, "place"));
        if (!single && rules[k].pattern != NULL &&
            rules[k].pattern->pick == RULES_BY_ACTION) {
            luaL_error(L,
                       "%s: its action has several rows or columns: begin the rule with "
                       "each, first or random, or write a function apply",
                       text_in(L, "place"));
        }
        lua_pop(L, 1);
    }
    find_piece(form);
    lua_pop(L, 1);
    return true;
}

static bool build_forms(struct building *b)
{
    lua_State *L = b->L;
    b->slots = rules_take(&b->memory, LUA_GAME_FORMS_MAX, sizeof *b->slots);
    if (b->slots == NULL) return false;
    push_list(L, "slots");
    for (int32_t i = 0; i < b->game->forms; i++) {
        lua_rawgeti(L, -1, i + 1);
        for (int32_t k = 0; k < b->game->form[i].slots; k++) {
            lua_rawgeti(L, -1, k + 1);
            const char *name =
                lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
            if (!keep_text(b, name, &b->slots[i].name[k])) return false;
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    for (int32_t w = 0; w < b->game->words; w++) {
        for (int d = 0; d < GRID_DIRECTIONS; d++) {
            if (strcmp(b->game->word[w], direction_names[d]) == 0) {
                b->rules->direction_of[w] = (enum direction)d;
            }
        }
    }
    push_list(L, "forms");
    for (int32_t i = 0; i < b->game->forms; i++) {
        if (!build_form(b, i)) return false;
        if (b->rules->form[i].rules == 0) b->rules->only = false;
    }
    lua_pop(L, 1);
    return true;
}

static bool build_step(struct building *b, struct rules_step *step)
{
    lua_State *L = b->L;
    bool sweep = flag_in(L, "sweep");
    step->at_once = flag_in(L, "at_once");
    step->rules = push_list(L, "rules");
    struct rules_rule *rules = rules_take(&b->memory, (size_t)step->rules, sizeof *rules);
    if (rules == NULL) return false;
    step->rule = rules;
    for (int32_t k = 0; k < step->rules; k++) {
        lua_rawgeti(L, -1, k + 1);
        if (!build_rule(b, sweep ? OF_SWEEP : OF_STEP, &rules[k])) return false;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return !sweep || rules_compile_sweep(&b->memory, step);
}

static bool build_steps(struct building *b)
{
    lua_State *L = b->L;
    b->rules->steps = push_list(L, "steps");
    struct rules_step *steps =
        rules_take(&b->memory, (size_t)b->rules->steps + 1, sizeof *steps);
    if (steps == NULL) return false;
    b->rules->step = steps;
    for (int32_t i = 0; i < b->rules->steps; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!build_step(b, &steps[i])) return false;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return true;
}

static bool build_end(struct building *b, struct rules_end *end)
{
    lua_State *L = b->L;
    end->by_player = flag_in(L, "by_player");
    end->score = integer_in(L, "score");
    int32_t outcomes = push_list(L, "outcomes");
    for (int32_t k = 0; k < outcomes && k < LUA_GAME_PLAYERS_MAX; k++) {
        lua_rawgeti(L, -1, k + 1);
        end->outcome[k] = (int32_t)lua_tointeger(L, -1);
        if (end->outcome[k] < 1 || end->outcome[k] > LUA_GAME_OUTCOMES_MAX) {
            luaL_error(L, "no such outcome");
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return build_condition(b, text_in(L, "place"), text_in(L, "when"), true, &end->when);
}

static bool asks_stuck(const struct rules_condition *c)
{
    for (int32_t i = 0; i < c->terms; i++) {
        if (c->term[i].what == RULES_STUCK) return true;
    }
    return false;
}

static bool build_ends(struct building *b)
{
    lua_State *L = b->L;
    b->rules->ends = push_list(L, "ends");
    struct rules_end *ends =
        rules_take(&b->memory, (size_t)b->rules->ends + 1, sizeof *ends);
    if (ends == NULL) return false;
    b->rules->end = ends;
    bool all = true;
    for (int32_t i = 0; i < b->game->forms; i++) all = all && b->rules->form[i].rules > 0;
    for (int32_t i = 0; i < b->rules->ends; i++) {
        lua_rawgeti(L, -1, i + 1);
        if (!build_end(b, &ends[i])) return false;
        if (asks_stuck(&ends[i].when) && !all) {
            fail_rule(L, text_in(L, "place"), "'stuck' wants a rule for every move");
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return true;
}

static bool build_score(struct building *b)
{
    lua_State *L = b->L;
    b->rules->scored = flag_in(L, "scored");
    b->rules->score_field = (int32_t)integer_in(L, "score_field") - 1;
    if (lua_getfield(L, -1, "score_cell") == LUA_TTABLE) {
        const char *place = text_in(L, "place"), *text = text_in(L, "text"), *kept;
        struct rules_cell *cell = rules_take(&b->memory, 1, sizeof *cell);
        if (cell == NULL || !keep_text(b, text, &kept)) return false;
        struct rules_source source = source_of(b, kept, -1);
        if (!check(b, rules_compile_cell(&source, cell), place, text)) return false;
        b->rules->score_cell = cell;
    }
    lua_pop(L, 1);
    return true;
}

/* ---- all of it ---- */

/* Whether actions of the form can be listed by the pieces on the board. */
static void judge_form(const struct rules *rules, const struct lua_game_form *slots,
                       struct rules_form *form)
{
    if (form->rules == 0 || form->piece < 0 || form->direction < 0 || slots->slots != 2)
        return;
    const struct lua_game_slot *ways = &slots->slot[form->direction];
    bool fine = form->piece != form->direction && ways->max - ways->min < 8;
    for (int32_t i = 0; i < form->rules; i++) {
        fine = fine && form->rule[i].certain &&
               form->rule[i].pattern->pick == RULES_BY_ACTION;
    }
    if (!fine) return;
    form->by_pieces = form->by_runs = true;
    for (int32_t i = 0; i < form->rules; i++) {
        const struct rules_cell *first = &form->rule[i].pattern->cell[0];
        form->by_runs =
            form->by_runs && first->least > 1 && first->only == form->piece_test;
    }
    for (int64_t w = ways->min; w <= ways->max; w++) {
        form->by_runs = form->by_runs && rules->direction_of[w] <= GRID_RIGHT;
    }
    for (int v = 0; v < 256; v++) form->piece_of[v] = -1;
    const struct lua_game_slot *pieces = &slots->slot[form->piece];
    for (int64_t k = 0; k <= pieces->max - pieces->min; k++) {
        form->piece_of[form->piece_test->mask[k].only] = (int16_t)k;
    }
}

/* Lists the actions of a game whose actions are a few words. */
static void list_words(const struct lua_game *game, struct rules *rules)
{
    int32_t count = 0;
    for (int32_t i = 0; i < game->forms; i++) {
        const struct lua_game_form *form = &game->form[i];
        const struct lua_game_slot *slot = &form->slot[0];
        bool fits = form->slots == 1 && slot->kind == LUA_GAME_WORD &&
                    slot->max - slot->min < RULES_WORDS_MAX - count;
        if (!fits || rules->form[i].piece >= 0) return;
        for (int64_t v = slot->min; v <= slot->max; v++) {
            rules->word[count++] = lua_game_action(game, form, &v);
        }
    }
    rules->words = count;
}

/* Which rules always change the state, and whether states need room for copies. */
static void judge(struct building *b)
{
    struct rules *rules = b->rules;
    bool copies = rules->steps > 0;
    for (int32_t i = 0; i < b->game->forms; i++) {
        for (int32_t k = 0; k < rules->form[i].rules; k++) {
            struct rules_rule *rule =
                (struct rules_rule *)(uintptr_t)&rules->form[i].rule[k];
            const struct rules_pattern *p = rule->pattern;
            bool each = p != NULL && p->pick == RULES_EACH;
            bool turns = b->game->game.players > 1 && !rule->keep_turn;
            bool changes = (p != NULL && p->changes && !each) || rule->squash != NULL;
            rule->certain = turns || (changes && rules->steps == 0);
            copies = copies || each || !rule->certain;
        }
    }
    b->game->copies = copies;
    list_words(b->game, rules);
    for (int32_t i = 0; i < b->game->forms; i++) {
        judge_form(rules, &b->game->form[i], &rules->form[i]);
    }
}

static bool build(struct building *b, int program)
{
    lua_State *L = b->L;
    b->rules = rules_take(&b->memory, 1, sizeof *b->rules);
    if (b->rules == NULL) return false;
    b->rules->only = true;
    lua_pushvalue(L, program);
    return build_names(b) && build_forms(b) && build_steps(b) && build_ends(b) &&
           build_score(b);
}

struct rules *lrules_push_program(lua_State *L, struct lua_game *game, int program)
{
    struct building b;
    for (size_t room = ROOM_MIN; room <= ROOM_MAX; room *= 2) {
        int top = lua_gettop(L);
        b = (struct building){.L = L, .game = game};
        b.memory = (struct rules_memory){lua_newuserdatauv(L, room, 0), room, 0, false};
        luaL_checkstack(L, 30, NULL);
        if (build(&b, program)) {
            judge(&b);
            lua_settop(L, top + 1);
            return b.rules;
        }
        assert(b.memory.full);
        lua_settop(L, top);
    }
    luaL_error(L, "the rules are too large");
    return NULL;
}
