--- `search.solve` on sets of levels: how many it solves in so many CPU seconds each, how long its
--- lines are, and what breadth first does with the same levels.
--- BENCH_ARGS="solver 10 FILE" takes a file of Sokoban levels that is not in the project.

local levels = require "tessera.levels.levels"
local search = require "tessera.search"

local sets = { "sokoban", "hexoban", "peg", "lights", "rush", "klotski", "boulder" }

-- The states of a file of levels.
local function states_of(game, path)
  local states, source = {}, levels.open(game, io.lines(path), error)
  for level in source.level do
    states[#states + 1] = game.new(table.concat(level.rows, "\n"))
    source.actions(function() end)
  end
  return states
end

-- Solves them all: how many, in a quarter of a second, and in all; actions, successors, seconds.
local function run(states, solve)
  local of = { solved = 0, quick = 0, actions = 0, generated = 0, seconds = 0 }
  for _, state in ipairs(states) do
    local start = os.clock()
    local actions, info = solve(state)
    local seconds = os.clock() - start
    of.seconds = of.seconds + seconds
    if actions then
      of.solved, of.actions = of.solved + 1, of.actions + #actions
      of.quick = of.quick + (seconds <= 0.25 and 1 or 0)
      of.generated = of.generated + info.generated
    end
  end
  return of
end

local function measure(name, states, limits)
  for _, method in ipairs { "solve", "shortest" } do
    local of = run(states, function(state)
      if method == "solve" then
        return search.solve(state, limits)
      end
      return search.shortest(state, nil, limits)
    end)
    print(("%-26s %-9s %4d of %4d  %4d in 0.25 s  %7d actions  %10d successors  %7.2f s"):format(
      name, method, of.solved, #states, of.quick, of.actions, of.generated, of.seconds))
  end
end

---@param seconds number for each level
---@param ... string files of levels of Sokoban
return function(seconds, ...)
  local limits = { seconds = tonumber(seconds), memory = 2 << 30 }
  for _, path in ipairs { ... } do
    local game = dofile "samples/games/sokoban.lua"
    measure(path:match "[^/]*$", states_of(game, path), limits)
  end
  for _, name in ipairs(... and {} or sets) do
    measure(name, states_of(dofile(("samples/games/%s.lua"):format(name)),
      ("samples/games/levels/%s.txt"):format(name)), limits)
  end
end
