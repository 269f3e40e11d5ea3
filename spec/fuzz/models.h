/*
 * Laws of models (game/model.h), for verify.c and puzzle.c, behind laws.h: whatever the program, a
 * model can be read, and memory that runs out ends it.
 */
#include "game/model.h"

enum { MODEL_BLOCKS = 1 << 14 };

/* The memory of a model; `left`: so many requests are answered. */
struct model_memory {
    void *block[MODEL_BLOCKS];
    int count, left;
};

static void *model_resize(void *with, void *block, size_t bytes)
{
    struct model_memory *x = with;
    int i = 0;
    while (i < x->count && x->block[i] != block) i++;
    LAW(block == NULL || i < x->count);
    if (block == NULL) i = x->count;
    if (bytes == 0) {
        free(block);
        x->block[i] = x->block[--x->count];
        return NULL;
    }
    if (x->left-- <= 0 || i == MODEL_BLOCKS) return NULL;
    void *now = realloc(block, bytes);
    LAW(now != NULL);
    x->block[i] = now;
    if (i == x->count) x->count++;
    return now;
}

/* Looks at all that a cell says. Returns how much that is, so that it is looked at. */
static int64_t look_at_cell(const struct model *m, const struct model_cell *c)
{
    int64_t sum = 0;
    for (int32_t i = 0; i < c->alternatives; i++) {
        for (int32_t k = 0; k < c->alternative[i].tests; k++) {
            const struct model_test *t = &c->alternative[i].test[k];
            LAW(t->layer >= 0 && t->layer < m->layers);
            sum += kinds_count(&t->kinds);
        }
    }
    return sum;
}

static int64_t look_at_move(const struct model *m, const struct model_move *move)
{
    int64_t sum = 0;
    LAW(move->parts > 0);
    for (int32_t k = 0; k < move->parts; k++) {
        const struct model_part *part = &move->part[k];
        sum += look_at_cell(m, &part->before);
        for (int32_t n = 0; n < part->writes; n++) {
            const struct model_write *w = &part->write[n];
            LAW(w->layer >= 0 && w->layer < m->layers);
            LAW(w->from >= 0 && w->from <= move->parts);
            for (int value = 0; value < 256 && w->becomes != NULL; value++)
                sum += w->becomes[value];
        }
    }
    return sum;
}

static int64_t look_at_term(const struct model *m, const struct model_term *t)
{
    int64_t sum = t->text == NULL ? 0 : (int64_t)strlen(t->text);
    LAW(t->what <= MODEL_OTHER && t->compare <= MODEL_AT_LEAST);
    if (t->what == MODEL_OTHER) return sum;
    for (int32_t i = 0; i < m->cells && t->places != NULL; i++)
        sum += (int64_t)(t->places[i / 64] >> i % 64 & 1);
    return sum + look_at_cell(m, &t->cell) + look_at_cell(m, &t->on);
}

static void look_at_model(const struct model *m, struct state *s)
{
    int64_t sum = 0;
    unsigned char *board = malloc((size_t)m->layers * (size_t)m->cells + 1);
    LAW(board != NULL && m->cells == m->rows * m->cols);
    m->read(game, s, board);
    for (int32_t i = 0; i < m->moves; i++) sum += look_at_move(m, &m->move[i]);
    for (int32_t i = 0; i < m->goals; i++) {
        for (int32_t k = 0; k < m->goal[i].terms; k++)
            sum += look_at_term(m, &m->goal[i].term[k]);
    }
    for (int32_t k = -1; k <= m->layers; k++) {
        for (int value = -1; value <= 256; value++) {
            struct text name = text_into(NULL, 0);
            m->name(game, k, value, &name);
            sum += (int64_t)name.length;
        }
    }
    LAW(sum >= 0);
    for (int32_t k = 0; k < m->layers; k++) {
        const int value = board[k * m->cells];
        LAW(!m->put(game, s, k, m->cells, value) && !m->put(game, s, k, -1, value));
        if (m->put(game, s, k, 0, value)) m->read(game, s, board);
        LAW(board[k * m->cells] == value);
    }
    free(board);
}

/* Makes a model of a position, and makes it again with less memory. */
static void check_model(const struct state *s, uint64_t random)
{
    if (game->model == NULL) return; /* of players who act together */
    static struct model_memory memory;
    struct model m = {.resize = model_resize, .with = &memory};
    struct state *copy = copy_of(s);
    memory.left = MODEL_BLOCKS;
    const bool made = game->model(game, copy, &m);
    LAW(same_bytes(s, copy));
    const int asked = MODEL_BLOCKS - memory.left;
    if (made) look_at_model(&m, copy);
    while (memory.count > 0) free(memory.block[--memory.count]);
    memory.left = (int)(random % (uint64_t)(asked + 1));
    m = (struct model){.resize = model_resize, .with = &memory};
    LAW(!game->model(game, s, &m) || memory.left >= 0);
    while (memory.count > 0) free(memory.block[--memory.count]);
    free(copy);
}
