--- Specifies the assertions that tessera.busted adds to luassert: what passes, the whole text of
--- what fails, and the errors for wrong arguments.

require "tessera.busted"
local luassert = require "luassert"
local run = require "spec.support.run"
local session = require "tessera.session"
local tessera = require "tessera"

local function level() return tessera.tower.new "..../S#.G/####" end

local MAP = [=[
  map = [[
    ....
    S#.G
    ####
  ]],
]=]
local BOARD = "\n    ....\n    S#.G\n    ####"

-- The message with which an assertion fails; `path` names it: "is_not.solvable".
local function failure(path, ...)
  local f = luassert
  for name in path:gmatch "[^.]+" do
    f = f[name]
  end
  local fine, err = pcall(f, ...)
  assert.is_false(fine, path .. " passed")
  return type(err) == "table" and err.message or err
end

-- Asserts that the assertion fails with a text and the scenario of these lines; the scenario,
-- pasted, fails as well.
local function fails(text, lines, path, ...)
  local name = lines:match 'name = "([%w ]+)"'
  local source = ("tessera.scenario {\n%s\n}"):format(lines)
  assert.equal(("%s\n\nAs a scenario:\n%s"):format(text, source), failure(path, ...))
  local made = assert(load("return " .. source, "=pasted", "t", { tessera = tessera }))()
  assert.equal(name, tessera.scenario.place(made))
  assert.is_truthy(tessera.scenario.run(made)[1])
end

-- The lines of a scenario of the level.
local function lines(name, rest)
  return ('  name = "%s",\n  game = "tower",\n%s%s'):format(name, MAP, rest)
end

