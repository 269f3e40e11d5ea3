--- How many random games the specs play. `make test` plays a twentieth of them, with SEEDS=all it
--- plays all, with SEEDS=half (in every run of the checks) half of them, and all that is no random
--- game; under sanitizers, where memory is looked at and not rules, SEEDS=other plays a few others.
---
---     for seed in seeds(2500) do      1 to 125, 1 to 2500, 1 to 1250, or 2501 to 2600
---     for seed in seeds(60, 20) do    1 to 20, 1 to 60, 1 to 30, or 61 to 62

local kinds = { all = 1, half = 1 / 2, other = 1 / 25 }
local kind = os.getenv "TESSERA_SEEDS" or ""
local part = kind == "" and 1 / 20
  or assert(kinds[kind], "TESSERA_SEEDS is all, half, other or empty")

local seeds = {
  all = kind == "all" or kind == "half", -- all that is no random game
}

--- How many of so many games this run plays, at least one.
---@param number integer
---@param least? integer so many it plays, unless they are others: what is asked for is rare
---@return integer
function seeds.part(number, least)
  return math.max(kind == "" and least or 1, math.floor(number * part))
end

--- Whether this run takes the nth one of a long list: each, or each tenth, or another part.
---@param n integer
---@param each? integer
---@return boolean
function seeds.takes(n, each)
  each = each or 10
  return seeds.all or n % each == (kind == "other" and each // 2 or 0)
end

--- Whether something was met often enough: as often as the number says in all games, in a part of
--- them half as often as that lets expect, and at least once, except among the few other ones. Any
--- more pairs of a count and a number may follow.
---@param count integer? nil: never
---@param number integer
---@param ... integer
---@return boolean
function seeds.often(count, number, ...)
  local least = part == 1 and number
    or math.max(kind == "other" and 0 or 1, math.floor(number * part / 2))
  return (count or 0) >= least and (select("#", ...) == 0 or seeds.often(...))
end

--- The first and the last seed of this run.
---@param number integer how many seeds there are in all
---@param least? integer as for `part`
---@return integer first, integer last
function seeds.range(number, least)
  local first = kind == "other" and number + 1 or 1
  return first, first + seeds.part(number, least) - 1
end

return setmetatable(seeds, {
  __call = function(_, number, least)
    local first, last = seeds.range(number, least)
    local seed = first - 1
    return function()
      seed = seed + 1
      return seed <= last and seed or nil
    end
  end,
})
