--- Falling Pieces: pieces of four cells fall; rows that are filled vanish. Who has removed all
--- stones of a level has won; a board without stones is played until it is full.

local tessera = require "tessera"

local shapes = { I = "oooo", J = "ooo/..o", L = "ooo/o..", O = "oo/oo", S = ".oo/oo.",
  T = "ooo/.o.", Z = "oo./.oo" }
local colours = { I = "cyan", J = "blue", L = "orange", O = "yellow", S = "green", T = "purple",
  Z = "red" }
local worth = { [0] = 0, 40, 100, 300, 1200 }

-- A piece that falls has a capital letter, one that lies a small one.
local legend = { ["."] = "empty", ["#"] = "stone" }
local groups = { falling = {}, lying = { "stone" } }
local look = { palette = { l = "light_grey", g = "grey", d = "dark_grey" },
  empty = { "·", "stone", back = "black" },
  stone = { "#", "grey", back = "stone", sprite =
    "gggggggd\ngggggggd\nggdggggd\ngggggggd\nggggdggd\ngggggggd\ngggggggd\ndddddddd" } }
for letter, colour in pairs(colours) do
  local small = letter:lower()
  legend[letter], legend[small] = letter, small
  table.insert(groups.falling, letter)
  table.insert(groups.lying, small)
  look.palette[letter] = colour
  local sprite = "lllllllL\nl" .. ("LLLLLLd\nl"):rep(6) .. "ddddddd"
  sprite = sprite:gsub("L", letter)
  look[letter] = { letter, "black", back = colour, label = "falling " .. letter, sprite = sprite }
  look[small] = { small, "black", back = colour, label = "block", sprite = sprite }
end
table.sort(groups.falling)

local function new_piece(state)
  local kind = groups.falling[state:chance(#groups.falling)]
  local shape = tessera.grid.new(shapes[kind])
  local column = (state:columns() - shape:columns()) // 2 + 1
  if not state.board:put(shape, 1, column, kind) then
    state:over "Full"
  end
end

-- The piece comes to lie; rows that are full vanish.
local function settle(state, kind)
  state.board:replace(kind, kind:lower())
  local rows = state.board:clear_rows "lying"
  state.lines = state.lines + rows
  state.points = state.points + worth[rows]
  if state.stones == 1 and state.board:count "stone" == 0 then
    state:over "Won"
  else
    new_piece(state)
  end
end

return tessera.game {
  name = "falling",
  summary = "Falling Pieces: fill whole rows", genre = "time",
  legend = legend,
  groups = groups,
  map = (("."):rep(10) .. "/"):rep(20),
  fields = { stones = { min = 0, max = 1, hidden = true } },
  counters = { points = { min = 0 }, lines = { min = 0 } },
  moves = { "<left|right>", "turn", "drop", "tick" },
  outcomes = { "Won", "Full" },
  goal = "Won",
  score = "points",

  setup = function(state)
    state.stones = math.min(state.board:count "stone", 1)
    if state.board:count "falling" == 0 then
      new_piece(state)
    end
  end,

  check = function(state)
    if not state:outcome() and state.board:count "falling" == 0 then
      return "no piece falls"
    end
  end,

  apply = function(state, verb)
    local piece = state.board:piece(state.board:find "falling")
    if verb == "turn" then
      return piece:turn(), "there is no room to turn"
    elseif verb == "left" or verb == "right" then
      return piece:shift(verb), "there is no room"
    elseif verb == "drop" then
      piece:slide "down"
      settle(state, piece:kind())
    elseif not piece:shift "down" then
      settle(state, piece:kind())
    end
  end,

  tick = 0.5,
  keys = { up = "turn", down = "tick", space = "drop" },
  sounds = { won = "fanfare", lost = "fall" },
  look = look,
}
