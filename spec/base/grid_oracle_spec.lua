--- Compares the grid library with its twin on random grids.

local grid = require "tessera.grid"
local oracle = require "spec.oracle.grid"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

local grids = 3000
local directions = { "up", "down", "left", "right", "up-left", "up-right", "down-left",
  "down-right" }

local function pick(random, list)
  return list[1 + random:below(#list)]
end

-- A random picture of up to 7 x 7 cells of few kinds.
local function picture(random)
  local rows, columns = 1 + random:below(7), {}
  local width, kinds = 1 + random:below(7), pick(random, { "..#", ".#ab", "ab", "....o#" })
  for i = 1, rows do
    local line = {}
    for j = 1, width do
      local k = 1 + random:below(#kinds)
      line[j] = kinds:sub(k, k)
    end
    columns[i] = table.concat(line)
  end
  return table.concat(columns, "/"), rows, width
end

-- Calls check(fast, slow, random, row, column): the same grid in C and in the twin, and a cell.
local function each(check)
  for seed in seeds(grids) do
    local random = rng.new(seed)
    local text, rows, columns = picture(random)
    check(grid.new(text), oracle.read(text), random, 1 + random:below(rows),
      1 + random:below(columns))
  end
end

-- Whether the distances of C are those of the twin, by "row,column".
local function same_numbers(far, numbers)
  local count, more = 0, 0
  for row, column, steps in numbers:each() do
    assert.are.equal(far[row .. "," .. column], steps)
    assert.are.equal(steps, numbers:get(row, column))
    count = count + 1
  end
  for _ in pairs(far) do
    more = more + 1
  end
  assert.are.equal(more, count)
end

describe("the grid library agrees with its twin on", function()
  it("regions", function()
    each(function(fast, slow, random, row, column)
      assert.are.same(oracle.region(slow, row, column), fast:region(row, column))
      local kinds = pick(random, { ".", "#a", "ab#", "o" })
      assert.are.same(oracle.region(slow, row, column, kinds), fast:region(row, column, kinds))
      local which = pick(random, { "sides", "all", "hex" })
      assert.are.same(oracle.region(slow, row, column, kinds, which),
        fast:region(row, column, kinds, which))
      if random:below(4) == 0 then
        assert.are.same(oracle.regions(slow), fast:regions())
        assert.are.same(oracle.regions(slow, kinds), fast:regions(kinds))
        assert.are.same(oracle.regions(slow, kinds, which), fast:regions(kinds, which))
      end
    end)
  end)

  it("distances and paths", function()
    local found = {}
    each(function(fast, slow, random, row, column)
      local through = pick(random, { ".", ".a", ".#o", "ab" })
      local which = pick(random, { "sides", "all", "hex" })
      local kind = pick(random, { "#", "a", "o", "." })
      local r, c = 1 + random:below(fast:rows()), 1 + random:below(fast:columns())
      local kinds = {}
      for i, j in fast:each(kind) do
        kinds[#kinds + 1] = { i, j }
      end
      same_numbers(oracle.distances(slow, { { row, column } }, through, which),
        fast:distances(row, column, through, which))
      same_numbers(oracle.distances(slow, kinds, through, which),
        fast:distances(kind, through, which))
      local way = oracle.path(slow, row, column, { { r, c } }, through, which)
      assert.are.same(way and { way, r, c } or {}, { fast:path(row, column, r, c, through, which) })
      local long = way and math.min(#way, 5) or "none"
      found[long] = (found[long] or 0) + 1
      way = oracle.path(slow, row, column, kinds, through, which)
      assert.are.same(way, (fast:path(row, column, kind, through, which)))
    end)
    for _, long in ipairs { "none", 0, 1, 2, 3, 4, 5 } do
      assert.is_true(seeds.often(found[long], 60), long)
    end
  end)

  it("the neighbour that is nearer", function()
    each(function(fast, slow, random, row, column)
      local which, kinds = pick(random, { "sides", "all", "hex" }), pick(random, { ".", ".a", "#" })
      local far = oracle.distances(slow, { { row, column } }, ".#", which)
      local numbers = fast:distances(row, column, ".#", which)
      local r, c = 1 + random:below(fast:rows()), 1 + random:below(fast:columns())
      local least, expected = far[r .. "," .. c] or math.huge, {}
      for i, j, _, direction in fast:neighbours(r, c, kinds, which) do
        local steps = far[i .. "," .. j]
        if steps and steps < least then
          least, expected = steps, { i, j, direction }
        end
      end
      assert.are.same(expected, { fast:nearer(r, c, numbers, kinds) })
    end)
  end)

  it("what is seen", function()
    each(function(_, _, random)
      local rows, columns, lines = 1 + random:below(10), 1 + random:below(10), {}
      local walls = 1 + random:below(5)
      for i = 1, rows do
        local line = {}
        for j = 1, columns do
          line[j] = random:below(10) < walls and "#" or "."
        end
        lines[i] = table.concat(line)
      end
      local text = table.concat(lines, "/")
      local fast, slow = grid.new(text), oracle.read(text)
      local row, column = 1 + random:below(rows), 1 + random:below(columns)
      local radius = pick(random, { 0, 1, 2, 3, 5, 8, false }) or nil
      same_numbers(oracle.visible(slow, row, column, radius, "#"),
        fast:visible(row, column, radius, "#"))
    end)
  end)

  it("runs and lines", function()
    each(function(fast, slow, random, row, column)
      local direction = pick(random, directions)
      assert.are.equal(oracle.run(slow, row, column, direction), fast:run(row, column, direction))
      local least, kinds = 1 + random:below(4), pick(random, { ".", "#a", "ab#o" })
      assert.are.same(oracle.lines(slow, kinds, least), fast:lines(kinds, least))
      assert.are.same(oracle.lines(slow, kinds, least, true), fast:lines(kinds, least, "all"))
    end)
  end)

  it("lines through a cell, and the n-th of many", function()
    each(function(fast, slow, random, row, column)
      assert.are.equal(oracle.line_at(slow, row, column), fast:line_at(row, column))
      assert.are.equal(oracle.line_at(slow, row, column, true), fast:line_at(row, column, "all"))
      local kinds, n = pick(random, { ".", "#a", "ab#o" }), 1 + random:below(9)
      assert.are.same({ oracle.nth(slow, kinds, n) }, { fast:nth(kinds, n) })
    end)
  end)

  it("dropping and squashing", function()
    each(function(fast, slow, random, _, column)
      local chain, worth = { "a", "b", "#" }, { 0, 5, 7 }
      for _ = 1, 3 do
        local kind = pick(random, { "a", "b", "#", "o" })
        assert.are.equal(oracle.drop(slow, column, kind, "."), fast:drop(column, kind))
        assert.are.equal(oracle.show(slow), tostring(fast))
        local way = directions[1 + random:below(4)]
        assert.are.same({ oracle.squash(slow, way, "ab#", worth, ".") },
          { fast:squash(way, pick(random, { chain, "ab#" }), worth) })
        assert.are.equal(oracle.show(slow), tostring(fast))
      end
    end)
  end)

  it("pieces", function()
    each(function(fast, slow, random, row, column)
      for _ = 1, 3 do
        local direction, n = pick(random, directions), pick(random, { 1, 99 })
        local piece = fast:piece(row, column)
        assert.are.equal(slow[row][column] == ".", piece == nil)
        if piece then
          local region = oracle.region(slow, row, column)
          assert.are.equal(slow[row][column], piece:kind())
          assert.are.same(region, piece:cells())
          local can = piece:moves(direction)
          local done, cells = oracle.move_piece(slow, row, column, direction, n)
          assert.are.equal(done > 0, can)
          if n == 1 then
            assert.are.equal(can, piece:shift(direction))
          else
            assert.are.equal(done, piece:slide(direction))
          end
          assert.are.same(cells, piece:cells())
          assert.are.equal(oracle.show(slow), tostring(fast))
          assert.are.equal(oracle.turn_piece(slow, piece:cells()), piece:turn())
          assert.are.equal(oracle.show(slow), tostring(fast))
        end
      end
      local kinds = pick(random, { "#", "ab", "#ab.", "o." })
      assert.are.equal(oracle.clear_rows(slow, kinds), fast:clear_rows(kinds))
      assert.are.equal(oracle.show(slow), tostring(fast))
    end)
  end)

  it("pieces that fall in from above", function()
    each(function(fast, slow, random, _, column)
      for _ = 1, 3 do
        local shape = grid.new(pick(random, { "x", "xx/.x", ".x/x.", "x..x", "../.x" }))
        local copy = fast:copy()
        local piece = copy:put(shape, 1, column, "p")
        local row = piece and 1 + piece:slide "down" or nil
        assert.are.equal(oracle.drop_piece(slow, oracle.read(tostring(shape)), column, "p"), row)
        assert.are.equal(row, fast:drop_piece(shape, column, "p"))
        assert.are.equal(oracle.show(slow), tostring(fast))
        assert.are.equal(tostring(copy), tostring(fast))
      end
    end)
  end)

  it("what can be shifted, and shifting it", function()
    each(function(fast, slow, random, row, column)
      local kinds = pick(random, { "#", "ab", "#ab.o" })
      local which = pick(random, { "all", "lengthwise" })
      local lengthwise, list = which == "lengthwise", {}
      for i, j, kind, direction in fast:shifts(kinds, which) do
        list[#list + 1] = { i, j, kind, direction }
      end
      assert.are.same(oracle.shifts(slow, kinds, lengthwise), list)
      local way, can = directions[1 + random:below(4)], false
      local first = oracle.region(slow, row, column)[1]
      for _, shift in ipairs(oracle.shifts(slow, slow[row][column], lengthwise)) do
        can = can or shift[1] == first[1] and shift[2] == first[2] and shift[4] == way
      end
      if can then
        oracle.move_piece(slow, row, column, way, 1)
      end
      assert.are.equal(can, fast:shift_piece(row, column, way, which))
      assert.are.equal(oracle.show(slow), tostring(fast))
    end)
  end)

  it("falling, pushing and sliding", function()
    each(function(fast, slow, random, row, column)
      local movable = pick(random, { "#", "#a", "abo" })
      for _ = 1, 3 do
        local way, direction = directions[1 + random:below(4)], pick(random, directions)
        assert.are.equal(oracle.push(slow, row, column, direction, movable, "."),
          fast:push(row, column, direction, movable, "."))
        assert.are.equal(oracle.show(slow), tostring(fast))
        assert.are.same({ oracle.slide(slow, row, column, direction, ".") },
          { fast:slide(row, column, direction) })
        assert.are.equal(oracle.show(slow), tostring(fast))
        assert.are.equal(oracle.fall(slow, way, movable, "."), fast:fall(way, movable))
        assert.are.equal(oracle.show(slow), tostring(fast))
      end
    end)
  end)

  it("turning", function()
    each(function(fast, slow)
      local turned = slow
      for turns = 0, 3 do
        assert.are.equal(oracle.show(turned), tostring(fast:rotated(turns)))
        assert.are.equal(oracle.show(turned), tostring(fast:rotated(turns - 8)))
        turned = oracle.turned(turned)
      end
    end)
  end)
end)
