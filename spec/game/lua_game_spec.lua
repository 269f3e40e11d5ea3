--- Specifies the C part of games written in Lua: pictures of layers, texts of actions, saves.

local game = require "tessera.game"
local games = require "spec.support.games"
local raised = require "spec.support.raised"

local function definition(more)
  local made = { name = "boxes", legend = { ["."] = "floor", o = "stone" }, moves = { "wait" },
    counters = { moves = 0 }, apply = function(state) state.moves = state.moves + 1 end }
  for key, value in pairs(more) do
    made[key] = value
  end
  return made
end

describe("the picture of a game with layers", function()
  local function layers(names, legend)
    return game(definition { layers = names, legend = legend })
  end

  it("shows the uppermost thing if the legend has no character for a cell", function()
    local state = layers({ "ground", "top" }, { ["."] = "floor", _ = "plate",
      ["$"] = { ground = "floor", top = "box" } }).new "_$."
    state.top:set(1, 1, "box")
    assert.are.equal("$$.\n", tostring(state))
    state.top:set(1, 1, "nothing"):set(1, 2, "nothing")
    assert.are.equal("_..\n", tostring(state))
  end)

  it("skips empty layers, also between two things", function()
    local state = layers({ "ground", "middle", "top" }, { ["."] = "floor", _ = "plate",
      m = { ground = "floor", middle = "mat" }, t = { ground = "floor", top = "tree" } })
      .new "_mt."
    assert.are.equal("_mt.\n", tostring(state))
    state.ground:set(1, 2, "plate"):set(1, 3, "plate")
    assert.are.equal("_mt.\n", tostring(state))
    state.middle:set(1, 3, "mat"):set(1, 1, "mat")
    assert.are.equal("mmt.\n", tostring(state))
    state.top:set(1, 3, "nothing")
    assert.are.equal("mmm.\n", tostring(state))
  end)

  it("shows the ground if nothing stands on it", function()
    local state = layers({ "ground", "top" }, { ["."] = "floor",
      ["+"] = { ground = "target", top = "player" } }).new "+."
    state.top:set(1, 1, "nothing")
    assert.are.equal("+.\n", tostring(state))
    assert.are.equal("target", state.ground:get(1, 1))
  end)
end)

