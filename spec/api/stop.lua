--- Specifies how a program ends calls of the C library that take long (src/api/interrupt.c):
--- openings, steps, searches; and that what was played on goes on. Each of these would take hours.
--- `make test-lib` compiles stop.c for it.

local run = require "spec.support.run"

local programs = os.getenv "TRY_PROGRAMS"

-- A line that is walked along; `wait` does not return.
local function game(rest)
  return ([[
return require "tessera".game { name = "line", legend = { ["."] = "empty", ["@"] = "player" },
  map = "@....", moves = { "go", "wait" }, fields = { steps = 0 }, outcomes = { "There" },
  apply = function(state, move)
    state.steps = state.steps + 1
    while move == "wait" do
      pcall(function() while true do end end)
    end
  end, %s }]]):format(rest or "")
end

-- What the program says of a call on a game: a text, or the path of one.
local function stopped(call, text)
  local said
  run.in_folder(function(folder)
    local path = text
    if text:find "\n" then
      path = folder .. "/game" .. (text:find "^return" and ".lua" or ".txt")
      run.write_file(path, text)
    end
    local out, err, status = run.shell(("ulimit -t 100; exec %s/stop %s %s"):format(programs,
      call, path))
    assert.same({ "", 0 }, { err, status })
    said = out
  end)
  return said
end

-- Crates enough for a search without an end.
local crates = [[
OBJECTS
background
black
player
white
crate
brown
mark
red
LEGEND
. = background
@ = player
* = crate
o = mark
SOUNDS
COLLISIONLAYERS
background
mark
player, crate
RULES
[ > player | crate ] -> [ > player | > crate ]
WINCONDITIONS
all crate on mark
LEVELS
............
.@..........
...*..*..*..
............
...*..*..*..
............
...*..*..*..
............
..ooooooooo.
]]

local as_it_was = "interrupted\nasked as often as it must\nas it was\ndone\n"

describe("a call that takes long", function()
  it("is ended while the game is opened", function()
    assert.equal("interrupted\n", stopped("open", game "setup = function() while true do end end"))
    assert.equal("interrupted\n", stopped("open", "return (function() while true do end end)()\n"))
  end)

  it("is ended in a step, whatever its rule catches", function()
    assert.equal(as_it_was, stopped("step", game()))
  end)

  it("is ended in a walk of a tree", function()
    assert.equal(as_it_was, stopped("select", game "actions = function() while true do end end"))
  end)

  it("is ended in a search: of rules in C, in Lua, as pictures, in PuzzleScript", function()
    for _, call in ipairs { "solve", "report" } do
      for _, name in ipairs { "horizontally", game(), "samples/games/peg.lua", crates } do
        assert.equal(as_it_was, stopped(call, name))
      end
    end
  end)
end)
