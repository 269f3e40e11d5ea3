---@meta

--- Seeded random numbers (SplitMix64): the same seed gives the same numbers on every machine.
---
--- ```lua
--- local dice = rng.new(1)
--- print(dice:below(6) + 1, dice:below(6) + 1, dice:below(6) + 1)  --> 4 5 6
--- ```
---@class tessera.rng
local rng = {}

--- A stream of random numbers.
---
--- ```lua
--- local a, b = rng.new(7), rng.new(7)
--- print(a:below(1000) == b:below(1000))  --> true
--- ```
---@param seed integer any integer
---@return tessera.Rng
function rng.new(seed) end

---@class tessera.Rng
local Rng = {}

--- The next 64 random bits.
---
--- ```lua
--- print(("%016x"):format(rng.new(1):next()))  --> 910a2dec89025cc1
--- ```
---@return integer
function Rng:next() end

--- A uniform integer in 0 .. n-1.
---
--- Errors: n is out of range.
---
--- ```lua
--- local dice = rng.new(1)
--- print(dice:below(6) + 1, dice:below(6) + 1, dice:below(6) + 1)  --> 4 5 6
--- ```
---@param n integer 1 .. 2^32-1
---@return integer
function Rng:below(n) end

return rng
