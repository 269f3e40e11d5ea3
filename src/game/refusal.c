/*
 * The words that the refusals of several games share.
 */
#include "refusal.h"

void refusal_action(const struct game *g, const void *state, action a, struct text *out)
{
    g->text(g, state, a, out);
    text_string(out, ": ");
}

void refusal_over(const struct game *g, const void *state, action a, struct text *out)
{
    refusal_action(g, state, a, out);
    text_string(out, "the game is over (");
    text_string(out, g->outcome(g, state));
    text_char(out, ')');
}

void refusal_at(struct text *t, const char *words, int32_t row, int32_t col)
{
    size_t plain = strcspn(words, "@|");
    text_bytes(t, words, plain);
    if (words[plain] == '\0') return;
    if (words[plain] == '@') {
        text_string(t, "row ");
        text_number(t, row);
        text_string(t, ", ");
    }
    text_string(t, "column ");
    text_number(t, col);
    text_string(t, words + plain + 1);
}
