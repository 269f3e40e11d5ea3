--- Forest fire, the twin of samples/games/fire.lua: the same game without pictures.

local twin = require "spec.support.twin"

-- What becomes of a cell, by the board before.
local function next_kind(state, before, row, column)
  local kind = before:get(row, column)
  if kind == "burning" then
    return "ash"
  elseif kind == "ash" then
    return state:chance(400) == 1 and "tree" or "ash"
  elseif kind ~= "tree" then
    return kind
  elseif column > 1 and before:is(row, column - 1, "burning") then
    return state:chance(100) <= state.wind and "burning" or "tree"
  end
  for r, c in before:neighbours(row, column) do
    if before:is(r, c, "burning") then
      return state:chance(5) <= 2 and "burning" or "tree"
    end
  end
  return "tree"
end

local function end_if_over(state)
  if state.board:count "burning" == 0 then
    state:over(state.board:count "tree" >= state.wanted and "Saved" or "Burnt down")
  end
end

return twin.of("fire", {
  outcomes = { "Saved", "Burnt down" },
  setup = end_if_over,

  apply = function(state, word, row, column)
    local board = state.board
    if word == "tick" then
      state.ticks = state.ticks + 1
    elseif not board:is(row, column, { "tree", "ash" }) then
      return nil, "nothing to dig there"
    else
      board:set(row, column, "break")
    end
    local before = board:copy()
    for r = 1, board:rows() do
      for c = 1, board:columns() do
        board:set(r, c, next_kind(state, before, r, c))
      end
    end
    end_if_over(state)
  end,

  score = function(state)
    return state.board:count "tree"
  end,
})
