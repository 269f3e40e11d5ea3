--- The report of a generator: which levels are kept, their order, the file that they come in. And
--- the generators among the samples.

local base_levels = require "tessera.levels.levels"
local definitions = require "tessera.study.definitions"
local errors = require "tessera.base.errors"
local kind = require "tessera.report.kinds.levels"
local lua_games = require "spec.support.lua_games"
local run = require "spec.support.run"
local search = require "tessera.search"
local study = require "tessera.study"

-- A row of a level; its number is its seed.
local function level(number, result)
  local found = { verdict = "solvable", solvable = true, proven = true, level = "#" .. number,
    canonical = tostring(number), length = 4, solutions = 1, unique = true, positions = 100,
    dead_ends = 0.25, losing = 0.125, bottlenecks = 3, difficulty = 5.0, solution = "up, down" }
  for name, value in pairs(result or {}) do
    if value == "none" then
      value = nil
    end
    found[name] = value
  end
  return { number = number, key = "seed=" .. number, point = { seed = number }, status = "done",
    result = found }
end

-- The block of some rows.
local function block_of(rows, entry)
  entry = entry or {}
  entry.kind, entry.game = "levels", "cave"
  local i = 0
  return kind.compute(kind.check("report", entry), function()
    i = i + 1
    return rows[i]
  end, { name = "caves", parameters = { "seed" } })
end

-- The seeds of the levels that are shown.
local function seeds(rows, entry)
  local list = {}
  for i, row in ipairs(block_of(rows, entry).rows) do
    list[i] = row[2]
  end
  return table.concat(list, " ")
end

describe("the report of a generator", function()
  local rows = { level(1, { difficulty = 7.5 }), level(2, { difficulty = 6.0, length = 9 }),
    level(3, { difficulty = 6.0 }), level(4, { difficulty = "none", length = 20 }),
    level(5, { difficulty = 3.0, solutions = 2, unique = false }) }

  it("ranks levels by their difficulty, then by their length", function()
    assert.equal("5 3 2 1 4", seeds(rows))
    assert.equal("2 1 4", seeds(rows, { most = 3 }))
    local many = {}
    for i = 1, 1000 do
      many[i] = level(i, { difficulty = (i * 37 % 1000) / 100, length = i })
    end
    assert.equal("81 54 27", seeds(many, { most = 3 }))
  end)

  it("keeps what is wanted", function()
    assert.equal("3 2 1 4", seeds(rows, { wanted = { unique = true } }))
    assert.equal("5", seeds(rows, { wanted = { unique = false } }))
    assert.equal("2 4", seeds(rows, { wanted = { length = { 5 } } }))
    assert.equal("2", seeds(rows, { wanted = { length = { 5, 10 } } }))
    assert.equal("5 3 2", seeds(rows, { wanted = { difficulty = { nil, 6 } } }))
    assert.equal("", seeds(rows, { wanted = { solvable = false } }))
  end)

  it("leaves out levels that are over at their start, and what could not be solved", function()
    for _, verdict in ipairs { "over", "none", "undecided", "unsolvable" } do
      assert.equal("2", seeds { level(1, { verdict = verdict, solvable = "none" }), level(2) })
    end
  end)

  it("drops levels that repeat others, but not images that play in another way", function()
    assert.equal("1 3", seeds { level(1), level(2, { canonical = "1" }),
      level(3, { canonical = "1", positions = 101 }), level(4, { canonical = "1" }) })
  end)

  it("says how many levels there were of each sort", function()
    assert.same({ "11 points, 2 kept; 1 was no level, 1 was over at its start, 2 could not be"
      .. " solved, 1 was undecided, 1 was not as wanted, 1 repeated another one, 2 failed.",
      "These are the 1 hardest, from the easiest to the hardest." },
      block_of({ level(1), level(2), level(3, { canonical = "1" }), level(4, { length = 3 }),
        { number = 5, key = "", point = {}, status = "done", result = { verdict = "none" } },
        level(6, { verdict = "over", solvable = "none" }),
        level(7, { verdict = "unsolvable", solvable = false }),
        level(8, { verdict = "unsolvable", solvable = false }),
        level(9, { verdict = "undecided", solvable = "none" }),
        { number = 10, key = "", point = {}, status = "error", message = "no" },
        level(11, { difficulty = "hard" }) }, { wanted = { length = { 4 } }, most = 1 }).notes)
    assert.same({ "0 points, 0 kept." }, block_of({}).notes)
  end)

  it("shows what was measured", function()
    local block = block_of { level(1), level(2, { length = 5 }) }
    local names = {}
    for i, column in ipairs(block.columns) do
      names[i] = column.name
    end
    assert.same({ "level", "seed", "length", "solutions", "positions", "dead ends %", "losing %",
      "bottlenecks", "difficulty" }, names)
    assert.same({ { 1, 1, 4, 1, 100, 25.0, 12.5, 3, 5.0 },
      { 2, 2, 5, 1, 100, 25.0, 12.5, 3, 5.0 } }, block.rows)
    assert.same({ { 5, 6, 2 } }, block.plots[1].series[1].points)
    assert.is_nil(block_of({}).plots)
  end)

  it("has a file of levels", function()
    local block = block_of({ level(1), level(2, { difficulty = "none", proven = false,
      positions = "none", losing = "none", dead_ends = "none", bottlenecks = "none",
      solutions = "none" }) }, { solutions = true })
    assert.equal([[
; caves, from the easiest to the hardest.

; name: Level 1
; seed=1
; difficulty 5.0, length 4, solutions 1, positions 100
; dead ends 25 %, losing actions 12 %, bottlenecks 3
; expect: 4
#1

up, down

; name: Level 2
; seed=2
; length 4
#2

up, down
]], block.levels)
    assert.is_nil(block_of({}).levels)
  end)

  it("reads results of anybody", function()
    for _, wrong in ipairs { { difficulty = 1e308 }, { difficulty = -5.0 }, { length = "\27[31m" },
      { level = 7 }, { verdict = {} }, { solution = true }, { positions = 1 / 0 },
      { losing = 0 / 0 }, { verdict = "kept", solvable = false } } do
      assert.equal("2", seeds { level(1, wrong), level(2) })
    end
    local text = block_of({ level(1, { level = "#\27[2J" }) }).levels
    assert.is_string(text)
  end)

  it("is checked once as it is twice", function()
    local entry = kind.check("report", { kind = "levels", game = "cave", most = 7,
      wanted = { length = { 3, 9 }, losing = { nil, 0.5 }, unique = true } })
    assert.same({ kind = "levels", game = "cave", most = 7, solutions = false, wanted = {
      solvable = true, unique = true, length = { least = 3, most = 9 }, losing = { most = 0.5 } } },
      entry)
    assert.same(entry, kind.check("report", entry))
  end)
end)

