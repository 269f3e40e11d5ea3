--- The calls that spec/alloc/try.lua tries: every public function of every C module, also with
--- arguments for which it raises an error.

local calls, modules = ...
local game = require "tessera.game"
local search = require "tessera.search"
local session = require "tessera.session"
local jewels_support = require "spec.support.jewels"
local add = calls.add
local grid, horizontally, jewelry, process = modules.grid, modules.horizontally, modules.jewelry,
  modules.process
local reader, rng, robots, samegame, tower = modules.reader, modules.rng, modules.robots,
  modules.samegame, modules.tower

-- The classes of which every function must be called.
calls.classes = {}

-- Tables are made anew for every call.
local function fresh(value)
  if type(value) ~= "table" then
    return value
  end
  local copy = {}
  for key, element in pairs(value) do
    copy[key] = fresh(element)
  end
  return copy
end

-- Tries f(...) with new arguments each time.
local function plain(name, f, ...)
  local given = table.pack(...)
  add(name, function()
    local args = {}
    for i = 1, given.n do
      args[i] = fresh(given[i])
    end
    return table.unpack(args, 1, given.n)
  end, f)
end

-- Tries methods of the object that `start` makes: a list of { name, arguments ... }.
local function methods(name, class, start, list, more)
  for _, entry in ipairs(list) do
    local given = table.pack(table.unpack(entry, 2, entry.n or #entry))
    add(("%s:%s"):format(name, entry[1]), function()
      local args = {}
      for i = 1, given.n do
        args[i] = fresh(given[i])
      end
      return start(), table.unpack(args, 1, given.n)
    end, assert(class[entry[1]], entry[1]), more)
  end
end

local nothing = {} -- as an argument: a table for events

-- ---- the protocol, for every game ----

-- `action` is possible in the first state, `refused` is not; `many` are actions in a row.
local function protocol(name, class, load, start, action, refused, many)
  local meta = debug.getmetatable(start())
  calls.classes[name] = meta
  methods(name, class, start, {
    { "actions" }, { "codes" }, { "apply", action }, { "apply", action, nothing },
    { "apply", action, { { kind = "old" } } }, { "apply", refused },
    { "apply", refused, nothing }, { "apply", "no such action" }, { "apply", 1.5 },
    { "apply", action, 7 }, { "playout", 1, 2, 6 }, { "playout", 1, -1 },
    { "watched", function() end }, { "watched", 7 }, { "why", action }, { "why", refused },
    { "clone" }, { "turn" }, { "outcome" }, { "score" }, { "score", 99 }, { "hash" }, { "key" },
    { "save" }, { "size" }, { "view" }, { "view", 99 },
    { "game" }, { "code", action }, { "text", action }, { "text", -1 },
  })
  methods(name, meta, start, { { "__tostring" } })
  add(name .. ": ==", function() return start(), start() end, meta.__eq)
  add(name .. ".load", function() return start():save() end, load)
  add(name .. ".load, cut off", function() return start():save():sub(1, -9) end, load)
  add(name .. ".load, no save", function() return 7 end, load)

  local stages = { steps = #many - 1, step = function(i, state, _, heard)
    for k = 1, i do
      state:apply(many[k])
      if heard then
        heard[k] = many[k]
      end
    end
  end }
  methods(name, class, start, { { "apply_all", many }, { "apply_all", table.concat(many, "\n") },
    { "apply_all", { action, "no such action" } }, { "apply_all", "no such action" } }, stages)

  -- A listener: the state may have changed although the listener was not called.
  local function listening(fails)
    local heard = {}
    return start():watched(function(_, text)
      heard[#heard + 1] = text
      if fails then
        error(text .. " is what failed", 0)
      end
    end), heard
  end
  -- The listener is called for the next action in any case.
  local function sound(state, _, heard)
    local before = #heard
    pcall(state.apply, state, refused)
    return #heard == before + 1
  end
  for _, fails in ipairs { false, true } do
    add(name .. ": a listener", function()
      local state, heard = listening(fails)
      return state, action, heard
    end, function(state, text)
      return state:apply(text)
    end, { apart = true, sound = sound })
    add(name .. ": a listener and events", function()
      local state, heard = listening(fails)
      return state, {}, heard
    end, function(state, events)
      return state:apply(action, events)
    end, { apart = true, sound = sound })
  end
  stages.apart = true
  add(name .. ": a listener to many", function()
    local state, heard = listening()
    return state, fresh(many), heard
  end, class.apply_all, stages)
  add(name .. ": no such state", function() return io.stdout, action end, class.apply)

  add(name .. ": a session", function() return session.new(start()), action end,
    function(played, text) return played:apply(text) end)
  add(name .. ": undo", function()
    local played = session.new(start())
    played:apply(action)
    return played
  end, function(played) return played:undo() end)
  add(name .. ": redo", function()
    local played = session.new(start())
    played:apply(action)
    played:undo()
    return played
  end, function(played) return played:redo() end)
  add(name .. ": the start of a session", function() return session.new(start()) end,
    function(played) return played:start() end)
  add(name .. ": a playthrough", function() return start(), fresh(many) end, session.record)
  add(name .. ": a replay", function() return (session.record(start(), many)) end, session.replay)
  add(name .. ": a renewal", function() return (session.record(start(), many)) end, session.renew)
end

-- ---- the games in C ----

local function of_tower() return tower.new "....G/SI..#/#II##" end
plain("tower.new", tower.new, "....G/SI..#/#II##")
plain("tower.new, over", tower.new, "..S.G/#.###")
plain("tower.new, no map", tower.new, "....G/.I..#/#II##")
plain("tower.new, unknown cell", tower.new, "..x.G/SI..#/#II##")
plain("tower.new, too wide", tower.new, ("."):rep(2001))
add("tower.new, of a grid", function() return grid.new "....G/SI..#/#II##" end, tower.new)
methods("tower", tower.methods, of_tower, {
  { "moveto", 2 }, { "moveto", 1 }, { "moveto", "x" }, { "climb", "right" },
  { "climb", "left", nothing }, { "getdown", "right" }, { "push", "right", nothing },
  { "push", "up" }, { "pull", "right" }, { "player" }, { "goal" }, { "cell", 1, 1 },
  { "cell", 0, 1 }, { "rows" }, { "columns" }, { "moves" }, { "at_rest" },
})
protocol("tower", tower.methods, tower.load, of_tower, "PUSH RIGHT", "PUSH LEFT",
  { "PUSH RIGHT", "MOVETO 2", "MOVETO 3" })

local jewels = "ROYG/YRGO/ORYG/GYOR"
local function of_jewelry() return jewelry.new(jewels, { seed = 7 }) end
plain("jewelry.new", jewelry.new, jewels, { seed = 7, drops = "RRGG", colours = "ROYGB" })
plain("jewelry.new, no option", jewelry.new, jewels, { sed = 7 })
plain("jewelry.new, wrong option", jewelry.new, jewels, { seed = {} })
plain("jewelry.new, a line", jewelry.new, "RRRG/YRGO/ORYG/GYOR")
plain("jewelry.find_line", jewelry.find_line, jewels)
plain("jewelry.find_line, a line", jewelry.find_line, "RRRG/YRGO/ORYG/GYOR")
local action = of_jewelry():actions()[1]
local swap_row, swap_column, direction = action:match "(%d+),(%d+) (%a+)"
methods("jewelry", jewelry.methods, of_jewelry, {
  { "tip" }, { "tips" }, { "swap", tonumber(swap_row), tonumber(swap_column), direction },
  { "swap", tonumber(swap_row), tonumber(swap_column), direction, nothing },
  { "swap", 4, 4, "RT" },
  { "swap", 1, 1, "XX" }, { "swap", 9, 1, "RT" }, { "reseed", 1 }, { "cell", 1, 1 },
  { "rows" }, { "columns" }, { "colours" }, { "moves" },
})
methods("jewelry, many tips", jewelry.methods, function()
  return jewelry.new(jewels_support.filled(rng.new(5), 20, 20))
end, { { "tips" } })
protocol("jewelry", jewelry.methods, jewelry.load, of_jewelry, action, "4,4 RT",
  { action, "4,4 RT", "1,1 LT" })

local function of_robots()
  return robots.new(nil, { rows = 7, columns = 7, player = { 4, 4 },
    robots = { { 1, 1 }, { 7, 2 } }, teleports = { { 1, 7 }, { 7, 7 } } })
end
plain("robots.new", robots.new, nil, { rows = 7, columns = 7, player = { 4, 4 },
  robots = { { 1, 1 }, { 7, 2 } }, teleports = { { 1, 7 } } })
plain("robots.new, a map", robots.new, "..+../...../..@../+....")
plain("robots.new, map and teleports", robots.new, "..+../...../..@../+....",
  { teleports = { { 1, 1 } } })
plain("robots.new, both", robots.new, "..+../..@..", { rows = 2 })
plain("robots.new, twice", robots.new, nil, { robots = { { 1, 1 }, { 1, 1 } } })
plain("robots.new, outside", robots.new, nil, { robots = { { 1, 99 } } })
plain("robots.new, no place", robots.new, nil, { player = 7 })
plain("robots.new, no list", robots.new, nil, { robots = 7 })
plain("robots.new, side", robots.new, nil, { rows = 1 })
plain("robots.new, won", robots.new)
methods("robots", robots.methods, of_robots, {
  { "step", "E" }, { "step", "E", nothing }, { "step", "X" }, { "teleport", 1, 7 },
  { "teleport", 1, 1, nothing }, { "choose" }, { "play" }, { "play", 1 }, { "play", -1 },
  { "plan", 1, { nodes = 100 } }, { "moves" }, { "walks" }, { "counts" }, { "player" },
  { "robots" }, { "teleports" }, { "taken" }, { "cell", 1, 1 }, { "rows" }, { "columns" },
})
add("robots: a listener to play", function()
  local heard = {}
  return of_robots():watched(function(_, text)
    heard[#heard + 1] = text
  end), 3, heard
end, robots.methods.play, { apart = true, steps = 2, step = function(i, state, _, heard)
  for k = 1, i do
    heard[k] = state:choose()
    state:apply(heard[k])
    heard[k + 1] = nil
  end
end })
protocol("robots", robots.methods, robots.load, of_robots, "E", "TELEPORT 1,1",
  { "E", "TELEPORT 1,7", "W" })

local function of_horizontally()
  return horizontally.new(nil, { fields = 2, rows = 3, columns = 3 })
end
plain("horizontally.new", horizontally.new, nil, { fields = 2, rows = 3, columns = 3,
  first = "right" })
plain("horizontally.new, a map", horizontally.new, "..#/...", { fields = 2 })
plain("horizontally.new, no option", horizontally.new, nil, { row = 3 })
plain("horizontally.new, wrong option", horizontally.new, nil, { rows = {} })
plain("horizontally.new, first", horizontally.new, nil, { first = "up" })
methods("horizontally", horizontally.methods, of_horizontally, {
  { "move", "Aa" }, { "move", "Aa", nothing }, { "move", "zz" }, { "rating", "left" },
  { "rating", "up" }, { "best_move" }, { "best_move", 1 }, { "best_move", { perfect = true } },
  { "best_move", { perfekt = true } }, { "winner" }, { "winner", { nodes = 1 } },
  { "winner", { seed = 1 } }, { "canonical" }, { "free", 1, 1 }, { "rows" }, { "columns" },
  { "fields" },
})
protocol("horizontally", horizontally.methods, horizontally.load, of_horizontally, "Aa", "Cc",
  { "Aa", "bB", "Ca" })

local function of_samegame() return samegame.new "13522/22351/12355" end
plain("samegame.new", samegame.new, "13522/22351/12355", { order = "upward" })
plain("samegame.new, over", samegame.new, "12/21")
plain("samegame.new, no order", samegame.new, "12/21", { order = "sideways" })
methods("samegame", samegame.methods, of_samegame, {
  { "remove", 1, 4 }, { "remove", 1, 4, nothing }, { "remove", 1, 1 }, { "region", 1, 4 },
  { "region", 1, 1 }, { "cell", 1, 1 }, { "picture", "  ", " ", "_" }, { "picture", "\0" },
  { "won" }, { "stuck" }, { "left" }, { "pairs" }, { "moves" }, { "rows" }, { "columns" },
})
methods("samegame, a large region", samegame.methods, function()
  return samegame.new(("1"):rep(9) .. ("/111111111"):rep(8))
end, { { "region", 1, 1 }, { "remove", 1, 1, nothing } })
protocol("samegame", samegame.methods, samegame.load, of_samegame, "1 4", "1 1",
  { "1 4", "1 1", "2 1" })

-- ---- games in Lua ----

-- Lamps on a ground; for each action the rules do something else.
local function lamps(more)
  local definition = {
    name = "lamps", layers = { "ground", "things" },
    legend = { ["."] = "floor", ["_"] = "plate", o = { ground = "floor", things = "lamp" } },
    groups = { flat = { "floor", "plate" } },
    fields = { n = 0, list = { size = 2, max = 9 } }, counters = { moves = 0 },
    options = { first = 1 },
    moves = { "light <row> <column>", "<throw|many|boom|refuse|look|nest>" },
    apply = function(state, verb, at, column)
      state.moves = state.moves + 1
      if verb == "light" then
        if state.things:is(at, column, "lamp") then
          return nil, "it is lit"
        end
        state.things:set(at, column, "lamp")
        state:event("lit", "o", at, column)
      elseif verb == "throw" then
        state.list[1] = state:chance(6)
        state.n = state.n + 1
      elseif verb == "many" then
        for i = 1, 70 do
          state:event("seen" .. i % 3, "o", 1, 1, 1, 2)
        end
        state.n = state.n + 1
      elseif verb == "boom" then
        state.n = 7
        error "boom"
      elseif verb == "look" then
        state.n = #state:clone():actions()
      elseif verb == "nest" then
        local copy = state:clone()
        copy:apply "light 1 2"
        state.n = #copy:save()
      else
        return nil, "refused"
      end
    end,
    outcomes = { "Bright" },
    outcome = function(state)
      return state.things:count "lamp" == 4 and "Bright" or nil
    end,
    score = function(state, player)
      return state.things:count "lamp" * player
    end,
    check = function(state)
      return state.n == 13 and "an unlucky number" or nil
    end,
    view = function(state, player)
      state.things:set(1, player, "nothing")
    end,
  }
  for key, value in pairs(more or {}) do
    definition[key] = value or nil
  end
  return definition
end

-- A game whose rules are pictures.
local function caves(more)
  local definition = {
    name = "caves", players = 2, pieces = { "red", "yellow" },
    legend = { ["."] = "empty", x = "red", o = "yellow", ["*"] = "gem", ["^"] = "up", v = "down",
      ["<"] = "left", [">"] = "right" },
    groups = { stone = { "red", "yellow" },
      fly = { up = "up", down = "down", left = "left", right = "right" } },
    fields = { moves = 0 },
    moves = { "<direction>", "drop <column>", "call <red|yellow>" },
    rules = {
      { "<direction>", "[ mine | gem ] -> [ | mine ]" },
      { "<up|down>", "[ mine | theirs or gem ] -> [ | mine ]", count = "moves", event = "took" },
      { "<direction>", "[ 2+ mine | empty ] -> [ | 2+ mine ]", why = "stuck", add = { moves = 2 } },
      { "drop <column>", "down [ empty | stone or edge ] -> [ mine | ]" },
      { "call <red|yellow>", "first [ <red|yellow> ] -> [ gem ]",
        call = function(state) state.moves = state.moves + #state:actions() end },
    },
    after = { "random [ empty ] -> [ gem 10% or empty 90% ]",
      { sweep = { "left of fly [ fly | empty ] -> [ | fly turned left ]" } } },
    ends = { { { "Red", "Yellow" }, "line 3 mine", score = 1 },
      { "Done", "no empty and moves > 3" } },
  }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return definition
end

require "tessera.source.rule_lines" -- what is wrong loads it, and it stays
plain("game of pictures", game, caves())
plain("game of pictures, wrong", game, caves { after = { "each [ gen ] -> [ gem ]" } })
plain("game of pictures, wrong rule", game, caves { ends = { { "Done", "stuk" } } })
do
  local module = game(caves())
  local function start() return module.new("x*.^/xo../.>.o", { seed = 3 }) end
  calls.classes["methods of caves"] = { __index = module.methods }
  protocol("caves", module.methods, module.load, start, "right", "drop 4",
    { "right", "drop 1", "down", "call red" })
  methods("caves", module.methods, start, { { "rows" }, { "columns" },
    { "apply", "right", nothing }, { "apply", "call yellow", nothing },
    { "rule", "right" }, { "rule", "drop 4" },
    { "chance", 6 }, { "event", "kind", "o" }, { "over", "Done" } })
end

-- ---- PuzzleScript ----

do
  local puzzlescript = require "tessera.puzzlescript"
  local vault = assert(puzzlescript.open "samples/puzzlescript/vault.txt")
  local function start() return (vault.new(1, { seed = 3 })) end
  calls.classes["methods of vault"] = { __index = vault.methods }
  protocol("vault", vault.methods, vault.load, start, "right", "tick", { "right", "down", "left" })
  plain("puzzle_core.define", require("tessera.puzzle_core").define, {})
  methods("vault", vault.methods, start, { { "rows" }, { "columns" }, { "at", 1, 1 },
    { "at", 99, 1 }, { "message" }, { "player" }, { "press", "right" }, { "press", "jump" } })
  for _, name in ipairs { "changes", "keep", "same_board" } do
    add("vault:" .. name, function() return start(), start() end, vault.methods[name])
    plain("vault:" .. name .. ", no state", vault.methods[name], 7)
  end
  local pushing = game { name = "pushing", legend = { ["."] = "empty", p = "player", c = "crate" },
    moves = { "<direction>" },
    rules = puzzlescript "[ > player | crate ] -> [ > player | > crate ]" }
  local function first() return pushing.new "pc./..." end
  methods("pushing", pushing.methods, first, { { "apply", "right" }, { "apply", "up" } })
end

local function listed(state, put)
  for r, c in state.things:each "nothing" do
    put("light", r, c)
  end
  put "throw"
end

plain("game", game, lamps())
plain("game, two players", game, lamps { players = 2, actions = listed, goal = "Bright",
  turn = function() return 1 end })
plain("game, wrong", game, lamps { movs = 7 })
plain("game, too long", game, lamps { moves = { ("abcdefg "):rep(8) } })
for name, more in pairs { lamps = {}, duel = { name = "duel", actions = listed, players = 2 } } do
  local module = game(lamps(more))
  local function start() return module.new("o./._", { seed = 3 }) end
  local class = module.methods
  calls.classes["arrays of " .. name] = debug.getmetatable(start().list)
  calls.classes["methods of " .. name] = { __index = class }
  plain(name .. ".new", module.new, "o./._", { seed = 3, first = 2 })
  plain(name .. ".new, dice", module.new, "o./._", { chance = { 1, 2 } })
  plain(name .. ".new, no dice", module.new, "o./._", { chance = { 1, "x" } })
  plain(name .. ".new, no map", module.new, "ox/._")
  protocol(name, class, module.load, start, "light 1 2", "light 1 1",
    { "light 1 2", "refuse", "light 2 1" })
  methods(name, class, start, {
    { "rows" }, { "columns" }, { "apply", "throw" }, { "apply", "many", nothing },
    { "apply", "boom" }, { "apply", "boom", nothing }, { "apply", "look" }, { "apply", "nest" },
    { "apply", "light 3 1" }, { "apply", -7 }, { "chance", 6 }, { "chance", "x" },
    { "event", "kind", "o" }, { "event", "kind", "long" }, { "over", "Bright" },
    { "rule", "throw" }, { "rule", "nonsense" },
  })
  local dark = game(lamps { name = "dark_" .. name, outcomes = { "Dark", "Bright" },
    outcome = false })
  for what, outcome in pairs { over = "Dark", ["over, misspelt"] = "Drak" } do
    add(("%s: %s"):format(name, what), function() return dark.new "o./._", outcome end,
      dark.methods.over)
  end
  add(name .. ": the last lamp", function() return module.new "oo/o.", "light 2 2", {} end,
    class.apply)
  add(name .. ".load, unlucky", function() return start():save():gsub("n 0", "n 13") end,
    module.load)
  add(name .. ": ==", function() return start(), start() end, debug.getmetatable(start()).__eq)
  for what, f in pairs {
    ["a field"] = function(state) state.n = state.n + 1 return state.n end,
    ["a wrong value"] = function(state) state.n = "x" end,
    ["an array"] = function(state) state.list[1] = #state.list + state.list[2] end,
    ["a wrong element"] = function(state) state.list[9] = 1 end,
    ["a whole array"] = function(state) state.list = {} end,
    ["a layer"] = function(state) return state.things:get(1, 1) end,
    ["a whole layer"] = function(state) state.things = 1 end,
    ["no member"] = function(state) return state.z end,
  } do
    add(("%s: %s"):format(name, what), start, f)
  end
end

-- ---- grids ----

local names = { ["."] = "empty", a = "apple", b = "box", groups = { solid = { "apple", "box" } } }
local Grid = debug.getmetatable(grid.new(1, 1))
calls.classes.grid = Grid
plain("grid.new", grid.new, "ab./.ba")
plain("grid.new, a size", grid.new, 2, 3, "#")
plain("grid.new, a long fill", grid.new, 2, 3, "##")
plain("grid.new, no size", grid.new, 0, 3)
plain("grid.new, no picture", grid.new, "ab/.")
plain("grid.legend", grid.legend, names)
plain("grid.legend, twice", grid.legend, { a = "x", b = "x" })
plain("grid.legend, no kind", grid.legend, { a = "x", groups = { g = { "y" } } })
add("grid.new, with names", function() return "ab./.ba", grid.legend(names) end, grid.new)
add("grid.new, not named", function() return "ab./.xa", grid.legend(names) end, grid.new)
for kind, start in pairs {
  named = function() return grid.new("ab./.ba", grid.legend(names)) end,
  bare = function() return grid.new "ab./.ba" end,
} do
  local function of_grid(list)
    methods("grid, " .. kind, Grid.__index, start, list)
  end
  of_grid {
    { "rows" }, { "columns" }, { "get", 1, 1 }, { "get", 9, 1 }, { "set", 1, 1, "b" },
    { "set", 1, 1, "apples" }, { "set", 9, 1, "b" }, { "is", 1, 1, { "a", "b" } },
    { "inside", 1, 1 }, { "fill", "a" }, { "fill", 7 }, { "replace", "a", "b" }, { "count", "a" },
    { "count", { "a", 7 } }, { "find", "b", 1, 2 }, { "step", 1, 1, "right" },
    { "step", 1, 1, "sideways" }, { "region", 1, 1 }, { "region", 1, 1, "b" }, { "regions" },
    { "regions", { "a", "b" } }, { "run", 1, 1, "right" }, { "lines", "a", 1, "all" },
    { "region", 1, 1, { "a", "b" }, "hex" }, { "distances", 1, 1, "a" },
    { "distances", "a", "b", "all" }, { "distances", "x", "a" },
    { "path", 1, 1, 2, 3, { "a", "b" } }, { "path", 1, 1, "b", "a", "hex" },
    { "path", 1, 1, 9, 9, "a" }, { "visible", 1, 1, 3, "b" }, { "visible", 1, 1, nil, "x" },
    { "nearer", 1, 1, 7 }, { "fill", "a", 7 },
    { "fall", "down" }, { "drop", 1, "x" },
    { "squash", "left", { "x" }, { 1 } }, { "squash", "left", { 7 } }, { "line_at", 1, 1, "all" },
    { "nth", "x", 1 }, { "nth", "x", 99 }, { "piece", 1, 1 }, { "piece", 9, 1 },
    { "put", 7, 1, 1, "a" }, { "clear_rows", "a" }, { "drop_piece", 7, 1, "a" },
    { "shifts", "a", "lengthwise" }, { "shifts", "a", "up" }, { "shift_piece", 1, 1, "down" },
    { "shift_piece", 1, 1, "up-left" },
    { "matches", "[ a ]" }, { "matches", "[ a | zz ]", 1, 1, "down" },
    { "rewrite", "[ a ] -> [ b ]" },
    { "rewrite", "each [ a ] -> [ b ]" }, { "rewrite", "[ a ] -> [ random b ]" },
    { "tick", { "[ a | b ] -> [ b | a ]" }, "at once" }, { "tick", { "[ a" } },
    { "push", 1, 1, "right" },
    { "push", 1, 1, "left" }, { "slide", 1, 2, "right" }, { "row", 1 }, { "column", 1 },
    { "set_row", 1, { "b", "b", "b" } }, { "set_row", 1, { "b", "c", "bb" } },
    { "set_row", 1, { "b" } }, { "set_column", 1, { "b", "a" } }, { "rotated", 1 },
    { "copy" }, { "paste", 7 }, { "draw", "  ", " " },
  }
  local function piece_of() return start():piece(1, 1) end
  calls.classes.pieces = debug.getmetatable(piece_of())
  methods("piece, " .. kind, debug.getmetatable(piece_of()).__index, piece_of, {
    { "cells" }, { "kind" }, { "moves", "down" }, { "shift", "right" },
    { "slide", "down" }, { "slide", "downward" },
    { "turn" }, { "turn", -1 }, { "turn", 1.5 },
  })
  local function distances_of() return start():distances(1, 1, { "a", "b" }) end
  calls.classes.distances = debug.getmetatable(distances_of())
  methods("distances, " .. kind, debug.getmetatable(distances_of()).__index, distances_of, {
    { "get", 1, 1 }, { "get", 9, 9 }, { "get", "x" }, { "each", "x" },
  })
  add("distances: tostring", distances_of, debug.getmetatable(distances_of()).__tostring)
  add("distances:each", distances_of, function(d)
    local found = {}
    for r, c, far in d:each(0, 2) do
      found[#found + 1] = { r, c, far }
    end
    return found
  end)
  for _, name in ipairs { "nearer", "fill" } do
    add("grid:" .. name, function()
      local g = start()
      local far = g:distances(1, 1, { "a", "b" })
      if name == "fill" then
        return g, "a", far
      end
      return g, 1, 2, far, { "a", "b" }
    end, Grid.__index[name])
  end
  add("grid:put", function() return start(), grid.new "x.", 2, 1, "b" end, Grid.__index.put)
  add("grid:each", start, function(g)
    local found = {}
    for r, c, what in g:each { "a", "b" } do
      found[#found + 1] = { r, c, what }
    end
    return found
  end)
  add("grid:neighbours", start, function(g)
    local found = {}
    for r, c, what, way in g:neighbours(1, 2, nil, "all") do
      found[#found + 1] = { r, c, what, way }
    end
    return found
  end)
  add("grid:paste", function()
    local to = start()
    return to, to:copy():fill "a", 1, 1
  end, Grid.__index.paste)
  add("grid: ==", function() return start(), start() end, Grid.__eq)
  add("grid: tostring", start, Grid.__tostring)
end
methods("grid, long", Grid.__index, function() return grid.new(40, 40) end,
  { { "draw", "  ", " " }, { "distances", 1, 1, "." }, { "path", 1, 1, 40, 40, "." },
    { "visible", 1, 1, nil, "#" } })

-- ---- random numbers, readers, the process ----

local Rng = debug.getmetatable(rng.new(1)).__index
calls.classes.rng, calls.classes.reader = { __index = Rng }, { __index = reader.methods }
plain("rng.new", rng.new, 1)
plain("rng.new, no seed", rng.new, "x")
methods("rng", Rng, function() return rng.new(1) end,
  { { "next" }, { "below", 6 }, { "below", 0 } })

local function reads(name, text, list)
  methods("reader, " .. name, reader.methods, function() return reader.new(text) end, list,
    { reads = true })
end
local function of_file(text)
  local file = assert(io.tmpfile())
  file:write(text)
  file:seek "set"
  return reader.new(file)
end
plain("reader.new", reader.new, "text")
plain("reader.new, no text", reader.new, {})
add("reader.new, a file", function() return io.stdin end, reader.new)
reads("words", "one two three four\nfive\n", {
  { "at_end" }, { "word" }, { "word", "name" }, { "phrase", "name", 3 }, { "phrase", "name", 9 },
  { "line" }, { "skip", 2 }, { "skip", 99, "name" }, { "position" }, { "fail", "wrong" },
  { "unknown", "word", "six seven" }, { "integer", "name" }, { "integer_or_end", "name" },
  { "grid", 1, 3, "one" }, { "grid", 1, 3, "xyz" }, { "pick", 1 }, { "phrases", "name", 2 },
  { "tuples", 2, "name" }, { "each_board", 1, 3, "one" }, { "fail_board", 1, "wrong" },
})
reads("numbers", "12 -7 99999999999999999999", { { "integer", "name", 0, 5 }, { "integer" },
  { "integer_or_end" }, { "value", "name" } })
reads("nothing", "", { { "at_end" }, { "word" }, { "line" }, { "integer_or_end" },
  { "word", "name" } })
reads("a long line", ("x"):rep(3000) .. "\nand more\n", { { "line" } })
reads("too long a line", ("x"):rep(65540) .. "\nand more\n", { { "line" } })
reads("boards", "ab ba\nbb aa\n\naa\nbb\n", { { "boards", 2, 2, "ab" }, { "boards", 9, 2, "ab" } })
reads("odd boards", "ab ba\nbb\n", { { "boards", 2, 2, "ab" } })
reads("wide boards", (("a"):rep(50) .. " " .. ("b"):rep(50) .. "\n"):rep(3),
  { { "boards", 3, 50, "ab" } })
for name, open in pairs { text = reader.new, file = of_file } do
  local function loop(what, text, f)
    add(("reader, %s: %s"):format(name, what), function() return open(text) end, function(r)
      local found = {}
      f(r, found)
      return found
    end, { reads = true, loose = true })
  end
  add("reader, pick: " .. name, function()
    local r = open "one two three"
    r:phrase("name", 2)
    return r, 2
  end, reader.methods.pick, { reads = true })
  add("reader, skip_phrases: " .. name, function()
    local r = open "one two three four"
    r:phrases("name", 2)
    return r
  end, reader.methods.skip_phrases, { reads = true })
  add("reader, fail_board: " .. name, function()
    local r = open "ab ba\nbb aa\n"
    r:boards(2, 2, "ab")
    return r, 2, "wrong"
  end, reader.methods.fail_board, { reads = true })
  -- A loop that fails has lost what it has read before: only its errors are compared.
  for what, case in pairs {
    phrases = { "one two three four", function(r, found)
      for phrase in r:phrases("name", 2) do found[#found + 1] = phrase end
    end },
    tuples = { "1 2 3 4", function(r, found)
      for a, b in r:tuples(2, "name") do
        found[#found + 1] = { a, b }
        if a == 3 then break end
      end
    end },
    boards = { "ab ba\nbb aa\n\naa\nbb\n", function(r, found)
      for board, k, count in r:each_board(2, 2, "ab") do found[#found + 1] = { board, k, count } end
    end },
    ["boards, again and again"] = { "ab ba\nbb aa\n\naa\nbb\n", function(r, found)
      local next_board = r:each_board(2, 2, "ab")
      for _ = 1, 6 do
        found[#found + 1] = table.pack(pcall(next_board, r))
      end
    end },
  } do
    loop(what, case[1], case[2])
  end
end

plain("process.write", process.write, "")
plain("process.write, a table", process.write, {})
plain("process.flush", process.flush)
plain("process.renew", process.renew)
plain("process.renew, waiting", process.renew, true)
plain("process.silence, off", process.silence, false)
plain("process.default_signals", process.default_signals)
plain("process.is_terminal", process.is_terminal, 99)
plain("process.is_link", process.is_link, "spec/alloc")
plain("channel.new, not open", require("tessera.channel").new, 1000000)
plain("process.real_path", process.real_path, "spec/alloc")
plain("process.real_path, none", process.real_path, "spec/none")
plain("process.regular_file", process.regular_file, "spec/alloc/calls.lua")
plain("process.regular_file, a folder", process.regular_file, "spec/alloc")
plain("process.replace, none", process.replace, "spec/none", "text")
plain("process.replace, a folder", process.replace, "spec/alloc", "text")
plain("process.fork, no time", process.fork, 0, 1)
plain("process.plain", process.plain, "a\27[1mb\27]\xFF")
plain("process.has_parent", process.has_parent)
plain("process.keep", process.keep, 0, "text")
plain("process.say", process.say, "")
plain("process.suspend, a value", process.suspend, 1)
plain("process.ask, nobody", process.ask, "what", "text")
plain("process.create, no folder", process.create, "spec/none/none", "text")
plain("process.wall, no options", process.wall, 1)
plain("process.end_with_parent", process.end_with_parent)
plain("process.limit, no time", process.limit, { max_seconds = 0 })
plain("process.die, no signal", process.die, 0)

-- ---- searches ----

local function searches(name, f, start, ...)
  local given = table.pack(...)
  add(name, function()
    local args = {}
    for i = 1, given.n do
      args[i] = fresh(given[i])
    end
    return start(), table.unpack(args, 1, given.n)
  end, f)
end
local lit = game(lamps { name = "lit", actions = listed })
local function of_lamps() return lit.new "oo/._" end
local clobber = dofile "samples/games/clobber.lua"
local function is_lit(state) return state.things:count "lamp" == 4 end
local function raises() error("mine", 0) end
searches("search.traits", search.traits, of_tower, { nodes = 50 })
searches("search.walk", search.walk, of_lamps, 2)
searches("search.walk, progress", search.walk, of_lamps, 2,
  { progress = function() return true end })
searches("search.walk, raises", search.walk, of_lamps, 2, { progress = raises })
searches("search.shortest", search.shortest, of_lamps, "Bright", { nodes = 30 })
searches("search.shortest, f", search.shortest, of_lamps, is_lit,
  { heuristic = function() return 0 end, nodes = 30 })
searches("search.shortest, raises", search.shortest, of_lamps, raises)
searches("search.shortest, heuristic", search.shortest, of_lamps, is_lit,
  { heuristic = function() return "x" end, nodes = 30 })
searches("search.shortest, in C", search.shortest, function() return tower.new "..G/S#./###" end,
  "Cleared", { nodes = 200 })
searches("search.shortest, ida-star", search.shortest,
  function() return tower.new "..G/S#./###" end, "Cleared",
  { nodes = 200, method = "ida-star", memory = 1 << 16 })
local lights = dofile "samples/games/lights.lua"
local function of_lights() return lights.new "*./.*" end
searches("search.shortest, symmetric", search.shortest, of_lights, "Dark",
  { nodes = 50, symmetric = true })
searches("search.shortest, symmetric ida-star", search.shortest, of_lights, "Dark",
  { nodes = 50, symmetric = true, method = "ida-star", memory = 1 << 16 })
local tiles = dofile "spec/support/tiles.lua"
searches("search.shortest, bidirectional", search.shortest,
  function() return tiles.game.new "1 \n32" end, nil,
  { nodes = 30, method = "bidirectional", goals = { tiles.game.new "13\n2 " } })
searches("search_core.before", require("tessera.search_core").before,
  function() return tiles.game.new "12\n3 " end, { nodes = 0, memory = 1 << 20, disk = 0 }, "right")
add("search_core.estimate", of_samegame, require("tessera.search_core").estimate)
local sokoban = dofile "samples/games/sokoban.lua"
local fifteen = dofile "samples/games/fifteen.lua"
local function of_boxes() return sokoban.new "#####\n#@$.#\n#####" end
-- Where one of its searches lacks memory, another one answers, with counts of its own.
local function solved(...)
  local actions, info = search.solve(...)
  return actions or info.ended
end
searches("search.solve", solved, of_boxes, { nodes = 30 })
searches("search.solve, optimal", solved, of_boxes,
  { nodes = 30, optimal = true, by = "pushes", small = 3 })
searches("search.solve, lost", solved, function()
  return sokoban.new "####\n#$@#\n# .#\n####"
end)
searches("search.solve, f", solved, of_lamps, { goal = is_lit, nodes = 30 })
searches("search.solve, heuristic", search.solve, of_lamps,
  { goal = is_lit, heuristic = function() return "x" end, nodes = 30 })
searches("search.solve, raises", search.solve, of_lamps, { goal = raises })
searches("search.all_shortest", search.all_shortest, of_lamps, "Bright", { nodes = 30 })
searches("search.report", search.report, of_samegame, "Game Won", { nodes = 100 })
searches("search.hint", function(...)
  local best, info = search.hint(...)
  return best, info.why -- without memory it looks at fewer positions
end, of_samegame, "Game Won", { nodes = 100 })
for _, method in ipairs { "beam", "nrpa", "expectimax", "own" } do
  searches("search.best, " .. method, search.best, of_samegame,
    { method = method, nodes = 60, level = 1, width = 3 })
end
searches("search.best, mcts", search.best, of_horizontally, { method = "mcts", nodes = 30 })
-- Without memory for its table the search takes longer and finds less of the line.
searches("search.best, alpha-beta", function(...)
  local actions, info = search.best(...)
  return info.score, info.exact, info.ended, actions[1]
end, of_horizontally, { method = "alpha-beta", nodes = 1000 })
searches("search.best, an expert", function(...)
  local _, info = search.best(...)
  return type(info.ended)
end, function() return horizontally.new(nil, { fields = 2, rows = 6, columns = 6 }) end,
  { nodes = 2500 })
searches("search.best, of a duel", search.best, function() return clobber.new "xo/o." end,
  { method = "mcts", nodes = 5 })
local relay = dofile "samples/games/relay.lua"
local function of_relay() return relay.new() end
-- With less memory it plays fewer games, and may answer otherwise.
local function best_ended(...)
  local actions, info = search.best(...)
  return type(actions), type(info.ended)
end
searches("search.best, together", best_ended, of_relay, { nodes = 40, length = 4 })
for name, others in pairs { random = "random", greedy = "greedy",
  ["a function"] = function() return "wait" end } do
  searches("search.best, best-reply, " .. name, best_ended, of_relay,
    { nodes = 20, length = 4, method = "best-reply", others = others })
end
searches("search.best, best-reply, wrong", function(...)
  local _, info = search.best(...) -- it only answers if it ended before it asked the function
  error(info.ended == "memory" and "not enough memory" or info.ended)
end, of_relay,
  { nodes = 20, method = "best-reply", others = function() return "fly" end })
local core = require "tessera.search_core"
local enough = { nodes = 0, memory = 1 << 28, disk = 0 }
local function of_field() return horizontally.new(nil, { fields = 1, rows = 3, columns = 3 }) end
searches("search_core.expert", function(...)
  return assert(core.expert(...), "not enough memory for what he knows")
end, of_field, enough, of_field())
add("search_core.prospects", function() return clobber.new "xo/o." end, core.prospects)
for _, name in ipairs { "board", "model", "distances" } do
  searches("search_core." .. name, core[name], of_boxes, enough, 1, 1)
end
searches("search_core.exchange", core.exchange, of_boxes, enough, 16)
searches("search_core.exchange, kept tables", function(state, limits, entries)
  local kept = {}
  local function tables(key, _, made)
    kept[key] = made or kept[key]
    return kept[key]
  end
  local first = core.exchange(state, limits, entries, nil, nil, nil, nil, nil, nil, tables)
  local again = core.exchange(state, limits, entries, nil, nil, nil, nil, nil, nil, tables)
  return first and first.rest, again and again.rest
end, function() return fifteen.new "1234/5678/9abc/df.e" end, enough, 1 << 16)
add("search_core.checksum", function() return "text" end, core.checksum)
searches("search.best, value", search.best, of_samegame, { method = "beam", nodes = 40, width = 3,
  value = function(state) return state:left() end })
searches("robots:plan", robots.methods.plan, of_robots, 1, { nodes = 100 })
searches("samegame:best", samegame.methods.best, of_samegame, { nodes = 60, seed = 2 })
searches("samegame:best, threads", samegame.methods.best, of_samegame,
  { nodes = 60, seed = 2, threads = 2 })
for _, method in ipairs { "mcts", "nrpa" } do
  searches("search.best, threads, " .. method, search.best, of_samegame,
    { method = method, nodes = 60, level = 2, length = 20, threads = 3 })
end
-- Which of the threads comes first is another one in each run, so the counts differ.
searches("horizontally:winner, threads", function(...)
  local winner, info = horizontally.methods.winner(...)
  return winner, info.ended
end, function() return horizontally.new(nil, { fields = 2, rows = 4, columns = 4 }) end,
  { threads = 2 })
searches("samegame:clear", samegame.methods.clear, function()
  return samegame.new "1122/2211"
end)
plain("search, no state", search.walk, 7, 1)
searches("search.hint, of a duel", function(...)
  local best, info = search.hint(...)
  return best ~= nil or info.why -- with less memory it finds less
end, function() return clobber.new "xo/o." end, "Black wins", { nodes = 200 })

-- ---- questions about states ----

local states = modules.states
add("states.goal", of_tower, states.goal)
plain("states.is_game", states.is_game, tower)
add("states.is_scored", of_lamps, states.is_scored)
add("states.outcomes", of_lamps, states.outcomes)
plain("states.outcomes, none", states.outcomes, 7)
add("states.listener", function() return of_tower():watched(print) end, states.listener)
add("states.method", function() return of_samegame(), "best" end, states.method)
add("states.method, none", function() return of_lamps(), "best" end, states.method)
add("states.players", of_lamps, states.players)

-- ---- the modules themselves ----

local registry = debug.getregistry()
local class_key
for key, class in pairs(registry) do
  class_key = class == Grid and key or class_key
end
add("the first grid of all", function()
  registry[class_key] = nil
  return "ab/.a"
end, function(map)
  local shown = tostring(grid.new(map):rotated(1))
  registry[class_key] = Grid
  return shown
end)
for name in pairs(modules) do
  local known = registry["tessera.games"]
  add("require tessera." .. name, function()
    package.loaded["tessera." .. name], registry["tessera.games"] = nil, nil
    return name
  end, function()
    local module = require("tessera." .. name)
    local class = registry["tessera.games"]
    package.loaded["tessera." .. name], registry["tessera.games"] = modules[name], known
    return module, class and debug.getmetatable(class)
  end)
end

