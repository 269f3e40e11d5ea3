--- Games of pictures beside programs in C that know each game by heart (spec/bench/by_hand.c):
--- instructions for a step of random games, a successor of a walk, a list of the actions at the
--- start; and what making a state and loading a game take. Each is the difference of two runs of
--- callgrind, by what the longer one does more. BENCH_ARGS="pictures walk othello" measures those
--- rows only whose titles have these words.

local build = os.getenv "TESSERA_BUILD" or "build"
local lua = os.getenv "LUA" or "lua5.4"

local function capture(command)
  local pipe <close> = assert(io.popen(command))
  return pipe:read "a"
end

-- Instructions of a command, all of them or those inside of a function; and what it printed.
local function count(command, inside)
  local toggle = inside and "--toggle-collect=" .. inside or ""
  local text = capture(("valgrind --tool=callgrind --callgrind-out-file=/dev/null %s %s 2>&1")
    :format(toggle, command))
  local instructions = math.tointeger(text:match "Collected : (%d+)")
  return assert(instructions, text), text
end

local function engine(...)
  return lua .. " spec/bench/pictures/run.lua " .. table.concat({ ... }, " ")
end

local function by_hand(input, ...)
  local words = table.concat({ ... }, " ")
  return ("%s/bench/by_hand %s %s"):format(build, words, input and "< " .. input or "")
end

-- The numbers that a run has printed, such as { steps = 120 }.
local function printed(text)
  local numbers = {}
  for line in text:gmatch "[^\n]+" do
    if not line:find "^==" then
      for name, number in line:gmatch "(%a+) (%d+)" do
        numbers[name] = math.tointeger(number)
      end
    end
  end
  return numbers
end

-- The instructions for one more of what `unit` counts; without a unit, for one more time.
local function marginal(make, less, more, unit, inside)
  local few, before = count(make(less), inside)
  local many, after = count(make(more), inside)
  before, after = printed(before), printed(after)
  local done = unit and after[unit] - before[unit] or more - less
  assert(many > few and done > 0, inside and "nothing was counted inside of " .. inside)
  return (many - few) / done, after
end

local function grouped(n)
  return (("%.0f"):format(n):reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

local function line(title, cost, base)
  print(("%-42s %14s %14s %10s"):format(title, grouped(cost), base and grouped(base) or "",
    base and ("%.1f"):format(cost / base) or ""))
  io.stdout:flush()
end

local function check(title, a, b, tolerance)
  if math.abs(a - b) > tolerance * math.max(a, b) then
    error(("%s: the engine has %s, the program by hand %s"):format(title, a, b), 0)
  end
end

local level = "spec/bench/pictures/level.xsb"

-- ---- the rows ----

local rows = {}

local function row(title, measure)
  rows[#rows + 1] = { title = title, measure = measure }
end

local function input_of(game)
  return game == "sokoban" and level or nil
end

-- Random games are different ones: their mean length tells whether the games are the same.
local function playout(game, games, by_hand_games, cap)
  row("playout step: " .. game, function(title)
    local cost, ours = marginal(function(n)
      return engine("playout", game, n, cap)
    end, games, 2 * games, "steps")
    local base, other = marginal(function(n)
      return by_hand(input_of(game), "playout", game, n, cap)
    end, by_hand_games, 2 * by_hand_games, "steps")
    check(title, ours.steps / games, other.steps / by_hand_games, 0.2)
    line(title, cost, base)
  end)
end

playout("othello", 10, 500, 1000)
playout("clobber", 50, 1000, 1000)
playout("peg", 25, 1000, 1000)
playout("connect4", 200, 1000, 1000)
playout("tictactoe", 500, 5000, 1000)
playout("sokoban", 25, 200, 200)
playout("snake", 10, 200, 1000)

row("playout step: 2048", function(title)
  line(title, (marginal(function(n)
    return engine("playout", "2048", n, 1000)
  end, 10, 20, "steps")))
end)

row("tick: life, 32 x 32", function(title)
  local rows_of_life = os.tmpname()
  os.execute(engine("soup", "life") .. " > " .. rows_of_life)
  local cost, ours = marginal(function(n)
    return engine("ticks", "life", n)
  end, 5, 15)
  local base = marginal(function(n)
    return by_hand(rows_of_life, "ticks", "life", n)
  end, 1000, 2000)
  local _, other = count(by_hand(rows_of_life, "ticks", "life", 15))
  os.remove(rows_of_life)
  check(title, ours.alive, printed(other).alive, 0)
  line(title, cost, base)
end)

local function walk(game, less, more)
  row("successor in a walk: " .. game, function(title)
    local cost, ours = marginal(function(n)
      return engine("walk", game, n)
    end, less, more, "successors")
    local base, other
    if game == "othello" or game == "peg" or game == "sokoban" then
      base, other = marginal(function(n)
        return by_hand(input_of(game), "walk", game, n)
      end, less, more, "successors")
      check(title, ours.positions, other.positions, 0)
      check(title, ours.successors, other.successors, 0)
    end
    line(title, cost, base)
  end)
end

walk("othello", 4, 6)
walk("peg", 5, 7)
walk("sokoban", 20, 60)
walk("clobber", 2, 3)
walk("connect4", 5, 6)

-- What lists the actions in C: the table of their codes, which the method makes, is not counted.
local in_list = "pattern_actions"

for _, game in ipairs { "othello", "peg", "clobber", "connect4", "tictactoe", "sokoban",
  "snake" } do
  row("list of actions: " .. game, function(title)
    local cost, ours = marginal(function(n)
      return engine("list", game, n)
    end, 50, 150, nil, in_list)
    local base, other = marginal(function(n)
      return by_hand(input_of(game), "list", game, n)
    end, 1000, 3000)
    check(title, ours.actions, other.actions, 0)
    line(title, cost, base)
  end)
end

row("list of actions: 2048", function(title)
  line(title, (marginal(function(n)
    return engine("list", "2048", n)
  end, 50, 150, nil, in_list)))
end)

-- ---- making states and loading ----

for _, game in ipairs { "othello", "peg", "connect4", "2048", "clobber", "sokoban", "crates",
  "tower" } do
  row("new(): " .. game, function(title)
    local function of(what)
      return (marginal(function(n)
        return engine(what, game, n)
      end, 1000, 5000)) -- several times through the garbage
    end
    line(title, of "new", of "clone")
  end)
end

-- What a game and its first state take beyond a process with a game of one picture.
row("load: a game of one picture", function(title)
  line(title, (count(engine("start", "one", 1))))
end)

for _, game in ipairs { "many", "othello" } do
  row("load: " .. game .. ", beyond that", function(title)
    line(title, (count(engine("load", game, 1))) - (count(engine("start", game, 1))))
  end)
end

local headings = {
  { "^new", { "instructions", "new()", "clone()", "times" } },
  { "^load", { "instructions", "in all", "", "" } },
  { "", { "instructions", "engine", "C by hand", "times" } },
}

-- Each kind of rows has its heading.
local function heading_of(title)
  for _, heading in ipairs(headings) do
    if title:find(heading[1]) then
      return heading[2]
    end
  end
end

return function(...)
  local shown
  for _, entry in ipairs(rows) do
    local wanted = true
    for _, word in ipairs { ... } do
      wanted = wanted and entry.title:find(word, 1, true) ~= nil
    end
    if wanted then
      local heading = heading_of(entry.title)
      if heading ~= shown then
        print(("%-42s %14s %14s %10s"):format(table.unpack(heading)))
        shown = heading
      end
      entry.measure(entry.title)
    end
  end
end
