/*
 * The table of directions, as arrays.
 */
#include "directions.h"

#include <stddef.h>

const char *const direction_names[GRID_DIRECTIONS + 1] = {
#define NAME(with, name, word, ...) word,
    DIRECTIONS(NAME, )
#undef NAME
        NULL,
};

const int direction_rows[GRID_DIRECTIONS] = {
#define ROWS(with, name, word, rows, cols, left) rows,
    DIRECTIONS(ROWS, )
#undef ROWS
};

const int direction_cols[GRID_DIRECTIONS] = {
#define COLS(with, name, word, rows, cols, left) cols,
    DIRECTIONS(COLS, )
#undef COLS
};

const enum direction direction_left[GRID_DIRECTIONS] = {
#define LEFT_OF(with, name, word, rows, cols, left) GRID_##left,
    DIRECTIONS(LEFT_OF, )
#undef LEFT_OF
};

const enum direction direction_hex[GRID_HEX_SIDES] = {
#define SIDE(with, name, word) GRID_##name,
    DIRECTIONS_OF_HEXAGONS(SIDE, )
#undef SIDE
};

const char *const direction_hex_names[GRID_DIRECTIONS] = {
#define WORD(with, name, word) [GRID_##name] = (word),
    DIRECTIONS_OF_HEXAGONS(WORD, )
#undef WORD
};

const enum direction direction_axes[GRID_AXES] = {GRID_RIGHT, GRID_DOWN, GRID_DOWN_RIGHT,
                                                  GRID_DOWN_LEFT};

const enum direction direction_lines[GRID_AXES] = {GRID_RIGHT, GRID_DOWN, GRID_DOWN_LEFT,
                                                   GRID_DOWN_RIGHT};
