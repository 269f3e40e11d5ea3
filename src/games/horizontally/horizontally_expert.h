/*
 * What the solver's bounds know of positions, for every search of a game for two.
 */
#ifndef TESSERA_HORIZONTALLY_EXPERT_H
#define TESSERA_HORIZONTALLY_EXPERT_H

struct expert;

extern const struct expert horizontally_expert;

#endif
