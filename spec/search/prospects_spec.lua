--- Specifies what games by pictures see of the lines that their players are about to make, against
--- what playing each action does.

local connect4 = dofile "samples/games/connect4.lua"
local core = require "tessera.search_core"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

-- A game of stones on a board: `rule` puts one, the first end that holds is taken.
local function stones(map, rule, ends, more)
  local definition = {
    name = "stones", players = 2, legend = { ["."] = "empty", x = "black", o = "white" },
    pieces = { "black", "white" }, groups = { stone = { "black", "white" } }, map = map,
    moves = { "<row> <column>" }, rules = { { "<row> <column>", rule } }, ends = ends,
  }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return tessera.game(definition)
end

local put, wins = "[ empty ] -> [ mine ]", { "Black wins", "White wins" }
local three = { { wins, "line 3 mine", score = 1 }, { "Draw", "no empty" } }

-- Each game, and the least score of who makes a line, where only who parries does not lose.
local games = {
  { connect4, 1 },
  { stones("..../..../....", put, three), 1 },
  { stones(("........./"):rep(8), put,
    { { wins, "line 4 mine", score = 3 }, { "Draw", "no empty" } }), 3 },
  { stones("..../..../..../....", "up [ empty | stone or edge ] -> [ mine | ]", three), 1 },
  -- Who makes a line has lost; the game is a draw as soon as the board is full, line or not.
  -- A stone may take another one's place; one needs an empty cell beside it; colours have own ends.
  { stones("..../..../....", put,
    { { wins, "line 3 mine", score = -1 }, { "Draw", "no empty" } }), 0 },
  { stones(".../.../...", put,
    { { "Draw", "no empty" }, { wins, "line 3 mine", score = 1 } }), 0 },
  { stones("..../..../....", "[ empty or theirs ] -> [ mine ]", three), 0 },
  { stones("..../..../....", "right [ empty | empty or edge ] -> [ mine | ]", three), 0 },
  { stones("..../..../....", put,
    { { "Black wins", "line 3 black", score = 1 },
      { "White wins", "line 4 white", score = 1 } }), 0 },
  { stones("..../..../....", put, three, { moves = { "<row> <column>", "pass" },
    rules = { { "<row> <column>", put }, { "pass", when = "count stone > 5" } } }), 0 },
}

-- A position after some random actions.
local function drawn(game, seed)
  local random, state = rng.new(seed), game.new()
  for _ = 1, random:below(14) do
    local codes = state:codes()
    if codes[1] then
      state:apply(codes[1 + random:below(#codes)])
    end
  end
  return state
end

local function after(state, action)
  local copy = state:clone()
  assert.is_true(copy:apply(action))
  return copy
end

local function ends_next(state)
  for _, prospect in ipairs(core.prospects(state) or {}) do
    if prospect.ends then
      return true
    end
  end
  return false
end

describe("what is seen of lines", function()
  it("ends the game, and else loses it, as playing shows", function()
    local ending, parrying, lost = 0, 0, 0
    for seed in seeds(4000) do
      local game, score = table.unpack(games[1 + seed % #games])
      local state = drawn(game, seed)
      local prospects, parried = core.prospects(state)
      local actions, ends, parries = state:actions(), false, false
      assert.same({ #actions, score }, { #prospects, parried })
      for i, prospect in ipairs(prospects) do
        local copy = after(state, prospect.action)
        assert.equal(actions[i], prospect.action)
        local made = copy:outcome() ~= nil and copy:outcome() ~= "Draw"
        if copy:outcome() == "Draw" and score == 0 then
          made = prospect.ends
        end
        assert.equal(made, prospect.ends, tostring(state) .. prospect.action)
        ends, parries = ends or prospect.ends, parries or prospect.parries
        ending = ending + (prospect.ends and 1 or 0)
      end
      for _, prospect in ipairs(score > 0 and parries and not ends and prospects or {}) do
        assert.is_true(prospect.parries or ends_next(after(state, prospect.action)),
          tostring(state) .. prospect.action)
        parrying = parrying + (prospect.parries and 1 or 0)
        lost = lost + (prospect.parries and 0 or 1)
      end
    end
    assert.is_true(seeds.often(ending, 400, parrying, 60, lost, 500),
      ending .. " " .. parrying .. " " .. lost)
  end)

  it("is shown where a line lacks one stone", function()
    local state = connect4.new [[
      .......
      .......
      .......
      oo.....
      xoo....
      xox.xx.]]
    local seen = {}
    for _, prospect in ipairs(core.prospects(state)) do
      local what = prospect.ends and "ends" or prospect.parries and "parries" or nil
      seen[#seen + 1] = what and prospect.action .. " " .. what
    end
    assert.same({ "drop 2 parries", "drop 4 ends" }, seen)
  end)

  -- White need not parry `xx.x`, for a line of three wins, which only the last end asks for.
  it("forces nobody where more ends ask for lines than are looked at", function()
    local ends = {}
    for length = 7, 3, -1 do
      table.insert(ends, { wins, ("line %d mine"):format(length), score = 1 })
    end
    local state = stones("....../......", put, ends).new()
    for _, action in ipairs { "1 1", "2 1", "1 2", "2 2", "1 4" } do
      assert.is_true(state:apply(action))
    end
    for _, method in ipairs { "alpha-beta", "proof-number", "mcts" } do
      local actions, info = search.best(state, { method = method, range = { -1, 1 } })
      assert.same({ "2 3", true, 2 }, { actions[1], info.exact, info.winner }, method)
    end
  end)

  it("is nothing in games without lines", function()
    assert.is_nil((core.prospects(dofile("samples/games/clobber.lua").new "ox/xo")))
  end)
end)
