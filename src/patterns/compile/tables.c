/*
 * Compiling tables of what becomes of each kind of a layer:
 *
 *     fly turned left     up -> left, left -> down ...
 *     next thing          box -> gem, gem -> box
 *     body like h         of the group of h the first kind -> the first of `body` ...
 */
#include "right_side.h"

const unsigned char *keep_bytes(const struct scan *s, const unsigned char *bytes,
                                int32_t n)
{
    unsigned char *kept = pattern_take(s->source->memory, (size_t)n, 1);
    if (kept != NULL) memcpy(kept, bytes, (size_t)n);
    return kept;
}

static void fill_next(unsigned char table[256], const struct pattern_name *name)
{
    /* backwards: of a kind that the group has twice the first one counts */
    for (int32_t i = name->count - 1; i >= 0; i--)
        table[name->value[i].value] = name->value[(i + 1) % name->count].value;
}

static enum direction turned(enum direction heading, enum turn turn)
{
    return turn == TURN_LEFT    ? direction_left[heading]
           : turn == TURN_RIGHT ? direction_right(heading)
                                : direction_opposite(heading);
}

static void fill_turned(unsigned char table[256], const struct pattern_name *name,
                        enum turn turn)
{
    const int32_t first = (int32_t)name->heading;
    for (int32_t i = 0; i < name->count; i++) {
        const int32_t way = i % GRID_SIDES; /* of four each of several pieces has all */
        const enum direction to = turned((enum direction)(first + way), turn);
        table[name->value[i].value] = name->value[i - way + (int32_t)to - first].value;
    }
}

const struct pattern_name *heading_pieces(const struct pattern_names *names,
                                          const struct pattern_name *pieces)
{
    for (int32_t i = 0; i < names->count; i++) {
        const struct pattern_name *name = &names->name[i];
        int32_t found = 0;
        for (int32_t k = 0; name->facing && k < pieces->count; k++) {
            for (int32_t n = 0; n < name->count; n++) {
                found += name->value[n].layer == pieces->value[k].layer &&
                         name->value[n].value == pieces->value[k].value;
            }
        }
        if (name->facing && found == pieces->count && found == name->count) return name;
    }
    return NULL;
}

bool check_turn(const struct scan *s, const struct item *item, bool *straight)
{
    const struct pattern_names *names = s->source->names;
    *straight = false;
    if (item->name != NULL) {
        *straight = item->name->count < GRID_SIDES;
        return item->name->facing;
    }
    const bool pieces = item->several && item->own != NULL;
    for (int32_t k = 0; pieces && k < names->players; k++) {
        const struct pattern_name *name = heading_pieces(names, &item->own[k]);
        if (name == NULL) return false;
        *straight = *straight || name->count < GRID_SIDES;
    }
    return pieces;
}

/* Of what is mine or theirs, whose kinds differ, each by the group that it is. */
static void fill_pieces(unsigned char table[256], const struct pattern_names *names,
                        const struct pattern_name *own, enum turn turn)
{
    for (int32_t k = 0; k < names->players; k++) {
        const struct pattern_name *name = heading_pieces(names, &own[k]);
        if (name != NULL) fill_turned(table, name, turn);
    }
}

/* Kinds that are not found become one of the group's, too: the table is for its layer. */
static void fill_like(unsigned char table[256], const struct pattern_name *from,
                      const struct pattern_name *to)
{
    memset(table, to->value[0].value, 256);
    for (int32_t i = from->count - 1; i >= 0; i--)
        table[from->value[i].value] = to->value[i].value;
}

const unsigned char *table_next(const struct scan *s, const struct pattern_name *name)
{
    unsigned char table[256];
    for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
    fill_next(table, name);
    return keep_bytes(s, table, 256);
}

const unsigned char *table_turn(const struct scan *s, const struct becomes *b)
{
    unsigned char table[256];
    const struct pattern_name *name = b->item.name;
    for (int i = 0; i < 256; i++) table[i] = (unsigned char)i;
    switch (b->turn) {
    case TURN_NONE: break;
    case TURN_NEXT: fill_next(table, name); break;
    case TURN_LIKE: fill_like(table, b->like.whole, name); break;
    default:
        if (name != NULL)
            fill_turned(table, name, b->turn);
        else
            fill_pieces(table, s->source->names, b->item.own, b->turn);
        break;
    }
    return keep_bytes(s, table, 256);
}
