/*
 * Inside rules.c: games as lines of text.
 *
 * One thing stands on a line:
 *
 *     players 2
 *     together 1                      they act together: a number of enum lua_game_order
 *     hex                             its cells are hexagons
 *     layer things .=nothing @=player o=box
 *     group movable player box
 *     facing fly up_kind right_kind down_kind left_kind     and four more for each further player
 *     piece red rook                  the kinds of player 1, of player 2 ...
 *     counter points 0 0 99           or field: its first value, min and max
 *     own, timer                      of the field before: each player has one; it counts down
 *     outcome Solved
 *     move <direction>=up|down <row> 1..9 wait
 *     rule 1 [ player | box | nothing ] -> [ | player | box ]    for move 1
 *     for 1 up                        of the rule before: words of its slot 1
 *     when, why, event, add points 1, over 1, keep, squash movable points
 *     mine, theirs, all               of the `add` before: whose
 *     turns                           of the step before: for each player in turn
 *     shift <car>                     moves a piece; into open, joins right west east
 *     step each [ box ] -> [ ]        sweep, once (at once); with: one more rule of a sweep
 *     from 1                          of the step before: a number of enum pattern_from
 *     alone                           of the sweep at once before: the first match counts
 *     again 2                         the next two steps until the board stays
 *     if count box > 0                the condition of the sweep or `again` before as a whole
 *     end 1 2 count box = 0           outcomes by player, then the condition
 *     worth 10                        the score of the end before
 *     score points                    or score = count box
 *     board 2 3
 *     = @o.
 *     = ...                           layer after layer
 *     up 1 5 wait
 *
 * What the checks in Lua would refuse is passed over.
 */
#include "patterns/compile/compile.h"
#include "rules_keys.h"

enum {
    NAMES = 48,
    VALUES = 512,
    RULES = 24,
    ENDS = 8,
    ADDS = 4,
    OF_STEP = -1,
    OF_SWEEP = -2,
    OF_SWEEP_ON = -3,
    OF_AGAIN = -4
};

/* A rule or an end as the lines say it; NULL: nothing is said. */
struct said {
    int32_t of; /* the number of its form, or OF_STEP ... */
    bool at_once, first, each;
    enum pattern_from from;
    int32_t again;         /* so many steps behind it */
    const char *step_when; /* of the step as a whole */
    const char *text, *when, *squash, *shift, *into;
    char *joins[2];      /* right, down */
    int32_t worth_field; /* of squash */
    struct pattern_rule rule;
    struct pattern_slot means[LUA_GAME_SLOTS_MAX];
    struct pattern_add add[ADDS];
};

struct description {
    struct lua_game game; /* the first member: `game` points to it */
    struct pattern_names names;
    struct pattern_name name[NAMES];
    struct pattern_value value[VALUES];
    int32_t values;
    struct pattern_slot_names slots[LUA_GAME_FORMS_MAX];
    struct said rule[RULES];
    struct pattern_end end[ENDS];
    const char *end_when[ENDS];
    int32_t rules, ends;
    const char *score_cell;
    int32_t score_field;
    bool scored, together;
};

static struct description the;

/* ---- reading lines ---- */

enum key {
    KEY_NONE,
#define KEY(name, text) KEY_##name,
    PATTERN_KEYS(KEY)
#undef KEY
};

static enum key key_of(const char *word)
{
#define KEY(name, text) \
    if (strcmp(word, text) == 0) return KEY_##name;
    PATTERN_KEYS(KEY)
#undef KEY
    return KEY_NONE;
}

/* The next word of the line, ended by NUL; NULL: there is none. */
static char *next_word(char **at)
{
    while (**at == ' ') ++*at;
    if (**at == '\0') return NULL;
    char *word = *at;
    while (**at != ' ' && **at != '\0') ++*at;
    if (**at == ' ') *(*at)++ = '\0';
    return word;
}

static int64_t next_number(char **at, int64_t min, int64_t max)
{
    const char *word = next_word(at);
    int64_t n = word == NULL ? 0 : strtoll(word, NULL, 10);
    return n < min ? min : n > max ? max : n;
}

