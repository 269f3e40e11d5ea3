/*
 * The second wall, continued: the filter of system calls. A call is allowed, answered with an
 * error, as an old kernel would, or ends the process.
 */
#include "lprocess.h"
#include "lwall.h"

#ifndef NO_WALL

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

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
    assert(p->count < sizeof p->code / sizeof *p->code);
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

bool wall_restrict_calls(bool screen, int channel)
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

#endif
