--- Games in PuzzleScript, those of samples/puzzlescript or of the folder PUZZLES: random keys a
--- second in the first level, on one core; with BENCH_ARGS="puzzlescript solve 10" how many levels
--- are solved within 10 seconds each.

local puzzlescript = require "tessera.puzzlescript"
local search = require "tessera.search"

local keys_most = 200000
local seconds_most = 0.2

local function games()
  local folder = os.getenv "PUZZLES" or "samples/puzzlescript"
  local listing <close> = assert(io.popen(("ls -- '%s'/*.txt"):format(folder)))
  local list = {}
  for path in listing:lines() do
    local game, errors = puzzlescript.open(path, { lenient = true })
    list[#list + 1] = game and { game = game, name = path:match "([^/]*)%.txt$" }
      or print(path .. ": " .. errors) or nil
  end
  return list
end

-- Random keys a second in a level. Keys that do nothing count, too.
local function speed(first)
  local state, random, count = first:clone(), 1, 0
  local keys = { first:code "up", first:code "left", first:code "down", first:code "right" }
  local start = os.clock()
  repeat
    for _ = 1, 100 do
      random = random ~ random << 13 & 0xFFFFFFFF
      random = random ~ random >> 17
      random = random ~ random << 5 & 0xFFFFFFFF
      state:apply(keys[random % 4 + 1], false)
      if state:outcome() then
        state = first:clone()
      end
    end
    count = count + 100
  until count >= keys_most or os.clock() - start > seconds_most
  return count / (os.clock() - start)
end

local function measure_speed()
  print(("%-32s %9s %12s"):format("game", "board", "keys a second"))
  for _, entry in ipairs(games()) do
    local first = entry.game.new(1, { seed = 1 })
    print(("%-32s %4d x %-4d %12.0f"):format(entry.name, first:rows(), first:columns(),
      speed(first)))
  end
end

-- The difficulty as `run.lua check --levels` tells it: the binary logarithm of the successors that
-- the search for a shortest solution makes.
local function difficulty(info)
  return math.log(math.max(1, info.generated), 2)
end

local function measure_solving(seconds)
  local levels, solved, hopeless = 0, 0, 0
  local row = "%-32s %8s %8s %10s %12s"
  print(row:format("game", "levels", "solved", "unsolvable", "difficulty"))
  for _, entry in ipairs(games()) do
    local own, none, found = #entry.game.levels, 0, {}
    for number = 1, own do
      local actions, info = search.shortest(entry.game.new(number, { seed = 1 }), nil,
        { seconds = seconds, nodes = 1000000000 })
      if actions then
        found[#found + 1] = difficulty(info)
      elseif info.ended == "done" then
        none = none + 1
      end
    end
    table.sort(found)
    levels, solved, hopeless = levels + own, solved + #found, hopeless + none
    print(row:format(entry.name, own, #found, none,
      found[1] and ("%.1f to %.1f"):format(found[1], found[#found]) or "-"))
  end
  print(("%d levels, %d solved within %d s each, %d proven to have no solution"):format(levels,
    solved, seconds, hopeless))
end

return function(what, seconds)
  if what == "solve" then
    measure_solving(tonumber(seconds) or 10)
  else
    measure_speed()
  end
end
