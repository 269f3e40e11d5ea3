--- Measures nanoseconds of CPU time for a step: in the core alone (spec/bench/core.c), through
--- apply, through apply_all, and in random games through playout. Each figure is the least of
--- several measurements.

local build = os.getenv "TESSERA_BUILD" or "build"
local rng = require "tessera.rng"

-- Nanoseconds for a step of `work`, which returns the number of its steps.
local function measure(work)
  local least = math.huge
  for _ = 1, 7 do
    collectgarbage()
    local start, done = os.clock(), 0
    repeat
      done = done + work()
    until os.clock() - start > 0.05
    least = math.min(least, (os.clock() - start) * 1e9 / done)
  end
  return least
end

local function pick(random, letters)
  local i = 1 + random:below(#letters)
  return letters:sub(i, i)
end

-- The first state of each game in C.
local starts = {}

-- Seven rows of ground with a few blocks on it.
function starts.tower(random)
  local rows = {}
  for row = 1, 20 do
    local cells = {}
    for column = 1, 20 do
      cells[column] = row > 13 and pick(random, "##I1") or row == 13 and pick(random, "....#I")
        or "."
    end
    rows[row] = table.concat(cells)
  end
  rows[13] = "S." .. rows[13]:sub(3, 19) .. "G"
  return (require("tessera.tower").new(table.concat(rows, "\n")))
end

function starts.jewelry(random)
  return (require("tessera.jewelry").new(require("spec.support.jewels").filled(random, 8, 8),
    { seed = 7 }))
end

function starts.robots(random)
  return (require("tessera.robots").new(nil, {
    robots = require("spec.support.robots_games").places(random, 20) }))
end

function starts.horizontally()
  return (require("tessera.horizontally").new(nil, { fields = 2, rows = 8, columns = 8 }))
end

function starts.samegame(random)
  return (require("tessera.samegame").new(
    require("spec.support.samegames").full(random, 15, 15, 5)))
end

-- The codes of the actions that would be carried out. (In the Tower, others may let time pass.)
local function carried_out(state)
  local codes = {}
  for _, code in ipairs(state:codes()) do
    if not state:why(code) then
      codes[#codes + 1] = code
    end
  end
  return codes
end

-- Random games of at most `max` actions: each a list of codes.
local function random_games(root, random, max)
  local games = {}
  for i = 1, 100 do
    local state, codes = root:clone(), {}
    for k = 1, max do
      local list = carried_out(state)
      if #list == 0 then
        break
      end
      codes[k] = list[1 + random:below(#list)]
      state:apply(codes[k])
    end
    games[i] = codes
  end
  return games
end

local function write_file(text)
  local path = os.tmpname()
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
  return path
end

-- The time of a step in the core, measured by build/bench/core.
local function core_step(name, root, games)
  local numbers = {}
  for i, codes in ipairs(games) do
    numbers[i] = #codes .. " " .. table.concat(codes, " ")
  end
  local state, actions = write_file(root:save()), write_file(table.concat(numbers, "\n"))
  local command = ("%s/bench/core %s %s %s"):format(build, name, state, actions)
  local pipe <close> = assert(io.popen(command))
  local cost = pipe:read "n"
  os.remove(state)
  os.remove(actions)
  return assert(cost, command)
end

-- The time of play(state, game) for an action, without the time for the call and for the copy of
-- the state. `nothing` is a game without actions.
local function action_cost(root, games, nothing, count, play)
  local all = measure(function()
    for i = 1, #games do
      play(root:clone(), games[i])
    end
    return count
  end)
  local none = measure(function()
    for _ = 1, #games do
      play(root:clone(), nothing)
    end
    return count
  end)
  return all - none
end

local function steps_per_second(root)
  return 1e9 / measure(function()
    return root:playout(1, 20).steps
  end)
end

local function measure_game(name)
  local random = rng.new(2012)
  local root = starts[name](random)
  local games, texts, strings, count = random_games(root, random, 200), {}, {}, 0
  for i, codes in ipairs(games) do
    texts[i] = {}
    for k, code in ipairs(codes) do
      texts[i][k] = root:text(code)
    end
    strings[i] = table.concat(texts[i], "\n")
    count = count + #codes
  end
  local function each(method)
    return action_cost(root, games, {}, count, function(state, codes)
      for i = 1, #codes do
        method(state, codes[i])
      end
    end)
  end
  -- size is a method that only checks its object.
  local core, empty, step = core_step(name, root, games), each(root.size), each(root.apply)
  local codes = action_cost(root, games, {}, count, root.apply_all) - core
  local by_text = action_cost(root, texts, {}, count, root.apply_all) - core
  local by_string = action_cost(root, strings, "", count, root.apply_all) - core
  print(("%-13s %8.1f %7.1f %8.1f %6.2f %8.1f %8.1f %8.1f %9.2f"):format(name, core, empty, step,
    step / (core + empty), codes, by_text, by_string, steps_per_second(root) / 1e6))
end

return function()
  print(("%-13s %8s %7s %8s %6s %8s %8s %8s %9s"):format("ns a step", "core", "empty", "apply",
    "ratio", "codes +", "texts +", "string +", "M steps/s"))
  local names = {}
  for name in pairs(starts) do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    measure_game(name)
  end
end
