--- A random board of Horizontally for the conformance spec.

local games = require "spec.support.horizontally_games"
local horizontally = require "tessera.horizontally"

return function(rng)
  return (horizontally.new(games.random(rng)))
end
