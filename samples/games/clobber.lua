--- Clobber (Albert, Grossman, Nowakowski, Wolfe): each move takes a neighbouring stone of
--- the opponent's by moving onto it; who cannot move has lost. White moves first.

local tessera = require "tessera"

local colours = { "white", "black" }

local function can_move(state, player)
  local mine, theirs = colours[player], colours[3 - player]
  for row, column in state.board:each(mine) do
    for _ in state.board:neighbours(row, column, theirs) do
      return true
    end
  end
  return false
end

return tessera.game {
  name = "clobber",
  summary = "Clobber: take a neighbouring stone; who cannot has lost",
  players = 2,
  legend = { ["."] = "empty", o = "white", x = "black" },
  fields = { player = { value = 1, min = 1, max = 2 } },
  moves = { "<row> <column> <direction>" },

  actions = function(state, add)
    local mine, theirs = colours[state.player], colours[3 - state.player]
    for row, column in state.board:each(mine) do
      for _, _, _, direction in state.board:neighbours(row, column, theirs) do
        add(row, column, direction)
      end
    end
  end,

  apply = function(state, row, column, direction)
    local board, mine = state.board, colours[state.player]
    local row2, column2 = board:step(row, column, direction)
    if not board:is(row, column, mine) then
      return nil, ("there is no %s stone"):format(mine)
    elseif not row2 or not board:is(row2, column2, colours[3 - state.player]) then
      return nil, "there is no stone of the opponent's to take"
    end
    board:set(row2, column2, mine):set(row, column, "empty")
    state:event("took", mine == "white" and "o" or "x", row, column, row2, column2)
    state.player = 3 - state.player
  end,

  turn = function(state)
    return state.player
  end,

  outcome = function(state)
    if not can_move(state, state.player) then
      return state.player == 1 and "Black wins" or "White wins"
    end
  end,

  score = function(state, player)
    if can_move(state, state.player) then
      return 0
    end
    return state.player == player and -1 or 1
  end,
}
