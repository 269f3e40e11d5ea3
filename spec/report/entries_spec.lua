local dkjson = require "dkjson"
local entries = require "tessera.report.entries"
local tessera = require "tessera"

-- The message of the error that a report raises, which must begin with the line of the call.
local function fault(report)
  local definition = { name = "a study", points = { n = { 1 } }, run = print, report = report }
  local line = debug.getinfo(1, "l").currentline + 1
  local fine, message = pcall(function() return (tessera.study(definition)) end)
  local place, text = tostring(message):match "^(.-:%d+): (.*)$"
  assert.is_false(fine)
  assert.are.equal("spec/report/entries_spec.lua:" .. line, (place:gsub("^%./", "")))
  return text
end

describe("entries of a report", function()
  it("are a list or a single one", function()
    assert.are.same({}, entries.check(nil))
    assert.are.same({}, entries.check {})
    local one = entries.check { by = "size", mean = "x" }
    assert.are.same(one, entries.check { { by = { "size" }, mean = { "x" } } })
    assert.are.same({ { kind = "table", by = { "size" }, mean = { "x" }, confidence = 0.95 } }, one)
  end)

  it("stay as they are if they are checked again, also after JSON", function()
    local made = entries.check {
      { title = "A", by = { "a", "b" }, where = { a = 1, b = { "x", "y" }, c = { min = 0.5 } },
        mean = { "x", "y" }, quantiles = { 0.9, "x", 0.1 }, share = "z", log = true, plot = false },
      { by = "a", unit = "b", plot = "line", x = "a", confidence = 0.99, few = 7 },
      { plot = "scatter", x = "x", y = "y", count = "x", log = "xy" },
    }
    assert.are.same(made, entries.check(made))
    assert.are.same(made, entries.check(dkjson.decode(dkjson.encode(made))))
    assert.are.same({ "x", 0.1, 0.9 }, made[1].quantiles)
    assert.are.equal("y", made[1].log)
    assert.are.same({ a = { 1 }, b = { "x", "y" }, c = { min = 0.5 } }, made[1].where)
  end)

  it("name the user's line and what was expected", function()
    for text, report in pairs {
      ["study: report: entry 1: unknown key 'meen' (did you mean 'mean'?)"] = { { meen = "x" } },
      ["study: report: entry 2: there is no kind 'tabel' (did you mean 'table'?)"] =
        { { by = "a" }, { kind = "tabel" } },
      ["study: report: entry 1: mean: expected a value of type string, got 7"] = { { mean = 7 } },
      ["study: report: entry 1: mean: entry 2: expected a value of type string, got true"] =
        { { mean = { "x", true } } },
      ["study: report: entry 1: plot: 'lines' (did you mean 'line'?)"] =
        { { by = "a", plot = "lines" } },
      ["study: report: entry 1: plot: a heat map needs two names in `by`"] =
        { { by = "a", plot = "heatmap" } },
      ["study: report: entry 1: plot: 'line' needs a name in `by`"] = { { plot = "line" } },
      ["study: report: entry 1: y is missing (expected a value of type string)"] =
        { { plot = "scatter", x = "a" } },
      ["study: report: entry 1: x: 'sise' (did you mean 'size'?)"] =
        { { by = { "size", "way" }, x = "sise" } },
      ["study: report: entry 1: unit: 'size' is in `by`: a group has one unit of it"] =
        { { by = "size", unit = { "board", "size" } } },
      ["study: report: entry 1: x: a plot 'interval' does not take it"] =
        { { by = "a", x = "a", plot = "interval" } },
      ["study: report: entry 1: y: a plot 'line' does not take it"] =
        { { by = "a", y = "a", plot = "line" } },
      ["study: report: entry 1: x and y are both 'a'"] =
        { { by = { "a", "b" }, x = "a", y = "a" } },
      ["study: report: entry 1: quantiles: expected a number of 0..1, got 10"] =
        { { quantiles = { "x", 10 } } },
      ["study: report: entry 1: confidence: expected a number of 0.5..0.9999, got 95"] =
        { { confidence = 95 } },
      ["study: report: entry 1: where: a: unknown key 'mini' (did you mean 'min'?)"] =
        { { where = { a = { mini = 1, max = 2 } } } },
      ["study: report: entry 1: log: 'both' (expected one of x y xy)"] = { { log = "both" } },
      ["study: report: expected a value of type table, got 'size'"] = "size",
      ["study: report: entry 1: expected a value of type table, got 'size'"] = { "size" },
      ["study: report: entry 1: title: expected a value of type number or boolean or string or"
        .. " table, got a function"] = { { title = print } },
      ["study: report: entry 1: title: expected a text of UTF-8 with at most 1000 bytes"] =
        { { title = "\xFF" } },
    } do
      assert.are.equal(text, fault(report))
    end
  end)

  it("are copied without what a metatable says", function()
    local calls = 0
    local hostile = setmetatable({ by = "a" }, { __index = function() calls = calls + 1 end,
      __pairs = function() calls = calls + 1 return next, {} end,
      __len = function() calls = calls + 1 return 1000000000 end })
    assert.are.same({ "a" }, entries.check { hostile }[1].by)
    assert.are.equal(0, calls)
  end)

  it("are bounded", function()
    local deep = {}
    deep.where = deep
    assert.are.equal("study: report: entry 1: where: where: where: tables lie too deep in each"
      .. " other", fault { deep })
    local long = {}
    for i = 1, 101 do
      long[i] = { by = "a" }
    end
    assert.are.equal("study: report: it has more than 100 entries", fault(long))
    local many = {}
    for i = 1, 10001 do
      many[i] = "a"
    end
    assert.are.equal("study: report: entry 1: entry 9999: it has more than 10000 values",
      fault { many })
  end)

  it("of a study that has none are tables by each parameter", function()
    local list = entries.default { "seed", "size" }
    assert.are.same(list, entries.check(list))
    assert.are.same({ {}, { "seed" }, { "size" } }, { list[1].by, list[2].by, list[3].by })
  end)
end)
