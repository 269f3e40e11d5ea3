/*
 * The verifier of compiled rules, continued: right sides, and what they write.
 */
#include "verify.h"

/* ---- writes ---- */

static bool verify_choices(struct verifying *x, const struct pattern_write *w)
{
    if (!verify_flag(&w->shares)) return verify_fails(x, "a choice is half said");
    if (x->game == NULL || w->choices < 1 || !VERIFY_LIES(x, w->choice, w->choices))
        return verify_fails(x, "the choices of a cell are not in the program");
    for (int32_t i = 0; i < w->choices; i++) {
        if (w->choice[i].layer >= x->game->layers ||
            !verify_value(x, w->choice[i].layer, w->choice[i].value))
            return verify_fails(x, "a choice is no kind of its layer");
        if (w->choice[i].field != 0 && (!w->shares || w->choice[i].field < 0 ||
                                        w->choice[i].field > x->game->fields))
            return verify_fails(x, "a choice asks for a field that there is not");
        if (w->shares && (w->choice[i].upto < 0 || w->choice[i].upto > w->total))
            return verify_fails(x, "a choice has no share");
    }
    if (w->shares) /* of percents, or their hundredths */
        return w->total == 100 || w->total == 10000 ||
               verify_fails(x, "a choice by chance has no end");
    /* a draw of `total` ends at the last choice */
    return (w->total >= 1 && w->total <= INT32_MAX &&
            w->choice[w->choices - 1].upto >= w->total) ||
           verify_fails(x, "a choice by chance has no end");
}

/* A table for each value of a layer. */
static bool verify_table(struct verifying *x, const struct pattern_write *w, int32_t from)
{
    if (w->values != 256) return verify_fails(x, "a table of values is too short");
    for (int v = 1; v < 256; v++) {
        if (verify_value(x, from, v) && !verify_value(x, w->layer, w->value[v]))
            return verify_fails(x, "a table makes what is no kind of its layer");
    }
    return true;
}

static bool verify_write(struct verifying *x, const struct pattern *p,
                         const struct pattern_write *w)
{
    if (w->layer >= verify_layers(x))
        return verify_fails(x, "a layer is written that there is not");
    if (w->what == PATTERN_CHOOSE) return verify_choices(x, w);
    if (w->values < 1 || !VERIFY_LIES(x, w->value, w->values))
        return verify_fails(x, "what is written is not in the program");
    switch (w->what) {
    case PATTERN_TURN: return verify_table(x, w, w->layer);
    case PATTERN_FOUND:
        if (w->slot >= p->founds)
            return verify_fails(x, "the right side takes what was not found");
        return verify_table(x, w, p->found[w->slot].layer);
    case PATTERN_PLAYER:
    case PATTERN_SLOT:
        if (!verify_variants(x, w->what == PATTERN_SLOT, w->slot, w->min, w->values))
            return false;
        break;
    case PATTERN_PUT:
    case PATTERN_UNCHOSEN: break;
    default: return verify_fails(x, "a write of no kind");
    }
    for (int32_t i = 0; i < w->values; i++) {
        if (!verify_value(x, w->layer, w->value[i]))
            return verify_fails(x, "what is written is no kind of its layer");
    }
    return true;
}

static bool verify_writes(struct verifying *x, const struct pattern *p)
{
    const int32_t all = pattern_pairs(p);
    if (!VERIFY_LIES(x, p->writes, all))
        return verify_fails(x, "the writes of a rule are not in the program");
    for (int32_t i = 0; i < all; i++) {
        const struct pattern_writes *w = &p->writes[i];
        if (w->count == 0) continue;
        if (!VERIFY_LIES(x, w->write, w->count))
            return verify_fails(x, "the writes of a cell are not in the program");
        for (int32_t k = 0; k < w->count; k++) {
            if (!verify_write(x, p, &w->write[k])) return false;
        }
    }
    return true;
}

/* ---- the side ---- */

/* Each run of the left side has one of the right side: so both have the same length. */
static bool verify_cells(struct verifying *x, const struct pattern *p)
{
    int32_t left = 0, right = 0;
    if (!VERIFY_LIES(x, p->right, p->cells))
        return verify_fails(x, "the right side of a rule is not in the program");
    for (int32_t i = 0; i < p->cells; i++) {
        const struct pattern_right *r = &p->right[i];
        if (!verify_flag(&r->run)) return verify_fails(x, "a right side is half said");
        if (!verify_named(x, r->named, r->names)) return false;
        left += p->cell[i].least > 0;
        right += r->run;
    }
    bool aligned = true;
    for (int32_t i = 0; i < p->cells; i++)
        aligned = aligned && p->right[i].run == (p->cell[i].least > 0);
    if (left != right)
        return verify_fails(x, "the sides of a rule have different lengths");
    return p->aligned == aligned || verify_fails(x, "a right side is laid wrongly");
}

/* What is taken from the left side lies on the board, in one cell. */
static bool verify_found(struct verifying *x, const struct pattern *p)
{
    if (p->founds < 0 || p->founds > PATTERN_FOUND_MAX)
        return verify_fails(x, "the right side takes too much");
    for (int32_t i = 0; i < p->founds; i++) {
        const struct pattern_found *f = &p->found[i];
        if (f->cell < 0 || f->cell >= p->cells || f->layer >= verify_layers(x))
            return verify_fails(x, "the right side takes from no cell");
        if (p->cell[f->cell].outside || p->cell[f->cell].least > 0)
            return verify_fails(x,
                                "the right side takes from a cell that may not be there");
    }
    return true;
}

static bool verify_slide(struct verifying *x, const struct pattern *p)
{
    const struct pattern_cell *first = &p->cell[0], *last = &p->cell[1];
    bool fine = p->runs && !p->limited && p->cells == 2 && p->anchor == 0 &&
                first->least > 0 && first->only != NULL &&
                first->only == first->deciding && last->only != NULL &&
                last->least == 0 && !last->outside && !p->right[0].run &&
                p->right[1].run && p->writes[1].count == 0;
    for (int32_t i = 0; fine && i < first->only->masks; i++)
        fine = first->only->mask[i].only >= 0;
    return fine || verify_fails(x, "a rule slides that cannot");
}

bool verify_right(struct verifying *x, const struct pattern *p)
{
    if (!p->rewrites) {
        return (!p->plain && !p->slides && p->founds == 0) ||
               verify_fails(x, "a pattern without a right side changes something");
    }
    return verify_found(x, p) && verify_cells(x, p) && verify_writes(x, p) &&
           (p->plain == pattern_is_plain(p) ||
            verify_fails(x, "a pattern is not plain")) &&
           (!p->slides || verify_slide(x, p));
}
