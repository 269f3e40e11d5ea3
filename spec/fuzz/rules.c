/*
 * The fuzz target of rules as pictures (src/rules/), for libFuzzer.
 *
 * An input describes a game, a board and actions (rules_describe.h).
 *
 * A text that does not compile must have an error with a place; a game that compiles must keep
 * the laws of the protocol, and its lists must be right. A broken law ends the process.
 */
#include "game/game.h"

static const struct game *game;
#define TARGET "rules"

#include "laws.h"
#include "rules/rules_run.h"
#include "rules_describe.h"

enum {
    CELLS = 100,
    LINE = 1024,
    TRIES = 400, /* so many actions are all tried */
    LISTED = 4096,
    MOVES = 12,
};

static char *program; /* the memory of the compiled rules */

/* ---- compiling ---- */

struct building {
    struct rules_memory memory;
    struct rules_error error;
    const char *text; /* the last one that was compiled */
};

static struct rules_source source_of(struct building *b, const char *text, int32_t of)
{
    b->text = text;
    return (struct rules_source){.text = text,
                                 .names = &the.names,
                                 .form = of < 0 ? NULL : &the.game.form[of],
                                 .slots = of < 0 ? NULL : &the.slots[of],
                                 .memory = &b->memory,
                                 .error = &b->error};
}

static bool build_condition(struct building *b, const char *text, int32_t of,
                            const struct rules_slot *means, bool ends,
                            struct rules_condition *out)
{
    if (text == NULL) return true;
    struct rules_source source = source_of(b, text, of);
    source.step = ends;
    source.means = means;
    source.slots = NULL;
    return rules_compile_condition(&source, out);
}

static bool build_rule(struct building *b, const struct said *x, struct rules_rule *out)
{
    *out = x->rule;
    if (x->of >= 0) {
        struct rules_slot *means = rules_take(&b->memory, 1, sizeof x->means);
        if (means == NULL) return false;
        memcpy(means, x->means, sizeof x->means);
        out->slot = means;
    }
    if (x->text != NULL) {
        struct rules_pattern *p = rules_take(&b->memory, 1, sizeof *p);
        if (p == NULL) return false;
        struct rules_source source = source_of(b, x->text, x->of);
        source.step = x->of == OF_STEP;
        source.sweep = x->of == OF_SWEEP || x->of == OF_SWEEP_ON;
        source.means = out->slot;
        if (!rules_compile_pattern(&source, p)) return false;
        out->pattern = p;
        out->text = x->text;
    }
    if (x->squash != NULL) {
        static const int64_t worth[VALUES] = {0, 1, 2, 4, 8};
        struct rules_squash *q = rules_take(&b->memory, 1, sizeof *q);
        if (q == NULL) return false;
        if (rules_make_squash(&the.names, find_name(x->squash), worth, q) == NULL) {
            q->field = x->worth_field;
            out->squash = q;
        }
    }
    if (!build_condition(b, x->when, x->of, out->slot, false, &out->when)) return false;
    const char *wrong = x->of < 0 ? NULL : rules_check_rule(&the.names, x->of, out);
    if (wrong != NULL) b->error.failed = true;
    return wrong == NULL;
}

/* Builds the rules from number `first` on, as long as they are of form `of`, or go on
 * with a sweep. Returns how many; -1 after an error. */
static int32_t build_list(struct building *b, int32_t first, int32_t of,
                          const struct rules_rule **out)
{
    struct rules_rule *rules = rules_take(&b->memory, RULES, sizeof *rules);
    int32_t n = 0;
    *out = rules;
    if (rules == NULL) return -1;
    for (int32_t i = first; i < the.rules; i++) {
        const struct said *x = &the.rule[i];
        bool mine = of >= 0 ? x->of == of : i == first || x->of == OF_SWEEP_ON;
        if (of < 0 && !mine) break;
        if (mine && !build_rule(b, x, &rules[n++])) return -1;
    }
    return n;
}

