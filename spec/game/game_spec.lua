--- Specifies games written in Lua: definitions and the errors for wrong ones, rules that fail,
--- chance, and the command line.

local grid = require "tessera.grid"
local lua_games = require "spec.support.lua_games"
local run = require "spec.support.run"
local game = require "tessera.game"

-- A definition with some keys changed; the value "none" removes a key.
local function definition(changes)
  local made = {
    name = "fill",
    legend = { ["."] = "empty", o = "stone" },
    moves = { "put <row> <column>", "pass" },
    apply = function(state, verb, row, column)
      if verb == "pass" then
        return nil, "nobody passes"
      elseif not state.board:is(row, column, "empty") then
        return nil, "the cell is taken"
      end
      state.board:set(row, column, "stone")
      state:event("put", "o", nil, nil, row, column)
    end,
    outcome = function(state)
      return state.board:count "empty" == 0 and "Full" or nil
    end,
  }
  for key, value in pairs(changes or {}) do
    made[key] = value ~= "none" and value or nil
  end
  return made
end

local function message_of(f, ...)
  local fine, message = pcall(f, ...)
  assert.is_false(fine)
  return message
end

describe("a game in Lua", function()
  local fill = game(definition())

  it("plays by its rules", function()
    local state = fill.new "o./.."
    assert.are.same({ "put 1 2", "put 2 1", "put 2 2" }, state:actions())
    assert.is_true(state:apply "put 1 2")
    assert.are.equal("oo\n..\n", tostring(state))
    assert.are.same({ nil, "put 1 1: the cell is taken" }, { state:apply "put 1 1" })
    assert.are.same({ nil, "pass: nobody passes" }, { state:apply "pass" })
    assert.are.equal("put 3 1: the board has only 2 rows", state:why "put 3 1")
    assert.are.equal("put 1 9: the board has only 2 columns", state:why "put 1 9")
    local events = {}
    assert.is_true(state:apply("put 2 1", events))
    assert.are.same({ { kind = "put", what = "o", to = { 2, 1 } } }, events)
    assert.are.same({ true, "Full" }, { state:apply "put 2 2" })
    assert.is_nil(state:turn())
    assert.are.same({}, state:actions())
    assert.are.equal("put 1 1: the game is over (Full)", state:why "put 1 1")
  end)

  it("undoes the changes of a rule that refuses", function()
    local careless = game(definition { apply = function(state, _, row, column)
      state.board:set(row or 1, column or 1, "stone")
      return nil, "after all not"
    end })
    local state = careless.new "../.."
    assert.are.same({ nil, "put 1 1: after all not" }, { state:apply "put 1 1" })
    assert.are.equal("..\n..\n", tostring(state))
    local idle = game(definition { apply = function() end })
    assert.are.equal("pass: nothing would change", idle.new("."):why "pass")
    assert.are.same({}, idle.new("."):actions())
    local refusing = game(definition { apply = function()
      return false
    end })
    assert.are.equal("pass: not possible here", refusing.new("."):why "pass")
  end)

  it("lets players take turns, unless it has a function `turn`", function()
    local two = game(definition { players = 2 })
    local state = two.new "../.."
    assert.are.equal(1, state:turn())
    state:apply "put 1 1"
    assert.are.equal(2, state:turn())
    assert.is_true(two.load(state:save()) == state)
    local always = game(definition { players = 3, turn = function()
      return 3
    end })
    state = always.new "../.."
    state:apply "put 1 1"
    assert.are.equal(3, state:turn())
  end)

  it("has fields, counters and arrays", function()
    local counted = game(definition {
      fields = { left = 9, hand = { size = 3, value = 1, min = 0, max = 5 } },
      counters = { moves = 0 },
      apply = function(state, _, row)
        state.left = state.left - row
        state.hand[2] = state.hand[2] + 1
        state.moves = state.moves + 1
      end,
    })
    local state = counted.new "../.."
    local key = state:key()
    state:apply "put 2 1"
    assert.are.same({ 7, 1, 2, 1, 3, 1 }, { state.left, state.hand[1], state.hand[2],
      state.hand[3], #state.hand, state.moves })
    assert.are_not.equal(key, state:key())
    assert.is_true(counted.load(state:save()) == state)
    local again = counted.new "../.."
    again.moves = 5
    assert.are.equal(key, again:key())
    assert.is_false(again == counted.new "../..")
    for text, act in pairs {
      ["field 'hand': expected an integer of 0..5, got 6"] = function()
        state.hand[1] = 6
      end,
      ["array 'hand' has elements 1..3, not 4"] = function()
        return state.hand[4]
      end,
      ["field 'left': expected an integer of"] = function()
        state.left = 1.5
      end,
      ["layer 'board' is a grid: set its cells"] = function()
        state.board = 7
      end,
      ["field 'hand' is an array: set its elements"] = function()
        state.hand = 7
      end,
      ["fill has no field or method 'lft' (did you mean 'left'?)"] = function()
        state.lft = 7
      end,
      ["fill has no field or method 'aply' (did you mean 'apply'?)"] = function()
        state:aply "pass"
      end,
    } do
      assert.is_truthy(message_of(act):find(text, 1, true), text)
      assert.matches("^spec/game/game_spec%.lua:%d+: ", message_of(act))
    end
  end)

  it("throws dice from its seed, or from a given list", function()
    local dice = game(definition { fields = { sum = 0 }, apply = function(state)
      state.sum = state.sum * 10 + state:chance(6)
    end })
    local function throw(options, times)
      local state = dice.new("..", options)
      for _ = 1, times do
        state:apply "pass"
      end
      return state.sum, state
    end
    assert.are.equal(316, (throw({ chance = { 3, 1, 6 } }, 3)))
    assert.are.equal(throw({ seed = 5 }, 9), (throw({ seed = 5 }, 9)))
    assert.are_not.equal(throw({ seed = 5 }, 9), (throw({ seed = 6 }, 9)))
    local _, state = throw({ seed = 5, chance = { 3, 1, 6 } }, 2)
    assert.is_true(dice.load(state:save()) == state)
    assert.are.equal(throw({ seed = 5, chance = { 6, 6 } }, 9), (throw({ seed = 5,
      chance = { 6, 6 } }, 9)))
    assert.are.equal("number 1 of the given chance is 7, expected 1..6",
      (message_of(throw, { chance = { 7 } }, 1):gsub("^[^:]*:%d+: ", "")))
    assert.is_truthy(message_of(dice.new, "..", { chance = { 0 } }):find(
      "number 1 of the given chance is no integer from 1 on", 1, true))
  end)

  it("passes errors of its rules on, with their lines, wherever rules are called", function()
    local mine = { "an object" }
    local failing = game(definition {
      actions = function(_, add)
        add("put", 1, 1)
        add("put", 9, 9)
      end,
      apply = function(state, _, row)
        if row == 1 then
          error(mine)
        end
        local nothing = nil
        return nothing.field
      end,
    })
    local state = failing.new "../.."
    assert.are.equal(mine, message_of(state.apply, state, "put 1 1"))
    assert.are.equal(mine, message_of(state.why, state, "put 1 1"))
    assert.are.equal(mine, message_of(state.playout, state, 3, 10))
    assert.are.equal(mine, message_of(state.apply_all, state, { "put 1 1" }))
    local here = "^spec/game/game_spec%.lua:%d+: "
    assert.matches(here .. "attempt to index a nil value %(local 'nothing'%)$",
      message_of(state.apply, state, "put 2 1"))
    assert.are.equal("..\n..\n", tostring(state))
    local wrong = game(definition { actions = function(_, add)
      add("putt", 1, 1)
    end })
    state = wrong.new ".."
    assert.matches("^spec/game/game_spec%.lua:%d+: 'putt 1 1' is no action of fill$",
      message_of(state.actions, state))
    assert.matches("^spec/game/game_spec%.lua:%d+: 'putt 1 1' is no action of fill$",
      message_of(state.playout, state, 1, 1))
  end)

  it("names the line of a rule that returns a wrong value", function()
    for rule, expected in pairs { outcome = "nil or a text of 1..63 bytes",
      turn = "an integer of 1..2", score = "an integer of" } do
      local odd = game(definition { players = 2, [rule] = function()
        return {}
      end })
      assert.matches(("^spec/game/game_spec.lua:%%d+: %s must return %s"):format(rule,
        expected:gsub("%.", "%%.")), message_of(function()
          return odd.new("..") and rule == "score" and odd.new(".."):score()
        end))
    end
    local odd = game(definition { apply = function()
      return false, {}
    end })
    local state = odd.new ".."
    assert.matches("apply must return nil or false and why not as a text, got a table",
      message_of(state.apply, state, "pass"))
  end)

  it("checks new and loaded states", function()
    local checked = game(definition { check = function(state)
      return state.board:count "stone" > 1 and "too many stones" or nil
    end, setup = function(state, options)
      if options.crowded then
        state.board:fill "stone"
      end
    end, options = { crowded = false } })
    local state = checked.new "o./.."
    assert.is_true(checked.load(state:save()) == state)
    assert.matches("^spec/game/game_spec%.lua:%d+: fill: map: too many stones$",
      message_of(checked.new, "oo/.."))
    assert.matches("fill: map: too many stones$", message_of(checked.new, "o./..",
      { crowded = true }))
    assert.matches("^line %d+, column %d+: too many stones$",
      tostring(message_of(checked.load, (state:save():gsub("\no%.\n", "\noo\n")))))
  end)

  it("begins fields and counters with the options of their names", function()
    local seen
    local windy = game(definition { options = { wind = 20, dark = false, left = 3, tone = "low" },
      fields = { wind = { value = 1, min = 0, max = 100 }, dark = 0 }, counters = { left = 0 },
      setup = function(state) seen = state.wind end })
    local function numbers(options)
      local state = windy.new(".o", options)
      assert.are.equal(seen, state.wind)
      assert.is_true(windy.load(state:save()) == state)
      return { state.wind, state.dark, state.left }
    end
    assert.are.same({ 20, 0, 3 }, numbers())
    assert.are.same({ 0, 1, 3 }, numbers { wind = 0, dark = true })
    assert.are.same({ 100, 0, -7 }, numbers { wind = 100, left = -7 })
    assert.are.same({ 20, 0, 3 }, numbers())
    assert.matches("^spec/game/game_spec%.lua:%d+: fill: option 'wind': expected 0%.%.100, as the "
      .. "field of this name has it, got 101$", message_of(windy.new, ".o", { wind = 101 }))
    assert.matches("fill: option 'wind': expected a value of type integer, got 'much'$",
      message_of(windy.new, ".o", { wind = "much" }))
  end)

  it("makes equal states of one map, none of which sees what becomes of another", function()
    for name, map in pairs { connect4 = false, othello = false, sokoban = "#####\n#@$.#\n#####" } do
      local made = dofile("samples/games/" .. name .. ".lua")
      local first, outcome = made.new(map or nil)
      local text = first:save()
      for _ = 1, 3 do
        local state, over = made.new(map or nil)
        assert.equal(text, state:save())
        assert.equal(outcome, over)
        assert.is_true(state:apply(state:codes()[1]))
        assert.not_equal(text, state:save())
      end
      assert.equal(text, first:save())
    end
    local pegs = dofile "samples/games/peg.lua"
    for _ = 1, 2 do
      assert.same({ "Solved", "Stuck", nil }, { select(2, pegs.new "o"), select(2, pegs.new "oo"),
        select(2, pegs.new "oo.") })
      assert.equal("Solved", select(2, pegs.new "o"))
    end
    assert.is_false(pcall(pegs.new, "o", false))
    assert.is_false(pcall(pegs.new, "ox"))
    assert.equal("o\n", tostring(pegs.new "o"))
  end)

  it("draws from its seed at each start", function()
    local tiles, texts = dofile "samples/games/2048.lua", {}
    for seed = 0, 20 do
      texts[seed] = tostring(tiles.new(nil, { seed = seed }))
      assert.equal(texts[0], tostring(tiles.new()))
      assert.equal(texts[seed], tostring(tiles.new(nil, { seed = seed })))
    end
    assert.not_equal(texts[1], texts[2])
    assert.not_equal(texts[0], tostring(tiles.new(nil, { chance = { 16, 2, 15, 2 } })))
    assert.equal(texts[0], tostring(tiles.new()))
  end)

  it("asks a rule that sees more than its arguments at each start", function()
    for _, rule in ipairs { "setup", "check", "outcome", "turn" } do
      local asked = 0
      local made = game(definition { [rule] = function(state)
        asked = asked + 1
        if rule == "setup" then
          state.board:set(1, asked, "stone")
        end
        return rule == "turn" and 1 or nil
      end })
      for i = 1, 3 do
        local stones = {}
        for _, column in made.new(".....").board:each "stone" do
          stones[#stones + 1] = column
        end
        assert.equal(i, asked, rule)
        assert.same(rule == "setup" and { i } or {}, stones)
      end
    end
  end)

  it("begins with a grid as with its picture", function()
    local board = grid.new "o../..."
    local state = fill.new(board)
    assert.equal("o..\n...\n", tostring(state))
    assert.is_true(state == fill.new "o../...")
    assert.is_true(state:apply "put 1 2")
    assert.equal("o..\n...\n", tostring(board))
    assert.equal("oo.\n...\n", tostring(fill.new(state.board)))
    assert.equal("Full", select(2, fill.new(grid.new "oo")))
  end)

  it("begins with all cells of a grid where a blank is one", function()
    local walk = game(definition { legend = { [" "] = "empty", o = "stone" } })
    local state = walk.new(grid.new(2, 3, " "):paste(grid.new "o", 1, 2))
    assert.equal(" o \n   \n", tostring(state))
    assert.same({ 2, 3 }, { state:rows(), state:columns() })
  end)

  it("is no definition of another", function()
    assert.matches("^spec/game/game_spec%.lua:%d+: game 'fill' is a game already$",
      message_of(game, fill))
  end)

  it("shows where a map is wrong", function()
    for map, message in pairs {
      ["o.\n.x"] = "line 2, column 2: unknown cell 'x' (expected one of . o)",
      ["o.\n   .x"] = "line 2, column 2: unknown cell 'x' (expected one of . o)",
      ["o./."] = "line 2, column 2: the row has 1 cells, expected 2",
      [""] = "line 1, column 1: the map has no rows",
    } do
      assert.is_truthy(message_of(fill.new, map):find("fill: map: ", 1, true))
      if map ~= "" and not map:find "\n   " then
        assert.is_truthy(message_of(fill.new, map):find(message, 1, true), message)
      end
    end
    assert.is_truthy(message_of(fill.new):find("fill: map is missing", 1, true))
    assert.is_truthy(message_of(fill.new, grid.new "o./ox"):find(
      "fill: map: row 2, column 2: unknown cell 'x' (expected one of . o)", 1, true))
    assert.is_truthy(message_of(fill.new, grid.new(1, 2001)):find(
      "fill: map: the map has more than 2000 columns", 1, true))
    assert.is_truthy(message_of(fill.new, "..", { sede = 1 }):find(
      "fill: unknown option 'sede' (did you mean 'seed'?)", 1, true))
    assert.is_truthy(message_of(fill.new, "..", { seed = "x" }):find(
      "fill: option 'seed': expected a value of type integer, got 'x'", 1, true))
  end)
end)

describe("a definition", function()
  local function nop() end

  for message, changes in pairs {
    ["game: name is missing (expected a value of type string)"] = { name = "none" },
    ["game: unknown key 'nmae' (did you mean 'name'?)"] = { name = "none", nmae = "fill" },
    [ [[game 'fill': end 1: expected a list such as { "Won", "all box on target" }, got 'Full']] ]
      = { ends = { "Full", "no empty" }, outcome = "none" },
    ["game: name: expected small letters, digits and '_', got 'Fill'"] = { name = "Fill" },
    ["game 'tower': there is a game of this name already"] = { name = "tower" },
    ["game 'fill': unknown key 'legned' (did you mean 'legend'?)"] = { legned = {} },
    ["game 'fill': legend is missing (expected a value of type table)"] = { legend = "none" },
    ["game 'fill': legend is empty"] = { legend = {} },
    ["game 'fill': legend 'oo': expected a single printable character one column wide"] =
      { legend = { oo = "stone" } },
    ["game 'fill': legend '/': '/' is no cell: it stands between rows"] =
      { legend = { ["/"] = "stone" } },
    ["game 'fill': legend: expected characters as keys, such as { ['.'] = 'empty' }, got the key 1"]
      = { legend = { "o" } },
    ["game 'fill': legend 'o': expected a value of type string or table, got 7"] =
      { legend = { o = 7 } },
    ["game 'fill': legend 'o': there is no layer 'ground': name it in `layers`"] =
      { legend = { o = { ground = "stone" } } },
    ["game 'fill': legend 'o': there is no layer 'bord' (did you mean 'board'?)"] =
      { legend = { o = { bord = "stone" } } },
    ["game 'fill': group 'all': no kind is called 'ston' (did you mean 'stone'?)"] =
      { groups = { all = { "ston" } } },
    ["game 'fill': 'stone' is a kind and a group"] = { groups = { stone = { "empty" } } },
    ["game 'fill': it has no rules: write some in `rules`, or a function `apply`"] =
      { apply = "none" },
    ["game 'fill': score: expected a value of type function or string, got 7"] = { score = 7 },
    ["game 'fill': map: line 2, column 2: unknown cell 'x' (expected one of . o)"]
      = { map = "o./ox" },
    ["game 'fill': map: line 2, column 2: the row has 1 cells, expected 2"] = { map = "o./." },
    ["game 'fill': map: the map has no rows"] = { map = "" },
    ["game 'fill': players: expected 1..64, got 65"] = { players = 65 },
    ["game 'fill': moves is empty"] = { moves = {} },
    ["game 'fill': moves is missing (expected a value of type table)"] = { moves = "none" },
    ["game 'fill': move 1: unknown slot '<rwo>' (did you mean '<row>'?)"] = { moves = { "<rwo>" } },
    ["game 'fill': there are too many actions of one form"] = { moves = {
      "<1..999999999999> <1..999999999999>" } },
    ["game 'fill': the text of an action can become too long"] = { moves = {
      "abcdefghijklmnopqrstuvw abcdefghijklmnopqrstuvw" } },
    ["game 'fill': the name 'a' is used twice"] = { layers = { "a", "a" } },
    ["game 'fill': 'clone' is the name of a method of every state"] = { fields = { clone = 1 } },
    ["game 'fill': the name 'n' is used twice"] = { fields = { n = 1 }, counters = { n = 1 } },
    ["game 'fill': field 'n': unknown key 'sze' (did you mean 'size'?)"] =
      { fields = { n = { sze = 1 } } },
    ["game 'fill': field 'n': the value 7 is not in 0..5"] =
      { fields = { n = { value = 7, min = 0, max = 5 } } },
    ["game 'fill': field 'n': hidden: expected a value of type boolean, got 1"] =
      { fields = { n = { hidden = 1 } } },
    ["game 'fill': field 'n': unknown key 'hiden' (did you mean 'hidden'?)"] =
      { fields = { n = { hiden = true } } },
    ["game 'fill': field 'n': size: expected 0..4096, got 5000"] =
      { fields = { n = { size = 5000 } } },
    ["game 'fill': fields: expected a name of letters, digits and '_', got 'a b'"] =
      { fields = { ["a b"] = 1 } },
    ["game 'fill': option 'n': expected a value of type integer or string or boolean,"
      .. " got a table"] = { options = { n = {} } },
    ["game 'fill': option 'n': expected 0..5, as the field of this name has it, got 7"] =
      { options = { n = 7 }, fields = { n = { min = 0, max = 5 } } },
    ["game 'fill': option 'n': expected 1..5, as the counter of this name has it, got false"] =
      { options = { n = false }, counters = { n = { min = 1, max = 5 } } },
    ["game 'fill': option 'n': the field of this name is an array, which cannot begin with it"] =
      { options = { n = 7 }, fields = { n = { size = 2 } } },
    ["game 'fill': option 'n': the field of this name cannot begin with a text"] =
      { options = { n = "much" }, fields = { n = 0 } },
  } do
    it("is refused: " .. message, function()
      local said = message_of(game, definition(changes))
      assert.matches("^spec/game/game_spec%.lua:%d+: ", said)
      said = said:gsub("^spec/game/game_spec%.lua:%d+: ", "")
      assert.are.equal(message, said)
    end)
  end

  it("needs only a name, a legend, moves and apply", function()
    local small = game { name = "small", legend = { x = "thing" }, moves = { "go" }, apply = nop }
    assert.are.equal("x\n", tostring(small.new "x"))
    assert.is_true(game.is(small))
    assert.is_false(game.is {})
    assert.are.equal(small, game.named "small")
  end)
end)

describe("Sokoban", function()
  local sokoban = dofile "samples/games/sokoban.lua"

  it("pushes a box, but not two, and not into a wall", function()
    local state = sokoban.new "#######\n#@$ $.#\n#     #\n#    .#\n#######"
    assert.is_true(state:apply "right")
    assert.are.equal("#######\n# @$$.#\n#     #\n#    .#\n#######\n", tostring(state))
    assert.are.equal("right: the box cannot be pushed", state:why "right")
    assert.are.equal("up: a wall is in the way", state:why "up")
    assert.are.same({ 1, 1 }, { state.moves, state.pushes })
  end)

  it("is solved when every box is on a target", function()
    local state = sokoban.new "######\n#@$ .#\n######"
    assert.are.same({ true }, { state:apply "right" })
    assert.are.same({ true, "Solved" }, { state:apply "right" })
    assert.are.equal("######\n#  @*#\n######\n", tostring(state))
  end)

  it("shows a player on a target, and reads rows of different lengths", function()
    local state = sokoban.new "  ####\n###  #\n#@. $#\n######"
    state:apply "right"
    assert.are.equal("  ####\n###  #\n# + $#\n######\n", tostring(state))
  end)

  it("requires one player, and a target for every box", function()
    assert.matches("expected one player %(@ or %+%), found 0", message_of(sokoban.new, "#.#"))
    assert.matches("there are more boxes than targets", message_of(sokoban.new, "#@$#"))
  end)
end)

describe("Clobber", function()
  local clobber = dofile "samples/games/clobber.lua"

  it("moves onto neighbouring stones of the opponent's only", function()
    local state = clobber.new "ox./o.x"
    assert.are.same({ "1 1 right" }, state:actions())
    assert.are.equal("2 1 right: row 2, column 2 is empty, not 'theirs'", state:why "2 1 right")
    assert.are.equal("1 2 left: row 1, column 2 is black, not 'mine'", state:why "1 2 left")
    assert.are.same({ true, "White wins" }, { state:apply "1 1 right" })
    assert.are.equal(".o.\no.x\n", tostring(state))
    assert.are.same({ 1, -1 }, { state:score(1), state:score(2) })
  end)

  it("lists the same actions that trying all actions finds", function()
    local rng = require "tessera.rng"
    local start = require "spec.conformance.clobber"
    for seed = 1, 100 do
      local state = start(rng.new(seed))
      local listed, tried = state:actions(), {}
      for row = 1, state:rows() do
        for column = 1, state:columns() do
          for _, direction in ipairs { "up", "down", "left", "right" } do
            local action = ("%d %d %s"):format(row, column, direction)
            tried[#tried + 1] = not state:why(action) and action or nil
          end
        end
      end
      assert.are.same(tried, listed)
    end
  end)
end)

describe("2048", function()
  local game2048 = dofile "samples/games/2048.lua"

  it("joins equal tiles once, and adds a tile", function()
    local state = game2048.new("1111/2.21/..../....", { chance = { 8, 2 } })
    assert.is_true(state:apply "left")
    assert.are.equal("22..\n31..\n...1\n....\n", tostring(state))
    assert.are.equal(16, state:score())
  end)

  it("slides in every direction", function()
    for direction, board in pairs { left = "1.1./1...", right = ".1.1/...1", up = "11.1/....",
      down = ".1../1..1" } do
      local first = direction == "up" and 1 or 2
      local state = game2048.new("1.../...1", { chance = { first, 2 } })
      assert.is_true(state:apply(direction) or direction)
      assert.are.equal(board, (tostring(state):gsub("\n", "/"):gsub("/$", "")), direction)
    end
  end)

  it("is over when nothing can move", function()
    local state = game2048.new("12/21", {})
    assert.are.equal("Game Over", state:outcome())
    assert.is_nil(game2048.new("12/1.", {}):outcome())
    assert.is_nil(game2048.new("12/12", {}):outcome())
  end)

  it("starts with two tiles of its own", function()
    local state = game2048.new(nil, { chance = { 1, 2, 15, 1 } })
    assert.are.equal("1...\n....\n....\n...2\n", tostring(state))
  end)
end)

describe("run.lua with a game", function()
  for _, sample in ipairs(lua_games) do
    local name = sample.file
    it("plays the levels of " .. name, function()
      local path = "samples/games/levels/" .. name
      local expected = run.read_file(path .. ".out")
      local script = "samples/games/" .. name .. ".lua"
      local said = name == "clobber" and "clobber: level 2 'Over at once' is over at its start "
        .. "(Black wins)\n" or ""
      assert.same({ expected, said, 0 }, { run({ script }, run.read_file(path .. ".txt")) })
      assert.same({ expected, said, 0 }, { run { script, path .. ".txt" } })
    end)
  end

  it("shows every action with --trace", function()
    assert.same({ [[
Game 1:
#####
#@$.#
#####

1. ignored: left: a wall is in the way
#####
#@$.#
#####

2. right (rule 2 at row 2, column 2)
   moved @ from row 2, column 2 to row 2, column 3
   pushed $ from row 2, column 3 to row 2, column 4
   heard moved
   heard pushed
   heard won
#####
# @*#
#####

#####
# @*#
#####
Moves: 1
Outcome: Solved
]], "", 0 }, { run({ "samples/games/sokoban.lua", "--trace" },
      "#####\n#@$.#\n#####\n\nleft\nright\n") })
  end)

  it("names the place of an error in its input, after the answers before it", function()
    local good = "#####\n#@$.#\n#####\n\nright\n\n"
    local answer = "#####\n# @*#\n#####\nMoves: 1\nOutcome: Solved\n\n"
    for input, message in pairs {
      ["#####\n#@$.#\n#####\n\nleft, rihgt\n"] =
        "line 11, column 7: 'rihgt' is no action of sokoban (did you mean 'right'?)",
      ["; a level\n#####\n#@$x#\n#####\n"] = "line 9, column 4: unknown cell 'x' (expected one of"
        .. "   # $ * + - . @ _)",
      ["#####\n#@$ #\n#####\n"] = "line 7, column 1: there are more boxes than targets",
    } do
      local stdout, stderr, status = run({ "samples/games/sokoban.lua" }, good .. input)
      assert.same({ answer:sub(1, -2), 1 }, { stdout:sub(1, #answer - 1), status })
      assert.equal("sokoban: " .. message .. "\n", stderr)
    end
    assert.same({ "", "sokoban: cannot open none.txt: No such file or directory\n", 1 },
      { run { "samples/games/sokoban.lua", "none.txt" } })
    assert.same({ "", "", 0 }, { run({ "samples/games/sokoban.lua" }, "") })
  end)

  it("takes --seed", function()
    local first = run({ "samples/games/2048.lua", "--seed", "1" }, "left\n")
    assert.equal(first, (run({ "samples/games/2048.lua", "--seed=1" }, "left\n")))
    assert.is_true(first ~= run({ "samples/games/2048.lua", "--seed", "2" }, "left\n"))
    assert.same({ "", "run.lua: --seed must be an integer, not 'x' (try --help)\n", 2 },
      { run({ "samples/games/2048.lua", "--seed", "x" }, "") })
  end)
end)

describe("the input of a game", function()
  local lights = [[
    return require("tessera").game { name = "lights", legend = { ["."] = "off", o = "on" },
      moves = { "press <row> <column>" },
      apply = function(state, _, row, column) state.board:set(row, column, "on") end }]]

  local function play(input)
    local results
    run.in_folder(function(folder)
      run.write_file(folder .. "/lights.lua", lights)
      results = { run({ folder .. "/lights.lua" }, input) }
    end)
    return table.unpack(results)
  end

  it("may have blank lines between the actions", function()
    assert.same({ "oo.\nMoves: 2\nOutcome: none\n", "", 0 },
      { play "...\n\npress 1 1\n\npress 1 2\n" })
  end)

  it("has errors that name the line and guess what was meant", function()
    for input, message in pairs {
      ["...\n\npres 1 1\n"] =
        "line 3, column 1: 'pres 1 1' is no action of lights (did you mean 'press 1 1'?)",
      ["...\npress 1 1\n"] =
        "line 2, column 1: a blank line is missing between the map and the actions",
      ["...\npxess 1 1 z\n"] = "line 2, column 1: unknown cell 'p' (expected one of . o)",
      ["...\n..\n"] = "line 2, column 3: the row has 2 cells, expected 3",
      ["...\n\npress 1 1, press 1 2x\n"] =
        "line 3, column 12: 'press 1 2x' is no action of lights (did you mean 'press 1 2'?)",
    } do
      assert.same({ "lights: " .. message .. "\n", 1 }, { select(2, play(input)) })
    end
  end)

  it("is read by its definition's own fields, whatever the metatable does", function()
    local odd = setmetatable(definition { name = "odd" }, { __index = function()
      error "asked"
    end, __len = function()
      return "many"
    end })
    assert.are.equal("..\n", tostring(game(odd).new ".."))
  end)

  it("gets an error quickly, also with thousands of names or very long ones", function()
    local errors = require "tessera.base.errors"
    local names = {}
    for i = 1, 1001 do
      names[i] = "name" .. i
    end
    assert.is_nil(errors.near("nmae1", names))
    names[1001] = nil
    assert.are.equal("name1", errors.near("nmae1", names))
    assert.are.equal("short", errors.near("shrot", { ("short"):rep(1000000), "short" }))
  end)

  it("tries no action to guess what was meant", function()
    run.in_folder(function(folder)
      run.write_file(folder .. "/bets.lua", [[
        return require("tessera").game { name = "bets", legend = { ["."] = "table" }, map = ".",
          moves = { "bet <1..1000000000>" }, apply = function() error "a rule was asked" end }]])
      local _, stderr = run({ folder .. "/bets.lua" }, ".\n\nbett 6\n")
      assert.matches("line 3, column 1: 'bett 6' is no action of bets %(did you mean 'bet 6'%?%)",
        stderr)
    end)
  end)
end)
