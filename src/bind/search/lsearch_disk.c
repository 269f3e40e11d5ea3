/*
 * The file grows by extents, each of which is mapped on its own. The disk is asked for the
 * place beforehand: a mapped page without one would end the process.
 */
#include "lsearch_disk.h"

#include <errno.h>
#ifdef __EMSCRIPTEN__ /* Its files lie in memory. */

int disk_open(struct disk *d, size_t most)
{
    *d = (struct disk){.file = -1, .most = most};
    return ENOSYS;
}

void disk_close(struct disk *d)
{
    (void)d;
}

void *disk_resize(struct disk *d, void *block, size_t bytes)
{
    (void)d, (void)block, (void)bytes;
    return NULL;
}

#else
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { EXTENT = 1 << 26, PAGE = 1 << 16 };

/* At the beginning of its part of the file. */
struct disk_extent {
    _Alignas(max_align_t) struct disk_extent *before;
    size_t size, used; /* with this header */
};

struct disk_block {
    _Alignas(max_align_t) size_t room; /* bytes behind this header */
};

int disk_open(struct disk *d, size_t most)
{
    enum { PATH = 4096 };
    char path[PATH];
    const char *folder = getenv("TMPDIR");
    *d = (struct disk){.file = -1, .most = most};
    if (folder == NULL || folder[0] == '\0') folder = "/var/tmp";
    if (snprintf(path, sizeof path, "%s/tessera-XXXXXX", folder) >= PATH) {
        return ENAMETOOLONG;
    }
    d->file = mkstemp(path);
    if (d->file < 0) return errno;
    unlink(path);
    fcntl(d->file, F_SETFD, FD_CLOEXEC);
    return 0;
}

void disk_close(struct disk *d)
{
    while (d->newest != NULL) {
        struct disk_extent *extent = d->newest;
        d->newest = extent->before;
        munmap(extent, extent->size);
    }
    if (d->file >= 0) close(d->file);
    d->file = -1;
}

static uint64_t file_max(void)
{
    return sizeof(off_t) < sizeof(int64_t) ? INT32_MAX : INT64_MAX;
}

/* Makes an extent for a block of so many bytes. */
static bool add_extent(struct disk *d, size_t bytes)
{
    size_t least = sizeof(struct disk_extent) + sizeof(struct disk_block),
           left = d->most - d->used;
    if (bytes > SIZE_MAX - least - PAGE) return false;
    size_t size = (bytes + least + PAGE - 1) / PAGE * PAGE;
    if (size < EXTENT) size = EXTENT < left ? EXTENT : left / PAGE * PAGE;
    if (size > left || size < bytes + least || d->used + size > file_max()) return false;
    off_t from = (off_t)d->used;
    if (posix_fallocate(d->file, from, (off_t)size) != 0) return false;
    void *made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, d->file, from);
    if (made == MAP_FAILED) return false;
    posix_madvise(made, size, POSIX_MADV_RANDOM);
    struct disk_extent *extent = made;
    *extent = (struct disk_extent){d->newest, size, sizeof *extent};
    d->newest = extent;
    d->used += size;
    d->last = NULL;
    return true;
}

static size_t rounded(size_t bytes)
{
    size_t each = _Alignof(max_align_t);
    return (bytes + each - 1) / each * each;
}

/* Makes a block behind the last one. */
static void *add_block(struct disk *d, size_t room)
{
    struct disk_extent *e = d->newest;
    size_t bytes = sizeof(struct disk_block) + room;
    if (e == NULL || e->size - e->used < bytes) {
        if (!add_extent(d, room)) return NULL;
        e = d->newest;
    }
    struct disk_block *block = (void *)((unsigned char *)e + e->used);
    e->used += bytes;
    block->room = room;
    d->last = block + 1;
    return block + 1;
}

void *disk_resize(struct disk *d, void *memory, size_t bytes)
{
    if (bytes > SIZE_MAX / 2) return NULL;
    size_t room = rounded(bytes);
    if (memory == NULL) return add_block(d, room);
    struct disk_block *block = (struct disk_block *)memory - 1;
    if (room <= block->room) return memory;
    struct disk_extent *e = d->newest;
    if (memory == d->last && room - block->room <= e->size - e->used) {
        e->used += room - block->room;
        block->room = room;
        return memory;
    }
    void *moved = add_block(d, room);
    if (moved != NULL) memcpy(moved, memory, block->room);
    return moved;
}

#endif
