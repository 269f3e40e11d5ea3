--- Specifies `run.lua explain rules`: the program of each kind of game, word by word, and that
--- every sample and every word of the notation can be printed.

local game = require "tessera.game"
local lua_game = require "tessera.lua_game"
local maps = require "tessera.base.maps"
local run = require "spec.support.run"
local sentences = require "spec.support.rule_sentences"

-- Each has the source of a game, and what is printed.
-- luacheck: push ignore 631
local games = {}

-- Slots, players, runs, limits, ends by player.
games.stones = { [[
return require("tessera").game {
  name = "stones",
  players = 2,
  legend = { ["."] = "empty", x = "red", y = "yellow" },
  pieces = { "red", "yellow" },
  moves = { "put <row> <column>", "slide <direction>", "pass" },
  rules = {
    { "put <row> <column>", "[ empty ] -> [ mine ]", keep_turn = true, call = function() end },
    { "slide <left|right>", "[ 2+ mine | no mine ] -> [ | 2+ mine ]", event = "slid" },
    { "slide up", "every up or left [ mine | theirs or edge ] -> [ empty | ]" },
    { "pass", why = "there is a move", when = "no [ empty | mine ]", over = "Drawn" },
  },
  ends = {
    { { "Red wins", "Yellow wins" }, "line 3 mine", score = 5 },
    { "Drawn", "stuck" },
  },
}
]], [[
game stones: forms 3, steps 0, ends 2
  layer board: empty red yellow
  field over: 0 to 3
  functions in Lua take part

form 1: put <row> <column>
  row: slot 2
  column: slot 3
  listed by bitboards

stones.lua:8
rule 1: [ empty ] -> [ mine ]
  pattern: 1 row of 1 cell, anchor 1
    cell 1: board = empty; found by board
  direction: right
  write 1: board := by player (player 1: red; player 2: yellow)
  it lies on the board, changes a cell
  the turn is kept
  a function in Lua is called
  an action changes the state for certain

form 2: slide <up|down|left|right>
  direction: slot 2

stones.lua:9
rule 2: [ 2+ mine | no mine ] -> [ | 2+ mine ]
  for slot 2: left right
  pattern: 1 row of 2 cells, anchor 1
    cell 1: 2 or more, by player (player 1: board = red; player 2: board = yellow); found by board
    cell 2: by player (player 1: board ~= red; player 2: board ~= yellow)
  direction: that of slot 2
  write 1 by 1: board := empty
  write 2 by 2: board := by player (player 1: red; player 2: yellow)
  it lies on the board, changes a cell, slides: only its ends are written
  event: slid
  an action changes the state for certain

stones.lua:10
rule 3: every up or left [ mine | theirs or edge ] -> [ empty | ]
  for slot 2: up
  pattern: 1 row of 2 cells, anchor 1
    cell 1: by player (player 1: board = red; player 2: board = yellow); found by board
    cell 2: by player (player 1: board = yellow; player 2: board = red) or off the board
  direction: every one of up left
    spot left: cell 2 at 0 -1; 2 directions
  write 1: board := empty
  an action changes the state for certain

form 3: pass

stones.lua:11
rule 4: no picture
  when: a pattern fits nowhere
    pattern: 1 row of 2 cells, anchor 1
      cell 1: board = empty; found by board
      cell 2: by player (player 1: board = red; player 2: board = yellow)
    direction: the first of up down left right
      spot right: cell 2 at 0 1; 4 directions
    it lies on the board
  over: Drawn
  why: there is a move
  an action changes the state for certain

stones.lua:14
end 1: line 3 mine
  after player 1: Red wins
  after player 2: Yellow wins
  score: 5
  when: line of 3 by player (player 1: board = red; player 2: board = yellow)

stones.lua:15
end 2: stuck
  outcome: Drawn
  when: no action is possible
]] }

