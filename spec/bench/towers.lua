--- Solves the towers in spec/bench/towers.in, with proof, and measures positions a second in towers
--- that have the same solution but more and more rows.

local reader = require "tessera.reader"
local search = require "tessera.search"
local tower = require "tessera.tower"

local function solve(number, state)
  local start = os.clock()
  local actions, info = search.shortest(state, "Cleared",
    { nodes = math.maxinteger, memory = 4 << 30 })
  local time = os.clock() - start
  print(("tower %2d  %2d x %2d  %3d commands  %9d positions  %6.2f s  %s"):format(number,
    state:rows(), state:columns(), actions and #actions or 0, info.nodes, time, info.ended))
  return info.nodes, time
end

local top = ("."):rep(20) .. "\n"
local play = [[
....###.............
...#.#.G....#.......
S#B...##...I.I......
#ICII.I#..##.##.....
#..#.#.#.##..#.#.##.
.#..#.#..#..#.#.####]]

local function grow()
  local first
  for _, rows in ipairs { 10, 20, 30, 40, 50 } do
    local state = tower.new(top:rep(rows - 6) .. play)
    local start = os.clock()
    search.walk(state, 100, { nodes = 1000000, memory = 4 << 30 })
    local speed = 1 / (os.clock() - start)
    first = first or speed
    print(("%d rows of 20 columns: %.2f M positions a second, %.2f times the first"):format(rows,
      speed, speed / first))
  end
end

return function()
  local file <close> = assert(io.open "spec/bench/towers.in")
  local command = dofile "scripts/tower.lua"
  local number, nodes, time = 0, 0, 0
  for state in command.solve(reader.new(file)).each do
    number = number + 1
    local more, longer = solve(number, state)
    nodes, time = nodes + more, time + longer
  end
  print(("%d towers, %d positions in %.2f s: %.2f M positions a second"):format(number, nodes, time,
    nodes / time / 1e6))
  grow()
end
