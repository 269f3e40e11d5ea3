--- Specifies what a page is answered: loading, playing, what is drawn, what is wrong.

local page = require "spec.support.page"
local run = require "spec.support.run"
local session = require "tessera.session"
local ask, board, fault, key, load = page.ask, page.board, page.fault, page.key, page.load
local one_push, sample, talk = page.one_push, page.sample, page.talk

local walk = [[
return tessera.game {
  name = "walk",
  map = "@..",
  options = { far = false, steps = 2 },
  legend = { ["@"] = "you", ["."] = "floor" },
  moves = { "<direction>" },
  rules = { { "<direction>", "[ you | floor ] -> [ floor | you ]" } },
  ends = { { "there", "right [ floor | floor | you ]" } },
  goal = "there",
}]]

describe("a position that is painted", function()
  it("is a recording from which the play goes on", function()
    local game, put = talk(one_push(), { call = "put", row = 2, column = 3, char = "*" })
    assert.is_true(game.view.step == 0 and #put.text > 0)
    local _, _, shown, back = talk(one_push(), key "right",
      { call = "replay", text = put.text }, { call = "resume", step = 0, edited = true })
    assert.equal("#####\n#@*.#\n#####\n", shown.view.text)
    assert.same({ 0, 0, false }, { back.view.step, back.view.count, back.view.replay })
    assert.equal("#####\n#@*.#\n#####\n", back.view.text)
  end)

  it("has what the legend means in each layer, and nothing else in that cell", function()
    local _, put = talk(sample "rogue", { call = "put", row = 2, column = 2, char = "#" })
    assert.is_truthy(put.text:find("things\n........\n........\n", 1, true))
    assert.is_truthy(put.text:find("ground\n########\n##", 1, true))
  end)

  it("has in PuzzleScript what a level's cell has, and the background", function()
    local function crates()
      return { call = "load", path = "crates.txt",
        source = run.read_file "samples/puzzlescript/crates.txt" }
    end
    local _, put = talk(crates(), { call = "put", row = 4, column = 2, char = "@" })
    local text = put.text
    assert.is_truthy(text:find("layer 1\nmap\n.......\n.......\n.......\n.a...a.\n", 1, true))
    assert.is_truthy(text:find("layer 1\nmap\nbbbbbbb\nb.....b\nb.ac..b\nbc....b\nb", 1, true))
    local _, shown, back, again = talk(crates(), { call = "replay", text = text },
      { call = "resume", step = 0, edited = true }, key "down")
    assert.equal("#@...o#", shown.view.text:match "^[^\n]+\n[^\n]+\n[^\n]+\n([^\n]+)")
    assert.same({ 0, 1 }, { back.view.step, again.view.step })
    local _, _, _, _, pushed, restarted, undone, first = talk(crates(),
      { call = "replay", text = text }, { call = "resume", step = 0, edited = true }, key "down",
      key "right", key "r", key "z", key "z")
    assert.equal(back.view.text, restarted.view.text)
    assert.equal(pushed.view.text, undone.view.text)
    assert.equal(again.view.text, first.view.text)
    local _, gone = talk(crates(), { call = "put", row = 4, column = 6, char = "." })
    assert.is_truthy(gone.text:find("aaaaaaa\nlayer 0\nlayer 1\nmap\nbbbbbbb\nb.....b\nb.ac..b\n",
      1, true))
  end)

  it("keeps two objects of a layer that chance has put into another cell", function()
    local source = run.read_file "samples/puzzlescript/crates.txt"
      :gsub("LEGEND\n=*\n", "%0Thing = Wall or Crate or Iron\n", 1)
      :gsub("vertical %[ > Player | Iron", "[ > Player | no Wall ] -> [ Player random Crate |"
        .. " random Thing ]\n%0", 1)
    local _, _, moved, put = talk({ call = "load", path = "crates.txt", source = source },
      key "left", key "left", { call = "put", row = 4, column = 2, char = "i" })
    assert.equal(1, moved.view.step) -- the first key closes the message
    assert.is_truthy(put.text:find("layer 2\nlayer 1\nmap\n.......\n.......\n..a....\n", 1, true))
    assert.is_truthy(put.text:find("layer 1\nmap\n.......\n.......\n.......\n.a.....\n", 1, true))
  end)

  it("is refused where that is not possible", function()
    local function refused(message, ...)
      assert.equal(message, fault(...).message)
    end
    local function put(row, char)
      return { call = "put", row = row, column = 2, char = char }
    end
    refused("the legend has no character 'x'", one_push(), put(2, "x"))
    refused("the legend has no character nil", one_push(), put(2))
    refused("expected one player (@ or +), found 0", one_push(), put(2, "#"))
    refused("there is no cell at row 4, column 2", one_push(), put(4, "#"))
    refused("the board of this game cannot be painted while it is played",
      { call = "load", game = "tower" }, put(1, "#"))
    refused("The game is over: undo a move, then paint.", one_push(),
      key "right", put(2, "#"))
  end)
end)

describe("a game that is loaded", function()
  it("tells all that a page needs to play it", function()
    local game = talk(sample "sokoban")
    assert.equal("game", game.kind)
    assert.same({ "sokoban", "Sokoban", 1, false }, { game.game, game.title, game.players,
      game.cursor })
    assert.equal("z", game.shown.undo)
    assert.same({ "arrows, w a s d", "move" }, game.keys[1])
    assert.equal("  #####\n###   #\n#.  $ #\n#  #@ #\n#######\n", game.view.text)
    assert.same({ 1, 0, 0 }, { game.view.level, game.view.step, game.view.count })
    assert.is_true(#game.levels > 1)
    assert.same({ 3, 4, 5 }, { table.unpack(game.levels[1].rows, 1, 3) })
  end)

  it("offers a solution where no action throws dice, also in functions", function()
    assert.is_true(talk(sample "fifteen").solvable)
    assert.is_false(talk(sample "falling").solvable)
  end)

  it("has a legend whose tiles the page knows", function()
    local game = talk(sample "sokoban")
    local known = {}
    for _, tile in ipairs(game.view.tiles) do
      known[tile.number] = tile
      assert.is_truthy(tile.svg:find "^<rect")
    end
    local labels, kinds = {}, {}
    for _, entry in ipairs(game.legend) do
      labels[entry.char], kinds[entry.char] = entry.label, entry.kinds
      assert.equal(entry.label, known[entry.tile].label)
    end
    assert.same({ "wall", "box", "you", "target" }, { labels["#"], labels["$"], labels["@"],
      labels["."] })
    assert.same({ "box" }, { kinds["$"][#kinds["$"]] })
    assert.is_nil(talk({ call = "load", game = "tower" }).legend[1].kinds)
  end)

  it("is read by its labels, and played by its names", function()
    local answers = ask { sample "connect4", { call = "apply", action = "drop 4" },
      { call = "complete", text = "drop 3" }, { call = "hint" } }
    local game, view = answers[1].result, answers[2].result.view
    assert.same({ "Red", "Yellow" }, game.seats)
    assert.same({ { "to move:", "Red" }, { "to move:", "Yellow" } }, { game.view.status[1],
      view.status[1] })
    local step = view.steps.list[1]
    assert.same({ "drop 4", "drop in column 4" }, { step.action, step.label })
    assert.same({ { "drop 3" }, { "drop in column 3" } }, { answers[3].result.actions,
      answers[3].result.labels })
    assert.matches("^drop %d$", answers[4].result.action)
    assert.matches("^Hint: drop in column %d ", answers[4].result.message)
    assert.is_nil(talk(sample "sokoban").seats)
  end)

  it("may be one in C, with its own levels or with others", function()
    local about = talk { call = "about" }
    for _, entry in ipairs(about.games) do
      local game = talk { call = "load", game = entry.name }
      assert.equal(entry.name, game.game)
      assert.is_true(#game.view.all == game.view.rows * game.view.columns)
      assert.is_true(#game.levels > 0 and #game.legend > 1)
    end
    local own = talk { call = "load", game = "tower",
      levels = "; name: Low\n...G\nS.##\n####\n\n..G\nS.#\n###", level = 2 }
    assert.equal("..G\nS.#\n###\n", own.view.text)
    assert.equal("Low", own.levels[1].name)
    assert.same({ 6, 7, 8 }, own.levels[2].rows)
  end)

  it("has rows to be painted where they are lines of the text", function()
    local game = talk(sample("sokoban", { levels = "; 1\n\n####\n#+*#\n####\n\n; 2\n\n#####\n"
      .. "#pbo#\n#####\n\n; 3\n\n5#|#@$.#|5#\n" }))
    local found = {}
    for i, level in ipairs(game.levels) do
      found[i] = { level.name, level.rows }
    end
    assert.same({ { "1", { 3, 4, 5 } }, { "2", {} }, { "3", {} } }, found)
  end)

  it("may be one in PuzzleScript, with the levels of its file", function()
    local source = run.read_file "samples/puzzlescript/crates.txt"
    local game = talk { call = "load", source = source, path = "crates.txt" }
    assert.same({ "Crates and Marks", 3, { 125, 126, 127, 128, 129 } },
      { game.title, #game.levels, game.levels[1].rows })
    assert.equal("#######\n#.....#\n#.h*..#\n#....o#\n#######\n", game.view.text)
    assert.equal("Push every crate onto a mark.", game.view.message)
    local own = talk { call = "load", source = source, path = "crates.txt", levels = "h*.o\n" }
    assert.equal("h*.o\n", own.view.text)
    assert.same({ message = "'crat' is not defined (did you mean 'crate'?)", file = "crates.txt",
      line = 109, column = 40 }, fault { call = "load", path = "crates.txt",
      source = source:gsub("> Crate ]", "> Crat ]") })
    assert.matches("^.* %(and 3 more%)$", fault { call = "load", path = "a.txt",
      source = "OBJECTS\nRULES\n[ a ] -> [ b ]" }.message)
  end)

  it("may come with options, other files and a play", function()
    local game = talk(load("return require 'other'", { files = { ["other.lua"] =
      "local tessera = require 'tessera'\n" .. walk }, options = { steps = "7" },
      play = { level = 1, actions = { "right" } } }))
    assert.equal(".@.\n", game.view.text)
    assert.same({ { name = "far", value = "false", kind = "boolean" }, { name = "steps",
      value = "2", kind = "integer" } }, game.options)
    assert.same({ from = 1, list = { { action = "right",
      events = { "pushed you from row 1, column 1 to row 1, column 2",
        "pushed floor from row 1, column 2 to row 1, column 1" } } } }, game.view.steps)
  end)

  it("says its own map, as far as it has one", function()
    assert.same({ "@.." }, talk(load(walk, { levels = "..@" })).map)
    assert.is_nil(talk(sample "sokoban").map)
  end)

  it("is restored as far as the play is possible", function()
    local game = talk(load(walk, { play = { level = 5, actions = { "right", "up", "right" } } }))
    assert.equal(".@.\n", game.view.text)
    assert.equal("There is no level 5: this is level 1. The play goes as far as move 1: up is not "
      .. "possible any more.", game.view.message)
  end)

  it("may begin with a saved state", function()
    local _, _, saved = talk({ call = "load", game = "tower" }, key "right", { call = "save" })
    local game = talk { call = "load", game = "tower", saved = saved.text }
    assert.equal(".S.....\n.#.#..G\n#######\n", game.view.text)
    assert.is_truthy(fault({ call = "load", game = "tower", saved = "nonsense" }).message
      :find "saved state")
  end)
end)

describe("what is wrong", function()
  it("is told with its line", function()
    assert.same({ file = "game.lua", line = 2, message =
      "game.lua:2: unexpected symbol near '='" }, fault(load "local x = = 1"))
    assert.same({ file = "game.lua", line = 2, message =
      "game.lua:2: there is no variable 'walk' (in quotes?)" }, fault(load "local rule = walk"))
    local wrong = fault(load("\nreturn tessera.game { nam = 'x' }", { path = "my.lua" }))
    assert.same({ "my.lua", 3 }, { wrong.file, wrong.line })
    assert.is_truthy(wrong.message:find "^my.lua:3:23: game: unknown key 'nam' ", wrong.message)
  end)

  it("in a level leaves the game, so that the level can be mended", function()
    local game = talk(sample("sokoban", { levels = "; name: One\n####\n#@x#\n####" }))
    assert.is_nil(game.view)
    assert.same({ "levels", 3, 3 }, { game.problem.file, game.problem.line, game.problem.column })
    assert.is_truthy(game.problem.message:find "unknown cell 'x'")
    assert.is_true(#game.legend > 3 and #game.tiles >= 6)
    local none = talk(sample("sokoban", { levels = " " }))
    assert.equal("there is no level: write a map", none.problem.message)
    assert.equal("no level is played", fault(sample("sokoban", { levels = " " }),
      { call = "undo" }).message)
  end)

  it("in an option is told", function()
    assert.same({ file = "options", message = "steps must be an integer, not 'x'" },
      fault(load(walk, { options = { steps = "x" } })))
  end)

  it("in the options of a game in C is told: it has none", function()
    assert.same({ file = "options", message = "tower has no options" },
      fault { call = "load", game = "tower", options = { blocks = "3" } })
  end)

  it("in a map of a game in C is told", function()
    local game = talk { call = "load", game = "tower",
      levels = "; name: One\n..G\nS.#\n###\n\n...\nSxG\n###" }
    local wrong = game.problem
    assert.is_true(#game.legend > 5)
    assert.same({ "levels", 7, 2 }, { wrong.file, wrong.line, wrong.column })
    assert.is_truthy(wrong.message:find "^level 2: line 2, column 2: unknown cell 'x'")
    assert.is_truthy(fault({ call = "load", game = "towr" }).message:find "did you mean 'tower'")
  end)

  it("in a rule leaves the board as it was", function()
    local answers = ask { load [[
      return tessera.game { name = "broken", map = "@.",
        legend = { ["@"] = "you", ["."] = "floor" }, moves = { "go" }, apply = function(state)
          state.board:set(1, 2, "you")
          error "no"
        end }]],
      { call = "apply", action = "go" }, { call = "record" } }
    assert.is_truthy(answers[2].error.message:find "^game.lua:5: no")
    assert.equal(5, answers[2].error.line)
    assert.is_truthy(answers[3].result.text:find "@%.\nend\n$")
  end)

  it("may be raised as a table, which is told as any error", function()
    local forged = fault(load [[error({ file = "levels", line = -1, message = setmetatable({},
      { __tojson = function() return '1},"error":null,"result":{"kind":"game"' end }) })]])
    assert.same({ message = "game.lua: an error that is no text: a table" }, forged)
    assert.same({ message = "x" }, fault(load "error({ message = 'x', line = 'abc', file = 5 })"))
    assert.is_truthy(fault(load "error({ message = print })").message:find "no text")
    assert.is_true(#fault(load "error(('x\\n'):rep(1e5))").message < 30000)
    assert.same({ message = "game.lua: an error without a message" }, fault(load "error()"))
  end)

  it("in a message is told", function()
    assert.equal("there is no call 'fly'", fault({ call = "fly" }).message)
    assert.equal("no game is loaded", fault({ call = "undo" }).message)
    assert.equal("key: expected a text, got nil", fault(load(walk), { call = "key" }).message)
    assert.equal("there is no cell at row 9, column 1", fault(load(walk), { call = "click",
      row = 9, column = 1 }).message)
    assert.equal("there is no level 2", fault(load(walk), { call = "begin", level = 2 }).message)
    local wrong_row = fault(load(walk), { call = "click", row = 1.5, column = 1 })
    assert.equal("row: expected a whole number from 1 on, got 1.5", wrong_row.message)
    local wrong = run.shell("printf '%s\n' nonsense | lua5.4 spec/support/page_host.lua")
    assert.is_truthy(wrong:find("no JSON object", 1, true))
  end)

  it("if the sandbox refuses it, ends the process", function()
    local answers, stderr, status = ask { load "pcall(os.execute, 'true')" }
    assert.same({}, answers)
    assert.equal(4, status)
    assert.is_truthy(stderr:find "os.execute is refused")
  end)
end)

describe("playing", function()
  it("tells only what has changed", function()
    local game, one, two, back = talk(load(walk), key "right", key "right", { call = "undo" })
    assert.equal(2, #one.view.changes // 2)
    assert.is_nil(one.view.all)
    local pieces = {} -- that change places: without what lies below them, and nothing
    for i, tile in ipairs(one.view.tiles) do
      pieces[i] = tile.label
    end
    assert.same({ "you", "", "floor" }, pieces)
    assert.is_nil(two.view.tiles)
    local you, floor = game.view.all[1], game.view.all[2]
    assert.same({ floor, you, floor }, board { game.view, one.view, two.view, back.view })
    assert.same({ "there", true, true }, { two.view.outcome, two.view.over, two.view.won })
    assert.same({ 1, 2, true, true }, { back.view.step, back.view.count, back.view.undo,
      back.view.redo })
    assert.is_nil(back.view.steps)
  end)

  it("tells and shows what the player sees, against the computer what he sees himself", function()
    local cards = load [[return tessera.game { name = "cards", players = 2, map = "ak",
      legend = { ["?"] = "card", a = "ace", k = "king" }, moves = { "one", "two" }, rules = {
        { "one", "first right [ ace ] -> [ king ]" }, { "two", "first left [ king ] -> [ ace ]" } },
      score = function() return 0 end,
      view = function(state, player) state.board:set(1, 3 - player, "card") end }]]
    local one = { call = "apply", action = "one" }
    local _, hot = talk(cards, one)
    assert.same({ "?k\n", {} }, { hot.view.text, hot.view.steps.list[1].events })
    local _, _, mine = talk(cards, { call = "against", method = "random", as = 1 }, one)
    assert.same({ "k?\n", { "became ace to king at row 1, column 1" } },
      { mine.view.text, mine.view.steps.list[1].events })
  end)

  it("keeps what was played before a restart, and its steps", function()
    local answers = { talk(load(walk), key "right", key "right", key "z", { call = "restart" },
      key "right", key "z", key "z", { call = "redo" }) }
    local function told(view)
      local actions = {}
      for i, step in ipairs(view.steps and view.steps.list or {}) do
        actions[i] = step.action
      end
      return { view.text, view.round, view.step, view.count, view.undo, view.redo,
        view.steps and view.steps.from or 0, table.concat(actions, " ") }
    end
    local list = {}
    for i = 5, 9 do
      list[#list + 1] = told(answers[i].view)
    end
    local first, second = answers[1].view.text, answers[2].view.text
    assert.same({ first, 1, 0, 0, true, false, 1, "" }, list[1])
    assert.same({ second, 1, 1, 1, true, false, 1, "right" }, list[2])
    assert.same({ first, 1, 0, 1, true, true, 0, "" }, list[3])
    assert.same({ second, 0, 1, 1, true, true, 1, "right" }, list[4])
    assert.same({ first, 1, 0, 1, true, true, 1, "right" }, list[5])
  end)

  it("goes on from a step that came before a restart", function()
    local answers = { talk(load(walk), key "right", key "right", { call = "restart" }, key "z",
      { call = "go", step = 1 }, { call = "record" }, key "right") }
    assert.same({ 1, 2 }, { answers[6].view.step, answers[6].view.count })
    assert.equal(1, select(2, answers[7].text:gsub("\n> right\n", "")))
    assert.same({ 2, 2, false }, { answers[8].view.step, answers[8].view.count,
      answers[8].view.redo })
  end)

  it("forgets the steps that were undone when another one is made", function()
    local _, _, _, _, left = talk(load(walk), key "right", key "right", { call = "go", step = 1 },
      key "left")
    assert.same({ 2, 1, "left" }, { left.view.steps.from, #left.view.steps.list,
      left.view.steps.list[1].action })
    assert.same({ 2, 2 }, { left.view.step, left.view.count })
  end)

  it("says why not", function()
    local _, up, other = talk(load(walk), key "up", { call = "apply", action = "jump" })
    assert.is_truthy(up.view.message)
    assert.equal(0, up.view.count)
    assert.is_false(other.done)
    assert.equal(other.view.message, other.why)
  end)

  it("leaves to the page what is the page's", function()
    local _, hint, help = talk(load(walk), key "h", key "?")
    assert.same({ "hint", "help" }, { hint.command, help.command })
  end)

  it("takes a click for a direction or another choice, or says why not", function()
    local cars = "AABB../....C./XX..C./....../....../......"
    local function clicks(...)
      local messages = { sample("rush", { levels = (cars:gsub("/", "\n")) .. "\n" }) }
      for i, place in ipairs { ... } do
        messages[i + 1] = { call = "click", row = place[1], column = place[2] }
      end
      return select(#messages, talk(table.unpack(messages))).view
    end
    local drives = clicks({ 3, 2 }, { 3, 3 })
    assert.same({ "X right", 1 }, { drives.steps.list[1].action, drives.count })
    local other = clicks({ 3, 2 }, { 1, 4 })
    assert.same({ "B ", 0 }, { other.asks.text, other.count }) -- X cannot drive up: car B is chosen
    local stuck = clicks({ 3, 2 }, { 1, 2 })
    assert.same({ nil, "A: nothing is possible now.", 0 },
      { stuck.asks, stuck.message, stuck.count })
    local why = clicks({ 3, 2 }, { 4, 2 })
    assert.same({ "X down: the car cannot drive there", 0 }, { why.message, why.count })
    assert.is_nil(why.asks)
  end)

  it("goes on with clicks and choices", function()
    local game, click = talk(sample "connect4", { call = "click", row = 1, column = 3 })
    assert.is_true(game.cursor)
    assert.equal(1, click.view.count)
    assert.same({ 1, 3 }, click.view.cursor)
  end)

  it("says what is asked for", function()
    local _, click = talk(sample "peg", { call = "click", row = 3, column = 4 })
    assert.is_truthy(click.view.prompt:find "which direction")
    assert.same({ kind = "direction", text = "3 4 " }, click.view.asks)
  end)

  it("waits for the first key where there are ticks", function()
    local game, first, tick = talk(sample "falling", key "left", { call = "tick" })
    assert.is_true(game.view.paused)
    assert.equal("number", type(game.tick))
    assert.is_false(first.view.paused)
    assert.same({ 1, 2 }, { first.view.count, tick.view.count })
    assert.equal("tick", tick.view.steps.list[1].action)
  end)

  it("collects what a script prints", function()
    local game, answer = talk(load([[
      print("hello", 1)
      return tessera.game { name = "loud", map = "@", legend = { ["@"] = "you" }, moves = { "go" },
        fields = { n = 0 }, apply = function(state)
          state.n = state.n + 1
          for i = 1, 300 do print("line", i) end
        end }]]),
      { call = "apply", action = "go" })
    assert.same({ "hello\t1" }, game.printed)
    assert.equal(201, #answer.printed)
    assert.equal("line\t300", answer.view.message)
  end)

  it("knows when the computer is to move", function()
    local _, against = talk(sample "connect4", { call = "against", method = "mcts", as = 2 })
    assert.same({ true, 1 }, { against.view.computer, against.view.turn })
    assert.is_truthy(fault(load(walk), { call = "against", method = "mcts" }).message
      :find "two players")
  end)

  it("lets the computer choose for all others where players act together", function()
    local game, against, first = talk(sample "predators",
      { call = "against", method = "best-reply", as = 3 }, { call = "answer", nodes = 200 })
    assert.same({ "mcts", "best-reply", "random" }, game.rivals)
    assert.same({ true, 1 }, { against.view.computer, against.view.turn })
    assert.equal("1: ", first.action:sub(1, 3))
    local _, _, _, mine, others, last = talk(sample "predators",
      { call = "against", method = "mcts", as = 3 }, { call = "apply", action = first.action },
      { call = "apply", action = "2: wait" }, { call = "apply", action = "3: wait" },
      { call = "answer", nodes = 200 })
    assert.same({ false, 3 }, { mine.view.computer, mine.view.turn })
    assert.same({ true, 4 }, { others.view.computer, others.view.turn })
    assert.equal("4: ", last.action:sub(1, 3))
    for message, wish in pairs {
      ["there is no method 'alpha-beta' here (expected one of mcts best-reply random)"] =
        { call = "against", method = "alpha-beta" },
      ["predators has 6 players"] = { call = "against", method = "mcts", as = 7 } } do
      assert.equal(message, fault(sample "predators", wish).message)
    end
  end)

  it("goes on at several desks", function()
    local _, _, one, two = talk(load(walk), load(walk, { desk = 2 }), { call = "key", key = "right",
      desk = 2 }, { call = "save" })
    assert.equal(1, one.view.step)
    assert.is_truthy(two.text:find "@%.%.")
  end)
end)

describe("a search", function()
  it("finds hints, solutions and answers, and says how far it is", function()
    local answers = ask { { call = "load", game = "tower" }, { call = "hint" }, { call = "solve" },
      { call = "examine" } }
    assert.equal("MOVETO 6", answers[2].result.action)
    assert.same({ "MOVETO 6", "CLIMB RIGHT" }, answers[3].result.actions)
    assert.is_true(answers[3].posts[1].nodes >= 1)
    assert.same({ "shortest solution", "2 actions" }, answers[4].result.facts[2])
    local _, answer = talk(sample "connect4", { call = "answer", method = "alpha-beta" })
    assert.is_truthy(answer.action:find "^drop %d$")
  end)

  it("says why there is no solution", function()
    local _, solve = talk(sample "connect4", { call = "solve" })
    assert.equal("Not solved: only a game for one player can be solved", solve.message)
    local _, limit = talk(sample("sokoban", { level = 2 }), { call = "solve", nodes = 5 })
    assert.is_truthy(limit.message:find "no solution found within %d+ positions")
    local _, one = talk(sample("sokoban", { level = 2 }), { call = "solve", nodes = 1 })
    assert.equal("Not solved: no solution found within 4 positions", one.message)
    local _, won, done = talk(one_push(), key "right", { call = "solve" })
    assert.equal("Solved", won.view.outcome)
    assert.equal("Nothing is left to solve: this is the end (Solved)", done.message)
    local _, _, lost = talk(load [[return tessera.game { name = "pit", goal = "Out", map = "@o",
      legend = { ["@"] = "player", o = "pit", ["."] = "floor" }, moves = { "right" }, rules = {
        { "right", "right [ player | pit ] -> [ floor | pit ]", over = "Fell" },
        { "right", "right [ player | floor ] -> [ floor | player ]", over = "Out" } } }]],
      { call = "apply", action = "right" }, { call = "solve" })
    assert.equal("Not solved: the game is over (Fell)", lost.message)
  end)
end)

describe("scenarios", function()
  local function scenarios(expect)
    return load(([[
      return { { name = "a walk", game = "tower", map = "...G/S.##/####",
        play = { "MOVETO 2" }, expect = { moves = %d } } }]]):format(expect))
  end

  it("are played, and their failures shown", function()
    local fine, wrong = talk(scenarios(1), scenarios(2))
    assert.same({ "scenarios", true, 0 }, { fine.kind, fine.passed, fine.failed })
    assert.same({ "scenarios", false, 1 }, { wrong.kind, wrong.passed, wrong.failed })
    assert.same({ "moves: expected 2, got 1" }, wrong.scenarios[1].wrong)
    assert.is_truthy(wrong.page:find "failed: a walk")
  end)

  it("are found beside what a file may also return", function()
    assert.equal("none", talk(load "print 'x'").kind)
    assert.equal("study", talk(load(run.read_file "samples/studies/tower_study.lua")).kind)
    assert.is_truthy(fault(load "return 12").message:find "returned 12, which is no game")
    local unreturned = load [[require("tessera").game { name = "unreturned",
      legend = { x = "y" }, moves = { "go" }, apply = function() end }]]
    assert.same({ file = "game.lua", line = 2, message = "game.lua:2: game 'unreturned' is made, "
      .. "but the file does not return it: write `return tessera.game {`" }, fault(unreturned))
  end)
end)

describe("a recording", function()
  local text = run.read_file "samples/games/levels/sokoban.play"

  it("is stepped through both ways, and played on from any step", function()
    local which, _, last, first, on = talk({ call = "recording_game", text = text },
      sample "sokoban", { call = "replay", text = text }, { call = "show", step = 0 },
      { call = "resume", step = 2 })
    assert.same({ "sokoban", false }, { which.game, which.builtin })
    assert.equal(last.count, last.view.step)
    assert.equal(last.count, #last.view.steps.list)
    assert.is_true(last.view.replay)
    assert.equal(0, first.view.step)
    require "spec.support.lua_games"
    local start, actions = session.read(text)
    assert.equal(tostring(start), first.view.text)
    for i = 1, 2 do
      start:apply(actions[i].text)
    end
    assert.equal(tostring(start), on.view.text)
    assert.is_false(on.view.replay)
  end)

  it("of another game, or of none, is refused", function()
    assert.is_truthy(fault({ call = "load", game = "tower" }, { call = "replay", text = text })
      .message:find "line 2")
    assert.is_truthy(fault({ call = "recording_game", text = "x" }).message:find "no recording")
    assert.is_truthy(fault(sample "sokoban", { call = "replay",
      text = (text:gsub("< ok", "< no", 1)) }).message:find "expected '< no'")
  end)

  it("is what `record` writes", function()
    local _, _, record = talk(load(walk), key "right", { call = "record" })
    local _, replay = talk(load(walk), { call = "replay", text = record.text })
    assert.same({ "walk", 1 }, { replay.game, replay.count })
  end)
end)

describe("letters of moves", function()
  local levels = "######\n#@ $.#\n######\n"

  it("are played in the level, and written", function()
    local game, _, begun, played, letters = talk(sample("sokoban", { levels = levels }),
      key "right",
      { call = "letters" }, { call = "play_letters", text = "r\nR\n" }, { call = "letters" })
    assert.is_true(game.letters)
    assert.equal("r\n", begun.text)
    assert.same({ "Solved", 2, false },
      { played.view.outcome, played.view.step, played.view.replay })
    assert.same({ 1, "right" }, { played.view.steps.from, played.view.steps.list[2].action })
    assert.equal("rR\n", letters.text)
  end)

  it("are played as far as they are possible", function()
    local _, played = talk(sample("sokoban", { levels = levels }),
      { call = "play_letters", text = "r3u" })
    assert.equal("######\n# @$.#\n######\n", played.view.text)
    assert.equal("The play goes as far as move 1: up is not possible any more.",
      played.view.message)
  end)

  it("end a look at a recording, of which they are written", function()
    local text = run.read_file "samples/games/levels/sokoban.play"
    local _, _, letters, played = talk(one_push(), { call = "replay", text = text },
      { call = "letters" }, { call = "play_letters", text = "R" })
    assert.equal("lluurDldRRRUruLddddllUdrruulL\n", letters.text)
    assert.same({ false, 1, 1 }, { played.view.replay, played.view.level, played.view.step })
  end)

  it("are told where they are wrong, and of other games", function()
    assert.equal("line 2, column 1: expected letters of moves (l u r d), got 'rx'",
      fault(sample "sokoban", { call = "play_letters", text = "r\nrx" }).message)
    assert.equal("line 1, column 1: there are more than 1000000 moves",
      fault(sample "sokoban", { call = "play_letters", text = "999999(999999r)" }).message)
    local rush = sample "rush"
    assert.is_false(talk(rush).letters)
    assert.equal("rush has other moves than left, up, right and down",
      fault(rush, { call = "play_letters", text = "r" }).message)
    assert.equal("'E' is no move in letters", fault({ call = "load", game = "robots" },
      key "right", { call = "letters" }).message)
  end)
end)

describe("pictures", function()
  it("are drawn of the board and of the play", function()
    local _, _, svg, film, frames = talk(load(walk), key "right", { call = "svg" },
      { call = "film" }, { call = "frames" })
    assert.is_truthy(svg.text:find "^<svg ")
    assert.is_truthy(film.page:find "<title>walk")
    assert.same({ 1, 3, 5 }, { frames.rows, frames.columns, #frames.tiles }) -- three slide alone
    assert.same({ 1, 2, 2 }, frames.first)
    assert.same({ { 1, 2, 2, 1 } }, frames.steps)
    assert.same({ 2, { 1, 2 } }, { #frames.moved[1], frames.moved[1][1].path })
  end)

  it("of a board that is too large are not drawn", function()
    local wide = ("."):rep(500)
    local source = walk:gsub("@%.%.", "@" .. wide .. ("/" .. wide .. "."):rep(99))
    local game = talk(load(source))
    assert.is_truthy(game.problem.message:find "too large for a page")
  end)
end)
