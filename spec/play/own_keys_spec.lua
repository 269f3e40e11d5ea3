--- Specifies the keys that a game names itself: they stand for actions, or for forms of actions
--- whose slots are filled at the cursor, and go before the usual keys.

local actions = require "tessera.play.actions"
local game = require "tessera.game"
local maps = require "tessera.base.maps"

local definition = { name = "garden", legend = { ["."] = "bed", o = "seed" },
  counters = { n = 0 },
  moves = { "plant <row> <column>", "dig  <row> <column>", "rest", "turn <direction>" },
  keys = { enter = "dig <row> <column>", z = "rest", x = "plant 1 2", t = "turn <direction>" },
  apply = function(state) state.n = state.n + 1 end }

local function keyboard_of(module, state, place)
  local about = maps.about(module)
  local keyboard = actions.keyboard { forms = about.forms, moves = about.moves, keys = about.keys }
  return keyboard, { state = state, player = 1, place = place, legal = function(text)
    return state:why(text) == nil
  end }
end

describe("the keys of a game", function()
  local module = game(definition)
  local keyboard, context = keyboard_of(module, module.new ".../...",
    { row = 2, column = 3, kinds = { "bed" } })

  it("play an action, or a form of actions at the cursor", function()
    assert.same({ "action", "rest" }, { keyboard:press("z", context) })
    assert.same({ "action", "plant 1 2" }, { keyboard:press("x", context) })
    assert.same({ "action", "dig 2 3" }, { keyboard:press("enter", context) })
    assert.same({ "action", "plant 2 3" }, { keyboard:press("p", context) })
  end)

  it("ask for what the cursor does not say", function()
    assert.same({ "used" }, { keyboard:press("t", context) })
    assert.same({ "action", "turn left" }, { keyboard:press("left", context) })
    keyboard:cancel()
  end)

  it("go before commands, which keep their other keys", function()
    assert.same({ "command", "undo" }, { keyboard:press("f2", context) })
    assert.equal("f2", keyboard.shown.undo)
  end)

  it("spare the words of these actions a letter of their own", function()
    assert.is_nil(keyboard.bindings.d and keyboard.bindings.d.verb)
    assert.is_nil(keyboard.bindings.i)
    assert.is_nil(keyboard.bindings.e)
  end)

  it("are no letters of commands where a word begins with another one", function()
    local four = game { name = "four", legend = { ["."] = "empty" }, counters = { n = 0 },
      moves = { "drop <column>" }, apply = function(state) state.n = state.n + 1 end }
    local other, here = keyboard_of(four, four.new "...", { row = 1, column = 2, kinds = {} })
    assert.same({ "command", "restart" }, { other:press("r", here) })
    assert.same({ "action", "drop 2" }, { other:press("D", here) })
    assert.same({ "action", "drop 3" }, { other:press("3", here) })
  end)
end)
