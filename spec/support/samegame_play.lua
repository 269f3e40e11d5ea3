--- SameGame for spec.support.play.

local assert = require "luassert"

local oracle = require "spec.oracle.samegame"
local play = require "spec.support.play"
local samegame = require "tessera.samegame"

local function numbers(text)
  local row, column = text:match "^(%S+) (%S+)$"
  return math.tointeger(tonumber(row)), math.tointeger(tonumber(column))
end

local game = play.new {
  new = samegame.new,
  oracle = oracle,
  natural = function(state, text, ...)
    local row, column = numbers(text)
    return state:remove(row, column, ...)
  end,
}

--- Like `play.carried`, for the first cell of the region. Also asserts that selecting any other
--- cell of the region does the same, and that `text` names one of them.
---@param before string
---@param text string
---@param after string
---@param outcome? string
---@return table state
function game:carried(before, text, after, outcome)
  local state = samegame.new(before)
  local cells = assert(state:region(numbers(text)))
  local first, found = ("%d %d"):format(cells[1][1], cells[1][2]), false
  local result = play.carried(self, before, first, after, outcome)
  for _, cell in ipairs(cells) do
    local copy, name = state:clone(), ("%d %d"):format(cell[1], cell[2])
    assert.is_true((copy:apply(name)))
    assert.is_true(copy == result)
    found = found or name == text
  end
  assert.is_true(found, text .. " must be in its region")
  return result
end

return game
