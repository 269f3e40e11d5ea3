--- Rules as pictures: their events, the refusals in words, large boards and large games, and games
--- that are half pictures and half functions.

local game = require "tessera.game"
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local search = require "tessera.search"
local searches = require "spec.oracle.search"

-- A game of one layer: @ player, $ box, * gem, # wall, . empty.
local function made(definition)
  definition.name = definition.name or "made"
  definition.layers = definition.layers or { "board" }
  definition.legend = definition.legend or { ["."] = { board = "empty" },
    ["@"] = { board = "player" }, ["$"] = { board = "box" }, ["*"] = { board = "gem" },
    ["#"] = { board = "wall" } }
  definition.moves = definition.moves or { "<direction>" }
  return game(definition)
end

local function events_of(state, action)
  local events = {}
  assert(state:apply(action, events))
  return events
end

describe("events of rules as pictures:", function()
  it("a piece moved", function()
    local state = made({ rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } } })
      .new [[
      ...
      .@.]]
    assert.are.same({ { kind = "moved", what = "@", from = { 2, 2 }, to = { 1, 2 } } },
      events_of(state, "up"))
    assert.are.equal(picture [[
      .@.
      ...]], tostring(state))
  end)

  it("a piece moved, and nothing pushed it, where the right side names the empty cell", function()
    local state = made({ rules = { { "<direction>",
      "[ player | empty ] -> [ empty | player ]" } } }).new "@."
    assert.are.same({ { kind = "moved", what = "@", from = { 1, 1 }, to = { 1, 2 } } },
      events_of(state, "right"))
  end)

  it("two pieces of one group change places; a copy of one appeared", function()
    local state = made({ groups = { gift = { "box", "gem" } }, moves = { "swap", "copy" }, rules = {
      { "swap", "right [ gift as a | gift as b ] -> [ b | a ]" },
      { "copy", "left [ gift as a | empty ] -> [ a | a ]" } } }).new ".$*"
    assert.are.same({ { kind = "pushed", what = "$", from = { 1, 2 }, to = { 1, 3 } },
      { kind = "pushed", what = "*", from = { 1, 3 }, to = { 1, 2 } } }, events_of(state, "swap"))
    assert.are.equal(picture ".*$", tostring(state))
    assert.are.same({ { kind = "appeared", what = "*", to = { 1, 1 } } }, events_of(state, "copy"))
    assert.are.equal(picture "**$", tostring(state))
  end)

  it("a piece was pushed by the one that comes into its place", function()
    local state = made({ rules = { { "<direction>",
      "[ player | box | empty ] -> [ | player | box ]" } } }).new "@$."
    assert.are.same({ { kind = "moved", what = "@", from = { 1, 1 }, to = { 1, 2 } },
      { kind = "pushed", what = "$", from = { 1, 2 }, to = { 1, 3 } } },
      events_of(state, "right"))
    assert.are.equal(picture ".@$", tostring(state))
  end)

  it("a kind became another one in its place", function()
    local state = made({ rules = { { "<direction>", "[ player | box ] -> [ player | gem ]" } } })
      .new "$@"
    assert.are.same({ { kind = "became", what = "$", becomes = "*", from = { 1, 1 },
      to = { 1, 1 } } }, events_of(state, "left"))
    assert.are.equal(picture "*@", tostring(state))
  end)

  it("a piece was removed, and one appeared", function()
    local state = made({ rules = { { "<direction>",
      "[ player | gem | empty ] -> [ player | empty | box ]" } } }).new "@*."
    assert.are.same({ { kind = "removed", what = "*", from = { 1, 2 } },
      { kind = "appeared", what = "$", to = { 1, 3 } } }, events_of(state, "right"))
    assert.are.equal(picture "@.$", tostring(state))
  end)

  it("a piece that is taken is removed, the one that takes it moved", function()
    local state = made({ rules = { { "<direction>", "[ player | gem ] -> [ | player ]" } } })
      .new "@*"
    assert.are.same({ { kind = "moved", what = "@", from = { 1, 1 }, to = { 1, 2 } },
      { kind = "removed", what = "*", from = { 1, 2 } } }, events_of(state, "right"))
  end)

  it("a piece that the left side names twice is one piece", function()
    local state = made({ players = 2, pieces = { "player", "gem" }, rules = { { "<direction>",
      "[ player mine | empty ] -> [ | player ]" } } }).new "@."
    assert.are.same({ { kind = "moved", what = "@", from = { 1, 1 }, to = { 1, 2 } } },
      events_of(state, "right"))
  end)

  it("chance puts a piece there", function()
    for _, right in ipairs { "gem or gem", "gem 40% or gem 60%", "random shiny" } do
      local state = made({ groups = { shiny = { "gem" } }, rules = { { "<direction>",
        "[ player | empty ] -> [ player | " .. right .. " ]" } } }).new "@."
      assert.are.same({ { kind = "appeared", what = "*", to = { 1, 2 } } },
        events_of(state, "right"))
    end
  end)

  it("what two rules of a sweep at once put into a cell appears once", function()
    local state = made({ layers = { "board", "heat" }, legend = { ["."] = { board = "empty" },
      ["@"] = { board = "player" }, ["!"] = { board = "player", heat = "hot" } },
      counters = { n = 0 }, moves = { "go" }, rules = { { "go", count = "n" } },
      after = { { sweep = { "horizontal [ player | player ] -> [ player hot | player hot ]" },
        at_once = true } } }).new "@@"
    local events = events_of(state, "go")
    assert.are.equal(2, #events)
    for column, event in ipairs(events) do
      assert.are.same({ kind = "appeared", what = "!", to = { 1, column } }, event)
    end
    assert.are.equal("!!\n", tostring(state))
  end)

  it("`event` names that of the anchor's piece", function()
    local state = made({ rules = { { "<direction>", "[ player | gem ] -> [ | player ]",
      event = "took" } } }).new "@*"
    assert.are.same({ { kind = "took", what = "@", from = { 1, 1 }, to = { 1, 2 } },
      { kind = "removed", what = "*", from = { 1, 2 } } }, events_of(state, "right"))
  end)

  it("in runs each piece has its own", function()
    local state = made({ rules = { { "<direction>",
      "[ player | 1+ box | empty ] -> [ | player | 1+ box ]" } } }).new "@$$."
    local events = events_of(state, "right")
    assert.are.equal(picture ".@$$", tostring(state))
    assert.are.same({ kind = "moved", what = "@", from = { 1, 1 }, to = { 1, 2 } }, events[1])
    assert.are.same({ kind = "pushed", what = "$", from = { 1, 2 }, to = { 1, 4 } }, events[2])
    assert.are.equal(2, #events)
  end)

  it("a long run has one for each piece", function()
    for _, length in ipairs { 10, 63, 64, 65, 500 } do
      local state = made({ groups = { stone = { "box", "gem" } }, rules = { { "<direction>",
        "[ player | 1+ box | wall ] -> [ player | 1+ next stone | gem ]" } } })
        .new("@" .. ("$"):rep(length) .. "#.")
      local events = events_of(state, "right")
      assert.are.equal(picture("@" .. ("*"):rep(length + 1) .. "."), tostring(state))
      assert.are.equal(length + 1, #events)
      local changed = {}
      for _, event in ipairs(events) do
        assert.are.equal("*", event.becomes)
        changed[event.from[2]] = event.what
      end
      assert.are.equal(("$"):rep(length) .. "#", table.concat(changed, "", 2, length + 2))
    end
  end)

  it("those of steps follow those of the action", function()
    local state = made({ rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } },
      after = { { "each down [ box | empty ] -> [ | box ]", event = "fell" } } }).new [[
      @.$
      ...]]
    assert.are.same({ { kind = "moved", what = "@", from = { 1, 1 }, to = { 1, 2 } },
      { kind = "fell", what = "$", from = { 1, 3 }, to = { 2, 3 } } }, events_of(state, "right"))
  end)
end)

