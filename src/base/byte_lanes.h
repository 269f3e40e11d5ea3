/*
 * Eight cells of a board in a word, so that one operation answers for eight cells. The
 * first cell is the lowest byte, on every machine:
 *
 *     cells                      . # . . # # . $
 *     lanes_at                   24 2E 23 23 2E 2E 23 2E    (the highest byte first)
 *     lanes_alike_bits(it, lanes_of('#'))       00110010    cells 1, 4 and 5 are walls
 */
#ifndef TESSERA_BASE_BYTE_LANES_H
#define TESSERA_BASE_BYTE_LANES_H

#include <stdint.h>

static inline uint64_t lanes_at(const unsigned char *cells)
{
    return (uint64_t)cells[0] | (uint64_t)cells[1] << 8 | (uint64_t)cells[2] << 16 |
           (uint64_t)cells[3] << 24 | (uint64_t)cells[4] << 32 |
           (uint64_t)cells[5] << 40 | (uint64_t)cells[6] << 48 | (uint64_t)cells[7] << 56;
}

/* One by one in the source; compilers make one store of it, as of the loads above. */
static inline void lanes_put(unsigned char *cells, uint64_t eight)
{
    cells[0] = (unsigned char)eight;
    cells[1] = (unsigned char)(eight >> 8);
    cells[2] = (unsigned char)(eight >> 16);
    cells[3] = (unsigned char)(eight >> 24);
    cells[4] = (unsigned char)(eight >> 32);
    cells[5] = (unsigned char)(eight >> 40);
    cells[6] = (unsigned char)(eight >> 48);
    cells[7] = (unsigned char)(eight >> 56);
}

/* Eight cells of this value. */
static inline uint64_t lanes_of(int value)
{
    return UINT64_C(0x0101010101010101) * (uint64_t)value;
}

/* The highest bit of each byte in which a and b are alike. */
static inline uint64_t lanes_alike(uint64_t a, uint64_t b)
{
    const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F);
    a ^= b;
    return ~(((a & low) + low) | a | low);
}

/* Bit i: byte i is alike. */
static inline uint64_t lanes_alike_bits(uint64_t a, uint64_t b)
{
    return ((lanes_alike(a, b) >> 7) * UINT64_C(0x0102040810204080)) >> 56;
}

#endif
