--- Specifies `run.lua check FILE.lua --mutate` and `--coverage`.

local run = require "spec.support.run"
local seeds = require "spec.support.seeds"

local pegs = [[
local tessera = require "tessera"

return tessera.game {
  name = "pegs",
  legend = { ["."] = "empty", o = "peg" },
  moves = { "jump <row> <column> <direction>" },
  rules = {
    { "jump <row> <column> <direction>", "[ peg | peg | empty ] -> [ | | peg ]" },
  },
  ends = { { "One left", "count peg = 1" }, { "Stuck", "stuck" } },
}
]]

local pegs_scenarios = [[
local tessera = require "tessera"

return tessera.scenario {
  name = "a jump", game = require "pegs", map = "oo.o",
  play = { "jump 1 1 right" }, expect = { board = "..oo" },
}
]]

local fill = [[
local tessera = require "tessera"

return tessera.game {
  name = "fill",
  legend = { ["."] = "empty", o = "stone" },
  moves = { "fill" },
  apply = function(state)
    local column = 1
    while column ~= 4 do
      state.board:set(1, column, "stone")
      column = column + 1
    end
    if state:columns() > 3 then
      return nil, "there are more"
    end
  end,
}
]]

local function fill_scenarios(board)
  return ([[
    local tessera = require "tessera"
    return { { name = "fill", game = require "fill", map = "...", play = { "fill" },
      expect = { board = "%s" } } }
  ]]):format(board)
end

-- Calls `use` with a function that runs `check` in a folder with these files.
local function with(files, use)
  run.in_folder(function(folder)
    os.execute("mkdir " .. run.quote(folder .. "/spec"))
    for name, text in pairs(files) do
      run.write_file(folder .. "/" .. name, text)
    end
    use(function(...)
      return run({ "check", ... }, nil, { script = run.root .. "/run.lua", folder = folder })
    end, folder)
  end)
end

