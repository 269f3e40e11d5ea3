/*
 * A filter for a terminal: a stranger's text goes in, in pieces of any length, and what a
 * terminal would obey comes out as text.
 *
 *     in     ESC [ 3 1 m  r e d  BEL  ESC ] 0 ; x BEL
 *     out    ESC [ 3 1 m  r e d  \x07 \x1B]0;x\x07         then, by plain_end: ESC [ m
 *
 * Passed: ASCII, newlines, tabs, valid UTF-8 but for characters that control or hide
 * (plain_is_shown), and colours (ESC [ ... m). A screen may also move the cursor, clear,
 * and switch the modes that run/terminal/screen.lua uses. lua/tessera/base/characters.lua
 * does the same for a text that is known as a whole; both have one table of characters,
 * which a spec compares.
 */
#ifndef TESSERA_BASE_PLAIN_H
#define TESSERA_BASE_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLAIN_HELD = 64 };

struct plain {
    bool screen;      /* cursor and modes are passed, too */
    bool progress;    /* so is what writes a line over and over: \r, ESC [ K */
    bool coloured;    /* a colour has been passed, and not yet taken back */
    uint8_t switched; /* bits of modes that are not as usual */
    uint8_t count;    /* bytes of an escape sequence or a character that has begun */
    char held[PLAIN_HELD];
};

/* How much room n bytes of input need. */
#define PLAIN_ROOM(n) (4 * ((n) + 2 * PLAIN_HELD))

/* Whether a character may be shown: it is no control character, and neither invisible nor one
 * that turns the direction of a text. */
bool plain_is_shown(uint32_t c);

/* Passes n bytes on to `out`, which has PLAIN_ROOM(n) bytes. Returns how many it has written. */
size_t plain_pass(struct plain *, const char *in, size_t n, char *out);

/* At the end: what has begun and is not complete, and a return to the usual colour and modes.
 * `out` has PLAIN_ROOM(0) bytes. */
size_t plain_end(struct plain *, char *out);

#endif
