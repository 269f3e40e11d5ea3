--- Specifies how run.lua plays the file of a game in PuzzleScript: levels, warnings, errors.

local run = require "spec.support.run"
local samples = require "spec.support.puzzlescript"

-- What a command prints for a game with other sections, its messages and its exit status. FILE
-- stands for the game's file.
local function play(parts, input, ...)
  local args = { ... }
  for i, word in ipairs(args) do
    args[i] = word:gsub("FILE", "@game.txt")
  end
  return { run.with_files({ ["game.txt"] = samples.text(parts) }, args, input) }
end

describe("the input of a game in PuzzleScript", function()
  local two = { levels = "P*O\n\n.P.*O\n" }

  it("has a paragraph of actions for each level", function()
    assert.same({ ".p@\nMoves: 1\nOutcome: Won\n\n...p@\nMoves: 2\nOutcome: Won\n", "", 0 },
      play(two, "right\n\nright, right\n", "FILE"))
    assert.same({ ".p@\nMoves: 1\nOutcome: Won\n\n.p.*o\nMoves: 0\nOutcome: none\n\n",
      "puzzle: line 5, column 1: there is no level 3 (the game has 2)\n", 1 },
      play(two, "right\n\nup\n\nup\n", "FILE"))
  end)

  it("may be the actions of the level that --level names", function()
    assert.same({ "...p@\nMoves: 2\nOutcome: Won\n", "", 0 },
      play(two, "right, right\n", "FILE", "--level", "2"))
    assert.same({ "", "puzzle: there is no level 3 (the levels: 1, 2)\n", 2 },
      play(two, "right\n", "FILE", "--level", "3"))
  end)

  it("is not read if the file has errors, of which 20 are told", function()
    local function errors_of(count)
      local _, err, status = table.unpack(play({ sounds = ("boop 3\n"):rep(count) }, "", "FILE"))
      local lines = {}
      for line in err:gmatch "[^\n]+" do
        lines[#lines + 1] = line
      end
      assert.are.equal(1, status)
      return #lines, lines[#lines]
    end
    local count, last = errors_of(21)
    assert.are.equal(21, count)
    assert.matches("^game%.txt: line %d+, column 1: expected an event or an object", last)
    assert.same({ 21, "game.txt: and 2 more errors" }, { errors_of(22) })
  end)

  it("may begin with a mistyped action", function()
    assert.same({ "", "puzzle: line 1, column 1: 'rigth' is no action of puzzle (did you mean"
      .. " 'right'?)\n", 1 }, play(two, "rigth\n", "FILE"))
    assert.same({ "", "puzzle: line 1, column 2: unknown cell 'x' (expected one of # * . @ o p)\n",
      1 }, play(two, "Px*O\n\nright\n", "FILE"))
  end)

  it("may have maps", function()
    assert.same({ ".p@\nMoves: 1\nOutcome: Won\n", "", 0 },
      play(two, "P.*O\n\nright\n\nP*O\n\nright\n", "FILE", "--level", "2"))
  end)
end)

describe("a file in PuzzleScript", function()
  it("with messages only has no levels to play", function()
    for _, command in ipairs { "solve", "check" } do
      assert.same({ "", "puzzle: there are no levels to play\n", 1 },
        play({ levels = "message Hello.\n" }, "", command, "FILE"))
    end
    assert.same({ "", "puzzle: there are no levels to play\n", 1 },
      play({ levels = "message Hello.\n" }, "", "FILE"))
  end)

  it("is played with its warnings, which are told", function()
    local found = play({ rules = "[ Player ] [ Crate ] -> [ Player ]\n", levels = "P.\n" },
      "right\n", "FILE")
    assert.equal(".p\nMoves: 1\nOutcome: Won\n", found[1])
    assert.matches("^game%.txt: line %d+: warning: 2 '%[ %]' on the left%-hand side, but 1 on the"
      .. " right: the rule is left out\n$", found[2])
  end)

  it("that is too large is refused at the place where it is", function()
    local function wrong(parts)
      local found = play(parts, "", "FILE")
      assert.same({ "", 1 }, { found[1], found[3] })
      return found[2]:match "^[^\n]*"
    end
    assert.matches("^game%.txt: line %d+, column 1: a level has at most 16384 rows, 16384 columns "
      .. "and 1048576 cells$", wrong { levels = "P" .. ("."):rep(16384) })
    assert.matches("^game%.txt: line %d+, column %d+: a side of a rule has at most 32 '%[ %]'$",
      wrong { rules = ("[ Crate ] "):rep(33) .. "->" .. (" [ ]"):rep(33) })
  end)

  it("whose comment does not end may lack what stands behind it", function()
    local found = play({ rules = "(never closed\n" }, "", "FILE")
    assert.matches("^game%.txt: line 50, column 1: there are no levels %(the comment that begins on"
      .. " line %d+ does not end%)\n$", found[2])
  end)
end)
