--- Hexoban, the twin of samples/games/hexoban.lua: the same game without pictures.

local twin = require "spec.support.twin"

local steps = { left = { 0, -1 }, right = { 0, 1 }, ["up-left"] = { -1, 0 },
  ["up-right"] = { -1, 1 }, ["down-left"] = { 1, -1 }, ["down-right"] = { 1, 0 } }

local function end_if_solved(state)
  for row, column in state.things:each "box" do
    if not state.ground:is(row, column, "target") then
      return
    end
  end
  state:over "Solved"
end

return twin.of("hexoban", {
  outcomes = { "Solved" },

  setup = end_if_solved,

  apply = function(state, direction)
    local ground, things, step = state.ground, state.things, steps[direction]
    local row, column = things:find "player"
    local row2, column2 = row + step[1], column + step[2]
    local row3, column3 = row2 + step[1], column2 + step[2]
    if things:is(row2, column2, "box") then
      if not ground:is(row3, column3, "open") or things:is(row3, column3, "box") then
        return nil, "the box cannot be pushed"
      end
      things:set(row3, column3, "box")
      state.pushes = state.pushes + 1
      state:event("pushed", "$", row2, column2, row3, column3)
    elseif not ground:is(row2, column2, "open") then
      return nil, "there is no way"
    end
    things:set(row2, column2, "player"):set(row, column, "nothing")
    state:event("walked", "@", row, column, row2, column2)
    state.moves = state.moves + 1
    end_if_solved(state)
  end,
})
