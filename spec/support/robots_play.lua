--- Robots for spec.support.play: boards without and with a list of teleports.

local oracle = require "spec.oracle.robots"
local play = require "spec.support.play"
local robots = require "tessera.robots"

--- A game for spec.support.play whose boards have this list of teleports.
---@param teleports? integer[][]
---@return table
return function(teleports)
  return play.new {
    new = function(map)
      return (robots.new(map, { teleports = teleports }))
    end,
    oracle = {
      new = function(map)
        return oracle.new(map, { teleports = teleports })
      end,
    },
    natural = function(state, text, ...)
      local row, column = text:match "^TELEPORT (%d+),(%d+)$"
      if row then
        return state:teleport(math.tointeger(tonumber(row)), math.tointeger(tonumber(column)), ...)
      end
      return state:step(text, ...)
    end,
  }
end
