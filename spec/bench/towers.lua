--- Solves the towers in spec/bench/towers.in, with proof, and measures successors a second and
--- bytes a position in towers that have the same solution but more and more rows.

local reader = require "tessera.reader"
local search = require "tessera.search"
local tower = require "tessera.tower"

local function solve(number, state)
  local start = os.clock()
  local actions, info = search.shortest(state, "Cleared",
    { nodes = math.maxinteger, memory = 4 << 30 })
  local time = os.clock() - start
  print(("tower %2d  %2d x %2d  %3d commands  %9d positions  %9d successors  %6.2f s  %s"):format(
    number, state:rows(), state:columns(), actions and #actions or 0, info.positions,
    info.generated, time, info.ended))
  return info, time
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
    local _, info = search.walk(state, 100, { nodes = 300000, memory = 4 << 30 })
    local speed = info.generated / (os.clock() - start) / 1e6
    first = first or speed
    print(("%d rows of 20 columns: %.2f M successors a second, %.2f times the first; %d distinct "
      .. "positions of %.0f bytes"):format(rows, speed, speed / first, info.positions,
      info.memory / info.positions))
  end
end

return function()
  local file <close> = assert(io.open "spec/bench/towers.in")
  local command = dofile "scripts/tower.lua"
  local number, positions, generated, time = 0, 0, 0, 0
  for state in command.solve(reader.new(file)).each do
    number = number + 1
    local info, longer = solve(number, state)
    positions, generated, time = positions + info.positions, generated + info.generated,
      time + longer
  end
  print(("%d towers, %d positions, %d successors in %.2f s: %.2f M successors a second"):format(
    number, positions, generated, time, generated / time / 1e6))
  grow()
end
