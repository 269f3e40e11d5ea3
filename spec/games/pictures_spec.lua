--- Most sample games are pictures of rules. Each of them agrees with the same game in Lua functions
--- (spec/oracle/games; a sample without a twin there is written as functions itself), along random
--- games from the starts of spec/conformance: what can be done, what a save holds (boards, fields,
--- counters, the outcome, chance), the turn and the scores.

local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

local games_per_game = 400
local actions_per_game = 40

-- How random games end, each of them often enough.
local endings = {
  atari = { "Black wins", "White wins" },
  boulder = { "Dead", "Escaped" },
  candy = { "Enough", "Out of swaps" },
  clobber = { "Black wins", "White wins" },
  connect4 = { "Draw", "Red wins", "Yellow wins" },
  fifteen = { "Sorted" },
  fire = { "Burnt down", "Saved" },
  game2048 = { "Game Over" },
  gomoku = { "Black wins", "Draw", "White wins" },
  hex = { "Blue wins", "Red wins" },
  hexoban = { "Solved" },
  klotski = { "Out" },
  life = { "Dead" },
  lights = { "Dark" },
  othello = { "Black wins", "Draw", "White wins" },
  peg = { "Solved", "Stuck" },
  rogue = { "Caught", "Out" },
  rush = { "Out" },
  sand = { "Covered", "Out of sand" },
  sokoban = { "Solved" },
}

local twins = {}
local pipe <close> = assert(io.popen "ls spec/oracle/games/*.lua")
for path in pipe:lines() do
  twins[#twins + 1] = path:match "([^/]+)%.lua$"
end

-- Of two games with one name the one that is defined last is found by its name: the sample.
local function twin_of(name, file)
  local twin = dofile("spec/oracle/games/" .. file .. ".lua")
  local sample = dofile("samples/games/" .. file .. ".lua")
  assert(twin.name == name and sample.name == name)
  return twin, sample
end

local function sorted(list)
  table.sort(list)
  return list
end

local function about(state, players)
  local scores = {}
  for player = 1, players do
    scores[player] = state:score(player)
  end
  return { save = state:save(), board = tostring(state), outcome = state:outcome(),
    turn = state:turn(), scores = scores }
end

-- The state that `new` makes, as it is saved, or why it makes none.
local function made(game, map, seed)
  local fine, state = pcall(game.new, map, { seed = seed })
  return fine and state:save() or state:gsub("^.-:%d+: ", "")
end

-- Plays one random game on both. Returns how many actions it had, and its outcome.
local function play(sample, twin, start, seed)
  local random = rng.new(seed)
  local fast = sample.load(start(random):save())
  local slow = twin.load(fast:save())
  assert.are.equal(made(twin, tostring(slow), seed), made(sample, tostring(fast), seed))
  for step = 1, actions_per_game do
    local actions = sorted(slow:actions())
    assert.are.same(actions, sorted(fast:actions()))
    if #actions == 0 then
      return step - 1, slow:outcome()
    end
    local action = actions[1 + random:below(#actions)]
    assert.is_true(slow:apply(action))
    assert.is_true(fast:apply(action))
    assert.are.same(about(slow, twin.players), about(fast, sample.players))
  end
  return actions_per_game, slow:outcome()
end

describe("the sample games as pictures agree with themselves in Lua:", function()
  for _, file in ipairs(twins) do
    local name = dofile("samples/games/" .. file .. ".lua").name
    it(name, function()
      local twin, sample = twin_of(name, file)
      local start = require("spec.conformance." .. name)
      local steps, ended = 0, {}
      for seed in seeds(games_per_game, 40) do
        local played, outcome = play(sample, twin, start, seed)
        steps = steps + played
        ended[outcome or "none"] = (ended[outcome or "none"] or 0) + 1
      end
      assert.is_true(steps > seeds.part(games_per_game, 40))
      for _, outcome in ipairs(endings[name]) do
        assert.is_true(seeds.often(ended[outcome], 20), outcome)
      end
    end)
  end
end)
