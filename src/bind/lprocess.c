/*
 * tessera.process: signals, output, child processes with limits, files.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "bind.h"

/* process.default_signals(): from now on Ctrl-C ends the process at once, also
 * inside a long search, and a closed pipe ends it quietly, even if the parent
 * process ignores these signals. A file that may grow no more (RLIMIT_FSIZE) is a write that
 * fails, and its error is told. */
static int l_default_signals(lua_State *L)
{
    (void)L;
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
    return 0;
}

struct limits {
    unsigned seconds, wall;  /* seconds of CPU time, of wall-clock time */
    uint64_t memory, output; /* bytes */
    bool renewed;            /* seconds and wall count from the last renew() */
};

/* The limits of this process; zero if it has no renewed limits. */
static struct limits own_limits;

/* How many bytes the process may still write; only a child is limited. */
static uint64_t output_left = UINT64_MAX;

/* Ends the process by a signal, also if the parent has blocked it. */
static void end_by(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

/* process.write(...): writes strings and numbers to stdout. A failed write raises an
 * error. At the limit SIGXFSZ ends the process. The clock of renewed
 * limits stands still while the reader is slow. */
static int l_write(lua_State *L)
{
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        size_t length;
        const char *s = luaL_checklstring(L, i, &length);
        size_t part = length < output_left ? length : (size_t)output_left;
        unsigned left = own_limits.renewed ? alarm(0) : 0;
        bool written = fwrite(s, 1, part, stdout) == part;
        int fault = errno;
        if (left > 0) alarm(left);
        if (!written) return bind_raise_errno(L, "write the output", fault);
        output_left -= part;
        if (part < length) end_by(SIGXFSZ);
    }
    return 0;
}

/* process.flush(): flushes stdout. */
static int l_flush(lua_State *L)
{
    errno = EIO; /* reported for a write that failed earlier */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return bind_raise_errno(L, "write the output", errno);
    }
    return 0;
}

/* process.silence(on): what is written to stdout and stderr is dropped; with false it is
 * written again. */
static int l_silence(lua_State *L)
{
    static int kept[] = {-1, -1};
    bool on = lua_isnone(L, 1) || lua_toboolean(L, 1);
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        int descriptor = i == 0 ? STDOUT_FILENO : STDERR_FILENO;
        int other = on && kept[i] < 0 ? open("/dev/null", O_WRONLY) : on ? -1 : kept[i];
        if (other < 0) continue;
        kept[i] = on ? dup(descriptor) : -1;
        if (dup2(other, descriptor) < 0) return bind_raise_errno(L, "be silent", errno);
        close(other);
    }
    return 0;
}

/* ---- a child process with limits ---- */

#if defined(__SANITIZE_ADDRESS__)
enum { LIMITS_MEMORY = 0 }; /* its shadow memory takes more address space than a limit */
#else
enum { LIMITS_MEMORY = 1 };
#endif

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
static int enter_child(pid_t parent, const struct limits *limits)
{
    setvbuf(stdout, NULL, _IONBF, 0);
#ifdef __linux__
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
#endif
    if (getppid() != parent) _exit(1);
    if (default_limit_signals() != 0) return -1;
    output_left = limits->output;
    if (limits->renewed) own_limits = *limits;
    alarm(limits->wall);
    if (limit(RLIMIT_CORE, 0, 0) != 0) return -1;
    if (limits->renewed ? limit_seconds(limits->seconds) != 0
                        : limit(RLIMIT_CPU, limits->seconds, limits->seconds + 2) != 0) {
        return -1;
    }
    return LIMITS_MEMORY ? limit(RLIMIT_AS, limits->memory, limits->memory) : 0;
}

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

static struct limits check_limits(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_getfield(L, 1, "renewed");
    bool renewed = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return (struct limits){limit_at(L, "max_seconds"), limit_at(L, "max_wall"),
                           (uint64_t)limit_at(L, "max_memory") << 20,
                           (uint64_t)limit_at(L, "max_output") << 20, renewed};
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

/* While the parent waits, what ends it is for the child, which restores the terminal. */
static void pass_signals_on(pid_t child)
{
    static const int signals[] = {SIGALRM, SIGHUP, SIGINT, SIGTERM};
    struct sigaction passing = {.sa_handler = pass_on};
    waited_for = (sig_atomic_t)child;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        sigaction(signals[i], &passing, NULL);
    }
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

/* Seconds of CPU time of all children that have ended. */
static double seconds_of_children(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_CHILDREN, &used) != 0) return 0;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

/* process.fork(limits): returns nothing in the child. In the parent it returns when the
 * child has ended: "exit" and the status, or "signal", its number and the name of the
 * limit behind it; and the seconds of CPU time that it took. */