/* A name as Lua allows them: a short one without blanks. */
static bool is_fine(const char *name)
{
    return name != NULL && name[0] != '\0' && strlen(name) < LUA_GAME_NAME_MAX;
}

static struct pattern_name *find_name(const char *name)
{
    for (int32_t i = 0; name != NULL && i < the.names.count; i++) {
        if (strcmp(the.name[i].name, name) == 0) return &the.name[i];
    }
    return NULL;
}

static struct pattern_name *add_name(const char *name, enum pattern_sort is)
{
    if (the.names.count == NAMES || !is_fine(name) || find_name(name) != NULL) {
        return NULL;
    }
    struct pattern_name *added = &the.name[the.names.count++];
    *added = (struct pattern_name){.name = name, .value = &the.value[the.values]};
    added->is = is;
    return added;
}

/* Adds a value behind those of the name that was made last. */
static void add_value(struct pattern_name *to, struct pattern_value value)
{
    if (the.values == VALUES) return;
    the.value[the.values++] = value;
    to->count++;
}

static int32_t find_field(const char *name)
{
    int32_t i = the.game.fields - 1;
    while (i >= 0 && (name == NULL || strcmp(the.game.field[i].name, name) != 0)) i--;
    return i;
}

/* ---- what the game consists of ---- */

/* Kinds are made before the layer's name, which stands for all of them but the blank. */
static void read_layer(char *at)
{
    struct lua_game *g = &the.game;
    const char *name = next_word(&at), *word;
    if (g->layers == LUA_GAME_LAYERS_MAX || !is_fine(name) || find_name(name) != NULL) {
        return;
    }
    int32_t number = g->layers, kinds = 0, blank = -1;
    struct lua_game_layer *layer = &g->layer[number];
    struct pattern_value value[LUA_GAME_LEGEND_MAX];
    while ((word = next_word(&at)) != NULL && kinds < 20) {
        bool fine = strlen(word) > 2 && word[0] > ' ' && word[1] == '=' &&
                    strchr(layer->alphabet, word[0]) == NULL &&
                    strcmp(word + 2, name) != 0;
        if (!fine || add_name(word + 2, PATTERN_KIND) == NULL) continue;
        value[kinds] = (struct pattern_value){(uint8_t)number, (uint8_t)word[0]};
        layer->alphabet[kinds] = word[0];
        add_value(&the.name[the.names.count - 1], value[kinds++]);
        bool empty = strcmp(word + 2, "empty") == 0 && blank < 0;
        if (empty || strcmp(word + 2, "nothing") == 0) blank = word[0];
    }
    struct pattern_name *all = kinds == 0 ? NULL : add_name(name, PATTERN_LAYER);
    if (all == NULL) return;
    for (int32_t k = 0; k < kinds; k++) {
        if (value[k].value != blank) add_value(all, value[k]);
    }
    memcpy(layer->name, name, strlen(name) + 1);
    the.names.blank[number] = (int16_t)blank;
    g->layers++;
}

/* A group, a facing group (of four kinds of one layer), or a player's pieces. */
static void read_group(char *at, struct pattern_name *group, bool facing)
{
    const struct pattern_name *kind;
    const char *word;
    while (group != NULL && (word = next_word(&at)) != NULL) {
        kind = find_name(word);
        if (kind == NULL || kind->is != PATTERN_KIND || kind->count != 1) continue;
        bool fits =
            !facing || group->count == 0 || kind->value->layer == group->value->layer;
        for (int32_t i = 0; i < group->count; i++) {
            if (group->value[i].value == kind->value->value && facing) fits = false;
        }
        if (fits) add_value(group, *kind->value);
    }
    if (group == NULL || !facing) return;
    if (group->count == 2) { /* left, right */
        group->heading = GRID_LEFT;
        group->facing = true;
    }
    if (group->count < 4) return;
    the.values -= group->count % 4;
    group->count -= group->count % 4;
    for (int32_t i = 0; i < group->count; i += 4) {
        struct pattern_value *v = &the.value[the.values - group->count + i], right = v[1];
        v[1] = v[2]; /* up, right, down, left -> up, down, left, right */
        v[2] = v[3];
        v[3] = right;
    }
    group->facing = true;
}

