/*
 * The actions of games written in Lua. A form is a list of slots, one for each word of
 * the text: "<row> <column> <direction>". The number of an action is its form and the
 * values of its slots in mixed radix, each value counted from its minimum:
 *
 *     form + forms * (value 1 + size 1 * (value 2 + size 2 * ...))
 *
 * Where n players act together an action is that of one of them, "2: left", and its number is
 * n * (that without the player) + player - 1.
 */
#include <assert.h>

#include "lua_game.h"

static int64_t slot_size(const struct lua_game_slot *slot)
{
    return slot->max - slot->min + 1;
}

static size_t number_length(int64_t n)
{
    struct text t = text_into(NULL, 0);
    text_number(&t, n);
    return t.length;
}

static size_t slot_length(const struct lua_game *s, const struct lua_game_slot *slot)
{
    size_t least = number_length(slot->min), longest = number_length(slot->max);
    if (slot->kind != LUA_GAME_WORD) return least > longest ? least : longest;
    longest = 0;
    for (int64_t i = slot->min; i <= slot->max; i++) {
        size_t n = strlen(s->word[i]);
        if (n > longest) longest = n;
    }
    return longest;
}

/* Whether the text is a number of the slot. */
static bool is_number_of(const struct lua_game_slot *slot, const char *text)
{
    const char *end = text + strlen(text);
    int64_t number;
    return text_parse_number(&text, end, &number) && text == end && number >= slot->min &&
           number <= slot->max;
}

/* Whether both slots have a word in common. */
static bool share_word(const struct lua_game *s, const struct lua_game_slot *a,
                       const struct lua_game_slot *b)
{
    if (a->kind != LUA_GAME_WORD && b->kind != LUA_GAME_WORD) {
        return a->min <= b->max && b->min <= a->max;
    }
    if (a->kind != LUA_GAME_WORD) return share_word(s, b, a);
    for (int64_t i = a->min; i <= a->max; i++) {
        if (b->kind != LUA_GAME_WORD && is_number_of(b, s->word[i])) return true;
        for (int64_t k = b->min; b->kind == LUA_GAME_WORD && k <= b->max; k++) {
            if (strcmp(s->word[i], s->word[k]) == 0) return true;
        }
    }
    return false;
}

/* Whether an action of both forms has the same text. */
static bool share_action(const struct lua_game *s, const struct lua_game_form *a,
                         const struct lua_game_form *b)
{
    int32_t k = 0;
    if (a->slots != b->slots) return false;
    while (k < a->slots && share_word(s, &a->slot[k], &b->slot[k])) k++;
    return k == a->slots;
}

static bool repeats_word(const struct lua_game *s, const struct lua_game_slot *slot)
{
    for (int64_t i = slot->min; slot->kind == LUA_GAME_WORD && i <= slot->max; i++) {
        for (int64_t k = slot->min; k < i; k++) {
            if (strcmp(s->word[i], s->word[k]) == 0) return true;
        }
    }
    return false;
}

const char *lua_game_define_actions(const struct lua_game *s)
{
    for (int i = 0; i < s->forms; i++) {
        int64_t size = s->forms * (int64_t)LUA_GAME_PLAYERS_MAX;
        size_t length = s->game.together ? sizeof "64: " - 1 : 0;
        for (int k = 0; k < s->form[i].slots; k++) {
            const struct lua_game_slot *slot = &s->form[i].slot[k];
            assert(slot->min <= slot->max);
            if (repeats_word(s, slot)) return "a word stands twice in a slot of a move";
            if (slot_size(slot) > (INT64_MAX >> 1) / size) {
                return "there are too many actions of one form";
            }
            size *= slot_size(slot);
            length += slot_length(s, slot) + 1;
        }
        if (length > ACTION_TEXT_MAX) return "the text of an action can become too long";
        for (int k = 0; k < i; k++) {
            if (share_action(s, &s->form[i], &s->form[k])) {
                return "two moves have an action in common";
            }
        }
    }
    return NULL;
}

