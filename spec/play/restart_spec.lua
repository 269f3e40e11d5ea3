--- Specifies how a level begins again, without a screen: nothing that was played is lost.

local level_files = require "tessera.run.level_files"
local player = require "tessera.play.player"
local puzzlescript = require "tessera.puzzlescript"
local samples = require "spec.support.puzzlescript"
local tessera = require "tessera"

local walk = tessera.game { name = "walk",
  legend = { ["@"] = "player", ["."] = "floor", E = "exit" },
  moves = { "<direction>" }, goal = "Out",
  rules = { { "<direction>", "[ player | floor ] -> [ floor | player ]" },
    { "<direction>", "[ player | exit ] -> [ floor | player ]", over = "Out" } } }

-- Somebody at the first of three levels.
local function playing(options)
  local path = os.tmpname()
  local file <close> = assert(io.open(path, "w"))
  file:write "@..E\n\n@...E\n\n@....E\n"
  file:close()
  local made = player.new(level_files.of_module("walk.lua", walk, { arguments = { path } }),
    options or {})
  os.remove(path)
  made:begin(1)
  return made
end

local function press(made, keys)
  for key in keys:gmatch "%S+" do
    made:press(key)
  end
  return tostring(made:state())
end

describe("the key for a new beginning", function()
  it("loses nothing: undo leads back, redo begins again", function()
    local made = playing()
    assert.equal("@..E\n", press(made, "right right r"))
    assert.equal(0, made:moves())
    assert.equal(".@.E\n", press(made, "right"))
    assert.equal("@..E\n", press(made, "z"))
    assert.equal("..@E\n", press(made, "z"))
    assert.equal("The level is as it was before it began again.", made.message)
    assert.equal(2, made:moves())
    assert.equal("@..E\n", press(made, "y"))
    assert.equal(".@.E\n", press(made, "y"))
  end)

  it("does nothing where nothing was played", function()
    local made = playing()
    assert.equal("@..E\n", press(made, "r r z"))
    assert.equal("nothing to undo", made.message)
    assert.equal(".@.E\n", press(made, "right z r y"))
  end)

  it("leaves a level that is over, which an undo brings back", function()
    local made = playing()
    assert.equal("@..E\n", press(made, "right right right r"))
    assert.equal("..@E\n", press(made, "z z"))
  end)

  it("is one for each level: a level that one comes back to has its play behind it", function()
    local made = playing()
    assert.equal("@...E\n", press(made, "right n"))
    assert.equal("..@.E\n", press(made, "right right"))
    assert.equal("@..E\n", press(made, "p"))
    assert.equal(".@.E\n", press(made, "z"))
    assert.equal("@....E\n", press(made, "n n"))
    assert.equal("nothing to undo", press(made, "z") and made.message)
    assert.equal("..@.E\n", press(made, "p z"))
  end)

  it("forgets levels that were left long ago", function()
    local made = playing()
    local first = made.playable.list[1]
    for i = 4, 20 do
      made.playable.list[i] = { name = "level " .. i, text = "", start = first.start }
    end
    press(made, "right " .. ("n "):rep(19))
    assert.equal(3, #made.plays)
    made:begin(1)
    assert.equal("nothing to undo", press(made, "z") and made.message)
  end)

  it("does not make a solution that was watched one's own", function()
    local noted, made = {}, playing()
    function made.note_solved(_, moves)
      noted[#noted + 1] = moves
    end
    made:round().watched = true
    press(made, "right right r right right right")
    assert.same({ 3 }, noted) -- begun again without it
    press(made, "z z z z")
    assert.is_true(made:round().watched)
    press(made, "right")
    assert.same({ 3 }, noted)
  end)

  it("goes back behind the computer's first move", function()
    local nim = tessera.game { name = "nim", legend = { o = "stone", ["."] = "empty" }, players = 2,
      map = "ooooo", moves = { "take" }, score = function() return 0 end,
      rules = { { "take", "first right [ stone ] -> [ empty ]" } } }
    local made = player.new(level_files.of_module("nim.lua", nim, { arguments = { "/dev/null" } }),
      { against = "random", as = 2 })
    made:begin(1)
    for _ = 1, 3 do
      made:apply "take"
    end
    made:command "restart"
    made:apply "take" -- the computer begins
    made:command "undo"
    assert.equal("...oo\n", tostring(made:state()))
  end)
end)

describe("a level in PuzzleScript that is over and begins again", function()
  it("is brought back as it was, with its moves and checkpoint", function()
    local module = assert(puzzlescript.read((samples.text { levels = "P..*O\n" })))
    local made = player.new(level_files.of_module("game.txt", module, { arguments = {} }), {})
    made:begin(1)
    local won = press(made, "right right right")
    assert.equal("Won", made:state():outcome())
    assert.equal("p..*o\n", press(made, "r"))
    assert.equal(won, press(made, "z"))
    assert.same({ 3, "Won" }, { made:moves(), made:state():outcome() })
    assert.equal("p..*o\n", press(made, "y"))
    assert.equal(".p.*o\n", press(made, "right"))
    assert.equal(".p.*o\n", press(made, "right z"))
    assert.equal("..p*o\n", press(made, "z z z"))
  end)
end)

describe("a level in PuzzleScript that a rule begins again", function()
  local pit = { rules = "[ > Player | Crate ] -> restart\nlate [ Player Target ] -> checkpoint\n",
    winconditions = "" }

  local function at(levels, prelude)
    local module = assert(puzzlescript.read((samples.text { levels = levels, rules = pit.rules,
      winconditions = pit.winconditions, prelude = prelude })))
    local made = player.new(level_files.of_module("game.txt", module, { arguments = {} }), {})
    made:begin(1)
    return made
  end

  it("says so, and counts its moves anew", function()
    local made = at "P.*.\n"
    assert.equal(".p*.\n", press(made, "right"))
    assert.is_nil(made.message)
    assert.equal("p.*.\n", press(made, "right"))
    assert.equal("The level starts again.", made.message)
    assert.same({ { "moves", 0 } }, made:status())
    press(made, "right")
    assert.is_nil(made.message)
    assert.same({ { "moves", 1 } }, made:status())
    assert.equal(".p*.\n", press(made, "z z"))
    assert.same({ { "moves", 1 } }, made:status())
  end)

  it("says that it goes on from a checkpoint, with the moves so far", function()
    local made = at "PO*.\n..*.\n"
    local kept = press(made, "right")
    assert.equal(kept, press(made, "down right"))
    assert.equal("The level starts again from its checkpoint.", made.message)
    assert.same({ { "moves", 3 } }, made:status())
  end)

  it("waits where time passes, until somebody has seen it", function()
    local made = at("P.*.\n", "realtime_interval 0.5")
    made:wake "right"
    press(made, "right right")
    assert.equal("The level starts again. Any key goes on.", made.message)
    assert.is_true(made.paused)
    assert.is_false(made:wake "right")
    assert.is_false(made.paused)
  end)

  it("says nothing when somebody begins it again", function()
    local made = at "P.*.\n"
    press(made, "right r")
    assert.is_nil(made.message)
  end)
end)
