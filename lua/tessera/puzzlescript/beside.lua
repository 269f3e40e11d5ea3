--- Finds what `require "crates"` means: crates.lua, or the PuzzleScript game of crates.txt.

local errors = require "tessera.base.errors"
local files = require "tessera.base.files"

local beside = {}

-- The game in a file. Errors: the first of the game's, at the user's line.
local function read(path, text)
  local game, wrong = require("tessera.puzzlescript.read")(text)
  if game then
    return game
  end
  local first, more = wrong:match "[^\n]*", select(2, wrong:gsub("\n", ""))
  errors.fail("%s: %s%s", path, first, more > 0 and (" (and %d more errors)"):format(more) or "")
end

--- A function that runs a module in a folder or below it, and its path; or nil, nil and why there
--- is none.
---
--- Errors: the module's text cannot be loaded.
---@param folder string with its slash
---@param name string as `require` takes it
---@param env table for a module in Lua
---@return function|nil
---@return string|nil path
---@return string|nil why
function beside.chunk(folder, name, env)
  local path = name:gsub("%.", "/")
  local text, why = files.read_beside(folder, path .. ".lua")
  local puzzle = not text and files.read_beside(folder, path .. ".txt")
  if puzzle then
    return function()
      return read(folder .. path .. ".txt", puzzle)
    end, folder .. path .. ".txt"
  elseif not text then
    return nil, nil, why
  end
  local chunk, message = errors.load(text, folder .. path .. ".lua", env)
  return chunk or error(message, 0), folder .. path .. ".lua"
end

-- What Lua's own `require` asks when it has found no module in Lua or C.
local function search(name)
  local path = package.searchpath(name, (package.path:gsub("%?%.lua", "?.txt")))
  local file = path and io.open(path, "rb")
  if not file then
    return nil
  end
  local text = files.read_all(file)
  file:close()
  return text and function()
    return read(path, text)
  end, path
end

--- From now on Lua's own `require` finds games, too: where NAME.lua would be, but is not.
function beside.install()
  for _, known in ipairs(package.searchers) do
    if known == search then
      return
    end
  end
  table.insert(package.searchers, search)
end

return beside
