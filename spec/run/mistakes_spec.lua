--- Plants mistakes into copies of the sample games, and shows which tool finds each, and how small
--- the example is.

local run = require "spec.support.run"

local folder

setup(function()
  folder = run.shell "mktemp -d":gsub("\n", "")
  assert(os.execute(("mkdir %s/levels"):format(folder)))
end)

teardown(function()
  assert(os.execute("rm -r " .. folder))
end)

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
end

-- Replaces a text that must occur once.
local function edited(text, old, new)
  local from, to = text:find(old, 1, true)
  assert(from, "there is no " .. old)
  assert(not text:find(old, to + 1, true), "there are two of " .. old)
  return text:sub(1, from - 1) .. new .. text:sub(to + 1)
end

-- Runs `check` on a copy of a sample game with other texts, or with other levels. Returns what it
-- prints, and its status.
local function check(mistake)
  local game = mistake.game
  local text = read(("%s/%s.lua"):format(mistake.from or "samples/games", game))
  for i = 1, #mistake.edits, 2 do
    text = edited(text, mistake.edits[i], mistake.edits[i + 1])
  end
  write(("%s/%s.lua"):format(folder, game), text)
  write(("%s/levels/%s.txt"):format(folder, game), mistake.map
    or read(("samples/games/levels/%s.txt"):format(game)))
  local printed, wrong, status = run { "check", ("%s/%s.lua"):format(folder, game), "--games", "10",
    mistake.option }
  assert.equal("", wrong)
  return printed, status
end

local boxes = [[
  properties = {
    ["a push is counted"] = function(state, before)
      local function boxes(position)
        local places = {}
        for row, column in position.things:each "box" do
          places[#places + 1] = row .. " " .. column
        end
        return table.concat(places, ", ")
      end
      return (boxes(state) ~= boxes(before)) == (state.pushes ~= before.pushes)
    end,
  },
]]

-- The sample games that are pictures, with functions for rules.
local functions = "spec/oracle/games"

-- Minesweeper on a small board.
local few, small = { "options = { mines = 10 }", "options = { mines = 4 }" }, "...\n...\n...\n"

-- What is planted: the game, where it is taken from, what is replaced in it, the law that is then
-- broken, and how many actions the example has at most. With --levels, a line that is printed in
-- place of these.
local mistakes = {
  ["a direction is forgotten"] = { game = "othello",
    edits = { '"every all [', '"every orthogonal or up-left or up-right or down-left [' },
    law = "images of a board play like the board", most = 1 },

  ["a direction is forgotten in a function"] = { from = functions,
    game = "othello",
    edits = { '"down-left",\n  "down-right" }', '"down-left" }' },
    law = "images of a board play like the board", most = 1 },

  ["a counter is forgotten"] = { game = "sokoban",
    edits = { 'count = { "moves", "pushes" }', 'count = "moves"',
      "  goal = ", boxes .. "  goal = " },
    law = "a push is counted", most = 1 },

  ["there is a variable outside of the state"] = { from = functions,
    game = "lights",
    edits = { "local other = ", "local presses = 0\n\nlocal other = ",
      "    local board = state.board\n",
      "    local board = state.board\n    presses = presses + 1\n"
        .. "    if presses % 50 == 0 then\n      return nil, 'it sticks'\n    end\n" },
    law = "the same actions lead to the same game, whatever was played before", most = 1 },

  ["a rule reaches over the border"] = { from = functions,
    game = "lights",
    edits = { "for r, c, light in board:neighbours(row, column) do\n"
      .. "      board:set(r, c, other[light])", "for r = row - 1, row + 1, 2 do\n"
      .. "      board:set(r, column, other[board:get(r, column)])" },
    law = "no rule raises an error", most = 0 },

  ["what is listed is refused"] = { from = functions,
    game = "othello",
    edits = { "      if enclosed(board, row, column, player)[1] then\n        add(row, column)\n"
      .. "      end\n", "      add(row, column)\n" },
    law = "what is listed is carried out", most = 0 },

  ["what is possible is not listed"] = { from = functions,
    game = "othello",
    edits = { '      add "pass"\n', "" },
    law = "what is carried out is listed", most = 0 },

  ["chance lies outside of the state"] = { game = "mines",
    edits = { "state:chance(#free)", "math.random(#free)", table.unpack(few) }, map = small,
    law = "the same actions lead to the same game, whatever was played before", most = 0 },

  ["a field is called a counter"] = { game = "falling",
    edits = { "  fields = { stones = { min = 0, max = 1, hidden = true } },\n", "",
      "counters = { points", "counters = { stones = { min = 0, max = 1 }, points" },
    law = "counters decide nothing", most = 0 },

  ["an outcome is misspelt"] = { from = functions,
    game = "othello",
    edits = { 'black < 0 and "White wins"', 'black < 0 and "Whiet wins"' },
    law = "no rule raises an error", most = 1 },

  ["the game is won too early"] = { game = "sokoban", option = "--levels",
    edits = { "all box on target", "some box on target" },
    map = "; name: Two boxes\n; expect: 8\n########\n#  .   #\n# $@$. #\n#      #\n########\n",
    line = "1 'Two boxes'       1          1       1729       37 %         2.0"
      .. " (expected 8 actions)" },

  ["a level cannot be solved"] = { game = "sokoban", option = "--levels", edits = {},
    map = "; name: Corner\n#####\n#$ .#\n# @ #\n#####\n",
    line = "1 'Corner'  cannot be solved: the box at row 2, column 2 reaches no target"
      .. " (expected to be solvable)" },

  ["a level is there twice, in a mirror"] = { game = "sokoban", option = "--levels", edits = {},
    map = "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n",
    line = "2           1          1          2        0 %         0.0; repeats 1 (left-right)"
      .. " (expected to be another level)" },
}

describe("check finds that", function()
  local found, actions = 0, 0

  for name, mistake in pairs(mistakes) do
    it(name, function()
      local printed, status = check(mistake)
      assert.equal(1, status)
      if mistake.line then
        assert.is_truthy(("\n" .. printed):find("\n" .. mistake.line .. "\n", 1, true), printed)
        return
      end
      local failed = "\nfailed  " .. mistake.law .. "\n"
      assert.is_truthy(("\n" .. printed):find(failed, 1, true), printed)
      local _, failures = ("\n" .. printed):gsub("\nfailed  ", "")
      assert.equal(1, failures, printed)
      local count = tonumber(printed:match "made smaller: (%d+) action")
      assert.is_true(count <= mistake.most, printed)
      found, actions = found + 1, actions + count
    end)
  end

  it("nothing is wrong with the games as they are", function()
    for _, game in ipairs { "falling", "lights", "mines", "othello", "sokoban" } do
      local mines = game == "mines"
      local printed, status = check { game = game, edits = mines and few or {},
        map = mines and small or nil }
      assert.equal(0, status, printed)
    end
  end)

  it("whatever it is, by an example of few actions", function()
    assert.is_true(found >= 9 and actions / found <= 12)
  end)
end)
