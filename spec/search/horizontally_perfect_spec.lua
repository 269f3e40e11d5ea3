--- Specifies perfect play of Horizontally against a plain search without bounds, order, regions or
--- reflections, on random maps of many shapes, so that every bound decides some of them: whole
--- lines, runs, wide strips, small regions and free moves.

local games = require "spec.support.horizontally_games"
local horizontally = require "tessera.horizontally"
local oracle = require "spec.oracle.horizontally_winner"
local picture = require "spec.support.picture"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

-- Compares a map with the plain search, also the position after the winning move. Returns whether
-- the player to move wins, and the nodes.
local function compare(map, fields, first, memory, threads)
  local wins = oracle(map, fields)
  local won = wins(map, first)
  local state = horizontally.new(map, { fields = fields, first = first })
  local winner, info = state:winner { memory = memory, threads = threads }
  local name = ("%s fields %d first %s"):format(map, fields, first)
  local second = first == "left" and "right" or "left"
  assert.equal(won and first or second, winner, name)
  assert.equal(won, info.move ~= nil, name)
  if info.move then
    assert.is_true(state:apply(info.move), name)
    assert.is_false(wins(tostring(state), second), name)
  end
  return won, info.nodes
end

describe("perfect play of Horizontally", function()
  it("agrees with a plain search on random maps, and its moves win", function()
    local won, searched = 0, 0
    for seed in seeds(3000) do
      local random = rng.new(seed)
      local map = games.map(random, seed % 50 == 0 and 14 or seed % 10 == 0 and 7 or 5, 17, 30)
      local wins, nodes = compare(map, random:below(8) == 0 and 3 or 2,
        random:below(2) == 0 and "left" or "right", seed % 9 == 0 and 1 << 19 or nil)
      won = won + (wins and 1 or 0)
      searched = searched + (nodes > 1 and 1 or 0)
    end
    assert.is_true(seeds.often(won, 1000, seeds.part(3000) - won, 300), won)
    assert.is_true(seeds.often(searched, 20), searched)
  end)

  it("is the same in threads", function()
    local searched = 0
    for seed in seeds(1000) do
      local random = rng.new(seed)
      local map = games.map(random, seed % 50 == 0 and 14 or seed % 10 == 0 and 7 or 5, 18, 30)
      local _, nodes = compare(map, random:below(8) == 0 and 3 or 2,
        random:below(2) == 0 and "left" or "right", seed % 9 == 0 and 1 << 20 or nil,
        2 + random:below(5))
      searched = searched + (nodes > 1 and 1 or 0)
    end
    assert.is_true(seeds.often(searched, 20), searched)
  end)

  it("names a move that is allowed where a free run decides", function()
    for _, case in ipairs { { "##/#./#.", "left", "Bb", "##/##/##" },
      { "###/#..", "right", "bB", "###/###" },
      { "#.#/###/#.#/#.#", "left", "Bc", "#.#/###/###/###" },
      { "##.###/...#..", "right", "bA", "##.###/##.#.." } } do
      local map, first, move, after = table.unpack(case)
      local state = horizontally.new(map, { fields = 2, first = first })
      local winner, info = state:winner()
      local best = state:best_move { perfect = true }
      assert.same({ first, move, move }, { winner, info.move, best }, map)
      assert.is_true(state:apply(best), map)
      assert.equal(picture(after), tostring(state))
    end
  end)

  it("makes a free move when no other one wins, also on large boards", function()
    local maps = { ".#/.#/##/..", ".#./.#./.##/.#.", "..../####/..#.", "...#./####./....." }
    for _, map in ipairs(maps) do
      local border = ("#"):rep(11 - #map:match "^[^/]*")
      local large = map:gsub("/", border .. "/") .. border .. "/" .. ("#"):rep(11)
      for _, first in ipairs { "left", "right" } do
        compare(map, 2, first)
        compare(large, 2, first)
        compare(large, 2, first, nil, 2)
      end
    end
  end)
end)
