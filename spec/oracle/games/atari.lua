--- Atari Go, the twin of samples/games/atari.lua: the same game without pictures, and groups found
--- cell by cell.

local twin = require "spec.support.twin"

local stones, wins = { "black", "white" }, { "Black wins", "White wins" }
local steps = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } }

-- Whether an empty cell is beside the group of the stone there.
local function is_free(board, row, column)
  local kind, met, todo = board:get(row, column), {}, { { row, column } }
  while todo[1] do
    local cell = table.remove(todo)
    local mark = cell[1] * 10000 + cell[2]
    for _, step in ipairs(not met[mark] and steps or {}) do
      local r, c = cell[1] + step[1], cell[2] + step[2]
      local now = r >= 1 and r <= board:rows() and c >= 1 and c <= board:columns()
        and board:get(r, c)
      if now == "empty" then
        return true
      elseif now == kind then
        todo[#todo + 1] = { r, c }
      end
    end
    met[mark] = true
  end
  return false
end

-- Whether a group of the player is not free.
local function is_taken(board, player)
  for row = 1, board:rows() do
    for column = 1, board:columns() do
      if board:is(row, column, stones[player]) and not is_free(board, row, column) then
        return true
      end
    end
  end
  return false
end

return twin.of("atari", {
  outcomes = wins,

  apply = function(state, _, row, column)
    local board, player = state.board, state:turn()
    if not board:is(row, column, "empty") then
      return nil, "the cell is taken"
    end
    board:set(row, column, stones[player])
    if is_taken(board, 3 - player) then
      state:over(wins[player])
    elseif is_taken(board, player) then
      state:over(wins[3 - player])
    end
  end,

  score_range = { -1, 1 },
  score = function(state, player)
    local outcome = state:outcome()
    return not outcome and 0 or outcome == wins[player] and 1 or -1
  end,
})
