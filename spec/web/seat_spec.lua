--- Specifies what a page is told after an error in the middle of a call, and of boards that are too
--- large; and how texts for files arrive.

local page = require "spec.support.page"
local ask, board, key, load, talk = page.ask, page.board, page.key, page.load, page.talk

describe("an error while a view is made", function()
  local counts = load [[
    return tessera.game { name = "counts", map = "@..", legend = { ["@"] = "you", ["."] = "floor" },
      fields = { n = 0 }, moves = { "go" }, apply = function(state)
        state.n = state.n + 1
        state.board:set(1, state.n, "you")
      end, score = function(state)
        if state.n == 2 then error "no score" end
        return state.n
      end }]]
  local go = { call = "apply", action = "go" }

  it("leaves the step to the next view", function()
    local answers = ask { counts, go, go, go }
    assert.is_truthy(answers[3].error.message:find "no score$")
    local view = answers[4].result.view
    assert.same({ 3, 3 }, { view.step, view.count })
    assert.same({ 2, 2 }, { view.steps.from, #view.steps.list })
    assert.same({ 2, 2, 2 }, board { answers[1].result.view, answers[2].result.view, view })
  end)

  it("leaves the way back", function()
    local answers = ask { counts, go, go, { call = "undo" }, { call = "redo" }, { call = "undo" } }
    assert.is_truthy(answers[5].error)
    local view = answers[6].result.view
    assert.same({ 1, 2 }, { view.step, view.count })
    assert.same({ 2, 1 }, { answers[4].result.view.steps.from,
      #answers[4].result.view.steps.list })
    assert.is_nil(view.steps)
  end)
end)

local roam = [[
  return tessera.game { name = "roam", legend = { ["@"] = "you", ["."] = "floor" },
    moves = { "<direction>" },
    rules = { { "<direction>", "[ you | floor ] -> [ floor | you ]" } } }]]

describe("a board of another shape", function()
  it("is told whole, also if it has as many cells", function()
    local levels = "@.....\n......\n\n@...\n....\n....\n"
    local first, second = talk(load(roam, { levels = levels }), { call = "begin", level = 2 })
    assert.same({ 2, 6, 12 }, { first.view.rows, first.view.columns, #first.view.all })
    assert.same({ 3, 4, 12 }, { second.view.rows, second.view.columns, #(second.view.all or {}) })
    assert.is_nil(second.view.changes)
  end)
end)

describe("a board that is too large", function()
  local wide = "@" .. ("."):rep(200) .. ("\n" .. ("."):rep(201)):rep(199)

  it("is not begun, and the level before goes on", function()
    local answers = ask { load(roam, { levels = "@..\n\n" .. wide }), key "right",
      { call = "begin", level = 2 }, { call = "next" }, key "right", { call = "record" } }
    for i = 3, 4 do
      assert.is_truthy(answers[i].error.message:find "too large for a page")
    end
    local view = answers[5].result.view
    assert.same({ "..@\n", 1, 2 }, { view.text, view.level, view.count })
    assert.is_truthy(answers[6].result.text:find "%.%.@\nend\n$")
  end)

  it("leaves the other levels", function()
    local game, begun = talk(load(roam, { levels = wide .. "\n\n@.." }),
      { call = "begin", level = 2 })
    assert.is_truthy(game.problem.message:find "too large for a page")
    assert.equal("@..\n", begun.view.text)
  end)

  it("of a recording is not looked at", function()
    local _, record = talk(load(roam, { levels = "@.." }), { call = "record" })
    local text = record.text:gsub("rows 1\ncolumns 3", "rows 200\ncolumns 201")
      :gsub("@%.%.", wide)
    local answers = ask { load(roam, { levels = "@.." }), key "right",
      { call = "replay", text = text }, key "right" }
    assert.is_truthy(answers[3].error.message:find "too large for a page")
    assert.same({ "..@\n", false, 2 }, { answers[4].result.view.text,
      answers[4].result.view.replay, answers[4].result.view.count })
  end)
end)

describe("a text for a file", function()
  it("has the characters that JSON writes in another way", function()
    local _, save, record = talk(load [[
      return tessera.game { name = "marks", map = '"\\', moves = { "go" },
        legend = { ['"'] = "quote", ["\\"] = "slash" },
        apply = function() end }]], { call = "save" }, { call = "record" })
    assert.is_truthy(save.text:find('\n"\\\n', 1, true))
    assert.is_truthy(record.text:find('\n"\\\nend\n', 1, true))
  end)
end)
