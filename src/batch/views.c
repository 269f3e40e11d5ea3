/*
 * What players see: how it is read (views.h). Copies and windows are in views_write.c.
 */
#include "views.h"

#include "planes_of.h"

/* By the heading of the observer, then that of what he sees: ahead, behind, left, right. */
static const unsigned char seen_as[VIEWS_HEADINGS][VIEWS_HEADINGS] = {
    [GRID_UP] = {0, 1, 2, 3},
    [GRID_DOWN] = {1, 0, 3, 2},
    [GRID_LEFT] = {3, 2, 0, 1},
    [GRID_RIGHT] = {2, 3, 1, 0},
};

/* The planes that are put together. */
struct adding {
    struct views *v;
    const struct observe *from;
    struct views_layer *layer;
    int32_t next,
        mine; /* codes: the next one; how many there are of one side of a group */
};

static void name_plane(struct views *v, const char *group, const char *whose,
                       const char *where)
{
    struct text t = text_into(v->name[v->planes++], BOARD_NAME_MAX);
    text_string(&t, group);
    text_string(&t, whose);
    text_string(&t, where);
}

static void set_value(struct views_layer *l, int heading, int32_t plane, int32_t code)
{
    memset(l->value[heading] + (size_t)plane * PLANES_OF_SPARE, code, PLANES_OF_SPARE);
}

static void add_kind(struct adding *a, const struct board_plane *p)
{
    struct views_layer *l = a->layer;
    const int32_t code = l->each ? a->next++ : p->value;
    l->code[p->value] = (unsigned char)code;
    for (int h = 0; h < VIEWS_HEADINGS; h++) set_value(l, h, l->planes, code);
    l->planes++;
    name_plane(a->v, p->name, "", "");
}

/* The kinds of a group of the layer, whose first one is `p`. */
static void add_group(struct adding *a, const struct board_plane *p,
                      const struct board_plane *end)
{
    static const char *const where[] = {" ahead", " behind", " left", " right"};
    static const char *const whose[] = {" mine", " theirs"};
    struct views_layer *l = a->layer;
    const int32_t first = a->next, headings = p->heading >= 0 ? VIEWS_HEADINGS : 1;
    for (const struct board_plane *q = p; q < end; q++) {
        if (q->each == NULL || strcmp(q->each, p->each) != 0) continue;
        l->owner[q->value] = (unsigned char)q->owner;
        l->code[q->value] =
            (unsigned char)(first + l->mine + (q->heading > 0 ? q->heading : 0));
    }
    a->next += 2 * l->mine;
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t k = 0; k < headings; k++) {
            for (int h = 0; h < VIEWS_HEADINGS; h++) {
                const int32_t plane = l->planes + (headings > 1 ? seen_as[h][k] : 0);
                set_value(l, h, plane, first + side * l->mine + k);
            }
        }
        for (int32_t k = 0; k < headings; k++)
            name_plane(a->v, p->each, whose[side], headings > 1 ? where[k] : "");
        l->planes += headings;
    }
}

static bool is_new(const struct board_plane *first, const struct board_plane *p)
{
    for (; first < p; first++) {
        if (first->each != NULL && strcmp(first->each, p->each) == 0) return false;
    }
    return true;
}

static void add_layer(struct adding *a, const struct board_layer *from)
{
    const struct board_plane *p = a->from->plane + from->first, *end = p + from->kinds;
    struct views_layer *l = a->layer;
    l->at = p->at;
    l->down = p->down;
    l->mine = 1;
    for (const struct board_plane *q = p; q < end; q++) {
        l->each = l->each || q->each != NULL;
        if (q->each != NULL && q->heading >= 0) l->mine = VIEWS_HEADINGS;
    }
    memset(l->code, 1, sizeof l->code); /* no kind */
    a->next = 2;
    for (const struct board_plane *q = p; q < end; q++) {
        if (q->each == NULL)
            add_kind(a, q);
        else if (is_new(p, q))
            add_group(a, q, end);
    }
    a->v->copies += 1 + l->each;
    a->v->layers++;
    a->layer++;
}

static void add_field(struct views *v, const struct board_plane *p)
{
    if (p->each != NULL && p->owner > 1) return;
    v->field[v->fields++] = (struct views_field){.at = p->at, .each = p->each != NULL};
    name_plane(v, p->each != NULL ? p->each : p->name, "", "");
}

static int32_t greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static void measure(struct views *v, const struct observe *o)
{
    const struct game_window *w = v->window;
    int32_t below = o->rows - o->own_rows, behind = o->cols - o->own_cols;
    v->rows = w != NULL ? window_rows(w) : o->rows;
    v->cols = w != NULL ? window_cols(w) : o->cols;
    v->own_rows = o->own_rows;
    v->own_cols = o->own_cols;
    v->cells = (size_t)v->rows * (size_t)v->cols;
    if (w != NULL) { /* it may lie on its side */
        v->above = greater(greater(w->ahead, w->behind), greater(w->left, w->right));
        v->before = below = behind = v->above;
    }
    v->step = v->before + v->own_cols + behind;
    v->copy = ((size_t)v->above + (size_t)v->own_rows + (size_t)below) * (size_t)v->step;
}

bool views_open(struct views *v, const struct game *g, const struct observe *o,
                const struct batch_memory *m, struct text *why)
{
    *v = (struct views){
        .together = g->together, .window = g->window, .players = g->players};
    if (!v->together || o->plane == NULL) return true;
    measure(v, o);
    const size_t planes = 8 * (size_t)o->planes + 1, layers = (size_t)o->layers;
    v->layer = batch_take(m, layers, sizeof *v->layer);
    v->field = batch_take(m, layers, sizeof *v->field);
    v->name = batch_take(m, planes, sizeof *v->name);
    bool fine = v->layer != NULL && v->field != NULL && v->name != NULL;
    struct adding a = {.v = v, .from = o, .layer = v->layer};
    int32_t i = 0;
    for (; fine && i < o->layers && o->plane[o->layer[i].first].as == BOARD_BYTES; i++) {
        for (int h = 0; fine && h < VIEWS_HEADINGS; h++) {
            a.layer->value[h] =
                batch_take(m, 8 * (size_t)o->layer[i].kinds, PLANES_OF_SPARE);
            fine = a.layer->value[h] != NULL;
        }
        if (fine) add_layer(&a, &o->layer[i]);
        if (fine && a.next > UINT8_MAX) {
            text_string(why, "a layer has too many kinds for views");
            return false;
        }
    }
    if (fine && v->window != NULL) name_plane(v, "outside", "", "");
    for (; fine && i < o->layers; i++) add_field(v, &o->plane[o->layer[i].first]);
    if (!fine) text_string(why, "not enough memory");
    return fine;
}

void views_close(struct views *v, const struct batch_memory *m)
{
    for (int32_t i = 0; v->layer != NULL && i < v->layers; i++) {
        for (int h = 0; h < VIEWS_HEADINGS; h++) batch_give(m, v->layer[i].value[h]);
    }
    batch_give(m, v->layer);
    batch_give(m, v->field);
    batch_give(m, v->name);
    *v = (struct views){.together = false};
}

size_t views_size(const struct views *v)
{
    return (size_t)v->planes * v->cells;
}

size_t views_room(const struct views *v)
{
    return v->copy * (size_t)v->copies + 2 * v->cells + 4 * VIEWS_SPARE;
}
