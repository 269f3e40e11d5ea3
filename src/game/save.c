/*
 * Saving and loading walk over a game's fields in the same order.
 */
#include "save.h"

#include <string.h>

enum { VERSION = 1 };

/* Reads a word; it is a fault if it is not this one. */
static bool expect(struct reader *in, const char *word)
{
    if (!reader_word(in, word)) return false;
    if (strcmp(in->word, word) == 0) return true;
    char message[100];
    struct text t = text_into(message, sizeof message);
    text_string(&t, "expected '");
    text_string(&t, word);
    text_string(&t, "' here");
    return reader_fail(in, message);
}

void archive_integer(struct archive *a, const char *name, int64_t *value, int64_t min,
                     int64_t max)
{
    if (a->out != NULL) {
        text_string(a->out, name);
        text_char(a->out, ' ');
        text_number(a->out, *value);
        text_char(a->out, '\n');
    } else if (a->in->fault != READER_FINE || !expect(a->in, name) ||
               !reader_integer(a->in, name, min, max, value)) {
        *value = min;
    }
}

void archive_int32(struct archive *a, const char *name, int32_t *value, int32_t min,
                   int32_t max)
{
    int64_t wide = *value;
    archive_integer(a, name, &wide, min, max);
    *value = (int32_t)wide;
}

void archive_bits(struct archive *a, const char *name, uint64_t *value)
{
    int64_t number = 0;
    memcpy(&number, value, sizeof number);
    archive_integer(a, name, &number, INT64_MIN, INT64_MAX);
    memcpy(value, &number, sizeof number);
}

void archive_place(struct archive *a, const char *row_name, const char *col_name,
                   const void *state, int32_t stride, int32_t *cell)
{
    int32_t row = *cell / stride, col = *cell % stride;
    archive_int32(a, row_name, &row, 1, rows_of(state));
    archive_int32(a, col_name, &col, 1, cols_of(state));
    *cell = row * stride + col;
}

void archive_cells(struct archive *a, const char *name, const struct grid *cells,
                   const char *alphabet)
{
    if (a->out != NULL) {
        text_string(a->out, name);
        text_char(a->out, '\n');
        grid_picture(cells, a->out);
    } else if (a->in->fault == READER_FINE && expect(a->in, name)) {
        reader_cells(a->in, cells, alphabet, NULL, READER_ROWS);
    }
}

void save_state(const struct game *game, const void *state, struct text *out)
{
    struct archive a = {.out = out};
    text_string(out, "tessera ");
    text_string(out, game->name);
    text_char(out, ' ');
    text_number(out, VERSION);
    text_char(out, '\n');
    for (int i = 0; game->shape[i].name != NULL; i++) {
        int32_t number = ((const struct state *)state)->shape[i];
        archive_int32(&a, game->shape[i].name, &number, 0, 0);
    }
    game->fields(game, (void *)(uintptr_t)state, &a);
}

bool load_shape(const struct game *game, struct reader *in, int32_t *shape)
{
    struct archive a = {.in = in};
    int64_t found = 0;
    if (!expect(in, "tessera") || !expect(in, game->name) ||
        !reader_integer(in, "version", VERSION, VERSION, &found)) {
        return false;
    }
    for (int i = 0; game->shape[i].name != NULL; i++) {
        const struct dimension *d = &game->shape[i];
        archive_int32(&a, d->name, &shape[i], d->min, d->max);
    }
    return in->fault == READER_FINE;
}

bool load_fields(const struct game *game, struct reader *in, const int32_t *shape,
                 void *state)
{
    struct archive a = {.in = in};
    game->init(game, state, shape);
    game->fields(game, state, &a);
    if (in->fault != READER_FINE) return false;
    const char *wrong = game->check(game, state);
    if (wrong != NULL) return reader_fail_here(in, wrong);
    return true;
}
