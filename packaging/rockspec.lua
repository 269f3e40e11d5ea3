--- Writes the rockspecs, which must list every module. `make rockspec` calls it:
--- `lua5.4 packaging/rockspec.lua 0.3.0 FILE...`, the files as seen from lua/.

local rockspec = {}

local form = [[
-- Made by `make rockspec`.
rockspec_format = "3.0"
package = "tessera"
version = "%s-1"
source = {
  url = "%s",
}
description = {
  summary = "A Lua-scriptable engine for grid games",
  detailed = %s,
  license = "MIT",
}
dependencies = {
  "lua >= 5.4, < 5.5",
  "argparse",
}
build = {
  type = "make",
  build_target = "rock",
  -- luarocks packs what it has copied itself; what a Makefile installs is not in a packed rock.
  install_pass = false,
  -- A folder of its own, so that a developer's build stays as it is.
  build_variables = {
    BUILD = "build/rock",
    CC = "$(CC)",
    CFLAGS = "$(CFLAGS)",
    LIBFLAG = "$(LIBFLAG)",
    LUA = "$(LUA)",
    LUA_CFLAGS = "-I$(LUA_INCDIR)",
    WERROR = "",
  },
  copy_directories = { "scripts", "samples", "docs" },
  install = {
    bin = { "build/rock/bin/tessera" },
    lib = { "build/rock/tessera.so" },
    conf = { "LICENSE" },
    lua = {
%s
    },
  },
}
]]

local detailed = "[[\n" .. [[
    The cells, the physics and the search are C, everything a user wants to say is Lua.
    Five games come with it: tower, jewelry, robots, horizontally and samegame.
    It plays without other rocks. These add to it: luv (the terminal, studies), luasql-sqlite3 and
    dkjson (studies), luaexpat (levels in XML: .slc, .tmx), dkjson (.tmj), lua-zlib (compressed .tmx
    and .tmj), busted (specs of games).
]] .. "  ]]"

-- A file that is no Lua keeps its name and goes to the folder of its key. The key must be another
-- one than that of the module of this name.
local function entry(path)
  local key = path:gsub("%.lua$", ""):gsub("[./]", { ["."] = "_", ["/"] = "." })
  return ('      ["%s"] = "lua/%s",'):format(key, path)
end

--- The text of a rockspec.
---@param version string "0.3.0" or "scm"
---@param paths string[] the files of the library, as seen from lua/
---@return string
function rockspec.make(version, paths)
  local entries = {}
  for i, path in ipairs(paths) do
    entries[i] = entry(path)
  end
  table.sort(entries)
  return form:format(version, version == "scm" and "git+https://example.org/tessera.git"
    or ("https://example.org/tessera-%s.tar.gz"):format(version), detailed,
    table.concat(entries, "\n"))
end

if ... ~= "packaging.rockspec" then
  for _, version in ipairs { "scm", arg[1] } do
    local path = ("tessera-%s-1.rockspec"):format(version)
    local file <close> = assert(io.open(path, "w"))
    assert(file:write(rockspec.make(version, { select(2, ...) })))
  end
end

return rockspec
