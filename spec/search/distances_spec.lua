--- Distances of single pieces (src/search/solve/distances.h), drawn on boards, and held against
--- solutions: of random levels, of random programs, and of levels with one box.

local lua_games = require "spec.support.lua_games"
local models = require "spec.support.models"
local piece_games = require "spec.support.piece_games"
local programs = require "spec.support.rule_programs"
local rng = require "tessera.rng"
local search = require "tessera.search"
local seeds = require "spec.support.seeds"

local sokoban = lua_games.sokoban

-- The least distance from each cell to one where the term's pieces count: "." is never.
local function drawn(module, map)
  local state = module.new(map)
  local model, d = models.new(state), models.distances(state)
  local term, board, rows = model.goals[1][1], models.board(state), {}
  for row = 1, model.rows do
    local line = {}
    for column = 1, model.columns do
      local from, best = (row - 1) * model.columns + column, nil
      for to = 1, model.rows * model.columns do
        local n = d.between[from][to]
        if n and models.fits(model, term.on, board, to) and (not best or n < best) then
          best = n
        end
      end
      line[column] = best or "."
    end
    rows[row] = table.concat(line)
  end
  return "\n" .. table.concat(rows, "\n") .. "\n", d
end

-- A level with a box and a target, and the cells of these.
local function one_box(random)
  local columns, rows = 6 + random:below(3), 5 + random:below(3)
  local cells, free = {}, {}
  for i = 1, rows * columns do
    local row, column = (i - 1) // columns + 1, (i - 1) % columns + 1
    local side = row == 1 or row == rows or column == 1 or column == columns
    cells[i] = (side or random:below(5) == 0) and "#" or " "
    free[#free + 1] = cells[i] == " " and i or nil
  end
  local function put(character)
    local at = table.remove(free, 1 + random:below(#free))
    cells[at] = character
    return at
  end
  local box, target = put "$", put "."
  put "@"
  local lines = {}
  for row = 1, rows do
    lines[row] = table.concat(cells, "", (row - 1) * columns + 1, row * columns)
  end
  return table.concat(lines, "\n"), box, target
end

-- The fewest pushes that solve a level with one box, in plain Lua; nil: none do.
local function fewest_pushes(map)
  local columns = map:find "\n" - 1
  local board = map:gsub("\n", "")
  local player, box, target = board:find "@", board:find "%$", board:find "%."
  local pushes, queue, later = 0, { { player, box } }, {}
  local met = {}
  while queue[1] do
    while queue[1] do
      local at, from = table.unpack(table.remove(queue))
      local key = at * 1000 + from
      if from == target then
        return pushes
      end
      for _, step in ipairs(met[key] and {} or { -columns, columns, -1, 1 }) do
        local to, behind = at + step, at + 2 * step
        if to == from and board:sub(behind, behind) ~= "#" then
          later[#later + 1] = { to, behind }
        elseif to ~= from and board:sub(to, to) ~= "#" then
          queue[#queue + 1] = { to, from }
        end
      end
      met[key] = true
    end
    pushes, queue, later = pushes + 1, later, {}
  end
  return nil
end

describe("distances of single pieces:", function()
  it("a box in a corner or at a wall without a target never leaves it", function()
    local board, d = drawn(sokoban, [[
#########
#@      #
#   $   #
#     . #
#       #
#########]])
    assert.equal([[

.........
.........
..54321..
..43210..
.........
.........
]], board)
    assert.same({ true, true, true, 1 }, { d.proven, d.bounds, d.kept, d.together })
  end)

  it("a box at a wall is carried along it to a target there", function()
    assert.equal([[

.......
..210..
..321..
.......
.......
]], (drawn(sokoban, [[
#######
#   . #
#  $  #
#@    #
#######]])))
  end)

  it("who pushes must come around the box", function()
    -- In the corridor nobody can come to its other side; nor is there one from which it is pushed
    -- around the corner.
    assert.equal([[

........
.012....
........
........
........
]], (drawn(sokoban, [[
########
#. $@###
########
#      #
########]])))
    assert.equal([[

........
....0...
....1...
........
........
]], (drawn(sokoban, [[
########
#   .###
####$###
####@  #
########]])))
  end)

  it("where nobody ever comes, nothing is pushed", function()
    assert.equal([[

.........
......0..
.........
.........
]], (drawn(sokoban, [[
#########
#@  #$. #
#   #   #
#########]])))
  end)

  it("they are at most the pushes of a level with one box", function()
    local exact, unsolvable = 0, 0
    for seed in seeds(2000) do
      local map, box, target = one_box(rng.new(seed))
      local d = models.distances(sokoban.new(map))
      local least, pushes = d.between[box][target], fewest_pushes(map)
      assert(not pushes or least and least <= pushes, map)
      exact = exact + (pushes and least == pushes and 1 or 0)
      unsolvable = unsolvable + (not pushes and not least and 1 or 0)
    end
    assert.is_true(seeds.often(exact, 400, unsolvable, 800))
  end)
end)

-- ---- against solutions ----

-- The cells that count for a term, and those that do so as the goal wants it.
local function cells_of(model, term, board, on)
  local pieces, ends = {}, {}
  local places = {}
  for _, at in ipairs(term.places or {}) do
    places[at] = true
  end
  for at = 1, model.rows * model.columns do
    local counts = models.fits(model, term.cell, board, at)
    local fits = models.fits(model, term.on, board, at)
    if on and fits or not on and counts then
      pieces[#pieces + 1] = at
    end
    if counts and fits and (not term.places or places[at]) then
      ends[#ends + 1] = at
    end
  end
  return pieces, ends
end

-- Whether each of the first cells has a way of at most so many actions to one of the others, or
-- from one of them.
local function all_reach(d, cells, others, back, most)
  for _, a in ipairs(cells) do
    local best
    for _, b in ipairs(others) do
      local n = back and d.between[b][a] or not back and d.between[a][b]
      if n and (not best or n < best) then
        best = n
      end
    end
    if not best or best > most then
      return false
    end
  end
  return true
end

-- Holds what a term says of a state to a line of so many actions that leads from there to a board
-- where the goal is reached. Returns whether it said something.
local function check_term(model, term, d, board, final, actions)
  if term.what == "no" or term.what == "other" or not (d and d.proven and d.kept) then
    return false
  end
  local pieces = cells_of(model, term, board, d.on)
  local _, ends = cells_of(model, term, final, d.on)
  local most = d.bounds and actions or math.huge
  assert(all_reach(d, ends, pieces, true, most), "a piece came where none can come")
  if term.what == "all" and not d.on then
    assert(all_reach(d, pieces, ends, false, most), "a piece that is lost came where it counts")
  end
  return true
end

local function play(state, actions)
  local states = { state:clone() }
  for _, action in ipairs(actions) do
    state:apply(action)
    states[#states + 1] = state:clone()
  end
  return states
end

-- Solves a state by trying all, and holds the distances of its first board to those on the way.
local function check_solution(state, nodes)
  local model = models.new(state)
  if not model or not model.whole or #model.goals == 0 then
    return 0
  end
  local fine, actions = pcall(search.shortest, state, nil, { nodes = nodes })
  if not fine or not actions then
    return 0
  end
  local states, said = play(state, actions), 0
  local final = models.board(states[#states])
  for g, goal in ipairs(model.goals) do
    local alone = { goals = { goal }, rows = model.rows, columns = model.columns }
    if models.goal_holds(alone, final) then
      for t, term in ipairs(goal) do
        local d = term.what ~= "other" and models.distances(states[1], g, t)
        for k, at in ipairs(states) do
          local told = check_term(model, term, d, models.board(at), final, #states - k)
          said = said + (told and 1 or 0)
        end
      end
    end
  end
  return said
end

describe("what can be solved has distances that say so:", function()
  local counts = { sokoban = { 600, 400 }, hexoban = { 600, 250 }, rush = { 60, 40 },
    fifteen = { 40, 200 } }
  for _, name in ipairs { "sokoban", "hexoban", "rush", "fifteen" } do
    local count, least = table.unpack(counts[name])
    it(name, function()
      local start, said = require("spec.conformance." .. name), 0
      for seed in seeds(count) do
        said = said + check_solution(start(rng.new(seed)), 3000)
      end
      assert.is_true(seeds.often(said, least))
    end)
  end

  it("random games of pieces", function()
    local said, played = 0, 0
    for seed in seeds(20000) do
      local module, map, definition = piece_games.new(rng.new(seed))
      local fine, found = true, 0
      if module then
        played = played + 1
        fine, found = pcall(check_solution, module.new(map), 1500)
      end
      if not fine then
        error(("seed %d: %s\n%s\n-- map %q"):format(seed, found, programs.shown(definition), map),
          0)
      end
      said = said + found
    end
    assert.is_true(seeds.often(said, 4000, played, 15000))
  end)
end)
