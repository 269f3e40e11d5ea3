--- Solutions and reports for the C library.

local search = require "tessera.search"

local solve = {}

--- The actions of a solution.
---
--- Errors: none was found, and whether there is one.
---@param state tessera.State
---@param seconds number of CPU time; 0: as long as it takes
---@param optimal boolean until it is proven to be the shortest
---@return string[]
function solve.solve(state, seconds, optimal)
  local actions, info = search.solve(state, { seconds = seconds > 0 and seconds or nil,
    optimal = optimal or nil, nodes = math.maxinteger })
  if actions and (not optimal or info.proven == "optimal") then
    return actions
  elseif info.proven == "unsolvable" then
    error({ message = "there is no solution" }, 0)
  end
  error({ message = ("no solution was found: the search ended by its limit of %s"):format(
    info.ended) }, 0)
end

--- What there is to know of all positions that can be reached.
---@param state tessera.State
---@param seconds number of CPU time; 0: as long as it takes
---@return tessera.search.Report
function solve.report(state, seconds)
  return (search.report(state, nil, { seconds = seconds > 0 and seconds or nil,
    nodes = math.maxinteger }))
end

return solve
