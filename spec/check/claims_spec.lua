--- Specifies what specs and scenarios can claim of a position: claims that hold, that fail, with
--- all that a failure shows, that a limit or chance leaves undecided, and wrong arguments.

local claims = require "tessera.check.claims"
local lua_games = require "spec.support.lua_games"
local raised = require "spec.support.raised"
local rng = require "tessera.rng"
local search = require "tessera.search"
local tessera = require "tessera"

local function level() return tessera.tower.new "..../S#.G/####" end
local function domineering(map) return tessera.horizontally.new(map, { fields = 2 }) end

-- Two players take one or two sticks in turn; who takes the last one wins. There is no score.
local nim = tessera.game {
  name = "nim",
  players = 2,
  legend = { ["|"] = "stick", ["."] = "gap" },
  moves = { "take <1..2>" },
  outcomes = { "First wins", "Second wins" },
  apply = function(state, _, number)
    if number > state.board:count "stick" then
      return nil, "there are not so many"
    end
    for _ = 1, number do
      local row, column = state.board:find "stick"
      state.board:set(row, column, "gap")
    end
    if state.board:count "stick" == 0 then
      state:over(state:turn() == 1 and "First wins" or "Second wins")
    end
  end,
}

local noughts = tessera.game {
  name = "noughts",
  players = 2,
  legend = { ["."] = "empty", x = "cross", o = "nought" },
  fields = { player = { value = 1, min = 1, max = 2 } },
  options = { player = 1 },
  setup = function(state, options)
    state.player = options.player
  end,
  turn = function(state)
    return state.player
  end,
  moves = { "put <row> <column>" },
  apply = function(state, _, row, column)
    if not state.board:is(row, column, "empty") then
      return nil, "the cell is taken"
    end
    state.board:set(row, column, state.player == 1 and "cross" or "nought")
    state.player = 3 - state.player
  end,
  outcome = function(state)
    return state.board:lines("cross", 3)[1] and "Crosses win"
      or state.board:lines("nought", 3)[1] and "Noughts win"
      or state.board:count "empty" == 0 and "Draw" or nil
  end,
  score = function(state, player)
    local sign = player == 1 and 1 or -1
    return state:outcome() == "Crosses win" and sign or state:outcome() == "Noughts win" and -sign
      or 0
  end,
}

-- Player 2 may go `most` steps, or round for ever if that is 0, until he is "done"; then player 1
-- wins.
local patience = tessera.game {
  name = "patience",
  players = 2,
  legend = { ["."] = "floor" },
  map = ".",
  fields = { step = 0, most = 0, player = { value = 2, min = 1, max = 2 } },
  options = { most = 0 },
  moves = { "step", "done", "win" },
  outcomes = { "Won" },
  setup = function(state, options)
    state.most = options.most
  end,
  turn = function(state)
    return state.player
  end,
  apply = function(state, word)
    if (word == "win") ~= (state.player == 1) then
      return nil, "it is not your turn"
    elseif word == "step" and state.most == 0 then
      state.step = 1 - state.step
    elseif word == "step" and state.step < state.most then
      state.step = state.step + 1
    elseif word == "done" then
      state.player = 1
    elseif word == "win" then
      state:over "Won"
    end
  end,
}

local throws = {
  name = "dice",
  legend = { ["."] = "table" },
  map = ".",
  fields = { sum = { value = 0, min = 0, max = 20 } },
  moves = { "throw", "rest" },
  goal = "Nine",
  outcomes = { "Nine", "Ten", "Never" },
  apply = function(state, word)
    state.sum = state.sum + (word == "throw" and state:chance(3) or 4)
  end,
  outcome = function(state)
    return state.sum == 9 and "Nine" or state.sum > 9 and "Ten" or nil
  end,
}
local dice = tessera.game(throws)
throws.name, throws.players, throws.score = "duel", 2, function() return 1 end
local duel = tessera.game(throws)

local trio = tessera.game {
  name = "trio",
  players = 3,
  legend = { ["."] = "floor", x = "end" },
  moves = { "right" },
  outcomes = { "Over" },
  apply = function(state)
    state.board:set(1, 1, "end")
    state:over "Over"
  end,
  score = function()
    return 1
  end,
}

