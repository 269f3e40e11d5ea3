/*
 * tessera.process.wall: the second wall around a file of somebody else. The first one is the
 * sandbox of Lua. This one is the kernel's, and holds against native code, too: a fault in the
 * engine's C gives nobody the rights of the user.
 *
 *   Landlock   files can be read below a few folders, and nothing can be changed; no
 *              connection; no signal to another process
 *   seccomp    only the system calls that a game needs; no process, no socket, no memory that
 *              is both written and run, no typing into the terminal
 *
 * **The wall stands for the rest of the process, for all of its threads.** So the modules in C
 * that it needs (luv) are loaded before. Calls that are younger than Linux 5.1 are answered as an
 * old kernel would answer, because the C library falls back then; all others end the process.
 */
#include "lprocess.h"

#define NO_WALL(why)                \
    static int l_wall(lua_State *L) \
    {                               \
        lua_pushliteral(L, "");     \
        lua_pushliteral(L, why);    \
        return 2;                   \
    }

#if defined(TESSERA_NO_WALL)
NO_WALL("it was left out of this build")
#elif defined(__SANITIZE_ADDRESS__)
NO_WALL("a sanitizer works in it")
#elif !defined(__linux__)
NO_WALL("it stands on Linux alone")
#elif !defined(__GLIBC__)
NO_WALL("it knows no C library but glibc")
#elif !(defined(__x86_64__) && defined(__LP64__)) && !defined(__aarch64__)
NO_WALL("it knows no processors but x86-64 and arm64")
#else

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- the environment ---- */

/* What a terminal is asked for; all other variables are overwritten where they lie. */
static const char *const kept_names[] = {"TERM",   "COLORTERM", "NO_COLOR",
                                         "LC_ALL", "LC_CTYPE",  "LANG"};
enum { KEPT = sizeof kept_names / sizeof *kept_names };

static bool clear_environment(void)
{
    char *kept[KEPT];
    bool done = true;
    for (size_t i = 0; i < KEPT; i++) {
        const char *value = getenv(kept_names[i]);
        kept[i] = value == NULL ? NULL : strdup(value);
        done = done && (value == NULL || kept[i] != NULL);
    }
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        memset(*entry, 0, strlen(*entry));
    }
    clearenv();
    for (size_t i = 0; i < KEPT; i++) {
        if (kept[i] != NULL) done = setenv(kept_names[i], kept[i], 1) == 0 && done;
        free(kept[i]);
    }
    return done;
}

/* ---- Landlock ---- */

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, BENEATH = 1 };
enum { READ_FILE = 1 << 2 };
enum { JUST_PATH = 010000000 }; /* O_PATH, which fcntl.h has in GNU sources alone */

struct ruleset {
    uint64_t files, network, scopes;
};

struct __attribute__((packed)) beneath {
    uint64_t allowed;
    int32_t folder;
};

/* All that this version of Landlock can deny. */
static struct ruleset denied(long version)
{
    struct ruleset all = {.files = (1 << 13) - 1};
    if (version >= 2) all.files |= 1 << 13; /* another folder for a file */
    if (version >= 3) all.files |= 1 << 14; /* cutting a file */
    if (version >= 5) all.files |= 1 << 15; /* ioctl of devices */
    if (version >= 4) all.network = 3;      /* bind, connect */
    if (version >= 6) all.scopes = 3;       /* abstract sockets, signals */
    return all;
}

/* A kernel may claim a version of which it lacks a part: it gets a smaller one then. */
static int make_ruleset(long *version)
{
    for (; *version >= 1; --*version) {
        struct ruleset all = denied(*version);
        size_t size = *version >= 6   ? sizeof all
                      : *version >= 4 ? offsetof(struct ruleset, scopes)
                                      : offsetof(struct ruleset, network);
        int made = (int)syscall(CREATE_RULESET, &all, size, 0);
        if (made >= 0 || errno != EINVAL) return made;
    }
    return -1;
}

