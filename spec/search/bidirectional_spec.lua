--- Specifies the method "bidirectional" of search.shortest, compared with breadth-first search.

local core = require "tessera.search_core"
local laws = require "tessera.check.laws"
local maps = require "tessera.base.maps"
local rng = require "tessera.rng"
local search = require "tessera.search"
local tessera = require "tessera"
local tiles = require "spec.support.tiles"

-- Lights Out, where a press is taken back by another one; it is over when all lights are out.
local other = { on = "off", off = "on" }

local function press(state, row, column)
  local board = state.board
  board:set(row, column, other[board:get(row, column)])
  for r, c, light in board:neighbours(row, column) do
    board:set(r, c, other[light])
  end
end

local lamps = tessera.game {
  name = "lamps", legend = { ["*"] = "on", ["."] = "off" }, moves = { "<row> <column>" },
  apply = press, reverse = press, outcomes = { "Dark" },
  counters = { presses = 0 },
  outcome = function(state)
    return state.board:count "on" == 0 and "Dark" or nil
  end,
}

-- Frogs that jump over each other along a row, by rules as pictures; nobody goes back.
local frogs = tessera.game {
  name = "frogs", legend = { ["."] = "empty", a = "east", b = "west" },
  moves = { "east <row> <column>", "west <row> <column>" },
  rules = {
    { "east <row> <column>", "right [ east | empty ] -> [ | east ]" },
    { "east <row> <column>", "right [ east | west | empty ] -> [ | west | east ]" },
    { "west <row> <column>", "left [ west | empty ] -> [ | west ]" },
    { "west <row> <column>", "left [ west | east | empty ] -> [ | east | west ]" },
  },
  reverse = function(state, kind, row, column)
    local board, step = state.board, kind == "east" and 1 or -1
    local over = kind == "east" and "west" or "east"
    local function is(cells, what)
      local at = column + cells * step
      return at >= 1 and at <= board:columns() and board:is(row, at, what)
    end
    local to = is(1, kind) and 1 or is(1, over) and is(2, kind) and 2
    if not to or not is(0, "empty") then
      return nil, "no frog has come from there"
    end
    board:set(row, column + to * step, "empty")
    board:set(row, column, kind)
  end,
}

local function leads(state, actions, goals)
  local copy = state:clone()
  copy:apply_all(actions)
  for _, goal in ipairs(goals) do
    if goal:key() == copy:key() then
      return true
    end
  end
  return false
end

