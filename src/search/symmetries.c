/*
 * Finding the least image of a position. Two images are compared cell by cell until they
 * differ; only the least one is made. In what order the cells are compared does not
 * matter. So those come first in which images of the root differ from it: where walls are
 * not symmetric, that decides at once.
 */
#include "symmetries.h"

static unsigned char become(const struct image *image, int32_t layer, unsigned char cell)
{
    return image->becomes == NULL ? cell : image->becomes[layer * 256 + cell];
}

/* A cell of an image. */
static unsigned char cell_of(const struct symmetries *m, const struct image *image,
                             struct image_cell at, const unsigned char *cells)
{
    int64_t source = image->first + at.row * image->down + at.col * image->right;
    size_t board = (size_t)m->rows * (size_t)m->cols;
    return become(image, at.layer, cells[(size_t)at.layer * board + (size_t)source]);
}

/* Compares images a and b of these cells in the order of the cells: less than, equal to
 * or greater than 0. If they differ, `at` becomes the cell. */
static int compare_all(const struct symmetries *m, const struct image *a,
                       const struct image *b, const unsigned char *cells,
                       struct image_cell *at)
{
    for (int32_t k = 0; k < m->layers; k++, cells += (size_t)m->rows * (size_t)m->cols) {
        for (int32_t r = 0; r < m->rows; r++) {
            int64_t i = a->first + r * a->down, j = b->first + r * b->down;
            for (int32_t c = 0; c < m->cols; c++, i += a->right, j += b->right) {
                unsigned char x = become(a, k, cells[i]), y = become(b, k, cells[j]);
                if (x == y) continue;
                *at = (struct image_cell){k, r, c};
                return x - y;
            }
        }
    }
    return 0;
}

static bool is_less(const struct symmetries *m, const struct image *a,
                    const struct image *b, const unsigned char *cells)
{
    struct image_cell at;
    for (int32_t i = 0; i < m->early_count; i++) {
        unsigned char x = cell_of(m, a, m->early[i], cells),
                      y = cell_of(m, b, m->early[i], cells);
        if (x != y) return x < y;
    }
    return compare_all(m, a, b, cells, &at) < 0;
}

/* Writes an image of cells. */
static void write(const struct symmetries *m, const struct image *image,
                  const unsigned char *cells, unsigned char *out)
{
    for (int32_t k = 0; k < m->layers; k++, cells += (size_t)m->rows * (size_t)m->cols) {
        for (int32_t r = 0; r < m->rows; r++) {
            int64_t i = image->first + r * image->down;
            for (int32_t c = 0; c < m->cols; c++, i += image->right) {
                *out++ = become(image, k, cells[i]);
            }
        }
    }
}

void symmetries_least(const struct symmetries *m, const struct state *s,
                      struct state *least)
{
    const unsigned char *cells = (const unsigned char *)s + m->at;
    const struct image itself = {0, m->cols, 1, NULL}, *best = &itself;
    for (int32_t i = 0; i < m->count; i++) {
        if (is_less(m, &m->image[i], best, cells)) best = &m->image[i];
    }
    memcpy(least, s, s->size);
    if (best != &itself) write(m, best, cells, (unsigned char *)least + m->at);
}

bool symmetries_start(struct symmetries *m, const struct search_limits *limits,
                      const struct state *root)
{
    m->root = search_resize(limits, NULL, root->size, 1);
    m->least = search_resize(limits, NULL, root->size, 1);
    m->other = search_resize(limits, NULL, root->size, 1);
    if (m->root == NULL || m->least == NULL || m->other == NULL) return false;
    const unsigned char *cells = (const unsigned char *)root + m->at;
    const struct image itself = {0, m->cols, 1, NULL};
    m->early_count = 0;
    for (int32_t i = 0; i < m->count; i++) {
        struct image_cell *at = &m->early[m->early_count];
        m->early_count += compare_all(m, &m->image[i], &itself, cells, at) != 0;
    }
    symmetries_least(m, root, m->root);
    return true;
}
