--- Falling pieces without time, with the calls for pieces: an action says how a piece is turned and
--- in which column its left edge falls.

local tessera = require "tessera"

local shapes = require "spec.bench.twins.shapes"

return tessera.game {
  name = "placement_pieces",
  legend = { ["."] = "empty", ["#"] = "block" },
  map = ("........../"):rep(24),
  fields = { piece = { min = 1, max = 7, value = 1 } },
  counters = { lines = { min = 0 } },
  outcomes = { "Full" },
  moves = { "place <1..4> <column>" },

  setup = function(state)
    state.piece = state:chance(7)
  end,

  apply = function(state, _, turn, column)
    local shape, board = shapes[state.piece][turn], state.board
    if not shape or not board:drop_piece(shape.board, column, "block") then
      return nil, "it does not fit there"
    end
    local lines = board:clear_rows "block"
    if lines > 0 then
      state.lines = state.lines + lines
    end
    state.piece = state:chance(7)
    local highest = board:find "block"
    if highest and highest <= 4 then
      state:over "Full"
    end
  end,

  score = function(state)
    return state.lines
  end,
}
