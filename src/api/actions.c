/*
 * What a game may do and show: its actions, outcomes and planes, by number.
 */
#include "inside.h"

/* A state of the first level: for texts, which do not depend on the board. */
static const struct state *first_of(const struct tessera_game *g)
{
    return g->batch.level[0].start;
}

int32_t tessera_actions(const struct tessera_game *g)
{
    return g != NULL ? g->batch.space.count : 0;
}

int32_t tessera_action_text(const struct tessera_game *g, int32_t a, char *out,
                            size_t room)
{
    char text[ACTION_TEXT_MAX];
    struct text t = text_into(text, sizeof text);
    if (g == NULL || a < 0 || a >= g->batch.space.count) return api_none(out, room);
    g->game->text(g->game, first_of(g), g->batch.space.code[a], &t);
    return api_text(out, room, text, strlen(text));
}

int32_t tessera_action_index(const struct tessera_game *g, const char *text)
{
    action a;
    if (g == NULL || text == NULL) return -1;
    if (!g->game->parse(g->game, first_of(g), text, strlen(text), &a)) return -1;
    return space_index(&g->batch.space, a);
}

int32_t tessera_outcomes(const struct tessera_game *g)
{
    int32_t count = 0;
    if (g == NULL || g->game->outcomes == NULL) return 0;
    while (g->game->outcomes[count] != NULL) count++;
    return count;
}

int32_t tessera_outcome_text(const struct tessera_game *g, int32_t outcome, char *out,
                             size_t room)
{
    if (outcome < 0 || outcome >= tessera_outcomes(g)) return api_none(out, room);
    const char *text = g->game->outcomes[outcome];
    return api_text(out, room, text, strlen(text));
}

/* How a board is shown; NULL if there is no such way. */
static const struct observe *observe_of(const struct tessera_game *g,
                                        enum tessera_observation as)
{
    bool is = g != NULL && (int)as >= TESSERA_NOTHING && (int)as <= TESSERA_BITS;
    return is ? &g->batch.level[0].observe : NULL;
}

_Static_assert((int)TESSERA_PLANES == (int)OBSERVE_PLANES, "");
_Static_assert((int)TESSERA_LAYERS == (int)OBSERVE_LAYERS, "");
_Static_assert((int)TESSERA_BITS == (int)OBSERVE_BITS, "");

int32_t tessera_planes(const struct tessera_game *g, enum tessera_observation as)
{
    const struct observe *o = observe_of(g, as);
    return o != NULL ? observe_planes(o, (enum observe_as)as) : 0;
}

size_t tessera_observation_size(const struct tessera_game *g, enum tessera_observation as)
{
    const struct observe *o = observe_of(g, as);
    return o != NULL ? observe_size(o, (enum observe_as)as) : 0;
}

int32_t tessera_plane_name(const struct tessera_game *g, enum tessera_observation as,
                           int32_t plane, char *out, size_t room)
{
    char name[256];
    struct text t = text_into(name, sizeof name);
    if (plane < 0 || plane >= tessera_planes(g, as)) return api_none(out, room);
    observe_name(observe_of(g, as), (enum observe_as)as, plane, &t);
    return api_text(out, room, name, strlen(name));
}
