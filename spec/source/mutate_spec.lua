--- Specifies the mutants of a game's source.

local mutate = require "tessera.source.mutate"

-- The mutants of a source as lines: "2:5: `1` becomes `2`".
local function mutants(text)
  local lines = {}
  for i, mutant in ipairs(mutate.list(text)) do
    lines[i] = ("%d:%d: %s"):format(mutant.line, mutant.column, mutant.what)
  end
  return lines
end

-- What becomes of each mutant's source.
local function texts(text)
  local list = {}
  for i, mutant in ipairs(mutate.list(text)) do
    list[i] = mutate.text(text, mutant)
  end
  return list
end

-- A game with these entries in its definition.
local function game(entries)
  return 'return tessera.game { name = "a", legend = { o = "peg", x = "box" }, moves = {},\n'
    .. entries .. "\n}"
end

describe("mutants of a source", function()
  it("are comparisons, operators and constants", function()
    assert.are.same({ "", "x = a == b" }, texts "x = a ~= b")
    assert.are.same({ "", "x = a < b", "x = a > b" }, texts "x = a <= b")
    assert.are.same({ "", "x = a - 1", "x = a + 2", "x = a + 0" }, texts "x = a + 1")
    assert.are.same({ "", "x = a * b" }, texts "x = a // b")
    assert.are.same({ "", "x = a- -b" }, texts "x = a+-b")
    assert.are.same({ "", "x = b or c", "x = not b and c" }, texts "x = not b or c")
    assert.are.same({ "", "x = false" }, texts "x = true")
    assert.are.same({ "", "x = 1", "x = (-1)" }, texts "x = 0")
    assert.are.same({ "" }, texts "x = -a .. #b")
  end)

  it("name the place and the change", function()
    assert.are.same({
      "2:1: `if_it(\"left\")` is dropped",
      "2:8: \"left\" becomes \"right\"",
      "3:4: `y >= 2` becomes `true`",
      "3:4: `y >= 2` becomes `false`",
      "3:6: `>=` becomes `>`",
      "3:6: `>=` becomes `<`",
      "3:9: `2` becomes `3`",
      "3:9: `2` becomes `1`",
      "4:3: `z = y` is dropped",
    }, mutants '-- 1 + 1\nif_it("left")\nif y >= 2 then\n  z = y\nend')
  end)

  it("drop a return of a function, but not that of the file", function()
    assert.are.same({ "local f = function()  end return f" },
      texts "local f = function() return g end return f")
  end)

  it("change rules as pictures", function()
    local rule = '"[ peg | no box or edge ] -> [ | peg ]"'
    assert.are.same({
      "2:11: rule 1 is dropped",
      "2:23: `peg` becomes `box`", "2:23: `peg` is dropped",
      "2:29: `no` is dropped", "2:29: `no box or edge` is dropped", "2:29: `no box or` is dropped",
      "2:32: `box` becomes `peg`", "2:36: `or edge` is dropped",
      "2:53: `peg` becomes `box`", "2:53: `peg` is dropped",
      "2:61: `count = \"n\"` is dropped",
    }, mutants(game("rules = { { \"<a>\", " .. rule .. ', count = "n" } }')))
  end)

  it("change steps, conditions and the words of an action", function()
    assert.are.same({
      "2:11: step 1 is dropped", "2:12: `each` becomes `first`", "2:17: `down` becomes `up`",
      "2:24: `2` becomes `3`", "2:24: `2` becomes `1`", "2:24: `2+ peg` is dropped",
      "2:27: `peg` becomes `box`",
    }, mutants(game 'after = { "each down [ 2+ peg ] -> [ ]" }'))
    assert.are.same({
      "2:11: step 1 is dropped", "2:12: `each` becomes `first`", "2:17: `every` is dropped",
      "2:23: `all` becomes `orthogonal`", "2:29: `peg` becomes `box`", "2:29: `peg` is dropped",
      "2:44: `next` is dropped", "2:44: `next men` is dropped",
    }, mutants(game 'after = { "each every all [ peg | ] -> [ | next men ]" }'))
    assert.are.same({
      "2:10: end 1 is dropped",
      "2:20: `all` becomes `some`", "2:20: `all peg on box and` is dropped",
      "2:24: `peg` becomes `box`", "2:31: `box` becomes `peg`", "2:35: `and n < 3` is dropped",
      "2:41: `<` becomes `<=`", "2:41: `<` becomes `>=`",
      "2:43: `3` becomes `4`", "2:43: `3` becomes `2`",
    }, mutants(game 'ends = { { "Won", "all peg on box and n < 3" } }'))
    assert.are.same({
      "2:10: end 1 is dropped",
      "2:20: `(n + 1 > 2) or` is dropped", "2:23: `+` becomes `-`",
      "2:25: `1` becomes `2`", "2:25: `1` becomes `0`",
      "2:27: `>` becomes `>=`", "2:27: `>` becomes `<=`",
      "2:29: `2` becomes `3`", "2:29: `2` becomes `1`",
      "2:32: `or` becomes `and`", "2:32: `or (no peg and n = 1)` is dropped",
      "2:36: `no` becomes `some`", "2:36: `no peg and` is dropped", "2:39: `peg` becomes `box`",
      "2:43: `and n = 1` is dropped",
      "2:49: `=` becomes `~=`", "2:51: `1` becomes `2`", "2:51: `1` becomes `0`",
    }, mutants(game 'ends = { { "Won", "(n + 1 > 2) or (no peg and n = 1)" } }'))
    assert.are.same({ "f '<right>'", "f '<left>'" },
      { table.unpack(texts "f '<left|right>'", 2) })
  end)

  it("leave alone what decides no rule", function()
    assert.are.same({}, mutants(game [[
      help = "1 left [ peg | box ]", summary = "left", tick = 0.5, map = "left",
      keys = { a = "left" }, look = { peg = { "1", 2, left = 3 } },
      sounds = { moved = 3 }, groups = { "peg" } ]]))
    assert.are.same({ "2:11: rule 1 is dropped" },
      mutants(game 'rules = { { "<a>", why = "left", event = "left" } }'))
    assert.are.same({}, mutants 'local a = require("left")')
    assert.are.same({ "local f = function()  end" },
      { texts('local f = function() return nil, "left" end return f')[1]:match "^(.-) return f" })
    assert.are.same({}, mutants 'state:event("moved", a + 1)')
  end)

  it("leave alone variables that only serve a look", function()
    assert.are.same({}, mutants([[
      local wide = 8
      local colours, look = { 1, 2 }, { 3 }
      look.peg = { colours[1], wide }
    ]] .. game "look = look"))
    assert.are_not.same({}, mutants("local wide = 8\n" .. game "look = { wide }, apply = f(wide)"))
  end)

  it("know long texts, comments, numbers and escapes", function()
    assert.are.same({ ' --[[ 1 ]] --"left"', 'x = [==[right]==] --[[ 1 ]] --"left"' },
      texts 'x = [==[left]==] --[[ 1 ]] --"left"')
    assert.are.same({ "", "x = 256", "x = 254" }, texts "x = 0xff")
    assert.are.same({ "", "x = 1.5e-3 - .5" }, texts "x = 1.5e-3 + .5")
    assert.are.same({ "" }, texts [[x = "\"left\" \\"]])
    assert.are.same({ "#!lua 1 + 1\n" }, texts "#!lua 1 + 1\nf()")
    assert.are.same({ "-- 1\r", "-- 1\rx = false" }, texts "-- 1\rx = true")
  end)

  it("of all files of the project can be made, in the order of the text", function()
    local pipe <close> = assert(io.popen "find lua samples -name '*.lua'")
    for path in pipe:lines() do
      local file <close> = assert(io.open(path))
      local line, column = 0, 0
      for _, mutant in ipairs(mutate.list((file:read "a"))) do
        assert.is_true(mutant.line > line or mutant.line == line and mutant.column >= column, path)
        line, column = mutant.line, mutant.column
      end
    end
  end)
end)