static void read_piece(char *at)
{
    int32_t k = 0;
    while (k < the.game.game.players && the.names.piece[k].count > 0) k++;
    if (k == the.game.game.players) return;
    the.names.piece[k] = (struct pattern_name){
        .name = "piece", .is = PATTERN_GROUP, .value = &the.value[the.values]};
    read_group(at, &the.names.piece[k], false);
}

static void read_field(char *at, bool counter)
{
    struct lua_game_field *f = &the.game.field[the.game.fields];
    const char *name = next_word(&at);
    const int64_t most = STATE_COUNT_MAX;
    if (the.game.fields > 5 || !is_fine(name) || find_field(name) >= 0) return;
    *f = (struct lua_game_field){.counter = counter};
    memcpy(f->name, name, strlen(name) + 1);
    f->value = next_number(&at, -most, most);
    f->min = next_number(&at, -most, f->value);
    f->max = next_number(&at, f->value, most);
    the.game.fields++;
}

static void read_outcome(const char *text)
{
    struct lua_game *g = &the.game;
    int32_t n = 0;
    while (g->outcomes[n] != NULL) n++;
    if (n > 6 || text[0] == '\0' || strlen(text) >= LUA_GAME_OUTCOME_MAX) return;
    memcpy(g->outcome[n], text, strlen(text) + 1);
    g->outcomes[n] = g->outcome[n];
}

/* up|down, <name>=up|down, <row>, <column> or 1..9 */
static bool read_slot(char *text, struct lua_game_slot *slot, const char **name)
{
    struct lua_game *g = &the.game;
    char *dots = strstr(text, ".."), *words = strstr(text, ">=");
    *slot = (struct lua_game_slot){LUA_GAME_NUMBER, 1, LUA_GAME_SIDE_MAX};
    *name = text;
    if (strcmp(text, "<row>") == 0) slot->kind = LUA_GAME_ROW;
    if (strcmp(text, "<column>") == 0) slot->kind = LUA_GAME_COLUMN;
    if (slot->kind != LUA_GAME_NUMBER) return true;
    if (dots != NULL) {
        slot->min = strtoll(text, NULL, 10);
        slot->max = strtoll(dots + 2, NULL, 10);
        return slot->min <= slot->max && slot->min > -STATE_COUNT_MAX &&
               slot->max < STATE_COUNT_MAX;
    }
    *slot = (struct lua_game_slot){LUA_GAME_WORD, g->words, g->words};
    if (words != NULL) {
        words[1] = '\0';
        text = words + 2;
    } else {
        *name = NULL;
    }
    while (text != NULL) {
        char *end = strchr(text, '|');
        if (end != NULL) *end = '\0';
        if (!is_fine(text) || g->words == 64) return false;
        memcpy(g->word[g->words++], text, strlen(text) + 1);
        text = end == NULL ? NULL : end + 1;
    }
    slot->max = g->words - 1;
    return true;
}

static void read_move(char *at)
{
    struct lua_game_form *form = &the.game.form[the.game.forms];
    struct pattern_slot_names *names = &the.slots[the.game.forms];
    char *word;
    if (the.game.forms == 8) return;
    *form = (struct lua_game_form){.slots = 0};
    while (form->slots < LUA_GAME_SLOTS_MAX && (word = next_word(&at)) != NULL) {
        int32_t k = form->slots;
        if (!read_slot(word, &form->slot[k], &names->name[k])) return;
        form->slots++;
    }
    if (form->slots > 0) the.game.forms++;
}

/* ---- rules ---- */

