// A game whose rules do what they should not.

export const TRAP = `
local tessera = require "tessera"
return tessera.game {
  name = "trap",
  summary = "Trap: a rule that does not return",
  legend = { ["."] = "floor", ["@"] = "player" },
  map = "@.......",
  moves = { "<left|right>", "loop", "eat", "open", "fault" },
  keys = { ["ä"] = "right" },
  apply = function(state, verb)
    local board = state.board
    local row, column = board:find "player"
    if verb == "loop" then
      while true do end
    elseif verb == "eat" then
      local eaten = {}
      while true do eaten[#eaten + 1] = ("x"):rep(1000000) .. #eaten end
    elseif verb == "open" then
      os.remove "file"
    elseif verb == "fault" then
      error "that is wrong"
    end
    local to = column + (verb == "left" and -1 or 1)
    if to < 1 or to > board:columns() then return nil, "the board ends here" end
    board:set(row, column, "floor")
    board:set(row, to, "player")
    if to == board:columns() then state:over "There" end
  end,
  outcomes = { "There" },
  goal = "There",
}`;

export const trap = (more) => ({ title: "Trap", source: TRAP, ...more });
