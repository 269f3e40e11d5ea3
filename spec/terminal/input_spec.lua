--- Specifies what a file of a game does at a terminal when no input is named.

local run = require "spec.support.run"
local terminal = require "spec.support.terminal"

local game = [[
return require "tessera".game { name = "g", legend = { ["."] = "empty", o = "stone" }, %s
  moves = { "go" }, rules = { { "go", "[ empty ] -> [ stone ]" } },
  ends = { { "Done", "no empty" } } }]]

describe("at a terminal", function()
  local screen = terminal.each(_ENV)
  if not screen then
    return
  end

  local function file(name, map)
    run.write_file(screen.folder .. "/" .. name, game:format(map))
    return screen.folder .. "/" .. name
  end

  it("solve takes the levels of the game, and waits for none", function()
    screen:run("solve " .. file("g.lua", "map = '..',"))
    screen:wait "%.%.\n+go, go\n.*status=0"
    screen:run "solve samples/games/sokoban.lua --level 1"
    screen:wait "Round the corner.*right, up, left, left, left\n.*status=0"
    screen:run("solve " .. file("h.lua", ""))
    screen:wait "g: it has no map of its own: name a file with levels.*status=2"
  end)

  it("a game says what it reads", function()
    screen:run(file("g.lua", "map = '..',"))
    screen:wait "g: reads a map, a blank line and actions, up to Ctrl%-D"
    screen:keys(".", "Enter", "Enter", "g", "o", "Enter", "C-d")
    screen:wait "o\nMoves: 1\nOutcome: Done\nstatus=0"
  end)

  it("a game in C says where its input is described", function()
    screen:run "horizontally"
    screen:wait "horizontally: reads an input, as run%.lua horizontally %-%-help describes it"
    screen:keys "C-d"
    screen:wait "status=0"
  end)
end)
