--- Specifies which keys play which actions.

local actions = require "tessera.play.actions"
local maps = require "tessera.base.maps"

-- Presses keys on a keyboard; the cursor is at row 2, column 3 of a board, where these kinds are.
-- Returns what came of the last key: "action up", "move left", "command undo", "used", "nothing".
local function press(keyboard, names, options)
  options = options or {}
  local what, which
  for key in names:gmatch "%S+" do
    what, which = keyboard:press(key, {
      player = options.player or 1, state = options.state,
      place = { row = 2, column = 3, kinds = options.kinds or {} },
      legal = function(text)
        return not (options.illegal or {})[text]
      end,
    })
  end
  return which and what .. " " .. which or what or "nothing"
end

local function keyboard(forms, keys, more)
  local controls = { forms = forms, keys = keys }
  for name, value in pairs(more or {}) do
    controls[name] = value
  end
  return actions.keyboard(controls)
end

local directions = "<up|down|left|right>"

describe("directions", function()
  it("are the arrows and w a s d", function()
    local keys = keyboard { directions }
    assert.equal("action up", press(keys, "up"))
    assert.equal("action left", press(keys, "a"))
    assert.equal("action down", press(keys, "s"))
    assert.is_false(keys.cursor)
  end)

  it("are arrows in the words of the game", function()
    assert.equal("action go N", press(keyboard { "go <N|E|S|W>" }, "up"))
    assert.equal("action DN", press(keyboard { "<LT|RT|UP|DN>" }, "down"))
  end)

  it("are digits too, if there are eight", function()
    local keys = keyboard { "<N|NE|E|SE|S|SW|W|NW>", "STAY" }
    assert.equal("action NW", press(keys, "7"))
    assert.equal("action NW", press(keys, "home"))
    assert.equal("action S", press(keys, "2"))
    assert.equal("nothing", press(keys, "5"))
    assert.equal("action STAY", press(keys, "t"))
  end)

  it("follow the first letter of a word", function()
    local keys = keyboard { directions, "push " .. directions, "throw " .. directions }
    assert.equal("action left", press(keys, "left"))
    assert.equal("action push left", press(keys, "p left"))
    assert.equal("action throw up", press(keys, "t w"))
    assert.equal("used", press(keys, "p"))
    assert.equal("push ... which direction? (arrows; Esc: none)", keys:prompt())
    assert.equal("used", press(keys, "esc"))
    assert.is_nil(keys:prompt())
  end)
end)

describe("cells", function()
  it("are chosen by the cursor", function()
    local keys = keyboard { "<row> <column>" }
    assert.is_true(keys.cursor)
    assert.equal("move up", press(keys, "up"))
    assert.equal("move left", press(keys, "a"))
    assert.equal("action 2 3", press(keys, "enter"))
    assert.equal("action 2 3", press(keys, "space"))
  end)

  it("may be letters", function()
    local left, right = "<column:A><row:a>", "<row:a><column:A>"
    local keys = actions.keyboard { by_player = { { left }, { right } } }
    assert.equal("action Cb", press(keys, "enter"))
    assert.equal("action bC", press(keys, "enter", { player = 2 }))
  end)

  it("are followed by a direction", function()
    local keys = keyboard { "<row>,<column> <LT|UP|RT|DN>" }
    assert.equal("used", press(keys, "enter"))
    assert.equal("2,3 ... which direction? (arrows; Esc: none)", keys:prompt())
    assert.equal("action 2,3 RT", press(keys, "right"))
    assert.equal("move right", press(keys, "right"))
    assert.equal("move up", press(keys, "enter esc up"))
  end)

  it("are followed by another cell", function()
    local keys = keyboard { "<row> <column> <row> <column>" }
    assert.equal("action 2 3 2 3", press(keys, "enter left enter"))
  end)

  it("belong to the first word; others have a key", function()
    local keys = keyboard { "dig <row> <column>", "flag <row> <column>" }
    assert.equal("action dig 2 3", press(keys, "enter"))
    assert.equal("action dig 2 3", press(keys, "enter", { illegal = { ["dig 2 3"] = true } }))
    assert.equal("action flag 2 3", press(keys, "f"))
    local what, which = keys:pick({ player = 1, place = { row = 4, column = 1, kinds = {} },
      legal = function() return true end }, true)
    assert.equal("action flag 4 1", what .. " " .. which)
  end)

  it("are columns alone, by digits too", function()
    local keys = keyboard { "drop <column>" }
    assert.equal("action drop 3", press(keys, "enter"))
    assert.equal("action drop 5", press(keys, "5"))
  end)

  it("stand for the kind that is there, which stays chosen", function()
    local keys = keyboard { "<A|B|C|D|E|X> " .. directions }
    assert.is_true(keys.cursor)
    assert.equal("action X left", press(keys, "enter left", { kinds = { "X" } }))
    assert.equal("action X right", press(keys, "right"))
    assert.equal("action B up", press(keys, "esc B up"))
    assert.equal("move up", press(keys, "esc up"))
  end)
end)

