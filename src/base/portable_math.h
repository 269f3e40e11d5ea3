/*
 * Functions of real numbers that give the same bits on every machine: only + - * /, whose
 * rounding IEEE 754 fixes. The C library's log may differ in the last digit, and then a
 * tree search would choose another action elsewhere. Its root may not, but math.h would want
 * a library more to link.
 */
#ifndef TESSERA_BASE_PORTABLE_MATH_H
#define TESSERA_BASE_PORTABLE_MATH_H

#include <stdint.h>
#include <string.h>

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

/* The natural logarithm of a positive number, to about 1e-15. */
static inline double portable_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int power = (int)(bits >> 52) - 1023;
    bits = (bits & ((UINT64_C(1) << 52) - 1)) | (UINT64_C(1023) << 52);
    memcpy(&x, &bits, sizeof x);
    if (x > 1.4142135623730951) {
        x /= 2;
        power++;
    }
    const double s = (x - 1) / (x + 1), square = s * s;
    double sum = 0;
    for (int k = 23; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
    return 2 * s * sum + power * 0.6931471805599453;
}

/* e to a power, to about 1e-13 of it; 0 below e^-700, and no more than e^700. */
static inline double portable_exp(double x)
{
    if (x < -700) return 0;
    if (x > 700) x = 700;
    const int power = (int)(x / 0.6931471805599453 + (x < 0 ? -0.5 : 0.5));
    const double rest = x - power * 0.6931471805599453;
    double sum = 1, two;
    for (int k = 18; k >= 1; k--) sum = 1 + rest / k * sum;
    const uint64_t bits = (uint64_t)(power + 1023) << 52;
    memcpy(&two, &bits, sizeof two);
    return sum * two;
}

/* The logarithm to base 2, linear between powers of 2: exact enough for UCT. */
static inline double real_log2(int32_t n)
{
    int whole = 31 - __builtin_clz((uint32_t)n);
    return whole + (double)n / (double)(INT64_C(1) << whole) - 1;
}

#endif
