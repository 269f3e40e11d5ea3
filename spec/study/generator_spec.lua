--- Generators of levels (`tessera.generator`): what they measure, which levels are the same, what
--- they refuse.

local generator = require "tessera.generator"
local horizontally = require "tessera.horizontally"
local lua_games = require "spec.support.lua_games"
local maps = require "tessera.base.maps"
local oracle = require "spec.oracle.search"
local raised = require "spec.support.raised"
local rng = require "tessera.rng"
local search = require "tessera.search"
local study = require "tessera.study"
local tower = require "tessera.tower"

local peg, rush, sokoban = lua_games.peg, lua_games.rush, lua_games.sokoban

-- A definition with one point, at which this map is made.
local function definition(game, map, more)
  local made = { name = "one level", game = game, points = { n = { 1 } }, generate = function()
    return map
  end }
  for key, value in pairs(more or {}) do
    made[key] = value
  end
  return made
end

-- What is found out of a map.
local function measured(game, map, more)
  local row = study.try(generator(definition(game, map, more)), 1)
  assert.is_nil(row.message)
  return row.result
end

-- Why a point has failed.
local function failure(game, map, more)
  local row = study.try(generator(definition(game, map, more)), 1)
  assert.equal("error", row.status)
  return row.message
end

-- Rows of cells that are drawn by chance from a text, where more common cells stand more often.
local function random_map(random, rows, columns, cells)
  local lines = {}
  for r = 1, rows do
    local line = {}
    for c = 1, columns do
      local at = 1 + random:below(#cells)
      line[c] = cells:sub(at, at)
    end
    lines[r] = table.concat(line)
  end
  return lines
end

-- A small level of Sokoban inside of walls.
local function small_sokoban(random)
  local lines = random_map(random, 3, 4, "    #")
  for _, cell in ipairs { "@", "$", "$", ".", "." } do
    local r, c = 1 + random:below(3), 1 + random:below(4)
    lines[r] = lines[r]:sub(1, c - 1) .. cell .. lines[r]:sub(c + 1)
  end
  for r, line in ipairs(lines) do
    lines[r] = "#" .. line .. "#"
  end
  return "######\n" .. table.concat(lines, "\n") .. "\n######"
end

describe("the measures of a level", function()
  -- Four positions:
  --   .oo.o  --1 2 right--> ...oo --1 5 left--> ..o..
  --          --1 3 left---> o...o, which is lost
  it("can be counted by hand", function()
    local found = measured(peg, ".oo.o")
    found.canonical = nil
    assert.same({ verdict = "solvable", level = ".oo.o", solvable = true, length = 2,
      solution = "1 2 right, 1 5 left", proven = true, solutions = 1, unique = true, positions = 4,
      dead_ends = 1 / 4, losing = 1 / 3, bottlenecks = 1, difficulty = 1.58 }, found)
  end)

  -- The presses are independent: after the first one there are two positions, one on each way.
  it("name as bottlenecks only what all shortest solutions have in common", function()
    local found = measured(lua_games.lights, "***.***")
    assert.same({ 2, 2, false, 0, 0.0 }, { found.length, found.solutions, found.unique,
      found.bottlenecks, found.losing })
    found = measured(lua_games.lights, "***....")
    assert.same({ 1, 1, true, 0 }, { found.length, found.solutions, found.unique,
      found.bottlenecks })
  end)

  it("are equal to the twin's", function()
    local games = { { sokoban, small_sokoban }, { peg, function(random)
      return table.concat(random_map(random, 3, 4, "ooo.."), "\n")
    end } }
    local solvable, bottlenecks, unique = 0, 0, { [true] = 0, [false] = 0 }
    for seed = 1, 200 do
      local game, make = table.unpack(games[seed % 2 + 1])
      local map = make(rng.new(seed))
      local fine, state = pcall(game.new, map)
      if fine and not state:outcome() then
        local found = measured(game, map)
        local expected = oracle.report(state, function(position)
          return position:outcome() == game.goal
        end)
        assert.equal(expected.solvable, found.solvable)
        for _, name in ipairs(found.solvable and { "length", "solutions", "positions", "dead_ends",
          "losing", "bottlenecks" } or {}) do
          assert.equal(expected[name], found[name], name .. "\n" .. map)
        end
        if found.solvable then
          solvable, bottlenecks = solvable + 1, bottlenecks + found.bottlenecks
          unique[found.unique] = unique[found.unique] + 1
          assert.equal(found.solutions == 1, found.unique)
          for action in (found.solution .. ", "):gmatch "(.-), " do
            assert(state:apply(action))
          end
          assert.equal(game.goal, state:outcome())
        end
      end
    end
    assert.is_true(solvable > 20 and bottlenecks > 20 and unique[true] > 5 and unique[false] > 5)
  end)

  it("say how far a search has come", function()
    local map = "#######\n#     #\n# $ $ #\n#  @  #\n#.   .#\n#######"
    assert.equal("undecided", measured(sokoban, map, { nodes = 3 }).verdict)
    local found = measured(sokoban, map, { nodes = 3000 })
    assert.same({ "solvable", true, nil, nil }, { found.verdict, found.proven, found.positions,
      found.unique })
    assert.same({ "unsolvable", false, nil }, (function()
      local lost = measured(sokoban, "#####\n#@ $#\n#.  #\n#####")
      return { lost.verdict, lost.solvable, lost.length }
    end)())
    assert.equal("over", measured(sokoban, "####\n#@*#\n####").verdict)
    assert.same({ verdict = "none" }, measured(sokoban, nil))
  end)

  it("take the actions that are returned, where a level is too large", function()
    local map = "#######\n#     #\n# $ $ #\n#  @  #\n#.   .#\n#######"
    local function with(play, nodes)
      return measured(sokoban, nil, { nodes = nodes or 3, generate = function()
        return map, play
      end })
    end
    local play = search.shortest(sokoban.new(map))
    local found = with(play)
    assert.same({ "solvable", #play, false, table.concat(play, ", "), nil }, { found.verdict,
      found.length, found.proven, found.solution, found.difficulty })
    -- Without them the solver finds a list, which need not be the shortest.
    found = with(nil, 100)
    assert.same({ "solvable", false, nil }, { found.verdict, found.proven, found.solutions })
    assert.is_true(found.length >= #play)
    for _, wrong in ipairs { { "left" }, {}, { 7 }, { {} } } do
      assert.equal("undecided", with(wrong).verdict)
    end
  end)
end)

-- The rows of the pictures of all eight images.
local function images_of(map)
  local list, rows = {}, {}
  for row in map:gmatch "[^\n]+" do
    rows[#rows + 1] = row
  end
  for turn = 1, 4 do
    local turned, mirrored = {}, {}
    for c = 1, #rows[1] do
      local line = {}
      for r = 1, #rows do
        line[#rows + 1 - r] = rows[r]:sub(c, c)
      end
      turned[c] = table.concat(line)
    end
    rows = turned
    for r, row in ipairs(rows) do
      mirrored[r] = row:reverse()
    end
    list[2 * turn - 1], list[2 * turn] = table.concat(rows, "\n"), table.concat(mirrored, "\n")
  end
  return list
end

describe("the canonical form of a level", function()
  it("is the same for all images, and no other level has it", function()
    local texts, different = {}, 0
    for seed = 1, 60 do
      local map = small_sokoban(rng.new(seed))
      if pcall(sokoban.new, map) then
        local canonical = measured(sokoban, map, { nodes = 1 }).canonical
        local least
        for _, image in ipairs(images_of(map)) do
          assert.equal(canonical, measured(sokoban, image, { nodes = 1 }).canonical)
          least = (not least or image < least) and image or least
        end
        different = different + (texts[canonical] and 0 or 1)
        assert.equal(texts[canonical] or least, least)
        texts[canonical] = least
      end
    end
    assert.is_true(different > 20)
  end)

  it("does not depend on how a map is written", function()
    local first = measured(sokoban, "#####\n#@$.#\n#####")
    local other = measured(sokoban, "    #####  \n    #@$.#\n    #####\n\n")
    assert.same(first, other)
    assert.equal("#####\n#@$.#\n#####", other.level)
    assert.equal("..../S#.G/####", (measured("tower", "  ..../S#.G\n####/").level:gsub("\n", "/")))
  end)

  it("is that of a game's own symmetries: cars of Rush Hour get out at the right", function()
    local left = measured(rush, ".....\nAABB.\nXX...\n.....")
    local up = measured(rush, ".....\nXX...\nAABB.\n.....")
    assert.not_equal(left.canonical, up.canonical)
    assert.same({}, maps.about(rush).symmetries)
  end)

  it("is that of the symmetries that are given, in a game in C", function()
    local map, mirrored = "..../S#.G/####", "..../G.#S/####"
    local given = { symmetries = { "left-right" } }
    assert.equal(measured("tower", map, given).canonical,
      measured("tower", mirrored, given).canonical)
    assert.not_equal(measured("tower", map).canonical, measured("tower", mirrored).canonical)
  end)
end)

describe("the Tower", function()
  -- Blocks of a row fall from left to right. Here the first one falls into the player's cell,
  -- and the other one rests on its shoulder. In the mirror image the other one falls first.
  it("has no symmetry: the mirror image of a tower may play in another way", function()
    local left, right = tower.new "...../G..../#..CC/#..S#", tower.new "...../....G/CC..#/#S..#"
    left:push "right"
    right:push "left"
    assert.equal("Death by Block", left:outcome())
    assert.is_nil(right:outcome())
    assert.equal(".....\n....G\n.C..#\nCS..#\n", tostring(right))
  end)
end)

describe("a generator refuses", function()
  local function wrong(changes, drop)
    local made = definition("tower", nil, changes)
    made[drop or 1] = nil
    return raised(generator, made)
  end

  it("definitions that are wrong", function()
    assert.equal("generator: expected a value of type table, got 7", raised(generator, 7))
    assert.equal("generator: unknown key 'wnated' (did you mean 'wanted'?)", wrong { wnated = {} })
    assert.equal("generator: game is missing (expected a value of type table or string)",
      wrong({}, "game"))
    assert.equal("generator: there is no game 'towr' (did you mean 'tower'?)",
      wrong { game = "towr" })
    assert.equal("generator: game: expected a game written in Lua, or the name of one in C",
      wrong { game = tower })
    assert.equal("generator: generate is missing (expected a value of type function)",
      wrong({}, "generate"))
    assert.equal("study: name is missing (expected a value of type string)", wrong({}, "name"))
    assert.equal("study: points is missing (expected a value of type table or function)",
      wrong({}, "points"))
    assert.equal("study: seconds must be an integer of 1..1000000, not 0", wrong { seconds = 0 })
    for _, nodes in ipairs { 0, 1.5, "many", 1e300, 0 / 0 } do
      assert.matches("^generator: nodes must be an integer of 1..100000000, not ",
        wrong { nodes = nodes })
    end
    assert.equal("generator: most must be an integer of 1..1000, not 1001", wrong { most = 1001 })
    assert.equal("generator: points: results have a field 'length', so no parameter can",
      wrong { points = { length = { 1 } } })
    assert.equal("generator: symmetries: there is no symmetry 'left' (expected one of 'left-right'"
      .. " 'up-down' 'half turn' 'transpose' 'quarter turn')", wrong { symmetries = { "left" } })
    assert.equal("generator: symmetries: those of a game written in Lua stand in the game",
      wrong { game = sokoban, symmetries = { "left-right" } })
  end)

  it("wishes that are wrong", function()
    assert.equal("generator: wanted: unknown key 'lenght' (did you mean 'length'?)",
      wrong { wanted = { lenght = { 1 } } })
    assert.equal("generator: wanted: unique: expected a value of type boolean, got 1",
      wrong { wanted = { unique = 1 } })
    assert.equal("generator: wanted: length: expected a value of type table, got 12",
      wrong { wanted = { length = 12 } })
    for _, range in ipairs { {}, { 2, 1 }, { "a" }, { 1, 2, 3 }, { 0 / 0 }, { low = 1 } } do
      assert.equal("generator: wanted: length: expected { least, most }, such as { 10, 40 } or"
        .. " { 10 }", wrong { wanted = { length = range } })
    end
  end)

  it("what is no level", function()
    assert.equal("generate: expected the text of a map or nil, got 7", failure("tower", 7))
    assert.equal("generate: expected the text of a map or nil, got a table", failure(sokoban, {}))
    assert.equal("generate: map: line 1, column 2: unknown cell 'x' (expected one of # I G C B ."
      .. " 1 2 3 S)", failure("tower", ".x.G/S.##/####"))
    assert.matches("^generate: map: expected one player", failure(sokoban, "###"))
    assert.matches("^generate: map: the map has no rows", failure(sokoban, ""))
    assert.equal("generate: expected a list of actions behind the map, got 'right'",
      failure(sokoban, nil, { generate = function()
        return "#####\n#@$.#\n#####", "right"
      end }))
    assert.matches("mine$", failure(sokoban, nil, { generate = function()
      error "mine"
    end }))
  end)

  it("games in which nothing is to be solved", function()
    local _, err = pcall(function()
      generator(definition(lua_games.clobber, "xo/o."))
    end)
    assert.matches("^spec/study/generator_spec%.lua:%d+: generator: game: clobber is for 2 "
      .. "players: there is nothing to be solved$", err)
    local board = tostring(horizontally.new())
    assert.equal("the game is for several players: there is nothing to be solved",
      failure("horizontally", board))
    assert.equal("the game has chance: there is nothing to be solved",
      failure(lua_games.game2048, "1.1./..../..../...."))
  end)

  it("levels that a file cannot hold", function()
    assert.matches("^generate: a level file cannot hold this map: a row is empty",
      failure(sokoban, "###\n#@#\n   \n#$.\n###"))
  end)
end)
