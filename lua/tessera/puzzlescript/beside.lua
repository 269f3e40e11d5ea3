--- The game in the file of a name beside a script, so that `require "crates"` finds crates.txt.

local files = require "tessera.base.files"
local puzzlescript = require "tessera.puzzlescript"

--- The game; nil if there is no such file.
---
--- Errors: what is wrong in the file.
---@param folder string with its slash
---@param name string
---@return tessera.PuzzleGame|nil
return function(folder, name)
  local path = name:gsub("%.", "/") .. ".txt"
  local text = files.read_beside(folder, path)
  if not text then
    return nil
  end
  local game, errors = puzzlescript.read(text)
  return game or error({ message = path .. ": " .. errors:match "[^\n]*" }, 0)
end
