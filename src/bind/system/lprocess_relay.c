/*
 * tessera.process: what a parent does while it waits for its child. **All that the child says
 * goes through here:** the bytes are counted, what a terminal would obey is shown, and a request
 * is read only up to its size. The parent believes nothing and waits for nothing but its end.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/plain.h"
#include "lprocess.h"

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0 /* an answer to a child that has ended ends this process */
#endif

enum { PIECE = 1 << 16 };
enum { POLL_MILLISECONDS = 100, GRACE_SECONDS = 2, ANSWER_SECONDS = 10 };
enum { LOOK_MILLISECONDS = 200, PATIENCE = 4 };

/* One of the two streams. */
struct stream {
    int from, to;
    bool terminal;
    struct plain plain;
};

/* A request that is being read. */
struct request {
    struct process_head head;
    size_t have; /* bytes of head, name and text */
    size_t room;
    char name[PROCESS_NAME_MAX + 1];
    char *text;
};

/* How long a child at the terminal has computed: CPU time in milliseconds. */
struct work {
    int64_t at;     /* when it was looked at last */
    int64_t spent;  /* until then */
    int64_t paused; /* until it last paused */
};

struct parent {
    struct stream out, err;
    int requests;
    struct request request;
    uint64_t left; /* bytes that the child may still write */
    struct relayed end;
    bool ended; /* the child has been waited for */
    struct work work;
    char piece[PIECE], shown[PLAIN_ROOM(PIECE)];
};

static void stop_child(struct parent *p, pid_t child, const char *limit)
{
    if (!p->ended) kill(child, SIGKILL);
    if (p->end.limit == NULL) p->end.limit = limit;
    p->left = 0;
}

/* ---- streams ---- */

static void write_out(struct parent *p, pid_t child, const struct stream *s,
                      const char *text, size_t n)
{
    while (n > 0 && p->end.fault == 0) {
        ssize_t part = write(s->to, text, n);
        if (part >= 0) {
            text += part, n -= (size_t)part;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){.fd = s->to, .events = POLLOUT}, 1, POLL_MILLISECONDS);
        } else if (errno != EINTR) {
            if (s == &p->out) p->end.fault = errno;
            if (s == &p->out) stop_child(p, child, NULL);
            return;
        }
    }
}

static void pass(struct parent *p, pid_t child, struct stream *s, const char *text,
                 size_t n)
{
    if (!s->terminal) {
        write_out(p, child, s, text, n);
        return;
    }
    for (size_t part; n > 0; text += part, n -= part) {
        part = n < PIECE ? n : PIECE;
        write_out(p, child, s, p->shown, plain_pass(&s->plain, text, part, p->shown));
    }
}

/* Counts bytes of the child. Returns how many of them are within its limit. */
static size_t count(struct parent *p, pid_t child, size_t n)
{
    if (n <= p->left) {
        p->left -= n;
        return n;
    }
    size_t within = (size_t)p->left;
    stop_child(p, child, "max_output");
    return within;
}

/* Passes on what has come. False if there is nothing now, or nothing more. */
static bool pump(struct parent *p, pid_t child, struct stream *s)
{
    if (s->from < 0) return false;
    ssize_t n = read(s->from, p->piece, sizeof p->piece);
    if (n > 0) {
        pass(p, child, s, p->piece, count(p, child, (size_t)n));
        return true;
    }
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return errno == EINTR;
    close(s->from);
    s->from = -1;
    return false;
}

static void drain(struct parent *p, pid_t child)
{
    while (pump(p, child, &p->out)) continue;
    while (pump(p, child, &p->err)) continue;
}

/* ---- requests ---- */

/* Where the next bytes of the request go, and how many at most; 0: it is whole. */
static size_t wanted(struct request *r, char **at)
{
    size_t head = sizeof r->head, name = r->have < head ? 0 : r->head.name;
    if (r->have < head) {
        *at = (char *)&r->head + r->have;
        return head - r->have;
    }
    if (r->have < head + name) {
        *at = r->name + (r->have - head);
        return head + name - r->have;
    }
    size_t had = r->have - head - name;
    *at = r->text == NULL ? NULL : r->text + had;
    return r->head.length - had;
}

/* Makes room for more of the text: twice as much as has come, so that a promise of many bytes
 * takes none. */