-- Headings, turns, steps, a sweep.
games.flies = { [[
return require("tessera").game {
  name = "flies",
  legend = { ["."] = "empty", o = "rock", ["^"] = "north", [">"] = "east", v = "south",
    ["<"] = "west" },
  groups = { fly = { up = "north", right = "east", down = "south", left = "west" } },
  counters = { turns = 0 },
  moves = { "wait" },
  rules = { { "wait", count = "turns" } },
  after = {
    "first behind fly [ fly | rock ] -> [ fly | ]",
    { at_once = true, sweep = {
      "left of fly [ fly | empty ] -> [ | fly turned left ]",
      { "down [ rock | empty ] -> [ | rock ]", event = "fell" },
      "[ fly ] -> [ fly turned back ]",
    } },
  },
}
]], [[
game flies: forms 1, steps 2, ends 0
  layer board: east empty north rock south west
  counter turns
  all 1 actions are listed by their words
  actions are tried on a copy

form 1: wait

flies.lua:8
rule 1: no picture
  add 1 to turns
  each action makes turns greater

step 1: one rule

flies.lua:10
rule 1: first behind fly [ fly | rock ] -> [ fly | ]
  pattern: 1 row of 2 cells, anchor 1
    cell 1: board not in empty rock; found by board
    cell 2: board = rock
  direction: behind what heads so: west left east right north up south down, the first place that fits
    spot right: cell 2 at 0 1; 8 directions
  write 2: board := empty
  it lies on the board, changes a cell

step 2: a sweep of 3 rules, all at once

flies.lua:12
rule 1: left of fly [ fly | empty ] -> [ | fly turned left ]
  pattern: 1 row of 2 cells, anchor 1
    cell 1: board not in empty rock; found by board
    cell 2: board = empty
  direction: left of what heads so: west left east right north up south down
    spot right: cell 2 at 0 1; 8 directions
  found 1: board of cell 1
  write 1: board := empty
  write 2: board := found 1: east -> north, north -> west, south -> east, west -> south
  it lies on the board, changes a cell

flies.lua:13
rule 2: down [ rock | empty ] -> [ | rock ]
  pattern: 1 row of 2 cells, anchor 1
    cell 1: board = rock; found by board
    cell 2: board = empty
  direction: down
    spot down: cell 2 at 1 0
  write 1: board := empty
  write 2: board := rock
  it lies on the board, changes a cell
  event: fell

flies.lua:14
rule 3: [ fly ] -> [ fly turned back ]
  pattern: 1 row of 1 cell, anchor 1
    cell 1: board not in empty rock; found by board
  direction: right
  found 1: board of cell 1
  write 1: board := found 1: east -> west, north -> south, south -> north, west -> east
  it lies on the board
]] }

-- Chance, `no`, `next`, `same`, two layers.
games.dice = { [[
return require("tessera").game {
  name = "dice",
  layers = { "ground", "things" },
  legend = { ["."] = { ground = "grass" }, [","] = { ground = "sand" }, a = { ground = "grass", things = "ant" },
    b = { ground = "sand", things = "bee" } },
  groups = { animal = { "ant", "bee" } },
  fields = { energy = { value = 3, min = 0, max = 9 } },
  score = "count animal sand",
  moves = { "throw <1..3>", "next" },
  rules = {
    { "throw 2", "random [ animal | same ] -> [ random animal | next animal ]", add = { energy = -2 } },
    { "throw <1..3>", "each [ no things ] -> [ ant 25% or bee 75% ]" },
    { "next", "first [ animal grass or bee ] -> [ no animal sand ]" },
  },
}
]], [[
game dice: forms 2, steps 0, ends 0
  layer ground: grass sand
  layer things: nothing ant bee
  field energy: 0 to 9
  score: count of ground = sand, things ~= nothing
  searches foresee actions
  actions are tried on a copy

form 1: throw <1..3>

dice.lua:11
rule 1: random [ animal | same ] -> [ random animal | next animal ]
  for slot 2: 2 to 2
  pattern: 1 row of 2 cells, anchor 1
    cell 1: things ~= nothing; found by things
    cell 2: things = that of cell 1
  direction: the first of up down left right, a place that fits by chance
  write 1: by chance, 1 to 2: to 1 things := ant, to 2 things := bee
  write 2: things := by what it is: ant -> bee, bee -> ant
  it lies on the board
  add -2 to energy

dice.lua:12
rule 2: each [ no things ] -> [ ant 25% or bee 75% ]
  pattern: 1 row of 1 cell, anchor 1
    cell 1: things = nothing; found by things
  direction: right, each place that fits
  write 1: by chance, 1 to 4: to 1 things := ant, to 4 things := bee
  it lies on the board

form 2: next

dice.lua:13
rule 3: first [ animal grass or bee ] -> [ no animal sand ]
  pattern: 1 row of 1 cell, anchor 1
    cell 1: ground = grass, things ~= nothing or things = bee
  direction: right, the first place that fits
  write 1: things := by what it is: ant -> nothing, bee -> nothing, ground := sand
  it lies on the board, changes a cell
  an action changes the state for certain
  what it changes is foreseen
]] }

