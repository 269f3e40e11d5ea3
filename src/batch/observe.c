/*
 * How a board is read: the planes of a game, and writing them as one of the arrays.
 */
#include "observe.h"

#include "planes_of.h"

/* ---- making ---- */

/* Boards whose cells are bits, column by column: where each bit goes. */
static void find_places(struct observe *o)
{
    const int32_t stride = o->own_rows + 1;
    for (int32_t i = 0; i < (o->places + 63) / 64 * 64; i++) {
        const int32_t row = i % stride, col = i / stride;
        const bool on = row < o->own_rows && col < o->own_cols;
        o->place[i] = on ? row * o->cols + col : 0;
        if (!on) continue;
        o->all[i >> 6] |= UINT64_C(1) << (i & 63);
        o->one[o->place[i]] = 1;
    }
}

static void find_values(struct observe *o)
{
    o->columns = o->strips = o->planes > 0;
    for (int32_t i = 0; i < o->planes; i++)
        o->columns = o->columns && o->plane[i].as == BOARD_COLUMNS;
    for (int32_t i = 0; i < o->planes; i++)
        memset(o->value + (size_t)i * PLANES_OF_SPARE, o->plane[i].value,
               PLANES_OF_SPARE);
    for (int32_t i = 0; i < o->layers; i++) {
        const struct board_layer *layer = &o->layer[i];
        const struct board_plane *p = &o->plane[layer->first];
        o->strips = o->strips && layer->kinds > 0 && p->as == BOARD_BYTES &&
                    p->right == 1 && p->down == o->cols && o->whole;
        o->strip[i] = (struct observe_strip){.value = o->value + (size_t)layer->first *
                                                                     PLANES_OF_SPARE,
                                             .at = layer->kinds > 0 ? p->at : 0,
                                             .bytes = (size_t)layer->kinds * o->cells,
                                             .kinds = layer->kinds};
    }
}

bool observe_open(struct observe *o, const struct game *g, const void *state,
                  int32_t rows, int32_t cols, const struct batch_memory *m,
                  struct text *why)
{
    struct board_list list = {.planes = 0};
    *o = (struct observe){.turn = g->players > 1,
                          .rows = rows,
                          .cols = cols,
                          .own_rows = rows_of(state),
                          .own_cols = cols_of(state),
                          .cells = (size_t)rows * (size_t)cols};
    o->whole = o->own_rows == rows && o->own_cols == cols;
    if (g->board == NULL) return true; /* nothing can be seen */
    g->board(g, state, &list);
    if (list.planes > OBSERVE_PLANES_MAX) {
        text_string(why, "the game has more than 16384 planes");
        return false;
    }
    o->places = (o->own_rows + 1) * o->own_cols;
    const size_t words = ((size_t)o->places + 63) / 64;
    o->plane = batch_take(m, (size_t)list.planes, sizeof *o->plane);
    o->layer = batch_take(m, (size_t)list.layers, sizeof *o->layer);
    o->place = batch_take(m, words * 64, sizeof *o->place);
    o->all = batch_take(m, words, sizeof *o->all);
    o->one = batch_take(m, (size_t)rows * (size_t)cols, 1);
    o->value = batch_take(m, (size_t)list.planes, PLANES_OF_SPARE);
    o->strip = batch_take(m, (size_t)list.layers, sizeof *o->strip);
    if (o->plane == NULL || o->layer == NULL || o->place == NULL || o->all == NULL ||
        o->one == NULL || o->value == NULL || o->strip == NULL) {
        text_string(why, "not enough memory");
        return false;
    }
    list = (struct board_list){.plane = o->plane,
                               .layer = o->layer,
                               .room = list.planes,
                               .layer_room = list.layers};
    g->board(g, state, &list);
    o->planes = list.planes;
    o->layers = list.layers;
    find_places(o);
    find_values(o);
    return true;
}

void observe_close(struct observe *o, const struct batch_memory *m)
{
    batch_give(m, o->plane);
    batch_give(m, o->layer);
    batch_give(m, o->place);
    batch_give(m, o->all);
    batch_give(m, o->one);
    batch_give(m, o->value);
    batch_give(m, o->strip);
    *o = (struct observe){.plane = NULL};
}

int32_t observe_planes(const struct observe *o, enum observe_as as)
{
    if (as == OBSERVE_NOTHING || o->plane == NULL) return 0;
    return (as == OBSERVE_LAYERS ? o->layers : o->planes) + o->turn;
}

size_t observe_size(const struct observe *o, enum observe_as as)
{
    const size_t cells = o->cells;
    return (size_t)observe_planes(o, as) * (as == OBSERVE_BITS ? (cells + 7) / 8 : cells);
}

size_t observe_room(const struct observe *o)
{
    return 2 * o->cells + PLANES_OF_SPARE;
}

void observe_name(const struct observe *o, enum observe_as as, int32_t plane,
                  struct text *out)
{
    if (plane < 0 || plane >= observe_planes(o, as)) return;
    if (plane == observe_planes(o, as) - 1 && o->turn) {
        text_string(out, "turn");
    } else {
        text_string(out,
                    as == OBSERVE_LAYERS ? o->layer[plane].name : o->plane[plane].name);
    }
}

/* ---- writing ---- */

/* A number that all cells have. */
static void fill(const struct observe *o, int64_t number, unsigned char *out)
{
    const int value = number < 0 ? 0 : number > UINT8_MAX ? UINT8_MAX : (int)number;
    if (o->whole) {
        memset(out, value, o->cells);
        return;
    }
    memset(out, 0, o->cells);
    for (int32_t row = 0; row < o->own_rows; row++) {
        memset(out + (size_t)row * (size_t)o->cols, value, (size_t)o->own_cols);
    }
}

