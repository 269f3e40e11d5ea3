--- 2048 as rules that know nothing of `squash` and `nth`: they slide each line as a table of names.

local twin = require "spec.support.twin"

local largest = tostring(1 << 17)

-- Slides a line of names to its first end; what the tiles that met are worth.
local function slide(line)
  local slid, points, joined = {}, 0, false
  for _, name in ipairs(line) do
    if name ~= "empty" and name == slid[#slid] and not joined and name ~= largest then
      slid[#slid] = tostring(2 * tonumber(name))
      points, joined = points + 2 * tonumber(name), true
    elseif name ~= "empty" then
      slid[#slid + 1], joined = name, false
    end
  end
  for i = #slid + 1, #line do
    slid[i] = "empty"
  end
  return slid, points
end

local turns = { left = 0, down = 1, right = 2, up = 3 } -- quarter turns until it is "left"

local function add_tile(state)
  local board, row, column = state.board, nil, nil
  local free = board:count "empty"
  for _ = 1, free > 1 and state:chance(free) or 1 do
    row, column = board:find("empty", row, column)
  end
  board:set(row, column, state:chance(10) == 1 and "4" or "2")
end

return twin.of("2048", {
  name = "game2048_plain",
  setup = function(state)
    if state.board:count "tile" == 0 then
      add_tile(state)
      add_tile(state)
    end
  end,
  apply = function(state, direction)
    local board = state.board:rotated(turns[direction])
    for i = 1, board:rows() do
      local line, points = slide(board:row(i))
      board:set_row(i, line)
      state.points = state.points + points
    end
    board = board:rotated(-turns[direction])
    if board == state.board then
      return nil, "no tile would move"
    end
    state.board:paste(board)
    add_tile(state)
  end,
  outcomes = { "Game Over" },
  outcome = function(state)
    local full = state.board:count "empty" == 0
    return full and not state.board:lines("tile", 2)[1] and "Game Over" or nil
  end,
  score = function(state)
    return state.points
  end,
})