action lua_game_action(const struct lua_game *s, const struct lua_game_form *form,
                       const int64_t *value)
{
    action a = 0;
    assert(form->slots >= 1 && form->slots <= LUA_GAME_SLOTS_MAX);
    for (int k = form->slots - 1; k >= 0; k--) {
        assert(value[k] >= form->slot[k].min && value[k] <= form->slot[k].max);
        a = a * slot_size(&form->slot[k]) + value[k] - form->slot[k].min;
    }
    return a * s->forms + (form - s->form);
}

const struct lua_game_form *lua_game_slots(const struct lua_game *s, action a,
                                           int64_t value[LUA_GAME_SLOTS_MAX])
{
    if (a < 0) return NULL;
    if (s->together.players > 0) a /= s->together.players;
    const struct lua_game_form *form = s->form;
    if (s->forms > 1) { /* a division takes as long as twenty other instructions */
        form += a % s->forms;
        a /= s->forms;
    }
    for (int k = 0; k < form->slots; k++) {
        int64_t size = slot_size(&form->slot[k]), index = a;
        if (a < size) {
            a = 0;
        } else {
            index = a % size;
            a /= size;
        }
        value[k] = form->slot[k].min + index;
    }
    return a == 0 ? form : NULL;
}

static bool parse_slot(const struct lua_game *s, const struct lua_game_slot *slot,
                       const char **at, const char *end, int64_t *value)
{
    if (slot->kind != LUA_GAME_WORD) {
        return text_parse_number(at, end, value) && *value >= slot->min &&
               *value <= slot->max;
    }
    const char *stop = *at;
    while (stop < end && *stop != ' ') stop++;
    size_t n = (size_t)(stop - *at);
    for (int64_t i = slot->min; i <= slot->max; i++) {
        if (strlen(s->word[i]) == n && memcmp(s->word[i], *at, n) == 0) {
            *at = stop;
            *value = i;
            return true;
        }
    }
    return false;
}

/* Steps over "2: ", if it is there. The player that it names; the one to move without it; 0 if there
 * is no such player. */
static int64_t parse_player(const struct lua_game *s, const void *state,
                            const char **text, const char *end)
{
    const char *at = *text;
    int64_t player;
    if (!text_parse_number(&at, end, &player) || end - at < 2 || at[0] != ':' ||
        at[1] != ' ')
        return *lua_game_turn((void *)(uintptr_t)state);
    *text = at + 2;
    return player >= 1 && player <= s->together.players ? player : 0;
}

bool lua_game_parse(const struct game *g, const void *state, const char *text, size_t n,
                    action *a)
{
    const struct lua_game *s = lua_game_of(g);
    const char *first = text, *const end = text + n;
    const int64_t player =
        s->together.players == 0 ? 1 : parse_player(s, state, &first, end);
    if (player == 0) return false;
    for (int i = 0; i < s->forms; i++) {
        const struct lua_game_form *form = &s->form[i];
        const char *at = first;
        int64_t value[LUA_GAME_SLOTS_MAX];
        int k = 0;
        for (; k < form->slots; k++) {
            if (k > 0 && (at == end || *at++ != ' ')) break;
            if (!parse_slot(s, &form->slot[k], &at, end, &value[k])) break;
        }
        if (k < form->slots || at != end) continue;
        *a = lua_game_labelled(s, lua_game_action(s, form, value), (int)player);
        return true;
    }
    return false;
}

void lua_game_text(const struct game *g, const void *state, action a, struct text *out)
{
    const struct lua_game *s = lua_game_of(g);
    int64_t value[LUA_GAME_SLOTS_MAX];
    const struct lua_game_form *form = lua_game_slots(s, a, value);
    if (form == NULL) text_char(out, '?');
    if (form != NULL && s->together.players > 0) {
        text_number(out, 1 + a % s->together.players);
        text_string(out, ": ");
    }
    for (int k = 0; form != NULL && k < form->slots; k++) {
        if (k > 0) text_char(out, ' ');
        if (form->slot[k].kind == LUA_GAME_WORD) {
            text_string(out, s->word[value[k]]);
        } else {
            text_number(out, value[k]);
        }
    }
}