static bool build_steps(struct building *b, struct rules *rules)
{
    struct rules_step *steps = rules_take(&b->memory, RULES, sizeof *steps);
    rules->step = steps;
    if (steps == NULL) return false;
    for (int32_t i = 0; i < the.rules; i++) {
        const struct said *x = &the.rule[i];
        if (x->of != OF_STEP && x->of != OF_SWEEP) continue;
        struct rules_step *step = &steps[rules->steps++];
        step->at_once = x->at_once;
        step->rules = build_list(b, i, x->of, &step->rule);
        if (step->rules < 0) return false;
        bool sweep = x->of == OF_SWEEP;
        if (sweep && !rules_compile_sweep(&b->memory, step)) return false;
    }
    return true;
}

static struct rules *build(struct building *b)
{
    struct rules *rules = rules_take(&b->memory, 1, sizeof *rules);
    struct rules_end *ends = rules_take(&b->memory, ENDS, sizeof *ends);
    struct rules_cell *cell = rules_take(&b->memory, 1, sizeof *cell);
    if (rules == NULL || ends == NULL || cell == NULL) return NULL;
    for (int32_t i = 0; i < the.game.forms; i++) {
        rules->form[i].rules = build_list(b, 0, i, &rules->form[i].rule);
        if (rules->form[i].rules < 0) return NULL;
    }
    if (!build_steps(b, rules)) return NULL;
    rules->end = ends;
    for (int32_t i = 0; i < the.ends; i++) {
        ends[i] = the.end[i];
        if (!build_condition(b, the.end_when[i], -1, NULL, true, &ends[i].when))
            return NULL;
        b->error.failed = rules_check_end(&the.game, rules, &ends[i]) != NULL;
        if (b->error.failed) return NULL;
        rules->ends++;
    }
    rules->scored = the.scored;
    rules->score_field = the.score_field;
    if (the.score_cell != NULL) {
        struct rules_source source = source_of(b, the.score_cell, -1);
        if (!rules_compile_cell(&source, cell)) return NULL;
        rules->score_cell = cell;
    }
    return rules;
}

static void check_error(const struct building *b)
{
    const struct rules_error *e = &b->error;
    LAW(e->failed != b->memory.full);
    if (!e->failed || e->message[0] == '\0') return; /* of no text */
    LAW(e->column >= 1 && (size_t)e->column <= strlen(b->text) + 1);
    LAW(strlen(e->message) < sizeof e->message - 1 && strlen(e->word) <= 30);
}

/* Compiles the rules; false if there is an error in them. */
static bool compile(void)
{
    for (size_t room = 1 << 12; room <= 1 << 24; room *= 2) {
        struct building b = {.error = {.failed = false}};
        program = malloc(room);
        LAW(program != NULL);
        memset(program, 0xA5, room);
        b.memory = (struct rules_memory){program, room, 0, false};
        struct rules *rules = build(&b);
        if (rules != NULL) {
            LAW(rules_complete(&the.game, &the.names, rules) == NULL);
            the.game.rules = rules;
            return true;
        }
        check_error(&b);
        free(program);
        program = NULL;
        if (b.error.failed) return false;
    }
    return false;
}

static const char *settle(const struct lua_game *s, void *state)
{
    lua_game_end(s, state, *lua_game_field(state, &s->field[s->over]));
    return NULL;
}

static int64_t no_score(const struct game *g, const void *state, int player)
{
    return 0;
}

/* What tessera.game and lrules_define.c do. */
static bool define(void)
{
    struct lua_game *g = &the.game;
    int32_t n = outcomes();
    if (g->layers == 0 || g->forms == 0) return false;
    the.names.name = the.name;
    the.names.layers = g->layers;
    the.names.players = g->game.players;
    the.names.game = g;
    for (int k = 1; k < g->game.players; k++) {
        if (the.names.piece[k].count == 0) the.names.piece[0].count = 0;
    }
    g->over = g->fields;
    g->field[g->fields++] = (struct lua_game_field){.name = "over", .max = n};
    memcpy(g->name, "fuzz", 5);
    g->game.outcomes = n > 0 ? g->outcomes : NULL;
    g->settle = settle;
    if (lua_game_define(g) != NULL || rules_check_moves(g) != NULL || !compile()) {
        return false;
    }
    rules_define(g);
    if (g->game.score == NULL) g->game.score = no_score;
    return g->rules->only;
}

