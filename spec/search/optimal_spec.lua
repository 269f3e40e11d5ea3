--- Shortest and cheapest lines that are proven (src/search/solve/optimal.h), compared with breadth
--- first in C, and with plain Lua where steps and pushes cost differently.

local core = require "tessera.search_core"
local lua_games = require "spec.support.lua_games"
local oracle = require "spec.oracle.search"
local pushing = require "spec.oracle.pushing"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

local fifteen, sokoban = lua_games.fifteen, lua_games.sokoban

-- Plays a line, and returns its outcome.
local function play(start, actions)
  local state = start:clone()
  assert.are.equal(#actions, (state:apply_all(actions)))
  return state:outcome()
end

-- Holds an answer against the least cost, nil if there is no line: the line, the proof, the bound.
local function holds(start, least, actions, info, name)
  assert.are.equal("done", info.ended, name)
  assert.are.equal(least and "optimal" or "unsolvable", info.proven, name)
  assert.are.equal(least, actions and info.cost, name)
  if least then
    assert.are.equal(least, info.lower, name)
    play(start, actions)
  end
end

-- A random level of Sokoban of a few cells, with so many boxes, most of them not at a wall.
local function level(random, boxes)
  local rows, columns = 4 + random:below(2), 4 + random:below(2)
  local cells = {}
  for i = 1, rows * columns do
    cells[i] = random:below(10) == 0 and "#" or " "
  end
  local function put(character, on, inside)
    local i
    repeat
      local edge = inside and random:below(8) > 0 and 1 or 0
      i = (edge + random:below(rows - 2 * edge)) * columns + edge + random:below(columns - 2 * edge)
        + 1
    until cells[i] == " " or on and cells[i] == "."
    cells[i] = cells[i] == "." and on or character
  end
  for _ = 1, boxes + random:below(2) do
    put "."
  end
  for _ = 1, boxes do
    put("$", "*", true)
  end
  put("@", "+")
  local lines, wall = {}, ("#"):rep(columns + 2)
  for row = 1, rows do
    lines[row] = "#" .. table.concat(cells, "", (row - 1) * columns + 1, row * columns) .. "#"
  end
  return wall .. "\n" .. table.concat(lines, "\n") .. "\n" .. wall
end

local goals = { "all box on target", "all player on target", "box at row 2 column 2",
  "all target on player or box", "(all box on target) or (all player on target)" }
-- The last one is a push, so two actions that cost differently may do the same.
local pulls = { "[ open no things | player | box ] -> [ player | box | ]",
  "[ player | box ] -> [ box | player ]",
  "[ player | open no things | box ] -> [ player | box | ]",
  "[ player | box | open no things ] -> [ | player | box ]" }

-- A game of pushes with a goal, and perhaps a way to pull. The rules count "pushes": steps,
-- pushes and pulls, as the list says.
local function pulling(goal, pull, counts)
  local function rule(number, action, picture)
    return { action, picture, count = counts[number] and "pushes" or nil }
  end
  return tessera.game {
    name = "pulling", layers = { "ground", "things" },
    legend = { ["."] = { ground = "floor" }, ["#"] = { ground = "wall" },
      x = { ground = "target" }, ["@"] = { ground = "floor", things = "player" },
      ["$"] = { ground = "floor", things = "box" } },
    groups = { open = { "floor", "target" } },
    counters = { pushes = 0 },
    moves = { "<direction>", pull and "pull <direction>" },
    rules = {
      rule(1, "<direction>", "[ player | open no things ] -> [ | player ]"),
      rule(2, "<direction>", "[ player | box | open no things ] -> [ | player | box ]"),
      pull and rule(3, "pull <direction>", pull),
    },
    ends = { { "Done", goal } },
    goal = "Done",
  }
end

local function drawn_game(random)
  local function chance(percent)
    return random:below(100) < percent
  end
  return pulling(goals[1 + random:below(#goals)], chance(50) and pulls[1 + random:below(#pulls)]
    or nil, { chance(5), chance(80), chance(70) })
end

-- A board of the drawn games: a player, one or two boxes, and targets.
local function room(random)
  local columns = 3 + random:below(3)
  local cells = {}
  for i = 1, columns * (2 + random:below(3)) do
    cells[i] = random:below(8) == 0 and "#" or "."
  end
  for character in ("x$"):rep(1 + random:below(2)):gmatch "." do
    cells[1 + random:below(#cells)] = character
  end
  cells[1 + random:below(#cells)] = "@"
  return (table.concat(cells):gsub(("."):rep(columns), "%0\n"))
end

describe("search.solve with optimal", function()
  it("finds cheapest lines of Sokoban, by actions, moves and pushes", function()
    local solved, never = 0, 0
    for seed in seeds(2000) do
      local random = rng.new(seed)
      local map = level(random, 1 + random:below(2))
      local start = sokoban.new(map)
      if not start:outcome() then
        for _, by in ipairs { "moves", "pushes" } do
          local least = pushing.least(map, by, 3000)
          if least ~= false then
            local actions, info = search.solve(start, { optimal = true, by = by })
            holds(start, least, actions, info, map)
            if actions then
              assert.are.equal("Solved", play(start, actions))
              solved = solved + 1
            else
              never = never + 1
            end
          end
          if by == "moves" and least ~= false then
            local actions, info = search.solve(start, { optimal = true })
            holds(start, least, actions, info, map)
          end
        end
      end
    end
    assert.is_true(seeds.often(solved, 1000))
    assert.is_true(seeds.often(never, 300))
  end)

  it("never says a bound above the truth when a limit ends it", function()
    local ended = 0
    for seed in seeds(1000) do
      local random = rng.new(seed)
      local map = level(random, 1 + random:below(2))
      local start = sokoban.new(map)
      local by = random:below(2) == 0 and "moves" or "pushes"
      local least = not start:outcome() and pushing.least(map, by, 3000)
      local nodes = 1 + random:below(8)
      local _, info = search.solve(start, { optimal = true, by = by, nodes = nodes })
      if least then
        assert.is_true(info.lower <= least, map)
        ended = ended + (info.ended == "nodes" and 1 or 0)
      end
    end
    assert.is_true(seeds.often(ended, 100))
  end)

  it("says of a counter, however it is asked, what plain Lua says", function()
    local counts = { optimal = 0, unsolvable = 0, open = 0 }
    for seed in seeds(1500, 300) do
      local random = rng.new(seed)
      local start = drawn_game(random).new(room(random))
      local least = oracle.cheapest(start, "Done", "pushes", 2000)
      for _, options in ipairs(least == false and {} or { {}, { optimal = true }, { nodes = 9 },
        { optimal = true, nodes = 9 } }) do
        options.by = "pushes"
        local actions, info = search.solve(start, options)
        local name = ("seed %d %s"):format(seed, start)
        counts[info.proven or "open"] = counts[info.proven or "open"] + 1
        assert.is_true(info.lower <= (least or math.huge), name)
        if info.proven then
          assert.are.same({ least and "optimal" or "unsolvable", least },
            { info.proven, info.cost }, name)
        end
        if actions then
          assert.are.equal("Done", play(start, actions), name)
          assert.is_true(info.cost >= least, name)
        end
        assert.is_true(info.proven ~= nil or not options.optimal or options.nodes ~= nil, name)
      end
    end
    assert.is_true(seeds.often(counts.optimal, 500, counts.unsolvable, 500, counts.open, 200))
  end)

  it("knows that nothing is cheaper than nothing, whatever ends it", function()
    local start = pulling("player at column -1", nil, {}).new "@......"
    for _, nodes in ipairs { 100, 6 } do
      local _, info = search.solve(start, { by = "pushes", nodes = nodes })
      assert.are.same({ 0, 0, "optimal" }, { info.cost, info.lower, info.proven })
    end
  end)

  it("does not go on with a counter that shrinks", function()
    local game = tessera.game {
      name = "sinks",
      legend = { ["."] = "empty", ["@"] = "player", ["="] = "sink", ["!"] = "exit" },
      counters = { coins = 3 },
      moves = { "<direction>" },
      rules = {
        { "<direction>", "[ player | sink ] -> [ | player ]", add = { coins = -1 } },
        { "<direction>", "[ player | empty or exit ] -> [ | player ]" },
      },
      ends = { { "Out", "no exit" } },
      goal = "Out",
    }
    for map, options in pairs { ["@=!"] = {}, ["@=!/..."] = { optimal = true } } do
      options.by = "coins"
      assert.has_error(function()
        search.solve(game.new(map), options)
      end, "search.solve: by: an action lets the counter 'coins' shrink")
    end
    local _, info = search.solve(game.new "@.!/=..", { by = "coins" })
    assert.are.same({ 0 }, { info.cost, info.proven })
  end)

  -- The counter says of a search what it adds, and not what an action is: one that grows at other
  -- times is no bound.
  it("counts what any counter adds", function()
    local game = tessera.game {
      name = "tolls",
      legend = { ["."] = "empty", ["@"] = "player", ["="] = "toll", ["!"] = "exit" },
      counters = { coins = 0 },
      moves = { "<direction>" },
      rules = {
        { "<direction>", "[ player | toll ] -> [ | player ]", add = { coins = 3 } },
        { "<direction>", "[ player | empty ] -> [ | player ]" },
        { "<direction>", "[ player | exit ] -> [ | player ]" },
      },
      ends = { { "Out", "no exit" } },
      goal = "Out",
    }
    local start = game.new "@=!/.../=.="
    local actions, info = search.solve(start, { optimal = true, by = "coins" })
    assert.are.same({ 0, 0, "optimal" }, { info.cost, info.lower, info.proven })
    assert.are.equal("Out", play(start, actions))
    actions, info = search.solve(start, { optimal = true })
    assert.are.same({ 2, 2, "optimal" }, { #actions, info.lower, info.proven })
    actions, info = search.solve(game.new "@=!/===", { optimal = true, by = "coins" })
    assert.are.same({ 3, "optimal", 2 }, { info.cost, info.proven, #actions })
  end)

  -- The box may be pushed from the right, which counts, or pulled from the left.
  it("knows that a piece may be moved without a cost", function()
    local game = tessera.game {
      name = "pulls",
      legend = { ["."] = "empty", ["#"] = "wall", ["@"] = "player", ["$"] = "box" },
      counters = { pushes = 0 },
      moves = { "<direction>", "pull <direction>" },
      rules = {
        { "<direction>", "[ player | empty ] -> [ | player ]" },
        { "<direction>", "[ player | box | empty ] -> [ | player | box ]", count = "pushes" },
        { "pull <direction>", "[ empty | player | box ] -> [ player | box | ]" },
      },
      ends = { { "Done", "box at row 3 column 4" } },
      goal = "Done",
    }
    local start = game.new ".#....\n.#@.#.\n.#..$."
    local actions, info = search.solve(start, { optimal = true, by = "pushes" })
    assert.are.same({ 0, 0, "optimal" }, { info.cost, info.lower, info.proven })
    assert.are.equal("Done", play(start, actions))
  end)

  -- A swap with the box is dear, and brings the player to his place sooner than steps do.
  it("does not take free steps of the player for a cost", function()
    local start = pulling("player at row 4 column 5", "[ player | box ] -> [ box | player ]",
      { false, true, true }).new "..@../....$/...../##..."
    for _, nodes in ipairs { 10000, 1 } do
      local _, info = search.solve(start, { optimal = true, by = "pushes", nodes = nodes })
      assert.is_true(info.lower == 0 and (info.cost or 0) == 0, nodes)
    end
  end)

  for _, file in ipairs { "lights", "peg", "rush", "klotski", "hexoban" } do
    local game = lua_games[file]
    it("agrees with breadth first in " .. file, function()
      local start, compared = require("spec.conformance." .. file), 0
      for seed in seeds(1000) do
        local state = start(rng.new(seed))
        local line, info = search.shortest(state, nil, { nodes = 3000 })
        if info.ended == "done" and not state:outcome() then
          local goal = line and #search.shortest(state, game.goal, { nodes = 3000 }) or nil
          local actions, about = search.solve(state, { optimal = true, goal = game.goal })
          if goal or not line then
            holds(state, goal, actions, about, tostring(state))
            compared = compared + 1
          end
        end
      end
      assert.is_true(seeds.often(compared, 200))
    end)
  end
end)

-- All pieces of a board in any order that can be reached or not.
local function shuffled(random, rows, columns)
  local cells = {}
  for i = 1, rows * columns do
    cells[i] = i < rows * columns and ("%x"):format(i) or "."
  end
  for i = #cells, 2, -1 do
    local k = 1 + random:below(i)
    cells[i], cells[k] = cells[k], cells[i]
  end
  local lines = {}
  for row = 1, rows do
    lines[row] = table.concat(cells, "", (row - 1) * columns + 1, row * columns)
  end
  return fifteen.new(table.concat(lines, "/"))
end

local limits = { nodes = 0, memory = 1 << 28, disk = 0 }

describe("a game of exchanges", function()
  it("is solved in the fewest slides, or proven to be in the other half", function()
    local odd = 0
    for seed in seeds(2000) do
      local random = rng.new(seed)
      local state = random:below(10) == 0 and shuffled(random, 3, 3)
        or shuffled(random, 2, 2 + random:below(2))
      if not state:outcome() then
        local line, _ = search.shortest(state)
        local actions, info = search.solve(state, { optimal = true })
        holds(state, line and #line, actions, info, tostring(state))
        assert.are.equal(line and "IDA*" or "exchanges", info.method)
        if line then
          assert.are.equal("Sorted", play(state, actions))
        else
          odd = odd + 1
        end
      end
    end
    assert.is_true(seeds.often(odd, 700))
  end)

  -- With all five tiles in one table the gap has one cell, so the table is the truth.
  it("has bounds by tables that are never above the truth", function()
    local bounds = 0
    for seed in seeds(300) do
      local random = rng.new(seed)
      local small = random:below(10) > 0
      local state = shuffled(random, small and 2 or 3, 3)
      local line = search.shortest(state)
      for _, entries in ipairs { 32, 250, 60000 } do
        local tables = core.exchange(state, limits, entries)
        assert.are.equal(line == nil and not state:outcome(), tables.odd)
        if line then
          assert.is_true(tables.rest <= #line)
          bounds = bounds + tables.rest
        end
        if small and entries == 60000 then
          assert.are.same({ 5 }, tables.patterns)
          assert.are.equal(line and #line or false, tables.rest)
        end
      end
    end
    assert.is_true(seeds.often(bounds, 3000))
  end)

  it("has tables of as many pieces as there is room for", function()
    local state = fifteen.new "bd43/2918/.a67/e5fc"
    assert.are.same({ rest = 26, odd = false,
      patterns = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 } },
      core.exchange(state, limits, 16))
    local tables = core.exchange(state, limits, 1 << 16)
    assert.are.same({ 4, 4, 4, 3 }, tables.patterns)
    assert.is_true(tables.rest > 26 and tables.rest <= 42)
  end)

  it("is none where pieces are pushed, taken, or moved without a gap", function()
    for _, state in ipairs { sokoban.new "@ $.", lua_games.peg.new "oo.",
      lua_games.klotski.new "AB./CD.", lua_games.lights.new "*.*" } do
      assert.is_nil(core.exchange(state, limits, 16))
    end
  end)

  it("may have walls, several layers, and pieces of one kind in many places", function()
    local game = tessera.game {
      name = "tracks",
      layers = { "ground", "things" },
      legend = { ["."] = { ground = "track" }, ["#"] = { ground = "wall" },
        o = { ground = "track", things = "hole" }, a = { ground = "track", things = "red" },
        b = { ground = "track", things = "blue" }, _ = { ground = "home", things = "blue" },
        A = { ground = "home", things = "red" }, O = { ground = "home", things = "hole" } },
      groups = { car = { "red", "blue" } },
      moves = { "<direction>" },
      rules = { { "<direction>", "[ hole | car no wall ] -> [ car | hole ]" } },
      ends = { { "Home", "all red on home" } },
      goal = "Home",
    }
    local start = game.new "aob/b#b/b_b"
    assert.is_table(core.exchange(start, limits, 16))
    local actions, info = search.solve(start, { optimal = true })
    assert.are.same({ #search.shortest(start), "optimal", "IDA*" },
      { #actions, info.proven, info.method })
  end)

  it("is left to a search that remembers positions where many pieces are alike", function()
    local game = tessera.game {
      name = "swaps",
      layers = { "ground", "things" },
      legend = { ["."] = { ground = "floor" }, x = { ground = "target" },
        ["@"] = { ground = "floor", things = "player" },
        ["$"] = { ground = "floor", things = "box" } },
      moves = { "<direction>" },
      rules = { { "<direction>", "[ player | box ] -> [ box | player ]" },
        { "<direction>", "[ player | no things ] -> [ | player ]" } },
      ends = { { "Done", "all box on target" } },
      goal = "Done",
    }
    local start = game.new "$$$@/$$../..xx/.xxx"
    assert.is_table(core.exchange(start, limits, 16))
    local actions, info = search.solve(start, { optimal = true })
    assert.are.same({ #search.shortest(start), "optimal", "breadth-first" },
      { #actions, info.proven, info.method })
    assert.are.equal("Done", play(start, actions))
  end)

  it("says without a search that an order is in the other half", function()
    for _, optimal in ipairs { true, false } do
      local actions, info = search.solve(fifteen.new "1234/5678/9abc/dfe.",
        { optimal = optimal, small = 0 })
      assert.is_nil(actions)
      assert.are.same({ "unsolvable", "each action exchanges two pieces, which reaches one half of "
        .. "all orders: the goal is in the other half" }, { info.proven, info.why })
      assert.is_true(info.generated < 100)
    end
  end)

  it("ends at its limits with a bound", function()
    local state = fifteen.new "1.f4/de3a/8c95/2b67"
    local actions, info = search.solve(state, { optimal = true, nodes = 10000 })
    assert.is_nil(actions)
    assert.are.equal("nodes", info.ended)
    assert.is_nil(info.proven)
    assert.is_true(info.lower >= 30 and info.lower <= 80)
  end)
end)