-- Conditions, several rows, a slot that names a kind.
games.asks = { [[
return require("tessera").game {
  name = "asks",
  legend = { ["."] = "empty", A = "A", B = "B" },
  groups = { car = { "A", "B" } },
  fields = { keys = 2 },
  moves = { "<car> <direction>" },
  rules = { { "<car> <direction>", "[ <car> | empty / ? | ? ] -> [ | <car> / | ]",
    when = "keys >= 1 and count A < count B and A at row 1 column -1 and some car" },
    { "<car> <direction>", "[ <car> | edge ] -> [ empty | ]", when = "all A on car and line 2 A and all [ B | B ]" } },
}
]], [[
game asks: forms 1, steps 0, ends 0
  layer board: A B empty
  field keys
  searches foresee actions

form 1: <A|B> <up|down|left|right>
  direction: slot 2
  piece: slot 1
  listed by pieces

asks.lua:7
rule 1: [ <car> | empty / ? | ? ] -> [ | <car> / | ]
  pattern: 2 rows of 2 cells, anchor 1
    cell 1: by slot 1 (A: board = A; B: board = B); found by board
    cell 2: board = empty
    cell 3: anything or off the board
    cell 4: anything or off the board
  direction: that of slot 2
    spot right: cell 2 at 0 1; 8 directions
  write 1: board := empty
  write 2: board := by slot 1 (A: A; B: B)
  it changes a cell
  when: field keys >= 1
  and: count of board = A < count of board = B
  and: at row 1 column -1: board = A
  and: some board ~= empty
  an action changes the state for certain
  what it changes is foreseen

asks.lua:9
rule 2: [ <car> | edge ] -> [ empty | ]
  pattern: 1 row of 2 cells, anchor 1
    cell 1: by slot 1 (A: board = A; B: board = B); found by board
    cell 2: off the board
  direction: that of slot 2
    spot right: cell 2 at 0 1; 8 directions
  write 1: board := empty
  it changes a cell
  when: all board = A, on board ~= empty
  and: line of 2 board = A
  and: a pattern fits
    pattern: 1 row of 2 cells, anchor 1
      cell 1: board = B; found by board
      cell 2: board = B
    direction: the first of up down left right up-left up-right down-left down-right
      spot right: cell 2 at 0 1; 8 directions
    it lies on the board
  an action changes the state for certain
  what it changes is foreseen
]] }