describe("rules as pictures beside functions:", function()
  local function mixed()
    return made { moves = { "<direction>", "dig", "wait" }, counters = { dug = 0 },
      groups = { open = { "empty", "gem" } },
      rules = {
        { "<direction>", "[ player | open ] -> [ empty | player ]" },
        { "dig", "first [ gem ] -> [ ]", call = function(state)
          state.dug = state.dug + 1
          if state.dug > 2 then
            return nil, "the shovel is broken"
          end
        end },
      },
      apply = function(state, word)
        if state.dug == 0 then
          return nil, word .. " for what?"
        end
        state.dug = 0
      end }
  end

  it("a function carries out the moves without rules", function()
    local state = mixed().new "@.**"
    assert.are.equal("wait: wait for what?", state:why "wait")
    assert.is_true(state:apply "dig")
    assert.is_true(state:apply "wait")
    assert.are.equal(0, state.dug)
    assert.are.same({ "right", "dig" }, state:actions())
  end)

  it("`call` refuses what its rule has done already", function()
    local state = mixed().new "@****"
    assert.are.equal(2, (state:apply_all { "dig", "dig" }))
    assert.are.equal(picture "@..**", tostring(state))
    assert.are.equal("dig: the shovel is broken", state:why "dig")
    assert.is_nil((state:apply "dig"))
    assert.are.equal(picture "@..**", tostring(state))
    assert.are.equal(2, state.dug)
  end)

  it("a rule that does not fit says why", function()
    local state = mixed().new "@#"
    assert.are.equal("right: row 1, column 2 is wall, not 'open'", state:why "right")
    assert.are.equal("left: the board ends before 'open'", state:why "left")
    assert.are.equal("dig: there is no 'gem'", state:why "dig")
  end)
end)

