--- Specifies sprites of other sizes than 5 x 5: how they are read, and that everything that draws
--- them shows their dots.

local enlarge = require "tessera.draw.enlarge"
local frame = require "tessera.draw.frame"
local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local parse = require "tessera.puzzlescript.parse"
local puzzlescript = require "tessera.puzzlescript"
local samples = require "spec.support.puzzlescript"
local svg = require "tessera.draw.svg"

local function text_of(rows)
  return (samples.text { objects = "Flag\n#ff0000 #00ff00\n" .. rows .. "\n", legend = "f = Flag\n",
    collisionlayers = "Flag\n", levels = "f\n" })
end

-- The sprite of a flag, rows joined by "/", and its messages without places.
local function read(rows)
  local game, told = parse(text_of(rows)), {}
  assert.equal(0, game.errors, rows)
  for i, entry in ipairs(game.diagnostics) do
    told[i] = entry.text
  end
  return table.concat(game.objects[game.id_of.flag + 1].sprite, "/"), table.concat(told, "\n")
end

-- How a flag with this sprite looks: "r", "g" or "." for each dot.
local function look(rows)
  local state = assert(puzzlescript.read(text_of(rows))).new(1)
  local sprite, list = maps.about(games.of(state)).looks.flag.sprite, {}
  for i = 1, sprite.size do
    list[i] = ""
    for k = 1, sprite.size do
      local colour = sprite[i][k]
      list[i] = list[i] .. (colour == "#ff0000" and "r" or colour and "g" or ".")
    end
  end
  return table.concat(list, "/"), state
end

describe("a sprite", function()
  it("may have up to 64 rows of up to 64 characters, with a warning", function()
    assert.same({ "0.1/1.0/.1.", "the sprite of 'flag' is 3 wide and 3 high, not 5 and 5" },
      { read "0.1\n1.0\n.1." })
    assert.same({ "00000011/11111100",
      "the sprite of 'flag' is 8 wide and 2 high, not 5 and 5" }, { read "00000011\n11111100" })
    local wide = ("01"):rep(32)
    assert.equal((wide .. "/"):rep(63) .. wide, (read((wide .. "\n"):rep(64))))
    assert.same({ "00000/11111/00000/11111/00000", "" },
      { read "00000\n11111\n00000\n11111\n00000" })
    assert.equal("01.../10.../01.../...../.....", (read "01\n10\n01")) -- as PuzzleScript has it
  end)

  it("says which of its rows is too short", function()
    local game = parse(text_of "00000\n00000\n000\n00000\n00000")
    local entry = game.diagnostics[1]
    assert.same({ 1, "warning", "the row is too short: it has 3 characters, not 5", 1 },
      { #game.diagnostics, entry.kind, entry.text, entry.column })
    local lines, number = {}, 0
    for line in text_of("00000\n00000\n000\n00000\n00000"):gmatch "([^\n]*)\n" do
      number = number + 1
      lines[number] = line
    end
    assert.equal("000", lines[entry.line])
    assert.equal("00000/00000/000../00000/00000", (read "00000\n00000\n000\n00000\n00000"))
  end)

  it("ends at a name behind a square, or behind five rows", function()
    for _, rows in ipairs { "01\n10", "0110\n1001\n1001\n0110", "00000\n11111\n0.0.0\n00000\n11111",
      "011011\n100000\n000111\n111000\n000000" } do
      local game = parse(text_of(rows .. "\nCat\nred"))
      assert.equal((rows:gsub("\n", "/")),
        table.concat(game.objects[game.id_of.flag + 1].sprite, "/"))
      assert.equal("object", game.names.cat)
    end
  end)

  it("has no more than 64 rows and characters", function()
    local _, told = read(("0"):rep(65) .. "\n" .. ("0"):rep(64))
    assert.is_truthy(told:find("a row of a sprite has at most 64 characters, got more", 1, true))
    local game = parse(text_of(("01\n"):rep(64) .. "-\n"))
    assert.equal("expected the name of an object, got '-': the line is left out",
      game.diagnostics[2].text)
  end)

  it("is drawn in a square, in whose middle it lies", function()
    assert.equal("rg/gr", (look "01\n10"))
    assert.equal("..r.../..g.../..r.../..g.../..r.../..g...", (look "01\n10\n01\n10\n01\n10")
      :gsub("rg", "r."):gsub("gr", "g."))
    assert.equal("....../....../rrrrrr/gggggg/....../......", (look "000000\n111111"))
  end)

  it("fills its cell in terminals", function()
    local _, state = look(("00001111\n"):rep(4) .. ("11110000\n"):rep(4))
    local made = enlarge.frame(frame.of(state), 8, "truecolor")
    local rows = {}
    for row = 0, 3 do
      rows[row + 1] = ""
      for column = 1, 8 do
        local cell = made[row * 8 + column]
        rows[row + 1] = rows[row + 1] .. (cell.fore == "#ff0000" and "r" or "g")
      end
    end
    assert.same({ "rrrrgggg", "rrrrgggg", "ggggrrrr", "ggggrrrr" }, rows)
  end)

  it("fills its cell in pictures", function()
    for _, size in ipairs { 1, 2, 3, 7, 16, 64 } do
      local _, state = look((("0"):rep(size) .. "\n"):rep(size - 1) .. ("1"):rep(size))
      local picture = svg.of(frame.of(state))
      assert.is_truthy(picture:find("#00ff00", 1, true), size)
      assert.equal(size > 1, picture:find("#ff0000", 1, true) ~= nil, size)
    end
  end)
end)
