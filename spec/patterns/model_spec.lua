--- What the rules of a game say of a board, for a solver, is held against what playing does: on the
--- sample games and on random programs.

local game = require "tessera.game"
local lua_games = require "spec.support.lua_games"
local models = require "spec.support.models"
local programs = require "spec.support.rule_programs"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

-- Plays on at random, and holds each action to the model of the first board. Counts in `met` how
-- the changes were explained.
local function play(state, random, actions, met)
  local model = models.new(state)
  if not model then
    return nil
  end
  local before = models.board(state)
  for _ = 1, actions do
    local fine, list = pcall(state.actions, state)
    if not fine or not list[1] then
      break
    end
    local action = list[1 + random:below(#list)]
    local done = pcall(state.apply, state, action)
    local after = models.board(state)
    local wrong, how = models.wrong_action(model, before, after)
    if not done then
      break
    elseif wrong then
      return ("%s: %s\n%s"):format(action, wrong, state)
    end
    met[how] = (met[how] or 0) + 1
    local outcome, holds = state:outcome(), models.goal_holds(model, after)
    local reached = outcome and (not met.goal or outcome == met.goal)
    if reached and #model.goals > 0 and not holds or model.exact and holds and not outcome then
      return ("%s: the goal %s\n%s"):format(action, holds and "holds" or "does not hold", state)
    end
    met.reached = (met.reached or 0) + (reached and 1 or 0)
    before = after
  end
  return nil
end

describe("the model explains what actions do:", function()
  for _, sample in ipairs(lua_games) do
    it(sample.name, function()
      local start, met = require("spec.conformance." .. sample.name), { goal = sample.module.goal }
      for seed in seeds(100) do
        local random = rng.new(seed)
        local state = start(random)
        local wrong = play(state, random, 25, met)
        assert.is_nil(wrong, ("%s, seed %d: %s"):format(sample.name, seed, wrong))
      end
    end)
  end

  for _, theme in ipairs { "actions", "layers", "directions", "runs", "after", "chance", "players",
    "hexagons", "near", "ways", "pieces", "hexpieces", "rounds", "conditions" } do
    it(theme, function()
      local met = {}
      for seed in seeds(1000) do
        local program = programs.new(seed, theme)
        local module = game(program.definition)
        met.goal = module.goal
        local state = module.new(program.map, program.options)
        local wrong = play(state, rng.new(seed), 12, met)
        if wrong then
          error(("%s, seed %d: %s\n%s\n-- map %q"):format(theme, seed, wrong,
            programs.shown(program.definition), program.map), 0)
        end
      end
      assert.is_true(seeds.often((met.one or 0) + (met.many or 0), 700, met.reached, 20))
    end)
  end
end)
