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

/* What the word stands for on a board of hexagons. */
static int hex_directions(const struct scan *s)
{
    int set = 0;
    if (scan_is(s, WORD_ALL)) return DIRECTIONS_HEX;
    if (scan_is(s, WORD_HORIZONTAL)) return DIRECTIONS_HORIZONTAL;
    for (int i = 0; i < GRID_HEX_SIDES; i++)
        if (scan_reads(s, direction_hex_names[direction_hex[i]]))
            set = 1 << direction_hex[i];
    return set;
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

int compile_directions(struct scan *s)
{
    int set = s->source->names->hexagons ? hex_directions(s) : 0;
    const bool square = !s->source->names->hexagons;
    for (int d = 0; square && set == 0 && d < GRID_DIRECTIONS; d++)
        if (scan_is(s, (enum pattern_word)(WORD_UP + d))) set = 1 << d;
    for (size_t i = 0; square && set == 0 && i < sizeof groups / sizeof *groups; i++)
        if (scan_is(s, groups[i].word)) set = groups[i].set;
    if (set != 0) scan_next(s);
    return set;
}

/* Adds the directions of a set, in the order of `all`. */
static void add_directions(const struct scan *s, struct pattern *p, int set)
{
    const bool hexagons = s->source->names->hexagons;
    for (int i = 0; i < (hexagons ? GRID_HEX_SIDES : GRID_DIRECTIONS); i++) {
        const enum direction d = hexagons ? direction_hex[i] : (enum direction)i;
        if (direction_is_in(d, set)) pattern_add_direction(p, d);
    }
}

bool compile_direction(struct scan *s, struct pattern *p)
{
    const int set = compile_directions(s);
    add_directions(s, p, set);
    return set != 0;
}

void compile_no_direction(const struct scan *s, struct pattern *p)
{
    add_directions(s, p,
                   s->source->names->hexagons ? DIRECTIONS_HEX : DIRECTIONS_ORTHOGONAL);
}
