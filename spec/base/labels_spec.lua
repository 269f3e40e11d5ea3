-- Labels: what a person reads instead of the names of actions, players and fields.

local film = require "tessera.draw.film"
local frame = require "tessera.draw.frame"
local labels = require "tessera.base.labels"
local laws = require "tessera.check.laws"
local playable = require "tessera.play.playable"
local player = require "tessera.play.player"
local recording = require "tessera.draw.recording"
local tessera = require "tessera"
local maps = require "tessera.base.maps"

local function defined(own, more)
  local definition = { name = "pegs", players = 2,
    legend = { ["."] = "empty", o = "peg", x = "red" },
    fields = { keys = 2, seed = { hidden = true }, hand = { size = 2 } }, counters = { jumps = 0 },
    moves = { "jump <row> <column> <direction>", "<red|peg> <direction>", "PUSH LEFT",
      "PUSH RIGHT", "wait" },
    rules = { { "jump <row> <column> <direction>", "[ peg | peg | empty ] -> [ | | peg ]",
        count = "jumps" },
      { "<red|peg> <direction>", "first [ <red|peg> | empty ] -> [ | <red|peg> ]" },
      { "PUSH LEFT", "left [ empty | red ] -> [ red | ]" },
      { "PUSH RIGHT", "right [ red | peg ] -> [ red | ]" }, { "wait" } },
    labels = own }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return tessera.game(definition)
end

local function message(own)
  local fine, why = pcall(defined, own)
  return not fine and tostring(why):match "labels: .*"
end

local pegs = defined { players = { "Red", "Yellow" }, fields = { keys = "Keys left" }, actions = {
  ["PUSH LEFT"] = "push left", PUSH = "shove", jump = "jump over", wait = "do nothing",
  ["jump <row> <column> up"] = "hop up (<column>, <row>)",
  ["<red|peg> <direction>"] = "the <red|peg> one goes <direction>" } }

describe("labels of actions", function()
  for action, label in pairs { ["PUSH LEFT"] = "push left", ["PUSH RIGHT"] = "shove RIGHT",
    ["jump 1 2 left"] = "jump over 1 2 left", ["jump 1 2 up"] = "hop up (2, 1)",
    ["red up"] = "the red one goes up", ["peg left"] = "the peg one goes left",
    wait = "do nothing", ["no action"] = "no action" } do
    it(("are those that fit best: %s"):format(action), function()
      assert.equal(label, labels.action(pegs, action))
    end)
  end

  it("prefer the form that leaves less to choose", function()
    local game = defined { actions = { ["jump <row> <column> <direction>"] = "any <direction>",
      ["jump <row> <column> <left|right>"] = "aside <left|right>",
      ["jump <row> <column> left"] = "to the left" } }
    assert.equal("any up", labels.action(game, "jump 1 1 up"))
    assert.equal("aside right", labels.action(game, "jump 1 1 right"))
    assert.equal("to the left", labels.action(game, "jump 1 1 left"))
  end)

  it("are the names where a game has none", function()
    assert.equal("wait", labels.action(defined(nil), "wait"))
    assert.is_nil(labels.players(tessera.tower))
    assert.equal("any text", labels.action(nil, "any text"))
  end)

  for game, pairs_of in pairs {
    horizontally = { Ba = "column B, row a", aB = "row a, column B" },
    jewelry = { ["7,1 RT"] = "swap the jewel in row 7, column 1 right",
      ["2,10 UP"] = "swap the jewel in row 2, column 10 up" },
    robots = { NE = "up and right", STAY = "stay",
      ["TELEPORT 7,12"] = "teleport to row 7, column 12" },
    samegame = { ["2 10"] = "row 2, column 10" },
    tower = { ["GETDOWN LEFT"] = "get down left", ["MOVETO 6"] = "move to column 6",
      ["PUSH RIGHT"] = "push right", ["no action"] = "no action" } } do
    it("say the actions of a game in C: " .. game, function()
      local module = require("tessera." .. game)
      for action, label in pairs(pairs_of) do
        assert.equal(label, labels.action(module, action))
        assert.equal(label .. ": it is not possible",
          labels.refusal(module, action, action .. ": it is not possible"))
      end
    end)
  end

  it("say the forms and the first words of actions of games in C", function()
    assert.equal("get down <LEFT|RIGHT>", labels.form(require "tessera.tower",
      "GETDOWN <LEFT|RIGHT>"))
    assert.equal("teleport to", labels.begun(require "tessera.robots", "TELEPORT "))
    assert.equal("swap the jewel in row 7, column 1", labels.begun(require "tessera.jewelry",
      "7,1 "))
  end)

  it("are known as far as an action is decided", function()
    assert.equal("jump over 3", labels.begun(pegs, "jump 3 "))
    assert.equal("the red one goes", labels.begun(pegs, "red "))
    assert.equal("shove", labels.begun(pegs, "PUSH "))
  end)
end)

