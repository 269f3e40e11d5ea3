--- Robots: positions and teleport lists in, how the strategy fared out.

local robots = require "tessera.robots"

local write = require("tessera.process").write
local new, methods = robots.new, robots.methods
local play, counts = methods.play, methods.counts

local side, home = 31, 15
local robots_max = side * side - 1
local teleports_max = robots.teleports_max

-- From the text of a place, "17 18", to the place; one table for each cell of the board.
local places = {}

-- A place that has not been seen yet, or an error in the input.
local function other_place(reader, phrase, name)
  reader:pick(1)
  local row = reader:value("row of the " .. name, 1, side)
  reader:pick(2)
  local column = reader:value("column of the " .. name, 1, side)
  local text = row .. " " .. column
  local place = places[text] or { row, column }
  places[text] = place
  return place
end

-- The places of the robots: no two the same, none the player's.
local function read_robots(reader, count)
  local list, taken = {}, {}
  for phrase in reader:phrases("robot", count) do
    local place = places[phrase] or other_place(reader, phrase, "robot")
    if taken[place] then
      reader:pick(1)
      reader:fail(("a second robot at (%d,%d)"):format(place[1], place[2]))
    elseif place[1] == home and place[2] == home then
      reader:pick(1)
      reader:fail(("a robot at (%d,%d), where the player starts"):format(home, home))
    end
    taken[place] = true
    list[#list + 1] = place
  end
  return list
end

local function read_teleports(reader, count)
  local list = {}
  for phrase in reader:phrases("teleport", count) do
    list[#list + 1] = places[phrase] or other_place(reader, phrase, "teleport")
  end
  return list
end

local function play_traced(state, max_moves)
  local trace = require "tessera.trace"
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

-- The position of the next case, or nil at the end of the input.
local function read_case(reader)
  local robot_count = reader:integer_or_end("number of robots", 0, robots_max)
  if not robot_count then
    return nil
  end
  local teleport_count = reader:integer("number of teleports", 0, teleports_max)
  if robot_count == 0 and teleport_count == 0 then
    return nil
  end
  return new {
    robots = read_robots(reader, robot_count),
    teleports = read_teleports(reader, teleport_count),
  }
end

local function run(reader, options)
  local max_moves = options.max_moves or robots.play_moves
  local play_case = options.trace and play_traced or play
  local number = 0
  for state in read_case, reader do
    local outcome, taken = play_case(state, max_moves)
    number = number + 1
    if not outcome then
      error({ message = ("case %d: no end after %d moves"):format(number, max_moves) })
    end
    write(number == 1 and "Case " or "\nCase ", number, ":\n")
    for i = 1, #taken do
      local jump = taken[i]
      write("Move ", jump.move, ": teleport to (", jump.row, ",", jump.column, ")\n")
    end
    local left, debris, moves, row, column = counts(state)
    write(outcome, " game after making ", moves, " moves.\nFinal position: (", row, ",",
      column, ")\nNumber of cells with debris: ", debris, "\n")
    if outcome == "Lost" then
      write("Number of robots remaining: ", left, "\n")
    end
  end
end

return {
  run = run,
}
