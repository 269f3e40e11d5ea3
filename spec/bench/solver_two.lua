--- Games for two: how long it takes to prove who wins, and how many games a tree search plays.
--- BENCH_ARGS="solver_two 2" gives each search twice the nodes.

local search = require "tessera.search"

-- Connect Four after so many stones, by columns, and who wins: 1 is Red.
local connect4 = {
  { "43511542", 1 }, { "6721535436", 1 }, { "7345433272", 1 }, { "521144121541", 1 },
  { "751266515541", 1 }, { "576215562315", 2 }, { "324611751351", 1 }, { "74177645526117", 1 },
  { "17636223453273", 1 }, { "134175434221612764", 1 },
}

local methods = { "alpha-beta", "proof-number" }

local function report(name, method, state, range, nodes, winner)
  local start = os.clock()
  local _, info = search.best(state, { method = method, range = range, nodes = nodes })
  local seconds = os.clock() - start
  assert(not (info.exact and winner) or (info.score > 0) == (winner == 1), name .. " " .. method)
  print(("| %s | %s | %s | %d | %.2f |"):format(name, method, info.exact and "proven" or "open",
    info.nodes, seconds))
  io.stdout:flush()
end

local function boards(nodes)
  local game = dofile "samples/games/connect4.lua"
  for _, one in ipairs(connect4) do
    local columns, winner = table.unpack(one)
    local state = game.new()
    for column in columns:gmatch "%d" do
      assert(state:apply("drop " .. column))
    end
    for _, method in ipairs(methods) do
      report("connect4 " .. columns, method, state, { -1, 1 }, nodes, winner)
    end
  end
  local horizontally = require "tessera.horizontally"
  for _, size in ipairs { { 5, 6 }, { 6, 6 }, { 7, 7 }, { 8, 8 }, { 9, 9 } } do
    local state = horizontally.new(nil, { fields = 2, rows = size[1], columns = size[2] })
    for _, method in ipairs(methods) do
      report(("domineering %d x %d"):format(size[1], size[2]), method, state, nil, nodes)
    end
  end
end

local function games(nodes)
  for _, name in ipairs { "connect4", "gomoku", "othello", "hex" } do
    local state = dofile("samples/games/" .. name .. ".lua").new()
    local start = os.clock()
    local _, info = search.best(state, { method = "mcts", nodes = nodes // 10 })
    print(("| %s | mcts | %d games | %d | %.2f |"):format(name, info.games, info.nodes,
      os.clock() - start))
  end
end

return function(times)
  local nodes = 4000000 * (tonumber(times) or 1)
  print "| game | method | answer | nodes | seconds |"
  print "| --- | --- | --- | ---: | ---: |"
  boards(nodes)
  games(nodes)
end
