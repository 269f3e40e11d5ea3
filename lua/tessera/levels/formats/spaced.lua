--- Maps whose cells are parted by blanks, as Griddly writes them:
---
---     w w w w
---     w A g1 w
---     w w w w
---
--- A cell is a character of the legend, or a word that the game names: `cells = { g1 = "o" }`. All
--- else is as in paragraphs.lua.

local errors = require "tessera.base.errors"

local spaced = {}

-- The cells of a line, and the column and the text of the first that is unknown.
local function cells_of(line, game, named)
  local cells, column, unknown = {}, nil, nil
  for from, word in line:gmatch "()(%S+)" do
    local cell = named[word] or #word == 1 and game.is_row(word) and word
    if not cell and not unknown then
      column, unknown = from, word
    end
    cells[#cells + 1] = cell or "?"
  end
  return cells, column, unknown
end

--- Writes maps with a character for each cell; nil if no line has cells that are parted.
---@param lines string[] without blanks at their ends
---@param game tessera.LevelGame
---@param options { cells?: table<string, string> }
---@param fail fun(line: integer, column: integer, text: string) does not return
---@return string[]|nil
function spaced.rewrite(lines, game, options, fail)
  local rewritten, some, inside = {}, false, false
  for number, line in ipairs(lines) do
    local cells, column, unknown = cells_of(line, game, options.cells or {})
    local comment = line:find "^%s*;" ~= nil
    local row = cells[2] and not unknown and not comment
    if inside and unknown and not comment then
      fail(number, column, "unknown cell " .. errors.shown(unknown))
    end
    inside = line ~= "" and (inside or row)
    some = some or row
    rewritten[number] = row and table.concat(cells) or line
  end
  return some and rewritten or nil
end

return spaced
