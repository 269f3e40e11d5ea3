--- Solves the datasets of a game: they come out with the commands that reach the goal.

local process = require "tessera.process"
local search = require "tessera.search"

local solve = {}

---@class tessera.Solve how a game's datasets are read and written
---@field name string
---@field goal? string the outcome to reach; any by default
---@field each fun(): tessera.State|nil, string|nil each state and its outcome
---@field write fun(state: tessera.State, actions: string[]) a dataset with its commands
---@field last string what ends the datasets
---@field place? string what the current dataset is called in messages: "dataset 2 'Easy'"
---@field doubt? fun(state: tessera.State): string what to add where there is no solution

---@class tessera.SolveOptions
---@field limit? integer positions
---@field seconds? integer
---@field all_optimal? boolean

-- A line on a terminal that is written over and over; and what wipes it.
local function progress_line(number)
  if not process.is_terminal(2) then
    return nil, function() end
  end
  local function show(progress)
    io.stderr:write(("\rdataset %d: %d positions, depth %d "):format(number, progress.nodes,
      progress.depth))
  end
  return show, function()
    io.stderr:write("\r\27[K")
  end
end

-- How many solutions are written; and where counting them stops.
local most, count_max = 1000, 1000000000000000

local limits = {
  nodes = "no solution found within %d positions",
  memory = "no solution found: the memory is used up after %d positions",
  seconds = "no solution found in time, after %d positions",
}

local function why_none(source, state, ended, progress)
  if limits[ended] then
    return limits[ended]:format(progress.nodes)
  end
  return ("there is no solution (proven with %d positions)%s"):format(progress.nodes,
    source.doubt and source.doubt(state) or "")
end

local function over(state)
  return state:outcome() ~= nil
end

local function limits_of(options, show)
  return { nodes = options.limit or math.maxinteger, seconds = options.seconds, progress = show }
end

-- The shortest actions to the goal, or none and why.
local function shortest(source, state, number, options)
  local show, wipe = progress_line(number)
  local actions, ended, progress = search.shortest(state, source.goal or over,
    limits_of(options, show))
  wipe()
  if actions then
    return actions
  end
  return {}, why_none(source, state, ended, progress)
end

-- Writes a dataset for each of the shortest solutions but the last, which is returned.
local function all_shortest(source, state, number, options)
  local show, wipe = progress_line(number)
  local given = limits_of(options, show)
  given.most = most
  local lists, count, ended, progress = search.all_shortest(state, source.goal or over, given)
  wipe()
  if not lists[1] then
    return {}, why_none(source, state, ended, progress)
  end
  for i = 1, #lists - 1 do
    source.write(state, lists[i])
  end
  return lists[#lists], count > #lists and ("%d of %s%d shortest solutions"):format(#lists,
    count == count_max and "more than " or "", count) or nil
end

local function answer(source, state, outcome, number, options)
  if outcome then
    return {}, source.goal and outcome ~= source.goal and "the game is over" or nil
  elseif options.all_optimal then
    return all_shortest(source, state, number, options)
  end
  return shortest(source, state, number, options)
end

--- Writes all datasets of the source with their solutions. What has none is told on stderr.
---@param source tessera.Solve
---@param options tessera.SolveOptions
function solve.run(source, options)
  local number = 0
  for state, outcome in source.each do
    number = number + 1
    local actions, none = answer(source, state, outcome, number, options)
    source.write(state, actions)
    process.flush()
    if none then
      io.stderr:write(("%s: %s: %s\n"):format(source.name, source.place or "dataset " .. number,
        none))
    end
  end
  process.write(source.last)
end

return solve
