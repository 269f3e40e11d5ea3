--- Specifies that games in PuzzleScript that one may take for wrong are played alike by the command
--- line and by the engine of the page, with the events of their sounds. What else there is to know
--- of such games: spec/puzzlescript/differences_spec.lua.

local page = require "spec.support.page"
local run = require "spec.support.run"
local samples = require "spec.support.puzzlescript"

local push = "[ > Player | Crate ] -> [ > Player | > Crate ]"
local walk = "[ stationary Crate ] -> [ right Crate ] again"
local wide, high = 200, 40 -- a large board

-- A game whose object F in maps is called so.
local function named(name, rules, legend)
  local object = legend and "flag" or name
  return { objects = object .. "\nred\n", legend = (legend or "") .. "F = " .. object .. "\n",
    collisionlayers = object .. "\n", rules = rules, winconditions = "", levels = "P..F\n" }
end

-- A large board with a row of cells at the top.
local function large(top)
  local empty = ("."):rep(wide) .. "\n"
  return top .. "\n" .. empty:rep(high - 2) .. "p" .. empty:sub(2)
end

-- What a game is about, its sections, actions, the board after them, how many warnings there are,
-- and whether the level is won.
local games = {
  { "an object called win that a rule puts there",
    named("win", "right [ > Player | no win ] -> [ > Player | win ]"), "right, left", "pf.f\n", 1 },
  { "an object called again that a rule puts there",
    named("again", "right [ > Player | no again ] -> [ > Player | again ]"), "right, left",
    "pf.f\n", 1 },
  { "a name of the legend that is called win",
    named("win", "right [ > Player | no win ] -> [ > Player | win ]", "win = flag\n"),
    "right, left", "pf.f\n", 1 },
  { "an object called win that a rule looks for",
    named("win", "[ > Player ] [ win ] -> [ > Player ] [ ]"), "right", ".p..\n", 1 },
  { "the name of an object outside of brackets",
    named("win", "[ > Player ] -> [ > Player ] win"), "right", ".p.f\n", 2 },
  { "colours that are glued together", { objects = "Cat\nBlueRed #f00#0f0\n01230\n00000\n00000\n"
    .. "00000\n00000\n", collisionlayers = "Cat" }, "right", ".p@\n", 0, true },
  { "words of movements outside of brackets", { rules = push .. " moving" }, "right", ".p@\n", 1,
    true },
  { "lines among the objects that are no names",
    { objects = "Cat\nBlue\n\n.0.\n-\n", collisionlayers = "Cat" }, "right", ".p@\n", 2, true },
  { "blanks in sprites", { objects = "Cat\nBlue Red\n0 1 0 0 0\n. .\t. 1 .\n00000\n00000\n"
    .. "0000  0\n", collisionlayers = "Cat" }, "right", ".p@\n", 0, true },
  { "a bracket behind a row of a map", { levels = "P*O\n...)\n" }, "right", ".p@\n...\n", 2, true },
  { "a bracket behind a condition", { winconditions = "all crate on target )\n",
    levels = "P.*.\n" }, "right", ".p*.\n", 2, true },
  { "a loop that ends in front of late rules of a group", { rules = "startloop\n" .. push
    .. "\nendloop\n+ late [ Crate | Wall ] -> [ | Wall ]\n", levels = "P*.#\n",
    winconditions = "" }, "right", ".p.#\n", 1 },
  { "objects called and, or", { objects = "And\nred\n\nOr\nblue\n",
    legend = "x = And\ny = And and Or\nz = And or Or\n", collisionlayers = "And\nOr\n",
    rules = "[ > Player | z ] -> [ | Player ]", winconditions = "", levels = "P.x\n" },
    "right, right", "..p\n", 2 },
  { "a final sigma", { objects = "ΟΔΟΣ\nred\n", legend = "x = οδος\n", collisionlayers = "οδος\n",
    rules = "[ > Player | ΟΔΟΣ ] -> [ > Player | ]", winconditions = "", levels = "Px.\n" },
    "right", ".p.\n", 0 },
  { "turns that follow on a large board", { rules = walk, winconditions = "",
    levels = large("*" .. ("."):rep(wide - 1)) }, "up",
    (large(("."):rep(wide - 1) .. "*"):gsub("\n%.(%.*\n)p", "\np%1.")), 0 },
}

-- The game as the page's engine plays it: the view after the actions.
local function played_in_page(text, actions)
  local list = {}
  for action in actions:gmatch "%a+" do
    list[#list + 1] = action
  end
  return page.talk({ call = "load", path = "game.txt", source = text,
    play = { level = 1, actions = list } }).view
end

describe("a game in PuzzleScript", function()
  for _, game in ipairs(games) do
    local name, parts, actions, board, warnings, won = table.unpack(game)
    it("with " .. name .. " is played alike in a page and by the command line", function()
      local text = samples.text(parts)
      assert.equal(board, played_in_page(text, actions).text)
      local out, told, status = run.with_files({ ["game.txt"] = text }, { "@game.txt" },
        actions .. "\n")
      assert.equal(board, out:match "^(.-)Moves:")
      assert.same({ won and "Won" or nil, 0 }, { out:match "Outcome: (Won)", status })
      assert.equal(warnings, select(2, told:gsub("warning", "")), told)
    end)
  end

  it("tells its messages and its end as sounds", function()
    local text = samples.text { sounds = "endlevel 1\nshowmessage 2\nCrate move 3\n",
      rules = push .. " message Good" }
    local heard = { "heard crate move", "heard showmessage", "heard endlevel" }
    assert.same(heard, played_in_page(text, "right").steps.list[1].events)
    local out = run.with_files({ ["game.txt"] = text }, { "@game.txt", "--trace" }, "right\n")
    assert.is_truthy(out:find(table.concat(heard, "\n   "), 1, true), out)
  end)

  it("says its aim, which is the first sentence of the comment in front of its objects", function()
    local function summary(head)
      local text = head .. samples.text {}
      return page.talk { call = "load", path = "game.txt", source = text }.summary
    end
    assert.equal("Cargo: push all, past the caf\195\169",
      summary "title Cargo\n\n(Push all, past\n the caf\195\169. Genre: push.)\n")
    assert.equal("Cargo: TNT goes off", summary "(TNT goes off. Mind the fuse.)\ntitle Cargo\n")
    assert.equal("Cargo", summary "title Cargo\n(no sentence)\n")
    assert.equal("Cargo", summary "title Cargo\n")
    assert.equal("Cargo", summary("title Cargo\n(" .. ("long "):rep(50) .. ".)\n"))
  end)

  it("without objects is refused in a line", function()
    local text = "OBJECTS\nCat\nred\nLEGEND\nSOUNDS\nCOLLISIONLAYERS\nx\nRULES\nWINCONDITIONS\n"
      .. "LEVELS\n..\n"
    local why = "there is no object in a layer"
    local out, told, status = run.with_files({ ["game.txt"] = text }, { "@game.txt" }, "right\n")
    assert.same({ "", true, 1 }, { out, told:find(why, 1, true) ~= nil, status })
    assert.is_string(page.fault({ call = "load", path = "game.txt", source = text }).message)
  end)
end)
