--- The programs without an engine, in spec/bench/twins, play the same games as those with it: else
--- the benchmark compares apples with pears.

local all = require "spec.bench.twins.all"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local walk = require "spec.bench.twins.walk"

-- The twin's actions as the engine writes them, in the order of their texts.
local function texts(twin, s, list)
  local sorted = {}
  for k = 1, twin.actions(s, list) do
    sorted[k] = twin.text(s, list[k])
  end
  table.sort(sorted)
  return sorted
end

-- A random game of the twin's: the actions that it had before each step, those that it played, the
-- numbers that it threw, how it ended, how many actions were left then, and the last position, if
-- the twin draws it.
local function play(twin, map, seed)
  local random = rng.new(seed)
  local game = { had = {}, played = {}, thrown = {} }
  local function roll(n)
    game.thrown[#game.thrown + 1] = 1 + random:below(n)
    return game.thrown[#game.thrown]
  end
  local s, list = twin.new(map, roll), {}
  for step = 1, 100 do
    game.had[step] = texts(twin, s, list)
    local n = #game.had[step]
    if n == 0 then
      break
    end
    local action = list[1 + random:below(n)]
    game.played[step] = twin.text(s, action)
    game.outcome = twin.apply(s, action, roll)
  end
  game.left = twin.actions(s, list)
  game.picture = twin.picture and twin.picture(s)
  return game
end

-- Games whose actions the engine tries, if their rules are functions: these must not take the given
-- numbers.
local tried = { fire = true, game2048 = true, game2048_plain = true }

-- What the engine offers.
local function offered(state, module)
  local actions = (tried[module.name] and module.new(tostring(state)) or state):actions()
  table.sort(actions)
  return actions
end

for _, entry in ipairs(all) do
  local twin, module = require("spec.bench.twins." .. entry.twin), dofile(entry.game)
  describe(("the twin of %s, with rules as %s"):format(module.name, entry.rules), function()
    it("plays like it", function()
      local steps = 0
      for seed in seeds(12) do
        local map = seed % 2 == 0 and entry.small or entry.map
        local game = play(twin, map, seed)
        local state = module.new(map, #game.thrown > 0 and { chance = game.thrown } or nil)
        for step, action in ipairs(game.played) do
          assert.are.same(game.had[step], offered(state, module))
          assert.is_true(state:apply(action))
        end
        if #game.had > #game.played then
          assert.are.same({}, offered(state, module))
        end
        if not game.outcome and state:outcome() then -- who cannot move has lost, or is stuck
          assert.are.equal(0, game.left)
        else
          assert.are.equal(game.outcome, state:outcome())
        end
        assert.are.equal(game.picture or tostring(state), tostring(state))
        steps = steps + #game.played
      end
      assert.is_true(seeds.often(steps, 60), tostring(steps))
    end)

    if entry.depth then
      it("meets as many positions", function()
        local counts = search.walk(module.new(entry.map), entry.depth)
        assert.are.same(walk(twin)(twin.new(entry.map), entry.depth), counts)
        assert.are.equal(entry.depth + 1, #counts)
      end)
    end
  end)
end
