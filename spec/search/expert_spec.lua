--- Specifies what an expert of a game for two knows of its positions, and the searches that ask
--- him, against plain searches. Horizontally has one.

local core = require "tessera.search_core"
local games = require "spec.support.horizontally_games"
local horizontally = require "tessera.horizontally"
local limits = require "tessera.base.search_limits"
local oracle = require "spec.oracle.horizontally_winner"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"

local sides = { "left", "right" }

-- Calls `each` with a position, and with all that follow from it, once each.
local function each_position(state, each, seen)
  seen = seen or {}
  if seen[state:key()] then return end
  seen[state:key()] = true
  each(state)
  for _, code in ipairs(state:codes()) do
    local after = state:clone()
    after:apply(code)
    each_position(after, each, seen)
  end
end

-- Compares what is known of a position with the plain search. Counts in `told`.
local function compare(root, state, wins, told)
  local mover = state:turn()
  local full = limits.full {}
  local hash, prospects, winner = core.expert(root, full, state)
  local name = tostring(state) .. (mover or "")
  local side = mover or (state:outcome() == "Left wins" and 2 or 1)
  local won = wins(tostring(state), sides[side])
  local who = won and side or 3 - side
  assert.is_true(winner == nil or winner == who, name)
  local actions, kept = state:actions(), false
  assert.equal(#actions, #prospects)
  for i, prospect in ipairs(prospects) do
    assert.equal(actions[i], prospect.action)
    local after = state:clone()
    after:apply(prospect.action)
    local good = not wins(tostring(after), sides[3 - side])
    assert.is_true(good or not prospect.wins, name .. prospect.action)
    kept = kept or good and not prospect.vain
    told.wins = told.wins + (prospect.wins and 1 or 0)
    told.vain = told.vain + (prospect.vain and 1 or 0)
  end
  assert.equal(won, kept, name)
  assert.is_true(told.hash[hash] == nil or told.hash[hash] == who, name)
  told.known = told.known + (winner and 1 or 0)
  told.open = told.open + (winner and 0 or 1)
  told.alike = told.alike + (told.hash[hash] and 1 or 0)
  told.hash[hash] = who
end

describe("an expert", function()
  it("knows nothing that is wrong, in all positions of small boards", function()
    local told = { wins = 0, vain = 0, known = 0, open = 0, alike = 0 }
    for seed in seeds(200) do
      local random = rng.new(seed)
      local map, fields = games.map(random, 5, 13, 50), random:below(6) == 0 and 3 or 2
      local wins = oracle(map, fields)
      for _, first in ipairs(sides) do
        local root = horizontally.new(map, { fields = fields, first = first })
        told.hash = {}
        each_position(root, function(state) compare(root, state, wins, told) end)
      end
    end
    assert.is_true(seeds.often(told.wins, 500, told.vain, 500, told.known, 1000, told.open, 10,
      told.alike, 500), ("%d %d %d %d %d"):format(told.wins, told.vain, told.known, told.open,
      told.alike))
  end)

  it("knows nothing that is wrong on random games of larger boards", function()
    local told = { wins = 0, vain = 0, known = 0, open = 0, alike = 0 }
    for seed in seeds(400) do
      local random = rng.new(seed)
      local map = games.map(random, 5, 20, 50)
      local wins = oracle(map, 2)
      local root = horizontally.new(map, { fields = 2, first = sides[1 + random:below(2)] })
      local state = root:clone()
      told.hash = {}
      repeat
        compare(root, state, wins, told)
        local codes = state:codes()
        local code = codes[1 + random:below(math.max(#codes, 1))]
      until not code or not state:apply(code)
    end
    assert.is_true(seeds.often(told.wins, 20, told.vain, 80, told.known, 80, told.open, 4))
  end)

  -- Each square is worth a move to whoever plays there, and the row is a move of Right's.
  it("sees who wins without a search, and which moves need none", function()
    for _, case in ipairs {
      { "..#..#/..#..#/######", "left", 2, {}, "Aa vain, Ba vain, Da vain, Ea vain" },
      { "..#####/..#####/#####..", "right", 2, { "aA wins" }, "bA vain, cF vain" },
    } do
      local map, first, winner, wins, others = table.unpack(case)
      local state = horizontally.new(map, { fields = 2, first = first })
      local _, prospects, who = core.expert(state, limits.full {}, state)
      local seen = {}
      for _, prospect in ipairs(prospects) do
        seen[#seen + 1] = prospect.action .. (prospect.vain and " vain" or "") ..
          (prospect.wins and " wins" or "")
      end
      assert.same({ winner, table.concat(wins) .. (wins[1] and ", " or "") .. others },
        { who, table.concat(seen, ", ") }, map)
    end
  end)

  it("is not there in other games, on large boards, and with little memory", function()
    local small = horizontally.new("..../....", { fields = 2 })
    local large = horizontally.new(nil, { fields = 2, rows = 11, columns = 11 })
    local one = horizontally.new("..../....", { fields = 1 })
    local clobber = dofile("samples/games/clobber.lua").new "oxox/xoxo"
    for _, state in ipairs { large, one, clobber } do
      assert.is_nil((core.expert(state, limits.full {}, state)))
    end
    assert.is_nil((core.expert(small, limits.full { memory = 1 << 20 }, small)))
    assert.is_truthy((core.expert(small, limits.full {}, small)))
  end)
end)

-- Who wins the empty board, from the literature: V, H: Left, who places vertically, or Right,
-- whoever begins; 1: who begins.
local published = {
  { 4, 7, "V" }, { 5, 6, "H" }, { 6, 6, "1" }, { 6, 7, "V" }, { 7, 7, "1" }, { 7, 8, "H" },
  { 8, 7, "V" }, { 8, 8, "1" },
}

describe("searches that ask an expert", function()
  it("prove who wins boards that are known", function()
    for _, board in ipairs(published) do
      local rows, columns, kind = table.unpack(board)
      for k, first in ipairs(sides) do
        local name = ("%d x %d, %s"):format(rows, columns, first)
        local state = horizontally.new(nil,
          { fields = 2, rows = rows, columns = columns, first = first })
        for _, method in ipairs { "alpha-beta", columns < 8 and "proof-number" or nil } do
          local actions, info = search.best(state, { method = method })
          local winner = kind == "V" and 1 or kind == "H" and 2 or k
          assert.same({ true, winner }, { info.exact, info.winner }, name)
          local copy = state:clone()
          for _, action in ipairs(actions) do
            assert.is_true(copy:apply(action))
          end
          assert.equal(info.winner == 1 and "Left wins" or "Right wins", copy:outcome(), name)
        end
      end
    end
  end)

  it("play lines in which the winner never gives a win away", function()
    local asked = 0
    for seed in seeds(60) do
      local random = rng.new(seed)
      local state = horizontally.new(nil, { fields = 2, rows = 6, columns = 6 })
      for _ = 1, random:below(5) do
        local codes = state:codes()
        state:apply(codes[1 + random:below(#codes)])
      end
      local winner = state:winner()
      local actions, info = search.best(state)
      assert.equal(winner, sides[info.winner])
      asked = asked + (info.nodes >= 2000 and 1 or 0)
      for _, action in ipairs(actions) do
        assert.is_true(state:apply(action))
        assert.is_true(not state:turn() or winner == state:winner(), tostring(state))
      end
      assert.is_nil(state:turn())
    end
    assert.is_true(seeds.often(asked, 10), asked)
  end)
end)