static struct said *add_rule(int32_t of, const char *text)
{
    if (the.rules == RULES) return NULL;
    struct said *x = &the.rule[the.rules++];
    *x = (struct said){.of = of, .text = text[0] == '\0' ? NULL : text};
    x->rule.number = the.rules;
    x->rule.add = x->add;
    for (int32_t k = 0; of >= 0 && k < the.game.form[of].slots; k++) {
        const struct lua_game_slot *slot = &the.game.form[of].slot[k];
        x->means[k] = (struct pattern_slot){.min = slot->min, .max = slot->max};
        for (int64_t w = slot->min; slot->kind == LUA_GAME_WORD && w <= slot->max; w++) {
            kinds_add(&x->means[k].words, (int)w);
        }
    }
    return x;
}

/* The words or the number that a slot of the rule is limited to. */
static void read_limit(struct said *x, char *at)
{
    int32_t slots = x->of < 0 ? 0 : the.game.form[x->of].slots;
    int32_t k = (int32_t)next_number(&at, 1, LUA_GAME_SLOTS_MAX) - 1;
    const struct lua_game_slot *slot = &the.game.form[x->of < 0 ? 0 : x->of].slot[k];
    const char *word;
    if (k >= slots) return;
    if (slot->kind == LUA_GAME_NUMBER) {
        x->means[k].min = x->means[k].max = next_number(&at, slot->min, slot->max);
        return;
    }
    if (slot->kind != LUA_GAME_WORD) return;
    x->means[k].words = (struct kinds){{0, 0, 0, 0}};
    while ((word = next_word(&at)) != NULL) {
        for (int64_t w = slot->min; w <= slot->max; w++) {
            if (strcmp(the.game.word[w], word) == 0) {
                kinds_add(&x->means[k].words, (int)w);
            }
        }
    }
}

static int32_t outcomes(void)
{
    int32_t n = 0;
    while (the.game.outcomes[n] != NULL) n++;
    return n;
}

/* A line about the rule before. */
static void read_detail(struct said *x, enum key key, char *at)
{
    struct pattern_add add;
    switch (key) {
    case KEY_FOR: read_limit(x, at); break;
    case KEY_WHEN: x->when = at; break;
    case KEY_FROM:
        x->from = (enum pattern_from)next_number(&at, 0, PATTERN_FROM_ANCHOR);
        break;
    case KEY_ALONE: x->first = x->at_once; break;
    case KEY_TURNS: x->each = x->of == OF_STEP || x->of == OF_SWEEP; break;
    case KEY_MINE:
    case KEY_THEIRS:
    case KEY_ALL:
        if (x->rule.adds == 0) break;
        x->add[x->rule.adds - 1].whose = key == KEY_MINE     ? PATTERN_OF_MINE
                                         : key == KEY_THEIRS ? PATTERN_OF_THEIRS
                                                             : PATTERN_OF_ALL;
        break;
    case KEY_IF:
        if (x->of == OF_SWEEP || x->of == OF_AGAIN) x->step_when = at;
        break;
    case KEY_WHY:
        if (x->of >= 0 && at[0] != '\0' && strlen(at) <= 200) x->rule.why = at;
        break;
    case KEY_EVENT: x->rule.event = next_word(&at); break;
    case KEY_OVER: x->rule.over = (int32_t)next_number(&at, 0, outcomes()); break;
    case KEY_KEEP: x->rule.keep_turn = x->of >= 0; break;
    case KEY_SQUASH:
        if (x->of < 0 || x->text != NULL || x->shift != NULL) break;
        x->squash = next_word(&at);
        x->worth_field = find_field(next_word(&at));
        break;
    case KEY_SHIFT:
        if (x->of >= 0 && x->text == NULL && x->squash == NULL) x->shift = at;
        break;
    case KEY_INTO: x->into = at; break;
    case KEY_JOINS: x->joins[strncmp(at, "down ", 5) == 0] = at; break;
    case KEY_ADD:
        add.whose = PATTERN_OF_MINE;
        add.field = find_field(next_word(&at));
        add.number = next_number(&at, -1000000000000, 1000000000000);
        if (add.field >= 0 && x->rule.adds < ADDS) x->add[x->rule.adds++] = add;
        break;
    default: break;
    }
}

