/*
 * Native code in the child of run.lua, for spec/userfile/wall_spec.lua: what somebody could try who
 * has found a fault in the engine's C. Loaded by LD_PRELOAD, it takes the place of mktime, so
 * that a script in the sandbox calls it by os.time { year = 1900 + NUMBER, month = 1, day = 1 }.
 *
 * The result is 1 if the attempt has succeeded, and otherwise 1000 + errno. Some end the process.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static pid_t parent(void)
{
    return (pid_t)syscall(SYS_getppid);
}

static long open_outside(void)
{
    return open("/etc/passwd", O_RDONLY);
}

static long open_outside_again(void)
{
    struct {
        uint64_t flags, mode, resolve;
    } how = {0, 0, 0};
    return syscall(437, AT_FDCWD, "/etc/passwd", &how, sizeof how); /* openat2 */
}

static long write_beside(void)
{
    return open("attempt.txt", O_WRONLY | O_CREAT, 0666);
}

static long write_itself(void)
{
    return open("game.lua", O_RDWR);
}

static long cut_itself(void)
{
    return truncate("game.lua", 0);
}

static long execute(void)
{
    return execl("/bin/sh", "sh", "-c", "echo executed", (char *)NULL);
}

static long internet(void)
{
    return socket(AF_INET, SOCK_STREAM, 0);
}

static long local_socket(void)
{
    return socket(AF_UNIX, SOCK_STREAM, 0);
}

static long trace_parent(void)
{
    return ptrace(PTRACE_SEIZE, parent(), 0, 0);
}

static long write_parent(void)
{
    char bytes[8] = "";
    struct iovec from = {bytes, 8}, to = {(void *)(uintptr_t)&write_parent, 8};
    return process_vm_writev(parent(), &from, 1, &to, 1, 0);
}

static long kill_parent(void)
{
    return kill(parent(), SIGUSR1);
}

static long new_process(void)
{
    long made = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (made == 0) _exit(0);
    return made;
}

static long new_process_again(void)
{
    uint64_t how[8] = {[4] = SIGCHLD};
    long made = syscall(SYS_clone3, how, sizeof how);
    if (made == 0) _exit(0);
    return made;
}

static long map_code(void)
{
    void *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return made == MAP_FAILED ? -1 : 0;
}

static long make_code(void)
{
    void *made =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(made, 4096, PROT_READ | PROT_EXEC);
}

static long memory_file(void)
{
    return syscall(SYS_memfd_create, "x", 0);
}

static long remove_file(void)
{
    return unlink("game.lua");
}

static long rename_file(void)
{
    return rename("game.lua", "other.lua");
}

static long change_mode(void)
{
    return chmod("game.lua", 0600);
}

static long raise_limit(void)
{
    return setrlimit(RLIMIT_CPU, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
}

static long type_into_terminal(void)
{
    return ioctl(STDIN_FILENO, TIOCSTI, "x");
}

static long write_to_input(void)
{
    return write(STDIN_FILENO, "written", 7);
}

static long uring(void)
{
    struct io_uring_params how = {0};
    return syscall(425, 1, &how);
}

static long namespace(void)
{
    return unshare(CLONE_NEWUSER);
}

static long dump(void)
{
    return prctl(PR_SET_DUMPABLE, 1);
}

static const char *secret; /* a variable, where it has lain from the start */

__attribute__((constructor)) static void remember(void)
{
    secret = getenv("SECRET");
}

static long environment(void)
{
    return getenv("SECRET") != NULL ? 0 : -1;
}

static long environment_in_memory(void)
{
    return secret != NULL && secret[0] != '\0' ? 0 : -1;
}

static long open_descriptor(void)
{
    char byte;
    return read(9, &byte, 1) == 1 ? 0 : -1;
}

static long open_descriptor_far(void)
{
    char byte;
    return read(2000, &byte, 1) == 1 ? 0 : -1;
}

static long duplicate(void)
{
    return fcntl(STDIN_FILENO, F_DUPFD, STDERR_FILENO + 1);
}

static long old_numbers(void)
{
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(20)
                     : "memory"); /* getpid of 32 bits */
    return result;
#else
    return syscall(SYS_ptrace, 0, 0, 0, 0);
#endif
}

static long x32_numbers(void)
{
    return syscall(0x40000000 + SYS_getpid);
}

/* ---- lies to the parent ---- */

static int channel(void)
{
    struct stat about;
    for (int i = 3; i < 64; i++) {
        if (fstat(i, &about) == 0 && S_ISSOCK(about.st_mode)) return i;
    }
    return -1;
}

