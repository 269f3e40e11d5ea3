--- Levels by the thousand: `tessera.generator { ... }` is a study that makes a level at each point,
--- solves it and measures how hard it is. The report of the study keeps the levels that are wanted,
--- drops those that repeat others, ranks the rest, and has a file of levels for `run.lua play`.
---
--- Errors: a key that is missing, unknown or has a wrong value, at the line of the call.
---
--- ```lua
--- local steps = tessera.generator {
---   name = "a step somewhere",
---   game = "tower",
---   points = { seed = tessera.range(1, 10) },
---   generate = function(random)
---     local row = { "S", ".", ".", ".", ".", "#" }
---     row[2 + random:below(3)] = "#"
---     return "....../.....G/" .. table.concat(row) .. "/######"
---   end,
---   wanted = { length = { 2, 10 } },
--- }
--- local found = study.try(steps, { seed = 2 }).result
--- print(found.level)
--- print(found.solution)
--- print(found.length, found.solutions, found.bottlenecks, found.difficulty)
--- --> ......
--- --> .....G
--- --> S.#..#
--- --> ######
--- --> MOVETO 5, PULL LEFT, CLIMB RIGHT, CLIMB RIGHT
--- --> 4 1 3 6.48
--- ```

local definitions = require "tessera.study.definitions"
local errors = require "tessera.base.errors"
local examine_level = require "tessera.check.examine_level"
local games = require "tessera.base.games"
local kind = require "tessera.report.kinds.levels"
local levels = require "tessera.levels.levels"
local maps = require "tessera.base.maps"
local rng = require "tessera.rng"
local study = require "tessera.study"
local symmetry = require "tessera.base.symmetry"
local values = require "tessera.base.values"
local wording = require "tessera.base.wording"

---@class tessera.generator
---@overload fun(definition: tessera.GeneratorDefinition): tessera.Study
local generator = {}

--- The definition of a generator. `seconds`, `memory` and `seed` are those of a study.
---
--- `generate` makes a level for a point: it returns a map, or nil if there is no level at this
--- point. Behind the map it may return a list of actions that solve the level: they are taken where
--- a level is too large to be solved by searching.
---
--- `wanted` says which levels the report keeps: `solvable`, `unique` and `proven` are true or
--- false; of a number in `tessera.LevelResult` it is the least and the greatest, or the least
--- alone: `length = { 10, 40 }`, `losing = { 0.1 }`. Levels are solvable unless `solvable = false`
--- is wanted.
---@class tessera.GeneratorDefinition
---@field name string
---@field game tessera.Game|string a game written in Lua, or the name of one in C
---@field points table<string, (number|string|boolean)[]>|fun(add: fun(point: tessera.Point))
---@field generate fun(random: tessera.Rng, point: tessera.Point): string|nil, string[]|nil
---@field wanted? table<string, boolean|number[]>
---@field most? integer levels in the file, 1..1000, the hardest ones; 20 by default
---@field nodes? integer positions to expand in each search, 1..100000000; 200,000 by default
---@field symmetries? tessera.Symmetry[] of the maps of a game in C; a game written in Lua names
---its own
---@field report? table|table[] more of it, behind the levels
---@field seconds? integer
---@field memory? integer
---@field seed? integer

--- The result of a point of a generator. Where a search has ended at its limit there are fewer
--- fields.
---@class tessera.LevelResult
---@field verdict "none"|"over"|"solvable"|"unsolvable"|"undecided" "none": `generate` has returned
---nil; "over": the game ends before the first action
---@field level? string the map
---@field canonical? string a hash that is the same for all images of a level by the game's
---`symmetries`
---@field solvable? boolean
---@field solution? string with commas: a shortest one, in a large level that of the solver; or the
---one that `generate` has returned
---@field length? integer how many actions it has
---@field proven? boolean whether there is no shorter one
---@field solutions? integer how many solutions have that length
---@field unique? boolean whether there is one
---@field positions? integer how many positions can be reached
---@field dead_ends? number the share of them from which the goal cannot be reached, 0..1
---@field losing? number the share of losing actions, 0..1: of all actions in positions from which
---the goal can be reached, those after which it cannot
---@field bottlenecks? integer how many positions lie on all shortest solutions, the first one and
---the goal not counted
---@field difficulty? number the binary logarithm of the successors that a breadth-first search
---makes before it finds the goal: one more is twice the search

local keys = { "game", "generate", "memory", "most", "name", "nodes", "points", "report", "seconds",
  "seed", "symmetries", "wanted" }
local fields = { "bottlenecks", "canonical", "dead_ends", "difficulty", "length", "level", "losing",
  "positions", "proven", "solution", "solutions", "solvable", "unique", "verdict" }
local nodes_default, nodes_max = 200000, 100000000

-- ---- the definition ----

