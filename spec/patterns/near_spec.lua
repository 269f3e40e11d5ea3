--- `near 3 live`: cells that are judged by those around them, on boards of all sizes: one word of
--- bits, of several words, of bands of rows, and grids without bits.

local game = require "tessera.game"
local grid = require "tessera.grid"
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local text_of = require "spec.support.text_of"

local life = { "[ dead near 3 live ] -> [ live ]",
  "[ live near 0..1 live or live near 4+ live ] -> [ dead ]" }

local function field(rules, at_once)
  return game { name = "field", legend = { ["."] = "dead", o = "live" }, counters = { ticks = 0 },
    moves = { "tick" }, rules = { { "tick", count = "ticks" } },
    after = { { sweep = rules, at_once = at_once } } }
end

local function cells_of(random, rows, columns, share)
  local cells = {}
  for row = 1, rows do
    cells[row] = {}
    for column = 1, columns do
      cells[row][column] = random:below(100) < share and "o" or "."
    end
  end
  return cells
end

-- How many cells at most `far` rows and columns away live; of a diamond those so many steps away.
local function count(cells, row, column, far, diamond)
  local n = 0
  for r = math.max(1, row - far), math.min(#cells, row + far) do
    for c = math.max(1, column - far), math.min(#cells[1], column + far) do
      local here = r == row and c == column
      local near = not diamond or math.abs(r - row) + math.abs(c - column) <= far
      n = n + (not here and near and cells[r][c] == "o" and 1 or 0)
    end
  end
  return n
end

-- Each cell becomes what `becomes` says, all at once or one after the other.
local function swept(cells, at_once, becomes)
  local new = at_once and {} or cells
  for row, line in ipairs(cells) do
    new[row] = new[row] or {}
    for column, now in ipairs(line) do
      new[row][column] = becomes(cells, row, column, now) or now
    end
  end
  return new
end

local function next_of_life(cells, row, column, now)
  local n = count(cells, row, column, 1)
  return n == 3 and "o" or n ~= 2 and "." or now
end

local sizes = { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 8, 8 }, { 9, 9 }, { 5, 40 }, { 32, 32 }, { 33, 32 },
  { 60, 60 }, { 3, 500 }, { 500, 3 }, { 130, 17 }, { 2, 1100 } }

describe("Conway's Life in two pictures", function()
  it("is what counting gives, on boards of all sizes", function()
    for n, size in ipairs(sizes) do
      for seed in seeds(20) do
        local cells = cells_of(rng.new(100 * n + seed), size[1], size[2], 35)
        local state, on_grid = field(life, true).new(text_of(cells)),
          grid.new(text_of(cells), grid.legend { ["."] = "dead", o = "live" })
        for _ = 1, 3 do
          state:apply "tick"
          on_grid:tick(life, "at once")
          cells = swept(cells, true, next_of_life)
        end
        assert.are.equal(text_of(cells), tostring(state))
        assert.are.equal(text_of(cells), tostring(on_grid))
      end
    end
  end)

  it("moves a glider", function()
    local state = field(life, true).new ".o...\n..o..\nooo..\n.....\n.....\n"
    for _ = 1, 4 do
      state:apply "tick"
    end
    assert.are.equal(picture [[
      .....
      ..o..
      ...o.
      .ooo.
      .....]], tostring(state))
  end)
end)

describe("cells that are counted further away", function()
  -- Sweeps by the number of cells so far away: { rules, far, diamond, what a cell becomes }.
  local others = {
    { { "[ dead near 2..3 live within 2 ] -> [ live ]",
      "[ live near 9+ live within 2 ] -> [ dead ]" },
      2, false, function(n, now) return now == "." and n >= 2 and n <= 3 and "o"
        or now == "o" and n >= 9 and "." end },
    { { "[ dead near 4+ orthogonal live within 3 ] -> [ live ]",
      "[ live near 0..2 orthogonal live within 3 ] -> [ dead ]" },
      3, true, function(n, now) return now == "." and n >= 4 and "o"
        or now == "o" and n <= 2 and "." end },
    { { "[ dead near 120..150 live within 8 ] -> [ live ]",
      "[ live near 100+ live within 8 ] -> [ dead ]" },
      8, false, function(n, now) return now == "." and n >= 120 and n <= 150 and "o"
        or now == "o" and n >= 100 and "." end },
  }

  for _, at_once in ipairs { true, false } do
    it("are those that are there, " .. (at_once and "at once" or "in turn"), function()
      for k, other in ipairs(others) do
        for n, size in ipairs(sizes) do
          for seed in seeds(4) do
            local cells = cells_of(rng.new(1000 * k + 10 * n + seed), size[1], size[2], 15 * k)
            local state = field(other[1], at_once).new(text_of(cells))
            state:apply "tick"
            cells = swept(cells, at_once, function(all, row, column, now)
              return other[4](count(all, row, column, other[2], other[3]), now)
            end)
            assert.are.equal(text_of(cells), tostring(state))
          end
        end
      end
    end)
  end
end)

describe("on hexagons", function()
  local function hive(rule)
    return { name = "hive", geometry = "hex", legend = { ["."] = "empty", o = "bee", x = "wall" },
      counters = { ticks = 0 }, moves = { "tick" }, rules = { { "tick", count = "ticks" } },
      after = { { sweep = { rule }, at_once = true } } }
  end

  it("a bee is near six cells, and within 2 of eighteen", function()
    for within, expected in pairs { ["near 1 bee"] = [[
      . . . . .
      . . x x .
      . x o x .
      . x x . .
      . . . . .]], ["near 1 bee within 2"] = [[
      . . x x x
      . x x x x
      x x o x x
      x x x x .
      x x x . .]] } do
      local state = game(hive("[ empty " .. within .. " ] -> [ wall ]"))
        .new "...../...../..o../...../....."
      state:apply "tick"
      assert.are.equal(expected:gsub("[ \n]", ""), (tostring(state):gsub("[ \n]", "")))
    end
  end)

  it("there are only six cells, and no diagonal ones", function()
    local function message(rule)
      return raised(game, hive(rule)):match "^[^\n]*"
    end
    assert.are.equal("game 'hive': step 1, rule 1, column 14: there are only 6 such cells",
      message "[ empty near 7 bee ] -> [ wall ]")
    assert.are.equal("game 'hive': step 1, rule 1, column 16: hexagons have no 'orthogonal': all "
      .. "six directions are all", message "[ empty near 1 orthogonal bee ] -> [ wall ]")
    assert.are.equal("game 'hive': step 1, rule 1, column 31: 'within' goes with all six "
      .. "directions", message "[ empty near 1 horizontal bee within 2 ] -> [ wall ]")
  end)
end)
