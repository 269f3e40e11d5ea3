--- Reads levels of a text and says what they are, for specs of formats.

local levels = require "tessera.levels.levels"

local function fail(line, column, text)
  error(("line %d, column %d: %s"):format(line, column, text), 0)
end

--- What is read of a text: the levels and the actions behind each.
---@param module tessera.Game
---@param text string
---@param name? string of the file
---@return string[]
local function read(module, text, name)
  local source, found = levels.open(module, levels.lines(text), fail, name), {}
  for level in source.level do
    local actions = {}
    source.actions(function(action, line, column)
      actions[#actions + 1] = ("%d:%d %s"):format(line, column, action)
    end)
    found[#found + 1] = ("%s, line %d%s: %s; %s"):format(level.label, level.line,
      level.expect and " (" .. level.expect .. ")" or "", table.concat(level.rows or {}, "/"),
      table.concat(actions, ", "))
  end
  return found
end

return read
