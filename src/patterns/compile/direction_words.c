/*
 * Compiling the words for directions in front of a pattern, on squares and on hexagons.
 */
#include "scan.h"

/* The words for several directions. */
static const struct {
    enum pattern_word word;
    int set;
} groups[] = {
#define GROUP(with, name, ...) {WORD_##name, DIRECTIONS_##name},
    DIRECTION_GROUPS(GROUP, )
#undef GROUP
};

void pattern_add_direction(struct pattern *p, enum direction d)
{
    for (int32_t i = 0; i < p->directions; i++) {
        if (p->direction[i] == d) return;
    }
    p->direction[p->directions++] = d;
}

/* The same on a board of hexagons. */
static bool take_hex_direction(struct scan *s, struct pattern *p)
{
    const bool all = scan_is(s, WORD_ALL), sideways = scan_is(s, WORD_HORIZONTAL);
    bool found = false;
    for (int i = 0; i < GRID_HEX_SIDES; i++) {
        const enum direction d = direction_hex[i];
        if (!all && !(sideways && direction_is_in(d, DIRECTIONS_HORIZONTAL)) &&
            !scan_reads(s, direction_hex_names[d]))
            continue;
        pattern_add_direction(p, d);
        found = true;
    }
    if (found) scan_next(s);
    return found;
}

bool refuse_direction(const struct scan *s)
{
    static const struct {
        enum pattern_word word;
        const char *message;
    } refused[] = {{WORD_UP, "hexagons have no '%s': say up-left or up-right"},
                   {WORD_DOWN, "hexagons have no '%s': say down-left or down-right"},
                   {WORD_VERTICAL,
                    "hexagons have no '%s': say which of up-left, up-right, down-left, "
                    "down-right"},
                   {WORD_ORTHOGONAL, "hexagons have no '%s': all six directions are all"},
                   {WORD_DIAGONAL, "hexagons have no '%s': all six directions are all"}};
    const bool hexagons = s->source->names->hexagons;
    for (size_t i = 0; hexagons && i < sizeof refused / sizeof *refused; i++) {
        if (scan_is(s, refused[i].word)) return scan_fail(s, refused[i].message);
    }
    return scan_unknown(s, PATTERN_EXPECT_DIRECTION, "'%s' is no direction");
}

bool compile_direction(struct scan *s, struct pattern *p)
{
    int set = 0;
    if (s->source->names->hexagons) return take_hex_direction(s, p);
    for (int d = 0; set == 0 && d < GRID_DIRECTIONS; d++) {
        if (scan_take(s, (enum pattern_word)(WORD_UP + d))) set = 1 << d;
    }
    for (size_t i = 0; set == 0 && i < sizeof groups / sizeof *groups; i++) {
        if (scan_take(s, groups[i].word)) set = groups[i].set;
    }
    for (int d = 0; d < GRID_DIRECTIONS; d++) {
        if (direction_is_in((enum direction)d, set))
            pattern_add_direction(p, (enum direction)d);
    }
    return set != 0;
}

void compile_no_direction(const struct scan *s, struct pattern *p)
{
    const bool hexagons = s->source->names->hexagons;
    for (int d = 0; d < (hexagons ? GRID_HEX_SIDES : GRID_SIDES); d++)
        pattern_add_direction(p, hexagons ? direction_hex[d] : (enum direction)d);
}
