--- Specifies what a definition says to those who draw and play a game: `view`, `look`, `keys`,
--- `tick`; and `state:view` of any game.

local game = require "tessera.game"
local maps = require "tessera.base.maps"
local raised = require "spec.support.raised"
local tower = require "tessera.tower"

-- A game with hidden mines, and some keys of its definition changed.
local function hidden(changes)
  local definition = { name = "hidden", players = 2, fields = { known = 0 },
    legend = { ["."] = "empty", ["*"] = "mine", ["?"] = "covered" },
    moves = { "dig <row> <column>", "tick", "wait <1..3>" },
    apply = function(state) state.known = state.known + 1 end,
    view = function(state, player)
      state.board:replace("mine", "covered")
      state.known = player
    end }
  for key, value in pairs(changes or {}) do
    definition[key] = value
  end
  return game(definition)
end

describe("a view", function()
  it("is a copy on which the rule `view` has run; the state stays as it was", function()
    local state = hidden().new "*.*/..*"
    local before = state:clone()
    local view = state:view(2)
    assert.equal("?.?\n..?\n", tostring(view))
    assert.equal(2, view.known)
    assert.equal("*.*\n..*\n", tostring(state))
    assert.equal(0, state.known)
    assert.is_true(state == before)
    assert.equal(1, state:view().known)
  end)

  it("is a state like any other: it can be played, saved and looked at again", function()
    local module = hidden()
    local view = module.new("*."):view()
    assert.is_true(view:apply "dig 1 1")
    assert.equal(2, view.known)
    assert.is_true(module.load(view:save()) == view)
    assert.equal("?.\n", tostring(view:view(1)))
  end)

  it("is a clone where nothing is hidden", function()
    local open = game { name = "open", legend = { ["*"] = "mine" }, moves = { "dig" },
      apply = function() end }
    assert.equal("*\n", tostring(open.new("*"):view()))
    local state = tower.new "...G/S.##/####"
    local view = state:view()
    assert.is_true(view == state)
    view:moveto(2)
    assert.is_false(view == state)
  end)

  it("is one of the players'", function()
    for _, player in ipairs { 0, 3, -1 } do
      local state = hidden().new "*"
      local why = raised(state.view, state, player)
      assert.is_truthy(why:find("(expected 1..2, got " .. player .. ")", 1, true))
    end
    assert.is_not_nil(raised(tower.new("...G/S.##/####").view, tower.new "...G/S.##/####", 2))
  end)

  it("decides nothing: its rule draws no chance, ends no game, plays no action", function()
    local function why(view, changes)
      changes = changes or {}
      changes.view = view
      local state = hidden(changes).new "*."
      local before = state:clone()
      local message = raised(state.view, state)
      assert.is_true(state == before)
      return message
    end
    assert.equal("view says what a player may know: it cannot draw chance",
      why(function(state) state:chance(6) end))
    assert.equal("view says what a player may know: it cannot end the game",
      why(function(state) state:over "Won" end, { outcomes = { "Won" } }))
    assert.equal("the rule view cannot play an action on the state that it works on: "
      .. "to look ahead, play on state:clone()", why(function(state) state:apply "tick" end))
    assert.equal("rules play actions inside of each other, more than 16 deep",
      why(function(state) state:view() end))
    assert.equal("mine", why(function() error("mine", 0) end))
  end)

  it("may play on a clone, and is made inside of other rules, too", function()
    local ahead = hidden { view = function(state)
      local copy = state:clone()
      copy:apply "tick"
      state.known = copy.known + 10
    end }
    assert.equal(11, ahead.new("*"):view().known)
    local seen
    local inside = hidden { apply = function(state)
      seen = tostring(state:view())
      state.known = 7
    end }
    local state = inside.new "*."
    assert.is_true(state:apply "tick")
    assert.same({ "?.\n", 7, "*.\n" }, { seen, state.known, tostring(state) })
  end)

  it("lends its rule a copy for as long as it runs", function()
    local kept
    local state = hidden { view = function(copy) kept = copy end }.new "*"
    state:view()
    assert.matches("^this state was a rule's for as long as the rule ran",
      raised(function() return kept.known end))
  end)
end)