/* ---- boards ---- */

static struct state *make_state(int32_t rows, int32_t cols)
{
    const int32_t shape[SHAPE_MAX] = {rows, cols, 0};
    size_t size = game->size(game, shape);
    struct state *s = calloc(1, size);
    LAW(s != NULL);
    game->init(game, s, shape);
    LAW(s->size == size);
    return s;
}

/* Puts the bytes of a line into the cells from number *at on. */
static void fill(struct state *s, const char *bytes, int32_t *at)
{
    int32_t cells = rows_of(s) * cols_of(s);
    for (; *bytes != '\0' && *at < cells * the.game.layers; bytes++) {
        const char *alphabet = the.game.layer[*at / cells].alphabet;
        size_t kinds = strlen(alphabet);
        int byte = strchr(alphabet, *bytes) != NULL
                       ? *bytes
                       : alphabet[(unsigned char)*bytes % kinds];
        lua_game_layer(&the.game, s, 0).first[(*at)++] = (unsigned char)byte;
    }
}

/* The next line of the input without what Lua would not let through; NULL: there is none. */
static char *line_of(struct reader *in)
{
    static char lines[1 << 16];
    static size_t used;
    size_t n;
    bool ended = false;
    if (in == NULL) used = 0;
    if (in == NULL || used + LINE > sizeof lines) return NULL;
    char *line = lines + used;
    if (!reader_line(in, line, LINE - 1, &n, &ended)) return NULL;
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)line[i] < ' ' || line[i] == 127) line[i] = ' ';
    }
    line[n] = '\0';
    used += n + 1;
    return line;
}

/* The state that the description leads to; the actions are left in the input. NULL: there
 * is none. */
static struct state *load(struct reader *in)
{
    char *line = NULL, *at = NULL;
    const char *key = "";
    free(program);
    program = NULL;
    memset(&the, 0, sizeof the);
    the.game.game.players = 1;
    the.score_field = -1;
    line_of(NULL);
    while ((line = at = line_of(in)) != NULL) {
        key = next_word(&at);
        if (key != NULL && key_of(key) == KEY_BOARD) break;
        if (key != NULL) read_line(key, at);
    }
    if (line == NULL || !define()) return NULL;
    game = &the.game.game;
    int32_t rows = (int32_t)next_number(&at, 1, CELLS);
    int32_t cols = (int32_t)next_number(&at, 1, CELLS / rows);
    int32_t cells = 0;
    struct state *s = make_state(rows, cols);
    while (cells < rows * cols * the.game.layers && (line = line_of(in)) != NULL &&
           line[0] == '=') {
        fill(s, line[1] == ' ' ? line + 2 : line + 1, &cells);
    }
    LAW(game->check(game, s) == NULL);
    rules_settle(&the.game, s);
    LAW(has_clean_scratch(s));
    return s;
}

/* ---- the laws of lists ---- */

static int compare(const void *a, const void *b)
{
    action x = *(const action *)a, y = *(const action *)b;
    return (x > y) - (x < y);
}

/* Sorts a list; false if an action is in it twice. */
static bool sort(action *list, int n)
{
    qsort(list, (size_t)n, sizeof *list, compare);
    for (int i = 1; i < n; i++) {
        if (list[i - 1] == list[i]) return false;
    }
    return true;
}

static bool has(const action *list, int n, action a)
{
    return bsearch(&a, list, (size_t)n, sizeof a, compare) != NULL;
}

/* How many values of a slot are tried: all on the board, and one row and column more. */
static int64_t values_of(const struct state *s, const struct lua_game_slot *slot)
{
    if (slot->kind == LUA_GAME_ROW) return rows_of(s) + 1;
    if (slot->kind == LUA_GAME_COLUMN) return cols_of(s) + 1;
    return slot->max - slot->min + 1;
}

static bool all_certain(void)
{
    const struct rules *rules = the.game.rules;
    for (int32_t i = 0; i < the.game.forms; i++) {
        for (int32_t k = 0; k < rules->form[i].rules; k++) {
            if (!rules->form[i].rule[k].certain) return false;
        }
    }
    return true;
}

