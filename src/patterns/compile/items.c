/*
 * Compiling what a cell names: a kind, a group, a layer, mine, theirs, my body, their body or a slot.
 */
#include "scan.h"

/* The layer in which all of the name's values are, or -1. */
static int32_t layer_of(const struct pattern_name *name)
{
    for (int32_t i = 1; i < name->count; i++) {
        if (name->value[i].layer != name->value[0].layer) return -1;
    }
    return name->count > 0 ? name->value[0].layer : -1;
}

static const struct pattern_name *name_like(const struct scan *s, const char *word,
                                            size_t n)
{
    const struct pattern_names *names = s->source->names;
    for (int32_t i = 0; i < names->count; i++) {
        const char *name = names->name[i].name;
        if (names->name[i].is == PATTERN_KIND && strlen(name) == n &&
            memcmp(name, word, n) == 0) {
            return &names->name[i];
        }
    }
    return NULL;
}

int32_t item_variants(const struct scan *s, const struct item *item)
{
    if (item->own != NULL) return s->source->names->players;
    const struct lua_game_slot *slot = &s->source->form->slot[SYMBOL_SLOT - item->symbol];
    return (int32_t)(slot->max - slot->min + 1);
}

const struct pattern_name *item_values(const struct scan *s, const struct item *item,
                                       int32_t k)
{
    const struct pattern_names *names = s->source->names;
    if (item->own != NULL) return &item->own[item->theirs ? names->players - 1 - k : k];
    const struct lua_game_slot *slot = &s->source->form->slot[SYMBOL_SLOT - item->symbol];
    if (slot->kind == LUA_GAME_WORD) {
        const char *word = names->game->word[slot->min + k];
        return name_like(s, word, strlen(word));
    }
    char number[24];
    struct text t = text_into(number, sizeof number);
    text_number(&t, slot->min + k);
    return name_like(s, number, t.length);
}

bool item_may_be(const struct scan *s, const struct item *item,
                 const struct pattern_name *group)
{
    const int32_t n = item->name != NULL ? 1 : item_variants(s, item);
    if (item->theirs && n == 1) return false; /* there are no others */
    for (int32_t k = 0; k < n; k++) {
        const struct pattern_name *kinds =
            item->name != NULL ? item->name : item_values(s, item, k);
        for (int32_t i = 0; i < kinds->count; i++) {
            for (int32_t j = 0; j < group->count; j++) {
                if (kinds->value[i].value == group->value[j].value) return true;
            }
        }
    }
    return false;
}

/* Finds the slot that the token names. */
static bool compile_slot(struct scan *s, struct item *item)
{
    const struct pattern_source *source = s->source;
    int32_t slots = source->slots == NULL ? 0 : source->form->slots, found = -1;
    for (int32_t k = 0; k < slots; k++) {
        const char *name = source->slots->name[k];
        if (name == NULL || strlen(name) != (size_t)s->token.length ||
            memcmp(name, s->token.at, strlen(name)) != 0) {
            continue;
        }
        if (found >= 0) return scan_fail(s, "the action has two slots '%s'");
        found = k;
    }
    if (found < 0) {
        return scan_fail(s, slots == 0
                                ? "there is no action whose slot '%s' could be meant"
                                : "the action has no slot '%s'");
    }
    item->symbol = SYMBOL_SLOT - found;
    const struct lua_game_slot *slot = &source->form->slot[found];
    if (slot->kind == LUA_GAME_ROW || slot->kind == LUA_GAME_COLUMN ||
        slot->max - slot->min >= LUA_GAME_WORDS_MAX) {
        return scan_fail(s, "'%s' names no kinds");
    }
    item->layer = -1;
    for (int32_t k = 0; k < item_variants(s, item); k++) {
        const struct pattern_name *kind = item_values(s, item, k);
        if (kind == NULL || kind->count != 1) {
            return scan_fail(s, "not every word of '%s' is a kind");
        }
        if (k > 0 && kind->value[0].layer != item->layer) {
            return scan_fail(s, "the kinds of '%s' are in several layers");
        }
        item->layer = kind->value[0].layer;
    }
    return true;
}

