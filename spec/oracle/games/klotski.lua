--- Klotski, the twin of samples/games/klotski.lua: the same game without `move`.

local twin = require "spec.support.twin"

-- By the kind of a cell: the rows and columns of its block, and which row and column it is of it.
local parts = { small = { 1, 1, 1, 1 }, top = { 2, 1, 1, 1 }, bottom = { 2, 1, 2, 1 },
  west = { 1, 2, 1, 1 }, east = { 1, 2, 1, 2 }, nw = { 2, 2, 1, 1 }, ne = { 2, 2, 1, 2 },
  sw = { 2, 2, 2, 1 }, se = { 2, 2, 2, 2 } }
local steps = { up = { -1, 0 }, down = { 1, 0 }, left = { 0, -1 }, right = { 0, 1 } }

-- The upper left cell of the block with this cell, and its size.
local function block_at(board, row, column)
  local part = parts[board:get(row, column)]
  if part then
    return row - part[3] + 1, column - part[4] + 1, part[1], part[2]
  end
end

local function is_inside(board, row, column)
  return row >= 1 and row <= board:rows() and column >= 1 and column <= board:columns()
end

local function can_slide(board, row, column, direction)
  local top, left, rows, columns = block_at(board, row, column)
  if not top then
    return false
  end
  local down, across = table.unpack(steps[direction])
  for r = top + down, top + down + rows - 1 do
    for c = left + across, left + across + columns - 1 do
      local own = r >= top and r < top + rows and c >= left and c < left + columns
      if not own and not (is_inside(board, r, c) and board:is(r, c, "empty")) then
        return false
      end
    end
  end
  return true
end

local function end_if_out(state)
  local board = state.board
  for row, column in board:each "sw" do
    if row < board:rows() and board:is(row, column + 1, "se") and board:is(row + 1, column, "exit")
      and board:is(row + 1, column + 1, "exit") then
      state:over "Out"
      return
    end
  end
end

return twin.of("klotski", {
  outcomes = { "Out" },
  setup = end_if_out,

  actions = function(state, add)
    for row, column in state.board:each "block" do
      for direction in pairs(steps) do
        if can_slide(state.board, row, column, direction) then
          add("slide", row, column, direction)
        end
      end
    end
  end,

  apply = function(state, _, row, column, direction)
    local board = state.board
    if not can_slide(board, row, column, direction) then
      return nil, "there is no room"
    end
    local top, left, rows, columns = block_at(board, row, column)
    local down, across = table.unpack(steps[direction])
    local kinds = {}
    for k = 0, rows * columns - 1 do
      local r, c = top + k // columns, left + k % columns
      kinds[k] = board:get(r, c)
      board:set(r, c, "empty")
    end
    for k = 0, rows * columns - 1 do
      board:set(top + k // columns + down, left + k % columns + across, kinds[k])
    end
    end_if_out(state)
  end,
})
