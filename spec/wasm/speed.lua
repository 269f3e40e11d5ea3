--- Measures what the engine does in a second: random games, searches, games in Lua, plain Lua. Not
--- part of the tests; for comparing WebAssembly with the machine's own code:
---
---     lua5.4 spec/wasm/speed.lua
---     node build/wasm/lua.cjs spec/wasm/posix.lua spec/wasm/speed.lua

package.path = "./lua/?.lua;./?.lua;" .. package.path
package.cpath = "./build/?.so;" .. package.cpath

local horizontally = require "tessera.horizontally"
local rng = require "tessera.rng"
local samegame = require "tessera.samegame"
local search = require "tessera.search"

local samegames = require "spec.support.samegames"

local works = {}

local function add(name, work)
  works[#works + 1] = { name = name, run = work }
end

for _, name in ipairs { "tower", "jewelry", "robots", "samegame" } do
  local state = dofile(("spec/conformance/%s.lua"):format(name))(rng.new(5))
  add("playout " .. name, function()
    return state:playout(1, 100, 200).steps
  end)
end

for _, name in ipairs { "sokoban", "2048", "connect4", "othello" } do
  local module = dofile(("samples/games/%s.lua"):format(name))
  local state = name == "sokoban" and module.new "########\n#  .   #\n# $$ . #\n#  @   #\n########"
    or module.new()
  add("playout " .. name, function()
    return state:playout(1, 5, 100).steps
  end)
  add("walk " .. name, function()
    return select(2, search.walk(state, 30, { nodes = 5000 })).nodes
  end)
end

add("playout horizontally", function()
  return horizontally.new(nil, { fields = 2, rows = 8, columns = 8 }):playout(1, 100).steps
end)

local board = samegames.full(rng.new(3), 15, 15, 5)
add("samegame best", function()
  return select(2, samegame.new(board):best { nodes = 20000 }).nodes
end)
add("domineering winner", function()
  return select(2, horizontally.new(nil, { fields = 2, rows = 7, columns = 7 }):winner()).nodes
end)
add("tower shortest", function()
  local state = require("tessera.tower").new "...G....\n........\n.I#.B.1.\nS#.I.2..\n########"
  return select(2, search.shortest(state, nil, { nodes = 20000 })).nodes
end)
add("mcts connect4", function()
  local state = dofile("samples/games/connect4.lua").new()
  return select(2, search.best(state, { method = "mcts", nodes = 5000 })).nodes
end)
add("Lua loop", function()
  local sum, t = 0, {}
  for i = 1, 200000 do
    t[i % 100] = i
    sum = sum + (t[i * 7 % 100] or 0)
  end
  return 200000
end)
add("Lua strings", function()
  local parts = {}
  for i = 1, 5000 do
    parts[#parts + 1] = ("%d %s"):format(i, tostring(i)):gsub("%d", "x")
  end
  return #table.concat(parts) > 0 and 5000
end)
add("pcall and error", function()
  for i = 1, 2000 do
    pcall(error, i)
  end
  return 2000
end)

for _, work in ipairs(works) do
  local best = 0
  for _ = 1, 12 do
    collectgarbage()
    local start, done = os.clock(), 0
    repeat
      done = done + work.run()
    until os.clock() - start > 0.04
    best = math.max(best, done / (os.clock() - start))
  end
  print(("%-22s %12.0f"):format(work.name, best))
end