/* What each player has of what the item may be, and the group of all of it, or NULL. */
static bool note_own(struct scan *s, struct item *item, const struct pattern_name *own,
                     const struct pattern_name *whole)
{
    const int32_t players = s->source->names->players;
    item->own = own;
    item->whole = whole;
    item->layer = layer_of(&own[0]);
    for (int32_t k = 0; k < players; k++) {
        if (layer_of(&own[k]) < 0 || layer_of(&own[k]) != item->layer)
            return scan_fail(s, "'%s': the pieces are in several layers");
        if (own[k].count > 1) item->several = true;
    }
    if (item->theirs && players != 2) item->several = true;
    return true;
}

/* Whether somebody acts whose kinds are meant. */
static bool check_acts(struct scan *s)
{
    if (s->source->names->game == NULL)
        return scan_fail(s, "'%s': a grid has no players");
    if (!s->source->nobody) return true;
    return scan_fail(s, "'%s': all have acted, so nobody is meant: say "
                        "each = \"player\" beside the step");
}

/* The group with each = "player" whose kinds the pieces are, or NULL. */
static const struct pattern_name *group_of_pieces(const struct pattern_names *names)
{
    const struct pattern_value *first = names->piece[0].value;
    for (int32_t i = 0; i < names->count; i++) {
        const struct pattern_name *of = names->name[i].of;
        if (of != NULL && of->value->layer == first->layer &&
            of->value->value == first->value)
            return &names->name[i];
    }
    return NULL;
}

/* mine or theirs */
static bool compile_pieces(struct scan *s, struct item *item)
{
    const struct pattern_names *names = s->source->names;
    item->theirs = scan_is(s, WORD_THEIRS);
    item->symbol = item->theirs ? SYMBOL_THEIRS : SYMBOL_MINE;
    if (!check_acts(s)) return false;
    if (names->piece[0].count == 0) {
        return scan_fail(s, "'%s' wants the game to have pieces = { ... }");
    }
    return note_own(s, item, names->piece, group_of_pieces(names));
}

/* my body or their body, up to the group, which is at hand behind it */
static bool compile_of_each(struct scan *s, struct item *item)
{
    item->theirs = scan_is(s, WORD_THEIR);
    if (!check_acts(s)) return false;
    scan_next(s);
    const struct pattern_name *group = scan_name(s);
    if (group == NULL || group->of == NULL) {
        return scan_unknown(s, PATTERN_EXPECT_EACH,
                            group == NULL
                                ? "expected a group with each = \"player\", got '%s'"
                                : "'%s' is no group with each = \"player\"");
    }
    item->symbol =
        SYMBOL_MY - 2 * (int32_t)(group - s->source->names->name) - item->theirs;
    item->token.length = (int32_t)(s->token.at + s->token.length - item->token.at);
    return note_own(s, item, group->of, group);
}

/* ---- pieces with names ---- */

const struct item *find_called(const struct scan *s, const struct left *left,
                               int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < left[i].items; k++) {
            const struct item *item = &left[i].item[k];
            if (item->called != SYMBOL_OTHER && s->token.type == TOKEN_NAME &&
                item->name_at.length == s->token.length &&
                memcmp(item->name_at.at, s->token.at, (size_t)s->token.length) == 0)
                return item;
        }
    }
    return NULL;
}

/* Whether the token at hand is a word that may be a piece's name: "a", "first_2". */
static bool may_be_name(const struct scan *s)
{
    const struct token *t = &s->token;
    bool fine = t->type == TOKEN_NAME && t->at[0] >= 'a' && t->at[0] <= 'z';
    for (int32_t i = 0; fine && i < t->length; i++)
        fine = t->at[i] < 'A' || t->at[i] > 'Z';
    return fine;
}

