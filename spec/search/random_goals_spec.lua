--- The searches in small random games of all kinds of rules and goals, held against a search in
--- plain Lua that looks at all positions: what is proven is so, no bound is above the truth, every
--- line leads to the goal, and where no limit ends it each question is decided.

local core = require "tessera.search_core"
local goal_games = require "spec.support.goal_games"
local goal_programs = require "spec.support.goal_programs"
local oracle = require "spec.oracle.search"
local programs = require "spec.support.rule_programs"
local puzzlescript = require "tessera.puzzlescript"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

local positions_most = 600
local plenty = { nodes = 200000, memory = 1 << 30, disk = 0 }

-- Bits of enum solve_without.
local variants = { 0, 0, 2, 4, 8, 16, 6 }

-- How many actions the game is from its end with this outcome, or with any if none is given.
local function length_to(state, goal)
  return oracle.length(state, function(position)
    local outcome = position:outcome()
    return outcome and outcome == (goal or outcome)
  end, positions_most)
end

local function assert_line(state, goal, actions)
  local copy = state:clone()
  for _, action in ipairs(actions) do
    copy:apply(action)
  end
  local outcome = copy:outcome()
  assert(outcome and outcome == (goal or outcome), "the line does not lead to the goal")
  return copy
end

-- What a search says, where the shortest list has so many actions, or there is none.
local function assert_right(state, goal, length, decided, actions, info)
  if actions then
    assert_line(state, goal, actions)
    assert(#actions >= length, "shorter than the shortest")
    assert(info.proven ~= "optimal" or #actions == length, "not the shortest, as was proven")
  elseif length then
    assert(not decided, "no line is found")
    assert(info.proven == nil, "what can be reached is proven to be out of reach")
    assert((info.why or "") == "", "a reason why it cannot be reached")
  else
    assert(not decided or info.proven == "unsolvable", "not proven")
  end
  assert(not length or (info.lower or 0) <= length, "a bound above the truth")
end

local function assert_solved(state, goal, seed, length)
  local bits, few = variants[1 + seed % #variants], 1 + seed % 17
  assert_right(state, goal, length, true,
    core.solve(state, plenty, goal, nil, true, false, nil, bits))
  assert_right(state, goal, length, false, core.solve(state,
    { nodes = few, memory = 1 << 30, disk = 0 }, goal, nil, true, false, nil, bits))
  assert_right(state, goal, length, true,
    core.solve(state, plenty, goal, nil, true, true, nil, bits))
  local actions, info = search.solve(state, { goal = goal, nodes = 200000, optimal = true })
  assert_right(state, goal, length, true, actions, info)
  assert.equal(length and "optimal" or "unsolvable", info.proven)
  assert_right(state, goal, length, false,
    search.solve(state, { goal = goal, nodes = few, optimal = true }))
  actions = search.shortest(state, goal, { nodes = 200000 })
  assert.equal(length, actions and #actions)
end

-- The actions that a hint says lose.
local function assert_hint(state, goal, length)
  local action, info = search.hint(state, goal, { nodes = 20000 })
  assert(not length or action, "no hint")
  for _, lost in ipairs(info.losing) do
    local after = state:clone()
    after:apply(lost.action)
    assert.is_nil(length_to(after, goal))
  end
  if length then
    local after = state:clone()
    after:apply(action)
    assert(length_to(after, goal), "a hint that loses")
  end
end

-- By the counter `cost`.
local function assert_cheapest(state, goal)
  local least = oracle.cheapest(state, goal, "cost", positions_most)
  if least == false then
    return
  end
  local actions, info = search.solve(state, { by = "cost", nodes = 200000, optimal = true })
  assert.equal(least and "optimal" or "unsolvable", info.proven)
  if actions then
    assert.equal(least, assert_line(state, goal, actions).cost - state.cost)
  end
  info = select(2, search.solve(state, { by = "cost", nodes = 5 }))
  assert(not least or info.lower <= least and info.proven ~= "unsolvable", "by the counter")
end

-- Compares one state; true: the goal can be reached, false: it cannot; nil: it is too large.
local function compare(state, goal, seed)
  local length = length_to(state, goal)
  if length == false then
    return nil
  end
  assert_solved(state, goal, seed, length)
  if length ~= 0 and not state:outcome() then
    assert_hint(state, goal, length)
  end
  if goal then
    assert_cheapest(state, goal)
  end
  return length ~= nil
end

-- Compares the games of so many seeds. `new` returns a state, or nil, and how the game is shown.
local function compare_all(count, goal, new)
  local met = {}
  for seed in seeds(count, 100) do
    local state, shown = new(seed)
    if state then
      local fine, said = pcall(compare, state, goal, seed)
      if not fine then
        error(("seed %d: %s\n%s"):format(seed, said, shown()), 0)
      end
      met[tostring(said)] = (met[tostring(said)] or 0) + 1
    end
  end
  assert.is_true(seeds.often(met["true"], count // 8, met["false"], count // 8))
end

describe("what searches say is so:", function()
  it("in PuzzleScript", function()
    compare_all(3000, nil, function(seed)
      local text = goal_programs.new(seed)
      local game = puzzlescript.read(text)
      return game and game.new(1), function()
        return text
      end
    end)
  end)

  it("in games whose rules are pictures", function()
    compare_all(3000, "Done", function(seed)
      local game, map, definition = goal_games.new(seed)
      return game and game.new(map), function()
        return ("%s\n-- map %q"):format(programs.shown(definition), map)
      end
    end)
  end)

  -- Pieces exchange with the player, and in a row never with each other: from some bound on nothing
  -- is left to be looked at.
  it("in a row whose pieces cannot pass each other", function()
    local game = tessera.game {
      name = "row", layers = { "ground", "things" }, groups = { kind = { "box", "gem" } },
      legend = {
        ["@"] = { ground = "floor", things = "player" }, x = { ground = "target" },
        ["$"] = { ground = "floor", things = "box" }, ["*"] = { ground = "floor", things = "gem" },
      },
      moves = { "<direction>" },
      rules = { { "<direction>", "[ player | kind as a ] -> [ a | player ]" },
        { "<direction>", "[ player | no things ] -> [ | player ]" } },
      ends = { { "Done", "all target on box" } },
      goal = "Done",
    }
    local start = game.new "@$*x"
    assert.is_nil(length_to(start, "Done"))
    local actions, info = core.solve(start, plenty, "Done", nil, true, true)
    assert.are.same({ nil, "unsolvable", 3 }, { actions, info.proven, info.depth })
  end)
end)
