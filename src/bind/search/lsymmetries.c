/*
 * The images of a board for searches, from tables that tessera.base.symmetry makes.
 */
#include "game/lua_game.h"
#include "lsearch.h"

enum { BYTES = 256 };

/* Checks that the cells of an image lie on the board: its corners do, and the others lie
 * between them. */
static void check_corners(lua_State *L, const struct symmetries *m,
                          const struct image *image)
{
    int64_t down = (m->rows - 1) * image->down, right = (m->cols - 1) * image->right,
            most = (int64_t)m->rows * m->cols - 1;
    int64_t corners[] = {0, down, right, down + right};
    for (int i = 0; i < 4; i++) {
        int64_t at = image->first + corners[i];
        if (at < 0 || at > most) luaL_error(L, "an image lies beside the board");
    }
}

/* Reads what the bytes of the layers become, kinds of the same layer. */
static const unsigned char *check_bytes(lua_State *L, const struct lua_game *game)
{
    size_t n;
    const char *becomes = luaL_checklstring(L, -1, &n);
    if (n != (size_t)game->layers * BYTES) luaL_error(L, "an image has no such layers");
    for (int i = 0; i < game->layers; i++) {
        const char *alphabet = game->layer[i].alphabet;
        for (const char *kind = alphabet; *kind != '\0'; kind++) {
            char image = becomes[i * BYTES + (unsigned char)*kind];
            if (image == '\0' || strchr(alphabet, image) == NULL)
                luaL_error(L, "an image has an unknown kind");
        }
    }
    return (const unsigned char *)becomes;
}

static int64_t number_in(lua_State *L, const char *name, int64_t most)
{
    lua_getfield(L, -1, name);
    int64_t n = luaL_checkinteger(L, -1);
    if (n < -most || n > most) luaL_error(L, "an image lies beside the board");
    lua_pop(L, 1);
    return n;
}

/* Reads the image in the table on top of the stack; `bytes` has room for what it makes of
 * the bytes. */
static void read_image(lua_State *L, const struct lua_game *game,
                       const struct symmetries *m, struct image *image,
                       unsigned char *bytes)
{
    int64_t most = (int64_t)m->rows * m->cols;
    luaL_checktype(L, -1, LUA_TTABLE);
    image->first = number_in(L, "first", most);
    image->down = number_in(L, "down", most);
    image->right = number_in(L, "right", most);
    check_corners(L, m, image);
    lua_getfield(L, -1, "becomes");
    if (!lua_isnil(L, -1)) {
        memcpy(bytes, check_bytes(L, game), (size_t)game->layers * BYTES);
        image->becomes = bytes;
    }
    lua_pop(L, 1);
}

void lsearch_images(struct search_run *s, int index)
{
    lua_State *L = s->L;
    if (lua_isnil(L, index)) return;
    luaL_checktype(L, index, LUA_TTABLE);
    if (!lua_game_is(s->game)) luaL_typeerror(L, 1, "state of a game written in Lua");
    const struct lua_game *game = lua_game_of(s->game);
    const struct state *root = s->successors.root;
    lua_Integer count = luaL_len(L, index);
    luaL_argcheck(L, count <= IMAGES_MAX, index, "too many images");
    size_t each = (size_t)game->layers * BYTES;
    struct symmetries *m = lua_newuserdatauv(L, sizeof *m + (size_t)count * each, 0);
    *m = (struct symmetries){.rows = rows_of(root), .cols = cols_of(root)};
    m->at = (size_t)(lua_game_cells(game, root) - (const unsigned char *)root);
    m->layers = game->layers;
    for (; m->count < count; m->count++) {
        unsigned char *bytes = (unsigned char *)(m + 1) + (size_t)m->count * each;
        lua_geti(L, index, m->count + 1);
        read_image(L, game, m, &m->image[m->count], bytes);
        lua_pop(L, 1);
    }
    s->successors.images = m;
}
