--- Life, the twin of samples/games/life.lua: the same game without pictures.

local twin = require "spec.support.twin"

local function end_if_dead(state)
  if state.board:count "alive" == 0 then
    state:over "Dead"
  end
end

return twin.of("life", {
  outcomes = { "Dead" },
  setup = end_if_dead,

  apply = function(state, word, row, column)
    local board = state.board
    if word == "pull" then
      if not board:is(row, column, "alive") then
        return nil, "nothing lives there"
      end
      board:set(row, column, "dead")
    end
    state.generations = state.generations + 1
    local before = board:copy()
    for r = 1, board:rows() do
      for c = 1, board:columns() do
        local around = 0
        for _ in before:neighbours(r, c, "alive", "all") do
          around = around + 1
        end
        local lives = around == 3 or around == 2 and before:is(r, c, "alive")
        board:set(r, c, lives and "alive" or "dead")
      end
    end
    end_if_dead(state)
  end,
})
