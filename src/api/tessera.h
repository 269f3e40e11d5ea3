/*
 * libtessera: grid games in any program. One library opens every game: the five in C, a game in
 * Lua, a PuzzleScript file; by name, by path or by text. Lua and the library's Lua files lie inside.
 *
 *     struct tessera_error error;
 *     struct tessera_game *game = tessera_open(&(struct tessera_source){
 *         .size = sizeof(struct tessera_source), .name = "sokoban.lua"}, &error);
 *     if (game == NULL) { puts(error.text); return 1; }
 *     printf("%s: %d levels\n", tessera_name(game), tessera_levels(game));
 *     tessera_close(game);
 *
 * Errors: a function that can fail returns NULL or a negative number and fills in its `error`, which
 * may be NULL. Nothing is printed, no signal is taken, the process is never ended.
 *
 * Threads: a game may be used by any thread, but by one at a time. Several games are independent of
 * each other.
 *
 * Ownership: what tessera_open returns is freed by tessera_close; the texts that functions return
 * belong to the game.
 *
 * Options begin with their size, so that a program that was compiled with an older header goes on:
 * what it does not know is 0, which always means the default.
 */
#ifndef TESSERA_H
#define TESSERA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TESSERA_VERSION_MAJOR 0
#define TESSERA_VERSION_MINOR 2

#if defined(__GNUC__)
#define TESSERA_API __attribute__((visibility("default")))
#else
#define TESSERA_API
#endif

struct tessera_game;

/* What went wrong: "sokoban.lua:12: the rule apply raised ...". */
struct tessera_error {
    char text[1024]; /* the whole message, in one line */
    char file[256];  /* where: as `name` of the source says it; "" if it is nowhere */
    char rule[64];   /* which function or rule of a game; "" if none */
    int32_t line, column; /* from 1; 0: not known */
};

/* Returns the version of the library, "0.2.0". */
TESSERA_API const char *tessera_version(void);

/* ---- games ---- */

struct tessera_source {
    size_t size; /* sizeof(struct tessera_source) */
    /* "tower"; "games/sokoban.lua"; "crates.txt" for PuzzleScript. With `text`: what errors call it,
     * whose ending says what it is. */
    const char *name;
    /* The file's contents, instead of a file, and their bytes; or NULL and 0. */
    const char *text;
    size_t length;
    /* A file of levels, in any format that `run.lua play` reads; NULL: the game's own. */
    const char *levels;
    /* 1: a file in Lua may do what any Lua program may. 0: it may read files beside it, as `require`
     * does, and do nothing else to the machine. */
    int32_t trusted;
    /* Bytes that its Lua may have; 0: 256 MiB. */
    size_t memory;
    /* Instructions of Lua, in one call into a rule, into `setup`, or to open it; 0: 10^9. */
    int64_t instructions;
};

/* Opens a game. Returns NULL after an error. */
TESSERA_API struct tessera_game *tessera_open(const struct tessera_source *,
                                              struct tessera_error *);
/* Frees a game; NULL is ignored. */
TESSERA_API void tessera_close(struct tessera_game *);

enum tessera_traits {
    TESSERA_SCORED = 1, /* players have scores */
    TESSERA_CHANCE = 2, /* steps draw random numbers */
    TESSERA_HIDDEN = 4, /* players do not see all */
    TESSERA_NATIVE = 8, /* no Lua runs in a step */
};

TESSERA_API const char *tessera_name(const struct tessera_game *);
TESSERA_API int32_t tessera_players(const struct tessera_game *);
TESSERA_API int32_t tessera_levels(const struct tessera_game *); /* 1 at least */
TESSERA_API int32_t tessera_rows(const struct tessera_game *); /* of the largest level */
TESSERA_API int32_t tessera_columns(const struct tessera_game *);
TESSERA_API uint32_t tessera_traits(const struct tessera_game *);

#ifdef __cplusplus
}
#endif
#endif
