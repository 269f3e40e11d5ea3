--- What there is to know of a level: whether it can be solved, how hard that is, and which other
--- level it repeats.

local claims = require "tessera.check.claims"
local maps = require "tessera.base.maps"
local search_methods = require "tessera.base.search_methods"
local search = require "tessera.search"
local states = require "tessera.states"
local symmetry = require "tessera.base.symmetry"

local examine_level = {}

local asked_why = 1000 -- positions in which a sentence says why a level cannot be solved

---@class tessera.check.Level what is known of a level
---@field verdict "solvable"|"unsolvable"|"undecided"|"over"|"players"|"chance"|"error"
---@field winner? integer the player who is expected to win
---@field doubt? string why that is not proven
---@field ended? string the limit that left it undecided
---@field why? string why it cannot be solved, if a sentence can say it
---@field counted? { name: string, by: integer }[] what the solution lets counters grow by
---@field solution? string[]
---@field length? integer how many actions a shortest solution has
---@field proven? boolean whether that is the shortest
---@field difficulty? number the binary logarithm of the successors that a breadth-first search for
---it makes
---@field solutions? integer how many solutions have that length; nil if that is not known
---@field saturated? boolean there are more
---@field positions? integer how many positions can be reached; nil if that is not known
---@field dead_ends? number the share of them from which the goal cannot be reached
---@field losing? number the share of losing actions, as `search.report` gives it
---@field bottlenecks? integer positions on all shortest solutions, as `search.report` gives it

--- Whether actions lead to the goal.
---@param state tessera.State
---@param play string[]
---@return boolean
function examine_level.leads_to_goal(state, play)
  local last, goal = state:clone(), states.goal(state)
  for _, action in ipairs(play) do
    if not (pcall(last.apply, last, action)) then
      return false
    end
  end
  return last:outcome() ~= nil and (not goal or last:outcome() == goal)
end

-- A way to the goal in a level that is too large for breadth-first search: the play that is given,
-- or that of the solver, if it is shorter; or that of the best score; nil if none reaches it. And
-- what the solver says.
local function other_way(state, limits, play)
  local actions, info = search.solve(state, limits)
  if examine_level.leads_to_goal(state, play) and #play <= #(actions or play) then
    return play, info
  elseif actions or info.ended == "done" or not states.is_scored(state) then
    return actions, info
  end
  local best = search.best(state, { nodes = limits.nodes // 10, memory = limits.memory })
  return examine_level.leads_to_goal(state, best) and best or nil, info
end

-- What the counters of a game have grown by in a play, if that is not the number of its actions.
local function counted(state, actions)
  local last, list = state:clone(), {}
  last:apply_all(actions)
  for _, name in ipairs(search_methods.counters(state)) do
    local by = last[name] - state[name]
    list[#list + 1] = by ~= 0 and by ~= #actions and { name = name, by = by } or nil
  end
  return list
end

--- Solves a level and counts its positions. In a game of several players, and where there is
--- chance, there is nothing to be solved.
---@param state tessera.State
---@param limits tessera.search.Limits
---@param play? string[] actions that may lead to the goal: they solve a level that is too large
---@param report_nodes integer positions for what is not needed to say that it can be solved
---@return tessera.check.Level
function examine_level.examine(state, limits, play, report_nodes)
  local outcome, goal = state:outcome(), states.goal(state)
  if outcome then
    return { verdict = goal and outcome ~= goal and "unsolvable" or "over" }
  elseif search_methods.is_endless(state) then
    return { verdict = "unsolvable" }
  elseif states.players(state) > 1 then
    return { verdict = "players" }
  elseif search.traits(state, { nodes = 2000 }).chance then
    return { verdict = "chance" }
  end
  local actions, info = search.shortest(state, nil, limits)
  if info.chance then
    return { verdict = "chance" }
  end
  local larger = not actions and info.ended ~= "done"
  if larger then
    actions, info = other_way(state, limits, play or {})
  end
  if not actions then
    local is_proven = info.ended == "done"
    return { verdict = is_proven and "unsolvable" or "undecided", ended = info.ended,
      why = is_proven and (info.why or search_methods.why_lost(state, asked_why)) or nil }
  end
  local found = { verdict = "solvable", solution = actions, length = #actions,
    counted = counted(state, actions) }
  if larger then
    found.proven = info.proven == "optimal" and info.cost == #actions or nil
    return found
  end
  local report = search.report(state, nil, { nodes = report_nodes, memory = limits.memory })
  found.proven, found.difficulty = true, math.log(math.max(1, info.generated), 2)
  for _, name in ipairs { "solutions", "saturated", "positions", "dead_ends", "losing",
    "bottlenecks" } do
    found[name] = report[name]
  end
  return found
end

--- Why it is not proven that a player wins a level, whatever the others do; nil if it is.
---@param state tessera.State
---@param player integer
---@param limits tessera.search.Limits
---@return string|nil
function examine_level.why_not_won(state, player, limits)
  local wrong = claims.wrong("wins", state, player)
  local text = wrong or claims.wins(state, player, nil, limits)
  return text and text:match "[^\n]*"
end

-- What tells a level from others: the shape of its board and its key.
local function mark(state)
  return ("%d %d %s"):format(state:rows(), state:columns(), state:key())
end

-- The image of a state; nil if it is no board of the game. Of a game in C it is that of its map.
local function image_of(module, name, state)
  if maps.about(module) then
    return (symmetry.image(module, name, state))
  end
  local rows = {}
  for row in tostring(state):gmatch "[^\n]+" do
    rows[#rows + 1] = row
  end
  local fine, image = pcall(module.new, table.concat(symmetry.rows(name, rows, #rows[1]), "\n"))
  return fine and image or nil
end

-- All images of a state by the symmetries, by their marks: how to get each from the state.
local function images(module, names, state)
  local found, todo = { [mark(state)] = "" }, { { state, nil } }
  while todo[1] do
    local from, by = table.unpack(table.remove(todo))
    for _, name in ipairs(names) do
      local image = image_of(module, name, from)
      if image and not found[mark(image)] then
        found[mark(image)] = by and by .. ", " .. name or name
        todo[#todo + 1] = { image, found[mark(image)] }
      end
    end
  end
  return found
end

--- The least mark of the images of a state: bytes that tell it from all states but its images.
---@param module table the game
---@param names tessera.Symmetry[] those of a game in C are symmetries of its maps
---@param state tessera.State
---@return string
function examine_level.canonical(module, names, state)
  local least
  for image in pairs(images(module, names, state)) do
    least = (not least or image < least) and image or least
  end
  return least
end

--- A function that is called with one level after the other, and returns the level that this one
--- repeats, and by which symmetry, if not itself: each `symmetries` of the game, and what follows
--- from them.
---@param module tessera.Game
---@return fun(name: string, state: tessera.State): string|nil, string|nil
function examine_level.repeats(module)
  local seen, about = {}, maps.about(module)
  local names = about and about.symmetries or {}
  return function(name, state)
    local found, by = seen[mark(state)], nil
    if not found then
      for image, how in pairs(names[1] and images(module, names, state) or {}) do
        if seen[image] and (not found or how < by) then
          found, by = seen[image], how
        end
      end
    end
    seen[mark(state)] = seen[mark(state)] or name
    return found, by
  end
end

return examine_level
