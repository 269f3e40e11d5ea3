--- Specifies tessera.play.marks: what a hint marks on the board, and the lines that end a game.

local marks = require "tessera.play.marks"
local samegame = require "tessera.samegame"
local tower = require "tessera.tower"

-- The board with its marks: three columns for each cell.
local function picture(state, list)
  local rows = {}
  for row in tostring(state):gmatch "[^\n]+" do
    local cells = {}
    for _, code in utf8.codes(row) do
      cells[#cells + 1] = " " .. utf8.char(code) .. " "
    end
    rows[#rows + 1] = cells
  end
  for _, mark in ipairs(list) do
    local cells = rows[mark.row]
    cells[mark.column] = mark.arrow and " " .. mark.arrow .. " "
      or "(" .. cells[mark.column]:sub(2, -2) .. ")"
  end
  for i, cells in ipairs(rows) do
    rows[i] = table.concat(cells)
  end
  return rows
end

local function hinted(state, action, controls)
  return picture(state, marks.of_action(state, action, nil, controls or {}))
end

local function sample(name, map)
  return (dofile("samples/games/" .. name .. ".lua").new(map))
end

describe("the marks of a hint", function()
  it("are brackets around what moves, and an arrow beside it", function()
    assert.same({ "(@) →  . " }, hinted(sample("sokoban", "@$."), "right"))
    assert.same({ " .  .  .  . ", " .  .  .  G ", "(S) →  #  # ", " #  #  #  # " },
      hinted(tower.new "..../...G/S.##/####", "MOVETO 2", { upward = true }))
  end)

  it("are those of what moves first, such as a block that is pushed", function()
    assert.same({ " .  .  .  . ", " S (B) →  G ", " #  #  #  # " },
      hinted(tower.new "..../SB.G/####", "PUSH RIGHT", { upward = true }))
  end)

  it("are brackets around the player of PuzzleScript, and an arrow beside", function()
    local lamps = require("tessera.puzzlescript").open("samples/puzzlescript/lamps.txt").new()
    assert.same({ { row = 3, column = 2, arrow = "←" }, { row = 3, column = 3 } },
      marks.of_action(lamps, "left", nil, {}))
    assert.same({ { row = 3, column = 3 } }, marks.of_action(lamps, "action", nil, {}))
  end)

  it("are brackets around the cell of an action, and an arrow if it goes somewhere", function()
    assert.same({ " . (*) . ", " *  *  * ", " .  *  . " },
      hinted(sample("lights", ".*./***/.*."), "1 2"))
    assert.same({ "(o) →  . " }, hinted(sample("peg", "oo."), "1 1 right"))
  end)

  it("show where a stone comes to lie", function()
    assert.same({ " .  . ", " . (.)", " x  o " }, hinted(sample("connect4", "../../xo"), "drop 2"))
  end)

  it("are an arrow at the side where all of the board moves", function()
    assert.same({ " 1  1  . ", " ←  .  . ", " .  .  . " },
      hinted(sample("2048", "11./.../..."), "left"))
    assert.same({ " 1  1  . ", " .  .  . ", " .  ↓  . " },
      hinted(sample("2048", "11./.../..."), "down"))
  end)

  it("are none where the action says no place", function()
    local state = sample("falling")
    assert.same({}, marks.of_action(state, "turn", nil, {}))
  end)

  it("count rows from the top, also where a game does not", function()
    local state = samegame.new("112/332", { order = "upward" })
    assert.equal(2, marks.of_action(state, "1 1", nil, { upward = true })[1].row)
  end)

  it("change nothing", function()
    local state = sample("sokoban", "@$.")
    local before = state:save()
    marks.of_action(state, "right", nil, {})
    assert.equal(before, state:save())
  end)
end)

describe("the marks of an end", function()
  local function over(name, map, ...)
    local state = sample(name, map)
    for _, action in ipairs { ... } do
      assert(state:apply(action))
    end
    return picture(state, marks.of_end(state))
  end

  it("are the four in a row of Connect Four", function()
    assert.same({ " .  .  .  .  . ", " o  o  o  .  . ", "(x)(x)(x)(x) . " },
      over("connect4", "...../ooo../xxx..", "drop 4"))
  end)

  it("are a diagonal, too, and no longer line is cut", function()
    assert.same({
      "(x) .  .  .  .  . ",
      " . (x) .  .  .  . ",
      " .  . (x) .  .  . ",
      " .  .  . (x) .  . ",
      " o  .  .  . (x) . ",
      " o  o  o  o  . (x)",
    }, over("gomoku", "x...../.x..../....../...x../o...x./oooo.x", "3 3"))
  end)

  it("are none before the end, and none of an end without a line", function()
    local state = sample("connect4")
    assert.same({}, marks.of_end(state))
    assert.same({ "    @  * " }, over("sokoban", "@$.", "right"))
  end)
end)
