--- Compares the claims with a slow twin, on random small games: positions are the numbers of a
--- graph, drawn at random, also with circles, for one to three players.

local claims = require "tessera.check.claims"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local tessera = require "tessera"

local games = 250

-- A random game: by number of position whose turn it is, what follows, and the outcome.
local function draw(random)
  local graph = { size = 3 + random:below(9), players = 1 + random:below(3), turn = {}, after = {},
    outcome = {} }
  for at = 1, graph.size do
    graph.turn[at] = 1 + random:below(graph.players)
    graph.after[at] = {}
    if at == graph.size or at > 1 and random:below(4) == 0 then
      graph.outcome[at] = random:below(2) == 0 and "Won" or "Lost"
    end
    for way = 1, graph.outcome[at] and 0 or random:below(4) do
      local to = 1 + random:below(graph.size - 1)
      graph.after[at][way] = to >= at and to + 1 or to -- an action must change something
    end
  end
  return graph
end

local function game_of(graph)
  return tessera.game {
    name = "graph",
    legend = { ["."] = "empty" },
    map = ".",
    fields = { at = 1 },
    players = graph.players,
    moves = { "go <1..3>" },
    outcomes = { "Won", "Lost" },
    goal = "Won",
    outcome = function(state)
      return graph.outcome[state.at]
    end,
    turn = graph.players > 1 and function(state)
      return graph.turn[state.at]
    end or nil,
    apply = function(state, _, way)
      local to = graph.after[state.at][way]
      if not to then
        return nil, "there is no such way"
      end
      state.at = to
    end,
  }
end

-- How many steps each position is away from the start, and the numbers of shortest ways to it.
local function distances(graph, from)
  local distance, ways, todo = { [from] = 0 }, { [from] = 1 }, { from }
  for _, at in ipairs(todo) do
    for _, to in ipairs(graph.after[at]) do
      if not distance[to] then
        distance[to], ways[to] = distance[at] + 1, 0
        todo[#todo + 1] = to
      end
      if distance[to] == distance[at] + 1 then
        ways[to] = ways[to] + ways[at]
      end
    end
  end
  return distance, ways
end

-- The length and the number of the shortest ways to the goal, or nil.
local function solution(graph, from)
  local distance, ways = distances(graph, from)
  local least, count = nil, 0
  for at = 1, graph.size do
    if graph.outcome[at] == "Won" and distance[at] then
      if not least or distance[at] < least then
        least, count = distance[at], 0
      end
      count = count + (distance[at] == least and ways[at] or 0)
    end
  end
  return least, count
end

-- The positions from which the player forces the goal: those are added until no other can be.
local function forced(graph, player)
  local good, more = {}, true
  while more do
    more = false
    for at = 1, graph.size do
      local some, all = false, graph.after[at][1] ~= nil
      for _, to in ipairs(graph.after[at]) do
        some, all = some or good[to] or false, all and good[to] or false
      end
      local is = graph.outcome[at] == "Won" or graph.turn[at] == player and some or all
      if is and not good[at] then
        good[at], more = true, true
      end
    end
  end
  return good
end

describe("claims", function()
  it("agree with a slow twin on random games", function()
    local count = { yes = 0, no = 0 }
    for seed in seeds(games) do
      local graph = draw(rng.new(seed))
      local state = game_of(graph).new()
      local function agree(expected, name, ...)
        local wrong, undecided = claims[name](state, ...)
        assert.is_nil(undecided)
        assert.equal(expected, wrong == nil, ("seed %d: %s %s"):format(seed, name, wrong))
        count[expected and "yes" or "no"] = count[expected and "yes" or "no"] + 1
      end
      local length, ways = solution(graph, 1)
      agree(length ~= nil, "solvable")
      agree(length == nil, "unsolvable")
      agree(length == 2, "optimal", 2)
      agree(length ~= nil and ways == 1, "unique_solution")
      local last, target = distances(graph, 1)[graph.size], function(position)
        return position.at == graph.size
      end
      agree(last ~= nil, "reachable", target)
      agree(last == nil, "never", target)
      for player = 1, graph.players > 1 and graph.players or 0 do
        agree(forced(graph, player)[1] or false, "wins", player, "Won")
      end
      for way, to in ipairs(graph.after[1]) do
        local only, wins = true, forced(graph, graph.turn[1])
        local function leads(at)
          return graph.players == 1 and solution(graph, at) ~= nil or wins[at] or false
        end
        for other, at in ipairs(graph.after[1]) do
          only = only and (other == way or not leads(at))
        end
        agree(leads(to) and only, "forced", "go " .. way, "Won")
      end
    end
    local least = seeds.part(games)
    assert.is_true(count.yes > least and count.no > least)
  end)
end)
