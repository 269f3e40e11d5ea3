--- Specifies `tessera.study`: points, their keys and their chance, results.

local raised = require "spec.support.raised"
local tessera = require "tessera"

local study = tessera.study

local function nothing()
  return {}
end

local function made(points, run)
  return study { name = "a study", points = points, run = run or nothing }
end

local function keys(points)
  local list = {}
  for number, _, key in study.points(made(points)) do
    list[number] = key
  end
  return list
end

-- The message of an error, without the place.
local function refused(definition)
  definition.name = definition.name or "a study"
  definition.points = definition.points or { n = { 1 } }
  definition.run = definition.run or nothing
  return raised(study, definition)
end

describe("the points of a study", function()
  it("are all combinations; the last name changes with every number", function()
    assert.are.same({ "b=1 size=6", "b=1 size=8", "b=2 size=6", "b=2 size=8" },
      keys { size = { 6, 8 }, b = { 1, 2 } })
  end)

  it("have keys that tell all values apart", function()
    assert.are.same({ "v=1", [[v="1"]], "v=0.1", "v=0.30000000000000004", "v=true", [[v="true"]],
      "v=left", [[v="a b"]], [[v="a\"=\n"]], [[v=""]] },
      keys { v = { 1, "1", 0.1, 0.1 + 0.2, true, "true", "left", "a b", "a\"=\n", "" } })
  end)

  it("are what a function adds, from any number on", function()
    local three = made(function(add)
      for i = 1, 3 do
        add { n = i, odd = i % 2 == 1 }
      end
    end, function(point)
      return { double = 2 * point.n }
    end)
    assert.are.equal("n=3 odd=true", study.try(three, 3).key)
    assert.are.equal("n=1 odd=true", study.try(three, 1).key)
    assert.are.equal(4, study.try(three, { n = 2, odd = false }).result.double)
    assert.are.equal("try: the study has no point 4", raised(study.try, three, 4))
    assert.are.equal("try: the study has no such point", raised(study.try, three, { n = 2 }))
  end)

  it("are refused where they are wrong", function()
    assert.are.equal("study: points: there is no list", refused { points = {} })
    assert.are.equal("study: points.n: the list is empty", refused { points = { n = {} } })
    assert.are.equal("study: points.n: entry 2 is missing",
      refused { points = { n = { 1, nil, 2 } } })
    assert.are.equal("study: points.n: entry 3: 1.0 is there twice",
      refused { points = { n = { 1, 2, 1.0 } } })
    assert.are.equal("study: points.n: entry 1: nan is no finite number",
      (refused { points = { n = { 0 / 0 } } }:gsub("-nan", "nan")))
    assert.are.equal("study: points.n: entry 1: the text is no UTF-8",
      refused { points = { n = { "\xFF" } } })
    assert.are.equal("study: points.n: entry 1: expected a number, a text or a boolean, got a"
      .. " table", refused { points = { n = { {} } } })
    assert.are.equal("study: points: the name 'Status' is taken: all results have it",
      refused { points = { Status = { 1 } } })
    assert.are.equal("study: points: expected a name of letters, digits and '_', got 'a b'",
      refused { points = { ["a b"] = { 1 } } })
    local list = tessera.range(1, 10000)
    assert.are.equal("study: points: these lists make more than 1000000000 points",
      refused { points = { a = list, b = list, c = list } })
    assert.are.equal("study: points: expected a value of type table or function, got 7",
      refused { points = 7 })
  end)
end)

describe("the definition of a study", function()
  it("is checked at its line", function()
    local fine, text = pcall(study, { name = "x", pionts = {} })
    assert.is_false(fine)
    assert.matches("study_spec.lua:%d+: study: unknown key 'pionts' %(did you mean 'points'%?%)",
      text)
    assert.are.equal("study: seconds must be an integer of 1..1000000, not 0",
      refused { seconds = 0 })
    assert.are.equal("study: memory must be an integer of 16..1000000, not 1.5",
      refused { memory = 1.5 })
    assert.are.equal("study: name: expected a text of 1..200 bytes", refused { name = "" })
    assert.are.equal("study: run: expected a value of type function, got 1", refused { run = 1 })
  end)

  it("is told from other tables", function()
    assert.is_true(study.is(made { n = { 1 } }))
    assert.is_false(study.is { name = "a study" })
    assert.are.equal("try: study: expected a study, got a table", raised(study.try, {}, 1))
  end)
end)

describe("a range", function()
  it("has both ends, and no error of rounding", function()
    assert.are.same({ 1, 2, 3 }, tessera.range(1, 3))
    assert.are.same({ 3, 1, -1 }, tessera.range(3, -2, -2))
    assert.are.equal(11, #tessera.range(0, 1, 0.1))
    assert.are.same({}, tessera.range(2, 1))
    assert.are.equal("range: step must not be 0", raised(tessera.range, 1, 2, 0))
    assert.are.equal("range: to must be a finite number, not inf",
      raised(tessera.range, 1, math.huge))
    assert.are.equal("range: from must be a finite number, not nil", raised(tessera.range))
    assert.are.equal("range: there would be more than 10000000 numbers",
      raised(tessera.range, 1, 1e9))
  end)
end)

describe("the run of a point", function()
  local function result_of(result)
    local row = study.try(made({ n = { 1 } }, function()
      return result
    end), 1)
    return row.message or row.result
  end

  it("has chance of its own, by its key", function()
    local dice = made({ seed = tessera.range(1, 3) }, function(_, random)
      return { a = random:below(1000), b = math.random(1000) }
    end)
    local first = study.try(dice, 1).result
    assert.are.same(first, study.try(dice, 1).result)
    assert.are_not.same(first, study.try(dice, 2).result)
    local more = made({ seed = tessera.range(0, 9) }, function(_, random)
      return { a = random:below(1000), b = math.random(1000) }
    end)
    assert.are.same(first, study.try(more, { seed = 1 }).result)
  end)

  it("gets a point that it may change", function()
    local greedy = made({ n = { 1 } }, function(point)
      point.n = point.n + 1
      return { found = point.n }
    end)
    assert.are.equal(2, study.try(greedy, 1).result.found)
    assert.are.equal(2, study.try(greedy, 1).result.found)
    assert.are.equal(1, study.try(greedy, 1).point.n)
  end)

  it("returns a flat table", function()
    assert.are.same({ a = 1, b = "x", c = true }, result_of { a = 1, b = "x", c = true })
    assert.are.equal("result: expected a table, got 7", result_of(7))
    assert.are.equal("result: n is a name of the point", result_of { n = 1 })
    assert.are.equal("result: a: inf is no finite number", result_of { a = math.huge })
    assert.are.equal("result: a: the text has a zero byte", result_of { a = "\0" })
    assert.are.equal("result: a: the text has more than 1 MB", result_of { a = ("x"):rep(2000000) })
    assert.are.equal("result: a: expected a number, a text or a boolean, got a table",
      result_of { a = {} })
    assert.are.equal("result: expected a name of letters, digits and '_', got 1", result_of { 1 })
  end)

  it("may fail", function()
    local row = study.try(made({ n = { 1 } }, function()
      error "bad luck"
    end), 1)
    assert.are.equal("error", row.status)
    assert.matches("bad luck$", row.message)
  end)
end)