static void read_end(char *at)
{
    struct pattern_end *end = &the.end[the.ends];
    int32_t most = outcomes(), n = 0;
    if (the.ends == ENDS || most == 0) return;
    *end = (struct pattern_end){.by_player = false};
    while (*at >= '1' && *at <= '9' && n < the.game.game.players) {
        end->outcome[n++] = (int32_t)next_number(&at, 1, most);
    }
    if (n == 0) return;
    end->by_player = n > 1;
    for (; n < the.game.game.players; n++) end->outcome[n] = end->outcome[0];
    the.end_when[the.ends++] = at;
}

static void read_score(char *at)
{
    the.scored = true;
    if (strncmp(at, "= count ", 8) == 0) {
        the.score_cell = at + 8;
    } else {
        the.score_field = find_field(next_word(&at));
    }
}

/* A rule of an action, a step, or a rule of a sweep. */
static void read_rule(enum key key, char *at)
{
    const struct said *last = the.rules > 0 ? &the.rule[the.rules - 1] : NULL;
    int32_t of = OF_STEP;
    if (key == KEY_RULE) {
        if (the.game.forms == 0) return;
        of = (int32_t)next_number(&at, 1, the.game.forms) - 1;
    } else if (at[0] == '\0') {
        return;
    } else if (key == KEY_AGAIN) {
        struct said *again = add_rule(OF_AGAIN, "");
        if (again != NULL) again->again = (int32_t)next_number(&at, 1, RULES);
        return;
    } else if (key == KEY_SWEEP || key == KEY_ONCE) {
        of = OF_SWEEP;
    } else if (key == KEY_WITH) {
        if (last == NULL || (last->of != OF_SWEEP && last->of != OF_SWEEP_ON)) return;
        of = OF_SWEEP_ON;
    }
    struct said *x = add_rule(of, at);
    if (x != NULL) x->at_once = key == KEY_ONCE;
}

/* A line of the description, and what stands behind its first word. */
static void read_line(const char *word, char *at)
{
    const enum key key = key_of(word);
    const char *name;
    switch (key) {
    case KEY_PLAYERS: /* an end has outcomes for as many as there are */
        if (the.ends == 0) the.game.game.players = (int)next_number(&at, 1, 4);
        break;
    case KEY_TOGETHER:
        the.together = true;
        the.game.together.order =
            (enum lua_game_order)next_number(&at, 0, LUA_GAME_AT_ONCE);
        break;
    case KEY_OWN:
        if (the.game.fields > 0) the.game.field[the.game.fields - 1].each = true;
        break;
    case KEY_TIMER:
        if (the.game.fields > 0) the.game.field[the.game.fields - 1].timer = true;
        break;
    case KEY_HEX: the.game.hexagons = the.names.hexagons = true; break;
    case KEY_LAYER: read_layer(at); break;
    case KEY_GROUP:
    case KEY_FACING:
        name = next_word(&at);
        read_group(at, add_name(name, PATTERN_GROUP), key == KEY_FACING);
        break;
    case KEY_PIECE: read_piece(at); break;
    case KEY_FIELD:
    case KEY_COUNTER: read_field(at, key == KEY_COUNTER); break;
    case KEY_OUTCOME: read_outcome(at); break;
    case KEY_MOVE: read_move(at); break;
    case KEY_RULE:
    case KEY_STEP:
    case KEY_SWEEP:
    case KEY_ONCE:
    case KEY_AGAIN:
    case KEY_WITH: read_rule(key, at); break;
    case KEY_END: read_end(at); break;
    case KEY_WORTH:
        if (the.ends == 0) break;
        the.end[the.ends - 1].score = next_number(&at, -1000000000000, 1000000000000);
        the.scored = true;
        break;
    case KEY_SCORE: read_score(at); break;
    default:
        if (the.rules > 0) read_detail(&the.rule[the.rules - 1], key, at);
    }
}
