--- A random board of Horizontally for the conformance spec.

local games = require "spec.support.horizontally_games"
local horizontally = require "tessera.horizontally"

return function(rng)
  local picture, options = games.random(rng)
  return picture and horizontally.new(picture, options) or horizontally.new(options)
end