describe("the assertion", function()
  it("passes in silence, with options and a message behind its arguments", function()
    assert.board(level(), "..../S?.G/####")
    assert.board(level(), "..../S?.G/####", "a message")
    assert.plays(level(), { "PUSH RIGHT" }, nil, nil, "a message")
    assert.refuses(level(), "PUSH LEFT", "the tower ends")
    assert.outcome(level(), false)
    assert.events(level(), "PUSH RIGHT", { { kind = "pushed" } })
    assert.is_solvable(level(), nil, { nodes = 100 }, "a message")
    assert.unsolvable(level(), "Death by Hole", { nodes = 100 })
    assert.is.optimal(level(), 2, "Cleared")
    assert.has.unique_solution(level())
    assert.has_unique_solution(level(), nil, "a message")
    assert.is.forced(tessera.samegame.new "12211", "1 2")
    assert.wins(level(), 1)
    assert.is_reachable(level(), "Cleared")
    assert.never(level(), "Death by Hole")
    assert.unique { 1, 2 }
    assert.is_not.unique { 1, 1 }
  end)

  it("fails with the text of the claim, and the position as a scenario", function()
    fails([[
board: 2 cells are not as expected
    expected   found
    ....       ....
    S.#G       S#.G
     ^^         ^^
    ####       ####]], lines("board", '  expect = { board = "..../S.#G/####" },'),
      "board", level(), "..../S.#G/####")
    fails("solvable: Death by Hole cannot be reached" .. BOARD,
      lines("solvable", '  expect = { solvable = "Death by Hole" },'), "solvable", level(),
      "Death by Hole")
    fails("undecided: 1 node was not enough to find out whether Cleared can be reached" .. BOARD,
      lines("unsolvable", "  expect = { solvable = false, limits = { nodes = 1 } },"),
      "unsolvable", level(), nil, { nodes = 1 })
    fails("optimal: Death by Hole cannot be reached" .. BOARD,
      lines("optimal", '  expect = { optimal = 3, goal = "Death by Hole" },'), "optimal", level(),
      3, "Death by Hole")
    fails("unique_solution: Death by Hole cannot be reached" .. BOARD, lines("unique solution",
      '  expect = { unique_solution = true, goal = "Death by Hole" },'), "unique_solution",
      level(), "Death by Hole")
    fails("forced: the action is refused: PUSH LEFT: the tower ends at column 1" .. BOARD,
      lines("forced", '  expect = { forced = "PUSH LEFT" },'), "forced", level(), "PUSH LEFT")
    fails("wins: Death by Hole cannot be reached" .. BOARD,
      lines("wins", '  expect = { wins = 1, goal = "Death by Hole" },'), "wins", level(), 1,
      "Death by Hole")
    fails("reachable: Death by Hole cannot be reached" .. BOARD,
      lines("reachable", '  expect = { reachable = "Death by Hole" },'), "reachable", level(),
      "Death by Hole")
    fails([[
never: Cleared is reached in 2 actions
    start   1. MOVETO 3   2. CLIMB RIGHT
    ....    ....          ...S
    S#.G    .#SG          .#.G
    ####    ####          ####]], lines("never", '  expect = { never = "Cleared" },'),
      "never", level(), "Cleared")
  end)

  it("takes a session, and shows where it began and what was played", function()
    local play = session.new(level())
    play:apply "PUSH RIGHT"
    play:apply "MOVETO 2"
    play:undo()
    assert.board(play, "..../S.#G/####")
    fails("outcome: expected Cleared, got a running game\n    ....\n    S.#G\n    ####",
      lines("outcome", '  play = { "PUSH RIGHT" },\n  expect = { outcome = "Cleared" },'),
      "outcome", play, "Cleared")
    fails([[
refuses: MOVETO 2 is carried out
    start   1. MOVETO 2
    ....    ....
    S.#G    .S#G
    ####    ####]], lines("refuses",
      '  play = { "PUSH RIGHT" },\n  expect = { refuses = { ["MOVETO 2"] = "no way" } },'),
      "refuses", play, play:state():code "MOVETO 2", "no way")
    fails([[
plays: action 2 is refused: PUSH LEFT: no block at row 2, column 1 to push
    start   1. MOVETO 2
    ....    ....
    S.#G    .S#G
    ####    ####]], lines("plays",
      '  play = { "PUSH RIGHT", "MOVETO 2", "PUSH LEFT" },\n'
        .. '  expect = { refused = 0, board = "?" },'),
      "plays", play, { "MOVETO 2", "PUSH LEFT" }, "?")
    fails([[
events: MOVETO 2: event 1 is not as expected
    expected
    > 1. moved
      2. { from = { 1, 2 }, kind = "fell" }
    found
    > 1. walked S from row 2, column 1 to row 2, column 2
    start   1. MOVETO 2
    ....    ....
    S.#G    .S#G
    ####    ####]], lines("events", '  play = { "PUSH RIGHT", "MOVETO 2" },\n'
        .. '  expect = { events = { "moved", { from = { 1, 2 }, kind = "fell" } } },'),
      "events", play, "MOVETO 2", { "moved", { kind = "fell", from = { 1, 2 } } })
  end)

  it("with a function shows a scenario in which a name stands for it", function()
    local function nowhere() return false end
    local text = failure("solvable", level(), nowhere, { nodes = 500 })
    assert.equal("solvable: the goal cannot be reached" .. BOARD .. "\n\nAs a scenario, in which"
      .. " `predicate` stands for your function:\ntessera.scenario {\n" .. lines("solvable", [=[
  expect = { solvable = true, goal = predicate, limits = { nodes = 500 } },
}]=]), text)
  end)

  it("passes tells what is wrong with a scenario", function()
    local function made(board)
      return tessera.scenario { name = "a step", game = "tower", map = "..../S#.G/####",
        play = { "MOVETO 3" }, expect = { board = board } }
    end
    assert.passes(made "..../.#SG/####")
    assert.is_not.passes(made "..../S#.G/####")
    assert.equal([[
board: 2 cells are not as expected
    expected   found
    ....       ....
    S#.G       .#SG
    ^ ^        ^ ^
    ####       ####]], failure("passes", made "..../S#.G/####"))
    assert.equal("passes: the scenario 'a step' passes, which it should not",
      failure("is_not.passes", made "..../.#SG/####"))
  end)

  it("shows no scenario of a board that is too large", function()
    local state = tessera.samegame.new(("12"):rep(60) .. ("\n" .. ("12"):rep(60)):rep(99))
    assert.equal("outcome: expected Game Won, got a running game\n    (100 rows of 120)\n\n"
      .. "As a scenario:\n(a board with 100 rows of 120 is too large for one)",
      failure("outcome", state, "Game Won"))
  end)

  it("shows a message in front, as other assertions do", function()
    local text = failure("solvable", level(), "Death by Hole", "my message")
    assert.equal("my message\nsolvable: Death by Hole cannot be reached\n",
      text:match "^[^\n]*\n[^\n]*\n")
    text = failure("is_not.solvable", level(), nil, { nodes = 100 }, "my message")
    assert.equal("my message\nunsolvable: Cleared is reached in 2 actions\n",
      text:match "^[^\n]*\n[^\n]*\n")
  end)

  it("has an opposite: is_not", function()
    assert.is_not.board(level(), "..../S.#G/####")
    assert.is_not.outcome(level(), "Cleared")
    assert.is_not.solvable(level(), "Death by Hole")
    assert.is_not.unsolvable(level())
    assert.Not.unique_solution(tessera.samegame.new "1122/1122")
    assert.has_no.unique_solution(tessera.samegame.new "1122/1122")
    assert.is_not.forced(level(), "MOVETO 3")
    assert.is_not.wins(level(), 1, "Death by Hole")
    assert.is_not.reachable(level(), "Death by Hole")
    assert.is_not.never(level(), "Cleared")
    fails([[
unsolvable: Cleared is reached in 2 actions
    start   1. MOVETO 3   2. CLIMB RIGHT
    ....    ....          ...S
    S#.G    .#SG          .#.G
    ####    ####          ####]], lines("unsolvable", "  expect = { solvable = false },"),
      "is_not.solvable", level())
    for expected, arguments in pairs {
      ["board: the board is like the picture, which should not be"] = { "board",
        "..../S#.G/####" },
      ["outcome: it is a running game, which should not be"] = { "outcome", false },
      ["unique_solution: there is exactly one, which should not be"] = { "unique_solution" },
      ["wins: player 1 does, which should not be"] = { "wins", 1 },
    } do
      assert.equal(expected .. BOARD, failure("is_not." .. arguments[1], level(), arguments[2]))
    end
    assert.equal("forced: only 1 2 will do, which should not be\n    12211",
      failure("is_not.forced", tessera.samegame.new "12211", "1 2"))
  end)

  it("that is undecided fails with is_not, too", function()
    local limit = { nodes = 1 }
    for name, arguments in pairs { solvable = { nil, limit }, unsolvable = { nil, limit },
      unique_solution = { nil, limit }, wins = { 1, nil, limit },
      forced = { "MOVETO 3", nil, limit }, reachable = { "Cleared", limit },
      never = { "Cleared", limit } } do
      for _, path in ipairs { name, "is_not." .. name } do
        assert.matches("^undecided: 1 node was not enough",
          failure(path, level(), table.unpack(arguments, 1, 3)))
      end
    end
  end)

  local cup = require "tessera.game" { name = "cup", legend = { ["?"] = "cup", o = "ball" },
    moves = { "lift" }, rules = { { "lift", "first [ cup ] -> [ ball ]" } } }

  -- The arguments of calls that are wrong, and the errors at the line of the call.
  for _, case in ipairs {
    { "assert.board: state: expected a state of a game or a session, got nil", "board" },
    { "assert.wins: state: expected a state of a game or a session, got 'x'", "wins", "x" },
    { "assert.board: picture: expected the picture of a board, got nil", "board", level() },
    { "assert.board: picture: '?' stands for any cell, but the legend of cup has it", "board",
      cup.new "?o", "?o" },
    { "assert.refuses: action: 'PUSH RIHGT' is no action of tower (did you mean 'PUSH RIGHT'?)",
      "refuses", level(), "PUSH RIHGT" },
    { "assert.solvable: goal: tower has no outcome 'a message' (expected one of", "solvable",
      level(), "a message" },
    { "assert.solvable: message: expected a value of type string, got 7", "solvable", level(), nil,
      nil, 7 },
    { "assert.never: there is an argument too many: 7", "never", level(), "Cleared", nil, "why",
      7 },
    { "solvable: options: unknown key 'node' (did you mean 'nodes'?)", "solvable", level(), nil,
      { node = 1 } },
    { "assert.plays has no opposite: say with assert.refuses what is refused", "is_not.plays",
      level(), {} },
    { "assert.refuses has no opposite: say with assert.plays what is carried out",
      "is_not.refuses", level(), "PUSH LEFT" },
    { "assert.events has no opposite: list what happens", "is_not.events", level(), "PUSH RIGHT",
      {} },
    { "assert.optimal has no opposite: name the right number", "is_not.optimal", level(), 1 },
  } do
    it("raises an error: " .. case[1], function()
      local text = failure(case[2], table.unpack(case, 3, 7))
      assert.matches("^spec/check/assertions_spec%.lua:%d+: ", text)
      assert.equal(case[1], text:gsub("^[^:]*:%d+: ", ""):sub(1, #case[1]))
    end)
  end

  it("raises what a function of the spec raises", function()
    assert.equal("mine", failure("never", level(), function() error("mine", 0) end))
  end)
end)

describe("a run of busted", function()
  it("reports failures of assertions at the spec's line, wrong arguments as errors", function()
    local stdout, status, _
    run.in_folder(function(folder)
      run.write_file(folder .. "/my_spec.lua", [[
require "tessera.busted"
local tower = require "tessera.tower"
local busted = require "busted"
for _, kind in ipairs { "failure", "error" } do
  busted.subscribe({ kind, "it" }, function(element)
    io.write(kind, " ", element.name, "\n")
    return nil, true
  end)
end

describe("a level", function()
  local state = tower.new "..../S#.G/####"
  it("can be solved", function()
    assert.optimal(state, 2)
    assert.is_solvable(state)
  end)
  it("cannot be solved", function()
    assert.unsolvable(state, "Cleared", "a message")
  end)
  it("has a misspelt goal", function()
    assert.solvable(state, "Claered")
  end)
end)
]])
      stdout, _, status = run.busted(folder, "my_spec.lua")
    end)
    assert.is_true(status ~= 0)
    assert.equal([=[
ok 1 - a level can be solved
failure cannot be solved
not ok 2 - a level cannot be solved
# my_spec.lua @ 17
# Failure message: my_spec.lua:18: a message
# unsolvable: Cleared is reached in 2 actions
#     start   1. MOVETO 3   2. CLIMB RIGHT
#     ....    ....          ...S
#     S#.G    .#SG          .#.G
#     ####    ####          ####
#
# As a scenario:
# tessera.scenario {
#   name = "unsolvable",
#   game = "tower",
#   map = [[
#     ....
#     S#.G
#     ####
#   ]],
#   expect = { solvable = false, goal = "Cleared" },
# }
error has a misspelt goal
not ok 3 - a level has a misspelt goal
# my_spec.lua @ 20
# Failure message: my_spec.lua:21: assert.solvable: goal: tower has no outcome 'Claered' (did you mean 'Cleared'?)
1..3
]=], (stdout:gsub("# \n", "#\n")))
  end)
end)
