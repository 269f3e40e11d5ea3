/*
 * Plays a game by hand: play GAME [LEVELS], where GAME is a name such as tower, a .lua file, or a
 * PuzzleScript file. Reads actions, a line each, and shows the board after each of them.
 *
 *     cc play.c $(pkg-config --cflags --libs tessera) -o play
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera.h>

static void fail(const struct tessera_error *error)
{
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

static void show(struct tessera_batch *batch)
{
    int32_t length = tessera_text(batch, 0, NULL, 0);
    char *text = (char *)malloc((size_t)length + 1);
    if (text == NULL) exit(1);
    tessera_text(batch, 0, text, (size_t)length + 1);
    fputs(text, stdout);
    free(text);
}

int main(int argc, char **argv)
{
    struct tessera_error error;
    struct tessera_source source = {sizeof source};
    struct tessera_options options = {sizeof options};
    struct tessera_arrays arrays = {sizeof arrays};
    int32_t action, outcome = -1;
    float reward;
    char line[100], how[100];

    if (argc < 2) return fprintf(stderr, "play GAME [LEVELS]\n"), 2;
    source.name = argv[1];
    source.levels = argc > 2 ? argv[2] : NULL;
    struct tessera_game *game = tessera_open(&source, &error);
    if (game == NULL) fail(&error);

    options.count = 1;
    options.autoreset = TESSERA_NEVER;
    struct tessera_batch *batch = tessera_batch_new(game, &options, &error);
    if (batch == NULL) fail(&error);

    arrays.actions = &action;
    arrays.rewards = &reward;
    arrays.outcome = &outcome;
    if (tessera_reset(batch, NULL, &arrays, &error) < 0) fail(&error);
    show(batch);
    while (outcome < 0 && fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        action = tessera_action_index(game, line);
        if (action < 0) {
            printf("There is no action '%s'.\n", line);
        } else if (tessera_step(batch, &arrays, &error) < 0) {
            fail(&error);
        } else {
            show(batch);
        }
    }
    if (tessera_outcome_text(game, outcome, how, sizeof how) > 0) printf("%s\n", how);
    tessera_batch_free(batch);
    tessera_close(game);
    return 0;
}
