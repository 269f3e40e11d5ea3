/*
 * The laws of the protocol, for fuzz.c and rules.c, which include this file behind two
 * definitions: `game`, the game that is played, and TARGET, its name in messages.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/save.h"

enum { BYTES_MAX = 1 << 20, ACTIONS_MAX = 64, EVENTS_MAX = 16 };

static bool
    excused; /* an error of the game that is played has ended what laws are about */

#define LAW(holds) ((holds) || excused ? (void)0 : broken(#holds, __LINE__))

static void broken(const char *law, int line)
{
    fprintf(stderr, "%s: broken law in line %d: %s\n", TARGET, line, law);
    abort();
}

static struct state *copy_of(const struct state *s)
{
    struct state *copy = malloc(s->size);
    LAW(copy != NULL);
    memcpy(copy, s, s->size);
    return copy;
}

static bool same_bytes(const struct state *a, const struct state *b)
{
    return a->size == b->size && memcmp(a, b, a->size) == 0;
}

static bool has_clean_scratch(const struct state *s)
{
    const unsigned char *at = (const unsigned char *)s + s->scratch;
    size_t n = s->size - s->scratch;
    return n == 0 || (at[0] == 0 && memcmp(at, at + 1, n - 1) == 0);
}

static void check_action(const struct state *s, action a, bool offered)
{
    char why[WHY_MAX], said[WHY_MAX], text[ACTION_TEXT_MAX];
    struct event at[EVENTS_MAX];
    struct events events = {at, EVENTS_MAX, 0};
    struct text before = text_into(why, sizeof why),
                reported = text_into(said, sizeof said);
    struct text shown = text_into(text, sizeof text);
    struct report report = {.events = &events, .why = &reported};
    struct state *copy = copy_of(s);
    game->why(game, s, a, &before);
    LAW(before.length < sizeof why);
    enum applied done = game->apply(game, copy, a, &report);
    LAW(done != FAILED);
    LAW((done == APPLIED) == (before.length == 0));
    if (done != APPLIED) LAW(strcmp(why, said) == 0);
    if (done == REFUSED) LAW(same_bytes(s, copy));
    LAW(has_clean_scratch(copy));
    if (offered) {
        action again;
        LAW(done == APPLIED || done == IDLED);
        LAW(!state_equal(s, copy));
        game->text(game, s, a, &shown);
        LAW(shown.length < sizeof text);
        LAW(game->parse(game, s, text, shown.length, &again) && again == a);
    }
    free(copy);
}

static void check_save(const struct state *s)
{
    struct text measured = text_into(NULL, 0);
    save_state(game, s, &measured);
    char *bytes = malloc(measured.length + 1);
    LAW(bytes != NULL);
    struct text t = text_into(bytes, measured.length + 1);
    save_state(game, s, &t);
    struct reader in;
    int32_t shape[SHAPE_MAX] = {0};
    reader_open_bytes(&in, bytes, t.length);
    LAW(load_shape(game, &in, shape));
    struct state *again = calloc(1, game->size(game, shape));
    LAW(again != NULL && load_fields(game, &in, shape, again));
    LAW(state_equal(s, again));
    free(again);
    free(bytes);
}

/* Computes again what follows from the rest of the state. */
static void check_derived(const struct state *s)
{
    if (game->derive == NULL) return;
    size_t from = game->derived(game, s);
    LAW(from % sizeof(uint64_t) == 0 && from >= s->rest && from <= s->scratch);
    struct state *copy = copy_of(s);
    memset((unsigned char *)copy + from, 0xa5, s->scratch - from);
    game->derive(game, copy);
    LAW(same_bytes(s, copy));
    free(copy);
}

/* What is foreseen of an action is what playing it does. */
static void check_foreseen(const struct state *s, const struct foreseen *f, action a)
{
    LAW(f->by == a);
    if (f->changes == UNFORESEEN) return;
    LAW(f->changes >= 0 && f->changes <= CHANGES_MAX);
    struct state *made = copy_of(s), *played = copy_of(s);
    for (int k = 0; k < f->changes; k++) {
        const struct change *change = &f->change[k];
        LAW(change->at % sizeof change->to == 0);
        LAW(change->at >= s->key && change->at < s->scratch);
        for (int i = 0; i < k; i++) LAW(f->change[i].at != change->at);
        memcpy((unsigned char *)made + change->at, &change->to, sizeof change->to);
    }
    bool over = game->conclude(game, made);
    LAW(game->apply(game, played, a, NULL) == APPLIED);
    LAW(same_bytes(made, played));
    LAW(over == (game->outcome(game, played) != NULL));
    free(made);
    free(played);
}

static void check_foresight(const struct state *s, const action *list, int count)
{
    struct foreseen foreseen[ACTIONS_MAX];
    if (game->foresee == NULL) return;
    LAW(game->foresee(game, s, foreseen, ACTIONS_MAX) == count);
    for (int i = 0; i < count && i < ACTIONS_MAX; i++)
        check_foreseen(s, &foreseen[i], list[i]);
}

/* The prospects of the position after an action: whether one of them ends the game. */
static bool ends_after(const struct state *s, action a)
{
    struct prospect next[ACTIONS_MAX];
    struct state *copy = copy_of(s);
    LAW(game->apply(game, copy, a, NULL) == APPLIED);
    const int count = game->prospects(game, copy, next, ACTIONS_MAX);
    bool ends = false;
    for (int i = 0; i < count && i < ACTIONS_MAX; i++) ends |= next[i].ends;
    free(copy);
    return ends;
}

/* An action that is said to end the game does; so it wins, where that is said, too. Where some
 * actions parry, and none ends the game, the opponent can end it after any other one. */
static void check_prospects(const struct state *s, const action *list, int count)
{
    struct prospect p[ACTIONS_MAX];
    if (game->prospects == NULL) return;
    LAW(game->prospects(game, s, p, ACTIONS_MAX) == count);
    if (count > ACTIONS_MAX) return;
    const int mover = game->turn(game, s);
    bool ends = false, parries = false;
    for (int i = 0; i < count; i++) {
        LAW(p[i].by == list[i]);
        ends |= p[i].ends;
        parries |= p[i].parries;
        struct state *copy = copy_of(s);
        LAW(game->apply(game, copy, list[i], NULL) == APPLIED);
        const bool over = game->outcome(game, copy) != NULL;
        LAW(over || !p[i].ends);
        if (game->parried > 0 && over)
            LAW(p[i].ends == (game->score(game, copy, mover) >= game->parried));
        free(copy);
    }
    for (int i = 0; game->parried > 0 && parries && !ends && i < count; i++)
        LAW(p[i].parries || ends_after(s, list[i]));
}

static void check_state(const struct state *s)
{
    action list[ACTIONS_MAX];
    int count = game->actions(game, s, list, ACTIONS_MAX);
    int turn = game->turn(game, s);
    LAW((turn == OVER) == (game->outcome(game, s) != NULL));
    LAW(turn >= OVER && turn <= game->players);
    LAW(turn != OVER || count == 0);
    for (int i = 0; i < count && i < ACTIONS_MAX && !excused; i++)
        check_action(s, list[i], true);
    for (int player = 1; player <= game->players; player++) game->score(game, s, player);
    struct text picture = text_into(NULL, 0);
    game->picture(game, s, &picture);
    LAW(picture.length > 0);
    check_save(s);
    check_derived(s);
    check_foresight(s, list, count);
    check_prospects(s, list, count);
}