static bool grow(struct request *r, size_t had)
{
    if (had < r->room) return true;
    size_t room = r->room == 0 ? PIECE : 2 * r->room;
    char *text = realloc(r->text, room);
    if (text == NULL) return false;
    r->text = text;
    r->room = room;
    return true;
}

/* Reads what has come of a request. 1: it is whole; 0: it is not; -1: there will be none. */
static int read_request(struct parent *p, pid_t child)
{
    struct request *r = &p->request;
    for (;;) {
        char *at;
        size_t more = wanted(r, &at);
        if (r->have == sizeof r->head &&
            (r->head.name == 0 || r->head.name > PROCESS_NAME_MAX)) {
            return -1;
        }
        if (r->have >= sizeof r->head && more == 0) return 1;
        size_t head = sizeof r->head + r->head.name;
        if (r->have >= head && r->have > 0) {
            if (!grow(r, r->have - head)) return -1;
            wanted(r, &at);
            if (more > r->room - (r->have - head)) more = r->room - (r->have - head);
        }
        ssize_t n = recv(p->requests, at, more, MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return 0;
        if (n <= 0 || count(p, child, (size_t)n) < (size_t)n) return -1;
        r->have += (size_t)n;
    }
}

static void hang_up(struct parent *p)
{
    if (p->requests >= 0) close(p->requests);
    p->requests = -1;
}

static bool send_all(const struct parent *p, const void *bytes, size_t n)
{
    for (const char *at = bytes; n > 0;) {
        ssize_t part = send(p->requests, at, n, MSG_NOSIGNAL);
        if (part < 0 && errno != EINTR) return false;
        if (part > 0) at += part, n -= (size_t)part;
    }
    return true;
}

/* Sends an answer. A child that does not read it within ANSWER_SECONDS is answered no more. */
static void send_answer(struct parent *p, bool done, const char *text, size_t length)
{
    struct process_head head = {done, (uint32_t)length};
    if (!send_all(p, &head, sizeof head) || !send_all(p, text, length)) hang_up(p);
}

static int call_answer(lua_State *L)
{
    const struct request *r = lua_touserdata(L, 2);
    lua_pushvalue(L, 1);
    lua_pushlstring(L, r->name, r->head.name);
    lua_pushlstring(L, r->text == NULL ? "" : r->text, r->head.length);
    lua_call(L, 2, 2);
    return 2;
}

/* Calls the function of the parent: it returns a text, or nil and why not. */
static void answer(lua_State *L, struct parent *p, const struct relay *relay)
{
    int top = lua_gettop(L);
    lua_pushcfunction(L, call_answer);
    lua_pushvalue(L, relay->answer);
    lua_pushlightuserdata(L, &p->request);
    if (lua_pcall(L, 2, 2, 0) != LUA_OK) {
        p->end.failed = true;
        stop_child(p, relay->child, NULL);
        return;
    }
    fflush(stdout);
    bool done = lua_type(L, -2) == LUA_TSTRING;
    size_t length = 0;
    const char *text =
        lua_isstring(L, done ? -2 : -1) ? lua_tolstring(L, done ? -2 : -1, &length) : "";
    send_answer(p, done, text, length);
    lua_settop(L, top);
}

/* Answers a whole request, behind all that the child has written before. */
static void serve(lua_State *L, struct parent *p, const struct relay *relay)
{
    struct request *r = &p->request;
    drain(p, relay->child);
    if (r->head.name == 3 && memcmp(r->name, "say", 3) == 0) {
        pass(p, relay->child, &p->err, r->text, r->head.length);
        send_answer(p, true, "", 0);
    } else if (relay->answer == 0) {
        send_answer(p, false, "", 0);
    } else {
        answer(L, p, relay);
    }
    r->have = 0;
    memset(&r->head, 0, sizeof r->head);
}

static void take_requests(lua_State *L, struct parent *p, const struct relay *relay)
{
    int found = 0;
    while (!p->end.failed && p->requests >= 0 &&
           (found = read_request(p, relay->child)) > 0) {
        serve(L, p, relay);
    }
    if (found < 0) hang_up(p);
}

/* ---- waiting ---- */

static void set_up(struct parent *p, const struct relay *relay)
{
    struct timeval patience = {.tv_sec = ANSWER_SECONDS};
    int descriptors[] = {relay->out, relay->err};
    for (size_t i = 0; i < 2; i++) {
        fcntl(descriptors[i], F_SETFL, O_NONBLOCK);
        fcntl(descriptors[i], F_SETFD, FD_CLOEXEC);
    }
    fcntl(relay->requests, F_SETFD, FD_CLOEXEC);
    setsockopt(relay->requests, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    p->out = (struct stream){relay->out,
                             STDOUT_FILENO,
                             process_is_terminal(STDOUT_FILENO),
                             {.screen = relay->limits.screen}};
    p->err = (struct stream){relay->err,
                             STDERR_FILENO,
                             process_is_terminal(STDERR_FILENO),
                             {.progress = true}};
    p->requests = relay->requests;
    p->left = relay->limits.output;
}

static bool has_ended(struct parent *p, pid_t child, int options)
{
    pid_t found;
    while ((found = waitpid(child, &p->end.status, options)) < 0 && errno == EINTR)
        continue;
    return p->ended = found != 0;
}

/* Waits until something can be read, or for a moment. */
static void wait_a_moment(struct parent *p)
{
    struct pollfd all[] = {{.fd = p->out.from, .events = POLLIN},
                           {.fd = p->err.from, .events = POLLIN},
                           {.fd = p->requests, .events = POLLIN}};
    poll(all, 3, POLL_MILLISECONDS);
}

static void finish_stream(struct parent *p, pid_t child, struct stream *s)
{
    if (s->terminal) write_out(p, child, s, p->shown, plain_end(&s->plain, p->shown));
    if (s->from >= 0) close(s->from);
}

static int64_t milliseconds(clockid_t clock)
{
    struct timespec time = {0};
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* How long the child has computed without a pause. It pauses when it takes less than a tenth of a
 * core while it is looked at. */
static int64_t unpaused(struct work *work, pid_t child)
{
#ifdef __linux__
    clockid_t clock;
    int64_t at = milliseconds(CLOCK_MONOTONIC);
    if (at - work->at >= LOOK_MILLISECONDS && clock_getcpuclockid(child, &clock) == 0) {
        int64_t spent = milliseconds(clock);
        if (10 * (spent - work->spent) < at - work->at) work->paused = spent;
        *work = (struct work){at, spent, work->paused};
    }
#endif
    return work->spent - work->paused;
}

/* The limit of a child that has done away with its own clocks, or NULL. Those of a child at the
 * terminal are renewed with each key, of which the parent knows nothing: it has more patience. */
static const char *overdue(struct parent *p, const struct relay *relay, int64_t start)
{
    const struct process_limits *limits = &relay->limits;
    if (limits->screen) {
        int64_t most = 1000 * (PATIENCE * (int64_t)limits->seconds + GRACE_SECONDS);
        return unpaused(&p->work, relay->child) > most ? "max_seconds" : NULL;
    }
    int64_t most = 1000 * ((int64_t)limits->wall + GRACE_SECONDS);
    bool late = !limits->renewed && milliseconds(CLOCK_MONOTONIC) - start > most;
    return late ? "max_wall" : NULL;
}

static void wait_for_end(lua_State *L, struct parent *p, const struct relay *relay)
{
    int64_t start = milliseconds(CLOCK_MONOTONIC);
    while (p->out.from >= 0 || p->err.from >= 0 || p->requests >= 0) {
        wait_a_moment(p);
        drain(p, relay->child);
        if (p->requests >= 0) take_requests(L, p, relay);
        const char *limit = overdue(p, relay, start);
        if (limit != NULL) stop_child(p, relay->child, limit);
        if (has_ended(p, relay->child, WNOHANG)) break;
    }
    if (!p->ended) has_ended(p, relay->child, 0);
    drain(p, relay->child);
}

struct relayed process_relay(lua_State *L, struct relay *relay)
{
    struct parent *p = calloc(1, sizeof *p);
    if (p == NULL) {
        kill(relay->child, SIGKILL);
        return (struct relayed){.fault = ENOMEM};
    }
    set_up(p, relay);
    wait_for_end(L, p, relay);
    finish_stream(p, relay->child, &p->out);
    finish_stream(p, relay->child, &p->err);
    hang_up(p);
    struct relayed end = p->end;
    free(p->request.text);
    free(p);
    return end;
}
