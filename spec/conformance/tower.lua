--- A random tower for the conformance spec.

local tower = require "tessera.tower"
local towers = require "spec.support.towers"

return function(rng)
  return (tower.new((towers.random(rng))))
end