describe("turns of rules as pictures", function()
  it("pass to the next player, but for rules that keep them", function()
    local state = made({ players = 2, pieces = { "box", "gem" },
      moves = { "put <column>", "take <column>" },
      rules = { { "put <column>", "[ empty ] -> [ mine ]" },
        { "take <column>", "[ theirs ] -> [ mine ]", keep_turn = true } } }).new "...."
    local seen = {}
    for i, action in ipairs { "put 1", "take 1", "put 2", "put 3", "take 3", "put 4" } do
      assert.is_true(state:apply(action))
      seen[i] = picture(tostring(state)):gsub("\n", " ") .. state:turn()
    end
    assert.are.same({ "$... 2", "*... 2", "**.. 1", "**$. 2", "***. 2", "**** 1" }, seen)
  end)
end)

describe("refusals of rules as pictures:", function()
  it("a game that is over", function()
    local state = made({ rules = { { "<direction>", "[ player | gem ] -> [ | player ]",
      over = "Done" } } }).new "@*"
    assert.is_true(state:apply "right")
    assert.are.equal("left: the game is over (Done)", state:why "left")
    assert.is_nil((state:apply "left"))
    assert.are.same({}, state:actions())
  end)

  it("a second row that the board does not have", function()
    local state = made({ moves = { "from <row> <row>" },
      rules = { { "from <row> <row>", "first [ gem ] -> [ ]" } } }).new [[
      *.
      *.]]
    assert.are.equal("from 1 3: the board has only 2 rows", state:why "from 1 3")
    assert.is_nil((state:apply "from 1 3"))
    assert.is_true(state:apply "from 1 2")
    assert.are.equal(picture [[
      ..
      *.]], tostring(state))
  end)

  it("a board with one row", function()
    local state = made({ moves = { "dig <row> <column>" },
      rules = { { "dig <row> <column>", "[ gem ] -> [ ]" } } }).new "*."
    assert.are.equal("dig 2 1: the board has only 1 row", state:why "dig 2 1")
    assert.are.equal("dig 1 2: row 1, column 2 is empty, not 'gem'", state:why "dig 1 2")
  end)

  it("the word of a slot, and what is to be the same", function()
    local state = made({ moves = { "<box|gem> <direction>" }, groups = { piece = { "box", "gem" } },
      rules = { { "<box|gem> <direction>", "[ player | <box|gem> ] -> [ | ]" } },
      after = {} }).new "@$"
    assert.are.equal("gem right: row 1, column 2 is box, not 'gem'", state:why "gem right")
    local pairs_of = made({ groups = { piece = { "box", "gem" } },
      rules = { { "<direction>", "[ player | piece | same ] -> [ | | player ]" } } }).new "@$*"
    assert.are.equal("right: row 1, column 3 is gem, not 'same' (box)", pairs_of:why "right")
  end)

  it("what is on no cell at all", function()
    local rule = { "<direction>", "[ player | gem ] -> [ | player ]" }
    local state = made({ rules = { rule } }).new ".*"
    assert.are.equal("right: there is no 'player'", state:why "right")
  end)

  it("have no events, also where a function refuses after the cells have changed", function()
    local state = made({ rules = { { "<direction>", "[ player | gem ] -> [ | player ]",
      call = function() return nil, "not now" end } } }).new "@*"
    local events = {}
    assert.is_nil((state:apply("right", events)))
    assert.are.same({}, events)
    assert.are.equal(picture "@*", tostring(state))
  end)

  it("a text that is no action has no rule", function()
    local rule = { "<direction>", "[ player | gem ] -> [ | player ]" }
    local state = made({ rules = { rule } }).new "@*"
    assert.has_error(function() state:rule "rihgt" end,
      "bad argument #1 to 'rule' ('rihgt' is no action of made (did you mean 'right'?))")
    assert.has_error(function() state:apply "right right" end,
      "bad argument #1 to 'apply' ('right right' is no action of made)")
    local number, _, row, column = state:rule "right"
    assert.are.same({ 1, 1, 1 }, { number, row, column })
  end)

  it("a long cell is cut", function()
    local wanted = ("no gem "):rep(20) .. "box"
    local state = made({ rules = { { "<direction>", "[ player | " .. wanted .. " ] -> [ | ]" } } })
      .new "@."
    assert.are.equal("right: row 1, column 2 is empty, not '" .. wanted:sub(1, 100) .. "...'",
      state:why "right")
  end)
end)

