--- Specifies the proof-number search: who wins, and whether a goal can be forced, against a twin
--- that judges all positions.

local clobber = dofile "samples/games/clobber.lua"
local connect4 = dofile "samples/games/connect4.lua"
local core = require "tessera.search_core"
local duels = require "spec.support.duels"
local hex = dofile "samples/games/hex.lua"
local horizontally = require "tessera.horizontally"
local limits = require "tessera.base.search_limits"
local nim = require "spec.support.nim"
local oracle = require "spec.oracle.search"
local othello = dofile "samples/games/othello.lua"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

local tictactoe, misere = duels.lines(3), duels.lines(3, true)

-- Each board, how many actions are played at least, and the range of scores.
local boards = {
  { function() return tictactoe.new ".../.../..." end, 2, { -1, 1 } },
  { function() return misere.new ".../.../..." end, 2, { -1, 1 } },
  { function() return clobber.new "oxox/xoxo/oxo." end, 1, { -1, 1 } },
  { function() return horizontally.new(nil, { fields = 2, rows = 3, columns = 5 }) end, 1 },
  { function() return connect4.new "..../..../..../...." end, 7, { -1, 1 } },
  { function() return othello.new "..../.ox./.xo./...." end, 6, { -4, 4 } },
  { function() return hex.new ".../.../..." end, 1 },
  { function() return nim.new "ooooooooooo" end, 0 },
}

local function played(seed)
  local random = rng.new(seed)
  local start, least, range = table.unpack(boards[1 + seed % #boards])
  local state = start()
  for _ = 1, least + random:below(4) do
    local codes = state:codes()
    if codes[1] then
      state:apply(codes[1 + random:below(#codes)])
    end
  end
  return state, range
end

-- Asserts that no action of the line changes who wins, and that it ends the game.
local function keeps(state, actions, who, least, most)
  local copy, memory = state:clone(), {}
  for _, action in ipairs(actions) do
    assert.is_true(copy:apply(action))
    local value = oracle.value(copy, memory)
    assert.is_true(who == 1 and value >= most or who == 2 and value <= least,
      tostring(state) .. action)
  end
  assert.is_nil(copy:turn())
end

describe("proof numbers", function()
  -- The stone may go to and fro as often as its player likes, and wins nothing by that.
  it("write no line that goes on where a position was there before", function()
    local game = tessera.game {
      name = "fro", legend = { ["."] = "empty", x = "red", y = "yellow" },
      players = 2, pieces = { "red", "yellow" },
      moves = { "slide <row> <column> <direction>", "put <row> <column>" },
      rules = {
        { "slide <row> <column> <direction>", "[ mine | empty ] -> [ | mine ]", keep_turn = true },
        { "put <row> <column>", "[ empty near 1+ theirs ] -> [ mine ]" },
      },
      ends = { { { "Red", "Yellow" }, "joined mine from top to bottom", score = 1 },
        { { "Red stuck", "Yellow stuck" }, "stuck", score = -1 } },
    }
    local state, met = game.new ".y\nxx\n..", {}
    local actions, info = search.best(state, { method = "proof-number", range = { -1, 1 } })
    assert.same({ true, 1 }, { info.exact, info.winner })
    assert.is_true(#actions > 0)
    for _, action in ipairs(actions) do
      assert.is_nil(met[state:key()])
      met[state:key()] = true
      assert.is_true(state:apply(action))
    end
  end)

  it("tell who wins, and the score where neither does", function()
    local won, neither = { 0, 0 }, 0
    for seed in seeds(420) do
      local state, range = played(seed)
      local options = { method = "proof-number", range = range, nodes = 200000 }
      local actions, info = search.best(state, options)
      local most = range and range[2] - range[1] or 2
      local value = oracle.value(state, {})
      assert.same({ true, "done" }, { info.exact, info.ended }, tostring(state))
      if state:turn() and math.abs(value) >= most then
        local who = value > 0 and 1 or 2
        won[who] = won[who] + 1
        assert.equal(value > 0 and most or -most, info.score)
        keeps(state, actions, who, -most, most)
      else
        neither = neither + 1
        assert.equal(value, info.score)
      end
    end
    assert.is_true(seeds.often(won[1], 60, won[2], 60, neither, 20),
      ("%d %d %d"):format(won[1], won[2], neither))
  end)

  it("force what can be forced, and claim nothing that rests on a repetition", function()
    local games = { duels.graph, duels.leaps, duels.loops }
    local yes, no, open, missed = 0, 0, 0, 0
    for seed in seeds(600) do
      local state = games[1 + seed % 3].new(nil, { seed = seed })
      local least = seed // 3 % 4 - 1
      local function reached(position)
        return position:outcome() ~= nil and position:score(1) >= least
      end
      local actions, info = core.force(state, limits.full { nodes = 20000 }, reached,
        "proof-number")
      local can = oracle.bounds(state)[state:key()].low >= least
      assert.is_true(info.forced == nil or info.forced == can, "seed " .. seed)
      assert.is_true(info.forced ~= nil or state:game() == "loops", "seed " .. seed)
      yes, no = yes + (info.forced and 1 or 0), no + (info.forced == false and 1 or 0)
      missed = missed + (info.forced == nil and can and 1 or 0)
      open = open + (info.forced == nil and 1 or 0)
      if info.forced and state:game() ~= "loops" then
        local copy = state:clone()
        for _, action in ipairs(actions) do
          assert.is_true(copy:apply(action))
        end
        assert.is_true(reached(copy))
      end
    end
    assert.is_true(seeds.often(yes, 120, no, 120, open, 8) and missed <= 2,
      ("%d %d %d %d"):format(yes, no, open, missed))
  end)

  it("keep the limits, and prove the same with little memory", function()
    local state = connect4.new "..../..../..../...."
    local _, ample = search.best(state, { method = "proof-number", range = { -1, 1 } })
    assert.is_true(ample.exact)
    for memory = 90000, 150000, 60000 do
      local _, little = search.best(state,
        { method = "proof-number", range = { -1, 1 }, memory = memory })
      assert.same({ ample.score, true }, { little.score, little.exact }, tostring(memory))
    end
    for nodes = 1, 301, 50 do
      local _, info = search.best(state,
        { method = "proof-number", range = { -1, 1 }, nodes = nodes })
      assert.is_true(info.nodes <= nodes and not info.exact)
      assert.equal("nodes", info.ended)
    end
  end)

  it("need two players, no chance, and a range", function()
    local state = duels.graph.new(nil, { seed = 1 })
    assert.has_error(function()
      search.best(state, { method = "proof-number" })
    end, "search.best: proof-number asks who wins, so it needs the range of scores: "
      .. "range = { -1, 1 }")
    local tower = require "tessera.tower"
    assert.has_error(function()
      search.best(tower.new "..../S#.G/####", { method = "proof-number", value = function()
        return 0
      end })
    end, "search.best: proof-number is for two players without chance")
  end)
end)
