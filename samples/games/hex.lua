--- Hex: who joins the two sides of the own colour has won. There is no draw: one of both players
--- always does.

local tessera = require "tessera"

local wins = { "Red wins", "Blue wins" }

return tessera.game {
  name = "hex",
  summary = "Hex: Red joins top and bottom, Blue left and right", genre = "versus",
  help = "Red (x) joins the first row with the last one, Blue (o) the first column with the last"
    .. " one.\n`swap` takes the first stone over: Blue says it instead of a first stone.",
  players = 2,
  labels = { players = { "Red", "Blue" },
    actions = { ["put <row> <column>"] = "put a stone in row <row>, column <column>" } },
  geometry = "hex",
  pieces = { "red", "blue" },
  legend = { ["."] = "empty", x = "red", o = "blue" },
  map = (("."):rep(11) .. "/"):rep(11),
  moves = { "put <row> <column>", "swap" },

  rules = {
    { "put <row> <column>", "[ empty ] -> [ mine ]", why = "the cell is taken" },
    { "swap", "first [ theirs ] -> [ mine ]", when = "count red = 1 and no blue",
      why = "only the first stone can be taken over" },
  },
  ends = {
    { wins[1], "joined red from top to bottom" },
    { wins[2], "joined blue from left to right" },
  },
  symmetries = { "half turn" },

  setup = function(state)
    local red, blue = state.board:count "red", state.board:count "blue"
    if red ~= blue then
      return ("expected as many red stones (x) as blue ones (o), found %d and %d"):format(red, blue)
    end
  end,

  score = function(state, player)
    local outcome = state:outcome()
    return not outcome and 0 or outcome == wins[player] and 1 or -1
  end,
  score_range = { -1, 1 },

  sounds = { appeared = "blip", ended = "fanfare" },
  look = {
    empty = { "·", "light_grey", back = "white" },
    red = { "●", "red", back = "white" },
    blue = { "●", "blue", back = "white" },
  },
}