describe("scores of rules as pictures:", function()
  it("a counter", function()
    local state = made({ counters = { points = 0 }, score = "points",
      rules = { { "<direction>", "[ player | gem ] -> [ | player ]", add = { points = 5 } } } })
      .new "*@*"
    assert.are.equal(0, state:score())
    assert.is_true(state:apply "left")
    assert.are.equal(5, state:score())
  end)

  it("the cells that fit", function()
    local state = made({ score = "count gem or box",
      rules = { { "<direction>", "[ player | gem ] -> [ | player ]" } } }).new "*@*$"
    assert.are.equal(3, state:score())
    assert.is_true(state:apply "left")
    assert.are.equal(2, state:score())
  end)

  it("the end that was reached, by player", function()
    local state = made({ players = 2, pieces = { "box", "gem" }, moves = { "put <column>" },
      rules = { { "put <column>", "[ empty ] -> [ mine ]" } },
      ends = { { { "Box", "Gem" }, "line 2 mine", score = 3 } } }).new "$..*"
    assert.are.equal(0, state:score(1))
    assert.is_true(state:apply "put 2")
    assert.are.equal("Box", (state:outcome()))
    assert.are.equal(3, state:score(1))
    assert.are.equal(-3, state:score(2))
  end)

  it("the end that was reached, of several with one text", function()
    local module = made { moves = { "wait" }, counters = { waits = 0 },
      rules = { { "wait", count = "waits" } },
      ends = { { "Over", "some gem", score = 5 }, { "Over", "some box", score = 1 },
        { "Out", "some player" }, { "Over", "no wall", score = 5 } } }
    for map, score in pairs { ["*$"] = 5, ["$#"] = 1, [".."] = 5 } do
      local state = module.new(map)
      assert.are.same({ "Over", score }, { (state:outcome()), state:score() })
      local loaded = module.load(state:save())
      assert.are.same({ "Over", score }, { (loaded:outcome()), loaded:score() })
      assert.is_true(loaded == state)
    end
    assert.are.same({ "Out", 0 }, { (module.new("@#"):outcome()), module.new("@#"):score() })
  end)

  it("the end that was reached, of the player who acted, if both have one text", function()
    local module = made { players = 2, pieces = { "box", "gem" }, moves = { "put <column>" },
      rules = { { "put <column>", "[ empty ] -> [ mine ]" } },
      ends = { { { "Line", "Line" }, "line 2 mine", score = 3 } } }
    local first, second = module.new "$..*", module.new "$...*"
    assert.is_true(first:apply "put 2")
    assert.are.same({ "Line", 3, -3 }, { (first:outcome()), first:score(1), first:score(2) })
    assert.is_true(second:apply "put 3")
    assert.is_true(second:apply "put 4")
    assert.are.same({ "Line", -3, 3 }, { (second:outcome()), second:score(1), second:score(2) })
  end)

  it("the first end with the text that a rule says", function()
    local state = made({ moves = { "wait" }, rules = { { "wait", over = "Won" } },
      ends = { { "Won", "no box", score = 2 }, { "Won", "no gem", score = 1 } } }).new "$*"
    assert.is_true(state:apply "wait")
    assert.are.same({ "Won", 2 }, { (state:outcome()), state:score() })
  end)
end)

describe("a pattern without a direction in the condition of a rule", function()
  local at_left = "*.../....\n"

  it("has the direction of the action", function()
    local module = made { counters = { n = 0 },
      rules = { { "<direction>", when = "[ gem | edge ]", count = "n" } } }
    assert.are.same({ "up", "left" }, module.new(at_left):actions())
    assert.are.same({ "left" }, module.new("..../*.../...."):actions())
  end)

  it("has it behind 'no', with an empty front, by name, beside other terms", function()
    for when, expected in pairs {
      ["no [ gem | edge ]"] = { "down", "right" },
      ["<direction> [ gem | edge ]"] = { "up", "left" },
      ["no <direction> [ gem | edge ]"] = { "down", "right" },
      ["some gem and [ gem | edge ] and no [ gem | empty ]"] = { "up", "left" },
      ["orthogonal [ gem | edge ]"] = { "up", "down", "left", "right" },
      ["no box and right [ gem | empty ]"] = { "up", "down", "left", "right" },
    } do
      local state = made({ counters = { n = 0 },
        rules = { { "<direction>", when = when, count = "n" } } }).new(at_left)
      assert.are.same(expected, state:actions(), when)
      for _, action in ipairs { "up", "down", "left", "right" } do
        local fits = table.concat(expected, " "):find("%f[%w]" .. action) ~= nil
        assert.are.equal(fits, state:rule(action) ~= nil, action)
        assert.are.equal(not fits, state:why(action) ~= nil, action)
        assert.are.equal(fits, state:clone():apply(action) == true, action)
      end
    end
  end)

  it("has it beside a pattern, in 'each', and with a word of the action alone", function()
    local module = made { moves = { "<direction>", "go left", "put <row> <column>" }, rules = {
      { "<direction>", "each [ box ] -> [ gem ]", when = "[ player | wall ]" },
      { "go left", "[ box ] -> [ gem ]", when = "[ player | wall ]" },
      { "put <row> <column>", "[ box ] -> [ gem ]", when = "[ player | wall ]" } } }
    assert.are.same({ "right", "put 1 3" }, module.new("@#$"):actions())
    assert.are.same({ "left", "go left", "put 1 3" }, module.new("#@$"):actions())
  end)

  it("has it in listed pieces and in what a search foresees", function()
    local module = game { name = "pieces", legend = { ["."] = "empty", A = "A", B = "B",
      ["#"] = "wall" }, groups = { car = { "A", "B" } }, moves = { "<car> <direction>" },
      rules = { { "<car> <direction>", "[ <car> | empty ] -> [ | <car> ]",
        when = "[ wall | empty ]" } } }
    local state = module.new "A.#./B..."
    assert.are.same({ "A right", "B right" }, state:actions())
    assert.are.same(searches.walk(state, 4), search.walk(state, 4))
  end)

  it("has none in steps and ends: there are four", function()
    local module = made { rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } },
      after = { { "each [ box ] -> [ gem ]", when = "[ player | wall ]" } },
      ends = { { "Stuck", "[ player | gem ]" } } }
    local state = module.new "#.@.$/....*"
    assert.is_true(state:apply "left")
    assert.are.equal(picture "#@..*/....*", tostring(state))
    assert.is_nil((state:outcome()))
    assert.are.equal("Stuck", (module.new("$./@*"):outcome()))
  end)
