--- Specifies the rules of Horizontally, with pictures of the boards before and after a move.

local grid = require "tessera.grid"
local horizontally = require "tessera.horizontally"
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local run = require "spec.support.run"

-- The statement's figure, after the moves Fc cH Ce eI Da cA Ga fG.
--             ABCDEFGHIJK
local FIGURE = [[
               ...#..#....
               ...#..#....
               ####.#####.
               .....#.....
               ..#..#..###
               ..#...###..
               ..#........ ]]

-- Plays moves that must be carried out; returns what the last one returned.
local function play(state, texts)
  local results
  for text in texts:gmatch "%S+" do
    assert.is_nil(state:outcome())
    results = table.pack(state:move(text))
    assert.is_true(results[1], text .. ": " .. tostring(results[2]))
  end
  return results
end

-- All best moves, in the order in which SELECT counts them.
local function best_moves(state)
  local texts, n = {}, 0
  repeat
    texts[n + 1] = state:best_move(n)
    n = n + 1
  until not texts[n] or n > 1 and texts[n] == texts[1]
  texts[n] = nil
  return table.concat(texts, " ")
end

local function moves(state)
  return table.concat(state:actions(), " ")
end

describe("a move", function()
  it("of Left covers fields downward from the first one", function()
    local state = horizontally.new(nil, { fields = 3, rows = 5, columns = 4 })
    assert.same({ true, n = 1 }, table.pack(state:move "Bc"))
    assert.equal(picture [[
      ....
      ....
      .#..
      .#..
      .#.. ]], tostring(state))
  end)

  it("of Right covers fields to the right from the first one", function()
    local state = horizontally.new(nil, { fields = 3, rows = 5, columns = 4, first = "right" })
    assert.same({ true, n = 1 }, table.pack(state:move "cB"))
    assert.equal(picture [[
      ....
      ....
      .###
      ....
      .... ]], tostring(state))
  end)

  it("alternates between the players, and Left begins", function()
    local state = horizontally.new(nil, { fields = 2, rows = 4, columns = 4 })
    assert.equal(1, state:turn())
    play(state, "Aa")
    assert.equal(2, state:turn())
    play(state, "aB")
    assert.equal(1, state:turn())
  end)

  it("may be given to Right first", function()
    assert.equal(2, horizontally.new(nil, { first = "right" }):turn())
    assert.equal(1, horizontally.new(nil, { first = "left" }):turn())
  end)

  it("of one field is possible anywhere", function()
    local state = horizontally.new("#./..", { fields = 1 })
    assert.equal("Ba Ab Bb", moves(state))
    play(state, "Bb")
    assert.equal("aB bA", moves(state))
  end)

  it("and seven others give the figure of the statement", function()
    local state = horizontally.new(nil, { fields = 3, rows = 7, columns = 11 })
    play(state, "Fc cH Ce eI Da cA Ga fG")
    assert.equal(picture [[
      ...#..#....
      ...#..#....
      ####.#####.
      .....#.....
      ..#..#..###
      ..#...###..
      ..#........ ]], tostring(state))
    assert.is_true(state == horizontally.new(FIGURE, { fields = 3 }))
  end)
end)

describe("the moves of a player", function()
  it("are listed by row, then by column of the first field", function()
    local board = "..#/.../#.."
    assert.equal("Aa Ba Bb Cb", moves(horizontally.new(board, { fields = 2 })))
    assert.equal("aA bA bB cB", moves(horizontally.new(board, { fields = 2, first = "right" })))
  end)

  it("reach the last row and column of the greatest board", function()
    local state = horizontally.new(nil, { fields = 1 })
    local list = state:actions()
    assert.equal(676, #list)
    assert.same({ "Aa", "Ba", "Zz" }, { list[1], list[2], list[676] })
    assert.same({ true, n = 1 }, table.pack(state:move "Zz"))
    assert.is_false(state:free(26, 26))
    assert.same({ true, n = 1 }, table.pack(state:move "zY"))
  end)

  it("lie along his own lines", function()
    local state = horizontally.new(FIGURE, { fields = 3 })
    assert.equal("Ea Ka Eb Kb Ec Ad Bd Dd Ed Ae Be De Ee", moves(state))
  end)

  it("may cover a whole side", function()
    local state = horizontally.new(nil, { fields = 26 })
    assert.equal(26, #state:actions())
    assert.equal("Aa", state:actions()[1])
    assert.equal("Za", state:actions()[26])
    play(state, "Ma")
    assert.equal("Left wins", state:outcome())
  end)
end)

describe("the rating (rule 5)", function()
  it("of the statement's figure is 9 - 6 = 3 for Right", function()
    local state = horizontally.new(FIGURE, { fields = 3 })
    assert.equal(3, state:rating "right")
    assert.equal(-3, state:rating "left")
  end)

  it("is that of the player to move, if no player is named", function()
    assert.equal(-3, horizontally.new(FIGURE, { fields = 3 }):rating())
    assert.equal(3, horizontally.new(FIGURE, { fields = 3, first = "right" }):rating())
  end)

  it("takes the players' numbers as well", function()
    local state = horizontally.new(FIGURE, { fields = 3 })
    assert.same({ -3, 3 }, { state:rating(1), state:rating(2) })
  end)

  it("counts floor(run / fields) for each free run", function()
    local function rating(board, fields)
      return horizontally.new(board, { fields = fields }):rating "right"
    end
    assert.equal(2, rating(".....", 2)) -- 2 blocks in the row, none in the columns
    assert.equal(1, rating("..#.", 2))
    assert.equal(0, rating(".#.#.", 2))
    assert.equal(-2, rating("./././.", 2))
    assert.equal(0, rating("#..../.##../...#.", 1)) -- fields for one are fields for all
    assert.equal((1 + 0 + 1) - (1 + 1 + 0 + 1), rating([[
      ....
      ..#.
      .... ]], 3))
  end)

  it("follows every move", function()
    local state = horizontally.new(nil, { fields = 3, rows = 7, columns = 11 })
    assert.equal(21 - 22, state:rating "right")
    for text, rating in ("Fc-2 cH0 Ce-2 eI0 Da1 cA3 Ga2 fG3"):gmatch "(%a%a)(%-?%d)" do
      play(state, text)
      assert.equal(math.tointeger(rating), state:rating "right", text)
    end
  end)

  it("goes on when the game is over", function()
    local state = horizontally.new("..../....", { fields = 3 })
    assert.equal("Right wins", state:outcome())
    assert.equal(-2, state:rating())
    assert.equal(2, state:rating "right")
  end)
end)

describe("the best move (rule 6)", function()
  it("is a move after which the rating is the greatest", function()
    -- A block in the middle row leaves 2 blocks for Right and 1 for Left, another 2 and 3.
    local state = horizontally.new(nil, { fields = 2, rows = 3, columns = 3, first = "right" })
    assert.equal("bA bB", best_moves(state))
    play(state, "bA")
    assert.equal(1, state:rating "right")
  end)

  it("is number SELECT % n, from 0", function()
    local state = horizontally.new(nil, { fields = 2, rows = 5, columns = 5, first = "right" })
    local list = { [0] = "bA", "bB", "bC", "bD", "dA", "dB", "dC", "dD" }
    for select = 0, 40 do
      assert.equal(list[select % 8], state:best_move(select))
    end
    assert.equal(list[2147483647 % 8], state:best_move(2147483647))
  end)

  it("is number 1000 % n by default", function()
    local state = horizontally.new(nil, { fields = 2, rows = 3, columns = 3, first = "right" })
    assert.equal(state:best_move(1000), state:best_move())
    local five = horizontally.new("......", { fields = 2, first = "right" })
    assert.equal("aA aC aE", best_moves(five))
    assert.equal("aC", five:best_move()) -- 1000 % 3 = 1
  end)

  it("of Left is found in the same way, also by row, then by column", function()
    assert.equal("Ba Da Bb Db Bc Dc Bd Dd",
      best_moves(horizontally.new(nil, { fields = 2, rows = 5, columns = 5 })))
    assert.equal("Dd Ed De Ee", best_moves(horizontally.new(FIGURE, { fields = 3 })))
  end)

  it("of the statement's figure, for Right", function()
    assert.equal("fD", best_moves(horizontally.new(FIGURE, { fields = 3, first = "right" })))
  end)

  it("does not play the move", function()
    local state = horizontally.new(nil, { first = "right" })
    local before = state:clone()
    state:best_move()
    assert.is_true(before == state)
  end)

  it("does not exist when the game is over", function()
    assert.is_nil(horizontally.new(nil, { fields = 3, rows = 2 }):best_move())
    assert.equal(1, select("#", horizontally.new(nil, { fields = 3, rows = 2 }):best_move()))
  end)
end)

describe("the end", function()
  it("comes when the player to move has no move; that player has lost", function()
    local state = horizontally.new("../..", { fields = 2 })
    assert.same({ true, "Left wins", n = 2 }, play(state, "Aa"))
    assert.equal("Left wins", state:outcome())
    assert.is_nil(state:turn())
    assert.same({}, state:actions())
    assert.same({ 1, -1 }, { state:score(1), state:score(2) })
    local other = horizontally.new("../..", { fields = 2, first = "right" })
    assert.same({ true, "Right wins", n = 2 }, play(other, "aA"))
    assert.same({ -1, 1 }, { other:score(1), other:score(2) })
  end)

  it("does not ask whether the winner can still move", function()
    local left = horizontally.new("#.#/#.#", { fields = 2, first = "right" })
    assert.equal("Left wins", left:outcome())
    local full, outcome = horizontally.new("##/##", { fields = 2, first = "right" })
    assert.equal("Left wins", outcome)
    assert.equal("Left wins", full:outcome())
    assert.equal("Right wins", horizontally.new("##/##", { fields = 2 }):outcome())
  end)

  it("comes at once where the blocks are too long", function()
    local state = horizontally.new(nil, { fields = 6, rows = 5, columns = 26 })
    assert.equal("Right wins", state:outcome())
    local right = horizontally.new(nil, { fields = 6, rows = 26, columns = 5, first = "right" })
    assert.equal("Left wins", right:outcome())
    assert.equal(0, horizontally.new(nil, { fields = 26, rows = 1, columns = 1 }):rating())
  end)

  it("is the first time that scores are not 0", function()
    local state = horizontally.new()
    assert.same({ 0, 0 }, { state:score(1), state:score(2) })
    assert.is_nil(state:outcome())
  end)
end)

describe("a refused move", function()
  local function refused(state, text, why)
    local before = state:clone()
    assert.same({ nil, text .. ": " .. why, n = 2 }, table.pack(state:move(text)))
    assert.equal(text .. ": " .. why, state:why(text))
    assert.same({ nil, text .. ": " .. why, n = 2 }, table.pack(state:apply(text)))
    assert.is_true(before == state)
  end

  it("lies on a taken field", function()
    local state = horizontally.new(FIGURE, { fields = 3 })
    refused(state, "Fc", "row c, column F is taken")
    refused(state, "Fa", "row c, column F is taken")
    refused(state, "Fb", "row c, column F is taken")
    local right = horizontally.new(FIGURE, { fields = 3, first = "right" })
    refused(right, "fE", "row f, column G is taken")
    refused(right, "fI", "row f, column I is taken")
  end)

  it("leaves the board", function()
    local state = horizontally.new(FIGURE, { fields = 3 })
    refused(state, "Bf", "the board ends at row g")
    refused(state, "Kf", "the board ends at row g")
    refused(state, "Bg", "the board ends at row g")
    refused(horizontally.new(FIGURE, { fields = 3, first = "right" }), "gJ",
      "the board ends at column K")
  end)

  it("begins outside of the board", function()
    local state = horizontally.new(FIGURE, { fields = 3 })
    refused(state, "La", "the board has no column L")
    refused(state, "Zz", "the board has no row z")
    refused(state, "Ah", "the board has no row h")
    local right = horizontally.new(FIGURE, { fields = 3, first = "right" })
    refused(right, "hA", "the board has no row h")
    refused(right, "aZ", "the board has no column Z")
  end)

  it("is the other player's", function()
    refused(horizontally.new(), "aA", "Left is to move")
    refused(horizontally.new(nil, { first = "right" }), "Aa", "Right is to move")
  end)

  it("comes after the end", function()
    local state = horizontally.new("../..", { fields = 2 })
    play(state, "Aa")
    refused(state, "aA", "the game is over (Left wins)")
    refused(state, "Ba", "the game is over (Left wins)")
  end)

  it("may be an integer that is no code of a move", function()
    local state = horizontally.new()
    for _, code in ipairs { 0, -1, 1023, 1024 + 26, 1024 + 26 * 32, 3072, 1 << 40,
      math.mininteger, math.maxinteger } do
      assert.equal("?: there is no such move", state:why(code))
      assert.is_nil((state:apply(code)))
    end
  end)
end)

describe("the events of a move", function()
  it("are its fields", function()
    local state, events = horizontally.new(nil, { fields = 2 }), {}
    state:move("Cd", events)
    state:move("aA", events)
    assert.same({
      { kind = "placed", what = "#", to = { 4, 3 } },
      { kind = "placed", what = "#", to = { 5, 3 } },
      { kind = "placed", what = "#", to = { 1, 1 } },
      { kind = "placed", what = "#", to = { 1, 2 } },
    }, events)
  end)

  it("are none if it is refused", function()
    local events = {}
    horizontally.new():move("aA", events)
    assert.same({}, events)
  end)
end)

describe("a board", function()
  it("is empty, of 26 rows and columns and for blocks of 5, by default", function()
    for _, state in ipairs { horizontally.new(), (horizontally.new(nil, {})) } do
      assert.same({ 26, 26, 5, 1 }, { state:rows(), state:columns(), state:fields(), state:turn() })
      assert.equal((("."):rep(26) .. "\n"):rep(26), tostring(state))
    end
    assert.equal(5, horizontally.new("..."):fields())
  end)

  it("has the size of the options", function()
    local state = horizontally.new(nil, { fields = 2, rows = 3, columns = 4 })
    assert.equal("....\n....\n....\n", tostring(state))
    assert.same({ 3, 4, 2 }, { state:rows(), state:columns(), state:fields() })
  end)

  it("may have taken fields: from a picture or a grid", function()
    local state = horizontally.new(".#./#..", { fields = 2 })
    assert.equal(".#.\n#..\n", tostring(state))
    assert.is_true(state == horizontally.new(grid.new ".#./#..", { fields = 2 }))
    assert.is_true(state:free(1, 1))
    assert.is_false(state:free(1, 2))
    assert.is_false(state:free(2, 1))
    assert.is_true(state:free(2, 3))
  end)

  it("has one key, however it came about, but another one for each player", function()
    local a = horizontally.new(nil, { fields = 2, rows = 4, columns = 4 })
    local b = a:clone()
    play(a, "Aa aC Bc")
    play(b, "Bc aC Aa")
    assert.is_true(a == b)
    assert.equal(a:key(), b:key())
    assert.equal(a:hash(), b:hash())
    local left = horizontally.new(nil, { rows = 4 })
    local right = horizontally.new(nil, { rows = 4, first = "right" })
    assert.are_not.equal(left:key(), right:key())
    assert.is_false(left == right)
  end)

  it("with other free fields is another one", function()
    assert.is_false(horizontally.new(nil, { fields = 2 }) == horizontally.new(nil, { fields = 3 }))
  end)

  it("is saved and loaded", function()
    local state = horizontally.new(".#./#..", { fields = 2, first = "right" })
    local saved = "tessera horizontally 1\nrows 2\ncolumns 3\nfields 2\nplayer 2\nmap\n.#.\n#..\n"
    assert.equal(saved, state:save())
    local again = horizontally.load(saved)
    assert.is_true(again == state)
    assert.equal(state:rating(), again:rating())
    play(state, "bB")
    play(again, "bB")
    assert.is_true(again == state)
  end)
end)

describe("a damaged save", function()
  local function refused(from, to, message)
    local saved = horizontally.new(".#./#..", { fields = 2 }):save()
    local damaged, times = saved:gsub(from, to)
    assert.equal(1, times)
    assert.equal(message, raised(horizontally.load, damaged))
  end

  it("is refused with the place", function()
    refused("rows 2", "rows 0", "line 2, column 6: the rows must be 1..26, not 0")
    refused("rows 2", "rows 3", "line 9, column 1: the input ends where row 3 of 3 is expected")
    refused("columns 3", "columns 27", "line 3, column 9: the columns must be 1..26, not 27")
    refused("fields 2", "fields 0", "line 4, column 8: the fields must be 1..26, not 0")
    refused("fields 2", "fields -99999999999999999999",
      "line 4, column 8: the fields must be 1..26, not a number of so many digits")
    refused("player 1", "player 3", "line 5, column 8: the player must be 1..2, not 3")
    refused("player 1", "turn 1", "line 5, column 1: expected 'player' here")
    refused("#%.%.\n", "#.x\n", "line 8, column 3: unknown cell 'x' (expected one of . #)")
    refused("$", "#", "line 9, column 1: expected the end of the saved state")
  end)

  it("is loaded if it makes sense", function()
    local state = horizontally.load [[
      tessera horizontally 1 rows 1 columns 1 fields 26 player 2 map . ]]
    assert.equal("Left wins", state:outcome())
    assert.same({}, state:actions())
    assert.is_nil(state:best_move())
  end)
end)

describe("misuse", function()
  local state = horizontally.new(nil, { rows = 5, columns = 7 })

  it("of new names the argument", function()
    local function misused(index, message, ...)
      local whole = ("bad argument #%d to 'tessera.horizontally.new' (%s)"):format(index, message)
      assert.equal(whole, raised(horizontally.new, ...))
    end
    local names = "(expected one of columns fields first rows)"
    misused(2, "option 'fields': expected 1..26, got 0", nil, { fields = 0 })
    misused(2, "option 'fields': expected 1..26, got 27", "...", { fields = 27 })
    misused(2, "option 'rows': expected 1..26, got -1", nil, { rows = -1 })
    misused(2, "option 'columns': expected a value of type integer, got 2.5", nil,
      { columns = 2.5 })
    misused(2, "option 'columns': expected a value of type integer, got 'wide'", nil,
      { columns = "wide" })
    misused(2, "option 'columns': expected a value of type integer, got a table", nil,
      { columns = {} })
    misused(2, "option 'first': unknown value 'lfet' (did you mean 'left'?)", nil,
      { first = "lfet" })
    misused(2, "option 'first': unknown value 'up' (expected one of left right)", nil,
      { first = "up" })
    misused(2, "option 'first': expected a value of type string, got true", nil, { first = true })
    misused(2, "table expected, got number", "...", 3)
    misused(2, "unknown option 'feilds' (did you mean 'fields'?)", nil, { feilds = 2 })
    misused(2, "unknown option 'cols' " .. names, nil, { cols = 2 })
    misused(2, "option 'rows': the map says this already", "...", { rows = 9 })
    misused(1, "the number of columns is 27, expected 1..26", ("."):rep(27))
    misused(1, "the number of rows is 0, expected 1..26", "")
    misused(1, "a cell is none of .#", grid.new ".x.")
    misused(1, "line 1, column 2: unknown cell 'x' (expected one of . #)", ".x.")
    misused(1, "a map is a text or a grid; options come behind it", { fields = 2 })
  end)

  it("of move names the argument", function()
    local message = "bad argument #1 to 'move' (expected a move such as \"Fc\" or \"cH\")"
    for _, text in ipairs { "", "F", "Fcc", "FC", "fc", "F1", "?a", "F\0", "[a", "A`", "-", "." } do
      assert.equal(message, raised(function() state:move(text) end), text)
    end
    assert.equal("bad argument #1 to 'move' (string expected, got nil)",
      raised(function() state:move(nil) end))
  end)

  it("of other methods names the argument", function()
    assert.equal("bad argument #1 to 'free' (expected 1..5, got 6)",
      raised(function() state:free(6, 1) end))
    assert.equal("bad argument #2 to 'free' (expected 1..7, got 0)",
      raised(function() state:free(1, 0) end))
    assert.equal("bad argument #1 to 'best_move' (expected 0..2147483647, got -1)",
      raised(function() state:best_move(-1) end))
    assert.equal("bad argument #1 to 'best_move' (expected 0..2147483647, got 2147483648)",
      raised(function() state:best_move(1 << 31) end))
    local players = "bad argument #1 to 'rating' (expected \"left\" or \"right\" (or 1 or 2))"
    for _, player in ipairs { 0, 3, 1.5, "up", "Left", true } do
      assert.equal(players, raised(function() state:rating(player) end))
    end
    assert.equal("bad argument #1 to 'apply' ('xyz' is no action of horizontally)",
      raised(function() state:apply "xyz" end))
  end)
end)

describe("a method that searches", function()
  it("loads tessera.base.search_limits by itself", function()
    local stdout, stderr, status = run.shell([[LUA_PATH='./lua/?.lua' LUA_CPATH="./${TESSERA_BUILD]]
      .. [[:-build}/?.so" lua5.4 -e 'print((require("tessera.horizontally").new(nil, { fields = 2,
      rows = 3, columns = 3 }):winner()))']])
    assert.same({ "left\n", "", 0 }, { stdout, stderr, status })
  end)
end)
