/*
 * What a PuzzleScript game says of a board, for a solver (game/model.h): its win conditions, players, and
 * what may move. Its collision layers are the model's layers; the value of a cell there is 0, or says
 * which object of the layer it has, from 1.
 *
 *     all crate on target     MODEL_ALL  cell: the layer of crates in { crate }   on: target
 *     no player on a and b    MODEL_NO   cell: player   on: a and b, two tests of one alternative
 *
 * Movements, late rules and `again` are no rewriting of cells, so rules are no moves here.
 */
#include "game/model.h"
#include "layout.h"
#include "model_reach.h"
#include "state.h"

enum { VALUES_MAX = 255, BOARD_MAX = 1 << 20 };

struct making {
    const struct puzzle *p;
    struct model *m;
    int32_t *value; /* by object: what a cell has in its layer */
    bool failed;    /* there is no more memory */
};

static void *take(struct making *x, int32_t count, size_t each)
{
    const size_t bytes = (count > 0 ? (size_t)count : 1) * each;
    void *block = x->failed ? NULL : x->m->resize(x->m->with, NULL, bytes);
    x->failed = block == NULL;
    if (block != NULL) memset(block, 0, bytes);
    return block;
}

/* ---- cells ---- */

/* The first object of a layer in a cell, as a value. By chance there may be two. */
static unsigned char value_at(const struct puzzle *p, const void *state, int32_t layer,
                              int32_t row, int32_t col)
{
    const struct puzzle_list *objects = &p->layer[layer];
    for (int32_t k = 0; k < objects->n; k++)
        if (puzzle_has(p, state, row, col, objects->at[k])) return (unsigned char)(k + 1);
    return 0;
}

/* Of two objects of a layer in a cell the first one counts, so it is written last. */
static void read_board(const struct game *g, const void *state, unsigned char *board)
{
    const struct puzzle *p = puzzle_of(g);
    const int32_t rows = rows_of(state), cols = cols_of(state), stride = rows + 1;
    const size_t cells = (size_t)rows * (size_t)cols;
    const void *all = puzzle_board_cells(p, state);
    memset(board, 0, (size_t)p->layers * cells);
    for (int32_t layer = 0; layer < p->layers; layer++, board += cells) {
        for (int32_t k = p->layer[layer].n - 1; k >= 0; k--) {
            size_t words;
            const uint64_t *plane =
                puzzle_object(p, state, p->layer[layer].at[k], &words);
            if (memcmp(plane, all, puzzle_bytes(words)) == 0) {
                memset(board, k + 1, cells);
                continue;
            }
            int32_t col = 0; /* a division for each cell would take most of the time */
            for (size_t w = 0; w < words; w++) {
                for (uint64_t left = plane[w]; left != 0; left &= left - 1) {
                    const int32_t at = (int32_t)(w * 64) + puzzle_lowest(left);
                    while (at >= (col + 1) * stride) col++;
                    board[(at - col * stride) * cols + col] = (unsigned char)(k + 1);
                }
            }
        }
    }
}

static bool put(const struct game *g, void *state, int32_t layer, int32_t cell, int value)
{
    const struct puzzle *p = puzzle_of(g);
    if (layer < 0 || layer >= p->layers || value < 0 || value > p->layer[layer].n)
        return false;
    if (cell < 0 || cell >= rows_of(state) * cols_of(state)) return false;
    const struct puzzle_list *objects = &p->layer[layer];
    const int32_t row = cell / cols_of(state), col = cell % cols_of(state);
    for (int32_t k = 0; k < objects->n; k++)
        puzzle_take_away(p, state, row, col, objects->at[k]);
    if (value > 0) puzzle_put(p, state, row, col, objects->at[value - 1]);
    return true;
}

static void name(const struct game *g, int32_t layer, int value, struct text *out)
{
    const struct puzzle *p = puzzle_of(g);
    if (layer < 0 || layer >= p->layers || value < 1 || value > p->layer[layer].n) return;
    text_string(out, p->shown[p->layer[layer].at[value - 1]].text);
}

/* ---- what wins ---- */

static void add(struct making *x, int32_t object, struct kinds *of_layers)
{
    kinds_add(&of_layers[x->p->layer_of[object]], x->value[object]);
}

