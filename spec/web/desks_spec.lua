--- Specifies that a page is answered whatever it asks: desks that know nothing of each other, wrong
--- arguments, texts with any characters, games and plays that are too large.

local page = require "spec.support.page"
local rng = require "tessera.rng"
local ask, fault, talk = page.ask, page.fault, page.talk

local stones = [[
local tessera = require "tessera"
return tessera.game {
  name = "x",
  legend = { ["."] = "empty", o = "stone" },
  moves = { "put <row> <column>" },
  map = "...",
  apply = function(state, _, row, column) state.board:set(row, column, "stone") end,
}]]

local meadow = [[
local tessera = require "tessera"
return tessera.game {
  name = "x",
  legend = { [","] = "grass", k = "king" },
  layers = { "ground" },
  moves = { "hop" },
  map = ",k",
  fields = { hops = 0 },
  apply = function(state)
    state.ground:set(1, 1, "king")
    state.hops = state.hops + 1
  end,
}]]

local function load(source, more)
  local message = { call = "load", source = source }
  for key, value in pairs(more or {}) do
    message[key] = value
  end
  return message
end

describe("a desk", function()
  it("plays its own game, whatever another one has of its name", function()
    local function at(desk, message)
      message.desk = desk
      return message
    end
    local _, _, put, record, hop, _, again = talk(at(1, load(stones)), at(2, load(meadow)),
      at(1, { call = "apply", action = "put 1 1" }), at(1, { call = "record" }),
      at(2, { call = "apply", action = "hop" }), at(2, { call = "close" }),
      at(1, { call = "film" }))
    assert.equal("o..\n", put.view.text)
    assert.same({ { "moves", 1 } }, put.view.status)
    assert.same({ { "moves", 1 }, { "hops", 1 } }, hop.view.status)
    assert.is_truthy(again.page:find "<title>x")
    local _, _, replay, _, wrong = table.unpack((ask { at(1, load(stones)), at(2, load(meadow)),
      at(1, { call = "replay", text = record.text }), at(2, load(meadow)),
      at(2, { call = "apply", action = "hup" }) }))
    assert.equal("o..\n", replay.result.view.text)
    assert.equal("hup is no action (did you mean 'hop'?)", wrong.result.why)
  end)

  it("does not reach the games of others by their names", function()
    local look = [[print(require("tessera").game.named "x")]]
    local _, other = talk(load(stones), load(look, { desk = 2 }))
    assert.same({ "nil" }, other.printed)
    local _, later = talk(load(stones), load(look))
    assert.same({ "nil" }, later.printed)
  end)

  it("plays the game that the script returns, if it has defined two of one name", function()
    local both = stones:gsub("return ", "local first = ") .. "\n"
      .. meadow:gsub("return ", "local second = ") .. "\nreturn first"
    local game, put, record = talk(load(both), { call = "apply", action = "put 1 3" },
      { call = "record" })
    assert.same({ ".", "o" }, { game.legend[1].char, game.legend[2].char })
    assert.equal("..o\n", put.view.text)
    local _, replay = talk(load(both), { call = "replay", text = record.text })
    assert.equal("..o\n", replay.view.text)
  end)

  it("finds the files of its own script, also later", function()
    local lazy = stones:gsub("apply = function%(state, _, row, column%)", "%0 require 'later'")
    local _, _, put = talk(load(lazy, { files = { ["later.lua"] = "print 'here'" } }),
      load(meadow, { desk = 2 }), { call = "apply", action = "put 1 1" })
    assert.same({ "here" }, put.printed)
  end)

  it("collects what the library prints", function()
    local result = talk(load [[
      local tessera = require "tessera"
      tessera.scenario.run_all({ tessera.scenario { name = "{}", game = "tower",
        map = "...G/S.##/####", play = { "MOVETO 2" }, expect = { moves = 1 } } }, { trace = true })
    ]])
    assert.same({ "{}:", "...G", "S.##", "####", "", "1. MOVETO 2" }, { table.unpack(
      result.printed, 1, 6) })
    assert.same({ "ok      {}", "1 ok, 0 failed" }, { table.unpack(result.printed,
      #result.printed - 1) })
  end)

  it("has a random opponent that a script does not seed", function()
    local seeded = "math.randomseed(1)\n" .. stones:gsub('map = "..."', 'map = ("."):rep(900)')
    local answer, different = { call = "answer", method = "random" }, {}
    for _, result in ipairs { talk(load(seeded), answer, load(seeded), answer, load(seeded), answer,
      load(seeded), answer) } do
      different[result.action or 1] = true
    end
    different[1] = nil
    assert.is_truthy(next(different, next(different)))
  end)
end)

-- ---- wrong arguments ----

local calls = { "load", "begin", "key", "click", "apply", "undo", "redo", "restart", "next",
  "previous", "pause", "go", "tick", "against", "actions", "complete", "hint", "solve", "answer",
  "examine", "record", "save", "recording_game", "replay", "show", "resume", "svg", "film",
  "frames", "about", "without_game", "list", "exact", "__index", 5, true }

local names = { "source", "game", "path", "levels", "options", "level", "play", "files", "saved",
  "key", "row", "column", "second", "action", "step", "text", "method", "as", "nodes", "memory",
  "desk" }

local values = { 0, 1, 2, -1, 1.5, 1e300, true, false, "", "x", "1", "tower", "put 1 1", "up",
  "\0", {}, { 1 }, { x = 5 }, { "a" }, { { "a" } }, { ["a.lua"] = 5 }, { ["a.lua"] = "return 1" },
  { level = 1, actions = 5 }, { level = {}, actions = {} }, { level = 1, actions = { 5 } },
  { level = 1, actions = { a = "b" } }, { level = 1 }, { level = 1, actions = { "put 1 1" } },
  "tessera play 1\ntessera x 1\n", "; only a comment", "...\n" }

describe("wrong arguments", function()
  it("are told in one clear line each", function()
    local dice, messages = rng.new(16), {}
    local function pick(list)
      return list[dice:below(#list) + 1]
    end
    for i = 1, 1000 do
      local message = { call = pick(calls), nodes = 20, method = "random" }
      if message.call == "load" then
        message.source = stones
      end
      for _ = 1, dice:below(4) do
        message[pick(names)] = pick(values)
      end
      messages[2 * i - 1] = load(stones)
      messages[2 * i] = message.call == "hint" and { call = "svg" } or message
    end
    local answers, stderr = ask(messages)
    assert.equal("", stderr)
    assert.equal(#messages, #answers)
    for i, answer in ipairs(answers) do
      local told = answer.error or answer.result.problem
      local text = told and told.message or ""
      local fine = not (text:find("lua/tessera/", 1, true) or text:find("attempt to", 1, true)
        or text:find("table: 0x", 1, true))
      assert(fine, ("%s\n%s"):format(text, require("dkjson").encode(messages[i])))
    end
  end)

  it("of each call are named", function()
    local wrong = {
      [{ call = "load", source = stones, options = 5 }] = "options: expected an object of texts, "
        .. "got 5",
      [{ call = "load", source = stones, levels = {} }] = "levels: expected a text, got a table",
      [{ call = "load", source = stones, play = 5 }] = "play: expected { level, actions: [texts] "
        .. "}, got 5",
      [{ call = "load", source = stones, files = { ["a.lua"] = 5 } }] = "files: expected an object "
        .. "of texts, got a table",
      [{ call = "load" }] = "source: expected a text, got nil",
      [{ call = "without_game" }] = "there is no call 'without_game'",
      [{ call = "about", desk = "x" }] = "desk: expected a whole number, got 'x'",
    }
    for message, text in pairs(wrong) do
      assert.equal(text, fault(message).message)
    end
    assert.equal("there is no level: write a map", talk { call = "load", game = "tower",
      levels = "; nothing\n; here" }.problem.message)
  end)

  it("of a script name no file of the library", function()
    local broken = stones:gsub("apply", "score = print, apply", 1)
    assert.equal("game.lua: score must return an integer of -1000000000000000..1000000000000000, "
      .. "got nil", talk(load(broken)).problem.message)
  end)
end)

-- ---- any characters, any size ----

describe("what a game says", function()
  it("is shown without control characters and bidirectional ones", function()
    local odd = [[print "a\27[31m\u{202e}b\tc\0"]] .. "\n" .. stones:gsub("return ",
      "local game = ") .. "\nerror('no\\7 \\u{2066}\\255')"
    local answer = ask { load(odd) }[1].error
    assert.same({ "a\\x1B[31m\\xE2\\x80\\xAEb\tc\\x00" }, answer.printed)
    assert.is_truthy(answer.message:find("no\\x07 \\xE2\\x81\\xA6\\xFF", 1, true))
    local game = talk(load(stones, { levels = "; name: one\27 \u{202e}two\n..." }))
    assert.equal("one\\x1B \\xE2\\x80\\xAEtwo", game.levels[1].name)
  end)

  it("is cut where there is too much of it", function()
    local many = stones:gsub("moves =", "options = more, moves =", 1)
      :gsub("return", "local more = {} for i = 1, 20000 do more['o' .. i] = i end return", 1)
    local game = talk(load(many))
    assert.equal(100, #game.options)
    assert.same({ "20000 options: a page shows the first 100." }, game.printed)
    game = talk(load(stones, { levels = ("...\n\n"):rep(20000) }))
    assert.equal(10000, #game.levels)
    assert.same({ "10000 levels are read, and no more." }, game.printed)
  end)
end)

describe("a long play", function()
  local function steps(count)
    local actions = {}
    for i = 1, count do
      actions[i] = "hop"
    end
    return load(meadow, { play = { level = 1, actions = actions } })
  end

  it("is restored in time that grows with its length, and gone through at once", function()
    local game, start, last = talk(steps(20000), { call = "go", step = 0 },
      { call = "go", step = 20000 })
    assert.same({ 20000, 0, 20000 }, { game.view.step, start.view.step, last.view.step })
    assert.same({ { "hops", 0 }, { "hops", 20000 } }, { start.view.status[2], last.view.status[2] })
  end)

  it("is not restored if it is too long", function()
    local game = talk(steps(100001))
    assert.equal("The play is not restored: it has 100001 actions, more than 100000.",
      game.view.message)
    assert.equal(0, game.view.step)
  end)
end)

describe("what is said", function()
  local blink = [[
local tessera = require "tessera"
return tessera.game {
  name = "blink",
  legend = { ["."] = "empty", o = "stone" },
  look = { stone = { "o", "red", label = "red stone" } },
  moves = { "tick" },
  tick = 1,
  map = "...",
  apply = function(state)
    state.board:set(1, 1, "stone")
    state:event("put", "o", nil, nil, 1, 1)
  end,
}]]

  it("after an undo in a game with ticks", function()
    local _, _, put, undo = talk(load(blink), { call = "key", key = "x" }, { call = "tick" },
      { call = "undo" })
    assert.same({ "put red stone at row 1, column 1" }, put.view.steps.list[1].events)
    assert.equal("Undone. Paused: press space to go on.", undo.view.message)
    assert.is_true(undo.view.paused)
  end)

  it("of a recording has the moves, and names instead of characters", function()
    local _, _, record = talk(load(blink), { call = "tick" }, { call = "record" })
    local _, replay, first = talk(load(blink), { call = "replay", text = record.text },
      { call = "show", step = 0 })
    assert.same({ { "moves", 1 } }, replay.view.status)
    assert.same({ { "moves", 0 } }, first.view.status)
    assert.same({ "put red stone at row 1, column 1" }, replay.view.steps.list[1].events)
  end)

  it("of a level that cannot be solved leaves out what is meaningless", function()
    local _, found = talk({ call = "load", game = "tower", levels = "...G\nS.##\n####" },
      { call = "examine" })
    assert.same({ { "can be solved", "no" }, { "positions that can be reached", 32 },
      { "actions in a position, on average", "2.9" } }, found.facts)
  end)

  it("of a pause may say which it is, and speaks of taps to fingers", function()
    local loaded, one, two, three, key = talk(load(blink, { touch = true }),
      { call = "pause", on = false }, { call = "pause", on = true }, { call = "pause", on = true },
      { call = "key", key = "k" })
    assert.equal("Tap to start.", loaded.view.message)
    assert.same({ false, true, true }, { one.view.paused, two.view.paused, three.view.paused })
    assert.equal("Paused.", three.view.message)
    assert.equal("k does nothing here.", key.view.message)
  end)

  it("of the end says who has won against the computer", function()
    local race = [[local tessera = require "tessera"
return tessera.game { name = "race", players = 2, legend = { ["."] = "empty", o = "stone" },
  map = "..", moves = { "take" },
  rules = { { "take", "first right [ empty ] -> [ stone ]" } },
  score = function(state, player)
    return state:outcome() and (player == 1 and 1 or -1) or 0
  end,
  ends = { { "First wins", "no empty" } } }]]
    for as, verdict in ipairs { "You won", "You lost" } do
      local _, _, _, over = talk(load(race), { call = "against", method = "random", as = as },
        { call = "apply", action = "take" }, { call = "apply", action = "take" })
      assert.equal(verdict, over.view.verdict)
      assert.is_truthy(over.view.message:find("^" .. verdict .. ": First wins in 2 moves%."))
    end
    local _, _, over = talk(load(race), { call = "apply", action = "take" },
      { call = "apply", action = "take" })
    assert.is_nil(over.view.verdict)
  end)

  it("of a pause is nothing where nothing passes by itself", function()
    local _, pause = talk(load(stones), { call = "pause" })
    assert.is_nil(pause.view.message)
  end)
end)
