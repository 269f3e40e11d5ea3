--- What `make bench BENCH_ARGS=puzzlescript` measures: random keys a second in each level of games
--- in PuzzleScript, on one core; those of samples/puzzlescript, or those of the folder PUZZLES. With
--- the argument `solve` the levels that are solved within so many seconds: `puzzlescript solve 10`.

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

local function measure_solving(seconds)
  local levels, solved, hopeless = 0, 0, 0
  print(("%-32s %8s %8s"):format("game", "levels", "solved"))
  for _, entry in ipairs(games()) do
    local own, done = #entry.game.levels, 0
    for number = 1, own do
      local actions, info = search.shortest(entry.game.new(number, { seed = 1 }), nil,
        { seconds = seconds, nodes = 1000000000 })
      done = done + (actions and 1 or 0)
      hopeless = hopeless + (not actions and info.ended == "done" and 1 or 0)
    end
    levels, solved = levels + own, solved + done
    print(("%-32s %8d %8d"):format(entry.name, own, done))
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
