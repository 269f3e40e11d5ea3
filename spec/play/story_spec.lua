--- Specifies how a game in PuzzleScript is played, without a screen: messages between levels and
--- out of rules, the restart of the game, keys that it switches off, ticks.

local level_files = require "tessera.run.level_files"
local player = require "tessera.play.player"
local puzzlescript = require "tessera.puzzlescript"
local run = require "spec.support.run"
local samples = require "spec.support.puzzlescript"

-- Somebody at the first level of the usual game (a crate is pushed onto a target) with other
-- sections.
local function playing(parts)
  local module = assert(puzzlescript.read((samples.text(parts))))
  local playable = level_files.of_module("game.txt", module, { arguments = {} })
  local made = player.new(playable, {})
  made:begin(1)
  return made
end

-- Presses the keys, and returns what is shown after the last one: a message of the game, or else
-- what is said beside the board.
local function press(made, keys)
  for key in keys:gmatch "%S+" do
    made:press(key)
  end
  local told = made.telling[1]
  return told and "[" .. told.text .. "]" or made.message
end

local function moves(made)
  return made:status()[1][2]
end

describe("the levels of a story", function()
  local made

  before_each(function()
    made = playing { levels = "message Hello.\nmessage There.\nP*O\n\nmessage Between.\nP.*O\n\n"
      .. "message The end.\nmessage Really.\n" }
  end)

  it("begin after the messages before them, which any key closes", function()
    assert.equal("[Hello.]", press(made, ""))
    assert.equal("[There.]", press(made, "x"))
    assert.is_nil(press(made, "right"))
    assert.equal(0, made:moves()) -- that key was for the message
    assert.equal("Won in 1 move. n: next level, r: again", press(made, "right"))
    assert.equal("[Between.]", press(made, "n"))
  end)

  it("show no messages when they begin again", function()
    press(made, "x x right")
    assert.is_nil(press(made, "r"))
    assert.equal(0, made:moves())
    assert.equal("[Hello.]", press(made, "n x p"))
  end)

  it("end with the messages behind them, and a word that the game is done", function()
    press(made, "x x right n x right")
    assert.equal("Won in 2 moves. n: go on, r: again", press(made, "right"))
    assert.equal("[The end.]", press(made, "n"))
    assert.equal("[Really.]", press(made, "x"))
    assert.equal("That was the last level: the game is done.", press(made, "x"))
  end)

  it("say so at once if there are none", function()
    made = playing {}
    assert.equal("Won in 1 move. That was the last level: the game is done. r: again",
      press(made, "right"))
  end)

  it("are another story if they come from a file", function()
    local module = assert(puzzlescript.read((samples.text { levels = "message Hello.\nP*O\n" })))
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "w"))
    file:write "P.*O\n"
    file:close()
    local playable = level_files.of_module("game.txt", module, { arguments = { path } })
    os.remove(path)
    made = player.new(playable, {})
    made:begin(1)
    assert.is_nil(press(made, ""))
    assert.equal("Won in 2 moves. r: again", press(made, "right right"))
  end)
end)

describe("a message of a rule", function()
  it("is shown once for each action that shows it, also where nothing moves", function()
    local made = playing { levels = "P#*O\n",
      rules = "[ > Player | Wall ] -> [ Player | Wall ] message A wall.\n" }
    assert.equal("[A wall.]", press(made, "right"))
    assert.is_nil(press(made, "right")) -- closes it
    assert.equal("[A wall.]", press(made, "right"))
    assert.equal("left: nothing happens", press(made, "x left"))
  end)

  it("comes before what is said of the end", function()
    local made = playing {
      rules = "[ > Player | Crate ] -> [ > Player | > Crate ] message Push!\n" }
    assert.equal("[Push!]", press(made, "right"))
    assert.truthy(press(made, "x"):find "^Won in 1 move%.")
  end)

  it("may come with the rules that begin a level", function()
    local made = playing { prelude = "run_rules_on_level_start",
      rules = "[ Player ] [ Crate no Target ] -> [ Player ] [ Crate ] message Go!\n",
      levels = "message Level.\nP*O\n" }
    assert.equal("[Level.]", press(made, ""))
    assert.equal("[Go!]", press(made, "x"))
    assert.is_nil(press(made, "x"))
  end)

  it("is no value beside the board, which the player sees anyway", function()
    local made = playing { rules = "[ > Player ] -> [ > Player ] message Step.\n", levels = "P.*O" }
    press(made, "right")
    assert.same({ { "moves", 1 } }, made:status())
  end)
end)

describe("Enter", function()
  it("goes on to the next level after a victory", function()
    local made = playing { levels = "P*O\n\n.P*O\n" }
    press(made, "enter")
    assert.equal("p*o\n", tostring(made:state()))
    press(made, "right")
    assert.equal("Won in 1 move. n: next level, r: again", made.message)
    press(made, "enter")
    assert.equal(".p*o\n", tostring(made:state()))
    press(made, "right enter")
    assert.equal("..p@\n", tostring(made:state()))
  end)
end)

