---@meta

--- Seeded random numbers (SplitMix64), the same on every machine.
---@class tessera.rng
local rng = {}

---@param seed integer
---@return tessera.Rng
function rng.new(seed) end

---@class tessera.Rng
local Rng = {}

--- The next 64 random bits.
---@return integer
function Rng:next() end

--- A uniform integer in 0 .. n-1.
---@param n integer 1 .. 2^32-1
---@return integer
function Rng:below(n) end

return rng