-- Pieces of several cells, and one with a name.
games.beams = { [[
return require("tessera").game {
  name = "beams",
  layers = { "ground", "things" },
  legend = { ["."] = { ground = "floor" }, ["<"] = { ground = "floor", things = "west" },
    [">"] = { ground = "floor", things = "east" } },
  moves = { "slide <row> <column> <direction> <1..2>", "turn <row> <column>" },
  rules = {
    { "slide <row> <column> <direction> <1..2>", move = { "things", into = "floor no things",
      joins = { right = { "west" } } } },
    { "turn <row> <column>", "right [ things as a | no things ] -> [ | a ]" },
  },
}
]], [[
game beams: forms 2, steps 0, ends 0
  layer ground: floor
  layer things: nothing east west
  searches foresee actions

form 1: slide <row> <column> <up|down|left|right> <1..2>
  row: slot 2
  column: slot 3
  direction: slot 4
  listed by the pieces in the cells

beams.lua:8
rule 1: no picture
  move the piece in the cell: things ~= nothing
  joined to the cell to the right: things = west
  into: ground = floor, things = nothing, leaves nothing
  as many steps as slot 5 says
  an action changes the state for certain
  what it changes is foreseen

form 2: turn <row> <column>
  row: slot 2
  column: slot 3
  listed by bitboards

beams.lua:10
rule 2: right [ things as a | no things ] -> [ | a ]
  pattern: 1 row of 2 cells, anchor 1
    cell 1: things ~= nothing; found by things
    cell 2: things = nothing
  direction: right
    spot right: cell 2 at 0 1
  found 1: things of cell 1
  write 1: things := nothing
  write 2: things := found 1: as it is
  it lies on the board, changes a cell
  an action changes the state for certain
  what it changes is foreseen
]] }

-- A squash, and a step.
games.join = { [[
return require("tessera").game {
  name = "join",
  legend = { ["."] = "empty", a = "2", b = "4", c = "8" },
  groups = { tiles = { "2", "4", "8" } },
  counters = { points = 0 },
  moves = { "<direction>" },
  score = "points",
  rules = { { "<direction>", squash = { "tiles", count = "points", worth = { 0, 4, 8 } } } },
  after = { "random [ empty ] -> [ 2 ]" },
}
]], [[
game join: forms 1, steps 1, ends 0
  layer board: 2 4 8 empty
  counter points
  score: field points
  all 4 actions are listed by their words
  actions are tried on a copy

form 1: <up|down|left|right>
  direction: slot 1

join.lua:8
rule 1: no picture
  squash board, blank empty: 2->4=4 4->8=8, worth to points

step 1: one rule

join.lua:9
rule 1: random [ empty ] -> [ 2 ]
  pattern: 1 row of 1 cell, anchor 1
    cell 1: board = empty; found by board
  direction: right, a place that fits by chance
  write 1: board := 2
  it lies on the board, changes a cell
]] }

-- luacheck: pop

-- A game in PuzzleScript with these rules.
local function puzzle(rules)
  return ([[
title Push

========
OBJECTS
========
Background
black

Wall
grey

Player
blue

Crate
orange

Spark
red

=======
LEGEND
=======
. = Background
# = Wall
P = Player
* = Crate
Thing = Crate or Spark

======
SOUNDS
======

================
COLLISIONLAYERS
================
Background
Player, Wall, Crate
Spark

=====
RULES
=====
%s
==============
WINCONDITIONS
==============
no Crate

=======
LEVELS
=======
#####
#P*.#
#####
]]):format(rules)
end

local PUZZLE_RULES = [[
right [ > Player | Crate ] -> [ > Player | > Crate ]
late right [ Player | ... | Spark no Wall ] -> [ Player | ... | random Thing ] again
random [ stationary Player ] [ Crate ] -> [ randomdir Player ] [ ]
]]