-- The module of a game and its name.
local function check_game(game)
  errors.type("generator: game", game, "table", "string")
  local about = maps.about(game)
  if about and about.players > 1 then
    errors.fail("generator: game: %s is for %d players: there is nothing to be solved", about.name,
      about.players)
  elseif about then
    return game, about.name
  elseif type(game) == "table" then
    errors.fail "generator: game: expected a game written in Lua, or the name of one in C"
  end
  return games.given("generator", game), game
end

local function check_symmetries(module, names)
  errors.type("generator: symmetries", names, "table", "nil")
  local about = maps.about(module)
  if about and names then
    errors.fail("generator: symmetries: those of a game written in Lua stand in the game")
  end
  for _, name in ipairs(errors.list("generator: symmetries", names or {})) do
    if not wording.one_of(name, symmetry.names) then
      errors.fail("generator: symmetries: there is no symmetry %s%s", errors.shown(name),
        errors.hint(name, symmetry.names))
    end
  end
  return about and about.symmetries or table.move(names or {}, 1, #(names or {}), 1, {})
end

-- Results have names of their own.
local function check_parameters(points)
  for name in pairs(type(points) == "table" and points or {}) do
    if wording.one_of(name, fields) then
      errors.fail("generator: points: results have a field '%s', so no parameter can", name)
    end
  end
end

-- ---- a point ----

-- The map of a level as it stands in a file.
local function written(module, map)
  local rows = maps.about(module) and maps.rows(module, map)
  if not rows then
    rows = {}
    for row in map:gmatch "[^\n/]+" do
      rows[#rows + 1] = row:match "^%s*(%S.-)%s*$"
    end
  end
  return table.concat(rows, "\n")
end

-- Raises an error if a file with this level would have another level.
local function check_written(module, level, state)
  local fine, again = pcall(module.new, level)
  if fine and maps.about(module) then
    local source = levels.open(module, levels.lines(level), function()
      fine = false
    end)
    local read = source.level()
    fine = fine and read and read.rows and table.concat(read.rows, "\n") == level
  end
  if not fine or again:key() ~= state:key() then
    error("generate: a level file cannot hold this map: a row is empty, or it is a comment, a"
      .. " title or an action:\n  " .. wording.line(level), 0)
  end
end

-- The state of a map.
local function begin(module, map)
  local fine, state = pcall(module.new, map)
  if not fine then
    local message = errors.stripped(state)
    error("generate: map: " .. (message:match "^[%w_]+: map: (.*)$" or message), 0)
  end
  return state
end

local function check_play(play)
  if play ~= nil and type(play) ~= "table" then
    error(("generate: expected a list of actions behind the map, got %s"):format(
      errors.shown(play)), 0)
  end
  return play or {}
end

local no_puzzle = { players = "the game is for several players", chance = "the game has chance" }

-- What is known of a level as the result of a point.
local function result_of(found, result)
  result.verdict = found.verdict
  if no_puzzle[found.verdict] then
    error(no_puzzle[found.verdict] .. ": there is nothing to be solved", 0)
  elseif found.verdict == "unsolvable" or found.verdict == "solvable" then
    result.solvable = found.verdict == "solvable"
  end
  for _, name in ipairs { "length", "proven", "solutions", "positions", "dead_ends", "losing",
    "bottlenecks" } do
    result[name] = found[name]
  end
  result.solution = found.solution and table.concat(found.solution, ", ")
  if found.length then
    result.proven = found.proven or false
  end
  if found.solutions then
    result.unique = found.solutions == 1
  end
  -- Rounded, since the last digits of a logarithm are not the same on every machine.
  result.difficulty = found.difficulty and math.floor(100 * found.difficulty + 0.5) / 100
  return result
end

local function runner(made, nodes)
  local module = made.module
  return function(point, random)
    local map, play = made.generate(random, point)
    if map == nil then
      return { verdict = "none" }
    elseif type(map) ~= "string" then
      error(("generate: expected the text of a map or nil, got %s"):format(errors.shown(map)), 0)
    end
    play = check_play(play)
    local state = begin(module, map)
    local level = written(module, map)
    check_written(module, level, state)
    local limits = { nodes = nodes, memory = made.memory }
    local canonical = examine_level.canonical(module, made.symmetries, state)
    return result_of(examine_level.examine(state, limits, play, nodes), { level = level,
      canonical = ("%016x"):format(values.hash(canonical)) })
  end
end

-- ---- single puzzles ----

-- By a generator its module, the game's name, and what makes and examines a level.
local made_of = setmetatable({}, { __mode = "k" })

local tries_most, candidates_most, shortest = 60, 12, 3
local puzzle_nodes = 50000 -- somebody is waiting
local enough, looked_most = 5, 150000 -- so many candidates will do after so many positions

local option_names = { "difficulty", "seed" }

-- Where a puzzle stands among those that were made, the easiest one first, as a share of them.
local places = { easy = 0.2, medium = 0.5, hard = 1 }

---@class tessera.GeneratedPuzzle
---@field level string the map
---@field seed integer
---@field difficulty "easy"|"medium"|"hard"
---@field result tessera.LevelResult

--- The game of a generator and its name; nil if the value is no generator.
---
--- ```lua
--- print((tessera.generator.game_of(tower)))  --> nil
--- ```
---@param value any
---@return tessera.Game|table|nil module
---@return string name
function generator.game_of(value)
  local made = made_of[value]
  return made and made.module, made and made.name or ""
end

-- A puzzle of a point that is drawn; nil if that is none worth playing. `wanted` is for reports:
-- few levels have what it asks for.
local function draw(run, definition, count, random)
  local point = definition.points:at_number(1 + random:below(count))
  local copy = {}
  for name, value in pairs(point) do
    copy[name] = value
  end
  local result = run(copy, rng.new(random:next()))
  return result.solvable and result.difficulty and result.length >= shortest and result or nil
end

--- A new puzzle: of a dozen at most that are made by chance and can be solved, an easy one, one in
--- the middle, or the hardest. The same seed makes the same puzzle on every machine.
---
--- ```lua
--- local steps = tessera.generator {
---   name = "a step somewhere", game = "tower", points = { width = { 6, 7, 8 } },
---   generate = function(random, point)
---     local step, blank = 1 + random:below(point.width - 3), ("."):rep(point.width - 1)
---     return blank .. "./" .. blank .. "G/S" .. ("."):rep(step) .. "#"
---       .. blank:sub(step + 3) .. "#/" .. ("#"):rep(point.width)
---   end,
--- }
--- local found = tessera.generator.puzzle(steps, { seed = 7, difficulty = "hard" })
--- print(found.level)
--- print(found.result.length, found.seed)
--- --> ........
--- --> .......G
--- --> S.#....#
--- --> ########
--- --> 4	7
--- ```
---@param made tessera.Study a generator
---@param options { seed: integer, difficulty: "easy"|"medium"|"hard" }
---@param watch? fun(tried: integer): boolean|nil is called before each try; true stops
---@return tessera.GeneratedPuzzle|nil
---@return string|nil why there is none
function generator.puzzle(made, options, watch)
  local definition = made_of[made] and definitions.of(made)
    or errors.fail "puzzle: expected a generator"
  if options == nil then
    errors.fail "puzzle: options are missing: { seed = 7, difficulty = \"easy\" }"
  end
  errors.type("puzzle: options", options, "table")
  errors.keys("puzzle: options", options, option_names)
  local seed = errors.type("puzzle: seed", options.seed, "integer")
  local place = places[options.difficulty] or errors.fail("puzzle: there is no difficulty %s%s",
    errors.shown(options.difficulty), errors.hint(options.difficulty, wording.sorted(places)))
  local random, list, count, looked = rng.new(seed), {}, (definition.points:survey()), 0
  for tried = 1, tries_most do
    if watch and watch(tried) then
      return nil, "Stopped."
    end
    local result = draw(made_of[made].run, definition, count, random)
    list[#list + 1] = result
    looked = looked + (result and result.positions or 0)
    if #list == candidates_most or #list >= enough and looked > looked_most then
      break
    end
  end
  if not list[1] then
    return nil, ("Of %d levels that %s has made, none is worth playing."):format(tries_most,
      definition.name)
  end
  for i, result in ipairs(list) do
    list[i] = { result = result, number = i }
  end
  table.sort(list, function(a, b)
    local one, other = a.result.difficulty, b.result.difficulty
    return one < other or one == other and a.number < b.number
  end)
  local found = list[math.max(1, math.ceil(#list * place))].result
  return { level = found.level, seed = seed, difficulty = options.difficulty, result = found }
end

return setmetatable(generator, { __call = function(_, definition)
  errors.type("generator", definition, "table")
  errors.keys("generator", definition, keys)
  local module, name = check_game(definition.game)
  local memory = math.type(definition.memory) == "integer" and definition.memory or 1024
  local made = { module = module, nodes = errors.whole("generator: nodes",
      definition.nodes == nil and nodes_default or definition.nodes, 1, nodes_max),
    memory = math.max(memory, 16) << 19, -- half of the point's: the solution is made of it, too
    generate = errors.type("generator: generate", definition.generate, "function"),
    symmetries = check_symmetries(module, definition.symmetries) }
  local entry = { kind = "levels", game = name, most = definition.most,
    wanted = definition.wanted, solutions = maps.about(module) ~= nil }
  kind.check("generator", entry)
  check_parameters(definition.points)
  local report = errors.type("generator: report", definition.report, "table", "nil") or {}
  if next(report) ~= nil and report[1] == nil then
    report = { report }
  end
  local result = study { name = definition.name, points = definition.points,
    run = runner(made, made.nodes), report = { entry, table.unpack(report) },
    seconds = definition.seconds,
    memory = definition.memory, seed = definition.seed }
  made_of[result] = { module = module, name = name,
    run = runner(made, math.min(made.nodes, puzzle_nodes)) }
  return result
end })