static int l_fork(lua_State *L)
{
    struct limits limits = check_limits(L);
    pid_t parent = getpid();
    int status;
    fflush(stdout);
    double before = seconds_of_children();
    pid_t child = fork();
    if (child < 0) return bind_raise_errno(L, "start a process", errno);
    if (child == 0) {
        if (enter_child(parent, &limits) == 0) return 0;
        return bind_raise_errno(L, "limit the process", errno);
    }
    if (limits.renewed) pass_signals_on(child);
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return bind_raise_errno(L, "wait for the process", errno);
    }
    if (limits.renewed) {
        alarm(0);
        waited_for = 0;
    }
    bool signalled = WIFSIGNALED(status);
    int number = signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    if (signalled && number == SIGKILL && passed_on != 0) number = (int)passed_on;
    lua_pushstring(L, signalled ? "signal" : "exit");
    lua_pushinteger(L, number);
    lua_pushstring(L, signalled ? limit_of(number) : NULL);
    lua_pushnumber(L, seconds_of_children() - before);
    return 4;
}

/* process.limit(limits [, parent]): this process, which another one has started, has limits
 * from now on, and ends with the other one. Without its number the other one must still be
 * there. */
static int l_limit(lua_State *L)
{
    struct limits limits = check_limits(L);
    bool told = !lua_isnoneornil(L, 2);
    pid_t parent = told ? (pid_t)bind_integer(L, 2, 1, INT32_MAX) : getppid();
    if (enter_child(parent, &limits) == 0) return 0;
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

/* process.real_path(path): the path without symbolic links and dots; or
 * nil and why not */
static int l_real_path(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    char real[PATH_MAX];
    if (realpath(path, real) == NULL) return luaL_fileresult(L, 0, path);
    lua_pushstring(L, real);
    return 1;
}

/* process.regular_file(path): the file's real path; or nil and why not, also for a
 * folder, a pipe or a device, which may never end */
static int l_regular_file(lua_State *L)
{
    struct stat about;
    const char *path = luaL_checkstring(L, 1);
    if (stat(path, &about) != 0) return luaL_fileresult(L, 0, path);
    if (S_ISREG(about.st_mode)) return l_real_path(L);
    lua_pushnil(L);
    lua_pushfstring(L, "%s: it is no file", path);
    return 2;
}

/* Writes a whole file that is open; or returns -1 with errno. */
static int write_all(int descriptor, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t part = write(descriptor, text, length);
        if (part < 0 && errno != EINTR) return -1;
        if (part > 0) text += part, length -= (size_t)part;
    }
    return fsync(descriptor);
}

/* Writes a file beside another one, with its permissions, and gives it the other's name. */
static int replace(const char *path, char *part, const char *text, size_t length)
{
    struct stat about;
    if (lstat(path, &about) != 0) return -1;
    errno = EINVAL;
    if (!S_ISREG(about.st_mode) || access(path, W_OK) != 0) return -1;
    int descriptor = mkstemp(part);
    if (descriptor < 0) return -1;
    bool written = write_all(descriptor, text, length) == 0 &&
                   fchmod(descriptor, about.st_mode & 07777) == 0;
    int fault = errno;
    if (close(descriptor) != 0 && written) written = false, fault = errno;
    if (written && rename(part, path) == 0) return 0;
    if (written) fault = errno;
    unlink(part);
    errno = fault;
    return -1;
}

/* process.replace(path, text): a plain file gets another text, at once: who opens it finds
 * the old text or the new one. Returns true; or nil and why not */
static int l_replace(lua_State *L)
{
    size_t length;
    const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &length);
    char part[PATH_MAX];
    int needed = snprintf(part, sizeof part, "%s.XXXXXX", path);
    errno = ENAMETOOLONG;
    bool done = needed < (int)sizeof part && replace(path, part, text, length) == 0;
    return luaL_fileresult(L, done, path);
}

/* process.is_terminal(descriptor) */
static int l_is_terminal(lua_State *L)
{
    lua_pushboolean(L, isatty((int)bind_integer(L, 1, 0, INT_MAX)));
    return 1;
}

/* process.die(signal): ends the process by this signal. */
static int l_die(lua_State *L)
{
    end_by((int)bind_integer(L, 1, 1, 64));
    return 0;
}

/* Opens those of stdin, stdout and stderr that are closed, so that no other file takes their
 * place. Reading and writing them still fails. */
static void fill_standard_files(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
        if (fcntl(i, F_GETFD) != -1) continue;
        int other = open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (other >= 0 && other != i) {
            dup2(other, i);
            close(other);
        }
    }
}

EXPORT int luaopen_tessera_process(lua_State *L);

int luaopen_tessera_process(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"default_signals", l_default_signals},
        {"die", l_die},
        {"end_with_parent", l_end_with_parent},
        {"flush", l_flush},
        {"fork", l_fork},
        {"is_terminal", l_is_terminal},
        {"limit", l_limit},
        {"real_path", l_real_path},
        {"regular_file", l_regular_file},
        {"renew", l_renew},
        {"replace", l_replace},
        {"silence", l_silence},
        {"write", l_write},
        {NULL, NULL},
    };
    fill_standard_files();
    luaL_newlib(L, functions);
    lua_pushboolean(L, LIMITS_MEMORY);
    lua_setfield(L, -2, "limits_memory");
    return 1;
}
