/*
 * The verifier: a compiled program is checked once, before it may run, as a whole: each
 * number in it against what it indexes; its rules in verify_rules.c. **What runs relies on
 * what is checked here, and checks none of it again.**
 */
#include "verifying.h"

/* Each object stands in the list of its own layer. */
static bool are_layers(const struct verifier *v)
{
    const struct puzzle *p = v->p;
    int64_t listed = 0;
    if (!in(v, "the number of objects", p->objects, 1, PUZZLE_OBJECTS_MAX) ||
        !in(v, "the number of layers", p->layers, 1, PUZZLE_LAYERS_MAX) ||
        !in(v, "the background's layer", p->background, -1, p->layers - 1) ||
        !check(v, p->layer_of != NULL && p->layer != NULL, "an array is missing")) {
        return false;
    }
    for (int32_t k = 0; k < p->objects; k++) {
        if (!in(v, "the layer of an object", p->layer_of[k], 0, p->layers - 1))
            return false;
    }
    for (int32_t i = 0; i < p->layers; i++) {
        const struct puzzle_list *layer = &p->layer[i];
        if (!is_ascending(v, "an object of a layer", layer, p->objects)) return false;
        for (int32_t k = 0; k < layer->n; k++) {
            if (!in(v, "the layer of an object", p->layer_of[layer->at[k]], i, i)) {
                return false;
            }
        }
        listed += layer->n;
    }
    return in(v, "the number of objects in layers", listed, p->objects, p->objects);
}

static bool are_wins(const struct verifier *v)
{
    const struct puzzle *p = v->p;
    if (!is_array(v, "the win conditions", p->win, p->wins)) return false;
    for (int32_t i = 0; i < p->wins; i++) {
        const struct puzzle_win *win = &p->win[i];
        if (!in(v, "a quantifier", win->quantifier, PUZZLE_NO, PUZZLE_ALL) ||
            !are_objects(v, "an object of a condition", &win->what.objects) ||
            !are_objects(v, "an object of a condition", &win->on.objects)) {
            return false;
        }
    }
    return true;
}

static bool are_sounds(const struct verifier *v)
{
    const struct puzzle *p = v->p;
    if (!in(v, "the number of sounds", p->sounds, 0, PUZZLE_SOUNDS_MAX) ||
        !is_array(v, "the sounds", p->sound, p->sounds)) {
        return false;
    }
    for (int32_t i = 0; i < p->sounds; i++) {
        const struct puzzle_sound *s = &p->sound[i];
        if (!in(v, "a sound", s->kind, PUZZLE_SOUND_MOVE, PUZZLE_SOUND_EVENT) ||
            !check(v, s->words != NULL, "a sound has no words") ||
            !are_objects(v, "an object of a sound", &s->objects)) {
            return false;
        }
    }
    for (int k = 0; k < PUZZLE_EVENTS; k++) {
        if (!in(v, "the sound of an event", p->event[k], 0, p->sounds)) return false;
    }
    return true;
}

static bool is_text(const struct verifier *v, const char *text, size_t room)
{
    return check(v, memchr(text, '\0', room) != NULL, "a text has no end");
}

static bool are_texts(const struct verifier *v)
{
    const struct puzzle *p = v->p;
    if (!is_text(v, p->name, sizeof p->name) ||
        !is_array(v, "the characters", p->glyph, p->glyphs) ||
        !check(v, p->shown != NULL, "an array is missing") ||
        !in(v, "the number of commands", p->messages, 0, PUZZLE_MESSAGES_MAX) ||
        !is_array(v, "the number of commands", p->message, p->messages)) {
        return false;
    }
    for (int32_t i = 0; i < p->glyphs; i++) {
        const struct puzzle_glyph *glyph = &p->glyph[i];
        if (!is_text(v, glyph->shown, sizeof glyph->shown)) return false;
        if (!is_ascending(v, "an object of a character", &glyph->objects, p->objects)) {
            return false;
        }
    }
    for (int32_t k = 0; k < p->objects; k++) {
        if (!is_text(v, p->shown[k].text, sizeof p->shown[k].text)) return false;
    }
    return true;
}

bool puzzle_verify(const struct puzzle *p, struct text *why)
{
    struct verifier v = {.p = p, .why = why};
    const int32_t segments = PUZZLE_ROWS_MAX * (PUZZLE_GAPS_MAX + 1);
    return are_layers(&v) &&
           in(&v, "the rigid groups", p->rigid_groups, 0, PUZZLE_RIGID_MAX) &&
           in(&v, "the commands", p->commands, 0, PUZZLE_COMMANDS - 1) && are_texts(&v) &&
           are_objects(&v, "a player", &p->players.objects) && are_wins(&v) &&
           are_sounds(&v) && puzzle_verify_groups(&v, &p->normal) &&
           puzzle_verify_groups(&v, &p->late) &&
           in(&v, "the patterns of a rule", p->rows, 0, PUZZLE_ROWS_MAX) &&
           in(&v, "the segments of a rule", p->segments, 0, segments);
}
