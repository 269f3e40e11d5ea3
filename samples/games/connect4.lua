--- Connect Four: stones fall into the columns; who has four in a row has won. Red moves first.

local tessera = require "tessera"

return tessera.game {
  name = "connect4",
  summary = "Connect Four: four in a row win", genre = "versus",
  help = "x is red, o is yellow. A map that is given must have red to move, and no winner.",
  players = 2,
  symmetries = { "left-right" },
  pieces = { "red", "yellow" },
  legend = { ["."] = "empty", x = "red", o = "yellow" },
  groups = { stone = { "red", "yellow" } },
  map = "......./......./......./......./......./.......",
  moves = { "drop <column>" },
  labels = { players = { "Red", "Yellow" },
    actions = { ["drop <column>"] = "drop in column <column>" } },

  rules = {
    { "drop <column>", "down [ empty | stone or edge ] -> [ mine | ]", event = "dropped",
      why = "the column is full" },
  },
  ends = {
    { { "Red wins", "Yellow wins" }, "line 4 mine", score = 1 },
    { "Draw", "no empty" },
  },

  setup = function(state)
    local board = state.board
    local red, yellow = board:count "red", board:count "yellow"
    if red ~= yellow then
      return ("expected as many red stones (x) as yellow ones (o), found %d and %d"):format(red,
        yellow)
    elseif board:lines("stone", 4, "all")[1] or board:count "empty" == 0 then
      return "the game is over already"
    end
  end,

  sounds = { dropped = "blip", ended = "fanfare" },
  look = {
    palette = { b = "blue", k = "black", r = "red", o = "orange", y = "yellow", g = "gold" },
    empty = { "·", "blue", back = "dark_blue", sprite =
      "bbbbbbbb\nbbkkkkbb\nbkkkkkkb\nbkkkkkkb\nbkkkkkkb\nbkkkkkkb\nbbkkkkbb\nbbbbbbbb" },
    red = { "●", "red", back = "dark_blue", sprite =
      "bbbbbbbb\nbbrrrrbb\nbroorrrb\nbrorrrrb\nbrrrrrrb\nbrrrrrrb\nbbrrrrbb\nbbbbbbbb" },
    yellow = { "○", "yellow", back = "dark_blue", sprite =
      "bbbbbbbb\nbbyyyybb\nbyggyyyb\nbygyyyyb\nbyyyyyyb\nbyyyyyyb\nbbyyyybb\nbbbbbbbb" },
  },
}