local PUZZLE_PROGRAM = [[
game push: rules 2, late 1, made for one direction each
  layer 1: background
  layer 2: player, wall, crate
  layer 3: spark

push.txt:44
group 1: right [ > Player | Crate ] -> [ > Player | > Crate ]
  right
    cell 1: player; moving layer 2 right
      clear all of layer 2; set player; stop layer 2; move layer 2 right
    cell 2: crate
      clear all of layer 2; set crate; stop layer 2; move layer 2 right

push.txt:46
group 2: random [ stationary Player ] [ Crate ] -> [ randomdir Player ] [ ]
  down, random
    cell 1: player; still layer 2
      clear all of layer 2; set player; stop layer 2; a way by chance to layer 2
    and
    cell 1: crate
      clear crate; clear all of layer 2; stop layer 2

push.txt:45
late group 1: late right [ Player | ... | Spark no Wall ] -> [ Player | ... | random Thing ] again
  right
    cell 1: player
      clear all of layer 2; set player
    any number of cells
    cell 3: spark; no wall
      clear spark; clear all of layer 3; stop layer 3; one by chance of crate, spark
    again
]]

-- Runs the command on a file: what it prints, its errors and its status.
local function explain(name, text, ...)
  return { run.with_files({ [name] = text }, { "explain", "rules", "@" .. name, ... }) }
end

-- The parts of a game's program as one text.
local function described(module)
  local describe, texts = maps.sources(module), {}
  for i, part in ipairs(describe()) do
    texts[i] = part.text
  end
  return table.concat(texts)
end

