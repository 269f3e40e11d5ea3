--- Specifies `sounds` of a game written in Lua: what is heard of an action, as events.

local run = require "spec.support.run"
local session = require "tessera.session"
local sight = require "tessera.base.sight"
local tessera = require "tessera"

local function definition(more)
  local given = {
    name = "boxes",
    legend = { ["#"] = "wall", ["."] = "empty", ["@"] = "player", ["$"] = "box", ["x"] = "trap" },
    moves = { "<direction>" },
    goal = "Won",
    rules = {
      { "<direction>", "[ player | box | empty ] -> [ | player | box ]" },
      { "<direction>", "[ player | trap ] -> [ | player ]", event = "fell" },
      { "<direction>", "[ player | empty ] -> [ | player ]" },
    },
    ends = { { "Won", "[ box | wall ]" }, { "Lost", "no trap" } },
    sounds = { moved = 1, pushed = 2, won = 3, lost = 4, fell = 5 },
  }
  for key, value in pairs(more or {}) do
    given[key] = value
  end
  return given
end

-- The kinds of the events of each action.
local function told(game, map, ...)
  local state, lines = game.new(map), {}
  for i, action in ipairs { ... } do
    local events = {}
    state:apply(action, events)
    for k, event in ipairs(events) do
      events[k] = event.kind
    end
    lines[i] = table.concat(events, ", ")
  end
  return lines
end