-- Somebody who plays from this state on.
local function begun(game, state)
  local level = { name = "one", text = "", start = function() return state:clone() end }
  local made = player.new(playable.of_module(game, { level }), {})
  made:begin(1)
  return made
end

describe("a person", function()
  local state = pegs.new "oo./x.."

  it("reads the labels beside the board", function()
    assert.same({ { "player", "Red" }, { "Keys left", 2 }, { "jumps", 0 } }, frame.status(state))
  end)

  it("reads them in films, whose recordings keep the names", function()
    local made = recording.of(state, { "jump 1 1 right", "PUSH RIGHT" })
    local steps = film.of(made, "a play").films[1].steps
    assert.equal("jump over 1 1 right", steps[1].action)
    assert.equal("shove RIGHT", steps[2].action)
    assert.matches("^shove RIGHT: ", steps[2].why)
    assert.equal("jump 1 1 right", made.steps[1].action)
    assert.matches("^PUSH RIGHT: ", made.steps[2].why)
    assert.same({ "player", "Yellow" }, steps[2].status[1])
  end)

  it("reads them while somebody plays", function()
    local made = begun(pegs, state)
    assert.same({ "to move:", "Red" }, made:status()[1])
    made:apply "wait"
    assert.same({ "to move:", "Yellow" }, made:status()[1])
    local done, why = made:apply "PUSH RIGHT"
    assert.is_false(done)
    assert.matches("^PUSH RIGHT: ", why)
    assert.matches("^shove RIGHT: ", made.message)
    assert.equal("wait", made.play:action())
    local said = {}
    for _, entry in ipairs(made.keyboard.help) do
      said[entry[2]] = true
    end
    assert.is_true(said["jump over ..."] and said["do nothing"])
  end)

  it("reads the scores of players by their labels", function()
    local game = defined({ players = { "Red", "Yellow" } }, { score = "count peg" })
    local status = frame.status(game.new "oo.")
    assert.same({ { "score Red", 2 }, { "score Yellow", 2 } }, { status[#status - 1],
      status[#status] })
    status = begun(game, game.new "oo."):status()
    assert.same({ "score", "Red 2 : Yellow 2" }, status[#status])
    local plain = defined(nil, { score = "count peg" })
    status = begun(plain, plain.new "oo."):status()
    assert.same({ "score", "2 : 2" }, status[#status])
  end)

  it("reads the score of one player by its label", function()
    local peg = require("spec.support.lua_games").peg
    local status = begun(peg, peg.new()):status()
    assert.same({ { "moves", 0 }, { "empty holes", 1 } }, status)
    assert.same({ { "empty holes", 1 } }, frame.status(peg.new())) -- also in films
  end)

  it("shows a field or player whose label is a word of the status", function()
    for _, word in ipairs { "player", "message", "outcome", "moves", "score 1" } do
      local game = defined({ players = { "2", "1" }, fields = { keys = word } },
        { score = "count peg" })
      local status = begun(game, game.new "oo."):status()
      assert.same({ { "to move:", "2" }, { "moves", 0 }, { word, 2 }, { "jumps", 0 },
        { "score", "2 2 : 1 2" } }, status)
    end
  end)
end)

describe("labels that are wrong", function()
  for expected, own in pairs {
    ["labels: expected a value of type table, got 3"] = 3,
    ["labels: unknown key 'plyers' (did you mean 'players'?)"] = { plyers = {} },
    ["labels: players: expected a label for each of the 2 players, got 1"] =
      { players = { "Red" } },
    ["labels: players: players 1 and 2 are both called 'a'"] = { players = { "a", "a" } },
    ["labels: players: 2: expected a value of type string, got 1"] = { players = { "a", 1 } },
    ["labels: fields: there is no field or counter 'kees' (did you mean 'keys'?)"] =
      { fields = { kees = "Keys" } },
    ["labels: fields: there is no field or counter 'score' (expected one of hand keys "
      .. "seed jumps)"] = { fields = { score = "points" } },
    ["labels: fields: 'seed' is hidden, so its label would not be shown"] =
      { fields = { seed = "Seed" } },
    ["labels: fields: 'hand' is an array, so its label would not be shown"] =
      { fields = { hand = "Hand" } },
    ["labels: fields: 'keys': expected a line of 1..60 bytes, got ''"] = { fields = { keys = "" } },
    ["labels: fields: expected names with labels, such as { keys = \"Keys left\" }"] =
      { fields = { "Keys" } },
    ["labels: actions: no action is called 'PUSH LEFFT' (did you mean 'PUSH LEFT'?)"] =
      { actions = { ["PUSH LEFFT"] = "push" } },
    ["labels: actions: no action is called 'jump 9999 1 up' (expected one of 'PUSH' "
      .. "'jump' 'jump <row> <column> <direction>' '<red|peg> <direction>' 'PUSH LEFT' "
      .. "'PUSH RIGHT' 'wait')"] =
      { actions = { ["jump 9999 1 up"] = "x" } },
    ["labels: actions: no action is called 'jmp' (did you mean 'jump'?)"] =
      { actions = { jmp = "jump over" } },
    ["labels: actions: 'jump <row> <colum> up': unknown slot '<colum>' (did you mean "
      .. "'<column>'?)"] = { actions = { ["jump <row> <colum> up"] = "hop" } },
    ["labels: actions: 'jump': the action has no slot '<row>'"] =
      { actions = { jump = "from row <row>" } },
    ["labels: actions: 'jump <row> <column> up': the action has no slot '<rwo>' (did you mean "
      .. "'<row>'?)"] = { actions = { ["jump <row> <column> up"] = "from row <rwo>" } },
    ["labels: actions: 'jump <row> <column> up': the slot '<row>' stands in the label more often "
      .. "than in the action"] = { actions = { ["jump <row> <column> up"] = "<row> <row>" } },
    ["labels: actions: 'wait': expected a line of 1..60 bytes, got 'x\\x0Ay'"] =
      { actions = { wait = "x\ny" } } } do
    it(("are refused: %s"):format(expected), function()
      assert.equal(expected, message(own))
    end)
  end

  it("break a law if they are the same for two actions", function()
    local game = defined { actions = { ["PUSH LEFT"] = "push", ["PUSH RIGHT"] = "push" } }
    for _, law in ipairs(laws(maps.about(game))) do
      if law.about == "labels" then
        local state = game.new "x.xo"
        assert.equal("'PUSH LEFT' and 'PUSH RIGHT' are both called 'push'",
          law.at({}, state, state:actions()))
        state = game.new "o.."
        assert.is_nil(law.at({}, state, state:actions()))
        return
      end
    end
    error "there is no such law"
  end)
end)
