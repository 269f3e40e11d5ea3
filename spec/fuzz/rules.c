/*
 * The fuzz target of rules as pictures (src/patterns/), for libFuzzer.
 *
 * An input describes a game, a board and actions (rules_describe.h).
 *
 * A text that does not compile must have an error with a place; a game that compiles must keep
 * the laws of the protocol, and its lists must be right. A broken law ends the process.
 */
#include "game/game.h"
#include "game/playout.h"

static const struct game *game;
#define TARGET "rules"

#include "laws.h"
#include "patterns/play/choose_rule.h"
#include "rules_build.h"

enum {
    TRIES = 400, /* so many actions are all tried */
    LISTED = 4096,
    MOVES = 12,
};

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
    const struct pattern_program *rules = the.game.rules;
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
    bool fits = pattern_of_action(&the.game, once, a, &at) != NULL &&
                !lua_game_off_board(&the.game, s, a, &none);
    LAW(same_bytes(s, once));
    bool done = game->apply(game, once, a, NULL) == APPLIED;
    LAW(done == (game->apply(game, again, a, NULL) == APPLIED));
    LAW(same_bytes(once, again) && has_clean_scratch(once));
    if (the.together) /* what is not listed may be chosen, too, and will be idle */
        LAW(listed == fits && (done || !fits));
    else
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
    for (int64_t i = 0; i < tries && !excused; i++) {
        int64_t rest = i;
        for (int32_t k = 0; k < form->slots; k++) {
            value[k] = form->slot[k].min + rest % values_of(s, &form->slot[k]);
            rest /= values_of(s, &form->slot[k]);
        }
        const int player = (int)*lua_game_turn((void *)(uintptr_t)s);
        const action a =
            lua_game_labelled(&the.game, lua_game_action(&the.game, form, value), player);
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
    struct pattern_run run;
    struct pattern_bitboards bits;
    pattern_start(&run, &bits, &the.game, copy, -1, NULL);
    bool stuck = pattern_stuck(&run);
    if (excused) {
        free(copy);
        return;
    }
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

/* Random games of the rules' own are those that game/playout.h says. */
static void check_random_game(const struct state *s)
{
    enum { STEPS = 8 };
    static action list[2][CANDIDATES_MAX];
    bool (*own)(const struct game *, struct playout *, int *) = the.game.game.playout;
    struct state *copy[] = {copy_of(s), copy_of(s)};
    enum playout_end end[2];
    struct playout p[2];
    for (int i = 0; i < 2; i++) {
        the.game.game.playout = i == 0 ? own : NULL;
        p[i] = (struct playout){.state = copy[i],
                                .rng = 7,
                                .actions = list[i],
                                .room = CANDIDATES_MAX,
                                .max = STEPS};
        end[i] = playout_run(game, &p[i]);
    }
    the.game.game.playout = own;
    LAW(end[0] == end[1] && p[0].done == p[1].done && p[0].rng == p[1].rng);
    LAW(same_bytes(copy[0], copy[1]));
    free(copy[0]);
    free(copy[1]);
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
    if (!excused) check_random_game(s);
    for (int moves = 0; moves < MOVES && !excused && (line = line_of(&in)) != NULL;
         moves++) {
        action a = chosen(s, line);
        check_action(s, a, false);
        if (game->apply(game, s, a, NULL) != APPLIED) continue;
        check_state(s);
        check_lists(s);
    }
    free(s);
    return 0;
}
