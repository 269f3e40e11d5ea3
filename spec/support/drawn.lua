--- Small games and recordings for the specs of what is drawn.

local tessera = require "tessera"
local film = require "tessera.draw.film"
local recording = require "tessera.draw.recording"

local drawn = {}

--- A game of two layers with a look: a sprite, a glyph of two columns, a label with "&".
drawn.dots = tessera.game {
  name = "dots",
  legend = { ["."] = "floor", o = "dot", ["@"] = { board = "floor", top = "me" } },
  layers = { "board", "top" },
  moves = { "<direction>" },
  rules = { { "<direction>", "[ me | dot no me ] -> [ | me floor ]", why = "there is no dot" } },
  look = {
    floor = { " ", "grey" },
    dot = { "o", "red", sprite = "ab/ba" },
    me = { "@>", "yellow", back = "blue", label = "you & me" },
    palette = { a = "red", b = "#00ff00" },
  },
}

--- The film of a recording of three steps: two that change a cell or more, one that is refused.
---@return tessera.Reel
---@return tessera.Recording
function drawn.walk()
  local state = drawn.dots.new "..o/.o@"
  local made = recording.of(state, { "left", "right", "up" })
  return film.of(made, "a <walk>"), made
end

return drawn
