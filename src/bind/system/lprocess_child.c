/*
 * tessera.process: child processes with limits.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "lprocess.h"

/* The limits of this process; zero if it has no renewed limits. */
static struct process_limits own_limits;

static int limit(int resource, uint64_t soft, uint64_t hard)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return -1;
    if (now.rlim_max != RLIM_INFINITY && hard > now.rlim_max) hard = now.rlim_max;
    if (hard > RLIM_INFINITY) hard = RLIM_INFINITY;
    if (soft > hard) soft = hard;
    return setrlimit(resource, &(struct rlimit){(rlim_t)soft, (rlim_t)hard});
}

/* Restores the signals that end a process at a limit; the parent
 * may have ignored them. */
static int default_limit_signals(void)
{
    static const int signals[] = {SIGALRM, SIGPROF, SIGXCPU};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        signal(signals[i], SIG_DFL);
        sigaddset(&set, signals[i]);
    }
    return sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* Lets SIGPROF end the process after so much more CPU time; 0: never. RLIMIT_CPU cannot be
 * renewed: the kernel counts it in ticks, and no clock shows what it has counted. */
static int limit_seconds(unsigned seconds)
{
    struct itimerval timer = {.it_value.tv_sec = seconds};
    return setitimer(ITIMER_PROF, &timer, NULL);
}

/* Sets up the child: unbuffered output, so that nothing printed is lost whatever ends it;
 * its limits; and it ends with its parent. */
static int enter_child(pid_t parent, const struct process_limits *limits, int channel)
{
    setvbuf(stdout, NULL, _IONBF, 0);
#ifdef __linux__
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
#endif
    if (getppid() != parent) _exit(1);
    if (default_limit_signals() != 0) return -1;
    process_bound(limits->output, limits->renewed, channel);
    if (limits->renewed) own_limits = *limits;
    alarm(limits->wall);
    if (limit(RLIMIT_CORE, 0, 0) != 0) return -1;
    if (limits->renewed ? limit_seconds(limits->seconds) != 0
                        : limit(RLIMIT_CPU, limits->seconds, limits->seconds + 2) != 0) {
        return -1;
    }
    return LIMITS_MEMORY ? limit(RLIMIT_AS, limits->memory, limits->memory) : 0;
}

/* ---- arguments ---- */

static unsigned limit_at(lua_State *L, const char *name)
{
    int whole;
    lua_getfield(L, 1, name);
    lua_Integer value = lua_tointegerx(L, -1, &whole);
    lua_pop(L, 1);
    if (!whole || value < 1 || value > 1 << 30) {
        luaL_argerror(L, 1, lua_pushfstring(L, "%s: expected 1..%d", name, 1 << 30));
    }
    return (unsigned)value;
}

static bool flag_at(lua_State *L, const char *name)
{
    lua_getfield(L, 1, name);
    bool on = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return on;
}

static int channel_at(lua_State *L)
{
    int channel = -1;
    if (lua_getfield(L, 1, "channel") != LUA_TNIL) {
        channel = (int)bind_integer(L, -1, STDERR_FILENO + 1, INT_MAX);
    }
    lua_pop(L, 1);
    return channel;
}

static struct process_limits check_limits(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    return (struct process_limits){
        .seconds = limit_at(L, "max_seconds"),
        .wall = limit_at(L, "max_wall"),
        .memory = (uint64_t)limit_at(L, "max_memory") << 20,
        .output = (uint64_t)limit_at(L, "max_output") << 20,
        .renewed = flag_at(L, "renewed"),
        .screen = flag_at(L, "screen"),
        .channel = channel_at(L),
    };
}

/* The limit that ends a process by this signal, or NULL. */
static const char *limit_of(int number)
{
    switch (number) {
    case SIGPROF:
    case SIGXCPU: return "max_seconds";
    case SIGALRM: return "max_wall";
    case SIGXFSZ: return "max_output";
    default: return NULL;
    }
}

/* ---- signals of the parent ---- */

/* The child for which the parent waits, and how long it may take to end in order. */
static volatile sig_atomic_t waited_for;
static volatile sig_atomic_t passed_on; /* the signal that it was sent last, or 0 */
enum { ORDERLY_SECONDS = 2 };

