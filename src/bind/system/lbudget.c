/*
 * tessera.budget: the CPU time that a call into a user's function may take.
 */
#include "lbudget.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>
#ifndef __EMSCRIPTEN__
#include <pthread.h>
#include <sys/time.h>
#endif

#include "lguard.h"
#include "lprocess.h"

#ifndef __EMSCRIPTEN__

struct lbudget lbudget;

static double seconds;  /* 0: there is no limit */
static char hint[32];   /* the option that sets it */
static char ending[64]; /* how the message begins that ends the process; "": none does */
static char file[1024]; /* what stands behind it, if no line is known */
static char about[256]; /* what is played */
static unsigned late_ones; /* the calls that have used up their budget */
static char where[512];    /* where the last one was */
static char told[4096];    /* its error, which may be cut */

/* ---- the hook ---- */

/* The hook that somebody else had set in the thread that was stopped. */
static struct {
    lua_State *L;
    lua_Hook hook;
    int mask, count;
} theirs;

void lbudget_end(struct lbudget_frame *f)
{
    bool kept = theirs.L == f->L && theirs.hook != NULL;
    lbudget.over = 0;
    lua_sethook(f->L, kept ? theirs.hook : NULL, kept ? theirs.mask : 0, theirs.count);
    theirs.hook = NULL;
}

/* ---- the timer ---- */

enum { EVERYWHERE = LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT };

/* Ends a call that is over. A coroutine that rested meanwhile may still have this hook. */
static void end_call(lua_State *L, lua_Debug *at)
{
    struct lbudget_frame *call = lbudget.call;
    (void)at;
    if (!lbudget.over || call == NULL) {
        lua_sethook(L, NULL, 0, 0);
        return;
    }
    for (struct lbudget_frame *f = lbudget.top; f != call; f = f->outer) {
        lua_sethook(f->L, end_call, EVERYWHERE, 1);
    }
    lua_sethook(call->L, end_call, EVERYWHERE, 1);
    if (where[0] == '\0') {
        struct text t = text_into(where, sizeof where);
        lguard_where(L, &t);
    }
    luaL_error(L, "the budget of time is used up");
}

/* A budget is this many ticks. */
enum { TICKS = 8 };

static pthread_t owner;   /* the thread in which Lua runs */
static unsigned seen;     /* the call that the last tick has seen */
static unsigned seen_for; /* for how many ticks */

static void say(const char *text)
{
    process_put(STDERR_FILENO, text, strlen(text));
}

/* Writes which line of the user's has called what does not return. No hook was reached for two budgets,
 * so no function has begun or ended: Lua's calls lie still, and looking at them allocates nothing. */
static void put_where(struct text *out)
{
    where[0] = '\0';
    struct text at = text_into(where, sizeof where);
    lguard_where(lbudget.top->L, &at);
    if (where[0] == '\0') text_string(out, file);
    text_shown(out, where, strlen(where), sizeof where / 4 - 1);
}

/* The last resort: a function in C that does not return, or what runs where Lua calls no hook, such
 * as a message handler. A parent that has a play to save tells it itself. */
static void end_process(const struct lbudget_frame *call)
{
    char what[sizeof file + ACTION_TEXT_MAX + 64];
    struct text t = text_into(what, sizeof what);
    if (ending[0] == '\0') return;
    put_where(&t);
    text_string(&t, call->name);
    if (call->tell != NULL) call->tell(call, &t);
    if (process_hand_over(what, about)) _exit(1);
    say(ending);
    say(what);
    say(" has not returned after three times its CPU time");
    say(hint);
    say(", and cannot be stopped");
    say(about);
    say("\n");
    _exit(1);
}

static void set_timer(double every)
{
    struct timeval part = {.tv_sec = (time_t)every};
    part.tv_usec = (suseconds_t)((every - (double)part.tv_sec) * 1e6);
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){part, part}, NULL);
}

static void look_after(struct lbudget_frame *call)
{
    if (lbudget.calls != seen) {
        seen = lbudget.calls;
        seen_for = 0;
    }
    /* The first tick may come right after the call has begun. */
    if (++seen_for <= TICKS) return;
    lua_State *L = lbudget.top->L;
    lua_Hook now = lua_gethook(L);
    if (!lbudget.over) {
        lbudget.over = 1;
        theirs.L = L;
        theirs.hook = now == end_call ? NULL : now;
        theirs.mask = lua_gethookmask(L);
        theirs.count = lua_gethookcount(L);
        where[0] = '\0';
    }
    lua_sethook(L, end_call, EVERYWHERE, 1);
    if (seen_for > 3 * TICKS) end_process(call);
}

