--- Specifies the reader's loops over tuples of integers, and grids whose cells are single words.

local raised = require "spec.support.raised"
local reader = require "tessera.reader"

local function from_file(text, buffering)
  local file = assert(io.tmpfile())
  file:write(text)
  file:seek "set"
  if buffering then
    file:setvbuf(buffering)
  end
  return reader.new(file)
end

local sources = {
  ["a string"] = reader.new,
  ["a file"] = from_file,
  ["a file without a buffer"] = function(text)
    return from_file(text, "no")
  end,
}

-- All tuples of two before the one that is 0 0.
local function pairs_of(input)
  local found = {}
  for a, b in input:tuples(2, "number") do
    if a == 0 and b == 0 then
      return found
    end
    found[#found + 1] = { a, b }
  end
end

-- The error of an input, which names a place there and none in Lua.
local function fault(...)
  local message, place = raised(...)
  assert.is_nil(place)
  return message
end

for name, open in pairs(sources) do
  describe("tuples from " .. name, function()
    it("are integers between blanks of any kind, read until the loop is left", function()
      local input = open "1 2\t-3\n\n+4\v007 8\f0 5 6 0 0 0 rest"
      assert.same({ { 1, 2 }, { -3, 4 }, { 7, 8 }, { 0, 5 }, { 6, 0 } }, pairs_of(input))
      assert.equal("rest", input:word())
    end)

    it("have 1 to 8 numbers", function()
      local next_tuple, input = open("5"):tuples(1, "number")
      assert.equal(5, next_tuple(input))
      next_tuple, input = open("1 2 3 4 5 6 7 8 9"):tuples(8, "number")
      assert.same({ 1, 2, 3, 4, 5, 6, 7, 8 }, { next_tuple(input) })
      input = open "1"
      assert.matches("expected 1..8, got 0", raised(input.tuples, input, 0, "number"))
      assert.matches("expected 1..8, got 9", raised(input.tuples, input, 9, "number"))
      assert.matches("string expected", raised(input.tuples, input, 2))
    end)

    it("have any size; numbers beyond 64 bits become the nearest of 64 bits", function()
      assert.same({
        { 99999999999999999, -99999999999999999 },
        { 999999999999999999, 1000000000000000000 },
        { math.maxinteger, math.mininteger },
        { math.maxinteger, math.mininteger },
        { math.maxinteger, math.mininteger },
      }, pairs_of(open(
        "99999999999999999 -99999999999999999 999999999999999999 1000000000000000000 "
        .. "9223372036854775807 -9223372036854775808 9223372036854775808 -9223372036854775809 "
        .. ("9"):rep(200) .. " -" .. ("9"):rep(200) .. " 0 0")))
    end)

    it("name the wrong value and its place", function()
      assert.equal("line 2, column 3: the input ends where the number is expected",
        fault(pairs_of, open "1 2\n3 "))
      assert.equal("line 1, column 1: the input ends where the number is expected",
        fault(pairs_of, open ""))
      assert.equal("line 2, column 2: expected the number, a whole number, found '2x'",
        fault(pairs_of, open "1\n 2x 0 0"))
      assert.equal("line 1, column 3: expected the number, a whole number, found '1.5'",
        fault(pairs_of, open "1 1.5 0 0"))
    end)

    it("leave the last number as the token", function()
      local input = open "1 2 12 345 x"
      for a in input:tuples(2, "number") do
        if a == 12 then break end
      end
      assert.same({ 1, 8 }, { input:position() })
      assert.equal(345, input:value())
    end)

    it("may be read in several loops, with other values between", function()
      local input = open "1 2 0 0 word 3 4 0 0"
      assert.same({ { 1, 2 } }, pairs_of(input))
      assert.equal("word", input:word())
      assert.same({ { 3, 4 } }, pairs_of(input))
    end)
  end)

  describe("single cells from " .. name, function()
    local function grid(input, rows, columns, once)
      return tostring(input:grid(rows, columns, "abS", once, "spaced"))
    end

    it("may have blanks and line ends anywhere between them", function()
      local input = open " a b\n\nb\ta\r\n\n b b\nrest"
      assert.equal("abb\nabb\n", grid(input, 2, 3))
      assert.equal("rest", input:word())
      assert.same({ 6, 1 }, { input:position() })
      assert.equal("ab\n", grid(open "a b", 1, 2))
    end)

    it("leave the last cell as the token", function()
      local input = open "a a\n a b\n"
      grid(input, 2, 2)
      assert.same({ 2, 4 }, { input:position() })
    end)

    it("are checked one by one", function()
      assert.equal("line 2, column 3: unknown cell 'x' (expected one of a b S)",
        fault(grid, open "a a\na x\n", 2, 2))
      assert.equal("line 2, column 3: expected a single cell, found 'ab'...",
        fault(grid, open "a a\na ab\n", 2, 2))
      assert.equal("line 3, column 1: the input ends where row 2 of 2 is expected",
        fault(grid, open "a a\na\n", 2, 2))
      assert.equal("line 3, column 3: a second 'S' (the first is in line 1, column 3)",
        fault(grid, open "a S b\na a a\na S a\n", 3, 3, "S"))
      assert.equal("line 2, column 2: no 'S' in the 2 rows from here",
        fault(grid, open "\n a a\na a\n", 2, 2, "S"))
      assert.equal("aS\nab\n", grid(open "a S\na b\n", 2, 2, "S"))
    end)
  end)
end
