--- What BENCH_ARGS=pictures counts the instructions of: `lua5.4 spec/bench/pictures/run.lua WHAT
--- GAME N [CAP]` does one thing N times, or to depth N. What it prints is compared with by_hand.c.

local build = os.getenv "TESSERA_BUILD" or "build"
package.path = "lua/?.lua;?.lua;" .. package.path
package.cpath = build .. "/?.so;" .. package.cpath

local what, name, n, cap = arg[1], arg[2], math.tointeger(arg[3]), math.tointeger(arg[4])

local function file(path)
  local handle <close> = assert(io.open(path))
  return handle:read "a"
end

-- Thirty-two rows, a third of whose cells are alive.
local function soup()
  local x, rows = 1, {}
  for row = 1, 32 do
    local cells = {}
    for column = 1, 32 do
      x = x * 1103515245 + 12345 & 0x7fffffff
      cells[column] = (x >> 16) % 3 == 0 and "o" or "."
    end
    rows[row] = table.concat(cells)
  end
  return table.concat(rows, "\n")
end

-- The map of a game that has none of its own.
local maps = {
  clobber = function() return "oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox" end,
  life = soup,
  many = soup,
  sokoban = function() return file "spec/bench/pictures/level.xsb" end,
  tower = function() return ".......\nS#.#..G\n#######" end,
}

local here = { many = true, snake = true, tictactoe = true }

-- What `new` of the game is, with the map to give to it.
local function open()
  local map = maps[name] and maps[name]()
  if name == "crates" then
    local path = "samples/puzzlescript/crates.txt"
    return require("tessera.puzzlescript").open(path).new, 1
  elseif name == "tower" then
    return require("tessera.tower").new, map
  end
  local path = here[name] and "spec/bench/pictures/" or "samples/games/"
  return dofile(path .. name .. ".lua").new, map
end

local actions = {}

-- What every process that plays a game in Lua takes: the library, a game of one picture, and the
-- map of the game that `load` makes.
function actions.start()
  local _ = maps[name] and maps[name]()
  require "tessera".game { name = "one", legend = { ["."] = "dead", o = "alive" },
    moves = { "tick" }, rules = { { "tick", "first [ dead ] -> [ alive ]" } } }.new "."
end

function actions.load()
  local new, map = open()
  new(map)
end

function actions.soup()
  print(soup())
end

function actions.new()
  local new, map = open()
  for _ = 1, n do
    new(map)
  end
end

function actions.clone()
  local new, map = open()
  local state = new(map)
  for _ = 1, n do
    state:clone()
  end
end

function actions.playout()
  local new, map = open()
  print("steps " .. new(map):playout(1, n, cap).steps)
end

function actions.walk()
  local new, map = open()
  local _, info = require("tessera.search").walk(new(map), n, { nodes = 100000000 })
  print(("positions %d successors %d"):format(info.positions, info.generated))
end

function actions.list()
  local new, map = open()
  local state, count = new(map), 0
  for _ = 1, n do
    count = #state:codes()
  end
  print("actions " .. count)
end

function actions.ticks()
  local new, map = open()
  local state = new(map)
  for _ = 1, n do
    state:apply "tick"
  end
  print("alive " .. state.board:count "alive")
end

actions[what]()
