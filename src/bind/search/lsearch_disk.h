/*
 * Memory of a search that lies in a temporary file, for the option `disk`: the packed
 * positions; links and table stay in memory. The file is mapped: while memory is short,
 * the system writes what is not in use to the disk, and reads it back when it is touched.
 *
 *     file    | extent: block, block, ... | extent: ... |        each mapped on its own
 *
 * The disk is asked for the place of an extent before it is mapped: touching a page
 * without one would end the process. The file has no name, so it is gone with the
 * process, whatever ends it.
 */
#ifndef TESSERA_BIND_SEARCH_LSEARCH_DISK_H
#define TESSERA_BIND_SEARCH_LSEARCH_DISK_H

#include <stdbool.h>
#include <stddef.h>

struct disk_extent;

struct disk {
    int file;
    size_t most, used; /* bytes of the file: at most, and so far */
    struct disk_extent *newest;
    void *last; /* the newest block */
};

/* Makes a file that may grow to `most` bytes, in the folder TMPDIR or /var/tmp. Returns 0,
 * or an error number if there can be none. */
int disk_open(struct disk *, size_t most);

/* Frees all blocks, and the file. */
void disk_close(struct disk *);

/* Like realloc; blocks are aligned for any type. NULL if the file or the disk is full;
 * then the block stays as it was. The newest block grows where it is; the place of
 * others that had to grow is lost until disk_close. */
void *disk_resize(struct disk *, void *block, size_t bytes);

#endif
