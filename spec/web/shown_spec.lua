--- Specifies what a page is told to mark on the board: where a recommended action leads, and the
--- line that has ended a game; and what has moved, by a key, a tap and a drag.

local page = require "spec.support.page"
local one_push, sample, talk = page.one_push, page.sample, page.talk

local function marks(action)
  return { call = "marks", action = action }
end

describe("marks", function()
  it("say where a recommended action leads", function()
    -- #@$.#    the player goes to the right, into the cell of the box
    local _, right, other = talk(one_push(), marks "right", marks "fly")
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
    assert.same({ { row = 2, column = 3, arrow = "→" }, { row = 2, column = 2 } }, right.marks)
    assert.same({ { row = 2, column = 1, arrow = "←" }, { row = 2, column = 2 } }, left.marks)
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

describe("what has moved", function()
  local function act(action)
    return { call = "apply", action = action }
  end

  -- The ways of a view, and what its pieces are called by the tiles of all views.
  local function paths(view)
    local list = {}
    for i, each in ipairs(view.moved or {}) do
      list[i] = each.path
    end
    return list
  end

  it("is told after an action, and goes back and forth with it", function()
    -- #@$.#    cells 7 to 9 of the second row
    local _, right, back, forth = talk(one_push(), act "right", { call = "undo" },
      { call = "redo" })
    assert.same({ { 7, 8 }, { 8, 9 } }, paths(right.view))
    local pieces = {}
    for _, tile in ipairs(right.view.tiles) do
      pieces[tile.number] = tile.label
    end
    assert.same({ "you", "box" }, { pieces[right.view.moved[1].tile],
      pieces[right.view.moved[2].tile] })
    assert.same({ { 8, 7 }, { 9, 8 } }, paths(back.view))
    assert.same(right.view.moved, forth.view.moved)
  end)

  it("is nothing from afar, after a restart, and after a play that is restored", function()
    local restored, left, far, one, again = talk(sample("sokoban", { play = { level = 2,
      actions = { "left", "up" } } }), act "left", { call = "go", step = 1 },
      { call = "go", step = 2 }, { call = "restart" })
    assert.is_nil(restored.view.moved)
    assert.equal(1, #left.view.moved)
    assert.same({ {}, 2, {} }, { paths(far.view), #one.view.moved, paths(again.view) })
  end)

  it("is told of a recording step by step, and of a step that was refused", function()
    local text = select(4, talk(one_push(), act "left", act "right",
      { call = "record" })).text
    local refused = text:gsub("\n> right\n", "\n> left\n< no: left: a wall is in the way%0", 1)
    local _, last, first, second = talk(one_push(), { call = "replay", text = text },
      { call = "show", step = 0 }, { call = "show", step = 1 })
    assert.same({ {}, { { 8, 7 }, { 9, 8 } }, { { 7, 8 }, { 8, 9 } } },
      { paths(last.view), paths(first.view), paths(second.view) })
    local _, _, none, bump = talk(one_push(),
      { call = "replay", text = (refused) }, { call = "show", step = 0 },
      { call = "show", step = 1 })
    assert.is_nil(none.view.bump)
    assert.same({ "left", {} }, { bump.view.bump, paths(bump.view) })
  end)

  it("is what a rule does that is played once more, which prints nothing then", function()
    local game = page.load [[
      return tessera.game { name = "says", map = "@.", legend = { ["@"] = "you", ["."] = "floor" },
        moves = { "go" }, apply = function(state)
          print "gone"
          state.board:set(1, 1, "floor")
          state.board:set(1, 2, "you")
          state:event("moved", "@", 1, 1, 1, 2)
        end }]]
    local _, gone, back = talk(game, act "go", { call = "undo" })
    assert.same({ { 1, 2 } }, paths(gone.view))
    assert.same({ "gone" }, gone.printed)
    assert.same({ { 2, 1 } }, paths(back.view))
    assert.is_nil(back.printed)
  end)

  it("goes the whole way of a tap", function()
    -- #  .   #
    -- # $$ . #    to the right, up, and to the target
    -- #  @   #
    local loaded, tapped = talk(sample("sokoban", { level = 2 }),
      { call = "click", row = 3, column = 7 })
    assert.equal(8, loaded.view.columns)
    assert.same({ { 28, 29, 21, 22, 23 } }, { tapped.view.moved[1].path })
    assert.equal(4, tapped.view.step)
  end)

  it("is dragged", function()
    local _, up, none, far = talk(sample("rush",
      { levels = ".....\nAAB..\nXXB..\n..C..\n..CDD\n" }),
      { call = "drag", row = 3, column = 3, to_row = 2, to_column = 3 },
      { call = "drag", row = 3, column = 1, to_row = 4, to_column = 1 },
      { call = "drag", row = 3, column = 1, to_row = 3, to_column = 5 })
    assert.same({ 2, 3, 1, 2 }, { up.row, up.column, up.view.step, #up.view.moved })
    assert.same({ nil, 1 }, { none.row, none.view.step })
    assert.same({ 3, 4, "Out" }, { far.row, far.column, far.view.outcome })
  end)

  it("is dragged in one move from cell to cell, and back in none", function()
    local function drag(from, to, on)
      return { call = "drag", row = 3, column = from, to_row = 3, to_column = to, on = on }
    end
    local rush = sample("rush", { levels = ".....\nAA...\nXX...\n..C..\n..CDD\n" })
    local _, one, two, back, again, out = talk(rush, drag(1, 2), drag(2, 3, true), drag(3, 1, true),
      drag(1, 3), drag(3, 5, true))
    assert.same({ { 1, 2, "X right" }, { 1, 3, "X right 2" } },
      { { one.view.step, one.column, one.view.steps.list[1].action },
        { two.view.step, two.column, two.view.steps.list[1].action } })
    assert.same({ 0, 1 }, { back.view.step, back.column })
    assert.same({ 1, 3 }, { again.view.step, again.column })
    assert.same({ 1, "X right 3", "Out" }, { out.view.step, out.view.steps.list[1].action,
      out.view.outcome })
    local _, _, twice = talk(rush, drag(1, 2), drag(2, 3)) -- the finger was lifted
    assert.equal(2, twice.view.step)
  end)

  it("bumps where an action is refused", function()
    local _, left, right = talk(one_push(), act "left", act "right")
    assert.equal("left", left.view.bump)
    assert.is_nil(right.view.bump)
  end)
end)