-- ---- from a file to its levels ----

local pegs = [[
local tessera = require "tessera"
local peg = require "peg"

return tessera.generator {
  name = "rows of pegs",
  game = peg,
  points = { seed = tessera.range(1, 40), width = { 3, 4 } },
  generate = function(random, point)
    if point.seed == 38 then
      while true do end
    elseif point.seed == 39 then
      return 7
    elseif point.seed == 40 then
      return point.width == 3 and "xx" or nil
    end
    local cells = {}
    for i = 1, 3 * point.width do
      cells[i] = random:below(5) > 1 and "." or "o"
    end
    local rows = {}
    for i = 1, 3 do
      rows[i] = table.concat(cells, "", (i - 1) * point.width + 1, i * point.width)
    end
    return table.concat(rows, "\n")
  end,
  wanted = { length = { 2 } },
  most = 5,
  seconds = 1,
}
]]

describe("run.lua study", function()
  it("makes levels that are proven again by check and opened by play", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/peg.lua", run.read_file "samples/games/peg.lua")
      run.write_file(folder .. "/rows.lua", pegs)
      local function tessera(...)
        return run({ ... }, nil, { folder = folder, script = run.root .. "/run.lua" })
      end
      local text, blamed, status = tessera("study", "rows.lua", "--jobs", "2")
      assert.matches("80 points: 75 done, 5 failed", text)
      assert.same({ "", 0 }, { blamed, status })
      text = tessera("study", "report", "rows.sqlite")
      assert.matches("time +2 +seed=38 width=3", text)
      assert.matches("error +2 +seed=39 width=3 +generate: expected the text of a map or nil",
        text)
      assert.matches("generate: map: line 1, column 1: unknown cell 'x'", text)
      assert.matches("80 points, %d+ kept; 1 was no level, .* repeated other ones, 5 failed%.",
        text)
      assert.same({ "", "", 0 },
        { tessera("study", "report", "rows.sqlite", "--levels", "out.txt") })
      text, blamed, status = tessera("check", "peg.lua", "out.txt", "--levels")
      assert.same({ "", 0 }, { blamed, status })
      assert.matches("\n5 levels, 5 as expected, 0 not\n$", text)
      text = tessera("peg.lua", "out.txt")
      assert.equal(5, select(2, text:gsub("Outcome: Solved", "")))
    end)
  end)

  it("finds no levels in the report of another study", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/one.lua", [[return require "tessera.study" { name = "one",
        points = { n = { 1 } }, run = function() return { a = 1 } end }]])
      local function tessera(...)
        return run({ ... }, nil, { folder = folder, script = run.root .. "/run.lua" })
      end
      tessera("study", "one.lua")
      assert.same({ "", "study: --levels: there are no levels in the report\n", 1 },
        { tessera("study", "report", "one.sqlite", "--levels", "out.txt") })
    end)
  end)
