--- The solver (src/search/solve/) held against breadth first: on random small levels both find a
--- line, or both prove that there is none, with each of its cuts and without them. Every line is
--- played.

local core = require "tessera.search_core"
local lua_games = require "spec.support.lua_games"
local piece_games = require "spec.support.piece_games"
local programs = require "spec.support.rule_programs"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

-- Bits of enum solve_without.
local without = { model = 1, regions = 2, lost = 4, clusters = 8, shorter = 16 }

local function assert_played(state, actions)
  local copy = state:clone()
  for _, action in ipairs(actions) do
    assert(copy:apply(action))
  end
  return copy
end

-- What the solver says: "solved", "unsolvable" or "open". A line must lead to the goal.
local function verdict(state, goal, nodes, bits)
  local limits = { nodes = nodes, memory = 1 << 30, disk = 0 }
  local actions, info = core.solve(state, limits, goal, nil, true, false, nil, bits)
  assert.is_string(info.method)
  if actions then
    local outcome = assert_played(state, actions):outcome()
    assert(outcome and (not goal or outcome == goal), "the line does not lead to the goal")
    return "solved", info, #actions
  end
  return info.proven or "open", info
end

local variants = { 0, without.regions, without.lost, without.clusters, without.model,
  without.regions + without.lost, without.shorter }