describe("the key for a new beginning", function()
  it("plays the action restart, which can be undone", function()
    local made = playing { levels = "P..*O\n" }
    assert.equal(2, press(made, "right right") or moves(made))
    press(made, "r")
    assert.equal("restart", made.play:action())
    assert.equal("p..*o\n", tostring(made:state()))
    assert.equal(0, moves(made)) -- the moves are counted from the beginning of the level
    press(made, "right")
    assert.equal(1, moves(made))
    press(made, "z z")
    assert.equal("..p*o\n", tostring(made:state()))
    assert.equal(2, moves(made))
  end)

  it("leaves moves counted that an undo keeps, although the dice go on", function()
    local made = playing { levels = "P...*O\n", rules =
      "random [ > Player | no Wall no Crate no Player ] -> [ > Player | ]\n"
      .. "[ > Player | Crate ] -> [ > Player | > Crate ]" }
    press(made, "right right")
    assert.equal(2, moves(made))
    press(made, "z")
    assert.equal(1, moves(made))
    press(made, "right right")
    assert.equal(3, moves(made))
    press(made, "z z z")
    assert.equal(0, moves(made))
  end)

  it("goes back to the last checkpoint", function()
    local made = playing { levels = "P...*O\n",
      rules = "late [ Player | | | Crate ] -> [ Player | | | Crate ] checkpoint\n" }
    press(made, "right right r")
    assert.equal(".p..*o\n", tostring(made:state()))
    assert.equal(3, moves(made)) -- this is not the beginning
  end)

  it("begins a level that is over as if it had never been played", function()
    local made = playing {}
    press(made, "right r")
    assert.equal("p*o\n", tostring(made:state()))
    assert.equal(0, made:moves())
  end)
end)

describe("keys", function()
  -- The commands and actions among these that the game has keys for.
  local function offered(prelude)
    local keyboard = playing { prelude = prelude }.keyboard
    local list = {}
    for _, name in ipairs { "undo", "redo", "restart", "hint" } do
      list[#list + 1] = keyboard.shown[name] and name
    end
    for _, line in ipairs(keyboard.help) do
      list[#list + 1] = line[2] == "action" and line[1] or nil
    end
    return table.concat(list, " ")
  end

  it("are those of the language", function()
    assert.equal("undo redo restart hint space, x", offered())
    local made = playing { levels = "P.*O\n" }
    assert.equal("p.*o\n", (press(made, "right u") or "") .. tostring(made:state()))
    assert.same({ "command", "undo" }, { made.keyboard:press("z") })
  end)

  it("are not offered if the game switches them off", function()
    assert.equal("undo redo restart hint", offered "noaction")
    assert.equal("restart hint space, x", offered "noundo")
    assert.equal("undo redo hint space, x", offered "norestart")
    local made = playing { prelude = "noundo\nnorestart\nnoaction", levels = "P.*O\n" }
    for key in ("z u y f2 f3 r f4 x space backspace"):gmatch "%S+" do
      assert.equal(key .. " does nothing here. ? shows the keys.", press(made, key))
    end
  end)
end)

describe("ticks", function()
  it("say nothing if nothing comes of them", function()
    local made = playing { prelude = "realtime_interval 0.5", levels = "P.*O\n" }
    assert.equal(0.5, made.playable.tick)
    assert.equal("Any key starts.", press(made, ""))
    made:wake "right"
    assert.equal("up: nothing happens", press(made, "up"))
    made:tick()
    assert.equal("up: nothing happens", made.message)
    assert.equal(0, made:moves())
  end)

  it("show the messages of their rules", function()
    local made = playing { prelude = "realtime_interval 0.5", levels = "P.*O\n",
      rules = "[ stationary Crate ] -> [ stationary Crate ] message Tick.\n" }
    made:wake "right"
    made:tick()
    assert.equal("[Tick.]", press(made, ""))
  end)
end)

describe("the score", function()
  it("stands beside the board once, if it is a number that stands there", function()
    for name, count in pairs { ["2048"] = 0, falling = 0, peg = 1 } do
      local path = "samples/games/" .. name .. ".lua"
      local made = player.new(level_files.of_module(path, dofile(path), { arguments = {} }),
        {})
      made:begin(1)
      local met = 0
      for _, entry in ipairs(made:status()) do
        met = met + ((entry[1] == "score" or entry[1] == "empty holes") and 1 or 0)
      end
      assert.equal(count, met, name)
    end
  end)

  it("is not shown, for there is none", function()
    local made = playing {}
    assert.same({ { "moves", 0 } }, made:status())
    press(made, "right")
    assert.same({ { "moves", 1 }, { "outcome", "Won" } }, made:status())
  end)
end)

describe("a level that is over at its start", function()
  it("is said to be so", function()
    local sokoban = dofile "samples/games/sokoban.lua"
    run.in_folder(function(folder)
      run.write_file(folder .. "/a.xsb", "####\n#@ #\n####\n\n#####\n#@$.#\n#####\n")
      local playable = level_files.of_module("samples/games/sokoban.lua", sokoban,
        { arguments = { folder .. "/a.xsb" } })
      local made = player.new(playable, {})
      made:begin(1)
      assert.equal("The level is over at its start: Solved.", made.message)
      made:begin(2)
      assert.is_nil(made.message)
    end)
  end)
end)
