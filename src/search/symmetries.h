/*
 * Merging positions that are images of each other by the symmetries of their game: mirror
 * images and turns of the board that play like the board itself. Of a position and its
 * images a search keeps one: the least, by the bytes of its cells in a fixed order.
 *
 *     a position  # @ .      its image, left-right  . @ #       kept: the first, '#' < '.'
 *                 # . .                             . . #
 *
 * Cells in which the root differs from its images are compared first, so an image that
 * walls rule out costs one comparison. The least image is found where a position is
 * looked up, so no search knows of it but for the line: that is played again from the
 * root, action by action, always to a position whose least image was kept. (IDA* keeps
 * the positions of its line as they are.)
 */
#ifndef TESSERA_SEARCH_SYMMETRIES_H
#define TESSERA_SEARCH_SYMMETRIES_H

#include "search.h"

enum { IMAGES_MAX = 7 }; /* a square has eight symmetries; one is the board itself */

/* An image of the board. Its cell in row r, column c (from 0) shows what the board's cell
 * number first + r * down + c * right shows. */
struct image {
    int64_t first, down, right;
    /* What a byte of a layer becomes, 256 of them for each layer: pieces that look to one
     * side look to another. NULL: what it was. */
    const unsigned char *becomes;
};

struct image_cell {
    int32_t layer, row, col;
};

/* The cells of a state are layers, one behind the other, row by row; all else in a state
 * is the same in all images. */
struct symmetries {
    size_t at; /* where the cells begin in a state, in bytes */
    int32_t rows, cols, layers, count;
    struct image image[IMAGES_MAX];
    struct image_cell early[IMAGES_MAX]; /* are compared before the others */
    int32_t early_count;
    struct state *root, *least, *other; /* the least image of the root; buffers */
};

/* Makes the least image of the root, in memory of the search. False if there is none. */
bool symmetries_start(struct symmetries *, const struct search_limits *,
                      const struct state *root);

/* Writes the least image of a state into `least`, another block. */
void symmetries_least(const struct symmetries *, const struct state *,
                      struct state *least);

/* The least image of a state, which holds until the next call; without images the state
 * itself. */
static inline const struct state *symmetries_key(const struct symmetries *m,
                                                 const struct state *s)
{
    if (m == NULL) return s;
    symmetries_least(m, s, m->least);
    return m->least;
}

#endif
