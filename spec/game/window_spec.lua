-- What players see around their pieces (docs/together.md): boards that can be checked by eye.

local tessera = require "tessera"

local function definition(changes)
  local all = {
    name = "peep", players = 2, together = true,
    layers = { "ground", "things" },
    legend = { ["."] = { ground = "floor" }, ["#"] = { ground = "wall" },
      a = { ground = "floor", things = "apple" }, ["?"] = { ground = "fog" } },
    groups = { avatar = { each = "player", facing = true, layer = "things",
      characters = { "^>v<", "nesw" } } },
    window = { ahead = 2, behind = 0, left = 0, right = 1, hidden = "fog" },
    moves = { "left", "wait" },
    rules = { { "left", "[ mine ] -> [ mine turned left ]" }, { "wait" } },
  }
  for key, value in pairs(changes or {}) do
    all[key] = value
  end
  return all
end

local function rows(state)
  return (tostring(state):gsub("\n$", ""):gsub("\n", "/"))
end

-- What a player sees of a board.
local function seen(map, player, changes)
  return rows(tessera.game(definition(changes)).new(map):view(player))
end

local function error_of(changes)
  local fine, message = pcall(tessera.game, definition(changes))
  assert.is_false(fine)
  return (message:gsub("^.-: game 'peep': ", ""))
end

describe("a window", function()
  it("lies before a piece, and is turned as the piece is", function()
    local board = ".....a/.a.#../..X.../#..a../.a..../.....n"
    for heading, expected in pairs {
      ["^"] = "??..??/??.#??/??^.??/??????/??????/??????",
      [">"] = "??????/??????/??>..?/??.a.?/??????/??????",
      v = "??????/??????/?.v???/?..???/?a.???/??????",
      ["<"] = "??????/.a.???/..<???/??????/??????/??????",
    } do
      assert.equal(expected, seen((board:gsub("X", heading)), 1))
    end
    assert.equal("??????/??????/??????/????../????../????.n",
      seen("....../....../....../....../....../>....n", 2,
        { window = { ahead = 2, behind = 0, left = 1, right = 0, hidden = "fog" } }))
  end)

  it("is not there for who has no piece, and lies around the first of several", function()
    assert.equal("????/????", seen(".a.>/....", 2))
    assert.equal("?^??/????/????", seen(".^../...^/....", 1,
      { window = { ahead = 1, behind = 0, left = 0, right = 0, hidden = "fog" } }))
  end)

  it("hides what lies beyond as the usual kinds, if it says no other", function()
    assert.equal(">../...", seen(">.#/##a", 1,
      { window = { ahead = 1, behind = 0, left = 0, right = 0 } }))
  end)

  it("lies above pieces without a heading", function()
    local changes = { groups = { avatar = { each = "player", layer = "things" } },
      rules = { { "left", "left [ mine | no things ] -> [ | mine ]" }, { "wait" } },
      window = { ahead = 1, behind = 0, left = 1, right = 0, hidden = "fog" } }
    assert.equal("#a?/.1?/???", seen("#aa/.1a/..2", 1, changes))
  end)

  it("hides with a function, and only from views", function()
    local changes = { view = function(state)
      for row = 1, 3 do
        state.things:set(row, 1, "nothing")
      end
    end }
    local state = tessera.game(definition(changes)).new "a.#/a../^.n"
    assert.equal("..?/..?/..?", rows(state:view(1)))
    assert.equal("a.#/a../^.n", rows(state))
  end)

  it("is also for players who take turns", function()
    local changes = { together = false, rules = { { "left", "[ mine ] -> [ mine turned left ]" },
      { "wait", "[ mine ] -> [ mine turned right ]" } } }
    assert.equal("???/.??/<??", seen("aa./.../<.n", 1, changes))
  end)

  it("has four sides, and pieces that it lies around", function()
    local sides = { ahead = 1, behind = 0, left = 0, right = 0 }
    local function changed(key, value)
      local copy = {}
      for name, side in pairs(sides) do
        copy[name] = side
      end
      copy[key] = value
      return { window = copy }
    end
    assert.equal("window: unknown key 'ahed' (did you mean 'ahead'?)",
      error_of(changed("ahed", 1)))
    assert.equal("window: behind: expected 0..100 cells, got 101",
      error_of(changed("behind", 101)))
    assert.equal("window: hidden: no kind is called 'flor' (did you mean 'floor'?)",
      error_of(changed("hidden", "flor")))
    assert.equal("window: left is missing (expected a value of type integer)",
      error_of { window = { ahead = 1, behind = 1, right = 1 } })
    assert.equal('window: it lies around the pieces of the players: write a group with '
      .. 'each = "player"', error_of { window = sides, groups = {}, pieces = { "apple", "fog" },
      rules = { { "left", "[ mine ] -> [ ]" }, { "wait" } } })
    assert.equal("window: boards of hexagons have none",
      error_of { window = sides, geometry = "hex",
        groups = { avatar = { each = "player", layer = "things" } } })
  end)
end)
