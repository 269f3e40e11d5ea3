--- Peg Solitaire, the twin of samples/games/peg.lua: the same game without pictures.

local twin = require "spec.support.twin"

local directions = { "up", "down", "left", "right" }

-- The two cells in a direction, if the peg can jump over the first into the second.
local function jump(board, row, column, direction)
  local row2, column2 = board:step(row, column, direction)
  if row2 and board:is(row, column, "peg") and board:is(row2, column2, "peg") then
    local row3, column3 = board:step(row2, column2, direction)
    if row3 and board:is(row3, column3, "empty") then
      return row2, column2, row3, column3
    end
  end
end

local function each_jump(state, visit)
  for row, column in state.board:each "peg" do
    for _, direction in ipairs(directions) do
      if jump(state.board, row, column, direction) then
        visit(row, column, direction)
      end
    end
  end
end

local function end_if_over(state)
  local jumps = 0
  each_jump(state, function()
    jumps = jumps + 1
  end)
  if state.board:count "peg" == 1 then
    state:over "Solved"
  elseif jumps == 0 then
    state:over "Stuck"
  end
end

return twin.of("peg", {
  outcomes = { "Solved", "Stuck" },
  setup = end_if_over,
  actions = each_jump,

  apply = function(state, row, column, direction)
    local board = state.board
    local row2, column2, row3, column3 = jump(board, row, column, direction)
    if not row2 then
      return nil, "nothing can jump there"
    end
    board:set(row, column, "empty"):set(row2, column2, "empty"):set(row3, column3, "peg")
    state:event("jumped", "o", row, column, row3, column3)
    end_if_over(state)
  end,

  score = function(state)
    return state.board:count "empty"
  end,
})
