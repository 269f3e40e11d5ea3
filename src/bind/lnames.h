/*
 * A hash table from names to integers, by the address of the string. Lua keeps one copy
 * of each short string, so a rule that writes state.board mostly passes the very string
 * that is a key here:
 *
 *     lnames_find(slots, mask, lua_tostring(L, 2), -1)    0: the layer `board`; or -1
 *
 * A string that is not found may still be equal to a key; then the caller looks it up by
 * its letters. The caller must keep the strings in the slots alive.
 */
#ifndef TESSERA_LNAMES_H
#define TESSERA_LNAMES_H

#include <stddef.h>
#include <stdint.h>

/* A slot. Open addressing; the number of slots is a power of two, and at
 * least one is free. */
struct lname {
    const char *name; /* NULL: free */
    int32_t value;
};

/* The slot of the name, or the free slot where it belongs. `mask`: the number
 * of slots - 1. */
static inline struct lname *lnames_slot(struct lname *slots, uint32_t mask,
                                        const char *name)
{
    uintptr_t at = (uintptr_t)name;
    uint32_t i = (uint32_t)(at >> 4 ^ at >> 10) & mask;
    while (slots[i].name != NULL && slots[i].name != name) i = (i + 1) & mask;
    return &slots[i];
}

/* The value of the name, or `otherwise`. */
static inline int32_t lnames_find(const struct lname *slots, uint32_t mask,
                                  const char *name, int32_t otherwise)
{
    const struct lname *found = lnames_slot((struct lname *)(uintptr_t)slots, mask, name);
    return found->name == NULL ? otherwise : found->value;
}

#endif