/* All of the objects: a test for each layer. Two of a layer are in no cell. */
static struct model_cell all_of(struct making *x, const struct puzzle_list *objects)
{
    struct model_test *test = take(x, objects->n, sizeof *test);
    struct model_alternative *a = take(x, 1, sizeof *a);
    int32_t tests = 0;
    if (x->failed) return (struct model_cell){NULL, 0};
    for (int32_t i = 0; i < objects->n; i++) {
        const int32_t object = objects->at[i], layer = x->p->layer_of[object];
        const struct kinds kind = kinds_of(x->value[object]);
        int32_t k = 0;
        while (k < tests && test[k].layer != layer) k++;
        test[k].kinds = k < tests ? kinds_both(&test[k].kinds, &kind) : kind;
        test[k].layer = layer;
        if (k == tests) tests++;
    }
    if (tests == 0) tests = 1; /* no value of layer 0: without objects nothing fits */
    *a = (struct model_alternative){test, tests};
    return (struct model_cell){a, 1};
}

/* One of the objects: an alternative for each layer. */
static struct model_cell one_of(struct making *x, const struct puzzle_list *objects)
{
    struct kinds kinds[MODEL_LAYERS_MAX] = {{{0, 0, 0, 0}}};
    struct model_test *test = take(x, x->p->layers, sizeof *test);
    struct model_alternative *a = take(x, x->p->layers, sizeof *a);
    int32_t count = 0;
    if (x->failed) return (struct model_cell){NULL, 0};
    for (int32_t i = 0; i < objects->n; i++) add(x, objects->at[i], kinds);
    for (int32_t k = 0; k < x->p->layers; k++) {
        if (kinds_none(&kinds[k])) continue;
        test[count] = (struct model_test){k, kinds[k]};
        a[count] = (struct model_alternative){&test[count], 1};
        count++;
    }
    return count > 0 ? (struct model_cell){a, count} : all_of(x, objects);
}

static struct model_cell cell_of(struct making *x, const struct puzzle_those *those)
{
    return those->all ? all_of(x, &those->objects) : one_of(x, &those->objects);
}

static void add_goals(struct making *x)
{
    static const enum model_what what[] = {
        [PUZZLE_NO] = MODEL_NO, [PUZZLE_SOME] = MODEL_SOME, [PUZZLE_ALL] = MODEL_ALL};
    const struct puzzle *p = x->p;
    const bool commands = (p->commands & PUZZLE_WIN) != 0;
    struct model_goal *goal = take(x, 2, sizeof *goal);
    struct model_term *term = take(x, p->wins + 1, sizeof *term);
    if (x->failed) return;
    for (int32_t i = 0; i < p->wins; i++) {
        const struct puzzle_win *win = &p->win[i];
        term[i].what = what[win->quantifier];
        term[i].cell = cell_of(x, &win->what);
        if (win->has_on) term[i].on = cell_of(x, &win->on);
    }
    term[p->wins].what = MODEL_OTHER;
    x->m->goal = goal;
    if (p->wins > 0) goal[x->m->goals++] = (struct model_goal){term, p->wins};
    if (commands) goal[x->m->goals++] = (struct model_goal){&term[p->wins], 1};
    x->m->exact = p->wins > 0 && !commands && !p->chance;
}

/* ---- what moves ---- */

/* The objects of a layer that a list of planes names; `counted`: in it counts lie between planes. */
static struct kinds named_by(const struct making *x, const struct puzzle_list *list,
                             bool counted, int32_t layer)
{
    struct kinds named = {{0, 0, 0, 0}};
    for (int32_t i = 0, left = 0; i < list->n; i++) {
        const int32_t plane = list->at[i];
        if (counted && left-- == 0) {
            left = plane;
            continue;
        }
        if (plane < x->p->objects && x->p->layer_of[plane] == layer)
            kinds_add(&named, x->value[plane]);
    }
    return named;
}

/* What a cell of a pattern may have of a layer: what it names, or anything but what it must not
 * have. */
static struct kinds kinds_in(const struct making *x, const struct puzzle_cell *c,
                             int32_t layer)
{
    struct kinds named = named_by(x, &c->has, false, layer);
    const struct kinds any = named_by(x, &c->any, true, layer),
                       none = named_by(x, &c->none, false, layer);
    kinds_join(&named, &any);
    if (!kinds_none(&named)) return named;
    for (int32_t k = 1; k <= x->p->layer[layer].n; k++) kinds_add(&named, k);
    return kinds_without(&named, &none);
}

