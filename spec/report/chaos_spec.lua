--- Random entries over random rows: a report may show little, but it never fails.

local csv = require "tessera.report.render.csv"
local entries = require "tessera.report.entries"
local gnuplot = require "tessera.report.render.gnuplot"
local markdown = require "tessera.report.render.markdown"
local rng = require "tessera.rng"
local studies = require "spec.support.studies"
local terminal = require "tessera.report.render.terminal"

local names = { "a", "b", "c", "d", "nothing" }
local numbers = { 0, 1, 2, 3, -1, 0.5, -0.0, 1e308, -1e308, 5e-324, 1e-9, 2 ^ 53, math.maxinteger,
  math.mininteger, 1 / 3, 100, 1000, 123456 }
local odd = { true, false, "x", "", "x\0y", ("long "):rep(100), "\xFF", "6", {} }

local function pick(random, list)
  return list[random:below(#list) + 1]
end

local function some(random, list, most)
  local picked = {}
  for i = 1, random:below(most + 1) do
    picked[i] = pick(random, list)
  end
  return picked
end

local function rows_of(random)
  local list, kind = {}, random:below(4)
  for i = 1, pick(random, { 0, 1, 2, 7, 50 }) do
    local point, result = { a = random:below(3), b = pick(random, { "p", "q", "r" }) }, {}
    for _, name in ipairs { "c", "d" } do
      local value = kind == 0 and random:below(10) or kind == 1 and random:below(2) == 0
        or pick(random, kind == 2 and numbers or random:below(2) == 0 and odd or numbers)
      result[name] = random:below(8) > 0 and value or nil
    end
    list[i] = random:below(10) > 0 and { point, result } or { point, "error", pick(random, { "m",
      "\27" }) }
  end
  return list
end

local statistics = { "count", "mean", "share", "median", "quantiles", "min", "max", "sum",
  "deviation" }

local function entry_of(random)
  local entry = { by = some(random, names, 3), where = random:below(4) == 0
      and { a = some(random, { 0, 1, 2 }, 3), c = random:below(2) == 0 and { min = 0 } or nil }
      or nil,
    plot = pick(random, { "line", "interval", "histogram", "heatmap", "scatter", false }),
    log = pick(random, { "x", "y", "xy", true }), few = random:below(9) == 0 and 3 or nil }
  for _, statistic in ipairs(some(random, statistics, 4)) do
    entry[statistic] = pick(random, names)
  end
  entry.unit = random:below(3) == 0 and some(random, names, 2) or nil
  entry.log = random:below(2) == 0 and entry.log or nil
  if random:below(2) == 0 then
    entry.plot = nil
  elseif entry.plot == "scatter" then
    entry.x, entry.y = pick(random, names), pick(random, names)
  elseif random:below(3) == 0 then
    entry.x = entry.by[1]
  end
  return entry
end

describe("a report", function()
  it("of anything by anything is a text", function()
    local random, drawn, refused = rng.new(11), {}, 0
    for _ = 1, 800 do
      local entry, rows = entry_of(random), studies.rows(rows_of(random))
      local fine = pcall(entries.check, { entry })
      refused = refused + (fine and 0 or 1)
      local block = fine and studies.block(entry, rows)
      if block then
        assert.is_truthy(utf8.len(terminal.all { block }))
        assert.is_truthy(utf8.len(markdown.all { block }))
        local _, lines = csv.all({ block }):gsub("\r\n", "")
        assert.are.equal(#block.rows + 1, lines)
        for _, plot in ipairs(block.plots) do
          local made = gnuplot.script(plot)
          local script = made and made.text or ""
          assert.is_nil(script:find "[ ,:]%-?inf" or script:find "[ ,:]%-?nan", script)
          drawn[plot.kind] = (drawn[plot.kind] or 0) + 1
        end
      end
    end
    for _, kind in ipairs { "line", "interval", "histogram", "heatmap", "scatter" } do
      assert.is_true((drawn[kind] or 0) > 8, ("%s: %s"):format(kind, drawn[kind]))
    end
    assert.is_true(refused < 320)
  end)
end)
