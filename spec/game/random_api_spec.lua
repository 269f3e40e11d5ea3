--- Calls every public function with random, hostile arguments, on objects that other calls have
--- changed. Every error must be about the call: no failed assertion, no line of the library, and no
--- crash. RANDOM_API=1000000 makes a million calls.

local game = require "tessera.game"
local games = require "spec.support.games"
local rng = require "tessera.rng"

local calls_per_seed = (tonumber(os.getenv "RANDOM_API") or 24000) // 8

local modules = {}
for _, name in ipairs { "grid", "reader", "rng", "search", "session", "puzzlescript",
  table.unpack(games) } do
  modules[name] = require("tessera." .. name)
end

local random -- of the seed that is running

local function below(n)
  return random:below(n)
end

local function pick(list)
  return list[1 + below(#list)]
end

local numbers = { 0, 1, 2, 3, 4, 5, 8, 27, 257, 5000, -1, -2, 0.5, -0.0, 1e300, 1 / 0, 0 / 0,
  math.maxinteger, math.mininteger, 1 << 53, -(1 << 31) }
local texts = { "", "a", "xyz", "a\0b", "\255\1", ("x"):rep(300), "right", "up-left", "left-right",
  "up", "all", "upward", "spaced", "PUSH RIGHT", "MOVETO 2", "E", "TELEPORT 1,1", "1,1 RT", "Aa",
  "1 1", "go", "put 1 2", "wait", "Cleared", "Won", ".#", "ab.", "ROYG/YRGO/ORYG/GYOR", "12/21",
  "....G/SI..#/#II##", "..+../..@..", "..#/...", "ab/.a", "%s%n", "12 -7 99 x\nab ba\n", "9" }

-- ---- a game with misbehaving rules ----

local pool = {}

local function keep(value)
  if type(value) == "userdata" or type(value) == "table" or type(value) == "function" then
    pool[#pool < 60 and #pool + 1 or 1 + below(60)] = value
  end
end

local function mischief(state)
  local deed = below(40)
  if deed == 0 then
    error(pick { "mine", 7, false })
  elseif deed == 1 then
    coroutine.yield(state)
  elseif deed == 2 then
    state:apply "go"
  elseif deed == 3 then
    keep(state)
  elseif deed == 4 then
    state.n = pick(numbers)
  elseif deed == 5 then
    return state:clone():actions()
  elseif deed == 6 then
    return pick(texts)
  end
end

local wild = game { name = "wild", legend = { a = "apple", ["."] = "empty" }, players = 2,
  groups = { any = { "apple", "empty" } }, fields = { n = 0, list = { size = 3 } },
  counters = { count = 0 }, moves = { "go", "put <row> <column>", "wait" },
  apply = function(state, verb, row, column)
    if verb == "put" then
      state.board:set(row, column, "apple")
      state:event("put", "a", row, column)
    end
    state.count = state.count + 1
    return mischief(state)
  end,
  outcome = function(state)
    return mischief(state) and nil or state.count > 6 and "Done" or nil
  end,
  score = function(state, player)
    return mischief(state) and 0 or state.count * player
  end,
  check = function(state)
    return mischief(state) and "unlucky" or nil
  end,
  view = function(state, player)
    state.board:set(1, player, "empty")
    return mischief(state)
  end }
modules.wild = wild

local crates = assert(modules.puzzlescript.open "samples/puzzlescript/vault.txt")
modules.crates = crates

local starts = {
  function() return modules.tower.new "....G/SI..#/#II##" end,
  function() return modules.jewelry.new("ROYG/YRGO/ORYG/GYOR", { seed = below(9) }) end,
  function() return modules.robots.new "..+../...../..@../+...." end,
  function() return modules.horizontally.new(nil, { fields = 2, rows = 3, columns = 4 }) end,
  function() return modules.samegame.new "13522/22351/12355" end,
  function() return crates.new(1 + below(3), { seed = below(9) }) end,
  function() return wild.new("a./..", { chance = below(2) == 0 and { 1, 2 } or nil }) end,
  function() return modules.grid.new("ab/.a", below(2) == 0 and modules.grid.legend { a = "apple",
    b = "box", ["."] = "empty", groups = { solid = { "apple", "box" } } } or nil) end,
  function() return modules.reader.new(pick(texts) .. " " .. pick(texts)) end,
  function() return modules.rng.new(below(9)) end,
}
starts[#starts + 1] = function()
  return modules.session.new(starts[1 + below(7)]())
end

-- ---- values and calls ----

local value

local function a_table()
  local made = {}
  for _ = 1, below(4) do
    made[pick { 1, 2, 3, "rows", "fields", "seed", "a", "b", "groups", "player", "order",
      "nodes", "perfect", "value" }] = value()
  end
  return made
end

function value()
  local kind = below(10)
  if kind < 4 then
    return below(3) > 0 and 1 + below(4) or pick(numbers)
  elseif kind < 6 then
    return pick(texts)
  elseif kind == 6 then
    return below(3) > 0 and a_table() or pick { true, false }
  elseif kind == 7 then
    return function(...)
      keep((...))
      return mischief((...)) or below(2) == 0
    end
  end
  return pool[1 + below(#pool)]
end

-- A search and a playout end soon.
local function limited(name, arguments)
  if name == "playout" then
    arguments[3], arguments[4] = below(4), below(20)
  elseif name == "plan" or name == "shortest" or name == "hint" or name == "report"
    or name == "all_shortest" or name == "walk" then
    arguments[3] = { nodes = below(200), seconds = 1, progress = below(4) == 0 and value() or nil,
      method = name == "shortest" and below(2) == 0 and "ida-star" or nil }
  elseif name == "best_move" or name == "winner" or name == "clear" or name == "best"
    or name == "traits" then
    arguments[2] = { nodes = below(200), seconds = 1, perfect = name == "best_move" and true or nil,
      method = name == "best" and below(2) == 0 and pick { "beam", "mcts", "nrpa" } or nil,
      threads = name ~= "clear" and name ~= "traits" and below(4) == 0 and below(4) or nil }
  end
end

-- All functions by name, in an order that is the same in every process.
local functions = {}
local function collect(place, t)
  for name, f in pairs(t) do
    if type(name) == "string" and type(f) == "function" and not name:find "^__" then
      functions[#functions + 1] = { place .. name, name, f }
    end
  end
end
for name, module in pairs(modules) do
  collect(name .. ".", module)
  collect(name .. ":", rawget(module, "methods") or {})
end
for name, object in pairs { grid = modules.grid.new(1, 1),
  piece = modules.grid.new("a"):piece(1, 1), rng = modules.rng.new(1),
  session = modules.session.new(modules.tower.new "....G/SI..#/#II##") } do
  collect(name .. ":", debug.getmetatable(object).__index)
end
table.sort(functions, function(a, b)
  return a[1] < b[1]
end)

-- Arguments that some functions require, after the object of a method.
local fitting = {
  ["tower.new"] = { "....G/SI..#/#II##" }, ["jewelry.new"] = { "ROYG/YRGO/ORYG/GYOR" },
  ["jewelry.find_line"] = { "RRRG/YRGO/ORYG/GYOR" }, ["robots.new"] = { "..+../..@.." },
  ["samegame.new"] = { "12/21", { order = "upward" } }, ["wild.new"] = { "a./.." },
  ["grid.new"] = { 2, 3, "a" }, ["tower:push"] = { "right" }, ["tower:pull"] = { "left" },
  ["tower:climb"] = { "right" }, ["tower:getdown"] = { "left" }, ["robots:step"] = { "E" },
  ["jewelry:swap"] = { 1, 1, "RT" }, ["horizontally:move"] = { "Aa" },
  ["grid:set"] = { 1, 2, "a" }, ["grid:set_row"] = { 1, { "a", "b" } },
  ["grid:set_column"] = { 2, { "b", "a" } }, ["grid:fall"] = { "left", "a" },
  ["grid:push"] = { 1, 1, "right" }, ["grid:slide"] = { 1, 1, "down" },
  ["grid:step"] = { 1, 2, "up-left" }, ["grid:run"] = { 1, 1, "down" },
  ["grid:region"] = { 1, 1, "a" }, ["grid:regions"] = { { "a", "b" } }, ["grid:find"] = { "a" },
  ["grid:replace"] = { "a", "b" }, ["grid:lines"] = { "a", 1, "all" },
  ["reader:grid"] = { 1, 2, "abxyz" },
  ["reader:boards"] = { 2, 2, "ab" }, ["reader:tuples"] = { 2, "pair" },
  ["reader:integer"] = { "number", -9, 99 },
}

-- An object of the pool that has this method.
local function owner(name, f)
  local start = below(#pool)
  for i = 1, #pool do
    local object = pool[1 + (start + i) % #pool]
    local class = debug.getmetatable(object)
    local methods = class and class.__index
    if type(methods) == "function" then
      methods = wild.methods
    end
    if type(methods) == "table" and rawget(methods, name) == f then
      return object
    end
  end
end

-- Mostly valid arguments: an object, and for a state one of its actions.
local function arguments_of(place, name, f)
  local arguments = { value(), value(), value(), value() }
  local method = place:find(":", 1, true)
  if below(8) == 0 then
    return arguments
  elseif name == "load" then
    local state = owner("save", modules[place:match "^%w+"].methods.save)
    local fine, saved = pcall(function() return state:save() end) -- a rule may have kept it
    arguments[1] = fine and saved:gsub("%d", below(2) == 0 and "%0" or tostring(below(9)))
  elseif method or place:find "^search" then
    arguments[1] = method and owner(name, f) or owner("playout", wild.methods.playout) or 1
    if not method then
      local fine, start = pcall(starts[1 + below(6)])
      arguments[1] = fine and start or arguments[1]
    end
  end
  if name:find "^apply" or name == "why" or name == "text" or name == "code" then
    local fine, actions = pcall(function()
      return arguments[1]:actions()
    end)
    if fine and #actions > 0 then
      arguments[2] = name == "apply_all" and actions or pick(actions)
      arguments[3] = below(2) == 0 and {} or nil
    end
  end
  if fitting[place] and below(2) == 0 then
    arguments = table.move(fitting[place], 1, 3, method and 2 or 1, { method and arguments[1] })
  end
  return arguments
end

local function call(entry)
  local name, f = entry[2], entry[3]
  local arguments = arguments_of(entry[1], name, f)
  limited(name, arguments)
  local results
  if below(10) == 0 then
    local thread = coroutine.create(f)
    results = table.pack(coroutine.resume(thread, table.unpack(arguments, 1, 4)))
  else
    results = table.pack(pcall(f, table.unpack(arguments, 1, 4)))
  end
  if not results[1] then
    local message = tostring(results[2])
    local own = message:find "random_api_spec" -- mischief may well fail
    assert(not message:find "assertion" and not message:find("lua/tessera/", 1, true)
      and (own or not message:find "attempt to index" and not message:find "attempt to call"),
      entry[1] .. ": " .. message)
  end
  for i = 2, results[1] and math.min(results.n, 3) or 1 do
    keep(results[i])
  end
end

describe("random calls", function()
  for seed = 1, 8 do
    it("raise errors about the call, seed " .. seed, function()
      random = rng.new(seed)
      pool = {}
      for i = 1, calls_per_seed do
        if i % 8 == 1 then
          local _, made = pcall(pick(starts))
          keep(made)
        end
        call(pick(functions))
      end
    end)
  end
end)