describe("words and numbers", function()
  it("have the first letter that is free", function()
    local keys = keyboard { "wait", "pass", directions }
    assert.equal("action pass", press(keys, "p"))
    assert.equal("action wait", press(keys, "i"))
    assert.equal("action up", press(keys, "w"))
  end)

  it("are completed by digits", function()
    local keys = keyboard { "take <1..3>", "bet <1..100>" }
    assert.equal("action take 2", press(keys, "t 2"))
    assert.equal("action bet 12", press(keys, "b 1 2"))
    assert.equal("used", press(keys, "b 1 0"))
    assert.equal("bet 10... a number of 1..100", keys:prompt())
    assert.equal("action bet 10", press(keys, "enter"))
    assert.equal("action bet 100", press(keys, "b 1 0 0"))
  end)

  it("are chosen from a short list", function()
    local keys = keyboard { "paint <red|green|blue>" }
    press(keys, "t")
    assert.equal("used", press(keys, "p"))
    assert.equal("paint ... red, green, blue?", keys:prompt())
    assert.equal("action paint green", press(keys, "g"))
  end)
end)

describe("the game's own keys", function()
  it("come first", function()
    local keys = keyboard({ directions, "wait" }, { space = "wait", w = "wait", x = "up" })
    assert.equal("action wait", press(keys, "space"))
    assert.equal("action wait", press(keys, "w"))
    assert.equal("action up", press(keys, "x"))
    assert.equal("action up", press(keys, "up"))
  end)

  it("may be lists, of which the first that is possible is played, and functions", function()
    local own = { right = { "walk", "climb" }, left = function(state)
      return { "to " .. state.column - 1 }
    end }
    local keys = keyboard({ "walk", "climb" }, own)
    assert.equal("action walk", press(keys, "right"))
    assert.equal("action climb", press(keys, "right", { illegal = { walk = true } }))
    assert.equal("action walk", press(keys, "right", { illegal = { walk = true, climb = true } }))
    assert.equal("action to 4", press(keys, "left", { state = { column = 5 } }))
  end)
end)

describe("words of one capital letter", function()
  it("have the small one, too, where that means nothing else", function()
    local keys = keyboard { "<A|B|Z|b2> <left|right>" }
    assert.equal("used", press(keys, "B"))
    keys:cancel()
    assert.equal("action A right", press(keys, "A right"))
    keys:cancel()
    assert.equal("command undo", press(keys, "z"))
    assert.equal("nothing", press(keys, "c"))
    local cars = keyboard { "<A|B|Z> <left|right>" }
    assert.equal("action B right", press(cars, "b right"))
  end)
end)

describe("commands", function()
  it("have letters", function()
    local keys = keyboard { directions }
    local found = {}
    for key in ("z y r p n h v o : ? q"):gmatch "%S" do
      found[#found + 1] = press(keys, key):match "^command (%l+)$"
    end
    assert.equal("undo redo restart previous next hint solve save type help quit",
      table.concat(found, " "))
  end)

  it("have function keys where the game needs their letter, as the help says", function()
    local keys = keyboard { "hit", "quaff", directions }
    assert.equal("action hit", press(keys, "h"))
    assert.equal("command hint", press(keys, "f7"))
    assert.equal("f7", keys.shown.hint)
    assert.equal("command help", press(keys, "f1"))
    assert.equal("action quaff", press(keys, "q"))
    assert.equal("command quit", press(keys, "ctrl-c"))
    assert.equal("command quit", press(keys, "f10"))
    local help = {}
    for _, line in ipairs(keys.help) do
      help[#help + 1] = line[1] .. ": " .. line[2]
    end
    assert.equal("arrows, w a s d: move", help[1])
    assert.equal("h: hit", help[2])
    assert.truthy(table.concat(help, "\n"):find("\nf7: hint\n", 1, true))
  end)

  it("have a pause where there are ticks, by a key that is free", function()
    assert.equal("command pause", press(keyboard({ directions }, nil, { tick = true }), "space"))
    local keys = keyboard({ directions, "wait" }, { space = "wait" }, { tick = true })
    assert.equal("action wait", press(keys, "space"))
    assert.equal("command pause", press(keys, keys.shown.pause))
  end)

  it("are not what other keys are", function()
    assert.equal("nothing", press(keyboard { directions }, "x"))
    assert.equal("nothing", press(keyboard { directions }, "é"))
  end)
end)

describe("the sample games", function()
  for _, sample in ipairs(require "spec.support.lua_games") do
    local name = sample.file
    it("can be played with keys: " .. name, function()
      local about = maps.about(dofile("samples/games/" .. name .. ".lua"))
      local keys = actions.keyboard { forms = about.forms, moves = about.moves, keys = about.keys,
        tick = about.tick ~= nil }
      local played = {}
      local kinds = {}
      for _, layer in ipairs(about.kinds) do
        for _, entry in ipairs(layer) do
          kinds[#kinds + 1] = entry.kind
        end
      end
      for _, list in ipairs { "up", "left", "enter", "enter up", "space" } do
        keys:cancel()
        local what = press(keys, list, { kinds = kinds })
        played[#played + 1] = what:match "^action (.+)$"
      end
      assert.not_same({}, played)
    end)
  end
end)

describe("actions without forms", function()
  local choices = require "tessera.play.choices"

  it("get forms from what can be played", function()
    assert.same({ "<row> <column>" }, choices.guess { "1 4", "2 12" })
    assert.same({ "<row>,<column> UP", "<row>,<column> DN" }, choices.guess { "1,4 UP", "1,4 DN" })
    assert.same({ "PUSH LEFT", "MOVETO <0..999999>" }, choices.guess { "PUSH LEFT", "MOVETO 3" })
  end)
end)