/* Passes a signal on to the child, and kills it if it has not ended soon after. */
static void pass_on(int number)
{
    if (waited_for == 0) return;
    if (number != SIGALRM) passed_on = number;
    kill((pid_t)waited_for, number == SIGALRM ? SIGKILL : number);
    if (number != SIGALRM) alarm(ORDERLY_SECONDS);
}

static const int passed_signals[] = {SIGALRM, SIGHUP, SIGINT, SIGTERM};
enum { PASSED = sizeof passed_signals / sizeof *passed_signals };

/* While the parent waits, what ends it is for the child, which restores the terminal; what the
 * child has written is then still passed on. Signals that are ignored stay so. */
static void pass_signals_on(pid_t child, struct sigaction *before)
{
    struct sigaction passing = {.sa_handler = pass_on};
    waited_for = (sig_atomic_t)child;
    passed_on = 0;
    for (size_t i = 0; i < PASSED; i++) {
        sigaction(passed_signals[i], NULL, &before[i]);
        if (before[i].sa_handler == SIG_IGN && passed_signals[i] != SIGALRM) continue;
        sigaction(passed_signals[i], &passing, NULL);
    }
}

static void pass_no_more(const struct sigaction *before)
{
    alarm(0);
    waited_for = 0;
    for (size_t i = 0; i < PASSED; i++) sigaction(passed_signals[i], &before[i], NULL);
}

/* process.renew(waiting): the limits of time count from now on; while the process waits
 * for a person, none does. */
static int l_renew(lua_State *L)
{
    bool waiting = lua_toboolean(L, 1);
    if (own_limits.renewed) {
        alarm(waiting ? 0 : own_limits.wall);
        limit_seconds(waiting ? 0 : own_limits.seconds);
    }
    return 0;
}

/* ---- fork ---- */

/* The ends of the pipes: those of the parent and those of the child. */
struct ends {
    int out[2], err[2], requests[2];
};

static void close_pair(const int *pair)
{
    if (pair[0] >= 0) close(pair[0]);
    if (pair[1] >= 0) close(pair[1]);
}

static bool open_ends(struct ends *ends)
{
    *ends = (struct ends){{-1, -1}, {-1, -1}, {-1, -1}};
    if (pipe(ends->out) == 0 && pipe(ends->err) == 0 &&
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends->requests) == 0) {
        return true;
    }
    int fault = errno;
    close_pair(ends->out);
    close_pair(ends->err);
    close_pair(ends->requests);
    errno = fault;
    return false;
}

/* A terminal as standard input can be written to, too: it is opened again for reading alone. */
static void only_read_input(void)
{
    char path[PATH_MAX];
    if (!isatty(STDIN_FILENO) || ttyname_r(STDIN_FILENO, path, sizeof path) != 0) return;
    int again = open(path, O_RDONLY | O_NOCTTY);
    if (again < 0) return;
    dup2(again, STDIN_FILENO);
    close(again);
}

/* Points those of the files from..to-1 that are open to /dev/null, but for the kept ones: a Lua
 * object may still close it. */
static bool forget_each(int from, int to, const int kept[2], int nothing)
{
    for (int i = from; i < to; i++) {
        if (i == kept[0] || i == kept[1] || i == nothing) continue;
        if (fcntl(i, F_GETFD) == -1 || dup2(nothing, i) == i) continue;
        if (close(i) != 0) return false; /* it lies above a limit that was lowered */
    }
    return true;
}

/* Closes all files from a number on, if the kernel can do that at once (Linux 5.9). */
static bool close_from(int from)
{
#ifdef __linux__
    enum { CLOSE_RANGE = 436 };
    return syscall(CLOSE_RANGE, (unsigned)from, ~0u, 0u) == 0;
#else
    (void)from;
    return false;
#endif
}

/* This process has no open files from now on but the first three and the kept ones (-1: none). */
static bool forget_files(const int kept[2])
{
    enum { FIRST = STDERR_FILENO + 1, FEW = 256, MANY = 1 << 16 };
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) return false;
    int end = FEW;
    for (int i = 0; i < 2; i++) end = kept[i] >= end ? kept[i] + 1 : end;
    end = nothing >= end ? nothing + 1 : end;
    bool done = forget_each(FIRST, end, kept, nothing) &&
                (close_from(end) || forget_each(end, MANY, kept, nothing));
    close(nothing);
    return done;
}

