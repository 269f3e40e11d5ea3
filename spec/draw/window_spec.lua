--- Specifies what is drawn of a board larger than the screen that its game asks for: flickscreen
--- and zoomscreen of PuzzleScript.

local film = require "tessera.draw.film"
local frame = require "tessera.draw.frame"
local puzzlescript = require "tessera.puzzlescript"
local recording = require "tessera.draw.recording"
local samples = require "spec.support.puzzlescript"

-- Seven columns and five rows with a crate in each corner. The player is put into one cell.
local function state_of(prelude, row, column)
  local rows = { "*.....*", ".......", ".......", ".......", "*.....*" }
  if row then
    rows[row] = rows[row]:sub(1, column - 1) .. "P" .. rows[row]:sub(column + 1)
  end
  return assert(puzzlescript.read((samples.text { prelude = prelude,
    winconditions = "Some Target\n", levels = table.concat(rows, "\n") .. "\n" }))).new(1)
end

-- "row,column rows x columns".
local function shown(area)
  return ("%d,%d %dx%d"):format(area.row, area.column, area.rows, area.columns)
end

local function area_at(prelude, row, column)
  return shown(frame.area(state_of(prelude, row, column)))
end

describe("a flickscreen of 3 x 2", function()
  local prelude = "flickscreen 3x2"

  it("has no line of text below the board, and a film says that it has gone", function()
    local reel = film.of(recording.of(state_of(prelude, 4, 2), { "down" }), "flick")
    local made = reel.films[1]
    assert.same({ "...", ".p." }, made.lines)
    assert.same({ "*p.", "" }, made.steps[1].lines)
  end)

  it("is the page in which the player is", function()
    assert.equal("1,1 2x3", area_at(prelude, 1, 2))
    assert.equal("1,1 2x3", area_at(prelude, 2, 3))
    assert.equal("1,4 2x3", area_at(prelude, 2, 4))
    assert.equal("3,4 2x3", area_at(prelude, 3, 6))
  end)

  it("is as large at the edges, where there is nothing beyond the board", function()
    assert.equal("5,7 2x3", area_at(prelude, 5, 7))
    local drawn = frame.of(state_of(prelude, 5, 7))
    assert.same({ 2, 3, 6 }, { drawn.rows, drawn.columns, #drawn })
    assert.equal("player", drawn[1].label)
    for i = 2, 6 do
      assert.same({ " ", "", 0 }, { drawn[i].glyph, drawn[i].label, #drawn[i].parts })
    end
    assert.equal("p\n", frame.text(state_of(prelude, 5, 7)))
  end)

  it("stays where it was if there is no player, and begins at the first page", function()
    local before = { row = 3, column = 4, rows = 2, columns = 3 }
    assert.equal(before, frame.area(state_of(prelude), before))
    assert.equal("1,1 2x3", area_at(prelude))
  end)

  it("is no larger than the board", function()
    assert.equal("1,1 5x7", area_at("flickscreen 20x10", 3, 3))
  end)
end)

describe("a zoomscreen of 3 x 3", function()
  local prelude = "zoomscreen 3x3"

  it("has the player in the middle, but for the edges of the board", function()
    assert.equal("2,3 3x3", area_at(prelude, 3, 4))
    assert.equal("1,1 3x3", area_at(prelude, 1, 2))
    assert.equal("3,5 3x3", area_at(prelude, 5, 7))
    assert.equal("3,5 3x3", area_at(prelude, 4, 6))
  end)

  it("is what is drawn, and what is read", function()
    local state = state_of(prelude, 2, 2)
    local drawn = frame.of(state)
    assert.same({ 1, 1, 3, 3 }, { drawn.row, drawn.column, drawn.rows, drawn.columns })
    assert.same({ "crate", "player" }, { drawn[1].label, drawn[5].label })
    assert.equal("*..\n.p.\n...\n", frame.text(state))
    assert.equal("*.....*\n.p.....\n.......\n.......\n*.....*\n", tostring(state))
  end)

  it("follows the first player from the left, and from the top", function()
    local text = samples.text { prelude = prelude,
      levels = ".......\n.....p.\n..p....\n..p....\n.......\n" }
    assert.equal("2,2 3x3", shown(frame.area(assert(puzzlescript.read((text))).new(1))))
  end)

  it("of an even size has the player behind the middle", function()
    assert.equal("2,3 2x4", area_at("zoomscreen 4x2", 3, 5))
  end)
end)

describe("all of the board", function()
  it("is drawn without either", function()
    assert.equal("1,1 5x7", area_at(nil, 3, 4))
    assert.equal("1,1 5x7", area_at("zoomscreen 0x3", 3, 4))
  end)
end)

describe("a film", function()
  it("shows the page of each step", function()
    local reel = film.of(recording.of(state_of("flickscreen 3x5", 2, 3),
      { "right", "left" }), "walk")
    local made = reel.films[1]
    assert.same({ 5, 3, true }, { made.rows, made.columns, made.sprites })
    local seen = {}
    for number, cells in film.frames(made) do
      for i, tile in ipairs(cells) do
        if reel.tiles[tile].label == "player" then
          seen[number + 1] = i
        end
      end
    end
    assert.same({ 6, 4, 6 }, seen) -- row 2: column 3, column 1 of the next page, column 3 again
    assert.equal("..p", made.lines[2])
    assert.equal("p..", made.steps[1].lines[2])
  end)

  it("keeps the page while there is no player", function()
    local module = assert(puzzlescript.read((samples.text { prelude = "flickscreen 2x1",
      levels = "..p*.O\n", rules = "[ > Player | Crate ] -> [ | ]\n" })))
    local play = recording.of(module.new(1), { "right" })
    assert.same({ "1,3 1x2", "1,3 1x2" }, { shown(play.areas[0]), shown(play.areas[1]) })
  end)
end)
