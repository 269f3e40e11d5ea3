--- Holds every game to the laws of the protocol (lua/tessera/check/laws.lua), on random games. A
--- game takes part by spec/conformance/NAME.lua, which returns a function from random numbers to a
--- start; a game without it fails.

local check = require "tessera.check"
local games = require "spec.support.games"
local lua_games = require "spec.support.lua_games"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

local names = table.move(games, 1, #games, 1, {})
for _, game in ipairs(lua_games) do
  names[#names + 1] = game.name
end

for _, name in ipairs(names) do
  describe("conformance of " .. name, function()
    local found, start = pcall(require, "spec.conformance." .. name)

    it("has a start in spec/conformance", function()
      assert.is_true(found, start)
    end)
    if not found then
      return
    end

    it("keeps all laws", function()
      local starts = {}
      for seed in seeds(50) do
        starts[#starts + 1] = start(rng.new(seed))
      end
      local rounds = lua_games[name] and 1 or 3
      local failures, info = check.run(starts,
        { games = seeds.part(50) * rounds, actions = 25, strict = true })
      assert.same({}, failures)
      assert.is_true(info.positions > info.games)
    end)
  end)
end
