--- Specifies tessera.draw.svg: pictures of boards, and moving ones.

local drawn = require "spec.support.drawn"
local film = require "tessera.draw.film"
local frame = require "tessera.draw.frame"
local recording = require "tessera.draw.recording"
local svg = require "tessera.draw.svg"
local tessera = require "tessera"

local function picture(map, options)
  return svg.of(frame.of(drawn.dots.new(map)), options)
end

-- What stands behind the definitions: backgrounds and what lies on them.
local function body(text)
  return text:match "</defs>\n(.*)</svg>\n$"
end

describe("a picture", function()
  it("draws each kind once and uses it for each cell", function()
    assert.equal([[
<path fill="#4a8cf0" d="M32 16h16v16h-16z"/>
<use href="#t2" x="32" y="0" width="16" height="16"/>
<use href="#t2" x="16" y="16" width="16" height="16"/>
<use href="#t3" x="32" y="16" width="16" height="16"/>
]], body(picture "..o/.o@"))
  end)

  it("draws sprites as rectangles, one path for each colour", function()
    assert.truthy(picture("o"):find('<symbol id="t1" viewBox="0 0 16 16">'
      .. '<path fill="#e5484d" d="M0 0h8v8h-8zM8 8h8v8h-8z"/>'
      .. '<path fill="#00ff00" d="M8 0h8v8h-8zM0 8h8v8h-8z"/></symbol>', 1, true))
  end)

  it("draws glyphs as text where there is no sprite", function()
    assert.truthy(picture("@"):find('<text x="8" y="11" font-size="9" fill="#433c23">@&gt;</text>',
      1, true))
  end)

  describe("of block elements", function()
    local function drawn_as(glyph)
      return (svg.tile({ back = "#000000", parts = { { glyph = glyph, fore = "#ffffff" } } })
        :gsub('^<rect width="16" height="16" fill="#000000"/>', ""):gsub(' fill="#ffffff"', ""))
    end

    it("fills the cell", function()
      assert.equal('<path d="M0 0h16v16h-16z"/>', drawn_as "█")
      assert.equal('<path d="M0 0h8v16h-8z"/><path d="M8 0h8v16h-8z"/>', drawn_as "██")
      for glyph, opacity in pairs { ["░"] = "0.25", ["▒"] = "0.5", ["▓"] = "0.75" } do
        assert.equal(('<path fill-opacity="%s" d="M0 0h16v16h-16z"/>'):format(opacity),
          drawn_as(glyph))
      end
    end)

    it("fills its part of the cell", function()
      for glyph, path in pairs { ["▀"] = "M0 0h16v8h-16z", ["▄"] = "M0 8h16v8h-16z",
        ["▁"] = "M0 14h16v2h-16z", ["▇"] = "M0 2h16v14h-16z", ["▌"] = "M0 0h8v16h-8z",
        ["▐"] = "M8 0h8v16h-8z", ["▏"] = "M0 0h2v16h-2z", ["▉"] = "M0 0h14v16h-14z",
        ["▔"] = "M0 0h16v2h-16z", ["▕"] = "M14 0h2v16h-2z", ["▖"] = "M0 8h8v8h-8z",
        ["▗"] = "M8 8h8v8h-8z", ["▘"] = "M0 0h8v8h-8z", ["▝"] = "M8 0h8v8h-8z",
        ["▞"] = "M8 0h8v8h-8zM0 8h8v8h-8z", ["▚"] = "M0 0h8v8h-8zM8 8h8v8h-8z",
        ["▙"] = "M0 0h8v8h-8zM0 8h8v8h-8zM8 8h8v8h-8z" } do
        assert.equal(('<path d="%s"/>'):format(path), drawn_as(glyph))
      end
    end)

    it("is drawn for each of them, and lines are as wide as the cell", function()
      for code = 0x2580, 0x259F do
        assert.matches('^<path[^>]- d="M[^"]+z"/>$', drawn_as(utf8.char(code)))
      end
      for code = 0x2500, 0x257F do
        assert.matches('textLength="16" lengthAdjust="spacingAndGlyphs">[^<]+</text>$',
          drawn_as(utf8.char(code)))
      end
      assert.matches("^<text x=[^<]+>█a</text>$", drawn_as "█a")
    end)
  end)

  it("merges backgrounds into rectangles", function()
    assert.equal('<path fill="#4a8cf0" d="M0 0h48v32h-48zM16 32h32v16h-32z"/>',
      (body(picture "@@@/@@@/.@@"):match "^[^\n]*"))
  end)

  it("has a title and the board as text for people who hear it, escaped", function()
    local text = picture("..", { title = "<a> & b", desc = "..\n<" })
    assert.truthy(text:find('role="img" aria-labelledby="title desc"', 1, true))
    assert.truthy(text:find('<title id="title">&lt;a&gt; &amp; b</title>', 1, true))
    assert.truthy(text:find('<desc id="desc">..\n&lt;</desc>', 1, true))
  end)

  it("measures whole numbers: three pixels for each unit, fewer for large boards", function()
    assert.truthy(picture(".."):find('width="144" height="96" viewBox="-8 -8 48 32"', 1, true))
    assert.truthy(picture(("."):rep(60)):find('width="976" height="32"', 1, true))
    assert.is_nil(picture("..o/.o@"):find '"%-?%d+%.%d')
  end)

  it("stays small: 40 x 22 cells below 64 KB", function()
    local rows = {}
    for i = 1, 22 do
      rows[i] = ("#I.1"):rep(10)
    end
    rows[1] = "G" .. ("."):rep(38) .. "S"
    local state = tessera.tower.new((table.concat(rows, "/"):gsub("1", "#")))
    assert.is_true(#svg.of(frame.of(state)) < 65536)
  end)

  it("draws sprites of any size", function()
    local game = tessera.game { name = "three", legend = { a = "cell" }, moves = { "go" },
      apply = function() end, look = { cell = { sprite = "r.r/.r./r.r" },
        palette = { r = "red" } } }
    assert.truthy(svg.of(frame.of(game.new "a")):find('<svg width="16" height="16" '
      .. 'viewBox="0 0 3 3"><path fill="#e5484d" d="M0 0h1v1h-1zM2 0h1v1h-1zM1 1h1v1h-1z'
      .. 'M0 2h1v1h-1zM2 2h1v1h-1z"/></svg>', 1, true))
  end)

  it("hides what lies below a background", function()
    local game = tessera.game { name = "hidden", legend = { a = { board = "low", top = "high" } },
      layers = { "board", "top" }, moves = { "go" }, apply = function() end,
      look = { low = { "L", "red" }, high = { " ", "white", back = "blue" } } }
    assert.is_nil(svg.of(frame.of(game.new "a")):find "<text")
  end)
end)

describe("a moving picture", function()
  local function moving()
    local reel = drawn.walk()
    return svg.animated(reel.films[1], reel.tiles, { delay = 0.5, title = "t" })
  end

  it("has a group for each step that changes a cell, with these cells only", function()
    assert.equal('<g class="k1"><path fill="#4a8cf0" d="M16 16h16v16h-16z"/>' .. [[
<path fill="#20252d" d="M32 16h16v16h-16z"/>
<use href="#t3" x="16" y="16" width="16" height="16"/>
</g>
]], moving():match "<g.*</g>\n")
  end)

  it("shows a group from its step on, and begins again three steps after its end", function()
    assert.truthy(moving():find("@keyframes k1{0%{visibility:hidden}16.67%{visibility:visible}}"
      .. ".k1{animation:k1 3.00s step-end infinite}\n", 1, true))
  end)

  it("stands still where people wish for less motion", function()
    assert.truthy(moving():find("@media (prefers-reduced-motion:reduce)"
      .. "{g,use{animation:none!important}}", 1, true))
  end)

  it("slides what a step has moved, and stands still without animations", function()
    -- @ $ .    both go to the right, over what lies below
    local sokoban = dofile "samples/games/sokoban.lua"
    local reel = film.of(recording.of(sokoban.new "@$.", { "right" }), "A push", { smooth = true })
    local text = svg.animated(reel.films[1], reel.tiles, { delay = 0.5, smooth = 0.1 })
    assert.truthy(text:find("@keyframes m1{0%{visibility:hidden}25.000%{visibility:visible}"
      .. "30.000%{visibility:hidden}}.m1{animation:m1 2.00s step-end infinite}", 1, true))
    assert.truthy(text:find("@keyframes m1_1{0%,25.000%{transform:translate(-16px,0px);opacity:1;"
      .. "animation-timing-function:ease-out}30.000%,100%{transform:translate(0px,0px);opacity:1}}",
      1, true))
    local group = text:match '<g class="m1" visibility="hidden">(.-)</g>'
    assert.equal(2, select(2, group:gsub('class="m1_%d"', "")))
    local plain = svg.animated(reel.films[1], reel.tiles, { delay = 0.5 })
    assert.is_nil(plain:find("m1", 1, true))
  end)

  it("fades what comes and goes", function()
    local clobber = dofile "samples/games/clobber.lua"
    local reel = film.of(recording.of(clobber.new "ox/..", { "1 1 right" }), "A blow",
      { smooth = true })
    local text = svg.animated(reel.films[1], reel.tiles, { delay = 0.5, smooth = 0.1 })
    assert.truthy(text:find("25.000%{transform:translate(0px,0px);opacity:1;"
      .. "animation-timing-function:ease-out}30.000%,100%{transform:translate(0px,0px);opacity:0}",
      1, true))
  end)
end)

describe("a picture between two steps", function()
  it("has the pieces on their ways, over what lies below", function()
    -- . . . . G    the player goes three cells to the right, slower at the end of the way
    -- S . . . .
    -- # # # # #
    local tower = tessera.tower
    local made = film.of(recording.of(tower.new "....G/S..../#####", { "MOVETO 4" }),
      "A walk", { smooth = true, upward = true })
    local step = made.films[1].steps[1]
    assert.same({ 6, 9 }, step.moved[1].path)
    local cells = { table.unpack(made.films[1].cells) }
    for i = 1, #step.cells, 2 do
      cells[step.cells[i]] = step.cells[i + 1]
    end
    for share, x in pairs { [0] = "0.00", [0.5] = "36.00" } do
      local text = svg.between(made.films[1], cells, step, share, made.tiles)
      assert.equal(x, text:match '<use href="#t%d+" x="([%d.]+)" y="16.00"[^>]- opacity="1.00"/>')
    end
  end)
end)
