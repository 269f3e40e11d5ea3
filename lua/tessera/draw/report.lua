--- What there is to know of a level: whether it can be solved, how many positions there are at each
--- depth, how many of them are dead ends.

local film = require "tessera.draw.film"
local words = require("tessera.base.search_limits").words
local page = require "tessera.draw.page"
local recording = require "tessera.draw.recording"
local search = require "tessera.search"
local wording = require "tessera.base.wording"

local report = {}

---@class tessera.LevelReport
---@field facts { [1]: string, [2]: string|integer }[]
---@field depths integer[] how many positions are first reached after 0, 1, 2 ... actions

local depth_most = 1000
local asked_why = 1000 -- positions in which a sentence says why a level cannot be solved

-- The options of a search: the limits and the goal.
local function options_of(limits, goal)
  local options = {}
  for name, value in pairs(limits or {}) do
    options[name] = value
  end
  options.goal = goal
  return options
end

local function facts_of(found, info)
  local facts = {}
  local function add(name, value)
    facts[#facts + 1] = value ~= nil and { name, value } or nil
  end
  add("can be solved", found.solvable == nil and "not known" or found.solvable and "yes" or "no")
  add("why", found.why)
  add("shortest solution", found.length and wording.count(found.length, "action"))
  add("a solution", found.some and wording.count(found.some, "action"))
  if found.solvable then
    add("solutions of this length", found.solutions and (found.saturated and "more than " or "")
      .. found.solutions)
  end
  add("positions that can be reached", found.positions)
  add("actions in a position, on average", found.branching and ("%.1f"):format(found.branching))
  if found.solvable then
    add("positions without a way to the goal", found.dead_ends
      and ("%.1f %%"):format(100 * found.dead_ends))
  end
  add("not complete", words[info.ended])
  return facts
end

-- Asks the solver about a level with more positions than could be counted, and why one cannot be
-- solved.
local function ask_solver(state, goal, found, info, limits)
  if found.solvable or info.ended == "stopped" then
    return
  end
  local given = options_of(limits, goal)
  given.nodes = found.solvable == false and asked_why or given.nodes
  local actions, more = search.solve(state, given)
  found.some, found.why = actions and #actions or nil, more.why
  if actions or more.proven == "unsolvable" then
    found.solvable = actions ~= nil
  end
end

--- Examines a level.
---
--- ```lua
--- local report = require "tessera.draw.report"
--- local found = report.of(tower.new "..../S#.G/####")
--- print(found.facts[2][1], found.facts[2][2])  --> shortest solution 2 actions
--- print(table.concat(found.depths, " "))       --> 1 3 4 6 3 2 3
--- ```
---@param state tessera.State
---@param goal? string|fun(state: tessera.State): boolean the game's own by default
---@param limits? tessera.search.Limits
---@return tessera.LevelReport
---@return tessera.search.Info info
function report.of(state, goal, limits)
  local depths = search.walk(state, depth_most, limits)
  while depths[#depths] == 0 do
    depths[#depths] = nil
  end
  local found, info = search.report(state, goal, limits)
  ask_solver(state, goal, found, info, limits)
  return { facts = facts_of(found, info), depths = depths }, info
end

--- A page with the report of a level, and a solution to step through, in a small level a shortest
--- one.
---
--- ```lua
--- local report = require "tessera.draw.report"
--- local text = report.page(tower.new "..../S#.G/####", { title = "A small tower" })
--- print(text:match "<title>[^<]*")  --> <title>A small tower
--- ```
---@param state tessera.State
---@param options? { title?: string, goal?: string|fun(state: tessera.State): boolean,
---limits?: tessera.search.Limits }
---@return string
function report.page(state, options)
  options = options or {}
  local given = options_of(options.limits, options.goal)
  given.small = math.maxinteger
  local actions = search.solve(state, given)
  local reel = film.of(recording.of(state, actions or {}), options.title or state:game())
  reel.films[1].report = report.of(state, options.goal, options.limits)
  return page.of(reel)
end

return report
