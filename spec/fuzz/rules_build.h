/*
 * Inside rules.c and verify.c: from the description of a game (rules_describe.h) to the game and a
 * board, as the bindings and lua/tessera/game/rules.lua do it.
 */
#include "patterns/describe/describe.h"
#include "rules_describe.h"

enum { CELLS = 100, LINE = 1024 };

static struct pattern_memory program; /* of the compiled rules */
static struct pattern_names kept;     /* the.names, in it */

/* ---- compiling ---- */

struct building {
    struct pattern_error error;
    const char *text; /* the last one that was compiled */
    bool nobody;      /* no player acts in the step or the end at hand */
};

/* Keeps the text in the program. False if there is no room. */
static bool keep(const char **text)
{
    const char *copy = pattern_keep_text(&program, *text);
    const bool fine = copy != NULL || *text == NULL;
    *text = copy;
    return fine;
}

static struct pattern_source source_of(struct building *b, const char *text, int32_t of)
{
    b->text = text;
    return (struct pattern_source){.text = text,
                                   .names = &kept,
                                   .form = of < 0 ? NULL : &the.game.form[of],
                                   .slots = of < 0 ? NULL : &the.slots[of],
                                   .nobody = b->nobody,
                                   .memory = &program,
                                   .error = &b->error};
}

static bool build_condition(struct building *b, const char *text, int32_t of,
                            const struct pattern_slot *means, bool ends,
                            struct pattern_condition *out)
{
    if (!keep(&text)) return false;
    if (text == NULL) return true;
    struct pattern_source source = source_of(b, text, of);
    source.step = ends;
    source.means = means;
    source.slots = NULL;
    return pattern_compile_condition(&source, out);
}

/* The kinds that go on in the next cell; those of other layers are passed over. */
static void build_joins(const char *words, struct pattern_move *m, struct kinds *kinds)
{
    char text[256];
    if (words == NULL || strlen(words) >= sizeof text) return;
    memcpy(text, words, strlen(words) + 1);
    m->joins = true;
    char *at = text, *word;
    while ((word = next_word(&at)) != NULL) {
        const struct pattern_name *name = find_name(word);
        if (name != NULL) pattern_join(name, m, kinds);
    }
}

static bool build_move(struct building *b, const struct said *x, struct pattern_rule *out)
{
    struct pattern_move *m = pattern_take(&program, 1, sizeof *m);
    struct pattern_cell *into = pattern_take(&program, 1, sizeof *into);
    const char *text = x->shift;
    if (m == NULL || into == NULL || !keep(&text)) return false;
    struct pattern_source source = source_of(b, text, x->of);
    if (!pattern_compile_move(&source, m)) return false;
    text = x->into;
    if (text == NULL) text = pattern_default_into(&source, m->layer);
    if (text == NULL || !keep(&text)) return false;
    source = source_of(b, text, -1);
    if (!pattern_compile_cell(&source, into)) return false;
    m->into = into;
    build_joins(x->joins[0], m, &m->right);
    build_joins(x->joins[1], m, &m->down);
    out->move = m;
    return true;
}

/* Whose what a rule adds is: somebody's. */
static bool check_adds(struct building *b, const struct pattern_rule *rule)
{
    for (int32_t i = 0; i < rule->adds; i++) {
        const struct pattern_add *add = &rule->add[i];
        const bool each = the.game.field[add->field].each;
        const struct pattern *p = rule->pattern;
        const bool meant = add->whose == PATTERN_OF_ALL ||
                           (add->whose == PATTERN_OF_MINE
                                ? !each || !b->nobody
                                : pattern_note_struck((struct pattern *)(uintptr_t)p));
        if (!meant) b->error.failed = true;
    }
    return !b->error.failed;
}

