--- What hangs together: `no way to empty`, and `joined red from top to bottom`, on boards of one
--- word of bits and of several.

local game = require "tessera.game"
local grid = require "tessera.grid"
local picture = require "spec.support.picture"
local raised = require "spec.support.raised"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local text_of = require "spec.support.text_of"

local function go(more)
  local d = { name = "stones", players = 2, legend = { ["."] = "empty", x = "black", o = "white" },
    pieces = { "black", "white" }, moves = { "put <row> <column>" },
    rules = { { "put <row> <column>", "[ empty ] -> [ mine ]" } },
    after = { { sweep = { "[ theirs no way to empty ] -> [ ]" }, at_once = true } } }
  for key, value in pairs(more or {}) do
    d[key] = value
  end
  return d
end

local function hex(more)
  local d = { name = "hex", geometry = "hex", players = 2, pieces = { "black", "white" },
    legend = { ["."] = "empty", x = "black", o = "white" }, moves = { "put <row> <column>" },
    rules = { { "put <row> <column>", "[ empty ] -> [ mine ]" } },
    ends = { { "Black", "joined black from top to bottom" },
      { "White", "joined white from left to right" } } }
  for key, value in pairs(more or {}) do
    d[key] = value
  end
  return d
end

-- The stones of `kind` whose group touches no empty cell go away.
local function captured(cells, kind)
  local gone, met = {}, {}
  local function beside(row, column)
    return ipairs { { row - 1, column }, { row + 1, column }, { row, column - 1 },
      { row, column + 1 } }
  end
  local function look(row, column, group)
    met[row .. " " .. column] = true
    group[#group + 1] = { row, column }
    local free = false
    for _, at in beside(row, column) do
      local now = cells[at[1]] and cells[at[1]][at[2]]
      free = free or now == "."
      if now == kind and not met[at[1] .. " " .. at[2]] then
        free = look(at[1], at[2], group) or free
      end
    end
    return free
  end
  for row, line in ipairs(cells) do
    for column, now in ipairs(line) do
      local group = {}
      if now == kind and not met[row .. " " .. column] and not look(row, column, group) then
        table.move(group, 1, #group, #gone + 1, gone)
      end
    end
  end
  for _, at in ipairs(gone) do
    cells[at[1]][at[2]] = "."
  end
end

describe("a group without a way to an empty cell", function()
  it("goes away as a whole, and no other one does", function()
    local state = game(go()).new [[
      .xoo.
      xooox
      .xxx.]]
    state:apply "put 1 5"
    assert.are.equal(picture [[
      .x..x
      x...x
      .xxx.]], tostring(state))
  end)

  it("is found on boards of all sizes", function()
    for n, size in ipairs { { 1, 2 }, { 2, 9 }, { 8, 8 }, { 9, 9 }, { 19, 19 }, { 32, 32 },
      { 2, 512 } } do
      for seed in seeds(20) do
        local random, cells = rng.new(100 * n + seed), {}
        for row = 1, size[1] do
          cells[row] = {}
          for column = 1, size[2] do
            local at = 1 + random:below(10)
            cells[row][column] = ("xxooooooo."):sub(at, at)
          end
        end
        cells[1][1] = "."
        local state = game(go()).new(text_of(cells))
        state:apply "put 1 1"
        cells[1][1] = "x"
        captured(cells, "o")
        assert.are.equal(text_of(cells), tostring(state))
      end
    end
  end)

  it("is asked again after each change of a sweep in turn", function()
    local rules = { "[ white no way to empty ] -> [ ]" }
    local state = game(go { after = { { sweep = rules } } }).new ".xooo"
    state:apply "put 1 1"
    assert.are.equal("xx.oo\n", tostring(state))
  end)
end)

describe("what is joined", function()
  it("ends a game of Hex", function()
    local state = game(hex()).new "..x./.ox./o.../..x."
    state:apply "put 3 2"
    assert.is_nil(state:outcome())
    state:apply "put 4 4"
    state:apply "put 4 1"
    assert.are.equal("Black", state:outcome())
  end)

  it("goes over six neighbours, not over eight", function()
    for map, joined in pairs { [".x./x.."] = "Black", ["x../.x."] = false,
      ["x../x.."] = "Black" } do
      local state = game(hex()).new(map)
      assert.are.equal(joined or nil, state:outcome())
    end
  end)

  it("has a winner in each full game of Hex, and one only", function()
    for seed in seeds(40) do
      local random = rng.new(seed)
      local size = 3 + random:below(9)
      local state = game(hex()).new((("."):rep(size) .. "\n"):rep(size))
      local played = state:playout(seed, 50, 1000)
      assert.are.equal(0, played.unfinished)
      assert.are.equal(50, (played.outcomes.Black or 0) + (played.outcomes.White or 0))
    end
  end)
end)

describe("a board of more than 1024 cells", function()
  local why = "the board has more than 1024 cells, too many for rules that ask for a way or what "
    .. "is joined"

  it("is refused", function()
    for _, d in ipairs { go(), hex() } do
      local made = game(d)
      assert.is_not_nil(made.new((("."):rep(32) .. "\n"):rep(32)))
      assert.matches(why, raised(made.new, (("."):rep(25) .. "\n"):rep(41)), 1, true)
    end
  end)

  it("is refused when it is loaded", function()
    local other = hex { ends = { { "Black", "no empty" }, { "White", "no empty" } } }
    local large = game(other).new((("."):rep(25) .. "\n"):rep(41)):save()
    assert.matches(why, raised(game(hex()).load, large), 1, true)
  end)
end)

describe("a pattern of a function", function()
  it("knows no ways", function()
    local board = grid.new("x.o", grid.legend { ["."] = "empty", x = "black", o = "white" })
    assert.matches("only rules of a game know ways; board:matches, rewrite and tick do not",
      raised(board.matches, board, "[ black way to empty ]"), 1, true)
  end)
end)
