--- Maps of numbers with commas between them, as Tiled exports them:
---
---     1,1,1,1
---     1,0,-1,1
---     1,1,1,1
---
--- The game says which character of its legend a number is: `cells = { [-1] = ".", [0] = "@" }`; a
--- digit may be one itself. All else is as in paragraphs.lua.

local errors = require "tessera.base.errors"
local text_lines = require "tessera.base.text_lines"

local csv = {}

-- The cells of a line of numbers, or nil, and the column and the text of the first field that is
-- none.
local function cells_of(line, game, named)
  local cells, from = {}, 1
  while from <= #line do
    local stop = line:find(",", from, true) or #line + 1
    local text = text_lines.trimmed(line:sub(line:find("%S", from) or from, stop - 1))
    local number = text:find "^-?%d+$" and math.tointeger(tonumber(text))
    local cell = number and (named[number] or #text == 1 and game.is_row(text) and text)
    if not cell then
      return nil, line:find("[^%s]", from) or from, text, number
    end
    cells[#cells + 1], from = cell, stop + 1
  end
  return table.concat(cells)
end

--- Writes maps with a character for each cell; nil if no line begins with a number and a comma.
---@param lines string[] without blanks at their ends
---@param game tessera.LevelGame
---@param options { cells?: table<integer, string> }
---@param fail fun(line: integer, column: integer, text: string) does not return
---@return string[]|nil
function csv.rewrite(lines, game, options, fail)
  local rewritten, some = {}, false
  for number, line in ipairs(lines) do
    rewritten[number] = line
    if line:find "^%s*-?%d+%s*," then
      local row, column, text, known = cells_of(line, game, options.cells or {})
      if not row then
        fail(number, column, known and ("no cell is %s"):format(text)
          or "expected a number, got " .. errors.shown(text))
      end
      rewritten[number], some = row, true
    end
  end
  return some and rewritten or nil
end

return csv
