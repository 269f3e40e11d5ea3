--- Specifies tessera.draw.look: wrong looks, and what is derived where a look says nothing.

local colours = require "tessera.draw.colours"
local look = require "tessera.draw.look"

local function read(given)
  return look.read("game 'g'", given, { "box", "wall" })
end

local function complete(given, ...)
  local kinds = {}
  for i, kind in ipairs { ... } do
    kinds[i] = { kind = kind, glyph = kind:sub(1, 1) }
  end
  return look.complete(given and read(given) or {}, kinds)
end

describe("a look", function()
  it("is read into parts", function()
    local parts = read { box = { "$", "#AABBCC", back = "black", label = "a crate",
      sprite = "r./.r" }, palette = { r = "red" } }
    assert.same({ box = { kind = "box", glyph = "$", fore = "#aabbcc", back = "#14171c",
      label = "a crate", sprite = { size = 2, { "#e5484d", false }, { false, "#e5484d" } } } },
      parts)
  end)

  it("may be missing, and so may every part of it", function()
    assert.same({}, read(nil))
    assert.same({ box = { kind = "box" } }, read { box = {} })
  end)

  it("has sprites of lines or of rows between '/'", function()
    local palette = { r = "red" }
    assert.same(read { box = { sprite = "r./.r" }, palette = palette },
      read { box = { sprite = "r.\n.r\n" }, palette = palette })
  end)
end)

describe("the guide", function()
  it("names every colour", function()
    local file <close> = assert(io.open "docs/guide.md")
    local listed, names = file:read("a"):match "`\"#ffd75f\"` or names: ([^.]+)%.", {}
    for name in listed:gmatch "[%w_]+" do
      names[#names + 1] = name
    end
    table.sort(names)
    assert.same(colours.names(), names)
  end)
end)

describe("a wrong look", function()
  local large = ("."):rep(33) .. ("/" .. ("."):rep(33)):rep(32)
  local glyph = "look: box: the glyph: expected one or two characters, none of them combining, got "
  local names = " (expected '#rrggbb' or one of black blue brown cyan dark_blue dark_green"
    .. " dark_grey dark_red gold green grey light_grey orange pink purple red sand stone teal"
    .. " white yellow)"
  local cases = {
    { 7, "look: expected a value of type table, got 7" },
    { { bx = {} }, "look: there is no kind 'bx' (did you mean 'box'?)" },
    { { [1] = {} }, "look: there is no kind 1" },
    { { box = "$" }, "look: box: expected a value of type table, got '$'" },
    { { box = { colour = "red" } },
      "look: box: unknown key 'colour' (expected one of back label sprite)" },
    { { box = { lable = "x" } }, "look: box: unknown key 'lable' (did you mean 'label'?)" },
    { { box = { 5 } }, "look: box: the glyph: expected a value of type string, got 5" },
    { { box = { "" } }, glyph .. "''" },
    { { box = { "abc" } }, glyph .. "'abc'" },
    { { box = { "\27" } },
      glyph .. "'\\x1B'" },
    { { box = { "\u{9B}" } },
      glyph .. "'\\xC2\\x9B'" },
    { { box = { "\u{200B}" } },
      glyph .. "'\\xE2\\x80\\x8B'" },
    { { box = { "e\u{301}" } },
      glyph .. "'e\u{301}'" },
    { { box = { "\xFF" } },
      glyph .. "'\\xFF'" },
    { { box = { "$", "rad" } },
      "look: box: the colour: there is no colour 'rad' (did you mean 'red'?)" },
    { { box = { "$", 7 } }, "look: box: the colour: there is no colour 7" .. names },
    { { box = { back = "#12" } }, "look: box: back: there is no colour '#12'" .. names },
    { { box = { label = "" } },
      "look: box: label: expected a printable text of 1..60 bytes, got ''" },
    { { box = { label = "a\nb" } },
      "look: box: label: expected a printable text of 1..60 bytes, got 'a\\x0Ab'" },
    { { box = { sprite = "" } }, "look: box: sprite: expected 1..32 rows, got 0" },
    { { box = { sprite = large } }, "look: box: sprite: expected 1..32 rows, got 33" },
    { { box = { sprite = "../..." } },
      "look: box: sprite: row 2 has 3 letters, but there are 2 rows" },
    { { box = { sprite = "../.x" } },
      "look: box: sprite: row 2, column 2: the letter 'x' is not in the palette" },
    { { palette = 3 }, "look: palette: expected a value of type table, got 3" },
    { { palette = { ab = "red" } }, "look: palette: expected letters and digits, got 'ab'" },
    { { palette = { a = "rad" } },
      "look: palette 'a': there is no colour 'rad' (did you mean 'red'?)" },
  }
  for _, case in ipairs(cases) do
    it("is an error: " .. case[2], function()
      local fine, message = pcall(read, case[1])
      assert.is_false(fine)
      message = message:gsub("^[^\n]-:%d+: ", "")
      assert.equal("game 'g': " .. case[2], message)
    end)
  end
end)

describe("a completed look", function()
  it("takes the glyph of the legend and the name of the kind", function()
    local box = complete({ box = { nil, "red" } }, "box").parts.box
    assert.same({ "b", "#e5484d", "box" }, { box.glyph, box.fore, box.label })
    assert.equal("old wall", complete(nil, "old_wall").parts.old_wall.label)
  end)

  it("knows what walls, players and floors mostly look like", function()
    local parts = complete(nil, "wall", "player", "floor").parts
    assert.same({ "w", "#3f4650" }, { parts.wall.glyph, parts.wall.back })
    assert.equal("#ffd23f", parts.player.fore)
    assert.equal(" ", parts.floor.glyph)
  end)

  it("gives the other kinds different colours", function()
    local parts = complete(nil, "alpha", "beta", "gamma", "delta").parts
    local seen = {}
    for _, kind in ipairs { "alpha", "beta", "gamma", "delta" } do
      assert.is_nil(seen[parts[kind].fore])
      seen[parts[kind].fore] = true
    end
  end)

  it("gives none of them the colour of a usual kind of the game, and dots a quiet one", function()
    local kinds = { { kind = "ice", glyph = "." }, { kind = "player", glyph = "@" },
      { kind = "key", glyph = "k" }, { kind = "gem", glyph = "*" }, { kind = "door", glyph = "D" } }
    local parts = look.complete({}, kinds).parts
    local given = look.complete({ player = { fore = "#ff0000" } }, kinds).parts
    local hex = colours.hex
    assert.same({ hex "grey", hex "yellow", hex "red", hex "green" }, {
      parts.ice.fore, parts.player.fore, parts.key.fore, parts.door.fore })
    assert.equal(colours.hex "yellow", given.key.fore)
  end)

  it("can be read: colours too near to their background move away from it", function()
    assert.equal("#606266", complete({ box = { "b", "#20252e" } }, "box").parts.box.fore)
    assert.equal("#a18731",
      complete({ box = { "b", "yellow", back = "white" } }, "box").parts.box.fore)
  end)
end)

describe("the looks of the games in C", function()
  local names = {}
  for byte = 32, 126 do
    names[#names + 1] = string.char(byte)
  end
  for _, game in ipairs(require "spec.support.games") do
    it("are right: " .. game, function()
      local parts = look.read(game, require("tessera.draw.looks." .. game), names)
      local state = require("spec.conformance." .. game)(require("tessera.rng").new(1))
      for cell in tostring(state):gmatch "[^\n]" do
        assert.is_table(parts[cell], cell)
        assert.is_string(parts[cell].label, cell)
      end
    end)
  end
end)
