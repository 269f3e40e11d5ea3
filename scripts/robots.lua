--- The command `robots`: reads positions and teleport lists, plays them by the strategy, and writes
--- how each game ended.

local robots = require "tessera.robots"

local write = require("tessera.process").write
local new, methods = robots.new, robots.methods
local play, counts = methods.play, methods.counts

local side, home = 31, 15
local robots_max = side * side - 1
local teleports_max = robots.teleports_max

-- places["17 18"] is { row, column, number of the last case with a robot in this cell }. Each cell
-- gets one such table, when it is first read. No robot may start in the player's cell.
local places = { ["15 15"] = { home, home, math.maxinteger } }

-- A cache of texts by number. Large numbers are rare and not kept.
local function texts(make)
  return setmetatable({}, {
    __index = function(known, number)
      local text = make(number)
      if number < 100 * (side + 1) then
        known[number] = text
      end
      return text
    end,
  })
end

local digits = texts(tostring)
local jumps = texts(function(move)
  return ("Move %d: teleport to "):format(move)
end)
-- The index is 100 * row + column.
local cells = texts(function(cell)
  return ("(%d,%d)\n"):format(cell // 100, cell % 100)
end)

-- The place for a phrase that is not in `places` yet, or an error in the input.
local function other_place(reader, phrase, name)
  reader:pick(1)
  local row = reader:value("row of the " .. name, 1, side)
  reader:pick(2)
  local column = reader:value("column of the " .. name, 1, side)
  local text = row .. " " .. column
  local place = places[text] or { row, column, 0 }
  places[text] = place
  return place
end

local function refuse_robot(reader, place)
  local what = "a second robot at (%d,%d)"
  if place[3] == math.maxinteger then
    what = "a robot at (%d,%d), where the player starts"
  end
  reader:pick(1)
  reader:fail(what:format(place[1], place[2]))
end

-- Reads the robots' places into a list. Each must be another cell, and none the player's. The list
-- is reused for every case, so that it rarely has to grow.
local function read_robots(reader, list, count, case)
  local n, known = 0, places
  for phrase in reader:phrases("robot", count) do
    local place = known[phrase] or other_place(reader, phrase, "robot")
    if place[3] >= case then
      refuse_robot(reader, place)
    end
    place[3] = case
    n = n + 1
    list[n] = place
  end
  for i = #list, count + 1, -1 do
    list[i] = nil
  end
end

local function read_teleports(reader, list, count)
  local n, known = 0, places
  for phrase in reader:phrases("teleport", count) do
    n = n + 1
    list[n] = known[phrase] or other_place(reader, phrase, "teleport")
  end
  for i = #list, count + 1, -1 do
    list[i] = nil
  end
end

local function play_traced(state, max_moves)
  local trace = require "tessera.base.trace"
  trace.start("Robots:", state)
  for number = 1, max_moves do
    local action = state:choose()
    if not action then
      break
    end
    local events = {}
    state:apply(action, events)
    trace.step(number, action, nil, events, state)
  end
  return state:outcome(), state:taken()
end

-- Reads the next case into the setup; false at the end of the input.
local function read_case(reader, setup, number)
  local robot_count = reader:integer_or_end("number of robots", 0, robots_max)
  if not robot_count then
    return false
  end
  local teleport_count = reader:integer("number of teleports", 0, teleports_max)
  if robot_count == 0 and teleport_count == 0 then
    return false
  end
  read_robots(reader, setup.robots, robot_count, number)
  read_teleports(reader, setup.teleports, teleport_count)
  return true
end

-- Iterates over the cases: the state with which each begins.
local function each_case(reader)
  local setup, number = { robots = {}, teleports = {} }, 0
  return function()
    number = number + 1
    return read_case(reader, setup, number) and new(nil, setup) or nil
  end
end

local function run(reader, options)
  local max_moves = options.max_moves or robots.play_moves
  local play_case = options.trace and play_traced or play
  local setup = { robots = {}, teleports = {} }
  local number = 1
  while read_case(reader, setup, number) do
    local state = new(nil, setup)
    local outcome, taken = play_case(state, max_moves)
    if not outcome then
      require("tessera.base.errors").raise("case %d: no end after %d moves (see --max-moves)",
        number, max_moves)
    end
    write(number == 1 and "Case " or "\nCase ", number, ":\n")
    for i = 1, #taken do
      local jump = taken[i]
      write(jumps[jump[3]], cells[100 * jump[1] + jump[2]])
    end
    local left, debris, moves, row, column = counts(state)
    write(outcome, " game after making ", digits[moves], " moves.\nFinal position: ",
      cells[100 * row + column], "Number of cells with debris: ", digits[debris], "\n")
    if outcome == "Lost" then
      write("Number of robots remaining: ", digits[left], "\n")
    end
    number = number + 1
  end
end

return {
  summary = "Robots: keep away until they have destroyed each other", genre = "explore",
  help = [[
Input: cases, each one the number of robots (0..960) and of teleports (0..10000), then the
robots' cells and the list of teleports, as row and column (1..31; row 1 is on top),
separated by any white space; "0 0" or the end of the file ends it. The board is 31 x 31,
the player starts at 15 15; no robot may start there, nor two on one cell.

Output, for each case, with a blank line between: "Case N:", a line for each teleport taken,
whether the game is won or lost and after how many moves, the player's final position, the
cells with debris and, in a lost game, the robots left. He plays by the statement's strategy.]],
  numbers = {
    max_moves = { min = 1, max = 1000000000000000,
      help = ("Give up a game that has not ended after so many moves (%d)."):format(
        robots.play_moves) },
  },
  run = run,
  positions = each_case,
}
