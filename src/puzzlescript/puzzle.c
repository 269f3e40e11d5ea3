/*
 * PuzzleScript games by the protocol.
 */
#include "puzzle.h"

#include "game/board.h"
#include "game/refusal.h"
#include "layout.h"
#include "run.h"
#include "state.h"

static const char *const words[] = {
#define PRESS(with, name, word, ...) [PUZZLE_PRESS_##name] = word,
    DIRECTIONS_OF_SIDES(PRESS, )
#undef PRESS
        [PUZZLE_PRESS_ACTION] = "action",
    [PUZZLE_TICK] = "tick",
    [PUZZLE_RESTART] = "restart",
};

/* ---- the protocol ---- */

static int turn(const struct game *g, const void *state)
{
    return puzzle_is_won(puzzle_of(g), state) ? OVER : 1;
}

static const char *outcome(const struct game *g, const void *state)
{
    return puzzle_is_won(puzzle_of(g), state) ? "Won" : NULL;
}

static int list(const struct game *g, const void *state, action *out, int max, bool tries)
{
    const struct puzzle *p = puzzle_of(g);
    struct offered offered = {.out = out, .max = max};
    for (action a = 0; a < PUZZLE_RESTART && !puzzle_is_won(p, state); a++) {
        struct puzzle_told told;
        if (!puzzle_may(p, a)) continue;
        void *same = (void *)(uintptr_t)state;
        enum applied done = tries ? puzzle_play(p, same, a, false, &told, NULL) : APPLIED;
        if (done == STOPPED) return ACTIONS_STOPPED;
        if (done != REFUSED) offer_action(&offered, a);
    }
    return offered.count;
}

static int actions(const struct game *g, const void *state, action *out, int max)
{
    return list(g, state, out, max, true);
}

static int candidates(const struct game *g, const void *state, action *out, int max)
{
    return list(g, state, out, max, false);
}

/* Why an action was not carried out: if it shows a message, that is the reason. */
static void explain(const struct game *g, const void *state, action a,
                    const struct puzzle_told *told, struct text *out)
{
    const struct puzzle *p = puzzle_of(g);
    if (puzzle_is_won(p, state)) {
        refusal_over(g, state, a, out);
        return;
    }
    refusal_action(g, state, a, out);
    const char *why = !puzzle_may(p, a)   ? "the game has no such key"
                      : told->stopped     ? "it was stopped"
                      : told->spent       ? "the rules do not come to an end"
                      : told->message > 0 ? p->message[told->message - 1]
                      : told->changed     ? "the turns that follow lead back"
                                          : "nothing happens";
    text_string(out, why);
}

static enum applied apply(const struct game *g, void *state, action a,
                          struct report *report)
{
    struct puzzle_told told;
    struct puzzle_heard heard;
    heard.n = 0;
    const struct puzzle_notes notes = {NULL, wants_events(report) ? &heard : NULL};
    enum applied done = puzzle_play(puzzle_of(g), state, a, true, &told, &notes);
    for (int32_t i = 0; i < heard.n; i++) {
        emit(report, (struct event){.kind = puzzle_of(g)->sound[heard.at[i]].words});
    }
    if (done != APPLIED && wants_why(report)) {
        explain(g, state, a, &told, report->why);
    }
    return done;
}

static void why(const struct game *g, const void *state, action a, struct text *out)
{
    struct puzzle_told told;
    void *same = (void *)(uintptr_t)state;
    if (puzzle_play(puzzle_of(g), same, a, false, &told, NULL) == APPLIED) return;
    explain(g, state, a, &told, out);
}

static int64_t score(const struct game *g, const void *state, int player)
{
    return puzzle_is_won(puzzle_of(g), state);
}

static bool parse(const struct game *g, const void *state, const char *s, size_t n,
                  action *a)
{
    for (action k = 0; k < PUZZLE_ACTIONS; k++) {
        if (strlen(words[k]) == n && memcmp(words[k], s, n) == 0) {
            *a = k;
            return true;
        }
    }
    return false;
}

static void action_text(const struct game *g, const void *state, action a,
                        struct text *out)
{
    if (a >= 0 && a < PUZZLE_ACTIONS) {
        text_string(out, words[a]);
    } else {
        text_number(out, a);
    }
}