-- Compares one state; returns what breadth first says, or nil if it does not end.
local function compare(state, goal, nodes, bits)
  local fine, actions, info = pcall(search.shortest, state, goal, { nodes = nodes })
  if not fine or info.ended ~= "done" then
    return nil
  end
  local truth = actions and "solved" or "unsolvable"
  local said, found, length = verdict(state, goal, 100 * nodes, bits)
  if said ~= truth then
    error(("%s, and breadth first says %s (without %d, %s)"):format(said, truth, bits,
      found.why or ""), 0)
  end
  assert(not actions or length >= #actions, "shorter than the shortest")
  if actions and found.proven then
    assert(found.proven == "optimal" and length == #actions, "not the shortest, as was proven")
  end
  return truth
end

describe("the solver says what breadth first says:", function()
  local counts = { sokoban = 2500, hexoban = 1500, rush = 300, peg = 1500, lights = 1500,
    fifteen = 300, klotski = 150, boulder = 600 }
  for name, count in pairs(counts) do
    it(name, function()
      local start, solved, ended = require("spec.conformance." .. name), 0, 0
      for seed in seeds(count) do
        local state = start(rng.new(seed))
        local bits = variants[1 + seed % #variants]
        local fine, said = pcall(compare, state, lua_games[name].goal, 4000, bits)
        if not fine then
          error(("seed %d: %s\n%s"):format(seed, said, state), 0)
        end
        ended = ended + (said and 1 or 0)
        solved = solved + (said == "solved" and 1 or 0)
      end
      assert.is_true(ended > 0 and solved > 0)
    end)
  end

  it("random games of pieces", function()
    local solved, unsolvable = 0, 0
    for seed in seeds(8000) do
      local module, map, definition = piece_games.new(rng.new(seed))
      local fine, said = true, nil
      if module then
        local bits = variants[1 + seed % #variants]
        fine, said = pcall(compare, module.new(map), "Done", 1500, bits)
      end
      if not fine then
        error(("seed %d: %s\n%s\n-- map %q"):format(seed, said, programs.shown(definition), map),
          0)
      end
      solved = solved + (said == "solved" and 1 or 0)
      unsolvable = unsolvable + (said == "unsolvable" and 1 or 0)
    end
    assert.is_true(seeds.often(solved, 1200, unsolvable, 1200))
  end)

  -- Compares the games that `draw` makes of random numbers, each on a random map with these pieces.
  local function compare_drawn(pieces, draw)
    local solved, unsolvable = 0, 0
    for seed in seeds(600, 150) do
      local random = rng.new(seed)
      local definition = draw(random)
      definition.legend = { ["."] = "empty", ["#"] = "wall", ["@"] = "player", ["$"] = "box",
        ["*"] = "gem" }
      definition.goal = "Done"
      local columns = 2 + random:below(3)
      local cells = {}
      for i = 1, columns * (2 + random:below(3)) do
        cells[i] = random:below(7) == 0 and "#" or "."
      end
      for character in pieces:gmatch "." do
        cells[1 + random:below(#cells)] = character
      end
      local map = table.concat(cells):gsub(("."):rep(columns), "%0\n")
      local said = compare(tessera.game(definition).new(map), "Done", 4000,
        variants[1 + seed % #variants])
      solved = solved + (said == "solved" and 1 or 0)
      unsolvable = unsolvable + (said == "unsolvable" and 1 or 0)
    end
    assert.is_true(seeds.often(solved, 100, unsolvable, 100), solved .. " " .. unsolvable)
  end

  -- A player pushes another one: the board only loses the one behind, and gets one in front.
  it("players who push each other", function()
    compare_drawn("@@$", function(random)
      return {
        name = "crowds",
        groups = { thing = { "player", "box" } },
        moves = { "<direction>" },
        rules = {
          { random:below(2) == 0 and "<left|right>" or "<direction>",
            "[ player | empty ] -> [ | player ]" },
          { "<direction>", "[ player | thing as a | empty ] -> [ | player | a ]" },
        },
        ends = { { "Done", ({ "player at row 1", "player at column -1", "box at row 2" })
          [1 + random:below(3)] } },
      }
    end)
  end)

  -- What is left behind makes a move more than a step. At a place a move is possible where the
  -- piece is by then.
  for _, form in ipairs { "<direction>", "go <row> <column>" } do
    it("a player who leaves a trail, by " .. form, function()
      compare_drawn("@", function(random)
        return {
          name = "trails",
          moves = { form },
          rules = { { form, "[ player | empty ] -> [ gem | player ]" } },
          ends = { { "Done", ({ "no empty", "count gem >= 4" })[1 + random:below(2)] } },
        }
      end)
    end)
  end
end)

-- A game of boxes on layers of their own, with these rules by a direction.
local function boxes(rules, goal)
  local definition = { name = "boxes", layers = { "ground", "things" }, goal = "Done",
    legend = {
      ["."] = { ground = "floor" }, ["#"] = { ground = "wall" }, ["_"] = { ground = "target" },
      ["~"] = { ground = "ice" }, ["@"] = { ground = "floor", things = "player" },
      ["$"] = { ground = "floor", things = "box" }, ["%"] = { ground = "target", things = "box" },
      b = { ground = "ice", things = "box" },
    },
    groups = { dry = { "floor", "target" }, open = { "floor", "target", "ice" } },
    moves = { "<direction>" }, rules = {}, ends = { { "Done", goal or "all box on target" } } }
  for i, rule in ipairs(rules) do
    definition.rules[i] = { "<direction>", (rule:gsub("free", "open no things")) }
  end
  return tessera.game(definition)
end

-- Asserts that each way of asking finds a line, as breadth first does.
local function assert_solved(state, length)
  assert.equal(length, #search.shortest(state))
  for _, bits in ipairs(variants) do
    assert.equal("solved", (verdict(state, "Done", 10000, bits)))
  end
  assert.equal(length, #search.solve(state, { optimal = true }))
end

describe("the solver tells which queue came to the goal:", function()
  it("backward from the goals, where boxes are in each other's way", function()
    local state = lua_games.sokoban.new [[
############
#.#  #  #  #
#.#  $ $   #
#.# $# $#$@#
#.#  #  #  #
#.   # $   #
#.   #  #  #
############]]
    local actions, info = search.solve(state, { nodes = 3000, small = 0 })
    assert.equal("Solved", assert_played(state, actions):outcome())
    assert.equal("backward", info.method)
  end)
end)

describe("a line is made shorter", function()
  -- How long the line to a level is as it was found, and as it is told; and what is proven of it.
  local function lengths(map)
    local state = lua_games.sokoban.new(map)
    local _, _, found = verdict(state, nil, 100000, without.shorter)
    local _, info, told = verdict(state, nil, 100000, 0)
    return found, told, info.proven
  end

  it("by another one, if all of them can be looked at", function()
    local map = [[
#########
#  .#   #
# $   $ #
#  #@.  #
#  .$   #
#   #   #
#########]]
    local shortest = #search.shortest(lua_games.sokoban.new(map))
    local found, told, proven = lengths(map)
    assert.same({ shortest, "optimal" }, { told, proven })
    assert.is_true(found > told)
  end)

  it("within windows along it, if there are too many", function()
    local found, told, proven = lengths [[
################
#   @    #     #
# $ $ $  #  ...#
#            ...#
# $ $ $  #  ...#
#   $ $  #   $ #
#        #     #
################]]
    assert.is_nil(proven)
    assert.is_true(10 * told < 9 * found, ("%d instead of %d"):format(told, found))
  end)

  it("by steps and deeds", function()
    -- The second push is nearer, so the shortest line does not begin with the first one.
    local state = boxes({ "[ player | free ] -> [ | player ]",
      "[ player | box | free ] -> [ | player | box ]" }).new(
      "##########\n#_$.@.$._#\n#........#\n##########")
    local actions, info = search.solve(state, { small = 0 })
    assert.same({ #search.shortest(state), "optimal" }, { #actions, info.proven })
  end)
end)

describe("the solver does not give up", function()
  local walk = "[ player | free ] -> [ | player ]"
  local push = "[ player | box | free ] -> [ | player | box ]"

  it("two boxes that can only be reached behind a third one, over ice", function()
    local module = boxes { "[ player | dry no things ] -> [ | player ]", push }
    assert_solved(module.new "#######\n#.b.._#\n#.##.##\n#@.$.##\n####_%#\n#######", 11)
  end)

  it("a box that would slide too far if another one did not stop it", function()
    local slide = "[ player | box | free | free | free ] -> [ | player | | | box ]"
    local map = "########\n#.....##\n#.##.###\n#@.$.###\n#.##_%##\n#...$_##\n####.###\n########"
    assert_solved(boxes({ walk, slide, push }).new(map), 19)
  end)

  it("pieces that count in some cells alone", function()
    for goal, maps in pairs {
      ["all box no ice on target"] = { "@$~", "@.$~" },
      ["some box no ice on target"] = { "@b_", "@b._" },
      ["some box no ice"] = { "@b_", "@b.." },
      ["all target on box no ice"] = { "@b_", "@b._" },
      ["all box ice on target"] = { "@b..", "@b_" },
    } do
      for _, map in ipairs(maps) do
        local state = boxes({ walk, push }, goal).new(map)
        assert_solved(state, #search.shortest(state))
      end
    end
  end)
end)