end)

-- A row of `n` cells that are all '.', but those that `cells` names: { [3] = "$" }.
local function row(n, cells)
  local bytes = {}
  for i = 1, n do
    bytes[i] = cells[i] or "."
  end
  return table.concat(bytes)
end

describe("lines on boards", function()
  local function with_line(n)
    return made { moves = { "put <row> <column>" },
      rules = { { "put <row> <column>", "[ empty ] -> [ box ]" } },
      ends = { { "Line", ("line %d box"):format(n) } } }
  end

  -- The rows and columns of the boards of 9 x 9 are more than a word of 64 bits.
  local ways = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } }
  for _, size in ipairs { { 5, 5 }, { 9, 9 }, { 20, 64 }, { 4, 65 }, { 66, 5 }, { 3, 100 } } do
    it(("of %d x %d"):format(size[1], size[2]), function()
      for _, way in ipairs(ways) do
        local state = with_line(3).new((row(size[2], {}) .. "\n"):rep(size[1]))
        local column = way[2] < 0 and size[2] or size[2] - 2
        local first = size[1] - 2
        for i, place in ipairs { 0, 2, 1 } do
          assert.is_nil((state:outcome()))
          assert.is_true(state:apply(("put %d %d"):format(first + place * way[1],
            (way[2] == 0 and size[2] or column) + place * way[2])), i)
        end
        assert.are.equal("Line", (state:outcome()))
      end
    end)
  end

  it("of 2000 columns are filled by a line of 2000, and no line is longer", function()
    local state = with_line(2000).new((row(2000, {}):gsub("%.", "$", 1999)))
    assert.is_nil((state:outcome()))
    assert.is_true(state:apply "put 1 2000")
    assert.are.equal("Line", (state:outcome()))
    assert.matches("a line has 1 to 2000 cells", raised(with_line, 2001), 1, true)
  end)

  it("of 3 x 70 do not go on in the next row", function()
    local state = with_line(3).new(row(70, { [70] = "$" }) .. "\n" .. row(70, { "$" }) .. "\n"
      .. row(70, {}))
    assert.is_true(state:apply "put 2 2")
    assert.is_nil((state:outcome()))
    assert.is_true(state:apply "put 2 3")
    assert.are.equal("Line", (state:outcome()))
  end)

  it("of 2 x 70 do not go on at the other side, down left or down right", function()
    for _, stones in ipairs { { "$", put = "put 1 70" }, { [70] = "$", put = "put 1 1" } } do
      local state = with_line(2).new(row(70, stones) .. "\n" .. row(70, {}))
      assert.is_true(state:apply(stones.put))
      assert.is_nil((state:outcome()))
    end
  end)

  it("of 9 x 9 do not go on in the next row", function()
    local state = with_line(3).new(row(9, { [8] = "$", [9] = "$" }) .. "\n"
      .. (row(9, {}) .. "\n"):rep(8))
    assert.is_true(state:apply "put 2 1")
    assert.is_nil((state:outcome()))
  end)
end)

describe("large games of pictures:", function()
  it("more candidates than are listed", function()
    local state = made({ moves = { "put <row> <column> <1..1000>" },
      rules = { { "put <row> <column> 7", "[ gem ] -> [ box ]" } } }).new [[
      .........*
      ..........
      ..........
      ..........
      ..........
      ..........
      ....*.....]]
    assert.are.same({ "put 1 10 7", "put 7 5 7" }, state:actions())
    local result = state:playout(1, 1, 10)
    assert.are.equal(2, result.steps)
  end)

  it("rules that do not fit into the first block of memory", function()
    local rules, words = {}, {}
    for i = 1, 200 do
      words[i] = "w" .. i
      rules[i] = { words[i], ("[ player%s ] -> [ box%s ]"):format((" | ?"):rep(i % 40),
        (" |"):rep(i % 40)) }
    end
    local state = made({ moves = { "<" .. table.concat(words, "|") .. ">" }, rules = rules })
      .new "..@."
    assert.are.equal(200, #state:actions())
    assert.is_true(state:apply "w200")
    assert.are.equal(picture "..$.", tostring(state))
  end)

  it("are searched", function()
    local state = made({ rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } },
      ends = { { "There", "player at row -1 column -1" } } }).new [[
      @..
      .#.
      ...]]
    assert.are.equal(4, #search.shortest(state))
  end)
end)

