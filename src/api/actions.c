/*
 * What a game may do and show: its actions, outcomes and planes, by number.
 */
#include "inside.h"

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
    batch_action_text(&g->batch, a, &t);
    return api_text(out, room, text, strlen(text));
}

int32_t tessera_action_index(const struct tessera_game *g, const char *text)
{
    if (g == NULL || text == NULL) return -1;
    return batch_action_of(&g->batch, text, strlen(text));
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

static bool is_shown(const struct tessera_game *g, enum tessera_observation as)
{
    return g != NULL && (int)as >= TESSERA_NOTHING && (int)as <= TESSERA_BITS;
}

_Static_assert((int)TESSERA_PLANES == (int)OBSERVE_PLANES, "");
_Static_assert((int)TESSERA_LAYERS == (int)OBSERVE_LAYERS, "");
_Static_assert((int)TESSERA_BITS == (int)OBSERVE_BITS, "");

int32_t tessera_planes(const struct tessera_game *g, enum tessera_observation as)
{
    return is_shown(g, as) ? batch_planes(&g->batch, (enum observe_as)as) : 0;
}

size_t tessera_observation_size(const struct tessera_game *g, enum tessera_observation as)
{
    return is_shown(g, as) ? batch_observation(&g->batch, (enum observe_as)as) : 0;
}

int32_t tessera_view_rows(const struct tessera_game *g)
{
    return g != NULL ? batch_rows(&g->batch) : 0;
}

int32_t tessera_view_columns(const struct tessera_game *g)
{
    return g != NULL ? batch_cols(&g->batch) : 0;
}

int32_t tessera_plane_name(const struct tessera_game *g, enum tessera_observation as,
                           int32_t plane, char *out, size_t room)
{
    char name[256];
    struct text t = text_into(name, sizeof name);
    if (plane < 0 || plane >= tessera_planes(g, as)) return api_none(out, room);
    batch_plane_name(&g->batch, (enum observe_as)as, plane, &t);
    return api_text(out, room, name, strlen(name));
}
