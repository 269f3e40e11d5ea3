--- Specifies that the exact figures of docs/benchmarks.md, of positions and nodes, are those of the
--- searches. Times are measured by `make bench`.

local horizontally = require "tessera.horizontally"
local run = require "spec.support.run"
local seeds = require "spec.support.seeds"

-- The text below a heading.
local function section(heading)
  local text = run.read_file "docs/benchmarks.md"
  local from = assert(text:find("\n## " .. heading .. "\n", 1, true), heading)
  return text:sub(from + 1, (text:find("\n## ", from + 1, true)))
end

-- A figure of the page as a number: 2,980,786.
local function number(figure)
  return math.tointeger((figure:gsub(",", "")))
end

-- The integers that a part of the benchmark prints.
local function printed(part)
  local out = run.shell(("TESSERA_BUILD=%s lua5.4 spec/bench/bench.lua %s 2>&1"):format(
    run.quote(run.build), part))
  local found = {}
  for figure in out:gmatch "%f[%w.]%d+%f[^%w.]" do
    found[math.tointeger(figure)] = true
  end
  return found, out
end

-- Asserts that the page's figures of at least four digits in a text are among those printed.
local function holds(text, found, out)
  local figures = 0
  for figure in text:gmatch "%d[%d]?[%d]?,[%d,]*%d" do
    assert.is_true(found[number(figure)], figure .. "\n" .. out)
    figures = figures + 1
  end
  return figures
end

describe("docs/benchmarks.md", function()
  it("has the positions of the towers", function()
    local text = section "The Tower: shortest solutions"
    local first = text:match "^.-distinct positions,"
    local found, out = printed "towers"
    assert.equal(2, holds(first, found, out))
    assert.equal(1, holds(text:match "%(the [%d,]+ of this table", found, out))
  end)

  it("has the nodes that it takes to prove who wins Horizontally", function()
    local rows = 0
    for size, first, winner, figure in section("Horizontally: perfect play"):gmatch(
      "\n| (%d+ x %d+) | (%l+) | (%l+) | ([%d,]+) ") do
      local nodes, height, width = number(figure), size:match "(%d+) x (%d+)"
      if nodes < (seeds.all and 1000000 or 200000) then
        rows = rows + 1
        local state = horizontally.new(nil, { fields = 2, rows = math.tointeger(height),
          columns = math.tointeger(width), first = first ~= "either" and first or nil })
        local found, info = state:winner { nodes = 10000000, memory = 2 << 30 }
        assert.same({ winner, nodes }, { found, info.nodes }, size)
      end
    end
    assert.equal(seeds.all and 8 or 7, rows)
  end)

  if seeds.all then
    it("has the nodes and positions of shortest lines by other methods", function()
      local text = section "Shortest lines by other methods"
      local tables = text:match "^(.-)\n`search.walk` in SameGame"
      local rows = {}
      for row in tables:gmatch "\n|[^\n]*" do
        rows[#rows + 1] = row
      end
      local found, out = printed "shortest"
      assert.equal(19, holds(table.concat(rows), found, out))
    end)
  end
end)