static int64_t number_of(const struct board_plane *p, const void *state)
{
    int64_t number;
    memcpy(&number, (const char *)state + p->at, sizeof number);
    return number;
}

/* The planes of a layer, one-hot, one behind the other. Either all of them are bytes, or none. */
static void write_layer(const struct observe *o, const struct board_layer *layer,
                        const void *state, unsigned char *room, unsigned char *out,
                        const unsigned char *end)
{
    const size_t n = o->cells;
    const struct board_plane *p = o->plane + layer->first;
    if (layer->kinds > 0 && p->as == BOARD_BYTES) {
        planes_of_kinds(planes_of_bytes(o, p, state, room),
                        o->value + (size_t)layer->first * PLANES_OF_SPARE, layer->kinds,
                        out, n);
        return;
    }
    if (layer->kinds > 0 && p->as == BOARD_COLUMNS) {
        planes_of_columns(o, p, layer->kinds, state, out, end);
        return;
    }
    for (int32_t i = 0; i < layer->kinds; i++, p++, out += n) {
        if (p->as == BOARD_NUMBER) {
            fill(o, number_of(p, state), out);
        } else {
            planes_of_bits(o, p, state, out, end);
        }
    }
}

/* Which kind each cell of a layer has. */
static void write_kinds(const struct observe *o, const struct board_layer *layer,
                        const void *state, unsigned char *room, unsigned char *out)
{
    const size_t n = o->cells;
    const struct board_plane *p = o->plane + layer->first;
    if (layer->kinds > 0 && p->as == BOARD_NUMBER) {
        fill(o, number_of(p, state), out);
    } else if (layer->kinds > 0 && p->as == BOARD_BYTES) {
        unsigned char number[256] = {0};
        const unsigned char *cells = planes_of_bytes(o, p, state, room);
        for (int32_t k = 0; k < layer->kinds; k++)
            number[p[k].value] = (unsigned char)(k + layer->blank);
        for (size_t i = 0; i < n; i++) out[i] = number[cells[i]];
    } else {
        /* Of two in a cell, which there may be by chance, the first counts. */
        memset(out, 0, n);
        for (int32_t k = layer->kinds - 1; k >= 0; k--) {
            const unsigned char value = (unsigned char)(k + layer->blank);
            if (p->as == BOARD_COLUMNS)
                planes_of_columns(o, p + k, 1, state, room, room + n + PLANES_OF_SPARE);
            else
                planes_of_bits(o, p + k, state, room, room + n + PLANES_OF_SPARE);
            for (size_t i = 0; i < n; i++) out[i] = room[i] != 0 ? value : out[i];
        }
    }
}

/* The same as write_layer, in bits. */
static unsigned char *write_bits(const struct observe *o, const struct board_layer *layer,
                                 const void *state, unsigned char *room,
                                 unsigned char *out)
{
    const size_t n = o->cells;
    unsigned char *own = room + n;
    for (int32_t i = 0; i < layer->kinds; i++, out += (n + 7) / 8) {
        const struct board_layer kind = {.kinds = 1, .first = layer->first + i};
        const struct board_plane *p = &o->plane[kind.first];
        if (p->as == BOARD_NUMBER) {
            fill(o, number_of(p, state) > 0, own);
        } else {
            write_layer(o, &kind, state, room, own, own + n + PLANES_OF_SPARE);
        }
        planes_of_packed(own, n, out);
    }
    return out;
}

/* All layers, where their cells lie as in the arrays. Returns where they end. */
static inline unsigned char *write_strips(const struct observe *o,
                                          const unsigned char *cells, unsigned char *out)
{
    const struct observe_strip *x = o->strip, *end = x + o->layers;
    for (; x < end; out += x->bytes, x++)
        planes_of_kinds(cells + x->at, x->value, x->kinds, out, o->cells);
    return out;
}

/* All layers, one-hot. */
static unsigned char *write_planes(const struct observe *o, const void *state,
                                   unsigned char *room, unsigned char *out)
{
    const size_t n = o->cells;
    const unsigned char *end = out + n * (size_t)(o->planes + o->turn);
    if (o->columns) {
        planes_of_columns(o, o->plane, o->planes, state, out, end);
        return out + n * (size_t)o->planes;
    }
    for (int32_t i = 0; i < o->layers; i++) {
        const struct board_layer *layer = &o->layer[i];
        write_layer(o, layer, state, room, out, end);
        out += n * (size_t)layer->kinds;
    }
    return out;
}

void observe_board(const struct observe *o, const void *state, int32_t turn,
                   enum observe_as as, unsigned char *room, unsigned char *out)
{
    const size_t n = o->cells;
    if (as == OBSERVE_NOTHING || o->plane == NULL) return;
    if (as == OBSERVE_PLANES)
        out = o->strips ? write_strips(o, state, out) : write_planes(o, state, room, out);
    for (int32_t i = 0; as != OBSERVE_PLANES && i < o->layers; i++) {
        const struct board_layer *layer = &o->layer[i];
        if (as == OBSERVE_LAYERS) {
            write_kinds(o, layer, state, room, out);
            out += n;
        } else {
            out = write_bits(o, layer, state, room, out);
        }
    }
    if (!o->turn) return;
    if (as == OBSERVE_BITS) {
        fill(o, turn > 0, room);
        planes_of_packed(room, n, out);
    } else {
        fill(o, turn > 0 ? turn : 0, out);
    }
}
