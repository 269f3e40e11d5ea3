--- Batches against a slow twin in plain Lua, for every game of the project in all modes; and what
--- can be checked by eye.

local Twin = require "spec.oracle.batch"
local batch = require "tessera.batch"
local games = require "spec.support.games"
local lua_games = require "spec.support.lua_games"
local maps = require "tessera.base.maps"
local puzzlescript = require "tessera.puzzlescript"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

-- The rows of the planes of the first environment, as 0 and 1.
local function planes_of(many)
  local names, rows, columns = many:planes()
  local bytes, shown = many:observations(), {}
  for i, name in ipairs(names) do
    local lines = {}
    for row = 1, rows do
      local from = ((i - 1) * rows + row - 1) * columns
      lines[row] = bytes:sub(from + 1, from + columns):gsub(".", function(byte)
        return tostring(byte:byte())
      end)
    end
    shown[name] = table.concat(lines, "/")
  end
  return shown, names
end

local modes = { "next_step", "same_step", "never" }

-- Plays an environment of each seed beside its twin.
local function compare(game_starts, seed, options)
  local game, starts = game_starts.game, game_starts.starts
  local dice = rng.new(seed)
  options.count, options.seed = 1 + dice:below(4), dice:below(1000)
  options.autoreset = modes[1 + dice:below(3)]
  options.illegal = ({ "refuse", "end" })[1 + dice:below(2)]
  options.max_steps = ({ 7, 30, 0 })[1 + dice:below(3)]
  options.masks = "exact"
  options.levels = {}
  for k, list in ipairs(starts) do
    options.levels[k] = list[1]
  end
  local fine, many = pcall(batch.new, game, options)
  if not fine then -- boards of other colours
    options.levels = { starts[1][1] }
    many = batch.new(game, options)
  end
  local own = {}
  for k, level in ipairs(options.levels) do
    own[k] = { level }
  end
  local names, rows, columns = many:planes()
  local actions, twins = many:actions(), {}
  for i = 1, options.count do
    twins[i] = Twin.new(own, options, options.seed + i - 1)
  end
  many:reset()
  local size = #many:observations() // options.count
  local steps = 0
  local function alike(i, twin)
    local state = many:state(i)
    assert.is_true(state == twin.state, tostring(state) .. "\n" .. tostring(twin.state))
    assert.equal(state:turn() or 0, many:players()[i])
    if dice:below(6) > 0 then -- the twin takes long to look
      return
    end
    local observer = options.observer ~= "all" and (state:turn() or 1) or nil
    local seen = Twin.observe(twin.state, names, rows, columns, observer)
    assert.equal(seen, many:observations():sub((i - 1) * size + 1, i * size))
    local mask, listed = {}, {}
    for _, action in ipairs(not (twin.terminated or twin.truncated) and twin.state:actions() or {})
    do
      listed[action] = true
    end
    for k, action in ipairs(actions) do
      mask[k] = string.char(listed[action] and 1 or 0)
      listed[action] = nil
    end
    assert.is_nil(next(listed))
    assert.equal(table.concat(mask), many:masks():sub((i - 1) * #actions + 1, i * #actions))
  end
  for i, twin in ipairs(twins) do
    alike(i, twin)
  end
  for _ = 1, 15 do
    local chosen, expected = {}, {}
    for i, twin in ipairs(twins) do
      local possible = twin.state:actions()
      chosen[i] = possible[1] and dice:below(4) > 0 and possible[1 + dice:below(#possible)]
        or actions[1 + dice:below(#actions)]
    end
    for i, twin in ipairs(twins) do
      local reward, illegal, final = twin:step(chosen[i])
      expected[i] = { reward = reward, illegal = illegal, final = final }
    end
    many:step(chosen)
    local rewards, illegal, finals = many:rewards(), many:illegal(), many:final_observations()
    local terminated, truncated = many:terminated(), many:truncated()
    for i, twin in ipairs(twins) do
      alike(i, twin)
      assert.equal(expected[i].reward, rewards[i])
      assert.equal(expected[i].illegal, illegal[i])
      local ended = expected[i].final and twin.ended or twin
      assert.equal(ended.terminated, terminated[i])
      assert.equal(ended.truncated, truncated[i])
      assert.equal(ended.length, many:lengths()[i])
      assert.equal(ended.sum, many:sums()[i])
      if expected[i].final then
        local final = expected[i].final
        assert.equal(Twin.observe(final, names, rows, columns,
          options.observer ~= "all" and (final:turn() or 1) or nil),
          finals:sub((i - 1) * size + 1, i * size))
      end
      steps = steps + 1
    end
  end
  return steps
end

local function starts_of(name, seed)
  local start = require("spec.conformance." .. name)
  local dice, starts = rng.new(seed), {}
  for k = 1, 1 + dice:below(3) do
    starts[k] = { (start(dice)) }
  end
  return { game = require("tessera.base.games").of(starts[1][1]), starts = starts }
end

-- The planes of all environments, as lists of bytes.
local function lists_of(many, count)
  local names, rows, columns = many:planes()
  local bytes, cells, lists = many:observations(), rows * columns, {}
  for i = 0, count * #names - 1 do
    lists[i + 1] = bytes:sub(i * cells + 1, (i + 1) * cells)
  end
  return lists, names
end

local function packed(plane)
  local bytes = {}
  for from = 1, #plane, 8 do
    local byte = 0
    for i = from, math.min(from + 7, #plane) do
      byte = byte | (plane:byte(i) > 0 and 1 or 0) << (i - from)
    end
    bytes[#bytes + 1] = string.char(byte)
  end
  return table.concat(bytes)
end

-- What a layer shows that has `kinds` of these planes from `first` on.
local function joined(lists, first, kinds, blank)
  local bytes = {}
  for cell = 1, #lists[first] do
    local k = first
    while k < first + kinds and lists[k]:byte(cell) == 0 do
      k = k + 1
    end
    bytes[cell] = string.char(k < first + kinds and k - first + blank or 0)
  end
  return table.concat(bytes)
end

-- Whether the planes from `plane` on, some for each layer, are what these layers show.
local function show_same(lists, layers, layer, plane, known)
  if layer > #layers then
    return plane > #lists
  end
  local key = layer * 1000 + plane
  if known[key] == nil then
    known[key] = lists[plane] == layers[layer]
      and show_same(lists, layers, layer + 1, plane + 1, known)
    for kinds = 1, #lists - plane + 1 do
      for blank = 0, 1 do
        known[key] = known[key] or joined(lists, plane, kinds, blank) == layers[layer]
          and show_same(lists, layers, layer + 1, plane + kinds, known)
      end
    end
  end
  return known[key]
end

-- Boards are shown in three ways, and masks found in two, by batches that do the same.
local function compare_ways(game, level, seed)
  local dice, ways = rng.new(seed), {}
  for i, way in ipairs { { "planes", "exact" }, { "bits", "candidates" }, { "layers" } } do
    ways[i] = batch.new(game, { levels = { level }, observation = way[1], masks = way[2],
      max_steps = 9, seed = seed, observer = "all" })
    ways[i]:reset()
  end
  for _ = 1, 10 do
    local lists = lists_of(ways[1], 1)
    local bits = {}
    for i, plane in ipairs(lists) do
      bits[i] = packed(plane)
    end
    assert.equal(table.concat(bits), ways[2]:observations())
    assert.is_true(show_same(lists, lists_of(ways[3], 1), 1, 1, {}))
    local exact, candidates, possible = ways[1]:masks(), ways[2]:masks(), {}
    for k = 1, #exact do
      assert.is_true(candidates:byte(k) >= exact:byte(k))
      possible[#possible + 1] = exact:byte(k) == 1 and k or nil
    end
    local chosen = possible[1] and possible[1 + dice:below(#possible)] or 1
    for _, many in ipairs(ways) do
      many:step { chosen }
    end
  end
end

describe("a batch of", function()
  local names = table.move(games, 1, #games, 1, {})
  for _, game in ipairs(lua_games) do
    -- A batch of players who act together takes an action of each of them.
    names[#names + 1] = not maps.about(game.module).together and game.name or nil
  end
  for _, name in ipairs(names) do
    it(name .. " does what its twin does", function()
      for seed in seeds(8) do
        compare(starts_of(name, seed), seed, { observer = seed % 2 == 0 and "all" or nil,
          illegal_reward = -0.5, step_reward = -0.25 })
        local own = starts_of(name, seed)
        compare_ways(own.game, own.starts[1][1], seed)
      end
    end)
  end

  for path in io.popen("ls samples/puzzlescript/*.txt"):lines() do
    it(path .. " does what its twin does", function()
      local file <close> = assert(io.open(path))
      local game = puzzlescript.read(file:read "a")
      for seed in seeds(8) do
        local starts = {}
        for k = 1, math.min(3, #game.levels) do
          starts[k] = { (game.new(k)) }
        end
        compare({ game = game, starts = starts }, seed, {})
        compare_ways(game, starts[1][1], seed)
      end
    end)
  end
end)

describe("a batch", function()
  local sokoban = dofile "samples/games/sokoban.lua"
  local level = "#####\n#@$.#\n#####"

  it("shows Sokoban", function()
    local many = batch.new(sokoban, { levels = { level, "########\n#@ $   #\n#   .  #\n########" },
      level = 1 })
    many:reset()
    local seen, names = planes_of(many)
    assert.same({ "floor", "target", "wall", "box", "player" }, names)
    assert.same({ floor = "00000000/01100000/00000000/00000000",
      target = "00000000/00010000/00000000/00000000",
      wall = "11111000/10001000/11111000/00000000",
      box = "00000000/00010000/00000000/00000000",
      player = "00000000/00100000/00000000/00000000" }, (function()
        many:step { "right" }
        return (planes_of(many))
      end)())
    assert.equal("00000000/00100000/00000000/00000000", seen.box)
    assert.same({ true }, many:terminated())
    assert.same({ 1.0 }, many:rewards())
  end)

  it("hides the mines, but not from nobody", function()
    local mines = dofile "samples/games/mines.lua"
    local options = { levels = { "*.*\n...\n..." } }
    local many = batch.new(mines, options)
    many:reset()
    many:step { "dig 3 3" }
    local seen = planes_of(many)
    assert.equal("000/000/000", seen.mine)
    assert.equal("111/000/000", seen.covered)
    assert.equal("111/000/111", seen["0"])
    assert.equal("000/101/000", seen["1"])
    options.observer = "all"
    many = batch.new(mines, options)
    many:reset()
    assert.equal("101/000/000", planes_of(many).mine)
  end)

  it("has planes in the order of `kinds`", function()
    local game = require("tessera").game { name = "ordered", layers = { "low", "high" },
      kinds = { "sand", "water", "ship" }, fields = { wind = 3, secret = { hidden = true } },
      legend = { ["."] = { low = "water" }, [":"] = { low = "sand" }, ["*"] = { low = "rock" },
        S = { low = "water", high = "ship" }, b = { low = "sand", high = "boat" } },
      moves = { "<direction>" },
      rules = { { "<direction>", "[ ship | no high ] -> [ | ship ]" } } }
    local many = batch.new(game, { levels = { "S.:" } })
    many:reset()
    assert.same({ "sand", "water", "rock", "ship", "boat", "wind" }, (many:planes()))
    assert.equal("333", planes_of(many).wind)
    many = batch.new(game, { levels = { "S.:" }, observation = "layers" })
    many:reset()
    assert.same({ "low", "high", "wind" }, (many:planes()))
    assert.equal("\1\1\0\1\0\0\3\3\3", many:observations())
    many = batch.new(game, { levels = { "S.:" }, observation = "bits" })
    many:reset()
    assert.equal("\4\3\0\1\0\7", many:observations())
    local _, message = pcall(require("tessera").game, { name = "wrong", kinds = { "sandd" },
      legend = { ["."] = "sand" }, moves = { "wait" }, apply = function() end })
    assert.matches("game 'wrong': kinds: no kind is called 'sandd' %(did you mean 'sand'%?%)$",
      message)
  end)

  it("begins at several positions where a seed says them, whatever the board shows", function()
    local hidden = require("tessera").game { name = "hidden", legend = { ["."] = "sand" },
      map = ".", fields = { dug = 0 }, moves = { "wait" }, apply = function() end,
      setup = function(state)
        state.dug = state:chance(6)
      end }
    local puzzle = assert(require("tessera.puzzlescript").read [[
OBJECTS
background
black
player
white
gem
red
LEGEND
. = background
@ = player
SOUNDS
COLLISIONLAYERS
background
player, gem
RULES
random [ no player no gem ] -> [ gem ]
WINCONDITIONS
LEVELS
...
.@.
...
]])
    for _, game in ipairs { hidden, puzzle } do
      local many, actions, seen = batch.new(game, { count = 30 }), {}, {}
      for i = 1, 30 do
        actions[i] = 1
      end
      many:reset()
      many:step(actions)
      for i = 1, 30 do
        seen[many:state(i):hash()] = true
      end
      local count = #require("tessera.base.wording").sorted(seen)
      assert.is_true(count > 4, count .. " of 6 numbers, or 8 places")
    end
  end)

  it("takes a level of a game in C that takes seeds", function()
    local many = batch.new("jewelry", { levels = { "ROY/OYR/YRO" } })
    many:reset()
    assert.equal("ROY\nOYR\nYRO\n", tostring(many:state(1)))
  end)

  it("lets environment i of seed s be the only one of seed s + i", function()
    local game2048 = dofile "samples/games/2048.lua"
    local many = batch.new(game2048, { count = 5, seed = 7, starts = 9 })
    local alone = batch.new(game2048, { seed = 11, starts = 9 })
    many:reset()
    alone:reset()
    for _ = 1, 20 do
      for _, action in ipairs { "up", "left" } do
        many:step { action, "down", action, "right", action }
        alone:step { action }
        assert.equal(tostring(alone:state(1)), tostring(many:state(5)))
      end
    end
  end)

  it("has the same numbers by any number of threads", function()
    local connect4 = dofile "samples/games/connect4.lua"
    local batches, dice = {}, rng.new(3)
    for k, threads in ipairs { 1, 2, 5, 64 } do
      batches[k] = batch.new(connect4, { count = 37, threads = threads, masks = "exact",
        autoreset = "same_step", all_players = true })
      batches[k]:reset()
    end
    for _ = 1, 60 do
      local actions = {}
      for i = 1, 37 do
        actions[i] = 1 + dice:below(7)
      end
      local ended
      for k, many in ipairs(batches) do
        local count = many:step(actions)
        ended = ended or count
        assert.equal(ended, count)
        for _, of in ipairs { "observations", "masks", "rewards", "sums", "players" } do
          assert.same(batches[1][of](batches[1]), many[of](many), of .. k)
        end
      end
    end
  end)

  it("gives each player a share", function()
    local connect4 = dofile "samples/games/connect4.lua"
    local many = batch.new(connect4, { all_players = true, autoreset = "same_step" })
    many:reset()
    for _ = 1, 3 do
      many:step { "drop 1" }
      assert.same({ 2 }, many:players())
      many:step { "drop 2" }
    end
    assert.equal(1, many:step { "drop 1" })
    assert.same({ 1.0, -1.0 }, many:rewards())
    assert.same({ 7 }, many:lengths())
    assert.same({ 1 }, many:outcomes())
    assert.same({ 1 }, many:players())
  end)

  it("saves, loads and copies an environment", function()
    local game2048 = dofile "samples/games/2048.lua"
    local one = batch.new(game2048, { count = 2, seed = 3, starts = 4 })
    local other = batch.new(game2048, { count = 3, seed = 90, starts = 4 })
    one:reset()
    other:reset()
    one:step { "left", "up" }
    other:load(2, one:save(1))
    other:copy(3, one, 2)
    for _, action in ipairs { "up", "left", "down", "right", "up", "left" } do
      one:step { action, action }
      other:step { "left", action, action }
      assert.equal(one:save(1), other:save(2))
      assert.equal(one:save(2), other:save(3))
    end
    other:load(1, one:state(1):save())
    assert.is_true(other:state(1) == one:state(1))
    assert.has_error(function()
      other:load(1, "tessera game2048 1\nrows 3\ncolumns 4\ndice 0\n")
    end)
    assert.is_true(other:state(1) == one:state(1))
  end)

  it("ends a position changed by hand with the next action, wherever it comes from", function()
    local solved = sokoban.new "######\n#@  *#\n#   $.\n######"
    solved.things:set(3, 5, "nothing")
    assert.is_nil(solved:outcome())
    local saved = solved:save()
    local start = "######\n#@ $.#\n#    #\n######"
    local one = batch.new(sokoban, { count = 2, levels = { start } })
    one:reset()
    one:load(2, saved)
    local other = batch.new(sokoban, { levels = { start } })
    other:copy(1, one, 2)
    local begun = batch.new(sokoban, { levels = { solved } })
    begun:reset()
    one:step { "right", "right" }
    assert.same({ 0, 1 }, one:outcomes())
    for _, many in ipairs { other, begun } do
      many:step { "right" }
      assert.same({ 1 }, many:outcomes())
    end
    one:load(1, saved)
    assert.equal(saved, one:state(1):save())
  end)

  it("resets a part, and by seeds and levels", function()
    local many = batch.new(sokoban, { count = 3, seed = 5,
      levels = { level, "####\n#@$.#\n####" } })
    many:reset { levels = { 1, 2, 1 } }
    assert.equal("####\n#@$.#\n####", (tostring(many:state(2)):gsub(" *\n", "\n"):gsub("\n$", "")))
    many:step { "right", "left", "right" }
    many:reset { which = { 1, 0, 0 } }
    assert.same({ 0, 1, 1 }, many:lengths())
    many = batch.new(dofile "samples/games/2048.lua", { count = 3 })
    many:reset { seeds = { 9, 8, 9 } }
    for _, action in ipairs { "left", "up", "right", "left", "up" } do
      many:step { action, action, action }
    end
    assert.is_true(many:state(1) == many:state(3))
    assert.is_false(many:state(1) == many:state(2))
  end)

  it("refuses what is wrong in a line", function()
    local many = batch.new(sokoban, { count = 2, levels = { level }, illegal = "fail" })
    many:reset()
    local function fails(text, f, ...)
      local fine, message = pcall(f, ...)
      assert.is_false(fine)
      assert.equal(text, tostring(message):match "^[^:]*:%d+: (.*)$" or message)
    end
    fails("environment 2: 'jump' is no action of sokoban", many.step, many, { "right", "jump" })
    fails("environment 2: action 5 is not in 1..4", many.step, many, { 1, 5 })
    fails("environment 1: action 0 is not in 1..4", many.step, many, { 0, 1 })
    fails("environment 1: '99999999999' is no action of sokoban", many.step, many,
      { 99999999999, 1 })
    fails("environment 2: expected the text or the number of an action, got nil", many.step, many,
      { 1 })
    fails("environment 1: up: a wall is in the way", many.step, many, { "up", "right" })
    assert.same({ 0, 0 }, many:lengths())
    fails("batch: unknown key 'cuont' (did you mean 'count'?)", batch.new, sokoban,
      { cuont = 3 })
    fails("batch: levels is missing: the game has no board of its own", batch.new, "tower")
    fails("batch: level 2: line 1, column 1: no 'S' in the 3 rows from here", batch.new, "tower",
      { levels = { "...\nSG.\n###", "...\n.G.\n###" } })
    fails("batch: masks: expected one of none, candidates, exact, got 'exakt' "
      .. "(did you mean 'exact'?)", batch.new, sokoban, { masks = "exakt", levels = { level } })
    fails("batch: win_reward: expected a finite number, got inf", batch.new, sokoban,
      { win_reward = math.huge, levels = { level } })
    fails("batch: step_reward: expected a finite number, got 1e+39", batch.new, sokoban,
      { step_reward = 1e39, levels = { level } })
    assert.matches("batch: illegal_reward: expected a finite number, got %-?nan$",
      select(2, pcall(batch.new, sokoban, { illegal_reward = 0 / 0, levels = { level } })))
    fails("batch: count: expected 1 or more, got 0", batch.new, sokoban,
      { count = 0, levels = { level } })
  end)

  it("raises what a rule raises", function()
    local game = require("tessera").game { name = "raises", legend = { ["."] = "a" }, map = "..",
      moves = { "go" }, apply = function()
        error "boom"
      end }
    local many = batch.new(game)
    many:reset()
    assert.has_error(function()
      many:step { "go" }
    end)
    assert.equal("..\n", tostring(many:state(1)))
  end)

  it("is over before its first reset", function()
    for _, autoreset in ipairs(modes) do
      local many = batch.new(sokoban, { levels = { level }, autoreset = autoreset })
      assert.equal(0, many:step { "right" })
      assert.equal(autoreset == "never", many:truncated()[1])
      assert.equal("#####\n#@$.#\n#####\n", tostring(many:state(1)))
    end
  end)

  it("notices each kind of end that a rule brings about", function()
    for when, steps in pairs { ["no gem"] = 2, ["count gem = 0"] = 2, ["count empty > 3"] = 2,
      ["all player on target"] = 1, ["some player on target"] = 1, ["all gem on target"] = 2,
      ["some gem and keys = 1"] = 1, ["keys = 3"] = 3, ["count gem < count target"] = 2,
      ["line 4 empty"] = 4 } do
      local game = require("tessera").game { name = "walk", layers = { "ground", "things" },
        legend = { ["."] = { ground = "floor", things = "empty" },
          [":"] = { ground = "target", things = "empty" },
          ["@"] = { ground = "floor", things = "player" },
          ["*"] = { ground = "floor", things = "gem" } },
        map = "@:*..", moves = { "go" }, fields = { keys = 0 },
        rules = { { "go", "right [ player | empty or gem ] -> [ empty | player ]",
          count = "keys" } },
        ends = { { "Over", when } } }
      local many, expected = batch.new(game, { autoreset = "never" }), {}
      many:reset()
      for i = 1, steps do
        many:step { "go" }
        expected[i] = i == steps
        assert.equal(expected[i], many:terminated()[1], when)
      end
    end
  end)

  it("ends with the next action where a state was changed to one that is at an end", function()
    local state = sokoban.new "######\n#@ $.#\n######"
    state.things:set(2, 4, "nothing")
    state.things:set(2, 5, "box")
    local changed = batch.new(sokoban, { levels = { state }, autoreset = "never" })
    local other = batch.new(sokoban, { levels = { "######\n#@ $.#\n######" },
      autoreset = "never" })
    changed:reset()
    other:reset()
    other:copy(1, changed, 1)
    assert.equal("######\n#@  *#\n######\n", tostring(other:state(1)))
    for _, many in ipairs { changed, other } do
      assert.equal(1, many:step { "right" })
      assert.is_true(many:terminated()[1])
    end
  end)

  it("is closed to the rules that it calls, and after its finalizer", function()
    local many
    local game = require("tessera").game { name = "calls", legend = { ["."] = "a" }, map = "..",
      moves = { "go" }, apply = function()
        many:step { "go" }
      end }
    many = batch.new(game)
    many:reset()
    local fine, message = pcall(many.step, many, { "go" })
    assert.is_false(fine)
    assert.matches("batch: it is at work, or closed$", message)
    many:reset()
    local closed = setmetatable({ many = many }, { __gc = function(self)
      fine, message = pcall(self.many.observations, self.many)
    end })
    fine, many, closed = true, batch.new(sokoban, { levels = { level } }), closed and nil
    collectgarbage()
    collectgarbage()
    assert.is_nil(closed)
    assert.is_true(fine or message:find "closed" ~= nil)
  end)
end)