static bool build_rule(struct building *b, const struct said *x, struct pattern_rule *out)
{
    const char *text = x->text;
    struct pattern_add *add = pattern_take(&program, 1, sizeof x->add);
    *out = x->rule;
    if (add == NULL || !keep(&text) || !keep(&out->why) || !keep(&out->event))
        return false;
    memcpy(add, x->add, sizeof x->add);
    out->add = add;
    if (x->of >= 0) {
        struct pattern_slot *means = pattern_take(&program, 1, sizeof x->means);
        if (means == NULL) return false;
        memcpy(means, x->means, sizeof x->means);
        out->slot = means;
    }
    if (text != NULL) {
        struct pattern *p = pattern_take(&program, 1, sizeof *p);
        if (p == NULL) return false;
        struct pattern_source source = source_of(b, text, x->of);
        source.step = x->of == OF_STEP;
        source.sweep = x->of == OF_SWEEP || x->of == OF_SWEEP_ON;
        source.means = out->slot;
        if (!pattern_compile_pattern(&source, p)) return false;
        out->pattern = p;
        out->text = text;
    }
    if (x->squash != NULL) {
        static const int64_t worth[VALUES] = {0, 1, 2, 4, 8};
        struct pattern_squash *q = pattern_take(&program, 1, sizeof *q);
        if (q == NULL) return false;
        if (pattern_make_squash(&kept, find_name(x->squash), worth, q) == NULL) {
            q->field = x->worth_field;
            out->squash = q;
        }
    }
    if (x->shift != NULL && !build_move(b, x, out)) return false;
    if (!build_condition(b, x->when, x->of, out->slot, false, &out->when)) return false;
    if (!check_adds(b, out)) return false;
    const char *wrong = x->of < 0 ? NULL : pattern_check_rule(&kept, x->of, out);
    if (wrong != NULL) b->error.failed = true;
    return wrong == NULL;
}

/* Builds the rules from number `first` on, as long as they are of form `of`, or go on
 * with a sweep. Returns how many; -1 after an error. */
