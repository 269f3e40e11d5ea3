/*
 * Compiling what hangs together: "no way over theirs to empty" of a cell, and "red from left to right"
 * behind `joined`.
 */
#include "scan.h"

/* `all` for the eight neighbours of a square, which else has four; a hexagon has six. */
static bool read_neighbours(struct scan *s, int32_t *directions)
{
    const bool hexagons = s->source->names->hexagons;
    *directions = hexagons ? DIRECTIONS_HEX : DIRECTIONS_ORTHOGONAL;
    if (scan_take(s, WORD_ALL)) {
        if (!hexagons) *directions = DIRECTIONS_ALL;
    } else if (scan_is(s, WORD_ORTHOGONAL)) {
        if (hexagons) return refuse_direction(s);
        scan_next(s);
    }
    return s->source->names->game != NULL ||
           scan_fail(
               s,
               "only rules of a game know ways; board:matches, rewrite and tick do not");
}

/* The side of the board at hand, or all of them. 0: there is none. */
static int32_t take_edges(struct scan *s)
{
    static const struct {
        enum pattern_word word;
        int32_t edges;
    } sides[] = {{WORD_TOP, 1 << GRID_UP},
                 {WORD_BOTTOM, 1 << GRID_DOWN},
                 {WORD_LEFT, 1 << GRID_LEFT},
                 {WORD_RIGHT, 1 << GRID_RIGHT},
                 {WORD_EDGE, DIRECTIONS_ORTHOGONAL}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        if (scan_take(s, sides[i].word)) return sides[i].edges;
    }
    return 0;
}

static bool read_name(struct scan *s, const struct pattern_cell **out)
{
    return compile_one_name(s, "expected a kind, a group, mine or theirs, got '%s'", out);
}

/* What the cell names last, without `no`: what a way goes over that does not say it. */
static bool take_last(struct scan *s, const struct token *way, const struct left *left,
                      const struct pattern_cell **out)
{
    struct pattern_cell *cell = pattern_take(s->source->memory, 1, sizeof *cell);
    const struct item *last = left->items > 0 ? &left->item[left->items - 1] : NULL;
    if (cell == NULL) return false;
    if (last == NULL || is_slot(last) || last->token.at < left->begin)
        return scan_fail_at(s, way, "say what the way goes over: way over floor to ...",
                            "");
    *out = cell;
    return compile_one(s, last, cell);
}

/* An unknown word where something leads may have been meant as a side. */
static bool fail_goal(const struct scan *s, const struct token *at)
{
    struct pattern_error *e = s->source->error;
    const bool here = e->column == (int32_t)(at->at - s->source->text) + 1;
    if (here && e->expected == PATTERN_EXPECT_CELL) e->expected = PATTERN_EXPECT_GOAL;
    return false;
}

bool compile_route(struct scan *s, const struct left *left, bool no,
                   struct pattern_test *test)
{
    struct pattern_route *r = pattern_take(s->source->memory, 1, sizeof *r);
    const struct token way = s->token;
    if (r == NULL) return false;
    scan_next(s);
    r->no = no;
    memset(r->number, -1, sizeof r->number);
    if (!read_neighbours(s, &r->directions)) return false;
    if (scan_take(s, WORD_OVER) ? !read_name(s, &r->over)
                                : !take_last(s, &way, left, &r->over))
        return false;
    if (!scan_take(s, WORD_TO))
        return scan_fail(s, "expected 'to': where the way leads, got '%s'");
    const struct token to = s->token;
    r->to.edges = take_edges(s);
    if (r->to.edges == 0 && !read_name(s, &r->to.cell)) return fail_goal(s, &to);
    *test = (struct pattern_test){.by = PATTERN_BY_ROUTE, .route = r};
    return true;
}

/* An end of what is joined: an edge, or the words of a cell. */
static bool read_end(struct scan *s, struct pattern_goal *goal)
{
    const struct token at = s->token;
    goal->edges = take_edges(s);
    return goal->edges != 0 || compile_cell(s, &goal->cell) || fail_goal(s, &at);
}

bool compile_joined(struct scan *s, struct pattern_term *t)
{
    if (!read_neighbours(s, &t->along) || !compile_cell(s, &t->cell)) return false;
    if (!scan_take(s, WORD_FROM))
        return scan_fail(s, "expected 'from': where it begins, got '%s'");
    if (!read_end(s, &t->from)) return false;
    if (!scan_take(s, WORD_TO))
        return scan_fail(s, "expected 'to': where it ends, got '%s'");
    return read_end(s, &t->to);
}
