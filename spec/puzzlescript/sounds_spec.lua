--- Specifies what is heard of an action, and what Lua can know of a game. Recorded traces
--- (engine_spec.lua) have the sounds of the original.

local page = require "spec.support.page"
local puzzlescript = require "tessera.puzzlescript"
local rules = require "spec.support.puzzlescript_rules"
local run = require "spec.support.run"

local layers = { "background", "player a b", "k", "w", "c" }
local push = "[ > player | a ] -> [ > player | > a ]\n"

local function read(parts)
  parts.layers = layers
  return assert(puzzlescript.read(rules.text(parts)))
end

-- The sounds of a list of numbers as the seeds, or the names of events.
local function seeds(module, told)
  local list = {}
  for i, number in ipairs(told.sounds) do
    list[i] = module.sounds[number].event or module.sounds[number].seed
  end
  return table.concat(list, " ")
end

-- What is heard of each of some keys, and the last answer.
local function heard(parts, keys)
  local module = read(parts)
  local state, told = module.start(1)
  local list = { seeds(module, told) }
  for key in keys:gmatch "%a+" do
    told = state:press(key)
    list[#list + 1] = seeds(module, told)
  end
  return table.concat(list, "|"), told
end

describe("the sounds of an object", function()
  it("are heard when it moves, in one of the directions", function()
    local sounds = "player move 1\na move right 2\na move horizontal 3\na move up 4\nb move 5"
    assert.equal("|1|2 3 1|1", heard({ sounds = sounds, rules = push, level = "p.a..." },
      "right right left"))
  end)

  it("are heard when it cannot move, before those of what moves", function()
    local sounds = "player move 1\nplayer cantmove 2\na cantmove down 3\na cantmove right 4\n"
      .. "m move 5"
    local parts = { sounds = sounds, rules = push, level = "pa.b" }
    assert.equal("|5 1|2 4", heard(parts, "right right"))
    parts.level = "p.p\n..b" -- the one in the middle stands in the way of none
    assert.equal("|2 1", heard(parts, "right"))
  end)

  it("are heard once for each seed, and for the whole board", function()
    assert.equal("|1", (heard({ sounds = "player move 1\nplayer move right 1", level = "p.p." },
      "right")))
  end)

  it("are heard of a movement called action", function()
    assert.equal("|1|2", heard({ sounds = "player action 1\nplayer move 2", level = "p." },
      "action right"))
  end)

  it("are heard when a rule puts it into a cell or takes it out", function()
    local sounds = "k create 1\nk destroy 2\nm create 3\na create 4\nplayer create 5\nb destroy 6"
    assert.equal("|1|2", (heard({ sounds = sounds, level = "p.",
      rules = "[ action player no k ] -> [ player k ]\n[ right player k ] -> [ right player ]" },
      "action right")))
    assert.equal("|3 4 2", (heard({ sounds = sounds, level = "pk",
      rules = "[ right player | k ] -> [ player | a ]" }, "right")))
    assert.equal("|3 4", (heard({ sounds = sounds, level = "p.p.p.p",
      rules = "[ right player | no player ] -> [ player | a ]" }, "right")))
  end)
end)

describe("the sounds of rules and events", function()
  local events = "sfx0 10\nsfx1 11\nsfx10 20\ncancel 30\nrestart 40\nstartlevel 50\nendlevel 60\n"
    .. "showmessage 70\nplayer move 1"

  it("are heard behind those of objects, in the order of the rules", function()
    assert.equal("startlevel|1 sfx10 sfx0 sfx1", heard({ sounds = events, level = "p..",
      rules = "[ > player ] -> [ > player ] sfx10 sfx0\n[ player ] -> sfx0 sfx1" }, "right"))
  end)

  it("are alone in a turn that is cancelled", function()
    local list, told = heard({ sounds = events, level = "p..",
      rules = "[ player ] -> sfx0\n[ > player ] -> [ > player ] cancel sfx1" }, "right")
    assert.same({ "startlevel|sfx1 cancel", "refused" }, { list, told.result })
  end)

  it("tell restarts, messages and the end of a level", function()
    assert.equal("startlevel|1 restart|restart", heard({ sounds = events, level = "p..",
      rules = "[ > player ] -> [ > player ] restart" }, "right restart"))
    assert.equal("startlevel|1 showmessage endlevel", heard({ sounds = events, level = "p..",
      rules = "[ > player ] -> [ > player ] message Hello\nlate [ player ] -> win" }, "right"))
  end)

  it("tell a message that a cancelled turn shows, or one that begins the level anew", function()
    local list, told = heard({ sounds = events, level = "p..",
      rules = "[ > player ] -> [ > player ] cancel sfx1 message Hello" }, "right")
    assert.same({ "startlevel|sfx1 showmessage cancel", "refused", "Hello" },
      { list, told.result, told.message })
    assert.equal("startlevel|1 sfx0 showmessage restart", (heard({ sounds = events, level = "p..",
      rules = "[ > player ] -> [ > player ] restart sfx0 message Hello" }, "right")))
  end)

  it("are events of a refused action, too", function()
    local state = read({ sounds = "player cantmove 1\nsfx0 2\nshowmessage 3", level = "p.a",
      rules = "[ > player | a ] -> [ > player | a ] sfx0 message Too heavy" }).start(1)
    state:apply "right"
    local list = {}
    local done, why = state:apply("right", list)
    assert.same({ nil, "right: Too heavy", n = 2 }, table.pack(done, why))
    assert.same({ { kind = "heard player cantmove" }, { kind = "heard sfx0" },
      { kind = "heard showmessage" } }, list)
  end)

  it("are heard in each turn of again, and in no try", function()
    assert.equal("startlevel|1 sfx0 sfx0|1 sfx0", (heard({ sounds = events, level = "p..k..",
      rules = "[ player ] -> sfx0\n[ stationary k ] -> [ right k ] again" }, "right left")))
  end)

  it("are heard of an action whose turns lead back, which its result says", function()
    local parts = { sounds = events, level = ".p.",
      rules = "[ right player ] -> [ right player ] again\n"
        .. "[ stationary player ] -> [ left player ]" }
    local list, told = heard(parts, "right")
    assert.same({ "startlevel|1 1", "returned", true, 1 },
      { list, told.result, told.changed, told.again })
    assert.same({ nil, "right: the turns that follow lead back", n = 2 },
      table.pack(read(parts).new(1):apply "right"))
  end)
end)

describe("what is heard", function()
  local text = rules.text { layers = layers, sounds = "a move 1\nplayer cantmove 2\nsfx3 3",
    rules = push .. "[ > player | a ] -> sfx3", level = "pa..", wins = "" }

  it("is told by --trace, if the action is carried out", function()
    local out = run.with_files({ ["game.txt"] = text }, { "@game.txt", "--trace" }, "right\nleft\n")
    assert.is_truthy(out:find("1. right\n   heard a move\n   heard sfx3\n.pa.\n", 1, true), out)
  end)

  it("is told in a page", function()
    local view = page.talk({ call = "load", path = "game.txt", source = text }).view
    local _, after = page.talk({ call = "load", path = "game.txt", source = text },
      page.key "right")
    assert.equal(0, view.step)
    assert.same({ "heard a move", "heard sfx3" }, after.view.steps.list[1].events)
  end)

  it("is told as events", function()
    local state, events = puzzlescript.read(text).new(1), {}
    state:apply("right", events)
    assert.same({ { kind = "heard a move" }, { kind = "heard sfx3" } }, events)
  end)
end)

describe("a game", function()
  local module = read { sounds = "m move up 3\nundo 4", wins = "all a on k\nany w\nno c",
    level = "pa", legend = ". = background\np = player\nm = a or b" }

  it("has its objects and layers", function()
    assert.same({ { "background" }, { "player", "a", "b" }, { "k" }, { "w" }, { "c" } },
      module.layers)
    assert.same({ "player", 2 }, { module.objects[2].name, module.objects[2].layer })
    assert.same({ "#ffffff" }, module.objects[2].colours)
  end)

  it("has its sounds and win conditions", function()
    assert.same({ "m", "move", { "up" }, "3" }, { module.sounds[1].object, module.sounds[1].verb,
      module.sounds[1].directions, module.sounds[1].seed })
    assert.equal("undo", module.sounds[2].event)
    local wins = {}
    for i, win in ipairs(module.win_conditions) do
      wins[i] = win.quantifier .. " " .. win.what .. " " .. (win.on or "-")
    end
    assert.same({ "all a k", "some w -", "no c -" }, wins)
  end)

  it("tells what its rules have done at the start of a level", function()
    local other = read { prelude = "run_rules_on_level_start", sounds = "k create 1",
      rules = "[ player no k ] -> [ player k ] message Hello" }
    local state, told = other.start(1)
    assert.same({ true, "Hello", 0, { 1 } },
      { told.changed, told.message, told.again, told.sounds })
    assert.is_true(state == other.new(1))
    assert.is_true(select(2, other.start "p").changed)
    assert.is_false(select(2, read({}).start(1)).changed)
  end)
end)