/* Whether a cell has exactly these objects, the background's layer aside. */
static bool looks_like(const struct puzzle *p, const void *state, int32_t row,
                       int32_t col, const struct puzzle_list *objects)
{
    int32_t k = 0;
    for (int32_t i = 0; i < p->objects; i++) {
        bool listed = k < objects->n && objects->at[k] == i;
        if (listed) k++;
        if (p->layer_of[i] == p->background) continue;
        if (puzzle_has(p, state, row, col, i) != listed) return false;
    }
    return true;
}

static const char *shown_at(const struct puzzle *p, const void *state, int32_t row,
                            int32_t col)
{
    for (int32_t i = 0; i < p->glyphs; i++) {
        if (looks_like(p, state, row, col, &p->glyph[i].objects))
            return p->glyph[i].shown;
    }
    int32_t top = p->objects - 1;
    while (top >= 0 && !puzzle_has(p, state, row, col, top)) top--;
    return top < 0 ? " " : p->shown[top].text;
}

static void picture(const struct game *g, const void *state, struct text *out)
{
    const struct puzzle *p = puzzle_of(g);
    for (int32_t row = 0; row < rows_of(state); row++) {
        for (int32_t col = 0; col < cols_of(state); col++) {
            text_string(out, shown_at(p, state, row, col));
        }
        text_char(out, '\n');
    }
}

static int every(const struct game *g, const int32_t *shape, action *out, int max)
{
    struct offered offered = {.out = out, .max = max};
    for (action a = 0; a < PUZZLE_RESTART; a++) {
        if (puzzle_may(puzzle_of(g), a)) offer_action(&offered, a);
    }
    return offered.count;
}

/* A layer for each collision layer, with its objects as the file declares them. */
static void lie(const struct game *g, const void *state, struct board_list *b)
{
    const struct puzzle *p = puzzle_of(g);
    for (int32_t k = 0; k < p->layers; k++) {
        char name[BOARD_NAME_MAX];
        struct text t = text_into(name, sizeof name);
        text_string(&t, "layer ");
        text_number(&t, k + 1);
        board_add_layer(b, name, true);
        for (int32_t i = 0; i < p->layer[k].n; i++) {
            size_t size;
            const int32_t object = p->layer[k].at[i];
            const uint64_t *plane = puzzle_object(p, state, object, &size);
            board_add(b, p->object_name[object],
                      (struct board_plane){.as = BOARD_COLUMNS,
                                           .at = board_at(state, plane),
                                           .right = rows_of(state) + 1});
        }
    }
}

bool puzzle_define(struct puzzle *p, struct text *why_not)
{
    enum { PATIENCE = 1 << 11 }; /* of some seconds */
    static const char *const outcomes[] = {"Won", NULL};
    p->verified = puzzle_verify(p, why_not);
    if (!p->verified) return false;
    puzzle_lay_out(p);
    p->turn_planes = puzzle_turn_planes(p);
    if (p->patience <= 0) p->patience = PATIENCE;
    /* Some games are toys, which nobody wins. */
    bool ends = p->wins > 0 || (p->commands & PUZZLE_WIN);
    p->shape[PUZZLE_ROWS] = (struct dimension){"rows", 1, PUZZLE_SIDE_MAX};
    p->shape[PUZZLE_COLUMNS] = (struct dimension){"columns", 1, PUZZLE_SIDE_MAX};
    p->game = (struct game){
        .name = p->name,
        .players = 1,
        .shape = p->shape,
        .size = puzzle_size,
        .init = puzzle_init,
        .fields = puzzle_fields,
        .check = puzzle_check,
        .turn = turn,
        .outcomes = ends ? outcomes : outcomes + 1,
        .goal = ends ? outcomes[0] : NULL,
        .score_max = 1,
        .unscored = true,
        .heard = true,
        .scored_at_end = true,
        .chance = p->chance,
        .outcome = outcome,
        .actions = actions,
        .candidates = candidates,
        .every = every,
        .apply = apply,
        .why = why,
        .score = score,
        .parse = parse,
        .text = action_text,
        .picture = picture,
        .board = lie,
        .model = puzzle_model,
        .poll = &p->poll,
    };
    return true;
}