describe("the text of an action", function()
  local function moves(...)
    return game(definition { moves = { "wait", ... } })
  end
  local word = ("w"):rep(23)

  it("may have 39 characters", function()
    for _, text in ipairs { word .. " " .. ("x"):rep(15),
      ("x"):rep(12) .. " " .. ("y"):rep(12) .. " " .. ("z"):rep(13) } do
      local state = moves(text).new "."
      assert.are.equal(39, #text)
      assert.are.same({ "wait", text }, state:actions())
      assert.is_true(state:apply(text))
      assert.are.equal(text, state:text(state:code(text)))
    end
    assert.is_truthy(moves(word .. " <-9..99> " .. ("x"):rep(12)).new ".")
    assert.is_truthy(moves(word .. " <100..999> " .. ("x"):rep(11)).new ".")
    assert.is_truthy(moves(word .. " <row> " .. ("x"):rep(10)).new ".")
  end)

  it("may not have 40", function()
    local too_long = "the text of an action can become too long"
    for _, text in ipairs { word .. " " .. ("x"):rep(16),
      ("x"):rep(12) .. " " .. ("y"):rep(12) .. " " .. ("z"):rep(14),
      word .. " <-9..99> " .. ("x"):rep(14), word .. " <-99..9> " .. ("x"):rep(13),
      word .. " <row> " .. ("x"):rep(12), word .. " <direction8> " .. ("x"):rep(6) } do
      assert.are.equal("game 'boxes': " .. too_long, raised(moves, text))
    end
    assert.are.equal("game 'boxes': the word '" .. word .. "w' is too long", raised(moves,
      word .. "w"))
  end)
end)

describe("a game in Lua", function()
  it("lets three players take turns", function()
    local state = game(definition { players = 3 }).new "."
    local turns = {}
    for i = 1, 7 do
      turns[i] = state:turn()
      assert.is_true(state:apply "wait")
    end
    assert.are.same({ 1, 2, 3, 1, 2, 3, 1 }, turns)
  end)

  it("names the given number that is too great for its die", function()
    local state = game(definition { apply = function(state)
      state.moves = state.moves + state:chance(6)
    end }).new(".", { chance = { 6, 7, 1 } })
    assert.is_true(state:apply "wait")
    assert.are.equal("number 2 of the given chance is 7, expected 1..6", raised(state.apply, state,
      "wait"))
    assert.are.equal(6, state.moves)
  end)

  it("may report more events when `apply` is called again: the surplus is ignored", function()
    local calls = 0
    local state = game(definition { apply = function(state)
      calls = calls + 1
      for _ = 1, 70 * calls do
        state:event("seen", "o", 1, 1)
      end
      state.moves = state.moves + 1
    end }).new "."
    local events = { "mine" }
    assert.is_true(state:apply("wait", events))
    assert.are.same({ 2, 71, 1 }, { calls, #events, state.moves })
    for i = 2, 71 do
      assert.are.same({ kind = "seen", what = "o", from = { 1, 1 } }, events[i])
    end
  end)

  it("may not keep `add`", function()
    local kept
    local state = game(definition { actions = function(_, add)
      kept = add
      add "wait"
    end }).new "."
    assert.are.same({ "wait" }, state:actions())
    assert.are.equal("add may only be called while actions runs", raised(kept, "wait"))
    assert.are.same({ "wait" }, state:actions())
  end)

  it("must return nil or a text from `check`", function()
    local answer
    local boxes = game(definition { check = function() return answer end })
    local saved = boxes.new("."):save()
    for _, wrong in ipairs { 7, true, {} } do
      answer = wrong
      local shown = type(wrong) == "table" and "a table" or tostring(wrong)
      assert.are.equal("check must return nil or what is wrong as a text, got " .. shown,
        raised(boxes.new, "."))
      assert.are.equal("check must return nil or what is wrong as a text, got " .. shown,
        raised(boxes.load, saved))
    end
    answer = "too dark"
    assert.are.equal("boxes: map: too dark", raised(boxes.new, "."))
  end)

  it("names a rule that yields, even if the rule is a C function", function()
    local state = game(definition { apply = coroutine.yield }).new "."
    local _, why = coroutine.resume(coroutine.create(state.apply), state, "wait")
    assert.matches("^attempt to yield", why)
  end)

  it("has at most 256 words in its actions, and 8 in one", function()
    local function choice(n, letter)
      local words = {}
      for i = 1, n do
        words[i] = letter .. i
      end
      return "<" .. table.concat(words, "|") .. ">"
    end
    local made = game(definition { moves = { choice(200, "a"), choice(56, "b") } })
    assert.are.equal(256, #made.new("."):actions())
    assert.are.equal("game 'boxes': there are more than 256 words in all actions", raised(game,
      definition { moves = { choice(200, "a"), choice(57, "b") } }))
    assert.is_truthy(game(definition { moves = { "a b c d e f g h" } }))
    assert.are.equal("game 'boxes': an action has 1..8 words", raised(game,
      definition { moves = { "a b c d e f g h i" } }))
  end)

  it("takes up to 10000 given dice of up to 31 bits", function()
    local new = game(definition {}).new
    local dice = {}
    for i = 1, 10000 do
      dice[i] = 1
    end
    assert.is_truthy(new(".", { chance = dice }))
    dice[10001] = 1
    assert.are.equal("boxes: options: chance is a list of more than 10000", raised(new, ".",
      { chance = dice }))
    assert.is_truthy(new(".", { chance = { 2147483647 } }))
    for _, wrong in ipairs { 0, -1, 2147483648, 1.5, "x" } do
      assert.are.equal("boxes: options: number 2 of the given chance is no integer from 1 on",
        raised(new, ".", { chance = { 1, wrong } }))
    end
  end)
end)

describe("a save with a number far out of its range", function()
  local starts = {}
  for _, name in ipairs(games) do
    starts[name] = { require("tessera." .. name).load, require("spec.conformance." .. name) }
  end
  local rules = definition { fields = { n = { min = -5, max = 5 }, list = { size = 2, max = 9 } },
    players = 2 }
  local boxes = game(rules)
  starts.boxes = { boxes.load, function() return boxes.new("o.", { chance = { 1, 2 } }) end }

  for name, start in pairs(starts) do
    it("is refused at the place of the number: " .. name, function()
      local text = start[2](require("tessera.rng").new(7)):save()
      local number, tried = 0, 0
      for at, line, behind in text:gmatch "()([^\n]*)\n()" do
        number = number + 1
        local field, value = line:match "^([%w_.]+) (%-?%d+)$"
        for _, wrong in ipairs(field and { "1000000000000000000", "-1000000000000000000",
          "99999999999999999999", "-99999999999999999999", "x", value .. "x" } or {}) do
          local changed = ("%s%s %s\n%s"):format(text:sub(1, at - 1), field, wrong,
            text:sub(behind))
          local why = raised(start[1], changed)
          if why or not wrong:find "^%-?1" then -- the state of random numbers is any number
            local place = ("line %d, column %d: "):format(number, #field + 2)
            assert.are.equal(place, why and why:sub(1, #place))
            assert.is_truthy(why:find("the " .. field, #place, true), why)
            tried = tried + 1
          end
        end
      end
      assert.is_true(tried > 10)
    end)

    it("is refused if it is of another version or game: " .. name, function()
      local text = start[2](require("tessera.rng").new(7)):save()
      for _, version in ipairs { 0, 2 } do
        assert.are.equal(("line 1, column %d: the version must be 1, not %d"):format(#name + 10,
          version), raised(start[1], (text:gsub("^(tessera %w+) 1", "%1 " .. version))))
      end
      assert.are.equal(("line 1, column 9: expected '%s' here"):format(name),
        raised(start[1], (text:gsub("^tessera %w+", "tessera other"))))
    end)
  end
end)
