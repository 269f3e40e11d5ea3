/*
 * tessera.process: what its files share. A file of somebody else runs in a child; what a
 * child may do itself is compute, read its folder, and talk to its parent:
 *
 *     parent (lprocess_relay.c)                     child (lprocess_child.c starts it)
 *       terminal, file <- counted, filtered  <----- stdout, stderr: pipes
 *                                            -----> stdin: the parent's; a terminal opened again
 *       a request is answered                <----> a socket: head, name, text; head, text
 *       waits, kills at limits                      limits, the wall (lwall.c), the sandbox
 *
 * **Two ends, one door.** All bytes of the child go through lprocess_relay.c: it counts
 * them, shows what a terminal would obey (base/plain.h), and has a clock of its own, in
 * case that of the child is stopped. A request is a name and a text (process.ask), read
 * only up to its size; lua/tessera/userfile/broker.lua and run/requests.lua answer it and
 * believe nothing in it. The child waits for the answer, so what it has written before is
 * out by then; messages for stderr are requests for this reason, and stay in their order.
 * The child's stdout is unbuffered, so nothing that was printed is lost.
 *
 * The child has three descriptors and the socket; others that the parent had are
 * /dev/null there, because a Lua object may still close them.
 *
 * **A rule that hangs in C loses no play.** Nothing can be recorded then, so the player
 * records as it goes on, and the bytes lie ready (process.keep, lprocess_last.c): the
 * handler of the budget's timer writes them as a request ("stuck"), waits for the answer
 * and ends the process.
 *
 * The state of this process lies in lprocess_output.c: what it may still write, and the
 * way to its parent.
 */
#ifndef TESSERA_BIND_SYSTEM_LPROCESS_H
#define TESSERA_BIND_SYSTEM_LPROCESS_H

#include <sys/types.h>

#include "bind/bind.h"

/* The functions of the module that lie in each file; each list ends in NULL. */
extern const luaL_Reg process_output[], process_child[], process_last[], process_wall[];

#if defined(__SANITIZE_ADDRESS__)
enum { LIMITS_MEMORY = 0 }; /* its shadow memory takes more address space than a limit */
#else
enum { LIMITS_MEMORY = 1 };
#endif

struct process_limits {
    unsigned seconds, wall;  /* seconds of CPU time, of wall-clock time */
    uint64_t memory, output; /* bytes */
    bool renewed;            /* seconds and wall count from the last renew() */
    bool screen;             /* its output may draw on a terminal (base/plain.h) */
    int channel;             /* a descriptor that the child keeps, or -1 */
};

/* ---- lprocess_output.c ---- */

/* From now on this process may write so many bytes; its clock stands still while a reader is
 * slow, if `paused`; and `parent`, if it is not -1, is a socket on which it answers. */
void process_bound(uint64_t output, bool paused, int parent);

/* Notes which of stdout and stderr are terminals, before they become pipes. */
void process_note_terminals(void);

/* Ends the process by a signal, also if the parent has blocked it. */
void process_end_by(int number);

/* Whether a descriptor is a terminal; in a child, whether what its parent writes to is one. */
bool process_is_terminal(int descriptor);

/* The socket to the parent, or -1. */
int process_parent(void);

/* This process stands behind the wall. */
void process_set_walled(void);

/* Writes or reads n bytes. False with errno if that is not possible. */
bool process_put(int descriptor, const void *bytes, size_t n);
bool process_get(int descriptor, void *bytes, size_t n);

/* A request to the parent is this head, its name, its text; an answer is such a head without a
 * name, and a text. */
struct process_head {
    uint32_t name;   /* bytes; in an answer: whether it was done */
    uint32_t length; /* bytes of the text */
};
enum { PROCESS_NAME_MAX = 32 };

/* ---- lprocess_last.c ---- */

/* Hands over to the parent what is kept, from inside of a signal handler: `what` says what does not
 * return, for which the process has to end, and `about` what is played. False if the parent has not
 * taken it. */
bool process_hand_over(const char *what, const char *about);

/* ---- lprocess_relay.c ---- */

/* What a parent has of its child. */
struct relay {
    pid_t child;
    int out, err, requests; /* -1: closed */
    struct process_limits limits;
    int answer; /* the stack index of a function, or 0 */
};

struct relayed {
    int status;        /* as waitpid tells it */
    const char *limit; /* what the parent has stopped it for, or NULL */
    int fault;         /* errno: the output could not be written */
    bool failed;       /* an error of `answer` lies on the stack */
};

/* Passes on what the child writes, answers its requests and waits for its end. */
struct relayed process_relay(lua_State *L, struct relay *);

#endif
