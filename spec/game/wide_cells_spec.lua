--- Specifies games whose maps have characters beyond ASCII: wherever a board is a text, each
--- character is a cell.

local grid = require "tessera.grid"
local raised = require "spec.support.raised"
local run = require "spec.support.run"
local session = require "tessera.session"
local tessera = require "tessera"

local SOURCE = [[
local tessera = require "tessera"

return tessera.game {
  name = "snow",
  layers = { "ground", "things" },
  legend = { ["·"] = "snow", ["☃"] = { things = "man", ground = "snow" },
    ["█"] = { things = "wall", ground = "snow" }, ["◎"] = "goal",
    ["ⓜ"] = { things = "man", ground = "goal" }, ["→"] = { things = "right", ground = "snow" },
    ["←"] = { things = "left", ground = "snow" } },
  moves = { "<direction>" },
  rules = { { "<direction>", "[ man | no things ] -> [ | man ]" } },
  ends = { { "Home", "all man on goal" } },
  goal = "Home",
}
]]
local snow = load(SOURCE)()

describe("a map of characters beyond ASCII", function()
  it("is read and shown, a cell for each of them", function()
    local state = snow.new "█☃·◎/·→←█"
    assert.equal("█☃·◎\n·→←█\n", tostring(state))
    assert.same({ 2, 4 }, { state:rows(), state:columns() })
    assert.equal("man", state.things:get(1, 2))
    assert.equal("snow", state.ground:get(2, 2))
    assert.is_true(state:apply "right")
    assert.same({ true, "Home" }, { state:apply "right" })
    assert.equal("█··ⓜ\n·→←█\n", tostring(state))
    assert.is_true(snow.new(tostring(state)) == snow.new(tostring(state)))
  end)

  it("is saved, loaded, recorded and replayed", function()
    local state = snow.new "█☃·◎/·→←█"
    local saved = state:save()
    assert.is_truthy(saved:find("\nground\n···◎\n····\nthings\n", 1, true), saved)
    assert.is_true(snow.load(saved) == state)
    local text = session.record(state, { "right", "up", "right" })
    local last = assert(session.replay(text))
    assert.equal("█··ⓜ\n·→←█\n", tostring(last))
    assert.equal("line 9, column 3: unknown cell '\\xFF' (expected one of ◎ ·)",
      raised(snow.load, (saved:gsub("···◎", "··\xC2◎"))))
  end)

  it("is read as well from a grid, and a layer of a state is one", function()
    local one = tessera.game { name = "one", legend = { ["·"] = "empty", ["☃"] = "man" },
      moves = { "<direction>" }, rules = { { "<direction>", "[ man | empty ] -> [ | man ]" } } }
    local state = one.new "☃··"
    assert.equal("☃··\n", tostring(state.board))
    state.board:set(1, 3, "☃")
    assert.equal("☃·☃\n", tostring(state.board))
    assert.equal(2, state.board:count "☃")
    assert.is_true(one.new(state.board) == one.new "☃·☃")
    assert.matches("row 1, column 1: unknown cell '#' %(expected one of · ☃%)",
      raised(one.new, grid.new "#"))
  end)

  it("tells in events and views the characters of its pieces", function()
    local events = {}
    local state = snow.new "█☃·◎"
    state:apply("right", events)
    assert.same({ { kind = "moved", what = "☃", from = { 1, 2 }, to = { 1, 3 } } }, events)
    local told = tessera.game { name = "told", legend = { ["·"] = "empty", ["☃"] = "man" },
      counters = { moves = 0 },
      moves = { "wave" }, apply = function(now)
        now.moves = now.moves + 1
        now:event("waved", "☃", 1, 1)
      end }
    events = {}
    told.new("☃"):apply("wave", events)
    assert.equal("☃", events[1].what)
    local wrong = tessera.game { name = "wrong", legend = { ["·"] = "empty" }, moves = { "wave" },
      apply = function(now)
        now:event("waved", "☃", 1, 1)
      end }
    state = wrong.new "·"
    assert.matches("expected one character", raised(state.apply, state, "wave", {}))
  end)

  it("has errors whose columns count characters", function()
    for map, message in pairs {
      ["█☃x·"] = "line 1, column 3: unknown cell 'x' (expected one of · ← → ⓜ █ ◎ ☃)",
      ["█☃é·"] = "line 1, column 3: unknown cell 'é' (expected",
      ["█☃\x80·"] = "line 1, column 3: unknown cell '\\x80' (expected",
      ["█☃\xFF·"] = "line 1, column 3: unknown cell '\\xFF' (expected",
      ["  █☃··\n  █☃·"] = "line 2, column 6: the row has 3 cells, expected 4",
      [("·"):rep(2001)] = "line 1, column 2001: the map has more than 2000 columns",
    } do
      assert.is_truthy(raised(snow.new, map):find(message, 1, true), raised(snow.new, map))
    end
    assert.equal(2000, snow.new(("·"):rep(2000)):columns())
  end)

  it("is searched, mirrored and drawn as any other", function()
    assert.same({ "right", "right" }, tessera.search.shortest(snow.new "█☃·◎"))
    local frame = require "tessera.draw.frame"
    local drawn = frame.of(snow.new "█☃·◎")
    local glyphs = {}
    for i, cell in ipairs(drawn) do
      glyphs[i] = cell.glyph
    end
    assert.equal("█☃·◎", table.concat(glyphs))
    assert.equal("·◎\n", frame.text(snow.new "█☃·◎", nil, { row = 1, column = 3, rows = 1,
      columns = 2 }))
    local symmetry = require "tessera.base.symmetry"
    local image = symmetry.image(snow, "quarter turn", snow.new "█☃/·◎")
    assert.equal("·█\n◎☃\n", tostring(image))
  end)

  it("has turned pieces in its images", function()
    local cars = tessera.game { name = "cars", layers = { "ground", "cars" },
      legend = { ["·"] = "road", ["→"] = { cars = "right", ground = "road" },
        ["←"] = { cars = "left", ground = "road" }, ["↑"] = { cars = "up", ground = "road" },
        ["↓"] = { cars = "down", ground = "road" } },
      groups = { car = { up = "up", down = "down", left = "left", right = "right" } },
      moves = { "go" }, rules = { { "go", "each ahead of car [ car | no cars ] -> [ | car ]" } },
      symmetries = { "left-right", "transpose" } }
    local symmetry = require "tessera.base.symmetry"
    local image = symmetry.image(cars, "left-right", cars.new "→↑·")
    assert.equal("·↑←\n", tostring(image))
    image = symmetry.image(cars, "transpose", cars.new "→↑·")
    assert.equal("↓\n←\n·\n", tostring(image))
  end)
end)

