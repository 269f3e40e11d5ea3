/*
 * Inside lwall.c and lwall_calls.c: whether this build has a second wall, and the layer of it
 * that holds back system calls.
 */
#ifndef TESSERA_BIND_SYSTEM_LWALL_H
#define TESSERA_BIND_SYSTEM_LWALL_H

#include <stdbool.h>
#include <stdlib.h> /* by which a C library says what it is */

/* Why there is none. */
#if defined(TESSERA_NO_WALL)
#define NO_WALL "it was left out of this build"
#elif defined(__SANITIZE_ADDRESS__)
#define NO_WALL "a sanitizer works in it"
#elif !defined(__linux__)
#define NO_WALL "it stands on Linux alone"
#elif !defined(__GLIBC__)
#define NO_WALL "it knows no C library but glibc"
#elif !(defined(__x86_64__) && defined(__LP64__)) && !defined(__aarch64__)
#define NO_WALL "it knows no processors but x86-64 and arm64"
#endif

/* seccomp: leaves this process, for all of its threads, the system calls that a game needs.
 * `screen`: it has a terminal; channel: a descriptor that it writes to, or -1. False: the kernel
 * has refused. */
bool wall_restrict_calls(bool screen, int channel);

#endif
