--- Compares Horizontally with its twin on random games: every board, every list of moves, every
--- rating, and the best move for either player.

local games = require "spec.support.horizontally_games"
local horizontally = require "tessera.horizontally"
local oracle = require "spec.oracle.horizontally"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

local OTHER = { left = "right", right = "left" }

-- The state and the twin of a game, and a function that compares their answers.
local function start(seed, random)
  local picture, options = games.random(random)
  local state, twin = horizontally.new(picture, options), oracle.new(picture, options)
  local played, first = {}, tostring(twin)
  local function compare(what, ours, twins)
    if ours ~= twins then
      error(("seed %d: %s: the state says\n%s\nand the twin\n%s\n%d fields, %s first, board\n%s%s")
        :format(seed, what, ours, twins, options.fields, options.first, first,
          table.concat(played, " ")), 0)
    end
  end
  return state, twin, compare, played
end

-- Compares all answers about a position.
local function compare_position(state, twin, compare)
  local player = twin:to_move()
  local texts, outcome = twin:actions(), twin:outcome()
  compare("the board", tostring(state), tostring(twin))
  compare("actions", table.concat(state:actions(), " "), table.concat(texts, " "))
  compare("outcome", state:outcome(), outcome)
  compare("turn", state:turn(), not outcome and (player == "left" and 1 or 2) or nil)
  local rating = twin:rating(player)
  compare("rating", state:rating(), rating)
  compare("rating of the player", state:rating(player), rating)
  compare("rating of the other one", state:rating(OTHER[player]), -rating)
  return texts, outcome
end

-- The transposed position, with the players exchanged.
local function mirror_of(state, player)
  return horizontally.new(games.transposed(tostring(state)),
    { fields = state:fields(), first = OTHER[player] })
end

local function compare_mirror(state, player, compare)
  local mirror = mirror_of(state, player)
  compare("the mirror's rating", mirror:rating(), state:rating())
  local expected = {}
  for i, text in ipairs(state:actions()) do
    expected[i] = games.mirrored(text)
  end
  local found = mirror:actions()
  table.sort(expected)
  table.sort(found)
  compare("the mirror's moves", table.concat(found, " "), table.concat(expected, " "))
end

-- All best moves, found by the numbers that choose them.
local function all_best(state, count)
  local texts = {}
  for i = 1, count do
    texts[i] = state:best_move(i - 1)
  end
  return texts
end

-- The best moves of a player are those of the other player in the transposed position, in another
-- order.
local function compare_best(state, twin, random, compare, counts)
  local select = random:below(2000)
  local best, count = twin:best_move(select)
  compare("best move " .. select, state:best_move(select), best)
  if best and count <= 12 then
    local mirror = mirror_of(state, twin:to_move())
    local ours, mirrors = all_best(state, count), all_best(mirror, count)
    for i, text in ipairs(mirrors) do
      mirrors[i] = games.mirrored(text)
    end
    compare("best moves", state:best_move(count), ours[1])
    table.sort(ours)
    table.sort(mirrors)
    compare("the mirror's best moves", table.concat(mirrors, " "), table.concat(ours, " "))
    counts.ties = counts.ties + (count > 1 and 1 or 0)
  end
  counts["best for " .. twin:to_move()] = counts["best for " .. twin:to_move()] + 1
  return best
end

-- A move that is not listed: one of the other player, or any text.
local function compare_refusal(state, twin, random, texts, compare, counts)
  local lower, upper = ("a"):byte() + random:below(26), ("A"):byte() + random:below(26)
  local text = string.char(upper, lower)
  if random:below(2) == 0 then
    text = string.char(lower, upper)
  end
  for _, offered in ipairs(texts) do
    if offered == text then
      return
    end
  end
  local before = state:clone()
  compare("refused " .. text, state:move(text), nil)
  compare("refused " .. text, twin:command(text), false)
  compare("unchanged after " .. text, before == state, true)
  counts.refused = counts.refused + 1
end

local function play(seed, counts)
  local random = rng.new(seed)
  local state, twin, compare, played = start(seed, random)
  local play_best = random:below(3) -- never, at times, always
  while true do
    local texts, outcome = compare_position(state, twin, compare)
    local small = #texts <= 40 or random:below(20) == 0
    local best = small and random:below(4) <= play_best
      and compare_best(state, twin, random, compare, counts)
    if random:below(4) == 0 then
      compare_refusal(state, twin, random, texts, compare, counts)
    end
    if #played % 4 == 1 then
      compare_mirror(state, twin:to_move(), compare)
    end
    if outcome then
      counts[outcome] = counts[outcome] + 1
      counts["at once"] = counts["at once"] + (#played == 0 and 1 or 0)
      return
    end
    if #texts > 150 and #played >= 6 then
      return
    end
    local text = play_best > 0 and best or texts[1 + random:below(#texts)]
    played[#played + 1] = text
    local done, result = state:move(text)
    compare("carried out " .. text, done, true)
    compare("carried out " .. text, twin:command(text), true)
    compare("the outcome of " .. text, result, state:outcome())
    counts.moves = counts.moves + 1
  end
end

describe("Horizontally and its twin", function()
  it("agree on random games; all kinds of answers occur", function()
    local least = { ["Left wins"] = 4000, ["Right wins"] = 4000, ["at once"] = 800, ties = 4000,
      ["best for left"] = 4000, ["best for right"] = 4000, refused = 4000, moves = 40000 }
    local counts = {}
    for name in pairs(least) do
      counts[name] = 0
    end
    for seed in seeds(20000) do
      play(seed, counts)
    end
    for name, count in pairs(least) do
      assert.is_true(seeds.often(counts[name], count), name .. ": " .. counts[name])
    end
  end)
end)
