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

describe("a choice that no action goes on with", function()
  local jewels = { call = "load", game = "jewelry", levels = "RYB/YBR/BRY" }
  local middle = { call = "click", row = 2, column = 2 }

  it("is taken back, and said", function()
    -- RYB    no swap makes three of a kind: not of the jewel in the middle either
    -- YBR
    -- BRY
    local view = ask({ jewels, middle })[2].result.view
    assert.same({ nil, "Nothing is possible there." }, { view.prompt, view.message })
    local keyed = ask({ jewels, key "up", key "left", key "enter" })[4].result.view
    assert.same({ nil, "Nothing is possible there." }, { keyed.prompt, keyed.message })
  end)

  it("is asked where one does", function()
    -- RRY    the red one in the second row goes up to the others
    -- YBR
    local _, asked, found = page.talk({ call = "load", game = "jewelry", levels = "RRY/YBR/BYY" },
      { call = "click", row = 2, column = 3 }, { call = "complete", text = "2,3 " })
    assert.equal("swap the jewel in row 2, column 3 ... which direction? (arrows; Esc: none)",
      asked.view.prompt)
    assert.same({ "2,3 UP" }, found.actions)
  end)
end)

describe("a preview", function()
  it("has the board of a level that is not played, and the tiles that are new", function()
    local answers = ask { { call = "load", source = [[return require "tessera".game { name = "two",
      legend = { ["."] = "floor", ["@"] = "you", ["#"] = "wall" }, moves = { "go" },
      apply = function() end }]], levels = "@.\n\n@#\n##\n" }, { call = "preview", level = 2 },
      { call = "go", step = 0 }, { call = "preview", level = 3 } }
    local seen, labels = answers[2].result, {}
    for _, list in ipairs { answers[1].result.view.tiles, seen.tiles } do
      for _, tile in ipairs(list) do
        labels[tile.number] = tile.label
      end
    end
    local words = {}
    for i, number in ipairs(seen.all) do
      words[i] = labels[number]
    end
    assert.same({ 2, 2, { "you", "wall", "wall", "wall" } }, { seen.rows, seen.columns, words })
    assert.same({ 1, 0 }, { answers[3].result.view.level, answers[3].result.view.step })
    assert.equal("there is no level 3", answers[4].error.message)
  end)

  it("of a board that is too large is refused", function()
    local row = ("."):rep(60)
    local large = { call = "load", source = [[return require "tessera".game { name = "wide",
      legend = { ["."] = "floor" }, moves = { "go" }, apply = function() end }]],
      levels = (row .. "\n"):rep(60) }
    assert.equal("a board of 60 x 60 cells has no small picture",
      ask({ large, { call = "preview", level = 1 } })[2].error.message)
  end)
end)

describe("the keys of a page", function()
  local function named(request)
    local list = {}
    for _, line in ipairs(ask({ request })[1].result.keys) do
      list[line[2]] = line[1]
    end
    return list
  end

  it("are those that do something there", function()
    local one = named { call = "load", game = "tower", levels = ".../S.G/###" }
    assert.same({}, { one.quit, one["previous level"], one["next level"] })
    assert.equal("left, right", one.move)
    assert.truthy(one["solve it and watch"])
    local two = named { call = "load", game = "horizontally" }
    assert.same({}, { two.quit, two["solve it and watch"] })
    assert.equal("n, f6, ctrl-n", two["next level"])
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
