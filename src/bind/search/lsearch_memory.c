/*
 * The memory of a running search.
 */
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "lsearch.h"

/*
 * Memory comes from the Lua state's allocator, so a limit of that also limits searches.
 * Each block has a header that links it into the run's list. **The run frees all
 * blocks when it closes, whatever ended the search,** also an error of Lua thrown through
 * it. What is kept for long lies in extents, which are such blocks; there a header has no
 * link.
 */
struct block {
    union {
        _Alignas(max_align_t) struct block *after;
        struct extent *extent; /* in which it lies; then there is no link */
    };
    struct block **link; /* the pointer to this block */
    size_t bytes;        /* the size of the memory behind this header */
};

/* Lets the system map a large block by large pages: then most of its first touches need no
 * call of the system, which takes a tenth of a large search's time. */
static void advise(void *memory, size_t bytes)
{
#if defined __linux__ && defined MADV_HUGEPAGE
    enum { PAGE = 1 << 12, LARGE = 1 << 22 };
    if (bytes < LARGE) return;
    uintptr_t from = ((uintptr_t)memory + PAGE - 1) / PAGE * PAGE,
              to = ((uintptr_t)memory + bytes) / PAGE * PAGE;
    madvise((unsigned char *)memory + (from - (uintptr_t)memory), to - from,
            MADV_HUGEPAGE);
#else
    (void)memory, (void)bytes;
#endif
}

static void release(struct search_run *s, struct block *block)
{
    void *owner;
    lua_Alloc allocate = lua_getallocf(s->L, &owner);
    *block->link = block->after;
    if (block->after != NULL) block->after->link = block->link;
    s->used -= block->bytes;
    allocate(owner, block, sizeof *block + block->bytes, 0);
}

static void *resize(void *with, void *memory, size_t bytes)
{
    void *owner;
    struct search_run *s = with;
    lua_Alloc allocate = lua_getallocf(s->L, &owner);
    struct block *old = memory == NULL ? NULL : (struct block *)memory - 1, *block;
    size_t had = old == NULL ? 0 : old->bytes, others = s->used - had;
    if (bytes == 0) {
        if (old != NULL) release(s, old);
        return NULL;
    }
    if (bytes > s->most || others > s->most - bytes) return NULL;
    if (bytes > SIZE_MAX - sizeof *block) return NULL;
    block =
        allocate(owner, old, old == NULL ? 0 : sizeof *old + had, sizeof *block + bytes);
    if (block == NULL) return NULL;
    advise(block, sizeof *block + bytes);
    if (old == NULL) *block = (struct block){.after = s->blocks, .link = &s->blocks};
    *block->link = block;
    if (block->after != NULL) block->after->link = &block->after;
    block->bytes = bytes;
    s->used = others + bytes;
    if (s->used > s->peak) s->peak = s->used;
    return block + 1;
}

/* ---- what is kept ---- */

/* Below EXTENTS_FROM bytes of a search there are no extents. */
enum { EXTENTS_FROM = 1 << 23, EXTENT_MOST = 1 << 25, PART = 16 };

/* Blocks that are kept lie behind it, one behind the other. */
struct extent {
    _Alignas(max_align_t) size_t blocks; /* that are in use */
};

/* Makes an extent for a block of so many bytes. It is a 16th of what the search has, so
 * little of it is empty. */
static bool add_extent(struct search_run *s, size_t bytes)
{
    struct extent *extent;
    size_t size = s->used / PART < EXTENT_MOST ? s->used / PART : EXTENT_MOST;
    bytes += sizeof *extent;
    if (size < bytes) size = bytes;
    extent = resize(s, NULL, size);
    if (extent == NULL) extent = resize(s, NULL, size = bytes);
    if (extent == NULL) return false;
    extent->blocks = 0;
    s->extent = extent;
    s->empty = (unsigned char *)(extent + 1);
    s->empty_left = size - sizeof *extent;
    s->kept_last = NULL;
    return true;
}

/* Makes a block behind the last one. */
static void *keep_new(struct search_run *s, size_t room)
{
    struct block *block;
    if (s->empty_left < sizeof *block + room && !add_extent(s, sizeof *block + room))
        return NULL;
    block = (void *)s->empty;
    *block = (struct block){.extent = s->extent, .bytes = room};
    s->extent->blocks++;
    s->empty += sizeof *block + room;
    s->empty_left -= sizeof *block + room;
    s->kept_last = block + 1;
    return block + 1;
}

/* An extent is freed with the last of its blocks. */
static void unkeep(struct search_run *s, struct extent *extent)
{
    if (--extent->blocks > 0) return;
    if (extent == s->extent) {
        s->extent = NULL;
        s->empty_left = 0;
        s->kept_last = NULL;
    }
    resize(s, extent, 0);
}

/* The newest block grows where it is; the place of others that had to grow stays
 * empty. */
static void *keep(void *with, void *memory, size_t bytes)
{
    const size_t each = _Alignof(max_align_t);
    struct search_run *s = with;
    struct block *block = memory == NULL ? NULL : (struct block *)memory - 1;
    if (block == NULL ? s->used < EXTENTS_FROM : block->link != NULL)
        return resize(s, memory, bytes);
    if (bytes == 0) {
        if (block != NULL) unkeep(s, block->extent);
        return NULL;
    }
    if (bytes > SIZE_MAX / 2) return NULL;
    size_t room = (bytes + each - 1) / each * each;
    if (block == NULL) return keep_new(s, room);
    if (room <= block->bytes) return memory;
    size_t more = room - block->bytes;
    if (memory == s->kept_last && more <= s->empty_left) {
        s->empty += more;
        s->empty_left -= more;
        block->bytes = room;
        return memory;
    }
    void *moved = keep_new(s, room);
    if (moved == NULL) return NULL;
    memcpy(moved, memory, block->bytes);
    unkeep(s, block->extent);
    return moved;
}

static void *keep_on_disk(void *with, void *memory, size_t bytes)
{
    struct search_run *s = with;
    return disk_resize(&s->disk, memory, bytes);
}

/* ---- beginning and ending ---- */

static size_t to_size(lua_Integer bytes)
{
    return (uint64_t)bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

void lsearch_open_memory(struct search_run *s, lua_Integer memory, lua_Integer disk)
{
    s->most = s->limits.memory = to_size(memory);
    s->limits.resize = resize;
    s->limits.keep = keep;
    if (disk <= 0) return;
    int fault = disk_open(&s->disk, to_size(disk));
    if (fault != 0) {
        luaL_error(s->L, "search: there is no temporary file for `disk`: %s",
                   strerror(fault));
    }
    s->limits.keep = keep_on_disk;
}

void lsearch_free_memory(struct search_run *s)
{
    while (s->blocks != NULL) release(s, s->blocks);
    disk_close(&s->disk);
}
