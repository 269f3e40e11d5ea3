--- Falling sand, the twin of samples/games/sand.lua: the same game without pictures.

local twin = require "spec.support.twin"

-- The column to which a grain falls from there.
local function way(things, row, column)
  for _, to in ipairs { column, column - 1, column + 1 } do
    if row < things:rows() and to >= 1 and to <= things:columns()
      and things:is(row + 1, to, "empty") then
      return to
    end
  end
end

-- Whether a grain can fall.
local function can_fall(things)
  for row, column in things:each "sand" do
    if way(things, row, column) then
      return true
    end
  end
  return false
end

-- The lowest grains first; no grain falls twice, since it falls to a row that is done.
local function fall(things)
  for row = things:rows() - 1, 1, -1 do
    for column = 1, things:columns() do
      local to = things:is(row, column, "sand") and way(things, row, column)
      if to then
        things:set(row, column, "empty"):set(row + 1, to, "sand")
      end
    end
  end
end

local function end_if_over(state)
  local marks, bare = 0, 0
  for row, column in state.ground:each "mark" do
    marks = marks + 1
    bare = bare + (state.things:is(row, column, "sand") and 0 or 1)
  end
  if marks > 0 and bare == 0 then
    state:over "Covered"
  elseif state.grains == 0 and not can_fall(state.things) then
    state:over "Out of sand"
  end
end

return twin.of("sand", {
  outcomes = { "Covered", "Out of sand" },
  setup = end_if_over,

  apply = function(state, word, column)
    if word == "tick" then
      state.ticks = state.ticks + 1
    elseif state.grains == 0 or not state.things:is(1, column, "empty") then
      return nil, "there is no room for a grain"
    else
      state.things:set(1, column, "sand")
      state.grains = state.grains - 1
    end
    fall(state.things)
    end_if_over(state)
  end,
})
