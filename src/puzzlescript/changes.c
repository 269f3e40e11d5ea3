/*
 * What has changed between two boards of a level, object by object.
 */
#include "run.h"
#include "state.h"

int32_t puzzle_changes(const struct puzzle *p, const void *before, const void *after,
                       struct puzzle_change *list, int32_t most)
{
    const int32_t stride = rows_of(before) + 1;
    int32_t count = 0;
    for (int32_t object = 0; object < p->objects; object++) {
        size_t words;
        const uint64_t *a = puzzle_object(p, before, object, &words);
        const uint64_t *b = puzzle_object(p, after, object, &words);
        for (size_t w = 0; w < words; w++) {
            for (uint64_t bits = a[w] ^ b[w]; bits != 0; bits &= bits - 1) {
                int32_t bit = puzzle_lowest(bits), cell = (int32_t)(w * 64) + bit;
                if (count == most) return most + 1;
                list[count++] = (struct puzzle_change){
                    object, cell % stride, cell / stride, (b[w] >> bit & 1) != 0};
            }
        }
    }
    return count;
}
