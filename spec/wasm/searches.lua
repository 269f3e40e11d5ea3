--- Searches of all games, one line for each: its name, nodes and actions. `make test-wasm` runs
--- this file under Lua of the machine and under Lua in WebAssembly, and the lines must be the same.

package.path = "./lua/?.lua;./?.lua;" .. package.path
package.cpath = "./build/?.so;" .. package.cpath

local search = require "tessera.search"
local rng = require "tessera.rng"

local samples = 3 -- positions of each game

local function listed(command)
  local names = {}
  local pipe <close> = assert(io.popen(command))
  for name in pipe:lines() do
    names[#names + 1] = name
  end
  return names
end

local function shown(value)
  return value and (type(value) == "table" and table.concat(value, ", ") or tostring(value)) or "-"
end

-- The words of a search: name, nodes, end, and what it found.
local function told(name, found, info, more)
  print(name, info.nodes, info.ended, info.depth, shown(found), shown(more))
end

local function best(name, state, method, options)
  options.method = method
  local fine, actions, info = pcall(search.best, state, options)
  if fine then
    told(name .. " " .. (method or "best"), actions, info, info.score)
  else
    print(name, method, (actions:gsub("^[^ ]*:%d+: ", "")))
  end
end

-- Players who act together get no hint.
local function hint(name, state)
  local fine, action, info = pcall(search.hint, state, nil, { nodes = 1000 })
  if fine then
    told(name, action, info, info.why)
  else
    print(name, (action:gsub("^[^ ]*:%d+: ", "")))
  end
end

local function playouts(name, state)
  local played, outcomes = state:playout(7, 20, 100), {}
  for outcome, count in pairs(played.outcomes) do
    outcomes[#outcomes + 1] = outcome .. " " .. count
  end
  table.sort(outcomes)
  print(name .. " playout", played.steps, played.unfinished, shown(played.score), shown(outcomes))
end

local function all(name, state)
  playouts(name, state)
  told(name .. " walk", search.walk(state, 50, { nodes = 2000 }))
  local actions, info = search.shortest(state, nil, { nodes = 4000 })
  told(name .. " shortest", actions, info)
  local lists, all_info = search.all_shortest(state, nil, { nodes = 2000, most = 3 })
  told(name .. " all", lists[#lists], all_info, all_info.count)
  best(name, state, nil, { nodes = 1000 })
  best(name, state, "alpha-beta", { nodes = 2000 })
  best(name, state, "beam", { nodes = 2000, width = 20, length = 30 })
  best(name, state, "expectimax", { nodes = 1000, width = 3 })
  best(name, state, "mcts", { nodes = 2000 })
  best(name, state, "nrpa", { nodes = 2000, level = 2, length = 30 })
  hint(name .. " hint", state)
end

for _, path in ipairs(listed "ls spec/conformance/*.lua") do
  local random, draw = rng.new(1974), dofile(path)
  for i = 1, samples do
    all(("%s %d"):format(path:match "([^/]+)%.lua$", i), draw(random))
  end
end

-- ---- the searches that know their game ----

local horizontally, robots = require "tessera.horizontally", require "tessera.robots"
local samegame = require "tessera.samegame"

for fields = 2, 4 do
  for side = 4, 6 do
    local state = horizontally.new(nil, { fields = fields, rows = side, columns = side })
    local winner, info = state:winner { nodes = 100000 }
    told(("winner %d %d"):format(fields, side), winner, info)
    local move, move_info = state:best_move { perfect = true, nodes = 100000 }
    told(("perfect %d %d"):format(fields, side), move, move_info)
  end
end
local random = rng.new(8)
for i = 1, 5 do
  local board = require("spec.support.samegames").full(random, 10, 10, 4)
  local state = samegame.new(board)
  local actions, info = state:best { nodes = 20000 }
  told(("samegame best %d"):format(i), actions, info, info.score)
  actions, info = state:clear { nodes = 20000 }
  told(("samegame clear %d"):format(i), actions, info)
  local game = robots.new(nil, { robots = require("spec.support.robots_games").places(random, 15),
    teleports = { { 3, 4 }, { 20, 20 } } })
  told(("robots %d"):format(i), game:plan(2))
  print(("strategy %d"):format(i), game:play(), (game:moves()))
end
