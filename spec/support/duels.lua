--- Games for two players in which few positions can be reached, so that a twin can judge all of
--- them.

local rng = require "tessera.rng"
local tessera = require "tessera"

local duels = { most = 3 }

local layers, places, choices, most = 8, 10, 4, duels.most

-- A game on places that a salt connects. `reach` is the place behind a choice, `ends` whether the
-- game is over in a place. The score of a place is drawn, -3..3.
local function places_game(name, fields, reach, ends)
  local function drawn(state, choice, n)
    return rng.new(((state.salt * 64 + state.layer) * 64 + state.at) * 64 + choice):below(n)
  end
  fields.salt, fields.at = 0, 0
  fields.layer = { value = 0, min = 0, max = 63 }
  return tessera.game {
    name = name, players = 2, legend = { ["."] = "empty" }, map = ".", fields = fields,
    moves = { ("go <1..%d>"):format(choices) },
    setup = function(state, options)
      state.salt = options.seed
    end,
    apply = function(state, _, choice)
      reach(state, choice, drawn)
    end,
    outcome = function(state)
      return ends(state, drawn) and "over" or nil
    end,
    score = function(state, player)
      return player == 1 and drawn(state, 0, 2 * most + 1) - most or 0
    end,
  }
end

--- Eight layers of ten places. Many ways lead to the same place, and many scores are equal.
duels.graph = places_game("graph", {}, function(state, choice, drawn)
  state.at = drawn(state, choice, places)
  state.layer = state.layer + 1
end, function(state)
  return state.layer == layers
end)

--- The same, but an action leads one to three layers on, so ways of different lengths lead to the
--- same place.
duels.leaps = places_game("leaps", {}, function(state, choice, drawn)
  local at, layer = drawn(state, choice, 3), state.layer + 1 + drawn(state, choice + 8, 3)
  state.at, state.layer = at, layer
end, function(state)
  return state.layer >= 16
end)

--- Ten places in which positions repeat; in a third of them the game is over.
duels.loops = places_game("loops", {}, function(state, choice, drawn)
  state.at = drawn(state, choice, places)
end, function(state, drawn)
  return state.at > 0 and drawn(state, 9, 3) == 0
end)

--- N in a row win, or lose, on a board of any size without gravity. The winner is a field of the
--- state, so that no other rule needs to look for lines.
---@param length integer
---@param misere? boolean
function duels.lines(length, misere)
  local stones = { "cross", "circle" }
  return tessera.game {
    name = "lines", players = 2,
    legend = { ["."] = "empty", x = "cross", o = "circle" },
    fields = { winner = { value = 0, min = 0, max = 2 } },
    moves = { "<row> <column>" },
    actions = function(state, add)
      for row, column in state.board:each "empty" do
        add(row, column)
      end
    end,
    apply = function(state, row, column)
      local board, mine = state.board, stones[state:turn()]
      if not board:is(row, column, "empty") then
        return nil, "there is a stone"
      end
      board:set(row, column, mine)
      for _, way in ipairs { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } } do
        local count = 1
        for sign = -1, 1, 2 do
          local r, c = row + sign * way[1], column + sign * way[2]
          while board:is(r, c, mine) do
            count, r, c = count + 1, r + sign * way[1], c + sign * way[2]
          end
        end
        if count >= length then
          state.winner = misere and 3 - state:turn() or state:turn()
        end
      end
    end,
    outcome = function(state)
      return state.winner > 0 and stones[state.winner] .. " wins"
        or state.board:count "empty" == 0 and "draw" or nil
    end,
    score = function(state, player)
      return state.winner == 0 and 0 or state.winner == player and 1 or -1
    end,
  }
end

return duels
