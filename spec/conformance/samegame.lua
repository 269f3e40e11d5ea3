--- A random SameGame board for the conformance spec.

local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"

return function(rng)
  return (samegame.new((samegames.random(rng))))
end