local function samples()
  local list = {}
  local pipe <close> = assert(io.popen "ls samples/games/*.lua samples/puzzlescript/*.txt")
  for path in pipe:lines() do
    list[#list + 1] = not path:find "_scenarios" and not path:find "_study" and path or nil
  end
  return list
end

describe("explain rules", function()
  for name, texts in pairs(games) do
    it("prints the program of " .. name, function()
      assert.same({ texts[2], "", 0 }, explain(name .. ".lua", texts[1]))
    end)
  end

  it("prints the lines of steps, also inside of 'again'", function()
    local text, lines = explain("again.lua", [[
return require("tessera").game {
  name = "again", legend = { ["."] = "empty", o = "rock" }, moves = { "wait" },
  after = {
    "first [ rock ] -> [ ]",
    { again = {
      "each down [ rock | empty ] -> [ | rock ]",
      { sweep = { "[ rock ] -> [ ]",
        "down [ rock | rock ] -> [ | ]" } },
    } },
    "each [ rock ] -> [ ]",
  },
  rules = { { "wait" } },
}
]])[1], {}
    for line in text:gmatch "\nagain%.lua:(%d+)\n" do
      lines[#lines + 1] = line
    end
    assert.equal("12 4 6 7 8 10", table.concat(lines, " "))
  end)

  it("prints the rules of a game in PuzzleScript by direction and object", function()
    assert.same({ PUZZLE_PROGRAM, "", 0 }, explain("push.txt", puzzle(PUZZLE_RULES)))
  end)

  it("prints rules in PuzzleScript of a game in Lua", function()
    local push = [[
return require "tessera".game { name = "push", moves = { "<direction>" },
  legend = { ["."] = "empty", p = "player", o = "box" },
  rules = { require "tessera.puzzlescript" %s } }
]]
    local rule = "right [ > Player | Box ] -> [ > Player | > Box ]"
    local program = "\ngroup 1: " .. rule .. [[

  right
    cell 1: player; moving layer 1 right
      clear all of layer 1; set player; stop layer 1; move layer 1 right
    cell 2: box
      clear all of layer 1; set box; stop layer 1; move layer 1 right
]]
    for text, place in pairs {
      ["[[\n  (pushes)\n  " .. rule .. "\n]]"] = "push.lua:5",
      ['"(pushes)\\n' .. rule .. '"'] = "push.lua: puzzlescript, line 2", -- no line of the file
    } do
      local results = explain("push.lua", push:format(text))
      assert.same({ "", 0 }, { results[2], results[3] })
      assert.equal("puzzlescript: rules 1, late 0, made for one direction each\n"
        .. "  layer 1: box, player\n  layer 2: background\n\n" .. place .. program,
        results[1]:match "\n\n(puzzlescript:.*)")
    end
  end)

  it("prints each sample", function()
    local paths = samples()
    assert.is_true(#paths > 20)
    for _, path in ipairs(paths) do
      local stdout, stderr, status = run { "explain", "rules", path }
      assert.same({ "", 0 }, { stderr, status }, path)
      local lines = select(2, stdout:gsub(path:gsub("%p", "%%%0") .. ":%d+\n", ""))
      assert.is_true(lines > 0 or not stdout:find "%f[%l]rule %d", stdout)
    end
  end)

  it("says that functions carry the actions out", function()
    local stdout = run { "explain", "rules", "samples/games/mines.lua" }
    assert.equal("mines has no rules as pictures: functions in Lua carry its actions out\n", stdout)
  end)

  it("has words for every word and sign of the notation", function()
    local left, words = {}, {}
    for _, token in ipairs(sentences.tokens) do
      left[token] = true
    end
    for _, word in ipairs(lua_game.words) do
      words[word.text] = word
    end
    -- The sentences have no players who act together, of whom these words are.
    for _, word in ipairs { "my", "their" } do
      local rule = ("[ mine | %s tail ] -> [ mine | empty ]"):format(word)
      local text = described(game { name = "joint", players = 2, together = true, map = "1.a",
        legend = { ["."] = "empty" }, pieces = "head",
        groups = { head = { each = "player" },
          tail = { each = "player", characters = { "a", "b" } } },
        moves = { "go", "wait" }, rules = { { "go", rule }, { "wait" } } })
      assert.truthy(text:find("tail", 1, true), text)
      assert.is_true(left[word])
      left[word] = nil
    end
    local function explained(seed, owner, place)
      local program, text = sentences.program(seed, owner, place)
      local found
      for where in pairs(text and sentences.found(owner, text) or {}) do
        local word = where:match "%S+$"
        found = found or left[word]
        left[word] = nil
      end
      assert.truthy(not found or #described(game(program.definition)) > 100)
    end
    for seed = 1, 30 do
      for owner in pairs(sentences.owners) do
        explained(seed, owner)
      end
    end
    -- What is rare is asked for.
    for _, token in ipairs(sentences.tokens) do
      local word = words[token]
      if left[token] and word and not word.term then
        local part = word.front and "front" or word.left and "left" or "right"
        explained(1, "sweep", ("sweep: %s %s"):format(part, token))
      elseif left[token] then
        explained(1, "end", "end: term " .. token)
      end
    end
    assert.same({}, left)
    assert.is_true(#sentences.tokens > #lua_game.words)
  end)

  it("prints no control characters", function()
    local rules = "right [ Player ] -> [ > Player ] (\27[1m)\n"
    local stdout = explain("push.txt", puzzle(rules))[1]
    assert.is_nil(stdout:find "[\0-\9\11-\31\127]")
    assert.truthy(stdout:find("] (\\x1B[1m)\n", 1, true))
  end)

  it("holds a file to its limits", function()
    local results = explain("game.lua", "while true do end", "--max-seconds", "1")
    assert.same({ "", "run.lua: game.lua: stopped after 1 s of CPU time (--max-seconds)\n", 3 },
      results)
  end)

  it("wants one game whose rules are a program", function()
    for _, case in ipairs {
      { { "explain", "rules" }, "expected one game, such as my.lua (try --help)" },
      { { "explain", "rules", "a.lua", "b.lua" },
        "expected one game, such as my.lua (try --help)" },
      { { "explain", "rules", "tower" }, "the rules of tower are C: there is no program of them" },
      { { "explain", "rules", "towr" }, "there is no game 'towr' (did you mean 'tower'?); one in"
        .. " Lua is named by its file, such as my.lua" },
      { { "explain", "rule", "a.lua" }, "expected 'rules', got 'rule'" },
    } do
      assert.same({ "", "explain: " .. case[2] .. "\n", 2 }, { run(case[1]) })
    end
    local results = explain("scenario.lua", "return 3")
    assert.same({ "", "run.lua: scenario.lua returned 3, which is no game\n", 1 }, results)
  end)
end)
