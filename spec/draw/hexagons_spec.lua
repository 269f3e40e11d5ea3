--- Specifies how boards of hexagons are drawn, and played with keys and clicks.

local actions = require "tessera.play.actions"
local ansi = require "tessera.draw.ansi"
local cast = require "tessera.draw.cast"
local film = require "tessera.draw.film"
local frame = require "tessera.draw.frame"
local maps = require "tessera.base.maps"
local page = require "tessera.draw.page"
local recording = require "tessera.draw.recording"
local svg = require "tessera.draw.svg"
local tessera = require "tessera"
local view = require "tessera.run.terminal.view"

local hive = tessera.game {
  name = "hive", geometry = "hex", layers = { "ground", "things" },
  legend = { ["."] = { ground = "wax" }, ["@"] = { ground = "wax", things = "bee" },
    o = { ground = "honey" }, ["#"] = { ground = "wall" }, ["~"] = {} },
  moves = { "<direction>" },
  rules = { { "<direction>", "[ bee | wax or honey ] -> [ | bee ]" } },
  look = { wax = { " ", "grey", back = "black" }, bee = { "@", "yellow" },
    wall = { "█", "red", back = "black" },
    honey = { "o", "gold", back = "black", sprite = "aa/aa" },
    palette = { a = "gold" } },
}

local function uses(text)
  local list = {}
  for tile, x, y in text:gmatch '<use href="#t(%d+)" x="(%-?%d+)" y="(%-?%d+)"' do
    list[#list + 1] = ("%s at %s %s"):format(tile, x, y)
  end
  return list
end

describe("a picture of hexagons", function()
  local text = svg.of(frame.of(hive.new "o@/..", nil))

  it("has rows that lie lower by three quarters and further right by half a cell", function()
    assert.same({ "1 at -1 0", "2 at 13 0", "3 at 6 12", "3 at 20 12" }, uses(text))
    assert.matches('viewBox="-8 -8 51 44"', text, 1, true)
  end)

  it("draws a hexagon with lines around it, and a sprite in its middle", function()
    local tile = svg.tile(frame.of(hive.new "o")[1])
    assert.matches('^<path fill="#%x+" d="M8 0 15 4V12L8 16 1 12V4z"/>'
      .. '<path fill="#[^"]+" d="M8 .6 14.5 4.3V11.7L8 15.4 1.5 11.7V4.3z"/>'
      .. '<svg x="3" y="3" width="10" height="10" viewBox="0 0 16 16">', tile)
    assert.matches("M8 .6 14.5 4.3V11.7L8 15.4 1.5 11.7V4.3z\"/>$", svg.tile(
      frame.of(hive.new "#")[1]))
  end)

  it("draws no lines where nothing lies", function()
    local _, paths = svg.tile(frame.of(hive.new "~")[1]):gsub("<path", "")
    assert.equal(1, paths)
  end)

  it("moves, in SVG, on pages and in recordings of a terminal", function()
    local reel = film.of(recording.of(hive.new "o@/..", { "down-left" }), "a walk")
    local moving = svg.animated(reel.films[1], reel.tiles, { delay = 1 })
    assert.same({ "3 at 13 0", "2 at 6 12" }, { table.unpack(uses(moving), 5) })
    assert.matches('"hexagons":{"across":14,"down":12,"slant":7}', page.of(reel), 1, true)
    assert.matches("\\u001b[2;1H", cast.of(reel.films[1], reel.tiles, { delay = 1 }), 1, true)
  end)

  it("is no square of the same name: tiles of both may be on one page", function()
    local squares = tessera.game { name = "squares", legend = { ["."] = "nothing", x = "x" },
      moves = { "wait" }, rules = { { "wait", "first [ x ] -> [ ]" } } }
    local reel = film.reel()
    reel:start("squares", squares.new ".")
    reel:start("hexagons", hive.new "~")
    assert.equal(2, #reel.tiles)
  end)
end)

describe("hexagons at a terminal", function()
  local state = hive.new "oo@/.../#.~"

  it("are slanted", function()
    assert.same({ "o o @ ", "       ", "  ██    " }, ansi.lines(frame.of(state), {}))
  end)

  it("have a cursor and clicks", function()
    local shown, window = view.lines({ state = state, cursor = { 2, 3 }, status = {}, title = "",
      mark = "", keys = "" }, nil, 20, 10, "truecolor")
    assert.same({ 7, 2, 2 }, { window.left, window.slant, window.dots })
    for row = 1, 3 do
      for column = 1, 3 do
        local x, y = window.left + 2 * (column - 1) + row - 1, window.top + row - 1
        assert.same({ row, column }, { view.cell(window, y, x) })
        assert.same({ row, column }, { view.cell(window, y, x + 1) })
      end
    end
    assert.is_nil(view.cell(window, window.top + 2, window.left))
    local column = window.left + 2 * 2 + 1
    assert.matches(("\27[%dG\27[0;7m["):format(column - 1), shown[window.top + 1], 1, true)
    assert.matches(("\27[%dG\27[0;7m]"):format(column + 1), shown[window.top + 1], 1, true)
  end)

  it("show a part of a board that is larger", function()
    local large = hive.new(("@" .. ("."):rep(29)) .. ("/" .. ("."):rep(30)):rep(5))
    local shown, window = view.lines({ state = large, focus = { 6, 30 }, status = {}, title = "",
      mark = "", keys = "" }, nil, 25, 12, "none")
    assert.same({ 6, 10, 21 }, { window.rows, window.columns, window.column })
    for _, line in ipairs(shown) do
      assert.is_true(utf8.len((line:gsub("\27%[[%d;]*m", ""))) <= 25, line)
    end
  end)
end)

describe("keys on hexagons", function()
  local context = { player = 1, place = { row = 1, column = 1, kinds = {} },
    legal = function() return true end }

  local function keyboard(module)
    local about = maps.about(module)
    return actions.keyboard { hexagons = about.hexagons, forms = about.forms, moves = about.moves }
  end

  it("are six directions, by arrows and their neighbours, letters and the number pad", function()
    local keys = keyboard(hive)
    for direction, names in pairs { left = "left a 4", right = "right d 6",
      ["up-left"] = "up home w 7", ["up-right"] = "pageup e 9", ["down-left"] = "end z 1",
      ["down-right"] = "down pagedown x 3" } do
      for name in names:gmatch "%S+" do
        assert.same({ "action", direction }, { keys:press(name, context) }, name)
      end
    end
    assert.is_nil((keys:press("8", context)))
    assert.same({ "left, a, 4", "move left" }, keys.help[1])
    assert.equal("f2", keys.shown.undo)
  end)

  it("move a cursor", function()
    local hex = tessera.game { name = "put", geometry = "hex",
      legend = { ["."] = "empty", x = "x" }, moves = { "put <row> <column>" },
      rules = { { "put <row> <column>", "[ empty ] -> [ x ]" } } }
    local keys = keyboard(hex)
    assert.same({ "move", "up-left" }, { keys:press("up", context) })
    assert.same({ "move", "down-left" }, { keys:press("z", context) })
    assert.same({ "move the cursor left" }, { keys.help[1][2] })
  end)
end)
