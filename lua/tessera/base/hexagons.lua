--- Boards of hexagons as texts. Each row begins half a cell to the right of the one above it:
---
---     . . x
---      . x .
---       x . .
---
--- Rows of such a board may also stand without these blanks: "..x/.x./x..". So a blank is no cell.

local characters = require "tessera.base.characters"

local hexagons = {}

--- A row as it is printed.
---@param row string its cells alone
---@param number integer from 1
---@return string
function hexagons.row(row, number)
  return (" "):rep(number - 1) .. table.concat(characters.list(row), " ")
end

--- A text without blanks between and before cells; lines and "/" stay.
---@param text string
---@return string
function hexagons.plain(text)
  return (text:gsub("[ \t]+", ""))
end

--- Rows as they are printed.
---@param rows string[] their cells alone
---@return string[]
function hexagons.rows(rows)
  local slanted = {}
  for i, row in ipairs(rows) do
    slanted[i] = hexagons.row(row, i)
  end
  return slanted
end

return hexagons