/* A request of this name and text; its head promises what it likes. */
static long request(uint32_t name_length, uint32_t length, const char *name,
                    const char *text, size_t n)
{
    uint32_t head[] = {name_length, length};
    int to = channel();
    signal(SIGPIPE, SIG_IGN); /* the parent may hang up */
    if (write(to, head, sizeof head) < 0 || write(to, name, strlen(name)) < 0) return -1;
    return n > 0 && write(to, text, n) < 0 ? -1 : 0;
}

static long promise_much(void)
{
    return request(3, UINT32_MAX, "say", "no more", 7);
}

static long promise_a_long_name(void)
{
    return request(UINT32_MAX, 1, "say", "x", 1);
}

static long write_a_path(void)
{
    static const char text[] = "\x0b\0\0\0attempt.txt\x07\0\0\0written";
    return request(3, sizeof text - 1, "put", text, sizeof text - 1);
}

static long damage_a_request(void)
{
    return request(3, 3, "put", "\xff\xff\xff", 3);
}

static long read_no_answer(void)
{
    for (int i = 0; i < 100000; i++) {
        if (request(4, 0, "none", "", 0) < 0) return -1;
    }
    return 0;
}

static long write_much(void)
{
    static char page[4096];
    memset(page, 'x', sizeof page);
    for (int i = 0; i < 512; i++) {
        if (write(STDOUT_FILENO, page, sizeof page) < 0) return -1;
    }
    return 0;
}

static long stop_the_clock(void)
{
    alarm(0);
    for (int i = 0; i < 60; i++) {
        struct timespec second = {.tv_sec = 1};
        nanosleep(&second, NULL);
    }
    return 0;
}

static long compute_on(void)
{
    struct itimerval never = {0};
    alarm(0);
    setitimer(ITIMER_PROF, &never, NULL);
    setitimer(ITIMER_VIRTUAL, &never, NULL);
    for (volatile bool on = true; on;) continue;
    return 0;
}

static long leave_the_screen(void)
{
    static const char modes[] = "\x1B[?1049h\x1B[?25l\x1B[?1000h\x1B[?7l";
    if (write(STDOUT_FILENO, modes, sizeof modes - 1) < 0) return -1;
    _exit(0);
}

static const struct {
    const char *name;
    long (*attempt)(void);
} attempts[] = {
    {"execute", execute},
    {"open_outside", open_outside},
    {"open_outside_again", open_outside_again},
    {"write_beside", write_beside},
    {"write_itself", write_itself},
    {"cut_itself", cut_itself},
    {"internet", internet},
    {"local_socket", local_socket},
    {"trace_parent", trace_parent},
    {"write_parent", write_parent},
    {"kill_parent", kill_parent},
    {"new_process", new_process},
    {"new_process_again", new_process_again},
    {"map_code", map_code},
    {"make_code", make_code},
    {"memory_file", memory_file},
    {"remove_file", remove_file},
    {"rename_file", rename_file},
    {"change_mode", change_mode},
    {"raise_limit", raise_limit},
    {"type_into_terminal", type_into_terminal},
    {"write_to_input", write_to_input},
    {"uring", uring},
    {"namespace", namespace},
    {"dump", dump},
    {"environment", environment},
    {"environment_in_memory", environment_in_memory},
    {"open_descriptor", open_descriptor},
    {"open_descriptor_far", open_descriptor_far},
    {"duplicate", duplicate},
    {"old_numbers", old_numbers},
    {"x32_numbers", x32_numbers},
    {"promise_much", promise_much},
    {"promise_a_long_name", promise_a_long_name},
    {"write_a_path", write_a_path},
    {"damage_a_request", damage_a_request},
    {"read_no_answer", read_no_answer},
    {"write_much", write_much},
    {"stop_the_clock", stop_the_clock},
    {"compute_on", compute_on},
    {"leave_the_screen", leave_the_screen},
};
enum { COUNT = sizeof attempts / sizeof *attempts };

/* The attempts have numbers from 1 on in their order; spec/userfile/wall_spec.lua reads the names
 * here. */
time_t mktime(struct tm *tm)
{
    int number = tm->tm_year - 1;
    if (number < 0 || number >= COUNT) return 999;
    errno = 0;
    long result = attempts[number].attempt();
    return result < 0 ? 1000 + errno : 1;
}

/* A terminal that cannot be opened again, as that of another user. */
int ttyname_r(int descriptor, char *name, size_t size)
{
    int (*real)(int, char *, size_t);
    *(void **)&real = dlsym(RTLD_NEXT, "ttyname_r");
    return getenv("NO_TTYNAME") != NULL ? ENOTTY : real(descriptor, name, size);
}