/* Lets the files at the paths in the list `read`, and below them, be read. */
static void add_paths(lua_State *L, int ruleset)
{
    lua_getfield(L, 1, "read");
    for (lua_Integer i = 1; lua_geti(L, -1, i) == LUA_TSTRING; i++) {
        int at = open(lua_tostring(L, -1), JUST_PATH | O_CLOEXEC);
        lua_pop(L, 1);
        if (at < 0) continue;
        struct beneath rule = {READ_FILE, at};
        syscall(ADD_RULE, ruleset, BENEATH, &rule, 0);
        close(at);
    }
    lua_pop(L, 2);
}

/* The version that stands, or 0. */
static long restrict_files(lua_State *L)
{
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    int ruleset = version < 1 ? -1 : make_ruleset(&version);
    if (ruleset < 0) return 0;
    add_paths(L, ruleset);
    long done = syscall(RESTRICT_SELF, ruleset, 0);
    close(ruleset);
    return done == 0 ? version : 0;
}

/* ---- seccomp ---- */

#if defined(__x86_64__)
#define THIS_ARCH AUDIT_ARCH_X86_64
#else
#define THIS_ARCH AUDIT_ARCH_AARCH64
#endif

enum {
    FIRST_YOUNG = 424
}; /* pidfd_send_signal: from here on all have the same numbers */

/* What every child may call, whatever the arguments. (wait4: a pipe of the parent's that Lua
 * collects here; there is nobody to wait for.) */
static const int plain_calls[] = {
    SYS_read,
    SYS_clock_gettime,
    SYS_brk,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_futex,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_lseek,
    SYS_pread64,
    SYS_readv,
    SYS_recvfrom,
    SYS_getcwd,
    SYS_readlinkat,
    SYS_faccessat,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_clock_getres,
    SYS_setitimer,
    SYS_getitimer,
    SYS_timer_settime,
    SYS_timer_gettime,
    SYS_getrusage,
    SYS_times,
    SYS_sysinfo,
    SYS_uname,
    SYS_set_robust_list,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_gettid,
    SYS_getpid,
    SYS_exit,
    SYS_exit_group,
    SYS_restart_syscall,
    SYS_wait4,
    SYS_getrandom,
#ifdef SYS_rseq
    SYS_rseq,
#endif
#ifdef SYS_stat /* x86-64 has the calls of old */
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_time,
    SYS_alarm,
#endif
};

/* What the loop of a terminal calls besides. */
static const int screen_calls[] = {
    SYS_epoll_ctl, SYS_epoll_pwait, SYS_ppoll,
#ifdef SYS_poll
    SYS_poll,      SYS_epoll_wait,
#endif
};

/* TCGETS2 and TCSETS2, which glibc calls since 2.42. */
#define NEW_TCGETS 0x802C542A
#define NEW_TCSETS 0x402C542B
static const uint32_t asking_ioctls[] = {TCGETS, NEW_TCGETS, TIOCGWINSZ, FIONBIO,
                                         FIONREAD};
static const uint32_t screen_ioctls[] = {TCSETS,     TCSETS + 1,     TCSETS + 2,
                                         NEW_TCSETS, NEW_TCSETS + 1, NEW_TCSETS + 2};

struct program {
    struct sock_filter code[512];
    unsigned short count;
};

static void put(struct program *p, struct sock_filter step)
{
    p->code[p->count++] = step;
}

#define STEP(...) put(p, (struct sock_filter)__VA_ARGS__)

static void load(struct program *p, size_t offset)
{
    STEP(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void result(struct program *p, uint32_t what)
{
    STEP(BPF_STMT(BPF_RET | BPF_K, what));
}

/* If the loaded word is `value`, goes on; otherwise passes over `steps`. */
static void skip_unless(struct program *p, uint32_t value, uint8_t steps)
{
    STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps));
}

static size_t argument(unsigned number)
{
    return offsetof(struct seccomp_data, args) +
           8 * number; /* little endian: the low half */
}