describe("a definition", function()
  it("describes looks, keys and ticks as plain data", function()
    local look = { mine = { "*", "red", sprite = "r" }, palette = { r = "red" } }
    local about = maps.about(hidden { look = look, tick = 0.5,
      keys = { x = "dig 1 2", space = "tick", f = " dig  <row> <column>", ["ctrl-r"] = "wait 3" } })
    assert.same(look, about.look)
    assert.same({ x = "dig 1 2", space = "tick", f = "dig <row> <column>", ["ctrl-r"] = "wait 3" },
      about.keys)
    assert.equal(0.5, about.tick)
    look.mine[1] = "changed"
    assert.equal("*", about.look.mine[1])
    for _, key in ipairs { "-", "é", "ctrl-alt-shift-up", "alt-x", "back-tab", "f12", "ctrl--" } do
      assert.same({ [key] = "tick" }, maps.about(hidden { keys = { [key] = "tick" } }).keys)
    end
    local plain = maps.about(hidden())
    assert.same({}, { plain.look, plain.keys, plain.tick })
  end)

  for _, case in ipairs {
    { { look = 7 }, "look: expected a value of type table, got 7" },
    { { look = { mien = {} } }, "look: there is no kind 'mien' (did you mean 'mine'?)" },
    { { look = { mine = "*" } }, "look: mine: expected a value of type table, got '*'" },
    { { keys = { x = "tikc" } },
      "keys: 'x': 'tikc' is no action of hidden (did you mean 'tick'?)" },
    { { keys = { x = "dig 1" } }, "keys: 'x': 'dig 1' is no action of hidden "
      .. "(expected one of 'dig <row> <column>' 'tick' 'wait <1..3>')" },
    { { keys = { x = "wait 4" } }, "keys: 'x': 'wait 4' is no action of hidden "
      .. "(expected one of 'dig <row> <column>' 'tick' 'wait <1..3>')" },
    { { keys = { x = 7 } }, "keys: 'x': expected a value of type string, got 7" },
    { { keys = { ["\27[A"] = "tick" } },
      "keys: expected the name of a key, such as 'x' or 'space', got '\\x1B[A'" },
    { { keys = { spacebar = "tick" } },
      "keys: there is no key 'spacebar' (did you mean 'space'?)" },
    { { keys = { ["ctrl-Escape"] = "tick" } },
      "keys: there is no key 'ctrl-Escape' (did you mean 'ctrl-esc'?)" },
    { { keys = { pageupp = "tick" } }, "keys: there is no key 'pageupp' (did you mean 'pageup'?)" },
    { { keys = { f13 = "tick" } }, "keys: there is no key 'f13' (did you mean 'f1'?)" },
    { { keys = { anykey = "tick" } }, "keys: there is no key 'anykey' (expected a character or "
      .. "one of space enter tab back-tab backspace delete insert esc up down left right home end "
      .. "pageup pagedown f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12)" },
    { { keys = { ["shift-a"] = "tick" } }, "keys: there is no key 'shift-a': with shift it writes "
      .. "another character, such as 'A'" },
    { { keys = { "tick" } }, "keys: expected the name of a key, such as 'x' or 'space', got 1" },
    { { tick = 0.01 }, "tick: expected 0.02..60 seconds, got 0.01" },
    { { tick = 61 }, "tick: expected 0.02..60 seconds, got 61" },
    { { tick = "1" }, "tick: expected a value of type number, got '1'" },
    { { tick = 1, moves = { "go" } }, "tick: the moves have no action 'tick'" },
    { { view = "all" }, "view: expected a value of type function, got 'all'" },
  } do
    it("is wrong: " .. case[2], function()
      assert.equal("game 'hidden': " .. case[2], raised(hidden, case[1]))
    end)
  end
end)
