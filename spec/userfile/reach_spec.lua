--- Specifies that a user's file can reach no table and no metatable of the library: it gets copies,
--- and objects that cannot be changed from outside.

local run = require "spec.support.run"

-- A script that collects objects of every module, arguments of callbacks, and errors.
local script = [==[
local met = {}
local function meet(name, ...)
  met[name] = table.pack(...)
  for i, value in ipairs(met[name]) do
    met[name .. " raised " .. i] = table.pack(pcall(function() return value.x.y end))
  end
  return ...
end
local function raised(name, f, ...)
  return meet("the error of " .. name, pcall(f, ...))
end

local tessera = meet("tessera", require "tessera")
local names = { "game", "grid", "horizontally", "jewelry", "puzzlescript", "reader", "rng",
  "robots", "samegame", "scenario", "search", "session", "study", "tower" }
for _, name in ipairs(names) do
  meet("module " .. name, require("tessera." .. name), tessera[name])
  for key, value in pairs(require("tessera." .. name)) do
    meet(name .. "." .. key, value)
  end
end

local starts = {
  tessera.tower.new "....G/SI..#/#II##", tessera.jewelry.new "ROYG/YRGO/ORYG/GYOR",
  tessera.robots.new "..+../...../..@../+....",
  tessera.horizontally.new(nil, { fields = 2, rows = 4, columns = 4 }),
  tessera.samegame.new "13522/22351/12355",
}

local game = tessera.game {
  name = "mine", legend = { a = "a", b = "b", ["."] = "empty" }, groups = { some = { "a", "b" } },
  fields = { n = 0, list = { size = 2 } }, moves = { "go <column>" }, options = { o = 1 },
  setup = function(state, options) meet("setup", state, options, state.board, state.list) end,
  check = function(state) meet("check", state) end,
  actions = function(state, add) meet("actions", state, add) add("go", 1) add("go", 2) end,
  apply = function(state, ...)
    meet("apply", state, ...)
    state.n = state.n + 1
    state:event("went", "a", 1, 1)
    if state.n > 3 then error "too far" end
  end,
  turn = function(state) meet("turn", state) return 1 end,
  outcome = function(state) meet("outcome", state) return state.n == 3 and "End" or nil end,
  score = function(state) meet("score", state) return state.n end,
}
meet("a game", game, game.methods, tessera.game.named and tessera.game.named "mine")
starts[#starts + 1] = game.new("ab./.ba", { o = 2 })

for _, state in ipairs(starts) do
  local name = state:game()
  local events = {}
  meet(name, state, state:clone(), state:actions(), state:codes(), state:save(), state:key())
  meet(name .. " played", state:clone():apply(state:actions()[1], events))
  meet(name .. " events", events, table.unpack(events))
  meet(name .. " playout", state:playout(1, 2, 5))
  local watched = state:watched(function(...) meet(name .. " heard", ...) end)
  watched:apply(watched:actions()[1])
  for method, f in pairs(require("tessera.tower").methods) do
    raised(name .. "." .. method, f, {})
  end
  raised(name .. " apply", state.apply, state, "nonsense")
  raised(name .. " field", function() state.nonsense = 1 end)
  local played = meet(name .. " session", tessera.session.new(state))
  played:apply(state:actions()[1])
  meet(name .. " session's", played:state(), played:actions(), played:undo(), played:undo())
  meet(name .. " replay", tessera.session.replay(played:record()))
  raised(name .. " session", played.nonsense)
  raised(name .. " session's method", played.undo, {})
  local search = tessera.search
  local limits = { nodes = 50, progress = function(...) meet(name .. " progress", ...) end }
  local function goal(...) meet(name .. " goal", ...) end
  meet(name .. " shortest", search.shortest(state, goal, limits))
  meet(name .. " walk", search.walk(state, 1, limits))
  meet(name .. " report", search.report(state, goal, limits))
  meet(name .. " all", search.all_shortest(state, goal, limits))
  meet(name .. " best", pcall(search.best, state, limits))
  raised(name .. " no goal", search.shortest, state, function() error { "mine" } end)
  raised(name .. " wrong goal", search.shortest, state, 7)
end

local few = { nodes = 50, progress = function(...) meet("own progress", ...) end }
meet("plan", starts[3]:plan(1, few))
meet("winner", starts[4]:winner(few))
meet("best_move", starts[4]:best_move { perfect = true, nodes = 50 })
meet("clear", starts[5]:clear(few))
meet("own best", starts[5]:best(few))

local state = starts[#starts]
local legend = meet("legend", tessera.grid.legend { a = "a", groups = { g = { "a" } } })
local grid = meet("grid", tessera.grid.new("aa/aa", legend))
meet("grid's", grid:copy(), grid:row(1), grid:column(1), grid:regions "a", grid:lines("a", 2),
  grid:region(1, 1))
local distances = meet("distances", grid:distances(1, 1, "a"), grid:visible(1, 1, 2, "a"))
meet("distances'", distances:get(1, 1), distances:each(), grid:path(1, 1, 2, 2, "a"))
raised("distances", distances.get, grid, 1, 1)
meet("iterators", grid:each "a")
meet("iterators 2", grid:neighbours(1, 1))
meet("layers", state.board, state.list)
raised("grid", grid.set, grid, 9, 9, "x")
raised("legend", tessera.grid.legend, 7)

local reader = meet("reader", tessera.reader.new "12 x\n3 4\n")
reader:integer "n"
raised("reader", reader.integer, reader, "n")
for name, method in pairs(tessera.reader.methods) do
  raised("reader." .. name, method, tessera.reader.new "x", 1, 1, 1)
end
meet("rng", tessera.rng.new(1), tessera.rng.new(1):next())

local scenario = tessera.scenario { name = "s", game = game, map = "ab", play = { "go 1" },
  on_action = function(...) meet("on_action", ...) end,
  on_event = function(...) meet("on_event", ...) end,
  on_over = function(...) meet("on_over", ...) end,
  expect = { moves = 1, check = function(...) meet("check of a scenario", ...) return true end } }
meet("scenario", scenario, tessera.scenario.list({ scenario, { name = "t", game = "tower",
  map = "....G/SI..#/#II##", expect = { moves = 0 } } }, "x.lua"))
meet("run", tessera.scenario.run(scenario))
raised("scenario", tessera.scenario, { name = "x" })

for _, f in ipairs { pairs, require, load, math.floor, ("x").rep, coroutine.wrap } do
  raised("a function", f, nil)
end
meet("strings", "text", getmetatable "")
meet("arguments", arg)
meet("loaded", load "return _ENV" ())
]==]

local function leaks(code)
  local stdout, stderr, status
  run.in_folder(function(folder)
    run.write_file(folder .. "/my.lua", code .. "\nreturn met")
    stdout, stderr, status = run.shell("lua5.4 spec/support/reach.lua " .. folder .. "/my.lua")
  end)
  assert.same({ "", 0 }, { stderr, status })
  return stdout
end

describe("a user's file", function()
  it("reaches no table of the library", function()
    assert.are.equal("\n", leaks(script))
  end)

  it("is caught if it does", function()
    assert.are.equal("\n", leaks "local met = { string = string }")
    -- The real table of strings, as the sandbox would hand it out without its copy.
    assert.are.equal("_G.leaked\n", leaks "local met = { string = leaked }")
  end)
end)

-- A script that tries to change every table that it can reach, in every way. The tables that have
-- changed are returned, and how many were tried.
local vandal = [==[
local rawset, rawget, next, pairs = rawset, rawget, next, pairs
local seen, changed, count = {}, {}, 0

local function content(t)
  local all = {}
  for key, value in pairs(t) do
    all[key] = value
  end
  return all
end

local function same(t, before)
  for key, value in pairs(before) do
    if t[key] ~= value then return false end
  end
  for key, value in pairs(t) do
    if before[key] ~= value then return false end
  end
  for key, value in next, t do
    if before[key] ~= value then return false end
  end
  return rawget(t, "left_behind") == nil and rawget(t, 1) == before[1]
end

local function vandalize(t, name)
  local before = content(t)
  pcall(function() t.left_behind = 1 end)
  pcall(rawset, t, "left_behind", 1)
  pcall(rawset, t, 1, 1)
  pcall(table.insert, t, 1)
  pcall(table.insert, t, 1, 1)
  pcall(table.remove, t)
  pcall(table.move, { 1 }, 1, 1, 1, t)
  pcall(table.sort, t, function() return true end)
  pcall(setmetatable, t, {})
  pcall(load("left_behind = 1", "x", "t", t))
  for key in pairs(before) do
    pcall(function() t[key] = nil end)
    pcall(function() t[key] = 1 end)
    pcall(rawset, t, key, 1)
    pcall(rawset, t, key, nil)
  end
  count = count + 1
  changed[#changed + 1] = not same(t, before) and name or nil
end

local function walk(value, name)
  if type(value) ~= "table" or seen[value] or value == seen then return end
  seen[value] = true
  walk(getmetatable(value), "getmetatable(" .. name .. ")")
  local step, hidden = pairs(value)
  if hidden ~= value then walk(hidden, "pairs(" .. name .. ")") end
  for key, field in pairs(value) do
    walk(key, name .. "'s key")
    walk(field, name .. "." .. tostring(key))
  end
  vandalize(value, name)
end

local kept = ...
return function()
  local G, need, join = _G, require, table.concat
  for _, name in ipairs { "tessera", "tessera.check", "tessera.game", "tessera.generator",
    "tessera.grid", "tessera.puzzlescript", "tessera.reader", "tessera.rng", "tessera.scenario",
    "tessera.search", "tessera.session", "tessera.study", "tessera.tournament", "tessera.tower",
    "tessera.jewelry", "tessera.robots", "tessera.horizontally", "tessera.samegame" } do
    walk(need(name), name)
    local tessera = need "tessera"
    walk(name ~= "tessera" and tessera[name:match "[^.]*$"], "tessera." .. name)
  end
  walk(getmetatable "", "getmetatable('')")
  walk(G, "_G")
  table.sort(changed)
  return count > 30 and join(changed, " ") or "too few"
end
]==]

local function changes(code)
  local stdout, stderr, status
  run.in_folder(function(folder)
    run.write_file(folder .. "/my.lua", code)
    stdout, stderr, status = run.shell("lua5.4 spec/support/reach.lua " .. folder
      .. "/my.lua frozen")
  end)
  assert.same({ "", 0 }, { stderr, status })
  return stdout
end

describe("the file of a study", function()
  it("can change no table of the library when it is frozen", function()
    assert.are.equal("\n", changes(vandal))
  end)

  it("is caught if it can", function()
    assert.are.equal("_G.mine\n", changes("mine = {} " .. vandal))
  end)

  it("reads what is frozen as before", function()
    assert.are.equal("2\t3\t1\ttrue\ttrue\tfalse\ttable\n", changes [[
      local rawget, next, rawlen = rawget, next, rawlen
      return function()
        local names = 0
        for name, f in pairs(math) do
          names = names + (math[name] == f and rawget(math, name) == f and 1 or 100)
        end
        local few = 0
        for _ in pairs(_G) do few = few + 1 end
        return math.floor(2.5), #("abc"), rawlen { 1 }, names > 20 and names < 100, few > 20,
          next(math) == nil, type(rawset({}, 1, 2))
      end]])
  end)

  it("is told what it must not set", function()
    local told = changes [[
      local rawset = rawset
      local tessera = require "tessera"
      return function()
        local function why(f, ...)
          return (select(2, pcall(f, ...)):gsub("^.*my.lua:%d+: ", ""):gsub(" is set.*", ""))
        end
        return table.concat({ why(function() math.left = 1 end), why(rawset, string, "x", 1),
          why(function() tessera.tower.new = 1 end),
          why(function() tessera.tower.methods.push = 1 end),
          why(function() require("tessera.tower").new = 1 end), why(function() x = 1 end),
          why(rawset, _G, "y", 1), why(function() arg[1] = 1 end) }, "; ")
      end]]
    assert.are.equal("math.left; string.x; tessera.tower.new; tessera.tower.methods.push; "
      .. "tessera.tower.new; the global 'x'; the global 'y'; arg.[1]\n", told)
  end)
end)

describe("a finalizer of a trusted file", function()
  -- Runs a script with --trust and returns its output.
  local function trusted(code)
    local stdout, stderr, status
    run.in_folder(function(folder)
      run.write_file(folder .. "/my.lua", code)
      stdout, stderr, status = run { folder .. "/my.lua", "--trust" }
    end)
    assert.same({ "", 0 }, { stderr, status })
    return stdout
  end

  local game = [[
    local tessera = require "tessera"
    local function make(apply)
      return tessera.game { name = "g", legend = { a = "a", b = "b" }, fields = { n = 0 },
        moves = { "go" }, apply = apply or function(state) state.n = state.n + 1 end }
    end
    local function finally(f, t) setmetatable(t or {}, { __gc = f }) end
  ]]

  it("can play on a state that is being collected", function()
    assert.are.equal("true\t1\n", trusted(game .. [[
      do
        finally(function(t) print(t.state:apply "go", t.state.n) end, { state = make().new "ab" })
      end
      collectgarbage() collectgarbage()]]))
  end)

  it("can keep such a state for later", function()
    assert.are.equal("3\tab\t2\n", trusted(game .. [[
      local kept
      do
        finally(function(t) kept = t.state end, { state = make().new "ab" })
      end
      for _ = 1, 5 do collectgarbage() end
      kept:apply "go" kept:apply_all { "go", "go" }
      local board = tostring(kept.board):gsub("\n", "")
      print(kept.n, board, #tessera.search.walk(kept, 1))]]))
  end)

  it("can run rules in another coroutine, in the middle of an action", function()
    assert.are.equal("20000\n", trusted(game .. [[
      local threads = 0
      local g = make(function(state)
        state.n = state.n + 1
        local _, main = coroutine.running()
        threads = threads + (main and 0 or 1)
      end)
      local state, other = g.new "ab", g.new "ab"
      local function again()
        coroutine.wrap(function() other:apply "go" end)()
        finally(again)
      end
      finally(again)
      local mine = 0
      while mine < 20000 do
        local before = threads
        local junk = ("x"):rep(mine % 1973)
        assert(state:apply("go", {}))
        mine = mine + 1
      end
      assert(threads > 0 and other.n == threads)
      print(state.n)]]))
  end)
end)