static int32_t build_list(struct building *b, int32_t first, int32_t of,
                          const struct pattern_rule **out)
{
    struct pattern_rule *rules = pattern_take(&program, RULES, sizeof *rules);
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

/* How many of the steps behind an `again`, number `first`, it can carry out: no other `again`. */
static int32_t count_round(int32_t first)
{
    int32_t n = 0;
    for (int32_t i = first + 1; i < the.rules && n < the.rule[first].again; i++) {
        if (the.rule[i].of == OF_AGAIN) break;
        n += the.rule[i].of == OF_STEP || the.rule[i].of == OF_SWEEP;
    }
    return n;
}

static bool build_steps(struct building *b, struct pattern_program *rules)
{
    struct pattern_step *steps = pattern_take(&program, RULES, sizeof *steps);
    rules->step = steps;
    if (steps == NULL) return false;
    for (int32_t i = 0; i < the.rules; i++) {
        const struct said *x = &the.rule[i];
        const int32_t again = x->of == OF_AGAIN ? count_round(i) : 0;
        if (x->of != OF_STEP && x->of != OF_SWEEP && again == 0) continue;
        struct pattern_step *step = &steps[rules->steps++];
        step->again = again;
        step->at_once = x->at_once;
        step->first = x->first;
        step->from = x->from;
        step->each = x->each;
        b->nobody = the.together && !step->each;
        step->place = again > 0 ? "again" : NULL;
        if (!keep(&step->place) ||
            !build_condition(b, x->step_when, -1, NULL, false, &step->when))
            return false;
        if (again == 0) step->rules = build_list(b, i, x->of, &step->rule);
        if (step->rules < 0) return false;
    }
    return true;
}

/* Copies the names into the program, since it refers to their texts. */
static bool build_names(void)
{
    struct pattern_name *names = pattern_take(&program, NAMES, sizeof *names);
    if (names == NULL) return false;
    memcpy(names, the.name, sizeof the.name);
    for (int32_t i = 0; i < the.names.count; i++) {
        if (!keep(&names[i].name)) return false;
    }
    kept = the.names;
    kept.name = names;
    return true;
}

static struct pattern_program *build(struct building *b)
{
    if (!build_names()) return NULL;
    struct pattern_program *rules = pattern_take(&program, 1, sizeof *rules);
    struct pattern_end *ends = pattern_take(&program, ENDS, sizeof *ends);
    struct pattern_cell *cell = pattern_take(&program, 1, sizeof *cell);
    if (rules == NULL || ends == NULL || cell == NULL) return NULL;
    for (int32_t i = 0; i < the.game.forms; i++) {
        rules->form[i].rules = build_list(b, 0, i, &rules->form[i].rule);
        if (rules->form[i].rules < 0) return NULL;
    }
    if (!build_steps(b, rules)) return NULL;
    rules->end = ends;
    for (int32_t i = 0; i < the.ends; i++) {
        ends[i] = the.end[i];
        b->nobody = the.together && !ends[i].by_player;
        if (!build_condition(b, the.end_when[i], -1, NULL, true, &ends[i].when))
            return NULL;
        b->error.failed = pattern_check_end(&the.game, rules, &ends[i]) != NULL;
        if (b->error.failed) return NULL;
        rules->ends++;
    }
    b->nobody = false;
    rules->scored = the.scored;
    rules->score_field = the.score_field;
    if (the.score_cell != NULL) {
        const char *text = the.score_cell;
        if (!keep(&text)) return NULL;
        struct pattern_source source = source_of(b, text, -1);
        if (!pattern_compile_cell(&source, cell)) return NULL;
        rules->score_cell = cell;
    }
    return rules;
}

static void check_error(const struct building *b)
{
    const struct pattern_error *e = &b->error;
    LAW(e->failed != program.full);
    if (!e->failed || e->message[0] == '\0') return; /* of no text */
    LAW(e->column >= 1 && (size_t)e->column <= strlen(b->text) + 1);
    LAW(strlen(e->message) < sizeof e->message - 1 && strlen(e->word) <= 30);
}

/* Each part of the program can be said, in a text that is too short as well. */
static void describe(void)
{
    char at[32];
    struct pattern_part part = pattern_first_part();
    do {
        struct text whole = text_into(NULL, 0), some = text_into(at, sizeof at);
        pattern_describe(&the.game, &part, &whole);
        pattern_describe(&the.game, &part, &some);
        LAW(whole.length > 0 && whole.length == some.length && strlen(at) < sizeof at);
    } while (pattern_next_part(&the.game, &part));
}

/* Compiles the rules; false if there is an error in them. */
static bool compile(void)
{
    for (size_t room = 1 << 12; room <= 1 << 24; room *= 2) {
        struct building b = {.error = {.failed = false}};
        program = (struct pattern_memory){malloc(room), room, 0, false};
        LAW(program.at != NULL);
        memset(program.at, 0xA5, room);
        struct pattern_program *rules = build(&b);
        struct pattern_verdict verdict;
        if (rules != NULL) {
            const bool whole =
                pattern_complete(&the.game, &kept, &program, rules, &verdict);
            if (!whole) fprintf(stderr, "%s: %s\n", TARGET, verdict.wrong);
            LAW(whole);
            describe();
            return true;
        }
        check_error(&b);
        free(program.at);
        program.at = NULL;
        if (b.error.failed) return false;
    }
    return false;
}

static const char *settle(const struct lua_game *s, void *state)
{
    lua_game_end(s, state, *lua_game_field(state, &s->field[s->over]));
    return NULL;
}

/* The engine would have written where it must not; or steps do not end, as a game's author may
 * have it: from then on no law holds of this input. */
static void broke(const struct lua_game *s, const char *rule, int32_t rounds)
{
    LAW(rounds > 0 || rule == NULL);
    excused = true;
}

static int64_t no_score(const struct game *g, const void *state, int player)
{
    return 0;
}

/* What each player has. */
static void define_fields(struct lua_game *g)
{
    for (int32_t i = 0; i < g->fields; i++) {
        struct lua_game_field *f = &g->field[i];
        if (f->each) f->count = g->game.players;
        f->timer = f->timer && f->min <= 0;
        g->timers = g->timers || f->timer;
    }
    const int32_t reward = find_field("reward"), earned = find_field("earned");
    const bool earns = reward >= 0 && earned >= 0 && g->field[reward].each &&
                       g->field[earned].each && g->field[reward].counter &&
                       g->field[earned].counter;
    g->reward = earns ? reward : -1;
    g->earned = earns ? earned : -1;
    the.together = the.together && g->game.players > 1;
    g->game.together = the.together;
    if (!the.together) g->together.order = LUA_GAME_FIXED;
    if (!the.together) return;
    g->together.chosen = g->fields;
    g->field[g->fields++] = (struct lua_game_field){.name = "chosen",
                                                    .max = STATE_COUNT_MAX,
                                                    .count = g->game.players,
                                                    .hidden = true,
                                                    .each = true};
}

/* The action that a player means who does nothing: the first one without a pattern. */
static action idle_action(void)
{
    for (int32_t i = 0; i < the.rules; i++)
        if (the.rule[i].of >= 0 && the.rule[i].text == NULL) return the.rule[i].of;
    return 0;
}

/* What tessera.game and lua_rules_define.c do. */
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
    define_fields(g);
    g->over = g->fields;
    g->field[g->fields++] = (struct lua_game_field){.name = "over", .max = n};
    memcpy(g->name, "fuzz", 5);
    g->game.outcomes = n > 0 ? g->outcomes : NULL;
    g->settle = settle;
    g->broke = broke;
    if (lua_game_define(g) != NULL || pattern_check_moves(g) != NULL) return false;
    if (the.together) {
        g->together.players = g->game.players;
        g->together.idle = idle_action();
    }
    if (!compile()) return false;
    pattern_define(g);
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
    free(program.at);
    program.at = NULL;
    excused = false;
    memset(&the, 0, sizeof the);
    the.game.reward = the.game.earned = -1;
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
    pattern_settle(&the.game, s);
    LAW(has_clean_scratch(s));
    return s;
}
