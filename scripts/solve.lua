--- Solves the datasets of a game: they come out with the commands that reach the goal.

local cli = require "tessera.cli"
local process = require "tessera.process"
local search = require "tessera.search"
local usage = require "tessera.usage"

local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local games = { "samegame", "tower" }

local function solver_of(name)
  for _, game in ipairs(games) do
    if game == name then
      return dofile(folder .. name .. ".lua").solve
    end
  end
  cli.die("solve", ("there is no game '%s' to solve%s"):format(name, usage.hint(name, games)), 2)
end

-- A line on a terminal that is written over and over.
local function progress_line(number)
  if not os.execute "test -t 2" then
    return nil
  end
  return function(progress)
    io.stderr:write(("\rdataset %d: %d positions, depth %d "):format(number, progress.nodes,
      progress.depth))
  end
end

local limits = {
  nodes = "no solution found within %d positions",
  memory = "no solution found: the memory is used up after %d positions",
  seconds = "no solution found in time, after %d positions",
}

local function solve(solver, state, over, number, options)
  if over then
    return {}, over ~= solver.goal and "the game is over" or nil
  end
  local show = progress_line(number)
  local actions, ended, progress = search.shortest(state, solver.goal,
    { nodes = options.limit or math.maxinteger, seconds = options.seconds, progress = show })
  if show then
    io.stderr:write("\r\27[K")
  end
  if actions then
    return actions
  end
  return {}, (limits[ended] or "there is no solution (proven with %d positions)"):format(
    progress.nodes)
end

-- A dataset for each of the shortest solutions.
local function solve_all(solver, state, over, number, options)
  if over then
    return solve(solver, state, over, number, options)
  end
  local lists, count, ended = search.all_shortest(state, solver.goal, { most = 1000000,
    nodes = options.limit or math.maxinteger, seconds = options.seconds,
    progress = progress_line(number) })
  if not lists[1] then
    return solve(solver, state, over, number, options)
  end
  for i = 1, #lists - 1 do
    solver.write(state, lists[i])
  end
  return lists[#lists], ended == "done" and count > #lists
    and ("%d solutions in all"):format(count) or nil
end

local function run(reader, options)
  local solver, number = solver_of(options.game), 0
  for state, over in solver.each(reader) do
    number = number + 1
    local answer = options.all_optimal and solve_all or solve
    local actions, none = answer(solver, state, over, number, options)
    solver.write(state, actions)
    process.flush()
    if none then
      io.stderr:write(("%s: dataset %d: %s\n"):format(options.game, number, none))
    end
  end
  process.write(solver.last)
end

return {
  summary = "Solve the datasets of a game: the shortest commands to the goal",
  help = [[
Games: tower (to clear it) and samegame (to clear the grid).

Input: datasets of the game; their commands are passed over.

Output: the same datasets, each with a shortest list of commands to the goal, so that
`run.lua solve tower < towers | run.lua tower` clears them. A dataset without a solution, or
without one that was found within the limits, gets no commands, and a line on stderr says so.
With --all-optimal a dataset comes out once for each of its shortest solutions.]],
  argument = { name = "game", help = "tower or samegame" },
  untraced = true,
  numbers = {
    limit = { min = 1, max = 1000000000000, help = "Enter so many positions at most." },
    seconds = { min = 1, max = 1000000, help = "Take so many seconds of CPU time at most." },
  },
  options = function(parser)
    parser:flag("--all-optimal", "Show all shortest solutions.")
  end,
  run = run,
}
