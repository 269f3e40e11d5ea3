--- A random game of Jewelry Tips for the conformance spec.

local jewelry = require "tessera.jewelry"
local jewels = require "spec.support.jewels"

return function(rng)
  return (jewelry.new(jewels.random(rng)))
end
