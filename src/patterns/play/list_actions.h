/*
 * Listing the actions that rules carry out: what list_actions.c and list_pieces.c share.
 *
 * The actions of a form such as `<car> <direction>` are found by going over the board
 * once, in words of bits (base/byte_lanes.h): where a run of one car ends, and what is
 * behind it.
 *
 *     A A . B     row of the board; run A A, then '.': "A right"; '.' before B: "B left"
 *
 * Other forms try their values one by one, but not where the board shows that no rule can
 * begin: a kind that is on no cell, or no anchor that fits.
 */
#ifndef TESSERA_PATTERNS_PLAY_LIST_ACTIONS_H
#define TESSERA_PATTERNS_PLAY_LIST_ACTIONS_H

#include "choose_rule.h"

enum list_which {
    LIST_POSSIBLE,
    LIST_ALL,   /* those that may be possible, without trying them */
    LIST_FIRST, /* only one; it need not change anything */
};

/* Lists actions: those that are possible, or only those that may be. */
struct listing {
    struct pattern_run run;
    const struct pattern_form *form;
    const struct lua_game_form *slots;
    int64_t slot[LUA_GAME_SLOTS_MAX];
    struct offered offered;
    struct foreseen *foreseen; /* what is listed with its changes; or NULL */
    int foreseen_max;          /* 0 without */
    struct kinds present;      /* see note_present */
    enum list_which which;
    struct pattern_bitboards bits; /* unless those of another run serve */
};

/* Begins to list the possible actions of a state, into room for so many. */
void pattern_begin_listing(struct listing *, const struct lua_game *, const void *state,
                           action *out, int max);

/* Lists what the form of this number offers. */
void pattern_list_form(struct listing *, const struct lua_game *, int32_t number);

/* Offers an action that this rule carries out where it fits. */
void pattern_offer(struct listing *, action, const struct pattern_chosen *);

/* Whether a rule fits, with all slots set, that begins at this place. */
bool pattern_one_fits(struct listing *, struct place);

/* The places of the form, until the next call or write; lists them, the form's first action being
 * this one. */
const struct pattern_places *pattern_find_places(struct listing *);
void pattern_list_places(struct listing *, action first);

/* The rule that carries out the action of a place and way; then the run is set up for it. */
bool pattern_at_place(struct listing *, const struct pattern_places *, int32_t cell,
                      int32_t way, struct pattern_chosen *);

/* Lists a form "<row> <column> <direction>" that moves pieces, whose first action is this. */
void pattern_list_moves(struct listing *, action first);

/* Lists a form "<direction>", whose first action is this. False: its actions must be tried. */
bool pattern_list_ways(struct listing *, action first);

/* Lists a form "<piece> <direction>", whose first action is this, by going over the board
 * once, and not once for each piece and direction. */
void pattern_list_pieces(struct listing *, action first);

#endif