end)

-- ---- the samples ----

-- A study of the samples, with its source changed.
local function sample(path, from, to)
  local text = run.read_file(path)
  local first, last = text:find(from or "", 1, true)
  text = text:sub(1, first - 1) .. (to or "") .. text:sub((from and last or 0) + 1)
  package.path = "samples/games/?.lua;" .. package.path
  local made = assert(errors.load(text, path, _G))()
  package.path = package.path:gsub("^[^;]*;", "")
  return made
end

describe("the samples", function()
  local paths = run.shell "ls samples/games/*_study.lua samples/studies/*_study.lua"

  for path in paths:gmatch "[^\n]+" do
    it("have a study that runs: " .. path, function()
      local made, done = sample(path), 0
      for number = 1, 7 do
        local row = study.try(made, number)
        assert.is_nil(row.message)
        done = done + (row.status == "done" and 1 or 0)
      end
      assert.equal(7, done)
      assert.is_true(#definitions.of(made).report > 0)
    end)
  end

  it("leave levels that are over at their start without measures", function()
    local made, over, solved = sample "samples/games/sokoban_study.lua", 0, 0
    for seed = 1, 60 do
      local found = study.try(made, { size = 6, boxes = 1, seed = seed }).result
      if found.verdict == "over" then
        assert.is_nil(found.difficulty or found.length or found.positions)
        over = over + 1
      else
        assert.is_number(found.difficulty)
        solved = solved + 1
      end
    end
    assert.is_true(over > 0 and solved > 30, over .. " over")
  end)

  it("search the same boards with all numbers of nodes", function()
    local made = sample("samples/studies/samegame_study.lua",
      "local actions, info = state:best { nodes = point.nodes, seed = point.seed }",
      "do return { map = tostring(state) } end\n    local actions, info = {}, {}")
    local boards, different = {}, 0
    for _, colours in ipairs { 3, 5 } do
      for board = 1, 3 do
        for _, nodes in ipairs { 100, 10000, 1000000 } do
          local key = colours .. " " .. board
          local found = study.try(made, { colours = colours, board = board, nodes = nodes,
            seed = 1 + nodes % 6 }).result.map
          different = different + (boards[key] and 0 or 1)
          boards[key] = boards[key] or found
          assert.equal(boards[key], found)
        end
      end
    end
    assert.equal(6, different)
  end)

  it("have levels that were generated, each as long as its comment says", function()
    for _, game in ipairs { "lights", "rush", "sokoban" } do
      local module, count = lua_games[game], 0
      local path = ("samples/games/levels/%s_generated.txt"):format(game)
      local file <close> = assert(io.open(path))
      local source = base_levels.open(module, file:lines(), error)
      for entry in source.level do
        local state = base_levels.start(module, entry, {})
        local again = state:clone()
        source.actions(function(action)
          assert(state:apply(action))
        end)
        count = count + 1
        assert.equal(module.goal, state:outcome())
        assert.equal(tonumber(entry.expect), #search.shortest(again))
      end
      assert.equal(10, count)
    end
    local text, blamed, status = run { "check", "tower", "samples/studies/tower_generated.txt",
      "--levels" }
    assert.same({ "", 0 }, { blamed, status })
    assert.matches("\n10 levels, 10 as expected, 0 not\n$", text)
  end)

  -- With a single node no search finds anything, and the actions that linear algebra has found are
  -- taken instead.
  it("find shortest solutions of Lights Out by linear algebra", function()
    local path = "samples/games/lights_study.lua"
    local searched, reckoned = sample(path), sample(path, "nodes = 100000", "nodes = 1")
    local lengths = {}
    for seed = 1, 12 do
      for size = 3, 4 do
        local point = { seed = seed, size = size }
        local found, taken = study.try(searched, point).result, study.try(reckoned, point).result
        if found.length and found.length > 1 then
          assert.same({ true, false }, { found.proven, taken.proven })
          assert.equal(found.length, taken.length)
          lengths[found.length] = true
        end
      end
    end
    assert.is_true(lengths[4] and lengths[5] and lengths[6])
  end)
end)
