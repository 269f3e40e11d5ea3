/*
 * What each of the players sees who act together, as planes: the cells in his window (game/window.h),
 * turned so that his piece looks up; without a window the board as it stands. Kinds that each player has
 * are seen by whose they are, and where they look from there:
 *
 *     floor  wall | apple | avatar mine ahead .. mine right  avatar theirs ahead .. theirs right |
 *     outside | away
 *
 * Layers are copied once for all players, with 0 around them; then a window lies on the copy, whatever way
 * it is turned:
 *
 *     views_begin      where the pieces are
 *     views_copy       the layers
 *     views_write      the planes of one player
 */
#ifndef TESSERA_BATCH_VIEWS_H
#define TESSERA_BATCH_VIEWS_H

#include "game/window.h"
#include "observe.h"

/* So many bytes before and behind copies and windows may be read, and written behind them. */
enum { VIEWS_PLAYERS_MAX = 64, VIEWS_HEADINGS = 4, VIEWS_SPARE = 32 };

struct views_layer {
    uint32_t at;
    int32_t down, planes;
    bool each; /* it has kinds of each player */
    /* Of such a layer what a cell of each kind becomes in copies: 0 is outside of the board; and whose it is.
     * The code of a kind of the observer is less by `mine`. */
    unsigned char code[256], owner[256], mine;
    unsigned char *value[VIEWS_HEADINGS]; /* PLANES_OF_SPARE of each plane */
};

struct views_field {
    uint32_t at;
    bool each; /* one for each player, eight bytes apart */
};

/* How the boards of one shape are seen. */
struct views {
    bool together;
    const struct game_window *window; /* NULL: the board */
    int32_t players, planes, layers, fields;
    int32_t rows, cols, own_rows, own_cols; /* of the arrays; of the boards */
    /* Cells around a board in its copy; after it lie as many as are read. */
    int32_t above, before;
    ptrdiff_t step;     /* from a row of a copy to the next one */
    int32_t copies;     /* the layers, and whose the kinds of each player are */
    size_t cells, copy; /* of a plane; the bytes of a copy */
    struct views_layer *layer;
    struct views_field *field;
    char (*name)[BOARD_NAME_MAX];
};

/* Where the players are; the copies lie behind it in the room of a worker. */
struct views_now {
    struct views_place {
        struct place at;
        int heading;
        bool on;
    } piece[VIEWS_PLAYERS_MAX];
    const void *state;
    unsigned char *room;
};

bool views_open(struct views *, const struct game *, const struct observe *,
                const struct batch_memory *, struct text *why);
void views_close(struct views *, const struct batch_memory *);

/* The bytes of one observation of one player, and of `room`. */
size_t views_size(const struct views *);
size_t views_room(const struct views *);

void views_begin(const struct views *, struct views_now *, const void *state,
                 unsigned char *room);
void views_copy(const struct views *, struct views_now *, const void *state);
void views_write(const struct views *, struct views_now *, int32_t player,
                 unsigned char *out);

#endif