describe("a board of such a game", function()
  it("is like the pictures of scenarios, in which a cell is a character", function()
    local board_diff = require "tessera.base.board_diff"
    local state = snow.new "█☃·◎/·→←█"
    assert.is_nil(board_diff.differs("█☃?◎/·→←█", state))
    assert.equal([[
board: 1 cell is not as expected
    expected   found
    ·☃·◎       █☃·◎
    ^          ^
    ·→←█       ·→←█]], board_diff.differs("·☃·◎/·→←█", state))
  end)

  it("is what commands show, check and shrink", function()
    local function played(args, input)
      return run.with_files({ ["my.lua"] = SOURCE }, args, input)
    end
    local levels = "; name: Eis\n█☃·◎\n\nright, right\n"
    local stdout, stderr = played({ "@my.lua", "--trace" }, levels)
    assert.equal("", stderr)
    assert.is_truthy(stdout:find("moved ☃ from row 1, column 2 to row 1, column 3", 1, true))
    assert.is_truthy(stdout:find("\n█··ⓜ\n", 1, true))
    assert.equal("; name: Eis\n█☃·◎\n\nright\nright\n",
      (played({ "solve", "@my.lua" }, levels):gsub(", ", "\n")))
    stdout, stderr = played({ "check", "@my.lua", "-" }, levels)
    assert.equal("", stderr)
    assert.matches("laws hold", stdout)
    stderr = select(2, played({ "@my.lua" }, "█☃·◎\n\nright, ☃☃, right\n"))
    assert.matches("line 3, column 8: '☃☃' is no action of snow", stderr)
    assert.is_truthy((played { "@my.lua", "--help" }):find("Cells: · ← → ⓜ █ ◎ ☃.", 1, true))
  end)
end)

describe("a character of a legend", function()
  local function legend(char)
    return raised(tessera.game, { name = "x", legend = { [char] = "empty" }, moves = { "wait" },
      apply = function() end })
  end

  it("is one column wide, and seen", function()
    for _, char in ipairs { "家", "🎲", "e\u{301}", "\u{301}", "\u{200B}", "\u{A0}", "\u{3000}", "",
      "☃☃", "\t", "\xFF", "❤\u{FE0F}" } do
      assert.matches("expected a single printable character one column wide$",
        legend(char), char)
    end
  end)

  it("is one of 127 beyond ASCII", function()
    local function game_of(count)
      local chars = { ["."] = "empty" }
      for i = 1, count do
        chars[utf8.char(0x400 + i)] = "letter" .. i
      end
      return { name = "letters", legend = chars, moves = { "put <row>" },
        rules = { { "put <row>", "[ letter1 ] -> [ letter127 ]" } } }
    end
    local state = tessera.game(game_of(127)).new "\u{401}.\u{47F}"
    assert.is_true(state:apply "put 1")
    assert.equal("\u{47F}.\u{47F}\n", tostring(state))
    assert.is_true(tessera.game.named("letters").load(state:save()) == state)
    assert.matches("legend: there are more than 127 characters beyond ASCII",
      raised(tessera.game, game_of(128)))
  end)
end)
