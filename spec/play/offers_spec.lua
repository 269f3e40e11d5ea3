--- Specifies tessera.play.offers and tessera.play.fresh: which keys are listed, what is offered at
--- an end, and new puzzles.

local files = require "tessera.run.level_files"
local maps = require "tessera.base.maps"
local fresh = require "tessera.play.fresh"
local player = require "tessera.play.player"
local offers = require "tessera.play.offers"
local playable = require "tessera.play.playable"
local puzzlescript = require "tessera.puzzlescript"
local rng = require "tessera.rng"
local searches = require "tessera.play.searches"
local tessera = require "tessera"

local function begin(name, options)
  local path = "samples/games/" .. name .. ".lua"
  local made = player.new(files.of_module(path, dofile(path), { arguments = {}, seed = options
    and options.seed }), {})
  made:begin(options and options.level or 1)
  return made
end

-- The words for the commands that are listed.
local function listed(made)
  local list = {}
  for _, entry in ipairs(offers.help(made)) do
    list[#list + 1] = entry.command
  end
  return table.concat(list, " ")
end

describe("the keys that are listed", function()
  it("are those that do something", function()
    assert.equal("undo redo restart next hint solve save type help quit", listed(begin "sokoban"))
  end)

  it("lead to levels that there are", function()
    local made = begin "sokoban"
    made:begin(2)
    assert.truthy(listed(made):find("previous next", 1, true))
    made:begin(#made.playable.list)
    assert.truthy(listed(made):find("restart previous hint", 1, true))
  end)

  it("have no solution where two play, and no hint where nothing is to be reached", function()
    assert.is_nil(listed(begin "connect4"):find "solve")
    assert.truthy(listed(begin "connect4"):find "hint")
  end)

  it("have no solution where chance decides, or something is hidden", function()
    assert.is_nil(listed(begin "mines"):find "solve")
    assert.is_nil(listed(begin "2048"):find "solve")
    assert.is_nil(listed(begin "falling"):find "solve") -- its functions draw
    assert.is_nil(listed(begin "fire"):find "solve") -- its pictures say percents
    assert.truthy(listed(begin "boulder"):find "solve")
    assert.truthy(listed(begin "fifteen"):find "solve") -- its first position alone is drawn
    for name, offered in pairs { serpent = false, crates = true } do
      local module = assert(puzzlescript.open("samples/puzzlescript/" .. name .. ".txt"))
      assert.equal(offered, offers.is_solvable(playable.of_module(module, {})), name)
    end
    local made = begin "mines"
    assert.same({ nil, "Not solved: a solution would tell what cannot be seen yet" },
      { searches.solve(made:state(), function() end) })
  end)

  it("have a new puzzle where a level begins by chance", function()
    assert.is_nil(listed(begin "mines"):find "new") -- a field that was made by hand
    assert.truthy(listed(begin "2048"):find "restart next new hint")
  end)
end)

describe("whether functions of a game throw dice", function()
  local function throws(apply, more)
    local definition = { name = "tried", map = "@...", moves = { "go" }, apply = apply,
      legend = { ["@"] = "you", ["."] = "floor" }, fields = { n = 0 } }
    for key, value in pairs(more or {}) do
      definition[key] = value
    end
    return not offers.is_solvable(playable.of_module(tessera.game(definition), {}))
  end

  local function draw(state)
    state.n = state:chance(6)
  end

  local function count(state)
    state.n = state.n + 1
  end

  it("is told by what they call, directly or not", function()
    local parts = { draw = draw, count = count }
    assert.is_true(throws(draw))
    assert.is_true(throws(function(state) draw(state) end))
    assert.is_true(throws(function(state) parts.draw(state) end))
    assert.is_true(throws(nil, { rules = { { "go", call = draw } } }))
    local function again(state)
      return state.n == 3 and draw(state) or again(state)
    end
    assert.is_true(throws(again))
  end)

  it("is told however long the way is, and by tables that contain themselves", function()
    local parts, last = { count = count }, draw
    parts.parts = setmetatable(parts, { __pairs = error, __index = error, __len = error })
    for _ = 1, 300000 do
      local called = last
      last = function(state) return called(state) end
    end
    assert.is_true(throws(last))
    assert.is_false(throws(function() return parts.count end))
    rawset(parts, "draw", draw)
    assert.is_true(throws(function() return parts.count end))
  end)

  it("is not told by the first position, by fields and texts", function()
    assert.is_false(throws(count))
    assert.is_false(throws(count, { setup = draw }))
    assert.is_false(throws(function(state) return state.n, "a chance", "chances" end))
    assert.is_false(throws(print))
  end)
end)

describe("a word that actions of a sample begin with", function()
  -- Notes the first words of actions that change a position of random games from this one on.
  local function play(state, random, useful)
    for _ = 1, 60 do
      local actions = state:actions()
      if state:outcome() or not actions[1] then
        return
      end
      for _, action in ipairs(actions) do
        local after, word = state:clone(), action:match "%S+"
        useful[word] = useful[word] or after:apply(action) and after ~= state
      end
      state:apply(actions[1 + random:below(#actions)])
    end
  end

  local listing <close> = io.popen "ls samples/games/*.lua samples/puzzlescript/*.txt"
  for path in listing:lines() do
    local name = path:match "([^/]*)%.%a+$"
    local about, made
    if not name:find "_" then
      local module = path:find "%.txt$" and puzzlescript.open(path) or dofile(path)
      about, made = maps.about(module), files.of_module(path, module, { arguments = {} })
    end
    if about and not about.together then
      it("does something in a level: " .. name, function()
        local useful, random = { restart = true }, rng.new(1)
        for i = 1, math.min(#made.list, 6) do
          for _ = 1, 5 do
            play(made.list[i].start(), random, useful)
          end
        end
        for _, form in ipairs(about.moves) do
          local first = form:match "%S+"
          for word in (first:find "^<[%w.]+>$" and "" or first):gmatch "[%w-]+" do
            assert.is_true(useful[word], word)
          end
        end
        for key, action in pairs(about.keys or {}) do
          assert.is_true(useful[action:match "%S+"], key)
        end
      end)
    end
  end
end)

describe("what is said at an end", function()
  it("offers the next level after a victory", function()
    local made = begin "sokoban"
    for key in ("right up left left left"):gmatch "%l+" do
      made:press(key)
    end
    assert.equal("Solved in 5 moves. n: next level, r: again", made.message)
  end)

  it("offers none after a loss", function()
    local made = begin "mines"
    made:apply(("dig %d %d"):format(made:state().ground:nth("mine", 1)))
    assert.equal("Blown up in 1 move. r: again", made.message)
  end)
end)

describe("a new puzzle", function()
  it("has a seed, which is in its name, and with which it begins again", function()
    local made = begin "2048"
    made:press "N"
    local seed = made.playable.list[1].name:match "^From the start %(seed (%d+)%)$"
    local board = tostring(made:state())
    assert.truthy(seed)
    assert.equal(board, tostring(begin("2048", { seed = math.tointeger(tonumber(seed)) }):state()))
    made:press "left"
    made:press "r"
    assert.equal(board, tostring(made:state()))
  end)

  it("differs from seed to seed", function()
    local made, boards, count = begin("2048"), {}, 0
    for seed = 1, 20 do
      local text = tostring(made.playable.fresh.make(1, seed).start())
      count = count + (boards[text] and 0 or 1)
      boards[text] = true
    end
    assert.is_true(count > 10, count)
  end)

  it("is not there for a level without chance, and is said so", function()
    local made = begin "2048"
    made:begin(2)
    made:press "N"
    assert.equal("There are no new puzzles of this level.", made.message)
  end)

  it("has a seed that can be typed", function()
    for _ = 1, 100 do
      local seed = fresh.seed()
      assert.is_true(seed >= 1 and seed <= 1000000)
    end
  end)
end)

describe("mines", function()
  it("are seen at the end, but for those with a flag", function()
    local game = dofile "samples/games/mines.lua"
    local state = game.new "*.*/..."
    state:apply "flag 1 3"
    assert.equal(".. f\n...\n", (tostring(state:view()):gsub("^..", ".. ")))
    state:apply "dig 1 1"
    assert.equal("X.F\n...\n", tostring(state:view()))
  end)
end)