/* Tries an action that is among the listed ones or is not. Returns whether a rule fits. */
static bool try_action(const struct state *s, action a, bool listed)
{
    struct state *once = copy_of(s), *again = copy_of(s);
    struct text none = text_into(NULL, 0);
    struct place at = {0, 0};
    bool fits = rules_of_action(&the.game, once, a, &at) != NULL &&
                !lua_game_off_board(&the.game, s, a, &none);
    LAW(same_bytes(s, once));
    bool done = game->apply(game, once, a, NULL) == APPLIED;
    LAW(done == (game->apply(game, again, a, NULL) == APPLIED));
    LAW(same_bytes(once, again) && has_clean_scratch(once));
    LAW(done == listed && (fits || !done));
    LAW(done == !same_bytes(s, once));
    free(once);
    free(again);
    return fits;
}

/* Tries all actions of a form; false if they are too many. */
static bool try_form(const struct state *s, const struct lua_game_form *form,
                     const action *list, int n, bool *fits)
{
    int64_t value[LUA_GAME_SLOTS_MAX], tries = 1;
    for (int32_t k = 0; k < form->slots; k++) {
        int64_t values = values_of(s, &form->slot[k]);
        if (values > TRIES) return false;
        tries *= values;
        if (tries > TRIES) return false;
    }
    for (int64_t i = 0; i < tries; i++) {
        int64_t rest = i;
        for (int32_t k = 0; k < form->slots; k++) {
            value[k] = form->slot[k].min + rest % values_of(s, &form->slot[k]);
            rest /= values_of(s, &form->slot[k]);
        }
        action a = lua_game_action(&the.game, form, value);
        if (try_action(s, a, has(list, n, a))) *fits = true;
    }
    return true;
}

static void check_lists(const struct state *s)
{
    static action list[LISTED], maybe[CANDIDATES_MAX];
    struct state *copy = copy_of(s);
    int n = game->actions(game, copy, list, LISTED);
    int candidates = game->candidates(game, copy, maybe, CANDIDATES_MAX);
    bool fits = false, tried = true, over = game->outcome(game, s) != NULL;
    LAW(n == game->actions(game, copy, NULL, 0));
    bool stuck = rules_stuck(&the.game, copy);
    for (int p = 1; p <= game->players; p++) game->score(game, copy, p);
    LAW(same_bytes(s, copy) && (!over || (n == 0 && candidates == 0)));
    free(copy);
    if (n > LISTED) return;
    LAW(sort(list, n));
    if (candidates <= CANDIDATES_MAX) {
        LAW(sort(maybe, candidates));
        for (int i = 0; i < n; i++) LAW(has(maybe, candidates, list[i]));
    }
    if (over) return;
    LAW(n == 0 || !stuck);
    if (all_certain()) LAW(stuck == (n == 0));
    for (int32_t i = 0; i < the.game.forms; i++) {
        if (!try_form(s, &the.game.form[i], list, n, &fits)) tried = false;
    }
    if (tried) LAW(stuck == !fits);
}

/* ---- playing ---- */

/* The action that a line means, or the one of this number in the list. */
static action chosen(const struct state *s, const char *line)
{
    action a = 0, list[ACTIONS_MAX];
    size_t n = strlen(line);
    if (game->parse(game, s, line, n, &a)) return a;
    int count = game->actions(game, s, list, ACTIONS_MAX);
    if (count > ACTIONS_MAX) count = ACTIONS_MAX;
    if (count > 0 && n > 0) return list[(unsigned char)line[n - 1] % count];
    memcpy(&a, line, n < sizeof a ? n : sizeof a);
    return a;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct reader in;
    const char *line;
    reader_open_bytes(&in, (const char *)data, size);
    struct state *s = load(&in);
    if (s == NULL) return 0;
    check_state(s);
    check_lists(s);
    for (int moves = 0; moves < MOVES && (line = line_of(&in)) != NULL; moves++) {
        action a = chosen(s, line);
        check_action(s, a, false);
        if (game->apply(game, s, a, NULL) != APPLIED) continue;
        check_state(s);
        check_lists(s);
    }
    free(s);
    return 0;
}