describe("check --mutate", function()
  it("shows the mutants that survive, and the score", function()
    with({ ["pegs.lua"] = pegs, ["pegs_scenarios.lua"] = pegs_scenarios }, function(check)
      local stdout, stderr, status = check("pegs.lua", "--mutate")
      assert.are.equal([[
pegs.lua:8:57: `empty` is dropped
      { "jump <row> <column> <direction>", "[ peg | peg | empty ] -> [ | | peg ]" },
                                                          ^
pegs.lua:10:12: end 1 is dropped
    ends = { { "One left", "count peg = 1" }, { "Stuck", "stuck" } },
             ^
pegs.lua:10:39: `1` becomes `2`
    ends = { { "One left", "count peg = 1" }, { "Stuck", "stuck" } },
                                        ^
pegs.lua:10:39: `1` becomes `0`
    ends = { { "One left", "count peg = 1" }, { "Stuck", "stuck" } },
                                        ^
pegs.lua:10:45: end 2 is dropped
    ends = { { "One left", "count peg = 1" }, { "Stuck", "stuck" } },
                                              ^
14 mutants: 9 killed, 5 survived, 0 stopped by limits; score 64 %
]], stdout)
      assert.are.same({ "", 0 }, { stderr, status })
    end)
  end)

  it("has exit status 1 if the score is less than --least", function()
    with({ ["pegs.lua"] = pegs, ["pegs_scenarios.lua"] = pegs_scenarios }, function(check)
      for least, expected in pairs { ["64"] = 0, ["65"] = 1 } do
        local _, stderr, status = check("pegs.lua", "--mutate", "--least", least)
        assert.are.same({ "", expected }, { stderr, status })
      end
    end)
  end)

  it("stops mutants that go on for ever, and shows a line of text as one of text", function()
    with({ ["fill.lua"] = fill:gsub("> 3 then", "%0 -- \27[2J\xff"),
      ["fill_scenarios.lua"] = fill_scenarios "ooo" }, function(check)
      local stdout, stderr, status = check("fill.lua", "--mutate")
      assert.are.equal([[
fill.lua:11:7: `column = column + 1` is dropped (stopped by a limit: it counts as found)
        column = column + 1
        ^
fill.lua:11:25: `1` becomes `0` (stopped by a limit: it counts as found)
        column = column + 1
                          ^
fill.lua:13:8: `state:columns() > 3` becomes `false`
      if state:columns() > 3 then --  [2J\xFF
         ^
fill.lua:13:26: `3` becomes `4`
      if state:columns() > 3 then --  [2J\xFF
                           ^
fill.lua:14:7: `return nil, "there are more"` is dropped
        return nil, "there are more"
        ^
20 mutants: 15 killed, 3 survived, 2 stopped by limits; score 85 %
]], stdout)
      assert.are.same({ "", 0 }, { stderr, status })
    end)
  end)

  it("tries a sample, the same one for the same seed", function()
    with({ ["pegs.lua"] = pegs, ["pegs_scenarios.lua"] = pegs_scenarios }, function(check)
      local function sample(seed)
        local stdout = check("pegs.lua", "--mutate", "--max-mutants", "6", "--seed", seed)
        assert.matches("\n6 mutants: ", "\n" .. stdout)
        return stdout
      end
      assert.are.equal(sample "1", sample "1")
      assert.are_not.equal(sample "1", sample "2")
    end)
  end)

  it("runs all files of tests that it finds, or those that are named", function()
    with({ ["pegs.lua"] = pegs, ["pegs_scenarios.lua"] = pegs_scenarios,
      ["spec/pegs_scenarios.lua"] = [[
        local tessera = require "tessera"
        return { { name = "one", game = require "pegs", map = "oo.", play = { "jump 1 1 right" },
          expect = { outcome = "One left" } } }
      ]] }, function(check)
      for _, try in ipairs { { 78, "pegs.lua" }, { 64, "pegs.lua", "pegs_scenarios.lua" } } do
        local stdout = check(try[2], "--mutate", try[3] and "--tests", try[3])
        assert.matches("score " .. try[1] .. " %%\n$", stdout)
      end
    end)
  end)

  it("runs busted specs with --trust: they may load the game in any way", function()
    local ways = { 'require "pegs"', 'dofile "pegs.lua"', 'dofile "spec/../pegs.lua"',
      'assert(loadfile "pegs.lua")()', 'assert(loadfile("pegs.lua", "t", _G))()' }
    for _, load in ipairs { table.unpack(ways, seeds.all and 1 or 4) } do
      with({ ["pegs.lua"] = pegs, ["spec/pegs_spec.lua"] = [[
        local pegs = ]] .. load .. [[

        describe("pegs", function()
          it("jump", function()
            local state = pegs.new "oo."
            assert(state:apply "jump 1 1 right")
            assert.are.equal("One left", state:outcome())
          end)
        end)
      ]] }, function(check)
        local stdout, stderr, status = check("pegs.lua", "--mutate", "--trust")
        assert.are.same({ "", 0 }, { stderr, status })
        assert.matches("14 mutants: 12 killed, 2 survived", stdout)
      end)
    end
  end)

  it("leaves the game's file as it is", function()
    with({ ["pegs.lua"] = pegs, ["pegs_scenarios.lua"] = pegs_scenarios }, function(check, folder)
      os.execute("chmod -R a-w " .. run.quote(folder))
      local stdout = check("pegs.lua", "--mutate")
      os.execute("chmod -R u+w " .. run.quote(folder))
      assert.matches("score 64", stdout)
      assert.are.equal(pegs, run.read_file(folder .. "/pegs.lua"))
    end)
  end)
end)

describe("check refuses", function()
  local function refused(files, expected, status, ...)
    local args = { ... }
    with(files, function(check)
      local stdout, stderr, found = check(table.unpack(args))
      assert.are.same({ "", expected, status }, { stdout, stderr, found })
    end)
  end

  it("wrong usage", function()
    refused({ ["pegs.lua"] = pegs }, "check: pegs.lua has no tests: looked for pegs_scenarios.lua, "
      .. "pegs_spec.lua, spec/pegs_scenarios.lua, spec/pegs_spec.lua (--tests names others)\n", 2,
      "pegs.lua", "--mutate")
    refused({ ["pegs.lua"] = pegs, ["pegs_spec.lua"] = "" },
      "check: pegs_spec.lua is a busted spec, which needs all of Lua (--trust)\n", 2,
      "pegs.lua", "--mutate")
    refused({}, "check: --mutate and --coverage are for games written in Lua\n", 2, "tower",
      "--mutate")
    refused({ ["pegs.lua"] = pegs },
      "check: --least must be a whole number of 0..100, not '101' (try --help)\n", 2,
      "pegs.lua", "--mutate", "--least", "101")
    refused({}, "run.lua: cannot open pegs.lua: No such file or directory\n", 1, "pegs.lua",
      "--mutate")
    refused({ ["pegs.lua"] = pegs }, "run.lua: cannot open a.lua: No such file or directory\n", 1,
      "pegs.lua", "--coverage", "--tests", "a.lua")
  end)

  it("tests that fail with the game as it is", function()
    with({ ["fill.lua"] = fill, ["fill_scenarios.lua"] = fill_scenarios "oo." }, function(check)
      local stdout, stderr, status = check("fill.lua", "--mutate")
      assert.are.equal([[
failed  fill (fill_scenarios.lua)
  board: 1 cell is not as expected
    expected   found
    oo.        ooo
      ^          ^
0 ok, 1 failed
]], stdout)
      assert.are.same({ "check: the tests of fill.lua do not pass with the game as it is\n", 1 },
        { stderr, status })
    end)
  end)

  it("files that cannot be run", function()
    local scenarios = fill_scenarios "ooo"
    refused({ ["fill.lua"] = "return {", ["fill_scenarios.lua"] = scenarios },
      "run.lua: fill.lua:1: unexpected symbol near <eof>\n", 1, "fill.lua", "--mutate")
    refused({ ["fill.lua"] = "return 1", ["fill_scenarios.lua"] = scenarios },
      "run.lua: fill.lua returned 1, which is no game\n", 1, "fill.lua", "--coverage")
    refused({ ["fill.lua"] = fill, ["fill_scenarios.lua"] = "return 1" },
      "run.lua: fill_scenarios.lua returned 1, which is no scenario and no list of scenarios\n", 1,
      "fill.lua", "--mutate")
    refused({ ["fill.lua"] = fill, ["fill_scenarios.lua"] = "os.exit(0)" },
      "run.lua: fill_scenarios.lua:1: os.exit is refused to a script (--trust allows it)\n", 4,
      "fill.lua", "--mutate")
    refused({ ["fill.lua"] = "while true do end", ["fill_scenarios.lua"] = scenarios },
      "check: the tests of fill.lua were stopped by a limit (1 s, 4096 MB)\n", 3, "fill.lua",
      "--mutate", "--max-seconds", "1")
    refused({ ["fill.lua"] = ("-"):rep(300000), ["fill_scenarios.lua"] = "return {}" },
      "check: fill.lua has more than 256 KB of source\n", 1, "fill.lua", "--mutate")
  end)
end)

describe("check --coverage", function()
  it("shows lines that are not run, also those of coroutines and of functions never called",
    function()
      with({ ["fill.lua"] = fill:gsub("%s*end,\n}\n$", [[

    local other = coroutine.wrap(function()
      return 1
    end)
    if other() == 2 then
      state.board:fill "empty"
    end
  end,
  view = function(state)
    state.board:fill "stone"
  end,
}
]]), ["fill_scenarios.lua"] = fill_scenarios "ooo" }, function(check)
        local stdout, stderr, status = check("fill.lua", "--coverage")
        assert.are.equal([[
fill.lua:14: not run: return nil, "there are more"
fill.lua:20: not run: state.board:fill "empty"
fill.lua:24: not run: state.board:fill "stone"
lines: 13 of 16 run
]], stdout)
        assert.are.same({ "", 0 }, { stderr, status })
      end)
    end)

  it("shows rules that are not carried out and outcomes that are not reached", function()
    local game = pegs:gsub('moves = { "jump[^}]*', '%0, "wait"'):gsub("  rules = {\n", [[
  counters = { waits = 0 },
%0    { "wait", count = "waits" },
]]):gsub("  ends", "  after = { { \"each [ peg ] -> [ peg ]\", count = \"waits\" } },\n%0")
    with({ ["pegs.lua"] = game, ["pegs_scenarios.lua"] = pegs_scenarios }, function(check)
      local stdout, stderr, status = check("pegs.lua", "--coverage")
      assert.are.equal([[
pegs.lua:9: rule 1 not carried out: wait
pegs.lua: outcome not reached: One left
pegs.lua: outcome not reached: Stuck
steps of `after` are not counted: --mutate shows which of them are tested
lines: 11 of 11 run; rules: 1 of 2 carried out; outcomes: 0 of 2 reached
]], stdout)
      assert.are.same({ "", 0 }, { stderr, status })
    end)
  end)

  it("reaches all of a game that is tested well", function()
    local stdout, stderr, status = run { "check", "samples/games/sokoban.lua", "--coverage" }
    assert.are.same({ "", 0 }, { stderr, status })
    assert.matches("^lines: (%d+) of %1 run; rules: 2 of 2 carried out; outcomes: 1 of 1 reached\n",
      stdout)
  end)
end)
