/*
 * Compiling how many of the cells around one fit: "near 2..3 orthogonal fire within 2".
 */
#include "scan.h"

/* ---- how many, and which ---- */

/* A number that was asked for, but no more than could be meant. */
static int32_t capped(int64_t number)
{
    return (int32_t)(number > PATTERN_OFFSETS_MAX + 1 ? PATTERN_OFFSETS_MAX + 1 : number);
}

static bool read_count(struct scan *s, struct pattern_around *a)
{
    const struct token *t = &s->token;
    const bool range = t->type == TOKEN_RANGE, more = t->type == TOKEN_RUN;
    if (!range && !more && (t->type != TOKEN_NUMBER || t->number < 0))
        return scan_fail(s,
                         "expected how many are near, such as 3, 2..3 or 2+, got '%s'");
    if (range && t->upto < t->number)
        return scan_fail(s, "'%s': the smaller number stands first");
    a->least = capped(t->number);
    a->most = more ? PATTERN_OFFSETS_MAX : capped(range ? t->upto : t->number);
    scan_next(s);
    return true;
}

/* The word for directions at hand, if there is one; else all. */
static bool read_ways(struct scan *s, struct pattern_around *a)
{
    const bool hexagons = s->source->names->hexagons,
               way = s->token.word >= WORD_UP && s->token.word <= WORD_ALL;
    a->directions = hexagons ? DIRECTIONS_HEX : DIRECTIONS_ALL;
    if (!way) return true;
    a->directions = compile_directions(s);
    return a->directions != 0 || refuse_direction(s);
}

static bool read_within(struct scan *s, struct pattern_around *a)
{
    const struct token within = s->token;
    a->within = 1;
    if (!scan_take(s, WORD_WITHIN)) return true;
    if (a->directions != DIRECTIONS_ALL && a->directions != DIRECTIONS_ORTHOGONAL &&
        a->directions != DIRECTIONS_HEX) {
        return scan_fail_at(
            s, &within,
            s->source->names->hexagons
                ? "'within' goes with all six directions"
                : "'within' goes with all directions or with 'orthogonal'",
            "");
    }
    if (s->token.type != TOKEN_NUMBER || s->token.number < 1 ||
        s->token.number > PATTERN_WITHIN_MAX) {
        return scan_fail(s, "expected 1 to 8 behind 'within', got '%s'");
    }
    a->within = (int32_t)s->token.number;
    scan_next(s);
    return true;
}

static bool keep_offsets(const struct scan *s, struct pattern_around *a)
{
    struct pattern_offset all[PATTERN_OFFSETS_MAX];
    a->offsets = pattern_offsets(a->directions, a->within, all);
    struct pattern_offset *kept =
        pattern_take(s->source->memory, (size_t)a->offsets, sizeof *kept);
    if (kept == NULL) return false;
    memcpy(kept, all, (size_t)a->offsets * sizeof *kept);
    a->offset = kept;
    return true;
}

/* Whether some numbers of cells are meant, and not all. `count`: the number in the text. */
static bool check_count(const struct scan *s, struct pattern_around *a,
                        const struct token *count)
{
    char number[24];
    struct text t = text_into(number, sizeof number);
    text_number(&t, a->offsets);
    if (a->least > a->offsets || (a->most > a->offsets && count->type != TOKEN_RUN)) {
        return scan_fail_at(s, count,
                            a->offsets == 1 ? "there is only %s such cell"
                                            : "there are only %s such cells",
                            number);
    }
    if (a->most > a->offsets) a->most = a->offsets;
    return a->least > 0 || a->most < a->offsets ||
           scan_fail_at(s, count, "this says nothing: so many are always near", "");
}

bool compile_around(struct scan *s, struct pattern_test *test)
{
    struct pattern_around *a = pattern_take(s->source->memory, 1, sizeof *a);
    if (a == NULL) return false;
    scan_next(s);
    const struct token count = s->token;
    if (!read_count(s, a)) return false;
    const char *end = count.at + count.length;
    const struct token way = s->token;
    if (!read_ways(s, a)) return false;
    if (s->token.at != way.at) end = way.at + way.length;
    if (!compile_one_name(s,
                          "expected what is near: a kind, a group, mine or theirs, got "
                          "'%s'",
                          &a->what) ||
        !read_within(s, a) || !keep_offsets(s, a) || !check_count(s, a, &count))
        return false;
    a->text = count.at;
    a->length = (int32_t)(end - count.at);
    memset(a->tally, -1, sizeof a->tally);
    *test = (struct pattern_test){.by = PATTERN_BY_AROUND, .around = a};
    return true;
}
