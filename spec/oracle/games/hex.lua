--- Hex, the twin of samples/games/hex.lua: the same game without pictures and without grids that
--- know hexagons.

local twin = require "spec.support.twin"

local stones, wins = { "red", "blue" }, { "Red wins", "Blue wins" }
local steps = { { 0, -1 }, { 0, 1 }, { -1, 0 }, { -1, 1 }, { 1, -1 }, { 1, 0 } }

-- Whether a way over stones of the player leads from the one side to the other.
local function is_joined(state, player)
  local size = { state:rows(), state:columns() }
  local board, seen, todo = state.board, {}, {}
  local function visit(row, column)
    local mark = row * 10000 + column
    if not seen[mark] and board:is(row, column, stones[player]) then
      seen[mark] = true
      todo[#todo + 1] = { row, column }
    end
  end
  for i = 1, size[3 - player] do
    visit(player == 1 and 1 or i, player == 1 and i or 1)
  end
  while todo[1] do
    local cell = table.remove(todo)
    if cell[player] == size[player] then
      return true
    end
    for _, step in ipairs(steps) do
      visit(cell[1] + step[1], cell[2] + step[2])
    end
  end
  return false
end

return twin.of("hex", {
  outcomes = wins,

  apply = function(state, verb, row, column)
    local board, player = state.board, state:turn()
    if verb == "swap" then
      row, column = board:find "red"
      if player ~= 2 or board:count "red" ~= 1 or board:count "blue" > 0 then
        return nil, "only the first stone can be taken over"
      end
    elseif not board:is(row, column, "empty") then
      return nil, "the cell is taken"
    end
    board:set(row, column, stones[player])
    if verb == "put" and is_joined(state, player) then
      state:over(wins[player])
    end
  end,

  score_range = { -1, 1 },
  score = function(state, player)
    local outcome = state:outcome()
    return not outcome and 0 or outcome == wins[player] and 1 or -1
  end,
})
