--- Solves the datasets of a game: writes each one with the commands that reach the goal.
---
--- A small dataset is searched breadth first, so its commands are proven to be the fewest, and so
--- is that there are none. A larger one is left to the solver, and a line on stderr says what it
--- has proven.

local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local limits = require "tessera.base.search_limits"
local maps = require "tessera.base.maps"
local search_methods = require "tessera.base.search_methods"
local output = require "tessera.base.output"
local process = require "tessera.process"
local progress = require "tessera.base.progress"
local search = require "tessera.search"
local states = require "tessera.states"
local trace = require "tessera.base.trace"
local wording = require "tessera.base.wording"

local solve = {}

---@class tessera.Solve how a game's datasets are read and written
---@field name string
---@field each fun(): tessera.State|nil, string|nil each state and its outcome
---@field write fun(state: tessera.State, actions: string[]) writes a dataset with its commands
---@field last string the text after the last dataset
---@field place? string the current dataset in messages, if it is called otherwise: "level 2 'Easy'"
---@field doubt? fun(state: tessera.State, nodes: integer): string a text behind "there is no
---solution", which was proven with so many nodes

---@class tessera.SolveOptions
---@field limit? integer positions
---@field seconds? integer
---@field memory? integer megabytes
---@field disk? integer megabytes
---@field method? "breadth-first"|"ida-star"
---@field all_optimal? boolean
---@field optimal? boolean go on until a list is proven to be the shortest
---@field tables? string a folder for pattern databases
---@field by? string the counter that shall grow by little, in place of the number of actions
---@field report? boolean examine each level for the page

-- So many positions are expanded breadth first before a level is large. (A game in C may use all of
-- its limits for that: its datasets are small, or have no structure that a solver could read.)
local small = 300000
-- So many are expanded to find words for what is proven already.
local asked_why = 1000

local seldom = 10 -- seconds between two lines of progress, if stderr is no terminal

local function place_of(source, number)
  return source.place or "dataset " .. number
end

-- A function that shows how far the search of a dataset is, and the line that it shows.
local function shown(place)
  local line = progress.new(seldom)
  return function(found)
    line:show(("%s: %d positions, depth %d%s"):format(place, found.positions or found.nodes,
      found.depth, found.best > 0 and (", %d from the goal"):format(found.best) or ""))
  end, line
end

-- At most so many solutions of a dataset are written.
local most = 1000

local no_line = {
  nodes = "no solution found within %s",
  memory = "no solution found: the memory is used up after %s",
  seconds = "no solution found in time, after %s",
}

local function why_none(source, state, info)
  local met = info.positions and wording.count(info.positions, "position")
    or "the expansion of " .. wording.count(info.nodes, "position")
  if info.ended == "nodes" then -- what --limit has counted
    met = wording.count(info.nodes, "expanded position")
  end
  if no_line[info.ended] then
    return no_line[info.ended]:format(met)
  end
  local doubt = source.doubt and source.doubt(state, info.nodes) or ""
  local why = info.why or doubt == "" and search_methods.why_lost(state, asked_why)
  return ("there is no solution (proven with %s)%s%s"):format(met, why and ": " .. why or "", doubt)
end

local function limits_of(options, show)
  return { nodes = options.limit or math.maxinteger, seconds = options.seconds,
    memory = options.memory and options.memory << 20, disk = options.disk and options.disk << 20,
    progress = show }
end

-- What is known of a list that the solver has found.
local function told(actions, info, by)
  local count = wording.count(#actions, "action")
  local cost = by and ("%d %s in %s"):format(info.cost, wording.line(info.cost == 1
    and wording.one(by) or by), count) or count
  if info.proven == "optimal" then
    return ("%s (%s), proven to be the fewest"):format(cost, info.method)
  end
  return ("%s (%s), not proven to be the fewest%s%s"):format(cost, info.method, info.lower > 0
    and (": at least %d"):format(info.lower) or "", limits.words[info.ended]
    and "; " .. limits.words[info.ended] or "")
end

-- `search.solve`, whose option `by` is `--by` here. That a counter shrinks shows only in a search.
local function solved(state, given)
  local results = table.pack(pcall(search.solve, state, given))
  if not results[1] then
    local wrong = given.by and tostring(results[2]):match "search%.solve: by: (.*)"
    error(wrong and "--by: " .. wrong or results[2], 0)
  end
  return table.unpack(results, 2, results.n)
end

-- A list of actions to the goal, and its info.
local function find(state, given, options)
  if options.method then
    given.method = options.method
    return search.shortest(state, nil, given)
  end
  given.small = maps.about(games.of(state)) and small or math.maxinteger
  given.optimal, given.by, given.tables = options.optimal, options.by, options.tables
  return solved(state, given)
end

-- The same, and perhaps what is known of it; or nil and why there is none.
local function any(source, state, number, options)
  local show, line = shown(place_of(source, number))
  local actions, info = find(state, limits_of(options, show), options)
  line:hide()
  for _, fault in ipairs(info.faults or {}) do
    console.say(source.name, fault)
  end
  if not actions then
    return nil, why_none(source, state, info)
  end
  local is_plain = not info.method or info.method == "breadth-first" and info.proven == "optimal"
  return actions, not is_plain and told(actions, info, options.by) or nil
end

-- Writes the dataset with each of its shortest solutions but the last, and returns the last one;
-- or nil and why there is none.
local function all_shortest(source, state, number, options)
  local show, line = shown(place_of(source, number))
  local given = limits_of(options, show)
  given.most = most
  local lists, info = search.all_shortest(state, nil, given)
  line:hide()
  if not lists[1] then
    return nil, why_none(source, state, info)
  end
  for i = 1, #lists - 1 do
    source.write(state, lists[i])
    trace.play(("%s, solution %d"):format(place_of(source, number), i), state, lists[i])
  end
  return lists[#lists], info.count > #lists and ("%d of %s%d shortest solutions"):format(#lists,
    info.saturated and "more than " or "", info.count) or nil
end

-- Whether a game is known never to end.
local function is_endless(state)
  local about = maps.about(games.of(state))
  return about and about.endless or search_methods.is_endless(state)
end

-- The list of actions that is written, and perhaps what else is said; or nil and why there is none.
local function answer(source, state, outcome, number, options)
  local goal = states.goal(state)
  if outcome and goal and outcome ~= goal then
    return nil, "the game is over"
  elseif outcome then
    return {}
  elseif is_endless(state) then
    return nil, "there is no solution: the game has no outcome"
  elseif options.all_optimal then
    return all_shortest(source, state, number, options)
  end
  return any(source, state, number, options)
end

--- Writes all datasets of the source with their solutions. A dataset without one gets a line on
--- stderr.
---@param source tessera.Solve
---@param options tessera.SolveOptions
---@return boolean all whether each dataset has a solution
function solve.run(source, options)
  local number, all = 0, true
  for state, outcome in source.each do
    number = number + 1
    local actions, said = errors.at(place_of(source, number), answer, source, state, outcome,
      number, options)
    all, actions = all and actions ~= nil, actions or {}
    source.write(state, actions)
    process.flush()
    trace.play(place_of(source, number), state, actions)
    if options.report then
      trace.report(state, limits_of(options))
    end
    if said then
      console.say(source.name, ("%s: %s"):format(place_of(source, number), said))
    end
  end
  output.write(source.last)
  return all
end

return solve
