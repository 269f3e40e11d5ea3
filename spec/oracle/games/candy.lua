--- Candy, the twin of samples/games/candy.lua: the same game without pictures.

local twin = require "spec.support.twin"

local sweets = { "red", "green", "blue", "yellow", "pink" }

-- The cells of all lines of three or more, across and down.
local function lines(board)
  local found, any = {}, false
  for row, column, kind in board:each(sweets) do
    for _, way in ipairs { "right", "down" } do
      local row2, column2 = board:step(row, column, way)
      local row3, column3
      if row2 then
        row3, column3 = board:step(row2, column2, way)
      end
      if row3 and board:is(row2, column2, kind) and board:is(row3, column3, kind) then
        any = true
        found[row .. " " .. column], found[row2 .. " " .. column2] = true, true
        found[row3 .. " " .. column3] = true
      end
    end
  end
  return found, any
end

-- Each sweet falls one cell, if it can; so does a new one into the uppermost cell of a column.
local function fall(state)
  local board, moved = state.board, false
  for row = board:rows() - 1, 1, -1 do
    for column = 1, board:columns() do
      if board:is(row, column, sweets) and board:is(row + 1, column, "empty") then
        board:set(row + 1, column, board:get(row, column)):set(row, column, "empty")
        moved = true
      end
    end
  end
  for row, column in board:copy():each "empty" do
    if row == 1 or board:is(row - 1, column, "stone") then
      board:set(row, column, sweets[state:chance(5)])
      moved = true
    end
  end
  return moved
end

local function settle(state)
  local board = state.board
  repeat
    local going = fall(state)
    if board:count "empty" == 0 then
      for cell in pairs((lines(board))) do
        local row, column = cell:match "(%d+) (%d+)"
        board:set(math.tointeger(row), math.tointeger(column), "empty")
        state.points = state.points + 10
        going = true
      end
    end
  until not going
end

return twin.of("candy", {
  outcomes = { "Enough", "Out of swaps" },
  apply = function(state, _, row, column, way)
    local board = state.board
    local row2, column2 = board:step(row, column, way)
    local one = board:get(row, column)
    local other = row2 and board:get(row2, column2)
    if not board:is(row, column, sweets) or not other or not board:is(row2, column2, sweets) then
      return nil, "there are no two sweets to swap"
    end
    board:set(row, column, other):set(row2, column2, one)
    if not select(2, lines(board)) then
      return nil, "that makes no line of three"
    end
    state.swaps = state.swaps - 1
    settle(state)
    if state.points >= state.wanted then
      state:over "Enough"
    elseif state.swaps == 0 then
      state:over "Out of swaps"
    end
  end,
  score = function(state)
    return state.points
  end,
})
