/*
 * What an observation has, and the texts of actions: where players act together those of one player.
 */
#include "batch.h"

static const struct observe *observe_of(const struct batch_game *g)
{
    return &g->level[0].observe;
}

static const struct views *views_of(const struct batch_game *g, enum observe_as as)
{
    const struct views *v = &g->level[0].views;
    return v->together && as != OBSERVE_NOTHING ? v : NULL;
}

int32_t batch_planes(const struct batch_game *g, enum observe_as as)
{
    const struct views *v = views_of(g, as);
    if (v == NULL) return observe_planes(observe_of(g), as);
    return as == OBSERVE_PLANES ? v->planes : 0;
}

void batch_plane_name(const struct batch_game *g, enum observe_as as, int32_t plane,
                      struct text *out)
{
    const struct views *v = views_of(g, as);
    if (v == NULL)
        observe_name(observe_of(g), as, plane, out);
    else if (plane >= 0 && plane < batch_planes(g, as))
        text_string(out, v->name[plane]);
}

int32_t batch_rows(const struct batch_game *g)
{
    const struct views *v = &g->level[0].views;
    return v->together ? v->rows : g->rows;
}

int32_t batch_cols(const struct batch_game *g)
{
    const struct views *v = &g->level[0].views;
    return v->together ? v->cols : g->cols;
}

size_t batch_observation(const struct batch_game *g, enum observe_as as)
{
    const struct views *v = views_of(g, as);
    if (v == NULL) return observe_size(observe_of(g), as);
    return as == OBSERVE_PLANES ? (size_t)v->players * views_size(v) : 0;
}

/* ---- actions ---- */

void batch_action_text(const struct batch_game *g, int32_t a, struct text *out)
{
    char text[ACTION_TEXT_MAX];
    struct text t = text_into(text, sizeof text);
    g->game->text(g->game, g->level[0].start, g->space.code[a], &t);
    text_string(out, g->game->together ? text + sizeof "1: " - 1 : text);
}

int32_t batch_action_of(const struct batch_game *g, const char *text, size_t n)
{
    action a;
    if (!g->game->parse(g->game, g->level[0].start, text, n, &a)) return -1;
    return space_index(&g->space, g->game->together ? a - a % g->game->players : a);
}