/* The child keeps stdin and its channel, and has pipes to its parent and nothing else. */
static bool take_ends(const struct ends *ends, int channel)
{
    int requests = ends->requests[1];
    process_note_terminals();
    if (dup2(ends->out[1], STDOUT_FILENO) < 0 || dup2(ends->err[1], STDERR_FILENO) < 0) {
        return false;
    }
    close_pair(ends->out);
    close_pair(ends->err);
    close(ends->requests[0]);
    only_read_input();
    return forget_files((int[]){requests, channel}) &&
           fcntl(requests, F_SETFD, FD_CLOEXEC) == 0;
}

/* Seconds of CPU time of all children that have ended. */
static double seconds_of_children(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0) return 0;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* The kernel kills a child that does not end by the signal of its limit of CPU time. */
static bool is_out_of_time(int number, double seconds,
                           const struct process_limits *limits)
{
    return number == SIGKILL && !limits->renewed && passed_on == 0 &&
           seconds > limits->seconds + 1;
}

/* The parent: waits for the child as process_relay does. */
static struct relayed wait_for(lua_State *L, pid_t child, const struct ends *ends,
                               const struct process_limits *limits)
{
    struct sigaction before[PASSED];
    close(ends->out[1]);
    close(ends->err[1]);
    close(ends->requests[1]);
    pass_signals_on(child, before);
    struct relayed end = process_relay(
        L, &(struct relay){child, ends->out[0], ends->err[0], ends->requests[0], *limits,
                           lua_isfunction(L, 2) ? 2 : 0});
    pass_no_more(before);
    return end;
}

/* process.fork(limits [, answer]): returns nothing in the child. In the parent it returns when
 * the child has ended: "exit" and the status, or "signal", its number and the name of the
 * limit behind it; and the seconds of CPU time that it took. answer(name, text) is called for
 * what the child asks. */
static int l_fork(lua_State *L)
{
    struct process_limits limits = check_limits(L);
    pid_t parent = getpid();
    struct ends ends;
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    fflush(stdout);
    signal(SIGCHLD, SIG_DFL);
    double before = seconds_of_children();
    pid_t child = open_ends(&ends) ? fork() : -1;
    if (child < 0) return bind_raise_errno(L, "start a process", errno);
    if (child == 0) {
        /* libuv may keep a ring of system calls, which the second wall refuses. */
        if (limits.screen) setenv("UV_USE_IO_URING", "0", 1);
        bool set_up = take_ends(&ends, limits.channel) &&
                      enter_child(parent, &limits, ends.requests[1]) == 0;
        return set_up ? 0 : bind_raise_errno(L, "limit the process", errno);
    }
    struct relayed end = wait_for(L, child, &ends, &limits);
    if (end.failed) return lua_error(L);
    if (end.fault != 0) return bind_raise_errno(L, "write the output", end.fault);
    bool signalled = WIFSIGNALED(end.status);
    int number = signalled ? WTERMSIG(end.status) : WEXITSTATUS(end.status);
    double seconds = seconds_of_children() - before;
    if (signalled && is_out_of_time(number, seconds, &limits)) number = SIGXCPU;
    if (signalled && number == SIGKILL && passed_on != 0) number = (int)passed_on;
    lua_pushstring(L, signalled ? "signal" : "exit");
    lua_pushinteger(L, number);
    lua_pushstring(L, end.limit != NULL ? end.limit
                      : signalled       ? limit_of(number)
                                        : NULL);
    lua_pushnumber(L, seconds);
    return 4;
}

/* process.limit(limits [, parent]): this process, which another one has started, has limits
 * from now on, no files but the first three and its channel, and ends with the other one. Without
 * its number the other one must still be there. */
static int l_limit(lua_State *L)
{
    struct process_limits limits = check_limits(L);
    bool told = !lua_isnoneornil(L, 2);
    pid_t parent = told ? (pid_t)bind_integer(L, 2, 1, INT32_MAX) : getppid();
    if (forget_files((int[]){-1, limits.channel}) &&
        enter_child(parent, &limits, -1) == 0) {
        return 0;
    }
    return bind_raise_errno(L, "limit the process", errno);
}

/* process.end_with_parent(): if the process that has started this one ends, this one gets
 * SIGTERM. */
static int l_end_with_parent(lua_State *L)
{
    (void)L;
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    return 0;
}

const luaL_Reg process_child[] = {
    {"end_with_parent", l_end_with_parent},
    {"fork", l_fork},
    {"limit", l_limit},
    {"renew", l_renew},
    {NULL, NULL},
};
