/*
 * Opens games as another program does, for spec/api/open.lua: try ARGUMENT ...
 *
 *     FILE             opens it by its name, tells what it is or what is wrong, and closes it
 *     -t -T            from now on by its text; trusted
 *     -m BYTES -i N    memory, instructions
 *     -l FILE          levels; - for the game's own
 *     -f CALLS         lets the n-th allocation and all behind it fail, for n = 1, 1 + CALLS, ...,
 *                      until the game opens; then the same with a batch and trees of it; tells the
 *                      errors
 *     threads FILE     opens it in eight threads, a hundred times
 *     misuse           wrong arguments, each of which must be refused
 *
 * A line: name players levels rows columns traits; or FILE:LINE:COLUMN:RULE:MESSAGE.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tessera.h"

/* ---- allocations that fail ---- */

static long left = -1; /* until they fail; -1: never */
static bool failed;

#ifdef WRAPPED
void *__real_malloc(size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_calloc(size_t count, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_calloc(size_t count, size_t size);
char *__wrap_strdup(const char *text);

static bool fails(void)
{
    if (left < 0) return false;
    if (left > 0) left--;
    failed = failed || left == 0;
    return left == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}
#endif

/* ---- opening ---- */

static struct tessera_source source;
static bool by_text;

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = (char *)malloc(1 << 20);
    if (file == NULL || text == NULL) exit(2);
    *length = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

static struct tessera_game *open_game(const char *path, struct tessera_error *error)
{
    char *text = NULL;
    struct tessera_source s = source;
    s.size = sizeof s;
    s.name = path;
    if (by_text) s.text = text = read_file(path, &s.length);
    struct tessera_game *game = tessera_open(&s, error);
    free(text);
    return game;
}

static void tell(const struct tessera_error *e)
{
    printf("%s:%d:%d:%s:%s\n", e->file, (int)e->line, (int)e->column, e->rule, e->text);
}

static void try_game(const char *path)
{
    struct tessera_error error;
    struct tessera_game *g = open_game(path, &error);
    if (g == NULL) {
        tell(&error);
    } else {
        printf("%s %d %d %d %d %u\n", tessera_name(g), (int)tessera_players(g),
               (int)tessera_levels(g), (int)tessera_rows(g), (int)tessera_columns(g),
               (unsigned)tessera_traits(g));
    }
    tessera_close(g);
    fflush(stdout);
}

/* Whether trees of a batch are made and walked. */
static bool search(struct tessera_batch *b, struct tessera_error *e)
{
    struct tessera_trees_options o;
    struct tessera_leaves leaves;
    memset(&o, 0, sizeof o);
    memset(&leaves, 0, sizeof leaves);
    o.size = sizeof o;
    o.nodes = 9;
    leaves.size = sizeof leaves;
    struct tessera_trees *trees = tessera_trees_new(b, &o, e);
    const bool fine = trees != NULL && tessera_trees_select(trees, &leaves, e) == 2;
    tessera_trees_free(trees);
    return fine;
}

/* Whether all goes well with a batch. */
static bool play(struct tessera_game *g, struct tessera_error *e)
{
    struct tessera_options o;
    struct tessera_arrays a;
    static const int32_t actions[2] = {0, 0};
    char text[4096];
    memset(&o, 0, sizeof o);
    memset(&a, 0, sizeof a);
    memset(e, 0, sizeof *e);
    o.size = sizeof o;
    o.count = o.threads = 2;
    a.size = sizeof a;
    a.actions = actions;
    struct tessera_batch *b = tessera_batch_new(g, &o, e);
    bool fine =
        b != NULL && tessera_reset(b, NULL, &a, e) == 0 && search(b, e) &&
        tessera_step(b, &a, e) >= 0 && tessera_text(b, 0, text, sizeof text) > 0 &&
        tessera_save(b, 0, text, sizeof text) > 0 && tessera_load(b, 1, text, e) == 0;
    tessera_batch_free(b);
    return fine;
}

static void try_failing_batch(struct tessera_game *g)
{
    struct tessera_error error;
    char last[sizeof error.text] = "-";
    bool fine = false;
    for (long n = 1;; n++) {
        left = n;
        failed = false;
        fine = play(g, &error);
        left = -1;
        if (!failed) break;
        if (!fine && strcmp(error.text, last) != 0)
            printf("a batch: %s\n", strcpy(last, error.text));
    }
    puts(fine ? "played" : error.text);
}

static void try_failing(const char *path, long step)
{
    struct tessera_error error;
    struct tessera_game *g;
    char last[sizeof error.text] = "";
    for (long n = 1;; n += step) {
        left = n;
        failed = false;
        g = open_game(path, &error);
        left = -1;
        if (!failed) break;
        if (g != NULL) puts("it opened");
        if (g == NULL && strcmp(error.text, last) != 0) puts(strcpy(last, error.text));
        tessera_close(g);
    }
    puts(g != NULL ? "opened" : error.text);
    if (g != NULL) try_failing_batch(g);
    tessera_close(g);
}

/* ---- threads ---- */

static void *open_often(void *path)
{
    struct tessera_error error;
    for (int i = 0; i < 20; i++) {
        struct tessera_game *g = open_game((const char *)path, &error);
        if (g == NULL) return path;
        tessera_close(g);
    }
    return NULL;
}

static void try_threads(const char *path)
{
    pthread_t thread[8];
    for (int i = 0; i < 8; i++) {
        if (pthread_create(&thread[i], NULL, open_often, (void *)path) != 0) exit(2);
    }
    for (int i = 0; i < 8; i++) {
        void *result;
        pthread_join(thread[i], &result);
        puts(result == NULL ? "opened" : "failed");
    }
}

/* ---- misuse ---- */

static void refuse(const struct tessera_source *s, const char *what)
{
    struct tessera_error error;
    struct tessera_game *g = tessera_open(s, &error);
    printf("%s: %s\n", what, g != NULL ? "it opened" : error.text);
    if (tessera_open(s, NULL) != NULL) puts("it opened without an error");
    tessera_close(g);
}

static void try_misuse(void)
{
    struct {
        struct tessera_source s;
        char more[16];
    } larger;
    struct tessera_source s;
    memset(&s, 0, sizeof s);
    refuse(NULL, "NULL");
    refuse(&s, "no size");
    s.size = 4;
    refuse(&s, "a small size");
    s.size = (size_t)-1;
    refuse(&s, "a large size");
    s.size = sizeof s;
    refuse(&s, "no name");
    s.name = "";
    refuse(&s, "an empty name");
    s.name = "x.lua";
    s.length = 3;
    refuse(&s, "a length without a text");
    s.text = "return";
    s.length = (size_t)-1;
    refuse(&s, "a length beyond all memory");
    s.text = NULL;
    s.length = 0;
    s.memory = 1;
    refuse(&s, "one byte of memory");
    s.memory = 0;
    s.instructions = -1;
    refuse(&s, "negative instructions");
    s.instructions = INT64_MAX;
    refuse(&s, "too many instructions");
    memset(&larger, 0, sizeof larger);
    larger.s.size = sizeof larger;
    larger.s.name = "nothing";
    refuse(&larger.s, "a newer program");
    larger.more[3] = 1;
    refuse(&larger.s, "a newer program that asks for more");
    s.instructions = 0;
    s.size = 2 * sizeof(size_t);
    s.name = "nothing";
    refuse(&s, "an older program");
    tessera_close(NULL);
    printf("'%s' %d %d %d %d %u\n", tessera_name(NULL), (int)tessera_players(NULL),
           (int)tessera_levels(NULL), (int)tessera_rows(NULL), (int)tessera_columns(NULL),
           (unsigned)tessera_traits(NULL));
}

int main(int argc, char **argv)
{
    long step = 0;
    bool threads = false;
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        if (strcmp(a, "-t") == 0)
            by_text = true;
        else if (strcmp(a, "-T") == 0)
            source.trusted = 1;
        else if (strcmp(a, "-m") == 0)
            source.memory = strtoul(argv[++i], NULL, 10);
        else if (strcmp(a, "-i") == 0)
            source.instructions = atol(argv[++i]);
        else if (strcmp(a, "-f") == 0)
            step = atol(argv[++i]);
        else if (strcmp(a, "-l") == 0)
            source.levels = argv[++i];
        else if (strcmp(a, "threads") == 0)
            threads = true;
        else if (strcmp(a, "misuse") == 0)
            try_misuse();
        else if (threads)
            try_threads(a);
        else if (step > 0)
            try_failing(a, step);
        else
            try_game(a);
        if (source.levels != NULL && strcmp(source.levels, "-") == 0)
            source.levels = NULL;
    }
    return 0;
}
