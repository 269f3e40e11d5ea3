--- New puzzles while somebody plays: levels whose first position is made by chance begin anew with
--- another seed. Who loads a generator gives the player a function of the same kind.

local collection = require "tessera.levels.collection"
local rng = require "tessera.rng"

local fresh = {}

local seeds = 1000000 -- seeds are 1 to this, so that they can be typed
local dice = rng.new(os.time())

---@class tessera.Fresh where new puzzles come from
---@field can fun(number: integer): boolean whether there are new ones in place of this level
---@field make fun(number: integer, seed: integer): tessera.PlayableLevel|nil, string|nil

--- A seed by chance.
---@return integer
function fresh.seed()
  return dice:below(seeds) + 1
end

--- The name of a level with its seed.
---@param name string
---@param seed integer
---@return string
function fresh.named(name, seed)
  return ("%s (seed %d)"):format(name, seed)
end

--- The file in which the generator of a game stands, beside the game's own.
---@param path string
---@return string
function fresh.file_of(path)
  return (path:gsub("%.%a+$", "") .. "_study.lua")
end

--- A puzzle that a generator has made as a level. Raises an error if the game does not take its
--- map.
---@param module tessera.Game|table
---@param puzzle { level: string, seed: integer, difficulty: string }
---@return tessera.PlayableLevel
function fresh.of_puzzle(module, puzzle)
  local level = collection.of_state(fresh.named(puzzle.difficulty .. " puzzle", puzzle.seed),
    module.new(puzzle.level))
  level.text = puzzle.level
  return level
end

-- Whether the first position of a level is not the same with every seed.
local function is_by_chance(level)
  local fine, found = pcall(function()
    local first = level.start(1):key()
    return level.start(2):key() ~= first or level.start(3):key() ~= first
  end)
  return fine and found
end

--- New puzzles from the same levels.
---@param list tessera.PlayableLevel[] whose `start` takes a seed
---@return tessera.Fresh
function fresh.of_levels(list)
  local known, first = {}, table.move(list, 1, #list, 1, {})
  return { can = function(number)
    if known[number] == nil then
      known[number] = first[number] ~= nil and is_by_chance(first[number])
    end
    return known[number]
  end, make = function(number, seed)
    local level = first[number]
    return { name = fresh.named(level.name, seed), text = level.text .. "\nseed " .. seed,
      numbers = level.numbers, start = function()
        return level.start(seed)
      end }
  end }
end

return fresh
