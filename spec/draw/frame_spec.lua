--- Specifies tessera.draw.frame and tessera.draw.ansi, which draws frames in a terminal.

local ansi = require "tessera.draw.ansi"
local drawn = require "spec.support.drawn"
local enlarge = require "tessera.draw.enlarge"
local frame = require "tessera.draw.frame"
local svg = require "tessera.draw.svg"
local tessera = require "tessera"

describe("a frame", function()
  it("has the parts of each cell from the ground up, and its topmost look", function()
    local made = frame.of(drawn.dots.new "..o/.o@")
    assert.same({ 2, 3, 6 }, { made.rows, made.columns, #made })
    local last = made[6]
    assert.same({ "@>", "#433c23", "#4a8cf0", "you & me" },
      { last.glyph, last.fore, last.back, last.label })
    assert.same({ "floor", "me" }, { last.parts[1].kind, last.parts[2].kind })
    assert.same({ "o", "#20252d", "dot" }, { made[3].glyph, made[3].back, made[3].label })
    assert.equal(2, made[3].parts[1].sprite.size)
  end)

  it("shows the glyph below where the topmost one is blank", function()
    local ghosts = tessera.game { name = "ghosts", legend = { a = { board = "rock",
      top = "ghost" } }, layers = { "board", "top" }, moves = { "go" }, apply = function() end,
      look = { ghost = { " ", "white" }, rock = { "*", "red" } } }
    local cell = frame.of(ghosts.new "a")[1]
    assert.same({ "*", "ghost" }, { cell.glyph, cell.label })
  end)

  it("shows nothing of what lies below a kind with a background, which may have a blank glyph",
    function()
      local fog = tessera.game { name = "fog", legend = { a = { board = "rock", top = "fog" },
        b = { board = "rock" } }, layers = { "board", "top" }, moves = { "go" },
        apply = function() end, look = { fog = { " ", "black", back = "black" },
          rock = { "*", "red" } } }
      local made = frame.of(fog.new "ab")
      assert.same({ " ", "fog", "#14171c" }, { made[1].glyph, made[1].label, made[1].back })
      for _, depth in ipairs { "none", "16", "256", "truecolor" } do
        local lines = table.concat(ansi.lines(made, { depth = depth }))
        assert.equal(1, select(2, lines:gsub("%*", "")))
      end
      local _, large = table.concat(ansi.lines(enlarge.frame(made, 4, "truecolor"),
        { depth = "truecolor" })):gsub("%*", "")
      assert.equal(1, large)
      local red = made[2].fore
      assert.is_nil(svg.tile(made[1]):find(red, 1, true))
      assert.is_truthy(svg.tile(made[2]):find(red, 1, true))
    end)

  it("may be of a part of the board", function()
    local made = frame.of(drawn.dots.new "..o/.o@", nil, { row = 2, column = 2, rows = 1,
      columns = 2 })
    assert.same({ 1, 2, "o", "@>" }, { made.rows, made.columns, made[1].glyph, made[2].glyph })
  end)

  it("of a game in C is drawn by the characters of its picture", function()
    local made = frame.of(tessera.tower.new "...G/S.##/####")
    assert.same({ "@", "player", "goal" }, { made[5].glyph, made[5].label, made[4].label })
  end)

  it("shows what the player may know", function()
    local secret = tessera.game { name = "secret", legend = { ["."] = "closed", x = "mine" },
      moves = { "go" }, apply = function() end,
      view = function(state)
        state.board:set(1, 2, "closed")
      end }
    local state = secret.new ".x"
    assert.equal("closed", frame.of(state)[2].label)
    assert.equal("..\n", frame.text(state))
    assert.equal(".x\n", tostring(state))
  end)

  it("has a status: the player to move, numbers, scores, the outcome", function()
    local board = tessera.horizontally.new(nil, { fields = 2, rows = 3, columns = 3,
      first = "right" })
    assert.same({ "player", 2 }, frame.status(board)[1])
    local state = tessera.samegame.new "11/11"
    state:remove(1, 1)
    local status = frame.status(state)
    assert.same({ "outcome", "Game Won" }, status[#status])
  end)

  it("does not show hidden fields and counters, which are part of the position", function()
    local row = tessera.game { name = "row", legend = { ["."] = "empty", x = "full" },
      fields = { seed = { value = 3, hidden = true }, left = { value = 2, hidden = false } },
      counters = { turns = { hidden = true }, points = 0 },
      moves = { "go", "seed" },
      rules = { { "go", "first [ empty ] -> [ full ]", count = { "turns", "points" } },
        { "seed", add = { seed = 1 } } } }
    local state, other = row.new "..", row.new ".."
    other:apply "seed"
    assert.same({ { "left", 2 }, { "points", 0 } }, frame.status(state))
    assert.same({ { "left", 2 }, { "points", 0 } }, frame.status(other))
    assert.same({ 3, 4, 0 }, { state.seed, other.seed, state.turns })
    assert.is_true(state ~= other and state:hash() ~= other:hash())
    assert.truthy(other:save():find("\nseed 4\n", 1, true), other:save())
    assert.is_true(row.load(other:save()) == other)
  end)
end)

describe("lines for a terminal", function()
  local function lines(options)
    return ansi.lines(frame.of(drawn.dots.new "..o/.o@"), options)
  end

  it("have one or two columns for each cell", function()
    assert.same({ "  o", " o@" }, lines {})
    assert.same({ "    o ", "  o @>" }, lines { wide = true })
  end)

  it("change colours only where they change, and end without any", function()
    assert.same({ "\27[40m\27[90m    \27[31mo \27[0m",
      "\27[40m\27[90m  \27[31mo \27[104m\27[30m@>\27[0m" },
      lines { depth = "16", wide = true })
  end)
end)
