--- Falling pieces without time, cell by cell: an action says how a piece is turned and in which
--- column its left edge falls.

local tessera = require "tessera"

local shapes = require "spec.bench.twins.shapes"

local function fits(board, shape, row, column)
  for _, cell in ipairs(shape) do
    if not board:is(row + cell[1], column + cell[2], "empty") then
      return false
    end
  end
  return true
end

local function remove_line(board, row)
  for above = row, 2, -1 do
    board:set_row(above, board:row(above - 1))
  end
  for column = 1, board:columns() do
    board:set(1, column, "empty")
  end
end

return tessera.game {
  name = "placement_plain",
  legend = { ["."] = "empty", ["#"] = "block" },
  map = ("........../"):rep(24),
  fields = { piece = { min = 1, max = 7, value = 1 } },
  counters = { lines = { min = 0 } },
  moves = { "place <1..4> <column>" },

  setup = function(state)
    state.piece = state:chance(7)
  end,

  actions = function(state, add)
    for turn, shape in ipairs(shapes[state.piece]) do
      for column = 1, state:columns() - shape.columns + 1 do
        add("place", turn, column)
      end
    end
  end,

  apply = function(state, _, turn, column)
    local board, shape = state.board, shapes[state.piece][turn]
    if not shape or not fits(board, shape, 1, column) then
      return nil, "it does not fit there"
    end
    local row = 1
    while fits(board, shape, row + 1, column) do
      row = row + 1
    end
    for _, cell in ipairs(shape) do
      board:set(row + cell[1], column + cell[2], "block")
    end
    for line = row, row + shape.rows - 1 do
      if board:is(line, 1, "block") and board:run(line, 1, "right") == board:columns() then
        remove_line(board, line)
        state.lines = state.lines + 1
      end
    end
    state.piece = state:chance(7)
  end,

  outcomes = { "Full" },
  outcome = function(state)
    local row = state.board:find "block"
    return row and row <= 4 and "Full" or nil
  end,

  score = function(state)
    return state.lines
  end,
}
