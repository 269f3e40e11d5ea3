--- Specifies apply_all, playout and watched, for every game.

local games = require "spec.support.games"
local lua_games = require "spec.support.lua_games"
local rng = require "tessera.rng"
local tower = require "tessera.tower"

local all = {}
for _, name in ipairs(games) do
  all[#all + 1] = { name = name, module = require("tessera." .. name) }
end
for _, game in ipairs(lua_games) do
  all[#all + 1] = game
end

-- Actions of a random game, as texts and codes in turn; some are not possible.
local function some_actions(start, seed)
  local random, texts, mixed = rng.new(seed), {}, {}
  local state = start(rng.new(seed))
  for i = 1, 20 do
    local actions = state:actions()
    if #actions == 0 then
      break
    end
    local action = actions[1 + random:below(#actions)]
    texts[#texts + 1] = action
    mixed[#mixed + 1] = i % 2 == 0 and action or state:code(action)
    if random:below(3) > 0 then
      state:apply(action)
    end
  end
  return texts, mixed
end

-- Applies the actions one after the other. Returns the results that apply_all must have.
local function one_by_one(state, actions)
  local done, tried = 0, 0
  for _, action in ipairs(actions) do
    if state:outcome() then
      break
    end
    tried = tried + 1
    done = done + (state:apply(action) and 1 or 0)
  end
  return done, state:outcome(), tried
end

-- Games whose actions are found by trying these, in this order: a playout tries them in a random
-- order until one is carried out.
local candidates = {
  fifteen = { "up", "down", "left", "right" },
  sokoban = { "up", "down", "left", "right" },
  hexoban = { "left", "right", "up-left", "up-right", "down-left", "down-right" },
  boulder = { "up", "down", "left", "right", "wait", "tick" },
  rogue = { "up", "down", "left", "right", "wait" },
}

function candidates.mines(state)
  local list = {}
  for _, verb in ipairs { "dig", "flag" } do
    for cell = 0, state:rows() * state:columns() - 1 do
      list[#list + 1] = ("%s %d %d"):format(verb, cell // state:columns() + 1,
        cell % state:columns() + 1)
    end
  end
  return list
end

-- Cells may be named that do not live, columns that take no grain.
function candidates.life(state)
  local list = {}
  for cell = 0, state:rows() * state:columns() - 1 do
    list[#list + 1] = ("pull %d %d"):format(cell // state:columns() + 1,
      cell % state:columns() + 1)
  end
  list[#list + 1] = "tick"
  return list
end

function candidates.sand(state)
  local list = {}
  for column = 1, state:columns() do
    list[column] = "pour " .. column
  end
  list[#list + 1] = "tick"
  return list
end

-- Players who act together may choose what does nothing.
candidates.relay = { "up", "down", "left", "right", "wait" }

-- Whoever can drive one cell is tried with each number of cells.
function candidates.rush(state)
  local list = {}
  for cells = 1, 6 do
    for _, action in ipairs(state:actions()) do
      local near = not action:find " %d$"
      list[#list + 1] = near and (cells == 1 and action or action .. " " .. cells) or nil
    end
  end
  return list
end

-- The candidates for this board: an action beyond its last column has no code.
local function candidates_of(state)
  local given = candidates[state:game()] or state:codes()
  local list = {}
  for _, action in ipairs(type(given) == "function" and given(state) or given) do
    local column = math.tointeger(tostring(action):match "^drop (%d+)$")
    list[#list + 1] = not (column and column > state:columns()) and action or nil
  end
  return list
end

-- Plays a random action; false if there is none.
local function step(state, random)
  local list = candidates_of(state)
  for left = #list, 1, -1 do
    local drawn = 1 + random:below(left)
    local done, _, passed = state:apply(list[drawn])
    if done or passed then
      return true
    end
    list[drawn] = list[left]
  end
  return false
end

-- What playout does, by the protocol alone.
local function slow_playout(state, seed, count, max)
  local random = rng.new(seed)
  local result = { games = count, steps = 0, outcomes = {}, unfinished = 0, score = { 0 } }
  for _ = 1, count do
    local copy = state:clone()
    random:next() -- the seed of the copy's chance
    local steps = 0
    while steps < max do
      if copy:outcome() or not step(copy, random) then
        break
      end
      steps = steps + 1
    end
    result.steps = result.steps + steps
    local outcome = copy:outcome()
    if outcome then
      result.outcomes[outcome] = (result.outcomes[outcome] or 0) + 1
    elseif steps == max then
      result.unfinished = result.unfinished + 1
    end
    result.score[1] = result.score[1] + copy:score(1)
    local player = 2
    local fine, other = pcall(copy.score, copy, player)
    while fine do
      result.score[player] = (result.score[player] or 0) + other
      player = player + 1
      fine, other = pcall(copy.score, copy, player)
    end
  end
  return result
end

-- Whose chance the slow twin does not draw.
local chancy = { candy = true, cleanup = true, commons = true, falling = true, fire = true,
  game2048 = true, jewelry = true, matrix = true, predators = true, snakes = true }

for _, game in ipairs(all) do
  describe(game.name, function()
    local start = require("spec.conformance." .. game.name)

    it("applies many actions as it applies single ones", function()
      local tried_all = 0
      for seed = 1, 60 do
        local texts, mixed = some_actions(start, seed)
        local slow = start(rng.new(seed))
        local expected = { one_by_one(slow, texts) }
        for _, batch in ipairs { texts, mixed, table.concat(texts, "\n"),
          "\n  " .. table.concat(texts, "  \r\n\n ") } do
          local state = start(rng.new(seed))
          assert.are.same(expected, { state:apply_all(batch) })
          assert.is_true(state == slow)
        end
        tried_all = tried_all + expected[3]
      end
      assert.is_true(tried_all > 60)
    end)

    it("names a wrong action of many before it applies any", function()
      local state = start(rng.new(3))
      local before = state:clone()
      local texts = some_actions(start, 3)
      texts[#texts + 1] = "no\1such"
      local fine, message = pcall(state.apply_all, state, texts)
      assert.is_false(fine)
      assert.is_truthy(message:find(("action %d: 'no\\x01such' is no action of %s"):format(#texts,
        game.name), 1, true), message)
      fine, message = pcall(state.apply_all, state, table.concat(texts, "\n"))
      assert.is_false(fine)
      assert.is_truthy(message:find(("line %d: 'no"):format(#texts), 1, true), message)
      assert.is_true(before == state)
      for _, wrong in ipairs { { {} }, { 1.5 }, { true }, 7, true } do
        assert.is_false((pcall(state.apply_all, state, wrong)))
      end
    end)

    it("plays random games like its twin, and does not change the state", function()
      for seed = 1, 12 do
        local state = start(rng.new(seed))
        local before = state:save()
        local result = state:playout(seed, 4, 15)
        assert.are.equal(before, state:save())
        assert.are.same(result, state:playout(seed, 4, 15))
        if not chancy[game.name] then
          assert.are.same(slow_playout(state, seed, 4, 15), result)
        end
      end
    end)

    it("calls a listener for every action", function()
      for seed = 1, 20 do
        local texts = some_actions(start, seed)
        local plain, heard, expected = start(rng.new(seed)), {}, {}
        local watched = start(rng.new(seed)):watched(function(state, action, events, done, result)
          heard[#heard + 1] = { action, events, done, result, state:save() }
        end)
        assert.is_true(watched == plain)
        for i, text in ipairs(texts) do
          local events = {}
          local done, result = plain:apply(text, events)
          expected[#expected + 1] = { plain:text(text), events, done, result, plain:save() }
          if i % 2 == 0 then
            watched:apply(text)
          elseif not watched:outcome() then
            watched:apply_all { text }
          else
            expected[#expected] = nil
          end
        end
        assert.are.same(expected, heard)
        heard = {}
        watched:clone():apply(texts[1] or 0)
        assert.are.same({}, heard)
      end
    end)
  end)
end

describe("a playout", function()
  it("counts games, steps and outcomes", function()
    local state = tower.new ".../S.G/#.#"
    assert.are.same({ games = 0, steps = 0, outcomes = {}, unfinished = 0, score = { 0 } },
      state:playout(1, 0))
    local result = tower.new("..../S..G/####"):playout(1, 50, 3)
    assert.are.equal(50, result.games)
    assert.is_true(result.steps <= 150 and result.steps >= 50)
    local over = 0
    for _, count in pairs(result.outcomes) do
      over = over + count
    end
    assert.are.equal(50, over + result.unfinished)
  end)

  it("has room for any number of actions", function()
    local state = require "tessera.horizontally".new(nil, {})
    assert.are.equal(572, #state:actions())
    local result = slow_playout(state, 3, 2, 12)
    result.score = { 0, 0 }
    assert.are.same(result, state:playout(3, 2, 12))
  end)

  it("does not see the future dice of the state", function()
    local jewelry = require "tessera.jewelry"
    local board = require("spec.support.jewels").filled(rng.new(5), 8, 8)
    local one = jewelry.new(board, { seed = 1, drops = "RRRRRRRRRRRR" })
    local two = jewelry.new(board, { seed = 2 })
    assert.are.same(one:playout(9, 20, 10), two:playout(9, 20, 10))
    assert.are_not.same(one:playout(9, 20, 10), one:playout(10, 20, 10))
  end)

  it("checks its arguments", function()
    local state = tower.new ".../S.G/..."
    for _, arguments in ipairs { {}, { 1 }, { 1, -1 }, { 1, 1, -1 }, { 1, 1e16 }, { "x", 1 },
      { 1, 1.5 } } do
      assert.is_false((pcall(state.playout, state, table.unpack(arguments))))
    end
  end)
end)

describe("a listener", function()
  it("is called for natural methods, but not for actions that it applies itself", function()
    local heard = {}
    local state = tower.new("..../S..G/####"):watched(function(state, action, events, done)
      heard[#heard + 1] = action
      assert.are.equal("table", type(events))
      assert.is_true(done)
      if #heard == 1 then
        state:moveto(3)
      end
    end)
    assert.is_true(state:moveto(2))
    assert.is_true(state:moveto(1))
    assert.are.same({ "MOVETO 2", "MOVETO 1" }, heard)
  end)

  it("is called for every move that the strategy of Robots plays", function()
    local start = require("tessera.robots").new(nil,
      { robots = { { 1, 1 }, { 30, 20 }, { 9, 9 } } })
    local heard = {}
    local state = start:watched(function(_, action)
      heard[#heard + 1] = action
    end)
    local outcome = state:play()
    local plain = start:clone()
    assert.are.equal(plain:play(), outcome)
    assert.is_true(#heard > 3 and plain == state)
    assert.are.equal(#heard, (start:apply_all(heard)))
    assert.is_true(start == state)
  end)

  it("gets the reason of a refusal", function()
    local heard
    local state = tower.new("..../S..G/####"):watched(function(_, ...)
      heard = { ... }
    end)
    state:push "left"
    assert.are.same({ "PUSH LEFT", {}, nil, "PUSH LEFT: the tower ends at column 1" }, heard)
  end)

  it("may raise an error; the state stays intact and watched", function()
    local count = 0
    local state = tower.new("..../S..G/####"):watched(function()
      count = count + 1
      error("mine", 0)
    end)
    assert.has_error(function()
      state:moveto(2)
    end, "mine")
    assert.are.equal("....\n.S.G\n####\n", tostring(state))
    assert.is_false((pcall(state.moveto, state, 1)))
    assert.are.equal(2, count)
    assert.is_false((pcall(state.watched, state, 7)))
  end)
end)

describe("a text that is no action", function()
  local state = tower.new "..../S..G/####"
  local function said(method, text)
    local fine, why = pcall(state[method], state, method == "apply_all" and { text } or text)
    return not fine and why:match "'(x*%.*)' is no action of tower"
  end

  it("is shown in the error, cut if it is long", function()
    for method, shown in pairs { apply = 80, why = 80, apply_all = 60 } do
      for _, n in ipairs { 1, shown - 1, shown } do
        assert.are.equal(("x"):rep(n), said(method, ("x"):rep(n)))
      end
      for _, n in ipairs { shown + 1, 100000 } do
        assert.are.equal(("x"):rep(shown) .. "...", said(method, ("x"):rep(n)))
      end
    end
  end)
end)

describe("a playout without a limit", function()
  it("stops after 1000 actions", function()
    local walk = tower.new "..../S..G/####"
    local endless = require "tessera.game" { name = "endless", legend = { ["."] = "empty" },
      moves = { "go" }, counters = { n = 0 }, apply = function(state) state.n = state.n + 1 end }
    assert.are.same({ games = 2, steps = 2000, outcomes = {}, unfinished = 2, score = { 0 } },
      endless.new ".":playout(1, 2))
    assert.are.equal(5000, endless.new ".":playout(1, 1, 5000).steps)
    assert.is_true(walk:playout(1, 1).steps <= 1000)
  end)
end)
