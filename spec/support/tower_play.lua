--- The Tower for spec.support.play.

local oracle = require "spec.oracle.tower"
local play = require "spec.support.play"
local tower = require "tessera.tower"

return play.new {
  new = tower.new,
  oracle = oracle,
  natural = function(state, text, ...)
    local verb, where = text:match "^(%u+) (.+)$"
    local argument = verb == "MOVETO" and math.tointeger(tonumber(where)) or where:lower()
    return state[verb:lower()](state, argument, ...)
  end,
}
