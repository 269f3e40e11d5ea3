--- What a step costs, in nanoseconds of CPU time: in the core alone (spec/bench/core.c), through
--- apply, through apply_all, and in random games through playout. Each figure is the least
--- of several measurements.

local build = os.getenv "TESSERA_BUILD" or "build"
local rng = require "tessera.rng"

-- Nanoseconds that `work`, which returns how much it did, takes for each.
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

-- A start of each game in C, of the size that is measured.
local starts = {}

-- Seven rows of ground, and blocks here and there upon it.
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
  return require("tessera.jewelry").new(require("spec.support.jewels").filled(random, 8, 8),
    { seed = 7 })
end

function starts.robots(random)
  local robots, used = {}, { [15 * 32 + 15] = true }
  while #robots < 20 do
    local row, column = 1 + random:below(31), 1 + random:below(31)
    if not used[row * 32 + column] then
      used[row * 32 + column] = true
      robots[#robots + 1] = { row, column }
    end
  end
  return (require("tessera.robots").new { robots = robots })
end

function starts.horizontally()
  return require("tessera.horizontally").new { fields = 2, rows = 8, columns = 8 }
end

function starts.samegame(random)
  local rows = {}
  for row = 1, 15 do
    local cells = {}
    for column = 1, 15 do
      cells[column] = pick(random, "12345")
    end
    rows[row] = table.concat(cells)
  end
  return (require("tessera.samegame").new(table.concat(rows, "\n")))
end

-- The codes of the actions that would be carried out. (Others may let time pass.)
local function carried_out(state)
  local codes = {}
  for _, code in ipairs(state:codes()) do
    if not state:why(code) then
      codes[#codes + 1] = code
    end
  end
  return codes
end

-- The longest of some random games: the codes of its actions, at most `max`.
local function random_codes(root, random, max)
  local longest = {}
  for _ = 1, 200 do
    local state, codes = root:clone(), {}
    for i = 1, max do
      local list = carried_out(state)
      if #list == 0 then
        break
      end
      codes[i] = list[1 + random:below(#list)]
      state:apply(codes[i])
    end
    longest = #codes > #longest and codes or longest
  end
  return longest
end

local function write_file(text)
  local path = os.tmpname()
  local file <close> = assert(io.open(path, "w"))
  file:write(text)
  return path
end

-- The core's step, as its own program measures it.
local function core_step(name, root, codes)
  local state, actions = write_file(root:save()), write_file(table.concat(codes, "\n"))
  local command = ("%s/bench/core %s %s %s"):format(build, name, state, actions)
  local pipe <close> = assert(io.popen(command))
  local cost = pipe:read "n"
  os.remove(state)
  os.remove(actions)
  return assert(cost, command)
end

-- A method that only checks its object, called in the same way as apply.
local function empty_call(state, codes)
  local size = state.size
  return measure(function()
    for _ = 1, 100 do
      for i = 1, #codes do
        size(state, codes[i])
      end
    end
    return 100 * #codes
  end)
end

-- Of an action of a game, without the cost of the copy that it is played on and of one call.
local function action_cost(root, actions, count, play)
  local function cost(list)
    return measure(function()
      for _ = 1, 20 do
        play(root:clone(), list)
      end
      return 20
    end)
  end
  return (cost(actions) - cost(type(actions) == "string" and "" or {})) / count
end

local function steps_per_second(root)
  return 1e9 / measure(function()
    return root:playout(1, 20).steps
  end)
end

local function texts_of(root, codes)
  local texts = {}
  for i, code in ipairs(codes) do
    texts[i] = root:text(code)
  end
  return texts
end

local function measure_game(name)
  local random = rng.new(2012)
  local root = starts[name](random)
  local codes = random_codes(root, random, 200)
  local texts = texts_of(root, codes)
  local lines = table.concat(texts, "\n")
  local core, empty = core_step(name, root, codes), empty_call(root, codes)
  local step = action_cost(root, codes, #codes, function(state, list)
    local apply = state.apply
    for i = 1, #list do
      apply(state, list[i])
    end
  end)
  local batch = {}
  for i, actions in ipairs { codes, texts, lines } do
    batch[i] = action_cost(root, actions, #codes, root.apply_all) - core
  end
  print(("%-13s %8.1f %7.1f %8.1f %6.2f %8.1f %8.1f %8.1f %9.2f"):format(name, core, empty, step,
    step / (core + empty), batch[1], batch[2], batch[3], steps_per_second(root) / 1e6))
end

-- A start of each of the games written in Lua.
local samples = {
  { "sokoban", "#######\n#. $ .#\n#  $  #\n#  @  #\n#######" },
  { "clobber", "oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox" },
  { "2048" },
}

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
  for _, sample in ipairs(samples) do
    local root = dofile(("samples/games/%s.lua"):format(sample[1])).new(sample[2], { seed = 1 })
    print(("%-13s %8s %7s %8s %6s %8s %8s %8s %9.3f"):format(sample[1], "", "", "",
      "", "", "", "", steps_per_second(root) / 1e6))
  end
end
