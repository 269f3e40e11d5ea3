--- Rules as pictures on one grid: board:matches, rewrite and tick. docs/rules.md has the notation.

local grid = require "tessera.grid"
local oracle = require "spec.oracle.rules"
local raised = require "spec.support.raised"
local rng = require "tessera.rng"

local kinds = { ["."] = "empty", ["#"] = "wall", ["$"] = "box", ["*"] = "gem", o = "rock",
  ["^"] = "fly_up", [">"] = "fly_right", v = "fly_down", ["<"] = "fly_left" }
local groups = { thing = { "box", "gem", "rock" },
  fly = { up = "fly_up", right = "fly_right", down = "fly_down", left = "fly_left" } }

local function legend()
  local copy = { groups = groups }
  for shown, kind in pairs(kinds) do
    copy[shown] = kind
  end
  return grid.legend(copy)
end

local names = legend()

local function board(picture)
  return grid.new(picture, names)
end

local function picture(g)
  return (tostring(g):gsub("\n", "/"):sub(1, -2))
end

describe("board:matches", function()
  it("finds the first place in reading order, in the pattern's directions", function()
    local b = board "..*/o.o/..."
    assert.same({ 1, 3, "left" }, { b:matches "[ thing | empty ]" })
    assert.same({ 2, 1, "up" }, { b:matches "[ rock | empty ]" })
    assert.same({ 2, 1, "right" }, { b:matches "horizontal [ rock | | rock ]" })
    assert.is_nil((b:matches "[ box ]"))
    assert.is_nil((b:matches "[ gem | gem ]"))
  end)

  it("looks at one place, in one direction", function()
    local b = board "..*/o.o/..."
    assert.same({ 2, 3, "down" }, { b:matches("[ rock | empty ]", 2, 3) })
    assert.same({ 2, 3, "left" }, { b:matches("[ rock | empty ]", 2, 3, "left") })
    assert.is_nil((b:matches("[ rock | empty ]", 2, 3, "up")))
    assert.is_nil((b:matches("[ rock | empty ]", 1, 3)))
    assert.same({ 2, 1, "up-right" }, { b:matches("[ rock | empty ]", 2, 1, "up-right") })
  end)

  it("takes a whole rule for its left side", function()
    assert.same({ 1, 1, "right" }, { board("o."):matches "[ rock | empty ] -> [ | rock ]" })
  end)
end)

describe("board:rewrite", function()
  it("carries a rule out at the first place", function()
    local b = board "oo./o../..."
    assert.equal(1, b:rewrite "[ rock | empty ] -> [ | rock ]")
    assert.equal("o../oo./...", picture(b))
    assert.equal(0, b:rewrite "[ box | empty ] -> [ | box ]")
    assert.equal("o../oo./...", picture(b))
  end)

  it("carries it out at one place, in one direction", function()
    local b = board "oo./o../..."
    assert.equal(0, b:rewrite("[ rock | empty ] -> [ | rock ]", 1, 1))
    assert.equal(1, b:rewrite("[ rock | empty ] -> [ | rock ]", 2, 1, "right"))
    assert.equal("oo./.o./...", picture(b))
  end)

  it("carries it out in every cell", function()
    local b = board "o.o/.../..."
    assert.equal(2, b:rewrite "each down [ rock | empty ] -> [ | rock ]")
    assert.equal(".../o.o/...", picture(b))
  end)

  it("turns a facing group", function()
    local b = board ".>./..."
    assert.equal(1, b:rewrite "right of fly [ fly | empty ] -> [ | fly turned right ]")
    assert.equal(".../.v.", picture(b))
  end)
end)

describe("board:tick", function()
  it("visits each cell that is still what it was, and carries out its first rule", function()
    local b = board "o*./.../oo."
    local rules = { "down [ rock | empty ] -> [ | rock ]", "[ gem ] -> [ box ]" }
    assert.equal(2, b:tick(rules))
    assert.equal(".$./o../oo.", picture(b))
  end)

  it("changes all cells at once", function()
    local b = board "o.o.o"
    assert.equal(3, b:tick({ "right [ rock | empty or edge ] -> [ | rock ]" }, "at once"))
    assert.equal(".o.o.", picture(b))
  end)

  it("notices that a list has changed", function()
    local b, rules = board "o*", { "[ rock ] -> [ box ]" }
    assert.equal(1, b:tick(rules))
    rules[1] = "[ gem ] -> [ box ]"
    assert.equal(1, b:tick(rules))
    rules[2] = "[ box ] -> [ wall ]"
    assert.equal(2, b:tick(rules))
    assert.equal("##", picture(b))
  end)

  it("takes 255 rules, and no more", function()
    local b, rules = board "o*", {}
    for i = 1, 254 do
      rules[i] = "[ wall ] -> [ box ]"
    end
    rules[255] = "[ gem ] -> [ wall ]"
    assert.equal(1, b:tick(rules))
    assert.equal("o#", picture(b))
    rules[256] = "[ rock ] -> [ wall ]"
    assert.matches("expected a list of 1..255 rules", raised(b.tick, b, rules), 1, true)
  end)

  it("works on any view of a grid", function()
    local b = board("o../.../.*."):rotated(1)
    assert.equal("..o/*../...", picture(b))
    assert.equal(2, b:tick { "down [ thing | empty ] -> [ | thing ]" })
    assert.equal(".../..o/*..", picture(b))
  end)
end)