static void allow(struct program *p, int call)
{
    skip_unless(p, (uint32_t)call, 1);
    result(p, SECCOMP_RET_ALLOW);
}

/* Allows a call if its argument has these bits of a mask; otherwise `no`. */
static void allow_masked(struct program *p, int call, unsigned number, uint32_t mask,
                         uint32_t bits, uint32_t no)
{
    skip_unless(p, (uint32_t)call, 5);
    load(p, argument(number));
    STEP(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
    skip_unless(p, bits, 1);
    result(p, SECCOMP_RET_ALLOW);
    result(p, no);
}

/* Allows a call if its argument is one of the values; otherwise `no`. */
static void allow_values(struct program *p, int call, unsigned number,
                         const uint32_t *values, size_t count, const uint32_t *more,
                         size_t more_count, uint32_t no)
{
    skip_unless(p, (uint32_t)call, (uint8_t)(2 * (count + more_count) + 2));
    load(p, argument(number));
    for (size_t i = 0; i < count + more_count; i++) {
        skip_unless(p, i < count ? values[i] : more[i - count], 1);
        result(p, SECCOMP_RET_ALLOW);
    }
    result(p, no);
}

/* Allows a call unless its argument has this value; then `no`. */
static void allow_unless(struct program *p, int call, unsigned number, uint32_t value,
                         uint32_t no)
{
    skip_unless(p, (uint32_t)call, 4);
    load(p, argument(number));
    skip_unless(p, value, 1);
    result(p, no);
    result(p, SECCOMP_RET_ALLOW);
}

/* A limit may be read, not set: the pointer to a new one is NULL. */
static void allow_reading_limits(struct program *p)
{
    skip_unless(p, SYS_prlimit64, 6);
    load(p, argument(2));
    skip_unless(p, 0, 3);
    load(p, argument(2) + 4);
    skip_unless(p, 0, 1);
    result(p, SECCOMP_RET_ALLOW);
    result(p, SECCOMP_RET_KILL_PROCESS);
}

static void check_machine(struct program *p)
{
    load(p, offsetof(struct seccomp_data, arch));
    STEP(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCH, 1, 0));
    result(p, SECCOMP_RET_KILL_PROCESS);
    load(p, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
    STEP(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1)); /* x32 */
    result(p, SECCOMP_RET_KILL_PROCESS);
#endif
}

/* Files: reading what exists. Written to are stdout, stderr, the way to the parent and a channel;
 * with a screen all that is open but stdin, which may be the terminal: the pipes of a loop have any
 * numbers, and no file that was open before is open now. No descriptor gets a second number. */
static void add_file_calls(struct program *p, bool screen, int channel)
{
    static const uint32_t flags[] = {F_GETFD, F_SETFD, F_GETFL};
    uint32_t outputs[4] = {STDOUT_FILENO, STDERR_FILENO};
    uint32_t harmless = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK |
                        0100000 /* O_LARGEFILE as the kernel has it on x86-64 */ |
                        0400000 /* and on arm64 */;
    size_t count = 2;
    if (process_parent() >= 0) outputs[count++] = (uint32_t)process_parent();
    if (channel >= 0) outputs[count++] = (uint32_t)channel;
    static const int writing[] = {SYS_write, SYS_writev};
    for (size_t i = 0; i < 2; i++) {
        uint32_t no = SECCOMP_RET_ERRNO | EBADF;
        if (screen) {
            allow_unless(p, writing[i], 0, STDIN_FILENO, no);
        } else {
            allow_values(p, writing[i], 0, outputs, count, NULL, 0, no);
        }
    }
    allow_masked(p, SYS_openat, 2, ~harmless, O_RDONLY, SECCOMP_RET_ERRNO | EACCES);
    allow_values(p, SYS_fcntl, 1, flags, sizeof flags / sizeof *flags, NULL, 0,
                 SECCOMP_RET_KILL_PROCESS);
    allow_values(p, SYS_ioctl, 1, asking_ioctls,
                 sizeof asking_ioctls / sizeof *asking_ioctls, screen_ioctls,
                 screen ? sizeof screen_ioctls / sizeof *screen_ioctls : 0,
                 SECCOMP_RET_ERRNO | ENOTTY);
}

