/*
 * What a terminal obeys is kept from it: bytes of a stranger's text are shown as \x1B. A stream
 * of any pieces goes in, text comes out.
 *
 * Passed: ASCII, newlines, tabs, valid UTF-8 but for characters that control or hide
 * (plain_is_shown), and colours (ESC [ ... m). A screen is also allowed to move the cursor, to
 * clear, and to switch the modes that run/terminal/screen.lua uses.
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