-- Asserts that the claim holds, and does not change the state.
local function holds(name, state, ...)
  local before = state:save()
  assert.same({}, { claims[name](state, ...) })
  assert.equal(before, state:save())
end

-- Asserts that the claim fails with this text; `undecided` as its second result.
local function fails(expected, name, state, ...)
  local before = state:save()
  local text, undecided = claims[name](state, ...)
  assert.equal(expected, text)
  assert.is_nil(undecided)
  assert.equal(before, state:save())
end

local function undecided(expected, name, state, ...)
  assert.same({ expected, true }, { claims[name](state, ...) })
end

describe("the claim", function()
  describe("board", function()
    it("holds if the board is like the picture", function()
      holds("board", level(), "..../S?.G/####")
      holds("board", level(), "\n  ....\n  S#.G\n  ####\n")
    end)

    it("fails with both boards side by side", function()
      fails([[
board: 3 cells are not as expected
    expected   found
    ....       ....
    S.#G       S#.G
     ^^         ^^
    ###        ####
       ^          ^]], "board", level(), "..../S.#G/###")
    end)
  end)

  describe("plays", function()
    it("holds if every action is carried out, and the board is like the picture then", function()
      holds("plays", level(), {})
      holds("plays", level(), { "PUSH RIGHT", "MOVETO 2" })
      holds("plays", level(), { "PUSH RIGHT", "MOVETO 2" }, "..../.S#G/####")
    end)

    it("fails at an action that is refused, with the play up to it", function()
      fails([[
plays: action 1 is refused: PUSH LEFT: the tower ends at column 1
    start
    ....
    S#.G
    ####]], "plays", level(), { "PUSH LEFT" })
      fails([[
plays: action 2 is refused: PUSH LEFT: the tower ends at column 1
    start   1. PUSH RIGHT
    ....    ....
    S#.G    S.#G
    ####    ####]], "plays", level(), { "PUSH RIGHT", "PUSH LEFT", "MOVETO 2" })
    end)

    it("fails if the board is another one", function()
      fails([[
plays: board: 2 cells are not as expected
    expected   found
    ....       ....
    S#.G       S.#G
     ^^         ^^
    ####       ####]], "plays", level(), { "PUSH RIGHT" }, "..../S#.G/####")
    end)
  end)

  describe("refuses", function()
    it("holds if the action is refused, in these words", function()
      holds("refuses", level(), "PUSH LEFT")
      holds("refuses", level(), "PUSH LEFT", "tower ends at column 1")
      holds("refuses", level(), "CLIMB LEFT", "")
    end)

    it("fails with the boards before and after an action that is carried out", function()
      fails([[
refuses: PUSH RIGHT is carried out
    start   1. PUSH RIGHT
    ....    ....
    S#.G    S.#G
    ####    ####]], "refuses", level(), "PUSH RIGHT", "the tower ends")
    end)

    it("fails with both words if they do not match", function()
      fails([[
refuses: expected 'end.' in the words of the refusal: 'PUSH LEFT: the tower ends at column 1'
    ....
    S#.G
    ####]], "refuses", level(), "PUSH LEFT", "end.")
    end)
  end)

  describe("outcome", function()
    it("holds if the game has ended so, or still runs", function()
      holds("outcome", level(), false)
      local state = level()
      state:apply_all { "MOVETO 3", "CLIMB RIGHT" }
      holds("outcome", state, "Cleared")
    end)

    it("fails with the board", function()
      local state = level()
      fails("outcome: expected Cleared, got a running game\n    ....\n    S#.G\n    ####",
        "outcome", state, "Cleared")
      state:apply_all { "MOVETO 3", "CLIMB RIGHT" }
      fails("outcome: expected a running game, got Cleared\n    ...S\n    .#.G\n    ####",
        "outcome", state, false)
    end)
  end)

  describe("events", function()
    local pushed = "pushed # from row 2, column 2 to row 2, column 3"

    it("holds if the events are these texts, or have these fields", function()
      holds("events", level(), "PUSH RIGHT", { pushed })
      holds("events", level(), "PUSH RIGHT", { { kind = "pushed", what = "#", to = { 2, 3 } } })
      holds("events", level(), "PUSH RIGHT", { {} })
    end)

    it("fails with two lists, in which the first difference is marked", function()
      fails([[
events: PUSH RIGHT: event 2 is not as expected
    expected
      1. { from = { 2, 2 }, kind = "pushed" }
    > 2. fell
      3. fell
    found
      1. pushed # from row 2, column 2 to row 2, column 3
    > (no more)
    start   1. PUSH RIGHT
    ....    ....
    S#.G    S.#G
    ####    ####]], "events", level(), "PUSH RIGHT",
        { { kind = "pushed", from = { 2, 2 } }, "fell", "fell" })
      fails([[
events: PUSH RIGHT: event 1 is not as expected
    expected
    > 1. { to = { 2, 4 } }
    found
    > 1. pushed # from row 2, column 2 to row 2, column 3
    start   1. PUSH RIGHT
    ....    ....
    S#.G    S.#G
    ####    ####]], "events", level(), "PUSH RIGHT", { { to = { 2, 4 } } })
      fails([[
events: PUSH RIGHT: event 1 is not as expected
    expected
    > (no more)
    found
    > 1. pushed # from row 2, column 2 to row 2, column 3
    start   1. PUSH RIGHT
    ....    ....
    S#.G    S.#G
    ####    ####]], "events", level(), "PUSH RIGHT", {})
    end)

    it("shows ten events of a long list on both sides of the difference", function()
      local row, list = ("1"):rep(30), {}
      for column = 1, 12 do
        list[column] = "removed 1 from row 1, column " .. column
      end
      list[13] = "moved"
      local text = claims.events(tessera.samegame.new(row), "1 1", list)
      assert.equal([[
events: 1 1: event 13 is not as expected
    expected
      (2 before)
      3. removed 1 from row 1, column 3
]], text:match "^.-column 3\n")
      assert.equal([[
    > 13. moved
    found
      (2 before)
]], text:match "    > 13. moved\n.-before%)\n")
      assert.equal("      23. removed 1 from row 1, column 23\n      (7 more)\n",
        text:match "\n( *23%. .-more%)\n)")
    end)

    it("fails if the action is refused", function()
      fails("events: the action is refused: PUSH LEFT: the tower ends at column 1\n    ....\n"
        .. "    S#.G\n    ####", "events", level(), "PUSH LEFT", {})
    end)
  end)

  describe("solvable", function()
    it("holds if the goal can be reached", function()
      holds("solvable", level())
      holds("solvable", level(), "Cleared", { nodes = 8 })
      holds("solvable", level(), function(state) return tostring(state):find "S" ~= nil end)
      holds("solvable", dice.new(), "Ten") -- with some dice
    end)

    it("fails with the board", function()
      fails("solvable: Death by Hole cannot be reached\n    ....\n    S#.G\n    ####",
        "solvable", level(), "Death by Hole")
      fails("solvable: the goal cannot be reached\n    ....\n    S#.G\n    ####",
        "solvable", level(), function() return false end)
    end)

    it("is undecided at a limit, and where chance might help", function()
      undecided([[
undecided: 1 node was not enough to find out whether Cleared can be reached
    ....
    S#.G
    ####]], "solvable", level(), nil, { nodes = 1 })
      undecided([[
undecided: 0 seconds were not enough to find out whether Cleared can be reached
    ....
    S#.G
    ####]], "solvable", level(), nil, { seconds = 0 })
      undecided([[
undecided: 100 bytes were not enough to find out whether Cleared can be reached
    ....
    S#.G
    ####]], "solvable", level(), nil, { memory = 100 })
      undecided([[
undecided: there is chance: no search proves that Never cannot be reached
    .]], "solvable", dice.new(), "Never")
    end)
  end)

  describe("unsolvable", function()
    it("holds if the goal cannot be reached", function()
      holds("unsolvable", level(), "Death by Hole")
    end)

    it("fails with the shortest play", function()
      fails([[
unsolvable: Cleared is reached in 2 actions
    start   1. MOVETO 3   2. CLIMB RIGHT
    ....    ....          ...S
    S#.G    .#SG          .#.G
    ####    ####          ####]], "unsolvable", level())
      fails("unsolvable: the goal is reached already\n    ....\n    S#.G\n    ####",
        "unsolvable", level(), function() return true end)
    end)

    it("shows the boards of a longer play below each other, and a part of a long one", function()
      local sokoban = lua_games.sokoban
      fails([[
unsolvable: Solved is reached in 6 actions
    start        1. right     2. right     3. right     4. right
    ##########   ##########   ##########   ##########   ##########
    #@ $    .#   # @$    .#   #  @$   .#   #   @$  .#   #    @$ .#
    #        #   #        #   #        #   #        #   #        #
    ##########   ##########   ##########   ##########   ##########

    5. right     6. right
    ##########   ##########
    #     @$.#   #      @*#
    #        #   #        #
    ##########   ##########]], "unsolvable",
        sokoban.new "##########\n#@ $    .#\n#        #\n##########")
      fails([[
unsolvable: Solved is reached in 17 actions
    right, right, right, right, right, right, right, right, right, right,
    right, right, right, right, right, right, right
    start                   1. right                2. right
    #####################   #####################   #####################
    #@ $               .#   # @$               .#   #  @$              .#
    #####################   #####################   #####################

    ...   15. right               16. right
          #####################   #####################
          #               @$ .#   #                @$.#
          #####################   #####################

    17. right
    #####################
    #                 @*#
    #####################]], "unsolvable",
        sokoban.new "#####################\n#@ $               .#\n#####################")
    end)

    it("is undecided at a limit, and where there is chance", function()
      undecided([[
undecided: 1 node was not enough to find out whether Cleared can be reached
    ....
    S#.G
    ####]], "unsolvable", level(), nil, { nodes = 1 })
      undecided([[
undecided: there is chance: no search proves that Never cannot be reached
    .]], "unsolvable", dice.new(), "Never")
    end)
  end)

  it("shows actions in a short form above boards, and no control characters", function()
    local walk = tessera.game { name = "walk", legend = { ["."] = "floor", o = "stone" },
      moves = { "put another heavy stone at <column>" },
      apply = function(state, ...)
        local column = select(-1, ...)
        if state.board:is(1, column, "stone") then
          return nil, "a\27b"
        end
        state.board:set(1, column, "stone")
      end }
    fails([[
refuses: put another heavy stone at 2 is carried out
    start   1. put another heavy stone a..
    o..     oo.]], "refuses", walk.new "o..", "put another heavy stone at 2")
    fails([[
plays: action 1 is refused: put another heavy stone at 1: a\x1Bb
    start
    o..]], "plays", walk.new "o..", { "put another heavy stone at 1" })
  end)

  describe("reachable", function()
    it("holds if there is such a position; fails like solvable", function()
      holds("reachable", level(), "Cleared")
      holds("reachable", level(), function(state) return state:player() == 3 end)
      fails("reachable: Death by Hole cannot be reached\n    ....\n    S#.G\n    ####",
        "reachable", level(), "Death by Hole")
    end)
  end)

  it("meets chance wherever a search does, also far away", function()
    local cave = tessera.game {
      name = "cave",
      legend = { ["."] = "floor", ["@"] = "player", ["?"] = "chest" },
      moves = { "<direction>" },
      outcomes = { "Gold", "Dust" },
      apply = function(state, direction)
        local row, column = state.board:find "player"
        local r, c = state.board:step(row, column, direction)
        if not r then
          return nil, "there is a wall"
        elseif state.board:is(r, c, "chest") then
          state:over(state:chance(1000) == 1 and "Gold" or "Dust")
        end
        state.board:set(row, column, "floor")
        state.board:set(r, c, "player")
      end,
    }
    local map = "@......../........./........./........./........?"
    assert.is_false(require("tessera.search").traits(cave.new(map)).chance) -- random games miss it
    undecided([[
undecided: there is chance: no search proves that Gold cannot be reached
    @........
    .........
    .........
    .........
    ........?]], "never", cave.new(map), "Gold")
    holds("reachable", cave.new(map), "Dust")
    holds("never", cave.new "@..../.....", "Gold")
  end)

  describe("never", function()
    it("holds if there is no such position; fails like unsolvable", function()
      holds("never", level(), "Death by Hole")
      fails([[
never: such a position is reached in 1 action
    start   1. CLIMB RIGHT
    ....    .S..
    S#.G    .#.G
    ####    ####]], "never", level(), function(state) return state:player() == 3 end)
    end)

    it("raises what the predicate raises", function()
      assert.equal("mine", raised(claims.never, level(), function() error "mine" end))
    end)
  end)

  describe("optimal", function()
    it("holds if the shortest play has this length", function()
      holds("optimal", level(), 2)
      holds("optimal", level(), 0, function() return true end)
    end)

    it("fails with a play that is shorter, or as short as can be", function()
      fails([[
optimal: expected 5 actions, but Cleared is reached in 2 actions
    start   1. MOVETO 3   2. CLIMB RIGHT
    ....    ....          ...S
    S#.G    .#SG          .#.G
    ####    ####          ####]], "optimal", level(), 5)
      fails([[
optimal: expected 1 action, but the shortest way is longer: Cleared is reached in 2 actions
    start   1. MOVETO 3   2. CLIMB RIGHT
    ....    ....          ...S
    S#.G    .#SG          .#.G
    ####    ####          ####]], "optimal", level(), 1)
      fails("optimal: Death by Hole cannot be reached\n    ....\n    S#.G\n    ####",
        "optimal", level(), 5, "Death by Hole")
    end)

    it("fails at a limit if all plays of that length were tried, or else is undecided", function()
      fails([[
optimal: expected 1 action, but Cleared is not reached in 1 action or fewer
    ....
    S#.G
    ####]], "optimal", level(), 1, nil, { nodes = 1 })
      undecided([[
undecided: 1 node was not enough to find out whether Cleared can be reached
    ....
    S#.G
    ####]], "optimal", level(), 2, nil, { nodes = 1 })
    end)

    it("is undecided where there is chance, unless a shorter play was found", function()
      undecided([[
undecided: there is chance: no search proves that Nine is not reached in fewer than 3 actions
    .]], "optimal", dice.new(), 3)
      fails([[
optimal: expected 4 actions, but Ten is reached in 3 actions
    start   1. throw   2. rest   3. rest
    .       .          .         .]], "optimal", dice.new(), 4, "Ten")
    end)

    it("agrees with the search at every limit", function()
      for seed = 1, 20 do
        local state = require "spec.conformance.tower"(rng.new(seed))
        local actions = search.shortest(state, nil, { nodes = 1000 })
        for nodes = 1, actions and 60 or 0 do
          for count = 0, #actions + 1 do
            local text, open = claims.optimal(state, count, nil, { nodes = nodes })
            assert.is_true(open or (text == nil) == (count == #actions), text)
          end
        end
      end
    end)
  end)

  describe("unique_solution", function()
    it("holds if there is exactly one shortest play", function()
      holds("unique_solution", level())
    end)

    it("fails with two of them from where they part", function()
      fails([[
unique_solution: Game Won is reached in 2 actions in 2 ways, of which two part at the start
    start   1. 1 1   2. 1 1
    1122    22..     ....
    1122    22..     ....

    start   1. 1 3   2. 1 1
    1122    11..     ....
    1122    11..     ....]], "unique_solution", tessera.samegame.new "1122/1122")
      fails([[
unique_solution: Game Won is reached in 3 actions in 6 ways, of which two part behind action 1
    1. 1 1   2. 1 1   3. 1 1
    1122..   22....   ......
    1122..   22....   ......

    1. 1 1   2. 1 3   3. 1 1
    1122..   11....   ......
    1122..   11....   ......]], "unique_solution", tessera.samegame.new "331122/331122")
      fails("unique_solution: Death by Hole cannot be reached\n    ....\n    S#.G\n    ####",
        "unique_solution", level(), "Death by Hole")
    end)

    it("is undecided at a limit, and where there is chance", function()
      undecided([[
undecided: 1 node was not enough to find out whether Cleared can be reached
    ....
    S#.G
    ####]], "unique_solution", level(), nil, { nodes = 1 })
      undecided([[
undecided: there is chance: no search proves how many ways to the goal there are
    .]], "unique_solution", dice.new(), function(state) return state.sum == 8 end)
    end)
  end)

  describe("forced", function()
    it("holds if no other action leads to the goal", function()
      holds("forced", tessera.samegame.new "12211", "1 2")
    end)

    it("fails if another one does, with its play", function()
      fails([[
forced: CLIMB RIGHT leads to Cleared, too
    start   1. CLIMB RIGHT   2. GETDOWN RIGHT   3. CLIMB RIGHT
    ....    .S..             ....               ...S
    S#.G    .#.G             .#SG               .#.G
    ####    ####             ####               ####]], "forced", level(), "MOVETO 3")
    end)

    it("fails if the action does not lead to the goal, or is refused", function()
      fails([[
forced: PUSH RIGHT does not lead to Death by Hole
    start   1. PUSH RIGHT
    ....    ....
    S#.G    S.#G
    ####    ####]], "forced", level(), "PUSH RIGHT", "Death by Hole")
      fails("forced: the action is refused: PUSH LEFT: the tower ends at column 1\n    ....\n"
        .. "    S#.G\n    ####", "forced", level(), "PUSH LEFT")
    end)

    it("is undecided at a limit, and where there is chance", function()
      undecided([[
undecided: 2 nodes were not enough to find out whether only MOVETO 3 leads to Cleared
    ....
    S#.G
    ####]], "forced", level(), "MOVETO 3", nil, { nodes = 2 })
      undecided([[
undecided: there is chance: no search proves whether only rest leads to Never
    .]], "forced", dice.new(), "rest", "Never")
      fails([[
forced: throw leads to Nine, too
    start   1. throw   2. throw   3. throw   4. throw
    .       .          .          .          .]], "forced", dice.new(), "rest")
      undecided([[
undecided: there is chance: no search proves whether only rest wins for player 1
    .]], "forced", duel.new(), "rest")
    end)

    it("is about a win by score in a game of two players", function()
      holds("forced", noughts.new "xx./oo./...", "put 1 3")
      holds("forced", noughts.new("x../.../xo.", { player = 2 }), "put 2 1", function(state)
        return state:outcome() == "Draw"
      end)
      fails([[
forced: put 2 1 wins for player 1, too
    start   1. put 2 1   2. put 1 3   3. put 3 1
    xx.     xx.          xxo          xxo
    ...     x..          x..          x..
    ..o     ..o          ..o          x.o]], "forced", noughts.new "xx./.../..o", "put 1 3")
      fails([[
forced: Aa does not win for player 1
    start   1. Aa   2. bB
    ...     #..     #..
    ...     #..     ###
    ...     ...     ...]], "forced", domineering ".../.../...", "Aa")
      undecided([[
undecided: 20 nodes were not enough to find out whether only put 1 3 wins for player 1
    ...
    ...
    ...]], "forced", noughts.new ".../.../...", "put 1 3", nil, { nodes = 20 })
    end)

    it("is about forcing the goal, if there are others who play", function()
      holds("forced", nim.new "||||", "take 1", "First wins")
      fails([[
forced: take 2 does not force First wins
    start   1. take 2
    ||||    ..||]], "forced", nim.new "||||", "take 2", "First wins")
      undecided([[
undecided: 3 nodes were not enough to find out whether only take 1 forces First wins
    |||||||]], "forced", nim.new "|||||||", "take 1", "First wins", { nodes = 3 })
    end)
  end)

  describe("wins", function()
    it("is about the score at the end", function()
      holds("wins", domineering ".../.../...", 1)
      holds("wins", noughts.new "xx./oo./...", 1)
      holds("wins", noughts.new("xx./oo./...", { player = 2 }), 2)
      holds("wins", noughts.new "xxx/oo./...", 1)
    end)

    it("fails with a play in which both play as well as can be", function()
      fails([[
wins: player 1 wins if both play as well as can be
    start   1. put 1 3
    xx.     xxx
    oo.     oo.
    ...     ...]], "wins", noughts.new "xx./oo./...", 2)
      fails("wins: player 1 wins if both play as well as can be\n    start\n    xxx\n    oo.\n"
        .. "    ...", "wins", noughts.new "xxx/oo./...", 2)
      local text = claims.wins(noughts.new ".../.../...", 1)
      assert.equal("wins: neither player wins if both play as well as can be", text:match "^[^\n]*")
      assert.is_truthy(text:find("   ...   7. put", 1, true), text)
    end)

    it("is about forcing the goal, whoever is to move", function()
      holds("wins", nim.new "||||", 1, "First wins")
      holds("wins", nim.new "||||||", 2, "Second wins")
      fails("wins: player 2 cannot force Second wins\n    ||||", "wins", nim.new "||||", 2,
        "Second wins")
      fails("wins: player 1 cannot force First wins\n    |||", "wins", nim.new "|||", 1,
        "First wins")
      holds("wins", trio.new ".", 3, "Over")
      holds("wins", patience.new(nil, { most = 3 }), 1, "Won")
      fails("wins: player 1 cannot force Won\n    .", "wins", patience.new(), 1, "Won")
    end)

    it("is undecided at a limit, and where there is chance", function()
      for player, goal in ipairs { "First wins", "Second wins" } do
        undecided(([[
undecided: 3 nodes were not enough to find out whether player %d can force %s
    |||||||]]):format(player, goal), "wins", nim.new "|||||||", player, goal, { nodes = 3 })
      end
      undecided([[
undecided: 10 nodes were not enough to find out whether player 1 wins
    ...
    ...
    ...]], "wins", noughts.new ".../.../...", 1, nil, { nodes = 10 })
      undecided([[
undecided: 100 actions in a row of the other players were not enough to find out whether player 1 can force Won
    .]], "wins", patience.new(nil, { most = 4000 }), 1, "Won")
      for _, goal in ipairs { "Nine", false } do
        undecided(([[
undecided: there is chance: no search proves whether player 1 %s
    .]]):format(goal and "can force Nine" or "wins"), "wins", duel.new(), 1, goal or nil)
      end
    end)

    it("asks for the goal in a game of one player", function()
      holds("wins", level(), 1)
      fails("wins: Death by Hole cannot be reached\n    ....\n    S#.G\n    ####", "wins",
        level(), 1, "Death by Hole")
    end)
  end)

  -- Wrong arguments behind the state, and the error.
  for _, case in ipairs {
    { "board: picture: expected the picture of a board, got nil", "board" },
    { "plays: actions: expected a list of actions, got 'PUSH RIGHT'", "plays", "PUSH RIGHT" },
    { "plays: actions: action 2: 'PUSH RIHGT' is no action of tower (did you mean 'PUSH RIGHT'?)",
      "plays", { "PUSH RIGHT", "PUSH RIHGT" } },
    { "refuses: action: 'PUSH UP' is no action of tower", "refuses", "PUSH UP" },
    { "refuses: action: expected an action, got a table", "refuses", {} },
    { "refuses: why: expected a text, got 7", "refuses", "PUSH LEFT", 7 },
    { "outcome: outcome: expected an outcome, or false for a game that runs, got nil", "outcome" },
    { "outcome: outcome: tower has no outcome 'cleared' (did you mean 'Cleared'?)", "outcome",
      "cleared" },
    { "events: list: expected a list of events, got nil", "events", "PUSH RIGHT" },
    { "events: list: entry 1: expected a text or a table, got 7", "events", "PUSH RIGHT", { 7 } },
    { "events: list: entry 1: unknown key 'form' (did you mean 'from'?)", "events", "PUSH RIGHT",
      { { form = { 1, 1 } } } },
    { "events: list: entry 2: to: expected { row, column }, got a table", "events", "PUSH RIGHT",
      { "a", { to = { 1 } } } },
    { "events: list: entry 1: what: expected a text, got a function", "events", "PUSH RIGHT",
      { { what = print } } },
    { "solvable: goal: tower has no outcome 'Claered' (did you mean 'Cleared'?)", "solvable",
      "Claered" },
    { "unsolvable: goal: expected an outcome or a function, got 7", "unsolvable", 7 },
    { "reachable: predicate: expected an outcome or a function, got nil", "reachable" },
    { "optimal: count: expected a number of actions, got -1", "optimal", -1 },
    { "wins: player: expected a player, 1..1, got 2", "wins", 2 },
    { "solvable: options: unknown key 'node' (did you mean 'nodes'?)", "solvable", nil,
      { node = 1 } },
    { "solvable: options: nodes must be an integer of 0..9223372036854775807, not -1", "solvable",
      nil, { nodes = -1 } },
  } do
    it("refuses wrong arguments: " .. case[1], function()
      assert.equal(case[1], raised(claims[case[2]], level(), table.unpack(case, 3, 5)))
    end)
  end

  it("refuses what is no state, and a game that does not tell who wins", function()
    assert.equal("wins: state: expected a state of a game, got 'x'", raised(claims.wins, "x"))
    assert.equal("wins: goal is missing: nim has no score, so an outcome must tell who wins",
      raised(claims.wins, nim.new "|", 1))
    assert.equal("forced: goal is missing: trio has more than two players, so an outcome must tell"
      .. " who wins", raised(claims.forced, trio.new ".", "right"))
  end)
end)
