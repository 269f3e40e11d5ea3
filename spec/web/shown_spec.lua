--- Specifies what a page is told to mark on the board: where a recommended action leads, and the
--- line that has ended a game.

local page = require "spec.support.page"
local sample, talk = page.sample, page.talk

local function marks(action)
  return { call = "marks", action = action }
end

describe("marks", function()
  it("say where a recommended action leads", function()
    -- #@$.#    the player goes to the right, into the cell of the box
    local _, right, other = talk(sample "sokoban", marks "right", marks "fly")
    assert.same({ { row = 2, column = 3, arrow = "→" }, { row = 2, column = 2 } }, right.marks)
    assert.same({ marks = {} }, other)
  end)

  it("count in the part of the board that is shown", function()
    local flick = table.concat({ "title Flick", "flickscreen 3x3", "", "=====", "OBJECTS", "=====",
      "", "Background", "black", "", "Player", "white", "", "=====", "LEGEND", "=====", "",
      ". = Background", "P = Player", "", "=====", "SOUNDS", "=====", "", "=====",
      "COLLISIONLAYERS", "=====", "", "Background", "Player", "", "=====", "RULES", "=====", "",
      "=====", "WINCONDITIONS", "=====", "", "=====", "LEVELS", "=====", "", "......", "....P.",
      "......", "" }, "\n")
    -- ... ...     the screen at the right is shown
    -- ... .P.
    -- ... ...
    local loaded, right, left = talk({ call = "load", source = flick, path = "flick.txt" },
      marks "right", marks "left")
    assert.same({ 3, 3 }, { loaded.view.rows, loaded.view.columns })
    assert.same({ { row = 2, column = 3, arrow = "→" } }, right.marks)
    assert.same({}, left.marks)
  end)

  it("are on the line that has ended the game, also of a recording", function()
    local drops = {}
    for i, column in ipairs { 1, 2, 1, 2, 1, 2, 1 } do
      drops[i] = { call = "apply", action = "drop " .. column }
    end
    local answers = { talk(sample "connect4", table.unpack(drops)) }
    local line = { { row = 3, column = 1 }, { row = 4, column = 1 }, { row = 5, column = 1 },
      { row = 6, column = 1 } }
    assert.is_nil(answers[7].view.marks)
    assert.same(line, answers[8].view.marks)
    drops[8] = { call = "record" }
    local text = select(9, talk(sample "connect4", table.unpack(drops))).text
    local _, replayed, back = talk(sample "connect4", { call = "replay", text = text },
      { call = "show", step = 6 })
    assert.same(line, replayed.view.marks)
    assert.is_nil(back.view.marks)
  end)
end)