bool lua_game_off_board(const struct lua_game *s, const void *state, action a,
                        struct text *why)
{
    const struct state *block = state;
    int64_t value[LUA_GAME_SLOTS_MAX];
    const struct lua_game_form *form = lua_game_slots(s, a, value);
    if (form == NULL) {
        text_string(why, "there is no such action");
        return true;
    }
    for (int k = 0; k < form->slots; k++) {
        bool row = form->slot[k].kind == LUA_GAME_ROW;
        if (!row && form->slot[k].kind != LUA_GAME_COLUMN) continue;
        int32_t side = block->shape[row ? LUA_GAME_ROWS : LUA_GAME_COLUMNS];
        if (value[k] <= side) continue;
        text_string(why, "the board has only ");
        text_number(why, side);
        text_string(why, row ? " row" : " column");
        if (side != 1) text_char(why, 's');
        return true;
    }
    return false;
}

/* ---- all actions of a board ---- */

int64_t lua_game_last(const struct lua_game_slot *slot, const void *state)
{
    const struct state *block = state;
    if (slot->kind == LUA_GAME_ROW) return block->shape[LUA_GAME_ROWS];
    if (slot->kind == LUA_GAME_COLUMN) return block->shape[LUA_GAME_COLUMNS];
    return slot->max;
}

void lua_game_first(const struct lua_game_form *form, int64_t *value)
{
    for (int k = 0; k < form->slots; k++) value[k] = form->slot[k].min;
}

bool lua_game_next(const struct lua_game_form *form, const void *state, int64_t *value)
{
    for (int k = form->slots - 1; k >= 0; k--) {
        if (value[k]++ < lua_game_last(&form->slot[k], state)) return true;
        value[k] = form->slot[k].min;
    }
    return false;
}

int64_t lua_game_count(const struct lua_game *s, const void *state, int64_t max)
{
    int64_t all = 0;
    for (int i = 0; i < s->forms && all <= max; i++) {
        int64_t count = 1;
        for (int k = 0; k < s->form[i].slots && count <= max; k++) {
            const struct lua_game_slot *slot = &s->form[i].slot[k];
            int64_t values = lua_game_last(slot, state) - slot->min + 1;
            count = values > max ? values : count * values;
        }
        all += count <= max ? count : max + 1;
    }
    return all <= max ? all : max + 1;
}

/* Offers the actions of a form from slot k on; `a` is the one with the first values there,
 * and 1 more in slot k adds `weight` to it. */
static void offer_slots(const struct lua_game_form *form, const void *state, int k,
                        action a, int64_t weight, struct offered *offered)
{
    const struct lua_game_slot *slot = &form->slot[k];
    const int64_t values = lua_game_last(slot, state) - slot->min + 1;
    if (k + 1 < form->slots) {
        const int64_t next = weight * slot_size(slot);
        for (int64_t v = 0; v < values; v++, a += weight) {
            offer_slots(form, state, k + 1, a, next, offered);
        }
    } else if (values <= offered->max - offered->count) {
        action *out = offered->out + offered->count;
        for (int64_t v = 0; v < values; v++, a += weight) out[v] = a;
        offered->count += (int)values;
    } else {
        for (int64_t v = 0; v < values; v++, a += weight) offer_action(offered, a);
    }
}

int lua_game_reversals(const struct game *game, const void *state, action *out, int max)
{
    const struct lua_game *s = lua_game_of(game);
    struct offered offered = {out, max, 0};
    int64_t count = lua_game_count(s, state, CANDIDATES_MAX);
    if (count > max) return (int)count;
    for (int i = 0; i < s->forms; i++) {
        offer_slots(&s->form[i], state, 0, i, s->forms, &offered);
    }
    return offered.count;
}

int lua_game_candidates(const struct game *game, const void *state, action *out, int max)
{
    if (game->outcome(game, state) != NULL) return 0;
    return lua_game_reversals(game, state, out, max);
}
