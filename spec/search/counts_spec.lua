--- Specifies what searches count, and how much memory the positions take that they keep.

local oracle = require "spec.oracle.search"
local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local samegames = require "spec.support.samegames"
local search = require "tessera.search"
local sokoban = dofile "samples/games/sokoban.lua"
local tessera = require "tessera"
local tower = require "tessera.tower"

describe("the counts of a search", function()
  -- Three lamps, each of which can be lit once:
  --   depth 0: 1 position with 3 actions, 1: 3 with 2, 2: 3 with 1, 3: 1 with 0.
  local lamps = tessera.game { name = "three_lamps", legend = { ["."] = "dark", o = "lit" },
    moves = { "light <column>" }, goal = "Bright",
    apply = function(state, _, column)
      if state.board:is(1, column, "lit") then
        return nil, "it is lit"
      end
      state.board:set(1, column, "lit")
    end,
    outcome = function(state)
      return state.board:count "dark" == 0 and "Bright" or nil
    end }

  local function counts_of(info)
    return { info.nodes, info.generated, info.positions, info.ended }
  end

  it("are positions expanded, successors made, and distinct positions", function()
    local _, info = search.walk(lamps.new "...", 9)
    assert.same({ 8, 12, 8, "done" }, counts_of(info))
    _, info = search.walk(lamps.new "...", 2)
    assert.same({ 4, 9, 7, "done" }, counts_of(info)) -- those of depth 2 are not expanded
    _, info = search.shortest(lamps.new "...", function() return false end)
    assert.same({ 8, 12, 8, "done" }, counts_of(info))
    _, info = search.report(lamps.new "...")
    assert.same({ 7, 12, 8, "done" }, counts_of(info)) -- the goal is not expanded
    _, info = search.best(lamps.new "...", { method = "beam", value = function() return 0 end })
    assert.same({ 8, 12, "done" }, { info.nodes, info.generated, info.ended })
  end)

  it("keep to the limit of nodes, and tell the progress", function()
    local seen = {}
    local _, info = search.walk(lamps.new "...", 9, { nodes = 2, progress = function(progress)
      seen[#seen + 1] = { progress.nodes, progress.generated, progress.positions }
    end })
    assert.same({ 2, 5, 6, "nodes" }, counts_of(info))
    assert.same({ 1, 1, 1 }, seen[1])
  end)

  it("are the twin's: as many positions, all expanded, each edge once", function()
    for seed = 1, 20 do
      local state = samegame.new((samegames.full(rng.new(seed), 3, 3, 2)))
      local counts, info = search.walk(state, 1000)
      local positions, edges = 0, oracle.edges(state)
      for _, count in ipairs(counts) do
        positions = positions + count
      end
      assert.same({ positions, edges, positions, "done" }, counts_of(info))
    end
  end)

  it("are the twin's where the hash table has grown large", function()
    for seed = 1, 3 do
      local state = samegame.new((samegames.full(rng.new(seed), 8, 8, 3)))
      local counts, positions = oracle.walk(state, 6), 0
      for _, count in ipairs(counts) do
        positions = positions + count
      end
      assert.is_true(positions > 25000, tostring(positions))
      for threads = 1, 3 do
        assert.same(counts, (search.walk(state, 6, { threads = threads })))
      end
    end
  end)
end)

describe("a position that a search keeps", function()
  local function never()
    return false
  end

  it("takes 8 bytes beside its bits, a half more when the hash table was doubled", function()
    local fields = { x = { min = 0, max = 511 }, y = { min = 0, max = 511 } } -- 18 bits
    local plane = tessera.game { name = "plane", layers = { "board" },
      legend = { ["."] = { board = "empty" } }, map = ".", fields = fields,
      moves = { "right", "up" },
      rules = { { "right", add = { x = 1 } }, { "up", add = { y = 1 } } } }.new()
    local walked, shortest, least, most, count = 0, 0, math.huge, 0, 0
    for nodes = 50000, 100000, 5000 do -- a table of 65536 places, and one of 131072
      local _, info = search.walk(plane, 1000, { nodes = nodes })
      local bytes = info.memory / info.positions - 3
      walked, count = walked + bytes, count + 1
      least, most = math.min(least, bytes), math.max(most, bytes)
      _, info = search.shortest(plane, never, { nodes = nodes })
      shortest = shortest + info.memory / info.positions - 3
    end
    assert.is_true(walked / count < 8.5 and shortest / count < 9, walked / count .. " "
      .. shortest / count)
    assert.is_true(least < 7 and most < 12, least .. " " .. most)
  end)

  it("takes as many bytes as the bits in which positions differ, and few more", function()
    local play = "....###............./...#.#.G....#......./S#B...##...I.I....../"
      .. "#ICII.I#..##.##...../#..#.#.#.##..#.#.##./.#..#.#..#..#.#.####"
    for rows, most in pairs { [10] = 100, [20] = 100, [50] = 100 } do
      local state = tower.new((("."):rep(20) .. "/"):rep(rows - 6) .. play)
      local _, info = search.walk(state, 1000, { nodes = 20000 })
      assert.is_true(info.positions > 60000 and info.memory / info.positions < most,
        ("%d rows: %d positions, %.0f bytes each"):format(rows, info.positions,
          info.memory / info.positions))
    end
    local _, info = search.walk(sokoban.new("##########\n#        #\n# $   $  #\n#   @    #\n"
      .. "#  $   # #\n#   #    #\n# .   .  #\n#    .   #\n#        #\n##########"), 1000,
      { nodes = 100000 })
    assert.is_true(info.positions > 100000 and info.memory / info.positions < 70,
      tostring(info.memory / info.positions))
  end)

  it("does not hold what follows from the rest of it", function()
    -- The board lies in a state of SameGame a second time, as bits.
    local blocks = samegames.full(rng.new(1), 15, 15, 5)
    local _, info = search.walk(samegame.new(blocks), 1000, { nodes = 20000 })
    assert.is_true(info.positions > 270000 and info.memory / info.positions < 110,
      tostring(info.memory / info.positions))
  end)
end)
