/*
 * Functions of real numbers that give the same bits on every machine: only + - * /, whose
 * rounding IEEE 754 fixes. The C library's log may differ in the last digit, and then a
 * tree search would choose another action elsewhere. Its root may not, but math.h would want
 * a library more to link.
 */
#ifndef TESSERA_BASE_PORTABLE_MATH_H
#define TESSERA_BASE_PORTABLE_MATH_H

#include <stdint.h>

/* The square root by Newton's method. */
static inline double portable_root(double x)
{
    if (x <= 0) return 0;
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++) {
        double next = (r + x / r) / 2;
        if (next >= r) break;
        r = next;
    }
    return r;
}

/* The logarithm to base 2, linear between powers of 2: exact enough for UCT. */
static inline double real_log2(int32_t n)
{
    int whole = 31 - __builtin_clz((uint32_t)n);
    return whole + (double)n / (double)(INT64_C(1) << whole) - 1;
}

#endif
