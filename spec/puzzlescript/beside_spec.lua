--- Specifies scripts beside a PuzzleScript game: `require` finds it, scenarios begin at its levels.

local run = require "spec.support.run"
local samples = require "spec.support.puzzlescript"

local two = (samples.text { levels = "P*O\n\nmessage Next.\n\nPO.*O\n" })

-- Runs a script beside crates.txt, or other files.
local function play(text, more)
  local beside = { ["my.lua"] = text }
  for name, content in pairs(more or { ["crates.txt"] = two }) do
    beside[name] = content
  end
  return run.with_files(beside, { "@my.lua" })
end

-- A scenario that begins at a level.
local function at_level(level)
  return play(([[
return require("tessera.scenario") { name = "mine", game = require "crates", level = %s,
  play = { "right" }, expect = { moves = 1 } }]]):format(level))
end

describe("a script beside a PuzzleScript game", function()
  it("requires it", function()
    assert.same({ "3\n", "", 0 },
      { play [[print(require("crates").new(1):columns())]] })
  end)

  it("is told the first of its errors", function()
    local wrong = two:gsub("> Crate ]", "> Crat ]")
    local line = select(2, two:match("^(.-)%[ > Player"):gsub("\n", "")) + 1
    assert.same({ "", ("run.lua: my.lua:1: crates.txt: line %d, column 40: 'crat' is not defined"
      .. " (did you mean 'crate'?)\n"):format(line), 1 },
      { play([[require "crates"]], { ["crates.txt"] = wrong }) })
    local _, errors = play([[require "crates"]],
      { ["crates.txt"] = "OBJECTS\nRULES\n[ a ] -> [ b ]" })
    assert.match("crates.txt: line 2[^\n]* %(and %d+ more errors%)\n$", errors)
  end)

  it("has a module in Lua before a game of the same name", function()
    assert.equal("7\n", (play([[print(require "crates")]],
      { ["crates.txt"] = two, ["crates.lua"] = "return 7" })))
  end)

  it("begins scenarios at its levels", function()
    assert.equal("ok      mine\n1 ok, 0 failed\n", (at_level "1"))
    assert.equal("ok      mine\n1 ok, 0 failed\n", (at_level "2"))
    assert.match("scenario 'mine': level: there is no level 3 (the levels: 1, 2)",
      select(2, at_level "3"), 1, true)
    assert.match("there is no file that it could be in", select(2, play [[
return require("tessera.scenario") { name = "mine", game = require "crates", map = "P*O",
  level = 1, expect = { moves = 0 } }]]), 1, true)
  end)

  it("expects boards in capitals or small letters, like levels", function()
    local function scenario_of(board)
      return { play(([[
return require("tessera.scenario") { name = "mine", game = require "crates", map = "P*.O",
  play = { "right", "left" }, expect = { board = "%s", boards = { [1] = ".P*O" } } }]]):format(
        board)) }
    end
    for _, board in ipairs { "P.*O", "p.*o", "?.*O" } do
      assert.same({ "ok      mine\n1 ok, 0 failed\n", "", 0 }, scenario_of(board))
    end
    local told = scenario_of "O.*P"
    assert.matches("board: 2 cells are not as expected\n%s+expected   found\n%s+o%.%*p%s+p%.%*o\n",
      told[1])
  end)

  it("requires it in plain Lua, once the module for PuzzleScript is loaded", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/crates.txt", two)
      local plain = 'LUA_PATH="$PWD/lua/?.lua;%s/?.lua" LUA_CPATH=%s/?.so lua5.4 -e %s'
      local function printed(first)
        return (run.shell(plain:format(folder, run.build, run.quote(first
          .. ' print((pcall(require, "crates"))) print(#require("crates").levels)'))))
      end
      assert.equal("true\n2\n", printed 'require "tessera.puzzlescript"')
      assert.equal("false\n", printed 'require "tessera"')
    end)
  end)

  it("requires it in a busted spec", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/crates.txt", two)
      run.write_file(folder .. "/my_spec.lua", 'require "tessera.busted"\n'
        .. 'it("has two levels", function() assert.equal(2, #require("crates").levels) end)\n')
      assert.equal("ok 1 - has two levels\n1..1\n", (run.busted(folder, "my_spec.lua")))
    end)
  end)
end)
