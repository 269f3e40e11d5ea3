--- Sokoban: push every box onto a target. Levels are in the common format (XSB).

local tessera = require "tessera"

local function player(state)
  return state.things:find "player"
end

return tessera.game {
  name = "sokoban",
  summary = "Sokoban: push every box onto a target",
  layers = { "ground", "things" },
  legend = {
    [" "] = { ground = "floor" },
    ["-"] = { ground = "floor" },
    ["_"] = { ground = "floor" },
    ["#"] = { ground = "wall" },
    ["."] = { ground = "target" },
    ["@"] = { ground = "floor", things = "player" },
    ["+"] = { ground = "target", things = "player" },
    ["$"] = { ground = "floor", things = "box" },
    ["*"] = { ground = "target", things = "box" },
  },
  groups = { open = { "floor", "target" } },
  counters = { moves = 0, pushes = 0 },
  moves = { "<direction>" },

  check = function(state)
    local ground, things = state.ground, state.things
    if things:count "player" ~= 1 then
      return ("expected one player (@ or +), found %d"):format(things:count "player")
    elseif things:count "box" > ground:count "target" then
      return "there are more boxes than targets"
    end
    for row, column in ground:each "wall" do
      if not things:is(row, column, "nothing") then
        return ("something stands in the wall at row %d, column %d"):format(row, column)
      end
    end
  end,

  apply = function(state, direction)
    local ground, things = state.ground, state.things
    local row, column = player(state)
    local row2, column2 = ground:step(row, column, direction)
    if not row2 or ground:is(row2, column2, "wall") then
      return nil, "a wall is in the way"
    end
    if things:is(row2, column2, "box") then
      local row3, column3 = ground:step(row2, column2, direction)
      if not row3 or not ground:is(row3, column3, "open")
        or things:is(row3, column3, "box") then
        return nil, "the box cannot be pushed"
      end
      things:set(row3, column3, "box")
      state.pushes = state.pushes + 1
      state:event("pushed", "$", row2, column2, row3, column3)
    end
    things:set(row2, column2, "player"):set(row, column, "nothing")
    state:event("walked", "@", row, column, row2, column2)
    state.moves = state.moves + 1
  end,

  outcome = function(state)
    for row, column in state.things:each "box" do
      if not state.ground:is(row, column, "target") then
        return nil
      end
    end
    return "Solved"
  end,
}
