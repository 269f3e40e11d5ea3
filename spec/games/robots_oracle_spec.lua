--- Compares Robots with its twin on random games, state by state. Some games are played by the
--- strategy, some by random actions, most by both.

local games = require "spec.support.robots_games"
local oracle = require "spec.oracle.robots"
local rng = require "tessera.rng"
local robots = require "tessera.robots"
local seeds = require "spec.support.seeds"

local moves_max = 12

-- An answer as a text.
local function shown(answer)
  if type(answer) ~= "table" then
    return tostring(answer)
  end
  local parts = {}
  for i, item in ipairs(answer) do
    parts[i] = shown(item)
  end
  return "{" .. table.concat(parts, " ") .. "}"
end

-- All questions for both sides, in order.
local asked = {
  { "the board", tostring, tostring },
  { "outcome()", robots.methods.outcome, oracle.outcome },
  { "counts()",
    function(state) return { state:counts() } end,
    function(twin)
      local left, debris = twin:counts()
      return { left, debris, twin.moves, twin.row, twin.column }
    end },
  { "moves()", robots.methods.moves, function(twin) return twin.moves end },
  { "robots()", robots.methods.robots, oracle.robots },
  { "taken()", robots.methods.taken, function(twin) return twin.taken end },
}
local asked_now_and_then = {
  { "actions()", robots.methods.actions, oracle.actions },
  { "walks()",
    function(state)
      local names = {}
      for i, walk in ipairs(state:walks()) do names[i] = walk.direction end
      return names
    end,
    function(twin)
      local names = {}
      for _, text in ipairs(twin:actions()) do
        names[#names + 1] = text:match "^%u+$"
      end
      return names
    end },
  { "score()", robots.methods.score,
    function(twin)
      local left = twin:counts()
      return twin:outcome() == "Lost" and -1 - left or twin.started - left
    end },
}

local walks = { "NW", "N", "NE", "W", "STAY", "E", "SW", "S", "SE" }

-- An action, allowed or not.
local function random_action(random, twin)
  local k = 1 + random:below(#walks + 4)
  return walks[k]
    or ("TELEPORT %d,%d"):format(1 + random:below(twin.rows), 1 + random:below(twin.columns))
end

-- Plays one game, and counts the kinds of answers.
local function play(seed, counts)
  local random = rng.new(seed)
  local map, options = games.random(random)
  local state, twin = robots.new(map, options), oracle.new(map, options)
  local played = {}
  local function compare(what, ours, twins)
    ours, twins = shown(ours), shown(twins)
    if ours ~= twins then
      error(("seed %d: %s: the state says\n%s\nand the twin\n%s\nof\n%s\nafter %s"):format(
        seed, what, ours, twins, games.shown(map, options), table.concat(played, "; ")), 0)
    end
  end
  local function compare_all(questions)
    for _, question in ipairs(questions) do
      compare(question[1], question[2](state), question[3](twin))
    end
  end
  local function count(what)
    counts[what] = (counts[what] or 0) + 1
  end
  local by_strategy = random:below(4)
  compare_all(asked)
  for _ = 1, moves_max do
    if twin:outcome() then
      break
    end
    local before, choice = state:key(), nil
    if by_strategy > 0 then
      choice = twin:choose()
      compare("choose()", state:choose(), choice)
      compare("choose() changes nothing", state:key(), before)
      count("chosen " .. choice:match "^%u+")
    end
    if by_strategy < 3 then
      compare_all(asked_now_and_then)
      local actions, tried = twin:actions(), random_action(random, twin)
      if not ("|" .. table.concat(actions, "|") .. "|"):find("|" .. tried .. "|", 1, true) then
        compare("refused", state:apply(tried), nil)
        compare("the twin refuses", twin:command(tried), false)
        compare("refusing changes nothing", state:key(), before)
        count "refused"
      end
      choice = by_strategy == 2 and random:below(2) == 0 and choice
        or actions[1 + random:below(#actions)]
    end
    played[#played + 1] = choice
    local events = {}
    compare("carried out", state:apply(choice, events) == true, twin:command(choice))
    compare_all(asked)
    count("played " .. choice:match "^%u+")
    for _, event in ipairs(events) do
      count(event.kind)
    end
    if twin:outcome() then
      local left = twin:counts()
      count(("%s by %s, %s left"):format(twin:outcome(), choice:match "^%u+" == "TELEPORT"
        and "teleport" or "walk", left > 0 and "some" or "none"))
    end
  end
  count(twin:outcome() or "none")
end

describe("Robots and its twin", function()
  it("agree on random games; all kinds of answers occur", function()
    local counts = {}
    for seed in seeds(20000) do
      play(seed, counts)
    end
    local often = {
      "Won", "Lost", "chosen TELEPORT", "chosen STAY", "played TELEPORT", "played STAY",
      "Won by walk, none left", "Won by teleport, none left", "Lost by walk, some left",
      "Lost by walk, none left", "walked", "stayed", "teleported", "pushed", "crushed",
      "moved", "destroyed", "caught", "refused",
    }
    for _, name in ipairs { "NW", "N", "NE", "W", "E", "SW", "S", "SE" } do
      often[#often + 1] = "chosen " .. name
      often[#often + 1] = "played " .. name
    end
    for _, what in ipairs(often) do
      local least = what:match "^Won by teleport" and 40 or what == "crushed" and 160 or 400
      assert.is_true(seeds.often(counts[what], least), what .. ": " .. (counts[what] or 0))
    end
  end)

  it("agree on whole games, played at once", function()
    for seed in seeds(1500) do
      local map, options = games.random(rng.new(seed))
      local state, twin = robots.new(map, options), oracle.new(map, options)
      local outcome, taken = state:play()
      assert.equal(twin:play(), outcome, games.shown(map, options))
      assert.same(twin.taken, taken)
      assert.equal(tostring(twin), tostring(state))
      assert.equal(twin.moves, state:moves())
    end
  end)
end)
