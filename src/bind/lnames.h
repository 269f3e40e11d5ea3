/*
 * Finding what a name means by the address of the string. Lua keeps one copy of a short string, so
 * a rule that writes state.board mostly passes the very string that is a key of our own table.
 * A string that is not found here may still be equal to a key: then the caller looks in the
 * table. Whoever fills the slots keeps those strings alive.
 */
#ifndef TESSERA_LNAMES_H
#define TESSERA_LNAMES_H

#include <stddef.h>
#include <stdint.h>

/* One of a power of two of slots, open addressing; at least one of them is free. */
struct lname {
    const char *name; /* NULL: free */
    int32_t value;
};

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
