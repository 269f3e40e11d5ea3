--- Specifies ways and sight on grids, by pictures: `distances`, `nearer`, `path`, `visible`. A
--- digit is a distance, a point a cell that has none. spec/base/grid_oracle_spec.lua has their
--- twins.

local grid = require "tessera.grid"
local raised = require "spec.support.raised"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

local cave = grid.new [[
  ##########
  #...#....#
  #.#.#.##.#
  #.#...#..#
  ##########
]]

-- Compares a picture, whose rows are separated by blanks or "/", with what is shown.
local function shows(text, shown)
  assert.are.equal(text:gsub("/", " "):gsub("%s+", "\n"):gsub("^\n", ""):gsub("\n?$", "\n"),
    tostring(shown))
end

local function fails(message, f, ...)
  assert.matches(message, raised(f, ...), 1, true)
end

describe("distances", function()
  it("are steps over cells of some kinds", function()
    shows([[
      ..........
      .012.89ab.
      .1.3.7..c.
      .2.456.ed.
      ..........
    ]], cave:distances(2, 2, "."))
  end)

  it("are those from the nearest cell of some kinds, of whatever kind it is", function()
    shows([[
      101223
      212.12
      32..01
    ]], grid.new(".o..../...#../..##o."):distances("o", "."))
    shows("...", grid.new("..."):distances("o", "."))
  end)

  it("count diagonal steps, or those of hexagons", function()
    local board = grid.new(4, 4)
    shows("2123/1012/2123/3234", board:distances(2, 2, "."))
    shows("1112/1012/1112/2222", board:distances(2, 2, ".", "all"))
    shows("2112/1012/1123/2234", board:distances(2, 2, ".", "hex"))
  end)

  it("are looked up, and looped over in reading order", function()
    local far = cave:distances(2, 2, ".")
    assert.are.same({ 0, 14 }, { far:get(2, 2), far:get(4, 8) })
    assert.are.same({ n = 3 }, table.pack(far:get(1, 1), far:get(9, 9), far:get(0, -1)))
    local list = {}
    for row, column, steps in far:each(3, 4) do
      list[#list + 1] = ("%d,%d %d"):format(row, column, steps)
    end
    assert.are.same({ "3,4 3", "4,4 4" }, list)
    local count = 0
    for _ in far:each() do
      count = count + 1
    end
    assert.are.equal(17, count)
    for _ in far:each(15) do
      count = count + 1
    end
    for _ in far:each(-3, -1) do
      count = count + 1
    end
    assert.are.equal(17, count)
  end)

  it("stay as they are when the grid changes", function()
    local board = grid.new "...."
    local far = board:distances(1, 1, ".")
    board:fill "#"
    shows("0123", far)
  end)

  it("go on in letters up to 35, and then in a sign", function()
    shows("0123456789abcdefghijklmnopqrstuvwxyz++", grid.new(1, 38):distances(1, 1, "."))
  end)

  it("lead to the neighbour that is nearer, the first in the order of directions", function()
    local far = cave:distances(2, 2, ".")
    assert.are.same({ 2, 8, "left" }, { cave:nearer(2, 9, far) })
    assert.are.same({ n = 1 }, table.pack(cave:nearer(2, 2, far)))
    assert.are.same({ 2, 3, "down" }, { cave:nearer(1, 3, far) }) -- from a wall
    assert.are.same({ n = 1 }, table.pack(cave:nearer(1, 1, far)))
    local board = grid.new ".../.../..."
    far = board:distances(1, 1, ".")
    assert.are.same({ 2, 3, "up" }, { board:nearer(3, 3, far) })
    board:set(2, 3, "m")
    assert.are.same({ 3, 2, "left" }, { board:nearer(3, 3, far, ".") })
    board:set(3, 2, "m")
    assert.are.same({ n = 1 }, table.pack(board:nearer(3, 3, far, ".")))
    far = board:distances(1, 1, ".m", "all")
    assert.are.same({ 2, 2, "up-left" }, { board:nearer(3, 3, far) })
  end)

  it("say which cells are filled", function()
    local board = cave:copy():set(4, 5, "#")
    shows([[
      ##########
      #~~~#....#
      #~#~#.##.#
      #~#~#.#..#
      ##########
    ]], board:fill("~", board:distances(2, 2, ".")))
    fails("expected distances of 5 x 10 cells, got 2 x 3", board.fill, board, "~",
      grid.new(2, 3):distances(1, 1, "."))
    fails("tessera.distances expected, got tessera.grid", board.fill, board, "~", board)
  end)
end)

describe("a path", function()
  local function path(board, ...)
    local steps, row, column = board:path(...)
    return steps and ("%s -> %d,%d"):format(table.concat(steps, " "), row, column)
  end

  it("is a shortest one, the first in the order of directions", function()
    local board = grid.new ".../.../..."
    assert.are.equal("up up right right -> 1,3", path(board, 3, 1, 1, 3, "."))
    assert.are.equal("up-right up-right -> 1,3", path(board, 3, 1, 1, 3, ".", "all"))
    assert.are.equal("up-right up-right -> 1,3", path(board, 3, 1, 1, 3, ".", "hex"))
    assert.are.equal("down down right right -> 3,3", path(board, 1, 1, 3, 3, ".", "hex"))
    assert.are.equal("right right down down right right up up right right right -> 2,9",
      path(cave, 2, 2, 2, 9, "."))
  end)

  it("may begin and end at cells of any kind, and has none between", function()
    local board = grid.new "@.g.x"
    assert.are.equal("right right -> 1,3", path(board, 1, 1, 1, 3, "."))
    assert.is_nil(path(board, 1, 1, 1, 5, "."))
    assert.are.equal("right right right right -> 1,5", path(board, 1, 1, 1, 5, ".g"))
    assert.are.equal("left -> 1,4", path(board, 1, 5, 1, 4, "@"))
  end)

  it("leads to the nearest cell of some kinds", function()
    local board = grid.new "x...@.x/......./o......"
    assert.are.equal("right right -> 1,7", path(board, 1, 5, "x", "."))
    assert.are.equal("down down left left left left -> 3,1", path(board, 1, 5, "o", "."))
    assert.are.equal("down right right up -> 1,7", path(board:set(1, 6, "#"), 1, 5, "x", "."))
    assert.is_nil(path(board, 1, 5, "y", "."))
  end)

  it("has no step where it begins at its end", function()
    assert.are.same({ {}, 2, 2 }, { cave:path(2, 2, 2, 2, "#") })
    assert.are.same({ {}, 1, 1 }, { cave:path(1, 1, "#", ".") })
  end)
end)

describe("what is visible", function()
  it("are lengths of straight lines, rounded down, within a circle", function()
    shows([[
      ....4....
      ..33333..
      .3222223.
      .3211123.
      432101234
      .3211123.
      .3222223.
      ..33333..
      ....4....
    ]], grid.new(9, 9):visible(5, 5, 4, "#"))
    shows("../.0", grid.new(2, 2):visible(2, 2, 0, "#"))
    shows("11/10", grid.new(2, 2):visible(2, 2, nil, "#"))
  end)

  it("are walls, and not what is behind them", function()
    local room = grid.new [[
      #######
      #.#...#
      #@....#
      #.#...#
      #######
    ]]
    shows([[
      222..45
      1112345
      1012345
      1112345
      222..45
    ]], room:visible(3, 2, nil, "#"))
    shows("3210123...", grid.new("...@..#...", grid.legend { ["."] = "floor", ["#"] = "wall",
      ["@"] = "player" }):visible(1, 4, nil, "wall"))
  end)

  it("is not what lies in shadows, which grow with the distance", function()
    local field = grid.new [[
      ...........
      ...........
      ...........
      ...#.......
      ...........
      @....#.....
      ...........
      ..#........
      ...........
      ...........
      ...........
    ]]
    shows([[
      5555677...b
      44455...89a
      3334..6789a
      2223456789a
      1123456789a
      012345.....
      1123456789a
      2223456789a
      333.556789a
      4445..7889a
      5555...89ab
    ]], field:visible(6, 1, nil, "#"))
  end)

  it("is seen from both ends, if neither blocks", function()
    for seed in seeds(300) do
      local random = rng.new(seed)
      local rows, columns = 1 + random:below(16), 1 + random:below(16)
      local board, walls, eyes = grid.new(rows, columns), 1 + random:below(6), {}
      for row, column in board:each "." do
        if random:below(10) < walls then
          board:set(row, column, "#")
        end
      end
      local radius = random:below(2) == 0 and 1 + random:below(9) or nil
      for row, column in board:each "." do
        eyes[#eyes + 1] = { row, column, board:visible(row, column, radius, "#") }
      end
      for _, a in ipairs(eyes) do
        for _, b in ipairs(eyes) do
          assert.are.equal(a[3]:get(b[1], b[2]), b[3]:get(a[1], a[2]))
        end
      end
    end
  end)
end)