bool compile_name(struct scan *s, const struct lefts *before, struct left *left)
{
    struct item *item = &left->item[left->items - 1];
    const int32_t cell = before == NULL ? 0 : before->count;
    if (before == NULL || s->source->looks)
        return scan_fail(s, "a condition moves no piece: leave 'as' out");
    scan_next(s);
    if (!may_be_name(s))
        return scan_fail(s, "expected a name of small letters after 'as', got '%s'");
    if (scan_name(s) != NULL)
        return scan_fail(s, "'%s' is the name of a kind or a group: choose another one");
    if (s->token.word != WORD_NONE)
        return scan_fail(s, "'%s' is a word of rules: choose another name");
    if (find_called(s, before->at, cell + 1) != NULL)
        return scan_fail(s, "the left side has two pieces '%s'");
    if (!item->several) {
        return scan_fail_at(s, &item->token,
                            "'as' names a piece of a group; a kind has its name already",
                            "");
    }
    if (item->layer < 0) {
        return scan_fail_at(s, &item->token,
                            "the kinds of the group are in several layers", "");
    }
    if (left->cell->least > 0)
        return scan_fail(s, "a run is several pieces, which cannot be called '%s'");
    item->called = SYMBOL_CALLED - (cell * ITEMS_MAX + left->items - 1);
    item->name_at = s->token;
    scan_next(s);
    return true;
}

/* A piece that the left side has given a name. */
static bool take_called(struct scan *s, struct item *item)
{
    const struct item *found =
        s->lefts == NULL ? NULL : find_called(s, s->lefts->at, s->lefts->count);
    if (found == NULL) return false;
    *item = *found;
    item->symbol = found->called;
    item->group = true;
    item->token = s->token;
    scan_next(s);
    return true;
}

bool compile_one_name(struct scan *s, const char *expected,
                      const struct pattern_cell **out)
{
    struct item item;
    struct pattern_cell *cell = pattern_take(s->source->memory, 1, sizeof *cell);
    const bool named = s->token.type == TOKEN_NAME || s->token.type == TOKEN_NUMBER;
    if (cell == NULL) return false;
    if (!named || scan_is(s, WORD_NO) || scan_is(s, WORD_SAME) || scan_is(s, WORD_EDGE) ||
        scan_is(s, WORD_NEAR))
        return scan_fail(s, expected);
    *out = cell;
    return compile_item(s, &item) && compile_one(s, &item, cell);
}

bool compile_item(struct scan *s, struct item *item)
{
    const struct pattern_names *names = s->source->names;
    if (take_called(s, item)) return true;
    *item = (struct item){.token = s->token, .called = SYMBOL_OTHER, .layer = -1};
    const struct pattern_name *name = scan_name(s);
    if (s->token.type == TOKEN_SLOT) {
        if (!compile_slot(s, item)) return false;
    } else if (scan_is(s, WORD_MINE) || scan_is(s, WORD_THEIRS)) {
        if (!compile_pieces(s, item)) return false;
    } else if (scan_is(s, WORD_MY) || scan_is(s, WORD_THEIR)) {
        if (!compile_of_each(s, item)) return false;
    } else if (name == NULL) {
        bool named = s->token.type == TOKEN_NAME || s->token.type == TOKEN_NUMBER;
        if (!named)
            return scan_fail(s, "expected the name of a kind or a group, got '%s'");
        if (scan_is(s, WORD_NEXT) || scan_is(s, WORD_RANDOM) || scan_is(s, WORD_LIKE))
            return scan_fail(s, "'%s' stands on the right side only");
        if (scan_word_is(s, WORD_TAKEN | WORD_YIELDS))
            return scan_fail(s, "expected the name of a kind or a group, got '%s'");
        return scan_unknown(s, PATTERN_EXPECT_CELL, "there is no kind '%s'");
    } else {
        item->symbol = (int32_t)(name - names->name);
        item->name = name;
        item->group = item->several = name->is != PATTERN_KIND;
        item->whole = name->is == PATTERN_GROUP ? name : NULL;
        item->layer = layer_of(name);
        if (name->is == PATTERN_KIND && name->count > 1) {
            return scan_fail(s,
                             "'%s' is a kind of several layers: say which layer it is, "
                             "as in 'no things'");
        }
        if (name->count == 0) return scan_fail(s, "the group '%s' is empty");
    }
    scan_next(s);
    return true;
}

bool pattern_note_struck(struct pattern *p)
{
    for (int32_t i = 0; p != NULL && i < p->cells; i++) {
        for (int32_t k = 0; k < p->cell[i].names; k++) {
            if (p->cell[i].named[k].symbol != SYMBOL_THEIRS) continue;
            p->strikes = true;
            p->struck = i;
            p->struck_layer = p->cell[i].named[k].layer;
            return true;
        }
    }
    return false;
}