static void add_write(struct making *x, const struct puzzle_cell *c)
{
    const struct puzzle_write *w = c->write;
    struct kinds *moving = x->m->moving;
    for (int32_t i = 0; i < w->on.n; i++) {
        const int32_t plane = w->on.at[i];
        if (plane < x->p->objects) {
            add(x, plane, moving);
            continue;
        }
        const int32_t layer = (plane - x->p->objects) / PUZZLE_MOVES;
        const struct kinds here = kinds_in(x, c, layer);
        kinds_join(&moving[layer], &here);
    }
    for (int32_t i = 0; i < w->off.n; i++) {
        const int32_t plane = w->off.at[i];
        if (plane >= x->p->objects) continue;
        const struct kinds here = kinds_in(x, c, x->p->layer_of[plane]);
        if (kinds_has(&here, x->value[plane])) add(x, plane, moving);
    }
    /* What comes by chance lies beside another one of its layer, and then goes with it. */
    for (int32_t i = 0; i < w->random.n; i++) {
        const struct puzzle_list *layer = &x->p->layer[x->p->layer_of[w->random.at[i]]];
        for (int32_t k = 0; k < layer->n; k++) add(x, layer->at[k], moving);
    }
    for (int32_t i = 0; i < w->directions.n; i++) {
        const int32_t layer = w->directions.at[i];
        const struct kinds here = kinds_in(x, c, layer);
        kinds_join(&moving[layer], &here);
    }
}

static void add_groups(struct making *x, const struct puzzle_groups *groups)
{
    for (int32_t g = 0; g < groups->n; g++) {
        for (int32_t r = 0; r < groups->at[g].rules; r++) {
            const struct puzzle_rule *rule = &groups->at[g].rule[r];
            for (int32_t k = 0; k < rule->rows; k++) {
                const struct puzzle_cell *cell = rule->row[k].segment->cell;
                for (int32_t i = 0; i < rule->row[k].cells; i++)
                    if (cell[i].write != NULL) add_write(x, &cell[i]);
            }
        }
    }
}

/* Whoever acts; it is known where, if he is in one cell only. */
static void add_players(struct making *x, const void *state)
{
    const struct puzzle *p = x->p;
    const struct puzzle_list *players = &p->players.objects;
    int32_t count = 0;
    for (int32_t i = 0; i < players->n; i++) {
        add(x, players->at[i], x->m->moving);
        add(x, players->at[i], x->m->avatar);
    }
    for (int32_t cell = 0; cell < x->m->cells; cell++) {
        bool acts = false;
        for (int32_t k = 0; k < x->m->layers; k++)
            acts = acts ||
                   kinds_has(&x->m->avatar[k],
                             value_at(p, state, k, cell / x->m->cols, cell % x->m->cols));
        count += acts;
    }
    x->m->has_avatar = count == 1;
}

bool puzzle_model(const struct game *g, const void *state, struct model *m)
{
    const struct puzzle *p = puzzle_of(g);
    struct making x = {.p = p, .m = m};
    if (!p->verified || p->layers > MODEL_LAYERS_MAX) return false;
    m->layers = p->layers;
    m->rows = rows_of(state);
    m->cols = cols_of(state);
    m->cells = m->rows * m->cols;
    if (m->cells > BOARD_MAX / (m->layers > 0 ? m->layers : 1)) return false;
    m->read = read_board;
    m->put = put;
    m->name = name;
    x.value = take(&x, p->objects, sizeof *x.value);
    for (int32_t k = 0; k < p->layers && !x.failed; k++) {
        if (p->layer[k].n > VALUES_MAX) return false;
        for (int32_t i = 0; i < p->layer[k].n; i++) x.value[p->layer[k].at[i]] = i + 1;
    }
    if (!x.failed) add_goals(&x);
    int32_t *room = take(&x, 2 * p->objects, sizeof *room);
    m->lacked = x.failed;
    if (x.failed) return false;
    add_groups(&x, &p->normal);
    add_groups(&x, &p->late);
    add_players(&x, state);
    if (m->has_avatar && m->exact) m->reach = puzzle_reach(p, state, room);
    return true;
}
