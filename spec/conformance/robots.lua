--- A random position of Robots for the conformance spec.

local games = require "spec.support.robots_games"
local robots = require "tessera.robots"

return function(rng)
  return (robots.new(games.random(rng)))
end