-- Compares with breadth first; returns whether there is a line, and both infos.
local function compare(state, goals)
  local keys = {}
  for _, goal in ipairs(goals) do
    keys[goal:key()] = true
  end
  local plain, broad = search.shortest(state, function(position)
    return keys[position:key()] == true
  end)
  local actions, info = search.shortest(state, nil, { method = "bidirectional", goals = goals })
  assert.same({ "done", plain and #plain }, { info.ended, actions and #actions })
  assert.is_true(not actions or leads(state, actions, goals))
  return actions, info, broad
end

describe("the search from both sides", function()
  it("finds lines as short as breadth first, of sliding tiles", function()
    local solved, fewer, none = tiles.solved(2, 3), 0, 0
    for seed = 1, 60 do
      local state = tiles.mixed(rng.new(seed), 2, 3, seed)
      local actions, info, broad = compare(state, { solved })
      fewer = fewer + (info.nodes < broad.nodes and 1 or 0)
      assert.is_true(info.positions > 0 and info.depth <= #actions)
    end
    assert.is_true(fewer > 40, tostring(fewer))
    -- Half of all orders cannot be reached; the smaller side is exhausted.
    for seed = 1, 3 do
      local state = tiles.mixed(rng.new(seed), 2, 3, 50)
      local swapped = tiles.game.new((tostring(state):gsub("[12]", { ["1"] = "2", ["2"] = "1" })))
      none = none + (compare(swapped, { solved }) and 0 or 1)
    end
    assert.equal(3, none)
  end)

  it("begins from goals at which the game is over, and from several", function()
    local found = 0
    for seed = 1, 40 do
      local random, cells, goals = rng.new(seed), {}, {}
      for k = 1, 1 + seed % 3 do
        for i = 1, 9 do
          cells[i] = random:below(2) == 0 and "*" or "."
        end
        goals[k] = lamps.new((table.concat(cells):gsub("...", "%0\n")))
      end
      local start = table.remove(goals)
      goals[#goals + 1] = lamps.new ".../.../..."
      found = found + (compare(start, goals) and 1 or 0)
    end
    assert.is_true(found > 30, tostring(found))
    assert.same({}, (compare(lamps.new ".*./...", { lamps.new ".*./..." })))
  end)

  it("goes back by `reverse` where no action leads back", function()
    local goals = { frogs.new "bbb.aaa" }
    assert.equal(15, #compare(frogs.new "aaa.bbb", goals))
    assert.is_nil((compare(frogs.new "aabb.", { frogs.new "bb.aa" })))
    assert.is_nil((compare(frogs.new "bbb.aaa", { frogs.new "aaa.bbb" })))
    assert.equal(24, #compare(frogs.new "aaaa.bbbb", { frogs.new "bbbb.aaaa" }))
  end)

  it("believes the rules, not `reverse`", function()
    local wild = { name = "wild" }
    for key, value in pairs(tiles.definition) do
      wild[key] = wild[key] or value
    end
    local random = rng.new(7)
    function wild.reverse(state, word)
      if random:below(3) == 0 then
        word = ({ "up", "down", "left", "right" })[1 + random:below(4)]
      end
      return tiles.definition.reverse(state, word)
    end
    local game = tessera.game(wild)
    for seed = 1, 20 do
      local state = game.new(tostring(tiles.mixed(rng.new(seed), 2, 3, 30)))
      local goals = { game.new(tostring(tiles.solved(2, 3))) }
      local actions, info = search.shortest(state, nil, { method = "bidirectional", goals = goals })
      assert.equal("done", info.ended)
      assert.is_true(not actions or leads(state, actions, goals))
    end
  end)

  it("ends at every limit", function()
    local state, goals = tiles.mixed(rng.new(1), 3, 3, 500), { tiles.solved(3, 3) }
    local seen = {}
    for power = 0, 20 do
      local _, info = search.shortest(state, nil, { method = "bidirectional", goals = goals,
        memory = 3 << power, nodes = 100000 })
      assert.is_true(info.memory <= 3 << power)
      seen[info.ended] = true
    end
    assert.same({ memory = true, done = true }, seen)
    for limit, value in pairs { nodes = 50, seconds = 0 } do
      local actions, info = search.shortest(state, nil, { method = "bidirectional", goals = goals,
        [limit] = value })
      assert.same({ nil, limit }, { actions, info.ended })
    end
    local _, info = search.shortest(state, nil, { method = "bidirectional", goals = goals,
      progress = function()
        goals[1] = nil
        collectgarbage()
        return false
      end })
    assert.equal("done", info.ended)
  end)

  it("raises the errors of `reverse`", function()
    local broken = { name = "broken", reverse = function() error "oops" end }
    for key, value in pairs(tiles.definition) do
      broken[key] = broken[key] or value
    end
    local game = tessera.game(broken)
    local fine, fault = pcall(search.shortest, game.new "1 \n23", nil,
      { method = "bidirectional", goals = { game.new "12\n3 " } })
    assert.is_true(not fine and fault:find "oops" ~= nil, fault)
  end)

  it("says what is wrong with its options", function()
    local state, goals = tiles.solved(2, 2), { tiles.solved(2, 2) }
    for message, options in pairs {
      ["bidirectional needs `goals`, a list of states"] = {},
      ["goals: there is none"] = { goals = {} },
      ["goals: goal 1 must be a state of a game, not 7"] = { goals = { 7 } },
      ["goals: expected a list, got the key 'x'"] = { goals = { x = state } },
      ["the goals must be states of tiles, on boards of one size"] =
        { goals = { tiles.solved(2, 3) } },
      ["bidirectional takes no `symmetric`"] = { goals = goals, symmetric = true },
      ["bidirectional takes no `heuristic`"] = { goals = goals, heuristic = error },
      ["`goals` are for the method bidirectional"] = { goals = goals, method = "ida-star" },
    } do
      options.method = options.method or "bidirectional"
      local fine, fault = pcall(search.shortest, state, nil, options)
      assert.is_false(fine)
      assert.matches("search.shortest: " .. message, tostring(fault), 1, true)
    end
    local fine, fault = pcall(search.shortest, state, "Solved", { method = "bidirectional",
      goals = goals })
    assert.is_true(not fine and fault:find("takes `goals` in place of a goal", 1, true) ~= nil)
    local sokoban = dofile "samples/games/sokoban.lua"
    state = sokoban.new "#####\n#@$.#\n#####"
    fine, fault = pcall(search.shortest, state, nil, { method = "bidirectional",
      goals = { state } })
    assert.is_true(not fine
      and fault:find("bidirectional: sokoban has no function `reverse`", 1, true) ~= nil, fault)
    local limits = { nodes = 1, memory = 1 << 20, disk = 0 }
    assert.is_false((pcall(core.bidirectional, state, limits, { state })))
    assert.is_false((pcall(core.before, state, limits, "left")))
    assert.is_nil((core.before(tiles.solved(2, 2), limits, "sideways")))
  end)
end)

describe("the function reverse of a definition", function()
  it("is for games of one player", function()
    local fine, fault = pcall(tessera.game, { name = "two", legend = { ["."] = "empty" },
      players = 2, moves = { "pass" }, apply = press, reverse = press })
    assert.is_true(not fine
      and fault:find("game 'two': reverse: it is for games of one player", 1, true) ~= nil, fault)
  end)

  it("is held to the law that it takes back every action", function()
    -- What the law says of each action.
    local function told(game, map)
      local all, state, law = {}, game.new(map), nil
      for _, one in ipairs(laws(maps.about(game))) do
        law = one.name == "reverse takes back what an action did" and one or law
      end
      for _, action in ipairs(law and state:actions() or {}) do
        local after = state:clone()
        after:apply(action)
        all[#all + 1] = law.step({}, state, action, after) or "fine"
      end
      return table.concat(all, "; ")
    end
    assert.equal("fine; fine", told(tiles.game, "12\n3 "))
    assert.equal("fine; fine; fine; fine", told(lamps, "*./.."))
    assert.equal("fine; fine", told(frogs, "aa.bb"))
    assert.equal("", told(dofile "samples/games/lights.lua", "*./..")) -- it has no reverse
    local function tiles_with(reverse)
      local changed = { name = "changed", reverse = reverse }
      for key, value in pairs(tiles.definition) do
        changed[key] = changed[key] or value
      end
      return tessera.game(changed)
    end
    assert.equal("after 'up' it leads to another position than the one before; "
      .. "after 'left' it leads to another position than the one before",
      told(tiles_with(function() end), "12\n3 "))
    assert.equal("after 'up' it says that 'up' cannot have led here; "
      .. "after 'left' it says that 'left' cannot have led here",
      told(tiles_with(function() return nil end), "12\n3 "))
  end)
end)