describe("rules on a grid", function()
  it("are not kept without bound", function()
    local b = board "o."
    local function compile(count)
      for i = 1, count do
        b:rewrite("[ rock ] -> [ " .. (" "):rep(i % 1500) .. "rock ]")
      end
      collectgarbage()
      return collectgarbage "count"
    end
    local before = compile(1200)
    assert.is_true(compile(6000) < before + 4096)
  end)

  it("are told what is wrong with them", function()
    local b = board "o."
    local function fails(message, f, ...)
      assert.matches(message, raised(f, b, ...), 1, true)
    end
    fails("rule, column 3: there is no kind 'rok' (did you mean 'rock'?)", b.matches, "[ rok ]")
    fails("rule 2, column 10: expected '->', got the end of the text", b.tick,
      { "[ rock ] -> [ gem ]", "[ rock ] " })
    fails("expected a rule with '->'", b.rewrite, "[ rock ]")
    fails("a rule with 'each' has no place", b.rewrite, "each [ rock ] -> [ gem ]", 1, 1)
    fails("a direction wants a row and a column", b.rewrite, "[ rock ] -> [ gem ]", nil, nil, "up")
    fails("a grid has no random numbers", b.rewrite, "random [ rock ] -> [ gem ]")
    fails("a grid has no random numbers", b.rewrite, "[ rock ] -> [ gem or box ]")
    fails("a grid has no players", b.matches, "[ mine ]")
    fails("expected a list of 1..255 rules", b.tick, {})
    fails("expected a list of texts", b.tick, { 7 })
    fails("invalid option 'twice'", b.tick, { "[ rock ] -> [ gem ]" }, "twice")
    fails("invalid option 'frist' (expected one of 'in turn', 'at once', 'first')", b.tick,
      { "[ rock ] -> [ gem ]" }, "frist")
    fails("invalid option 'anchor' (expected one of 'top', 'bottom', 'left', 'right')", b.tick,
      { "[ rock ] -> [ gem ]" }, "first", "anchor")
    fails("the grid has no legend", function(_, ...)
      return grid.new("o."):matches(...)
    end, "[ o ]")
  end)

  local lefts = { "[ rock | empty ]", "[ thing | thing or edge ]", "[ no thing | rock ]",
    "[ fly | empty ]", "[ 2+ rock | empty ]", "[ thing | same ]", "[ rock | | gem ]",
    "[ rock | empty / gem or edge | ? ]", "[ ? | rock ]" }
  local rights = { "[ | rock ]", "[ gem | box ]", "[ rock | ]", "[ | fly ]", "[ | 2+ rock ]",
    "[ box | box ]", "[ wall | | ]", "[ gem | / | no thing ]", "[ no thing | empty ]" }
  local ways = { "", "down ", "horizontal ", "orthogonal ", "up or left " }

  local function random_rule(random)
    local i = 1 + random:below(#lefts)
    local way = i == 4 and random:below(2) == 0 and "left of fly " or ways[1 + random:below(#ways)]
    return ("%s%s -> %s"):format(way, lefts[i], rights[i])
  end

  local function random_board(random)
    local rows, cells = {}, "...oo*$#^>v<"
    for row = 1, 1 + random:below(5) do
      local line = {}
      for column = 1, rows[1] and #rows[1] or 1 + random:below(6) do
        local i = 1 + random:below(#cells)
        line[column] = cells:sub(i, i)
      end
      rows[row] = table.concat(line)
    end
    return table.concat(rows, "/")
  end

  -- What the twin makes of a board after one step.
  local function twin(map, step)
    local state = oracle.new({ name = "twin", legend = kinds, groups = groups, counters = { n = 0 },
      moves = { "go" }, rules = { { "go", count = "n" } }, after = { step } }):new(map)
    state:apply "go"
    return (tostring(state):gsub("\n", "/"):sub(1, -2))
  end

  it("agree with their twin", function()
    local random, changed = rng.new(7), 0
    for _ = 1, 1500 do
      local map, rule, more = random_board(random), random_rule(random), random_rule(random)
      local at_once = random:below(2) == 0
      for step, how in pairs {
        [("first " .. rule)] = function(b) b:rewrite("first " .. rule) end,
        [("each " .. rule)] = function(b) b:rewrite("each " .. rule) end,
        [{ sweep = { rule, more }, at_once = at_once }] = function(b)
          b:tick({ rule, more }, at_once and "at once" or nil)
        end } do
        local b = board(map)
        how(b)
        local what = type(step) == "string" and step or rule .. "\n" .. more
        assert.equal(twin(map, step), picture(b), what .. "\n" .. map)
        changed = changed + (picture(b) ~= map and 1 or 0)
      end
    end
    assert.is_true(changed > 1500, changed)
  end)
end)
