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

-- ---- read by eye ----

local function shown(state)
  local model = models.new(state)
  local lines, acts = {}, {}
  for i, about in ipairs(model.layers) do
    acts[#acts + 1] = about.avatar ~= "" and models.shown(model, i, about.avatar) or nil
    lines[i] = ("layer %d: moving %s"):format(i, models.shown(model, i, about.moving))
  end
  lines[#lines + 1] = "acts: " .. table.concat(acts) .. ", reach " .. model.reach
  for _, goal in ipairs(model.goals) do
    lines[#lines + 1] = "goal: " .. models.shown_goal(model, goal)
  end
  for _, move in ipairs(model.moves) do
    lines[#lines + 1] = models.shown_move(model, move)
  end
  return table.concat(lines, "\n")
end

local function game_of(rules, ends)
  local definition = { name = "small", rules = rules, goal = "Done", moves = {}, ends = {},
    legend = { ["."] = "empty", ["#"] = "wall", ["@"] = "player", ["$"] = "box", ["*"] = "gem",
      o = "hole" }, groups = { thing = { "box", "gem" } } }
  for _, condition in ipairs(ends) do
    table.insert(definition.ends, { "Done", condition })
  end
  definition.moves[1] = rules[1][1]
  return game(definition)
end

describe("the model of a small game:", function()
  it("a step and a push in one direction", function()
    local module = game_of({ { "right", "[ player | box | empty ] -> [ | player | box ]" } },
      { "no hole" })
    assert.equal([[
layer 1: moving box, player
acts: player, reach 2
goal: no hole
0 0 player -> empty; 0 1 box -> player; 0 2 empty -> box]], shown(module.new "@$.o"))
  end)

  it("a kind that a group stands for is a move of its own, if the board has it", function()
    local module = game_of({ { "down", "[ thing | empty ] -> [ | thing ]" } },
      { "box at row -1", "(count gem = 2) or (some gem and no box)" })
    assert.equal([[
layer 1: moving box, gem
acts: , reach 0
goal: some box at 5 6
goal: count gem = 2
goal: some gem; no box
0 0 box -> empty; 1 0 empty -> box
0 0 gem -> empty; 1 0 empty -> gem]], shown(module.new "$*\n..\n.."))
    assert.equal([[
layer 1: moving box
acts: , reach 0
goal: some box at 5 6
goal: count gem = 2
goal: some gem; no box
0 0 box -> empty; 1 0 empty -> box]], shown(module.new "$$\n..\n.."))
  end)

  it("a place beyond the board is none", function()
    local module = game_of({ { "down", "[ thing | empty ] -> [ | thing ]" } },
      { "box at column -3", "box at row 3 column -2" })
    local goals = models.new(module.new "$$\n..\n..").goals
    assert.same({ {}, { 5 } }, { goals[1][1].places, goals[2][1].places })
  end)

  it("nobody acts who can be taken away", function()
    local step = { "right", "[ player | empty ] -> [ | player ]" }
    assert.match("acts: player", shown(game_of({ step }, { "no box" }).new "@."))
    assert.match("acts: ,", shown(game_of({ step }, { "no box" }).new "@.@"))
    local fall = { "right", "[ player | hole ] -> [ | hole ]" }
    assert.match("acts: ,", shown(game_of({ step, fall }, { "no box" }).new "@.o"))
  end)

  it("a run has a length for each that there is room for", function()
    local push = "[ player | 1+ box | empty ] -> [ | player | 1+ box ]"
    local module = game_of({ { "right", push } }, { "no hole" })
    assert.equal([[
0 0 player -> empty; 0 1 box -> player; 0 2 empty -> box
0 0 player -> empty; 0 1 box -> player; 0 2 box; 0 3 empty -> box]],
      shown(module.new "@$$."):match "hole\n(.*)")
  end)

  it("a piece of several cells is a move of its shape", function()
    local module = game_of({ { "<box|gem> down", move = "<box|gem>" } }, { "box at row -1" })
    assert.equal([[
0 0 box -> empty; 0 1 box -> empty; 1 0 empty -> box; 1 1 empty -> box
0 0 gem -> empty; 1 0 empty -> gem]], shown(module.new "$$.\n..*\n..."):match "7 8 9\n(.*)")
  end)

  it("of a goal that cannot be said it has what follows", function()
    local module = game_of({ { "right", "[ box | empty ] -> [ | box ]" } },
      { "right [ box | hole ]", "line 2 box" })
    assert.equal([[
goal: other; some box at 3
goal: other
0 0 box -> empty; 0 1 empty -> box]], shown(module.new "$..o"):match "reach 0\n(.*)")
  end)
end)

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
      local model = models.new(start(rng.new(1)))
      local said = model ~= nil and model.whole -- not where functions are the rules
      assert.equal(said, (met.one or 0) + (met.many or 0) > 0)
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