describe("rules as pictures forget where a kind was", function()
  it("when all pieces slide", function()
    local state = made({ groups = { piece = { "gem", "box" } },
      rules = { { "<direction>", squash = { "piece" }, when = "[ gem ]" } },
      ends = { { "Left", "right [ gem | empty ]" } } }).new "..*"
    assert.is_true(state:apply "left")
    assert.are.equal(picture "*..", tostring(state))
    assert.are.equal("Left", (state:outcome()))
  end)

  it("when the piece goes up or left, before the place where it was found", function()
    local module = made { rules = { { "<direction>", "[ player | empty ] -> [ | player ]" } },
      ends = { { "Home", "left [ player | edge ]" }, { "Top", "up [ player | edge ]" } } }
    local left, up = module.new "../.@", module.new "../../.@"
    assert.is_true(left:apply "left")
    assert.are.same({ "../@.", "Home" }, { tostring(left):gsub("\n", "/"):sub(1, -2),
      (left:outcome()) })
    assert.is_true(up:apply "up")
    assert.is_nil((up:outcome()))
    assert.is_true(up:apply "up")
    assert.are.equal("Top", (up:outcome()))
  end)

  it("when the next sweep begins", function()
    -- The first sweep moves the left gem, then asks for gems on the board as it was.
    local state = made({ moves = { "wait" }, rules = { { "wait" } }, after = {
      { sweep = { "left [ gem | empty ] -> [ | gem ]",
        { "[ box ] -> [ ]", when = "[ gem | wall ]" } }, at_once = true },
      { sweep = { { "[ box ] -> [ player ]", when = "left [ gem | edge ]" } }, at_once = true },
    } }).new ".*.$"
    assert.is_true(state:apply "wait")
    assert.are.equal(picture "*..@", tostring(state))
  end)
end)

it("a choice goes into one of several layers, the other one is cleared", function()
  local shuffle = game { name = "made", layers = { "ground", "things" },
    legend = { ["."] = { ground = "empty" }, ["_"] = { ground = "hole" },
      ["@"] = { ground = "empty", things = "player" },
      ["+"] = { ground = "hole", things = "player" } },
    moves = { "wait" },
    rules = { { "wait", "each [ hole player ] -> [ hole 50% or player 50% ]" } } }
  local found = {}
  for seed = 1, 20 do
    local state = shuffle.new("+", { seed = seed })
    assert.is_true(state:apply "wait")
    local shown = picture(tostring(state))
    found[shown] = (found[shown] or 0) + 1
  end
  assert.are.equal(20, (found["@\n"] or 0) + (found["_\n"] or 0))
  assert.is_true(found["@\n"] > 3 and found["_\n"] > 3)
end)

