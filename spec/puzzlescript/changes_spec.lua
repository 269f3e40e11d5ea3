--- Specifies what has changed between two boards of a level.

local puzzlescript = require "tessera.puzzlescript"

-- A row of cells, of which a press changes all, and one that is longer by one.
local function row(count)
  return puzzlescript.read(table.concat({ "title Row", "", "=====", "OBJECTS", "=====", "",
    "Background", "black", "", "Player", "white", "", "Lamp", "yellow", "", "=====", "LEGEND",
    "=====", "", ". = Background", "P = Player", "L = Lamp", "", "=====", "SOUNDS", "=====", "",
    "=====", "COLLISIONLAYERS", "=====", "", "Background", "Player", "Lamp", "", "=====", "RULES",
    "=====", "", "[ action Player ] [ no Lamp ] -> [ action Player ] [ Lamp ]", "", "=====",
    "WINCONDITIONS", "=====", "", "=====", "LEVELS", "=====", "", "P" .. ("."):rep(count - 1), "",
    "P" .. ("."):rep(count), "" }, "\n"))
end

describe("changes", function()
  local function changed(game)
    local before = game.new(1)
    local after = before:clone()
    after:apply "action"
    return after:changes(before), before:changes(after)
  end

  it("are what has come and what has left, object by object", function()
    local came, left = changed(row(2))
    assert.same({ { object = "lamp", row = 1, column = 1, came = true },
      { object = "lamp", row = 1, column = 2, came = true } }, came)
    assert.same({ false, false }, { left[1].came, left[2].came })
    local state = row(2).new(1)
    assert.same({}, state:changes(state))
  end)

  it("are told up to 64", function()
    assert.equal(64, #changed(row(64)))
    assert.is_nil((changed(row(65))))
  end)

  it("are those of one level", function()
    assert.error_matches(function()
      local game = row(2)
      game.new(1):changes(game.new(2))
    end, "bad argument #1 to 'changes' %(a state of another")
  end)
end)