describe("the sounds of a game", function()
  it("are heard behind the events that they are of, each once, by the alphabet", function()
    local game = tessera.game(definition())
    assert.same({
      "moved, heard moved",
      "moved, pushed, heard moved, heard pushed",
      "", -- no room
      "moved, heard moved",
    }, told(game, "x@.$..", "right", "right", "up", "left"))
  end)

  it("tell how the game ends", function()
    local game = tessera.game(definition())
    assert.same({ "moved, pushed, heard moved, heard pushed, heard won" },
      told(game, "x@$.#", "right"))
    assert.same({ "fell, removed, heard fell, heard lost" }, told(game, "@x.$", "right"))
  end)

  it("say that a game without a goal has ended, whoever has won", function()
    local four = dofile "samples/games/connect4.lua"
    assert.same({ "dropped, heard dropped, heard ended" },
      told(four, "...../ooo../xxx..", "drop 4"))
  end)

  it("are events of no piece, with the words of PuzzleScript", function()
    local events, state = {}, tessera.game(definition()).new "x@.$.."
    state:apply("right", events)
    assert.same({ kind = "heard moved" }, events[2])
  end)

  it("are heard once where more happens than is told at first", function()
    local game = tessera.game { name = "rain", legend = { ["."] = "empty", o = "stone" },
      moves = { "rain" }, sounds = { fell = 1, ended = 2 },
      apply = function(state)
        for row, column in state.board:each "empty" do
          state.board:set(row, column, "stone")
          state:event("fell", "o", row, column)
        end
        state:over "Full"
      end, outcomes = { "Full" } }
    local events, state = {}, game.new((("."):rep(40) .. "/"):rep(30))
    state:apply("rain", events)
    assert.equal(1202, #events)
    assert.same({ "fell", "heard ended", "heard fell" },
      { events[1200].kind, events[1201].kind, events[1202].kind })
  end)

  it("change nothing: positions, outcomes and searches are those of the game without", function()
    local with = tessera.game(definition())
    local without = tessera.game(definition { name = "silent", sounds = {} })
    local a, b = with.new "x.@$.#", without.new "x.@$.#"
    for _, action in ipairs { "left", "up", "right", "right", "right" } do
      assert.same({ a:apply(action, {}) }, { b:apply(action, {}) })
      assert.equal(tostring(a), tostring(b))
    end
    local first = tessera.search.shortest(with.new "x@.$.#")
    assert.same(first, tessera.search.shortest(without.new "x@.$.#"))
  end)

  it("stand in the module, as those of PuzzleScript do", function()
    assert.same({ { event = "fell", seed = "5" }, { event = "lost", seed = "4" },
      { event = "moved", seed = "1" }, { event = "pushed", seed = "2" },
      { event = "won", seed = "3" } }, tessera.game(definition()).sounds)
    assert.same({}, tessera.game(definition { sounds = {} }).sounds)
  end)

  it("are told in --trace", function()
    local text = run({ "samples/games/sokoban.lua", "--trace" }, "@$.\n\nright\n")
    assert.truthy(text:find("   pushed $ from row 1, column 2 to row 1, column 3\n   heard moved\n"
      .. "   heard pushed\n   heard won\n", 1, true), text)
  end)

  it("are heard in the dark, too, and survive a session", function()
    local rogue = dofile "samples/games/rogue.lua"
    local text = run.read_file "samples/games/levels/rogue.txt":match "\n(#[# ].-)\n\n"
    local play, events = session.new((rogue.new(text))), {}
    local before = sight.keep(play:state())
    assert(play:apply(play:state():actions()[1], events))
    local seen = sight.events(before, events, play:state())
    assert.equal("heard moved", seen[#seen].kind)
  end)
end)

describe("sounds by their names", function()
  it("have the numbers that docs/rules.md says", function()
    local given, written = definition(), {}
    for name, number in require("spec.support.run").read_file "docs/rules.md"
      :gmatch '\n| `"(%l+)"` | (%d+) |' do
      written[#written + 1] = number
      given.sounds = { won = name }
      assert.equal(number, tessera.game(given).sounds[1].seed)
    end
    assert.equal(10, #written)
  end)
end)

describe("wrong sounds", function()
  local function refused(sounds, more)
    local given = definition(more)
    given.sounds = sounds
    local fine, err = pcall(tessera.game, given)
    assert.is_false(fine)
    return (tostring(err):gsub("^.-:%d+: ", ""))
  end

  it("are kinds that are never told", function()
    assert.equal("game 'boxes': sounds: nothing is ever told as 'pushd' (did you mean 'pushed'?)",
      refused { pushd = 1 })
    assert.equal("game 'boxes': sounds: nothing is ever told as 'sang' (expected one of appeared"
      .. " became ended lost moved pushed removed won fell)", refused { sang = 1 })
  end)

  it("may be those that a function tells, but not misspelt ones", function()
    local more = { moves = { "<direction>", "sing" }, apply = function() end }
    assert.equal("game 'boxes': sounds: nothing is ever told as 'pushd' (did you mean 'pushed'?)",
      refused({ pushd = 1 }, more))
    local given = definition(more)
    given.sounds = { sang = 1 }
    assert.equal("sang", tessera.game(given).sounds[1].event)
  end)

  it("have no number, or one that is too large", function()
    assert.equal("game 'boxes': sounds: that of 'won' must be an integer of 0..999999999999,"
      .. " not true", refused { won = true })
    assert.truthy(refused { won = -1 }:find "not %-1$")
    assert.truthy(refused("beep"):find "sounds: expected a value of type table")
  end)

  it("have a name that no sound has", function()
    assert.equal("game 'boxes': sounds: that of 'won': there is no sound 'fanfair'"
      .. " (did you mean 'fanfare'?)", refused { won = "fanfair" })
    assert.equal("game 'boxes': sounds: that of 'won': there is no sound 'la' (expected one of"
      .. " blip boom coin fall fanfare hit hop step thud zap)", refused { won = "la" })
  end)

  it("are too many", function()
    local many = {}
    for i = 1, 33 do
      many["sound" .. i] = i
    end
    assert.equal("game 'boxes': sounds: a game has at most 32, got 33",
      refused(many, { moves = { "<direction>", "sing" }, apply = function() end }))
  end)
end)

describe("the sample games", function()
  it("have sounds, and tell nothing else than what they have", function()
    for path in io.popen("ls samples/games/*.lua"):lines() do
      if not path:find "_%l+%.lua$" then
        local game = dofile(path)
        assert.is_true(#game.sounds > 0, path)
      end
    end
  end)
end)
