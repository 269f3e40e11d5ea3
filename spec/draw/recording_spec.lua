--- Specifies tessera.draw.recording and tessera.draw.film.

local drawn = require "spec.support.drawn"
local film = require "tessera.draw.film"
local recording = require "tessera.draw.recording"
local session = require "tessera.session"
local tessera = require "tessera"

describe("a recording", function()
  it("has each step with its events, and why it was refused", function()
    local _, made = drawn.walk()
    assert.equal(3, made.count)
    assert.same({ action = "left", done = true, after = 1, events = {
      "moved @ from row 2, column 3 to row 2, column 2", "became o to . at row 2, column 2",
    } }, made.steps[1])
    assert.same({ action = "right", done = false, why = "right: there is no dot", after = 1,
      events = {} }, made.steps[2])
  end)

  it("gives the state after any step, in any order", function()
    local _, made = drawn.walk()
    local function board(step)
      return tostring(made:state(step))
    end
    assert.same({ "..o\n.@.\n", "..o\n.o@\n", "..o\n.@.\n", "..o\n.o@\n" },
      { board(3), board(0), board(1), board(0) })
  end)

  it("keeps a step in which time passes though the action was refused", function()
    local file <close> = assert(io.open "samples/tower/hole.play")
    local made = assert(recording.read(file:read "a"))
    assert.same({ action = "MOVETO 8", done = false, passed = true, after = 1,
      why = "MOVETO 8: the player is there already",
      events = { "erased 1 from row 3, column 4", "erased 2 from row 3, column 6" } },
      made.steps[1])
    local before = tostring(made:state(0))
    assert.not_equal(before, tostring(made:state(1)))
  end)

  it("is read from a playthrough, which is played again", function()
    local text = session.record(drawn.dots.new "..o/.o@", { "left", "right" })
    local made = assert(recording.read(text))
    assert.same({ "dots", 2 }, { made.game, made.count })
    assert.same({ nil, "line 27: expected '.@o', found '.@.'" },
      { recording.read((text:gsub("%.@%.", ".@o"))) })
    assert.same({ nil, "line 1: expected 'tessera play 1'" }, { recording.read "" })
  end)
end)

describe("a film", function()
  it("has the first board and what changes", function()
    local reel = drawn.walk()
    local made = reel.films[1]
    assert.same({ "a <walk>", "dots", 2, 3 }, { made.title, made.game, made.rows, made.columns })
    assert.same({ 1, 1, 2, 1, 2, 3 }, made.cells)
    assert.same({ "..o", ".o@" }, made.lines)
    assert.same({ 5, 3, 6, 1 }, made.steps[1].cells)
    assert.same({ [2] = ".@." }, made.steps[1].lines)
    assert.same({ {}, {} }, { made.steps[2].cells, made.steps[2].lines })
    assert.same({ "floor", "dot", "you & me" },
      { reel.tiles[1].label, reel.tiles[2].label, reel.tiles[3].label })
  end)

  it("gives its frames one after the other", function()
    local reel = drawn.walk()
    local seen = {}
    for number, cells, step in film.frames(reel.films[1]) do
      seen[#seen + 1] = ("%d %s %s"):format(number, table.concat(cells), step and step.action)
    end
    assert.same({ "0 112123 nil", "1 112131 left", "2 112131 right", "3 112131 up" }, seen)
  end)

  it("shares its tiles with other films of the reel, by game", function()
    local reel = film.reel()
    reel:start("one", drawn.dots.new "..")
    reel:start("two", drawn.dots.new ".o")
    reel:start("three", tessera.robots.new ".@")
    assert.same({ 1, 2 }, reel.films[2].cells)
    assert.same({ 3, 4 }, reel.films[3].cells)
  end)

  it("says how it has ended, in lines", function()
    local reel = drawn.walk()
    reel:result { "board: 1 cell is not as expected\n  o.", "refused: 1. up" }
    assert.same({ "board: 1 cell is not as expected", "  o.", "refused: 1. up" },
      reel.films[1].result)
  end)

  it("is not made of boards that are too large", function()
    local fine, fault = pcall(film.of, recording.of(tessera.samegame.new(
      ("1"):rep(201) .. ("/" .. ("1"):rep(201)):rep(199)), {}), "large")
    assert.is_false(fine)
    assert.equal("a board of 200 x 201 cells is too large to be drawn (at most 40000 cells)",
      fault.message)
  end)

  it("does not grow without end", function()
    local reel, state = film.reel(), drawn.dots.new "."
    reel:start("long", state)
    reel.size = film.changes_most - 1
    reel:step("left", "left: no", {}, state)
    local fine, fault = pcall(reel.step, reel, "left", "left: no", {}, state)
    assert.is_false(fine)
    assert.equal("the plays are too long to be drawn: more than 4000000 cells change",
      fault.message)
  end)
end)