static void on_tick(int number)
{
    int before = errno;
    struct lbudget_frame *call = lbudget.call;
    if (!pthread_equal(pthread_self(), owner)) {
        pthread_kill(owner, number);
    } else if (call != NULL) {
        look_after(call);
    } else if (lbudget.calls == seen) {
        lbudget.ticking = 0;
        set_timer(0);
    } else {
        seen = lbudget.calls;
        seen_for = 0;
    }
    errno = before;
}

void lbudget_tick(void)
{
    if (seconds <= 0) return;
    lbudget.ticking = 1;
    set_timer(seconds / TICKS);
}

/* A child has no timer of its parent. */
static void forget_ticking(void)
{
    lbudget.ticking = 0;
    owner = pthread_self();
}

static bool start_ticking(void)
{
    static bool started;
    struct sigaction ticking = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
    owner = pthread_self();
    lbudget.ticking = 0;
    if (!started && pthread_atfork(NULL, NULL, forget_ticking) != 0) return false;
    started = true;
    return sigaction(SIGVTALRM, &ticking, NULL) == 0;
}
/* ---- errors ---- */

static void copy(char *to, size_t room, const char *text)
{
    size_t n = strlen(text);
    if (n >= room) n = room - 1;
    memcpy(to, text, n);
    to[n] = '\0';
}

void lbudget_push(lua_State *L, const struct lbudget_late *late)
{
    char spent[80];
    late_ones++;
    snprintf(spent, sizeof spent, "%g s of CPU time%s", seconds, hint);
    lbudget_tell(L, late, where, spent);
    copy(told, sizeof told, lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "");
}

/* ---- the module ---- */

/* The state is closed, and with it this library: no signal may find its handler any more. */
static int l_stop(lua_State *L)
{
    (void)L;
    lbudget.on = false;
    set_timer(0);
    signal(SIGVTALRM, SIG_IGN);
    return 0;
}

/* Keeps something in the registry that is collected when the state is closed. */
static void stop_at_end(lua_State *L)
{
    static const luaL_Reg stopping[] = {{"__gc", l_stop}, {NULL, NULL}};
    static const char key;
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &key) == LUA_TNIL) {
        lua_newuserdatauv(L, 0, 0);
        bind_set_metatable(L, "tessera.budget_end", stopping);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
    }
    lua_pop(L, 1);
}

/* budget.set(seconds, hint, ending, file): from now on a call may take so many seconds of CPU time, 0: as
 * many as it takes. `hint` ends messages: " (--rule-seconds)". `ending` begins the message of a
 * call that nothing can stop, which ends the process; without it none does. `file` follows where no line of
 * the user's is known. */
static int l_set(lua_State *L)
{
    double given = luaL_checknumber(L, 1);
    luaL_argcheck(L, given == 0 || (given >= 0.01 && given <= 1e6), 1,
                  "expected 0 or 0.01..1000000");
    copy(hint, sizeof hint, luaL_optstring(L, 2, ""));
    copy(ending, sizeof ending, luaL_optstring(L, 3, ""));
    copy(file, sizeof file, luaL_optstring(L, 4, ""));
    stop_at_end(L);
    lbudget.on = true;
    seconds = given;
    if (!start_ticking()) return bind_raise_errno(L, "limit the time of rules", errno);
    return 0;
}

/* budget.seconds(): the budget of a call; nil if none was set */
static int l_seconds(lua_State *L)
{
    lua_pushnumber(L, seconds);
    if (!lbudget.on) lua_pushnil(L);
    return 1;
}

/* budget.shorten(seconds): another budget, while something is tried */
static int l_shorten(lua_State *L)
{
    seconds = luaL_checknumber(L, 1);
    lbudget.ticking = 0;
    return 0;
}

/* budget.about(text): what is played, for the message of a call that nothing can stop */
static int l_about(lua_State *L)
{
    copy(about, sizeof about, luaL_checkstring(L, 1));
    return 0;
}

/* budget.late(): how many calls have used up their budget so far, and the error of the last one */
static int l_late_ones(lua_State *L)
{
    lua_pushinteger(L, late_ones);
    lua_pushstring(L, told);
    return 2;
}

#else

static int l_late_ones(lua_State *L)
{
    lua_pushinteger(L, 0);
    return 1;
}

static int l_nothing(lua_State *L)
{
    (void)L;
    return 0;
}

#define l_about l_nothing
#define l_seconds l_nothing
#define l_set l_nothing
#define l_shorten l_nothing

#endif

EXPORT int luaopen_tessera_budget(lua_State *L);

int luaopen_tessera_budget(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"about", l_about},     {"call", lbudget_call}, {"late", l_late_ones},
        {"seconds", l_seconds}, {"set", l_set},         {"shorten", l_shorten},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
    return 1;
}
