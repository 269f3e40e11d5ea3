/*
 * Shared by lreader.c (tokens) and lreader_boards.c (boards side by side). A band of
 * three boards, two rows of three columns each, in an input:
 *
 *     ..#  #..  .#.         reader:each_board(2, 3, ".#") reads both lines at once into `cells`,
 *     #..  ...  ##.         then returns the boards one by one, with their numbers
 */
#ifndef TESSERA_LREADER_H
#define TESSERA_LREADER_H

#include <string.h>

#include "bind.h"

enum { LREADER_SIDE_MAX = 4096 };

/* The user values keep alive the strings and memory that a reader points to, and the
 * iterators of its loops. */
enum {
    SOURCE = 1,
    PHRASE_NAME,
    NEXT_PHRASE,
    TUPLE_NAME,
    NEXT_TUPLE,
    ALPHABET,
    PLACES,
    USERVALUES = PLACES,
};

struct lreader {
    struct reader reader;
    luaL_Stream *stream; /* NULL: from a string */
    bool busy;           /* reading: if memory runs out now, the input read is lost */
    int64_t left;        /* phrases of `words` words still to come in a loop */
    int words;
    const char *name;  /* the name of these phrases */
    int integers;      /* how many are in a tuple */
    const char *tuple; /* the name of these integers */

    /* Boards side by side. */
    struct reader_band band;
    int32_t rows, boards, board; /* rows and boards of the band, boards returned so far */
    struct reader_place *places; /* where row i of board k begins: [i * boards + k] */
    unsigned char *cells;        /* the cells of the band, row by row */
    size_t room;                 /* the size of `places` in bytes */
};

/* The reader at index 1; raises its fault if it has one. */
static inline struct lreader *lreader_check(lua_State *L)
{
    struct lreader *r = bind_object(L, 1);
    if (r->stream != NULL && r->stream->closef == NULL) {
        luaL_argerror(L, 1, "the reader's file is closed");
    }
    if (r->busy) reader_fail(&r->reader, "memory ran out while this was read");
    if (r->reader.fault != READER_FINE) bind_raise(L, &r->reader);
    return r;
}

/* A string argument without NUL bytes, of at most max: an alphabet, or the
 * cells that occur once. */
static inline const char *lreader_cells(lua_State *L, int index, size_t max)
{
    size_t n;
    const char *s = luaL_checklstring(L, index, &n);
    luaL_argcheck(L, n <= max && strlen(s) == n, index, "too many characters");
    return s;
}

/* reader:boards(rows, columns, alphabet) */
int lreader_boards(lua_State *L);

/* for board, number, count in reader:each_board(rows, columns, alphabet) */
int lreader_each_board(lua_State *L);

/* reader:fail_board(row, message): raises a fault at the beginning of a row
 * of the loop's board */
int lreader_fail_board(lua_State *L);

#endif