describe("pieces of several cells", function()
  local legend = { ["."] = "empty", ["#"] = "wall", A = "A", B = "B", ["*"] = "gem" }
  local cars = made { name = "cars", legend = legend, groups = { car = { "A", "B" } },
    layers = { "board" }, fields = { driven = 0 },
    moves = { "<car> <direction>", "push <row> <column> <direction8> <1..3>", "flee <direction>" },
    rules = {
      { "<car> <direction>", move = { "<car>", into = "empty or gem" }, count = "driven",
        when = "driven < 3", event = "drove" },
      { "push <row> <column> <direction8> <1..3>", move = "car" },
      { "flee <left|right>", move = "B" },
      { "flee <direction>", move = "A", why = "A cannot flee" },
    } }

  it("make one event for all cells, and one for each piece that they cover", function()
    local state = cars.new [[
      AA*.
      .A*B]]
    assert.are.same({ { kind = "drove", what = "A", from = { 1, 1 }, to = { 1, 2 } },
      { kind = "removed", what = "*", from = { 1, 3 } },
      { kind = "removed", what = "*", from = { 2, 3 } } }, events_of(state, "A right"))
    assert.are.equal(picture [[
      .AA.
      ..AB]], tostring(state))
    assert.are.equal(1, state.driven)
  end)

  it("name the cell that the action names, in its event", function()
    local state = cars.new "AA./.A."
    assert.are.same({ { kind = "moved", what = "A", from = { 2, 2 }, to = { 2, 3 } } },
      events_of(state, "push 2 2 right 1"))
    assert.are.same({ 2, 1, 2 }, { select(1, state:rule "push 1 2 left 1"),
      select(3, state:rule "push 1 2 left 1") })
  end)

  it("take what they pass, step by step", function()
    local eaters = made { name = "eaters", legend = legend, groups = { car = { "A", "B" } },
      moves = { "<car> <direction> <1..3>", "turn <car> <direction8>" },
      rules = { { "<car> <direction> <1..3>", move = { "<car>", into = "empty or gem" } },
        { "turn <car> <direction8>", move = { "<car>", into = "empty or gem" } } } }
    for _, case in ipairs {
      { "A right 2", "A*.", "..A" }, { "A right 3", "A***", "...A" }, { "A left 2", "*A*.A", nil },
      { "A right 2", "AA**.", "..AA." }, { "A down 2", "A/*/.", "././A" },
      { "A right 2", "A.A*.", "..A.A" }, { "A right 1", "A.A*.", ".A.A." },
      { "turn A down-right", "A*/*.", ".*/.A" }, { "turn A down-right", "A*/#.", "../#A" },
      { "turn A down-right", "A#/**", ".#/.A" }, { "turn A up-left", ".*/*A", "A./*." },
      { "turn A down-right", "AA*/.**/...", "..*/.AA/..." },
    } do
      local state = eaters.new(case[2])
      local found = state:apply(case[1]) and tostring(state) or nil
      assert.are.equal(case[3] and picture(case[3]), found)
    end
    assert.are.same({ { kind = "moved", what = "A", from = { 1, 1 }, to = { 1, 4 } },
      { kind = "removed", what = "*", from = { 1, 2 } },
      { kind = "removed", what = "*", from = { 1, 4 } } },
      events_of(eaters.new "A*.*", "A right 3"))
    assert.are.same({ { kind = "moved", what = "A", from = { 1, 1 }, to = { 2, 2 } },
      { kind = "removed", what = "*", from = { 2, 1 } },
      { kind = "removed", what = "*", from = { 2, 2 } } },
      events_of(eaters.new "A*/**", "turn A down-right"))
    assert.are.same({ 1, 2, 3 }, search.walk(eaters.new "A**", 2)) -- a search foresees it
  end)

  it("ask for a way, and nothing else does", function()
    local climbers = made { name = "climbers", legend = legend, moves = { "A <direction>" },
      rules = { { "A <direction>", move = { "A", into = "empty way to top" } } } }
    local state = climbers.new "..#./A.#./.##."
    assert.are.same({ "A up", "A right" }, { table.unpack(state:actions()) })
    assert.are.equal("A down: row 3, column 1 is empty, not 'empty way to top'",
      state:why "A down")
  end)

  for action, why in pairs {
    ["B left"] = "there is no 'B'",
    ["A up"] = "the board ends before 'empty or gem'",
    ["A right"] = "row 1, column 3 is wall, not 'empty or gem'",
    ["push 2 3 up 1"] = "row 2, column 3 is gem, not 'car'",
    ["push 1 1 down 2"] = "the board ends before 'empty'",
    ["push 1 1 down-right 1"] = "row 2, column 3 is gem, not 'empty'",
    ["flee right"] = "A cannot flee",
  } do
    it(("are refused: %s: %s"):format(action, why), function()
      local state = cars.new [[
        AA#
        ..*]]
      assert.are.equal(action .. ": " .. why, state:why(action))
      assert.is_nil(state:apply(action))
    end)
  end

  it("ask the condition of their rule at last", function()
    local state = cars.new "A....."
    for _ = 1, 3 do
      assert.is_true(state:apply "A right")
    end
    assert.are.equal("A right: 'driven < 3' does not hold", state:why "A right")
  end)

  it("are listed by what they can do", function()
    local state = cars.new "A.#/..B"
    assert.are.equal("A down, A right, B left, push 1 1 down 1, push 1 1 right 1, "
      .. "push 1 1 down-right 1, push 2 3 left 1, push 2 3 left 2, push 2 3 up-left 1, "
      .. "flee down, flee left, flee right",
      table.concat(state:actions(), ", "))
  end)

  it("do not move if they have more than 64 cells", function()
    local line = ("A"):rep(33) .. "."
    local state = cars.new(line .. "/" .. line)
    assert.are.equal("A right: the piece has more than 64 cells", state:why "A right")
    assert.are.equal("push 1 1 right 1: the piece has more than 64 cells",
      state:why "push 1 1 right 1")
    line = ("A"):rep(32) .. "."
    state = cars.new(line .. "/" .. line)
    assert.is_true(state:apply "A right")
    assert.are.equal(("%s\n"):format("." .. ("A"):rep(32)):rep(2), tostring(state))
  end)

  it("lie where searches foresee them", function()
    for _, map in ipairs { "AA../.AB*/..B.", "AAB#/A.B*/...*" } do
      local state = cars.new(map)
      assert.are.same(searches.walk(state, 3), search.walk(state, 3))
    end
  end)
end)

