--- Candy: swap two neighbours so that three or more of a colour stand in a line. Lines melt, what
--- lies above falls, new sweets come from above, and what stands in a line then melts as well.

local tessera = require "tessera"

local sweets = { "red", "green", "blue", "yellow", "pink" }

return tessera.game {
  name = "candy",
  summary = "Candy: swap two neighbours so that three of a colour stand in a line", genre = "match",
  help = "r g b y p are sweets of five colours, # a stone. A sweet that melts is worth 10 points;\n"
    .. "the option 'wanted' is how many points are enough, 'swaps' how many swaps there are.",
  legend = { ["."] = "empty", ["#"] = "stone", r = "red", g = "green", b = "blue", y = "yellow",
    p = "pink" },
  groups = { sweet = sweets },
  map = ("....../"):rep(6),
  options = { swaps = 12, wanted = 300 },
  fields = { swaps = { min = 0 }, wanted = { min = 0 }, points = { min = 0 } },
  moves = { "swap <row> <column> <direction>" },
  labels = { actions = { ["swap <row> <column> <direction>"] =
    "swap the sweet in row <row>, column <column> <direction>" } },
  rules = { { "swap <row> <column> <direction>", "[ sweet as a | sweet as b ] -> [ b | a ]",
    add = { swaps = -1 }, why = "there are no two sweets to swap" } },
  after = {
    { function() return nil, "that makes no line of three" end,
      when = "no right or down [ sweet | same | same ]" },
    { again = {
      { "each down [ sweet | empty ] -> [ | sweet ]", from = "bottom" },
      -- a new sweet for each one that has melted
      { "each down [ edge or stone | empty ] -> [ | random sweet ]", add = { points = 10 } },
      { sweep = { "every right or down [ sweet | same | same ] -> [ empty | empty | empty ]" },
        at_once = true, when = "no empty" },
    } },
  },
  ends = { { "Enough", "points >= wanted" }, { "Out of swaps", "swaps = 0" } },
  goal = "Enough",
  score = "points",
  setup = function(state)
    for row, column in state.board:each "empty" do
      repeat
        state.board:set(row, column, sweets[state:chance(5)])
      until state.board:line_at(row, column) < 3
    end
  end,
  sounds = { removed = "coin", won = "fanfare", lost = "fall" },
  look = {
    empty = { " ", "black" }, stone = { "#", "grey", back = "stone" },
    palette = { r = "red", w = "white", g = "green", b = "blue", y = "yellow", p = "pink" },
    red = { "●", "red", sprite = ".rrrr./rrwrrr/rwrrrr/rrrrrr/rrrrrr/.rrrr." },
    green = { "◆", "green", sprite = "..gg../.gwgg./gwgggg/gggggg/.gggg./..gg.." },
    blue = { "■", "blue", sprite = "....../.bbbb./.bwbb./.bbbb./.bbbb./......" },
    yellow = { "▲", "yellow", sprite = "..yy../..yy../.ywyy./.yyyy./yyyyyy/yyyyyy" },
    pink = { "♥", "pink", sprite = ".p..p./ppppp./pwpppp/pppppp/.pppp./..pp.." },
  },
}
