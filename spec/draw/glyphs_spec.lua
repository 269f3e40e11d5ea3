--- Specifies how games in PuzzleScript look without sprites: a character for each cell, by which
--- all objects are told apart, on the colour that its object has most of.

local ansi = require "tessera.draw.ansi"
local colours = require "tessera.draw.colours"
local frame = require "tessera.draw.frame"
local maps = require "tessera.base.maps"
local puzzlescript = require "tessera.puzzlescript"
local samples = require "spec.support.puzzlescript"

local function module_of(parts)
  return assert(puzzlescript.read((samples.text(parts))))
end

local function board(state)
  return table.concat(ansi.lines(frame.of(state), {}), "\n")
end

describe("glyphs", function()
  it("are the characters of the maps, but for the ground", function()
    assert.equal("#####\n#po*#\n#   #", board(module_of {
      levels = "#####\n#PO*#\n#...#\n" }.new(1)))
  end)

  it("are characters that are seen, whatever the legend has", function()
    for _, unseen in ipairs { "\u{200B}", "\u{301}", "\u{202E}", "\u{FE0F}" } do
      local shown = board(module_of { objects = "Ghost\nGreen\n", legend = unseen .. " = Ghost\n",
        collisionlayers = "Ghost\n", levels = "P" .. unseen .. "O\n" }.new(1))
      assert.equal(3, utf8.len(shown))
      assert.is_nil(shown:find(unseen, 1, true))
    end
  end)

  it("of objects that lie upon each other are that of both, if the maps have one", function()
    local state = module_of { levels = "P*OO\n" }.new(1)
    assert.equal("p*oo", board(state))
    state:apply "right"
    assert.equal(" p@o", board(state))
  end)

  it("are otherwise those of the topmost", function()
    local state = module_of { levels = "PO.*O\n" }.new(1)
    state:apply "right"
    assert.equal(" p *o", board(state))
    state:apply "right"
    assert.equal(" op*o", board(state))
  end)

  it("show nothing of a sprite in the colours of what it stands on", function()
    local hidden = { objects = "ghost\nBlack\n..0..\n.....\n.....\n.....\n.....\n\nfog\nBlack\n",
      legend = "g = ghost\nf = fog\n& = ghost and Target\n% = fog and Target\n",
      collisionlayers = "ghost\nfog\n", levels = "Pg&f%O\n" }
    assert.equal("p &  o", board(module_of(hidden).new(1))) -- the fog covers a target
  end)

  it("of objects that no map has are letters of their names, each another one", function()
    local names = "flag\nfence\nflower\npit\nflag_up\n"
    local looks = maps.about(module_of { objects = names:gsub("\n", "\nRed\n\n"),
      collisionlayers = names }).looks
    local list = {}
    for _, name in ipairs { "flag", "fence", "flower", "pit", "flag_up", "player", "crate" } do
      list[#list + 1] = looks[name].glyph
    end
    assert.equal("f F l P f p *", table.concat(list, " ")) -- those that begin alike are of a kind
  end)
end)

describe("the colours of glyphs", function()
  -- The cell of a player with this sprite on a ground of this colour.
  local function cell(sprite, back)
    local text = samples.text { levels = "P\n" }:gsub("Background\nBlack", "Background\n" .. back)
      :gsub("Player\nWhite", "Player\n#112233 #ffee00\n" .. sprite)
    return frame.of(assert(puzzlescript.read(text)).new(1))[1]
  end

  local most = "00000\n00000\n00.00\n11.11\n.....\n"
  local little = ".....\n..0..\n.010.\n.....\n.....\n"

  it("stand on that of the object if it fills most of the cell", function()
    local made = cell(most, "Red")
    assert.same({ "#112233", "#be2633" }, { made.ground, made.back })
    assert.equal("\27[48;2;17;34;51m\27[38;2;255;238;0mp\27[0m",
      ansi.lines({ rows = 1, columns = 1, made }, { depth = "truecolor" })[1])
  end)

  it("stand on the ground if it does not", function()
    local made = cell(little, "White")
    assert.same({ "#112233", "#ffffff", "#ffffff" }, { made.fore, made.ground, made.back })
  end)

  it("can be read on any ground", function()
    for _, back in ipairs { "Black", "DarkBlue", "#112233", "Gray", "White", "Yellow" } do
      local made = cell(little, back)
      assert.is_true(colours.contrast(made.fore, made.ground) >= 4.5, back)
    end
  end)
end)