/* Memory that is not run, threads of this process, signals to itself. */
static void add_process_calls(struct program *p)
{
    uint32_t thread = CLONE_THREAD | CLONE_VM | CLONE_SIGHAND;
    uint32_t self = (uint32_t)getpid();
    allow_masked(p, SYS_mmap, 2, PROT_EXEC, 0, SECCOMP_RET_KILL_PROCESS);
    allow_masked(p, SYS_mprotect, 2, PROT_EXEC, 0, SECCOMP_RET_KILL_PROCESS);
    allow_masked(p, SYS_clone, 0, thread, thread, SECCOMP_RET_KILL_PROCESS);
    allow_values(p, SYS_tgkill, 0, &self, 1, NULL, 0, SECCOMP_RET_KILL_PROCESS);
    allow_values(p, SYS_prctl, 0, NULL, 0, NULL, 0, SECCOMP_RET_ERRNO | EINVAL);
    allow_reading_limits(p);
}

static bool restrict_calls(bool screen, int channel)
{
    struct program filter = {.count = 0}, *p = &filter;
    check_machine(p);
    for (size_t i = 0; i < sizeof plain_calls / sizeof *plain_calls; i++) {
        allow(p, plain_calls[i]);
    }
    for (size_t i = 0; screen && i < sizeof screen_calls / sizeof *screen_calls; i++) {
        allow(p, screen_calls[i]);
    }
    add_file_calls(p, screen, channel);
    add_process_calls(p);
    allow(p, 439); /* faccessat2, for realpath("x/.") */
    STEP(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_YOUNG, 0, 1));
    result(p, SECCOMP_RET_ERRNO | ENOSYS);
    skip_unless(p, SYS_statx, 1);
    result(p, SECCOMP_RET_ERRNO | ENOSYS);
    result(p, SECCOMP_RET_KILL_PROCESS);
    struct sock_fprog program = {p->count, p->code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
                   &program) == 0;
}

/* os.date reads /etc/localtime once. */
static void read_time_zone(void)
{
    time_t now = time(NULL);
    struct tm local;
    tzset();
    localtime_r(&now, &local);
}

/* process.wall(options): from now on this process stands behind the wall. `read`: a list of
 * the folders and files that may still be read; `screen`: it has a terminal; `channel`: a
 * descriptor that it writes to, besides that to its parent. Returns the layers
 * that stand, and what the kernel refuses, or nil. */
static int l_wall(lua_State *L)
{
    char layers[48];
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_getfield(L, 1, "screen");
    lua_getfield(L, 1, "channel");
    bool screen = lua_toboolean(L, 2);
    int channel = lua_isnil(L, 3) ? -1 : (int)lua_tointeger(L, 3);
    lua_settop(L, 1);
    read_time_zone();
    if (!clear_environment()) return bind_raise_errno(L, "clear the environment", errno);
    bool can_only_lose = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    long version = can_only_lose ? restrict_files(L) : 0;
    process_set_walled();
    bool calls = can_only_lose && restrict_calls(screen, channel);
    snprintf(layers, sizeof layers, version > 0 ? "%sLandlock %ld" : "%s",
             calls && version > 0 ? "seccomp, "
             : calls              ? "seccomp"
                                  : "",
             version);
    lua_pushstring(L, layers);
    lua_pushstring(L, calls && version > 0 ? NULL
                      : calls              ? "Landlock"
                      : version > 0        ? "seccomp"
                                           : "Landlock and seccomp");
    lua_pushboolean(L, !calls || version == 0);
    return 3;
}

#endif

const luaL_Reg process_wall[] = {{"wall", l_wall}, {NULL, NULL}};
