--- Specifies tessera.draw.enlarge: cells of several lines, with their sprites as half blocks.

local ansi = require "tessera.draw.ansi"
local cast = require "tessera.draw.cast"
local drawn = require "spec.support.drawn"
local enlarge = require "tessera.draw.enlarge"
local film = require "tessera.draw.film"
local frame = require "tessera.draw.frame"
local puzzlescript = require "tessera.puzzlescript"
local recording = require "tessera.draw.recording"
local samples = require "spec.support.puzzlescript"

-- A game whose player has a sprite of 5 x 5.
local function board(map)
  return assert(puzzlescript.read((samples.text { levels = map .. "\n", objects = [[
Flag
#ff0000 #00ff00
0....
.0...
..1..
...0.
....0
]], legend = "f = Flag\n", collisionlayers = "Flag" }))).new(1)
end

-- The dots of an enlarged frame: a letter for each colour, two rows for each line.
local function dots(map, size, depth)
  local letters = { ["#ff0000"] = "r", ["#00ff00"] = "g", ["#000000"] = "." }
  local made = enlarge.frame(frame.of(board(map)), size, depth or "truecolor")
  local rows = {}
  for row = 0, made.rows - 1 do
    local upper, lower = {}, {}
    for column = 1, made.columns do
      local cell = made[row * made.columns + column]
      upper[column] = letters[cell.fore] or "?"
      lower[column] = letters[cell.back] or cell.back and "?" or " "
      assert.equal(cell.fore == cell.back and " " or "▀", cell.glyph)
    end
    rows[2 * row + 1], rows[2 * row + 2] = table.concat(upper), table.concat(lower)
  end
  return rows
end

describe("a sprite of 5 x 5", function()
  it("takes five columns and two and a half lines", function()
    assert.same({ "r....", ".r...", "..g..", "...r.", "....r", "     " }, dots("f", 5))
  end)

  it("shares a line with the sprite of the row below", function()
    assert.same({ "r....", ".r...", "..g..", "...r.", "....r",
      "r....", ".r...", "..g..", "...r.", "....r" }, dots("f\nf", 5))
  end)

  it("is twice as large where there is room", function()
    assert.same({ "rr........", "rr........", "..rr......", "..rr......", "....gg....",
      "....gg....", "......rr..", "......rr..", "........rr", "........rr" }, dots("f", 10))
  end)
end)

describe("the number of dots", function()
  local function scale(map, width, height, depth)
    local state = board(map)
    return enlarge.scale(frame.of(state), state:rows(), state:columns(), width, height,
      depth or "truecolor")
  end

  it("is ten, five or four, as there is room", function()
    assert.equal(10, scale("f.f", 30, 5))
    assert.equal(5, scale("f.f", 29, 5))
    assert.equal(5, scale("f.f", 30, 4))
    assert.equal(5, scale("f.f", 15, 3))
    assert.equal(4, scale("f.f", 14, 3))
    assert.equal(4, scale("f.f", 12, 2))
    assert.equal(2, scale("f.f", 11, 9))
    assert.equal(2, scale("f.f", 80, 1))
  end)

  it("is even where glyphs stand in the cells: with few colours and without", function()
    for _, depth in ipairs { "none", "16" } do
      assert.equal(12, scale("f.f", 80, 24, depth))
      assert.equal(10, scale("f.f", 33, 24, depth))
      assert.equal(4, scale("f.f", 12, 2, depth))
      assert.equal(2, scale("f.f", 11, 2, depth))
    end
  end)

  it("is a multiple of eight for the sprites of 8 x 8, and for those that fit into them", function()
    local function fits(width, height, most)
      return enlarge.scale(frame.of(drawn.dots.new "..o/.o@"), 2, 3, width, height, "256", most)
    end
    assert.equal(24, fits(80, 24))
    assert.equal(16, fits(71, 24))
    assert.equal(8, fits(80, 15))
    assert.equal(6, fits(23, 15))
    assert.equal(8, fits(80, 24, 10))
  end)
end)

-- What a terminal without colours would show.
local function plain(map, size, depth)
  local game = dofile "samples/games/2048.lua"
  return ansi.lines(enlarge.frame(frame.of((game.new(map))), size, depth), { depth = "none" })
end

describe("a number", function()
  it("is shown whole in the middle of its cell, where there is room", function()
    assert.same({ " 2   8  ", "        ", "2048 ·  ", "        " }, plain("13/b.", 4, "none"))
    assert.same({ "            ", " 128    ·   ", "            " }, plain("7.", 6, "none"))
  end)

  it("is its glyph where there is no room", function()
    assert.same({ "8192", "    " }, plain("d", 4, "none"))
    assert.same({ " !! ", "    " }, plain("e", 4, "none")) -- 16384
  end)

  it("is no smudge: characters stand for a sprite that would be shrunk", function()
    assert.same({ "          ", "          ", "   128    ", "          ", "          " },
      plain("7", 10, "truecolor"))
    assert.truthy(table.concat(plain("7", 11, "truecolor")):find "▀")
  end)

  it("may be the last word of what a thing is called: tile 13", function()
    local game = dofile "samples/games/fifteen.lua"
    assert.same({ " 1   2   3  ", "            ", " 4   5   6  ", "            ", " 13      14 ",
      "            " }, ansi.lines(enlarge.frame(frame.of(game.new "123/456/d.e"), 4, "256"),
        { depth = "none" }))
  end)
end)

describe("a glyph that fills its cell", function()
  local function mines(size)
    local game = dofile "samples/games/mines.lua"
    return ansi.lines(enlarge.frame(frame.of((game.new "../.*"), nil, { row = 1, column = 1,
      rows = 1, columns = 2 }), size, "none"), { depth = "none" })
  end

  it("leaves a gap to the next one, if it is a shade", function()
    assert.same({ "▒▒▒ ▒▒▒ ", "▒▒▒ ▒▒▒ " }, mines(4))
    assert.same({ "▒▒▒▒▒ ▒▒▒▒▒ ", "▒▒▒▒▒ ▒▒▒▒▒ ", "            " }, mines(6))
  end)

  it("leaves none, if it is a wall", function()
    local state = dofile("samples/games/sokoban.lua").new "##@$."
    assert.same({ "######## @   ■   ·  ", "########            " },
      ansi.lines(enlarge.frame(frame.of(state), 4, "none"), { depth = "none" }))
  end)
end)

describe("an enlarged frame", function()
  it("ends within a line: the other half has the colour of the terminal", function()
    local lines = ansi.lines(enlarge.frame(frame.of(board "."), 5, "truecolor"),
      { depth = "truecolor" })
    assert.equal("\27[49m\27[38;2;0;0;0m▀▀▀▀▀\27[0m", lines[3])
  end)

  it("is what a recording of a terminal shows of a game with sprites", function()
    local reel = film.of(recording.of(board "p.f", {}), "a flag")
    local text = cast.of(reel.films[1], reel.tiles, { delay = 0.5 })
    assert.equal('{"height":8,"title":"a flag","version":2,"width":40}', text:match "^[^\n]*")
    assert.truthy(text:find("\\u001b[48;2;0;255;0m\\u001b[38;2;0;255;0m  \\u001b[", 1, true))
  end)
end)
