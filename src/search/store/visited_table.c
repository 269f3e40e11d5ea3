/*
 * Making the hash table larger.
 *
 * It is doubled where it is. Entries are taken out and put back one after the other, from
 * behind a free place on: so those before one that are nearer to its home are back already,
 * and it goes to a place that is free now, its own or one before it, or the same of the upper
 * half. So what lies between two free places can be done without the rest.
 */
#include "visited_table.h"

enum { FIRST_PLACES = 32 };

/* The hash of what was at a place, as much of it as is kept. */
static uint32_t hash_at(const struct places_layout *l, uint32_t at, uint32_t place)
{
    const uint32_t away = (place & l->far) / l->one;
    return ((at - away) & l->mask) | (place >> l->away_bits & ~l->mask);
}

/* Puts back what was at a place of the smaller table. */
static void put_back(struct visited *p, const struct places_layout *old, uint32_t at,
                     uint32_t place)
{
    const uint32_t number = (place & old->mask) - 1;
    const bool whole =
        (place & old->far) != old->far && p->layout.away_bits == old->away_bits;
    const uint32_t hash = whole ? hash_at(old, at, place)
                                : visited_hash(p, visited_look(p, (int32_t)number));
    struct places_probe b = places_begin(p, hash);
    places_find(p, &b, NULL);
    p->places[b.at] = b.entry | (number + 1);
}

bool places_extend(struct visited *p, int parts, uint64_t *cuts)
{
    const uint64_t size = p->layout.one;
    uint32_t *places = search_resize(p->limits, p->places, 2 * size, sizeof *places);
    if (places == NULL) return false;
    p->places = places;
    for (int i = 0; i < parts; i++) {
        uint64_t cut = size * (uint64_t)i / (uint64_t)parts;
        if (i > 0 && cut < cuts[i - 1]) cut = cuts[i - 1];
        while (places[cut & p->layout.mask] != 0) cut++;
        cuts[i] = cut;
    }
    cuts[parts] = cuts[0] + size;
    p->layout = places_layout((uint32_t)(2 * size - 1));
    return true;
}

void places_divide(struct visited *p, const uint64_t *cuts, int part)
{
    const struct places_layout old = places_layout(p->layout.mask / 2);
    for (uint64_t i = cuts[part] + 1; i <= cuts[part + 1]; i++) {
        const uint32_t at = (uint32_t)i & old.mask, place = p->places[at];
        p->places[old.one + at] = 0;
        if (place == 0) continue;
        p->places[at] = 0;
        put_back(p, &old, at, place);
    }
}

bool places_make(struct visited *p, int64_t more)
{
    if (p->places == NULL) {
        p->places = search_resize(p->limits, NULL, FIRST_PLACES, sizeof *p->places);
        if (p->places == NULL) return false;
        memset(p->places, 0, FIRST_PLACES * sizeof *p->places);
        p->layout = places_layout(FIRST_PLACES - 1);
    }
    while (p->count + more > p->layout.most) {
        uint64_t cuts[2];
        if (!places_extend(p, 1, cuts)) return false;
        places_divide(p, cuts, 0);
    }
    return true;
}