describe("definitions that rules refuse:", function()
  local layers = { "ground", "things" }
  -- Without a blank in `ground`; `rock` is in both layers.
  local legend = { ["_"] = { ground = "floor" }, ["~"] = { ground = "water" },
    ["^"] = { ground = "rock" }, ["o"] = { ground = "floor", things = "rock" },
    ["@"] = { ground = "floor", things = "player" }, ["$"] = { ground = "floor", things = "box" } }
  local both = { "floor", "player" }

  local function refused(expected, definition)
    it(expected, function()
      definition.rules = definition.rules or { { definition.moves and definition.moves[1]
        or "<direction>", definition.rule } }
      definition.rule = nil
      local message = raised(made, definition)
      assert.is_truthy(message:find(expected, 1, true), message)
    end)
  end

  refused("of two headings none is to the left: say turned back", { groups = { side = {
    left = "gem", right = "box" } }, rule = "first [ side ] -> [ side turned left ]" })
  refused("squash goes up, down, left or right, not diagonally", { moves = { "<direction8>" },
    groups = { piece = { "gem" } }, rules = { { "<direction8>", squash = { "piece" } } } })
  refused("rule 1: its layer has neither 'nothing' nor 'empty'", { layers = layers,
    legend = legend, groups = { ways = { "floor" } },
    rules = { { "<direction>", squash = { "ways" } } } })
  refused("the group's kinds are in several layers", { layers = layers, legend = legend,
    groups = { both = { "player", "floor" } },
    rules = { { "<direction>", squash = { "both" } } } })
  refused("its action has several rows or columns: begin the rule with each, first or random",
    { moves = { "a <row> <row>" }, rule = "[ gem ] -> [ ]" })
  refused("a move allows more than 10000000 actions, too many to list", {
    moves = { "pick <1..5000> <1..5000>" }, rule = "first [ gem ] -> [ ]" })
  refused("two moves have an action in common", { moves = { "<up|down>", "<left|up>" },
    rules = { { "<up|down>" }, { "<left|up>" } } })
  refused("two moves have an action in common", { moves = { "put <1..3>", "put <3|x>" },
    rules = { { "put <1..3>" }, { "put <3|x>" } } })
  refused("a word stands twice in a slot of a move", { moves = { "<up|down|up>" }, rules = {
    { "<up|down|up>" } } })
  refused("'<row>' names no kinds", { moves = { "go <row>" }, rule = "[ <row> ] -> [ ]" })
  refused("the kinds of '<floor|box>' are in several layers", { layers = layers,
    legend = legend, moves = { "a <floor|box>" }, rule = "first [ <floor|box> ] -> [ ]" })
  refused("'rock' is a kind of several layers: say which layer it is, as in 'no things'",
    { layers = layers, legend = legend, rule = "[ player | rock ] -> [ | ]" })
  refused("'edge' cannot stand in a condition", { rules = { { "<direction>",
    when = "some box or edge" } } })
  refused("the rows have different lengths", {
    rule = "right [ box | box / box | box / box | box ] -> [ | / | | / | ]" })
  refused("the cell has too many words", { players = 2, pieces = { "box", "gem" },
    rule = "[ " .. ("mine "):rep(9) .. "] -> [ ]" })
  refused("the cell has too many words", { layers = { "a", "b", "c" }, legend = {
    ["."] = { a = "empty", b = "empty", c = "empty" }, ["x"] = { a = "x", b = "y", c = "z" } },
    groups = { any = { "x", "y", "z" } },
    rule = "[ x ] -> [ " .. ("no any "):rep(15) .. "]" })
  refused("'mine' goes away, but its layer has neither 'nothing' nor 'empty'", { players = 2,
    layers = layers, legend = legend, pieces = { "floor", "water" },
    rule = "[ mine | ] -> [ | ]" })
  refused("'theirs' goes away, but its layer has neither 'nothing' nor 'empty'", { players = 2,
    layers = layers, legend = legend, pieces = { "floor", "water" },
    rule = "[ theirs | ] -> [ | ]" })
  refused("the kinds of 'both' are in several layers", { layers = layers, legend = legend,
    groups = { both = both }, rule = "[ both | ] -> [ | both ]" })

  local groups, left, right = {}, {}, {}
  for i = 1, 17 do
    groups["group" .. i] = { "box", "gem" }
    left[i], right[i] = "group" .. i, "group" .. 18 - i
  end
  refused("the right side refers to too many groups", { groups = groups,
    rule = "[ " .. table.concat(left, " | ") .. " | box ] -> [ box | "
      .. table.concat(right, " | ") .. " ]" })
end)

describe("a rule's `call`", function()
  it("is told by its own name what it must return", function()
    local state = made({ moves = { "go" }, rules = { { "go", "[ empty ] -> [ gem ]",
      call = function()
        return "not allowed"
      end } } }).new ".."
    local fine, wrong = pcall(state.apply, state, "go")
    assert.is_false(fine)
    assert.matches("rules_spec%.lua:%d+: call must return nothing or true, or nil and why not, "
      .. "got not allowed$", wrong)
    assert.are.equal(picture "..", tostring(state))
  end)
end)

describe("a word of rules that came later than others", function()
  local yielding = { "as", "from", "like", "near", "over", "to", "way", "within" }

  it("is a name where a kind, a group or a layer is called so", function()
    for _, word in ipairs(yielding) do
      local legend = { ["."] = { board = "empty" }, ["@"] = { board = word } }
      local step = ("[ %s | empty ] -> [ | %s ]"):format(word, word)
      local state = made({ legend = legend, rules = { { "<direction>", step,
        when = ("some %s and count %s = 1"):format(word, word) } } }).new "@.."
      assert(state:apply "right")
      assert.are.equal(".@.\n", tostring(state), word)
    end
  end)

  it("is a group's or a layer's name, too", function()
    local state = made({ layers = { "way" }, groups = { near = { "box" } },
      legend = { ["."] = { way = "empty" }, ["$"] = { way = "box" } },
      rules = { { "<direction>", "[ near | no way ] -> [ | near ]" } } }).new "$.$"
    assert(state:apply "right")
    assert.are.equal(".$$\n", tostring(state))
  end)
end)
