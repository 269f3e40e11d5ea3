rockspec_format = "3.0"
package = "tessera"
version = "scm-1"
source = {
  url = "git+https://example.org/tessera.git",
}
description = {
  summary = "A Lua-scriptable engine for grid games",
  detailed = [[
    The cells, the physics and the search are C, everything a user wants to say is Lua.
    Five games come with it: tower, jewelry, robots, horizontally and samegame.
  ]],
  license = "MIT",
}
dependencies = {
  "lua >= 5.4, < 5.5",
  "argparse",
}
build = {
  type = "make",
  -- A folder of its own, so that a developer's build stays as it is.
  variables = { BUILD = "build/rock", LUA = "$(LUA)", LUA_CFLAGS = "-I$(LUA_INCDIR)", WERROR = "" },
  build_variables = { CC = "$(CC)", CFLAGS = "$(CFLAGS)", LIBFLAG = "$(LIBFLAG)" },
  install_variables = {
    CC = "$(CC)",
    CFLAGS = "$(CFLAGS)",
    LIBFLAG = "$(LIBFLAG)",
    PREFIX = "$(PREFIX)",
    BINDIR = "$(BINDIR)",
    LUADIR = "$(LUADIR)",
    LIBDIR = "$(LIBDIR)",
  },
}
