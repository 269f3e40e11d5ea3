--- Solutions of Sokoban as they are written everywhere: a letter for each move, l u r d, and a
--- capital one where a box is pushed. A number repeats the letter behind it, or those in
--- parentheses: 3r2(ul). Reading takes both cases alike: what a move pushes, the rules say.

local directions = require "tessera.base.directions"
local errors = require "tessera.base.errors"

local lurd = {}

local names = { l = "left", u = "up", r = "right", d = "down" }
local letters = { left = "l", up = "u", right = "r", down = "d" }

local width = 70
local digits_most, depth_most = "%d%d%d%d%d%d%d%d%d%d", 8

--- How many moves a line may have, with its repetitions.
lurd.most = 1000000

--- Whether a line is nothing but such letters.
---@param line string
---@return boolean
function lurd.is_line(line)
  if line:find "[^lurdLURD%d() \t]" or not line:find "%a" or line:find "%f[%d]0"
    or line:find(digits_most) then
    return false
  end
  -- Numbers stand in front of something; groups are not empty, and not too deep in one another.
  local rest = line:gsub("[ \t]", ""):gsub("%d+%f[%a(]", "")
  for _ = 1, rest:find("(", 1, true) and depth_most or 0 do
    rest = rest:gsub("%(%a+%)", "u")
  end
  return not rest:find "[%d()]"
end

--- Calls `take` with each move of a line, as the action's text, and its column. Stops, and returns
--- false, when there are more than `lurd.most`.
---@param line string for which is_line is true
---@param take fun(action: string, column: integer)
---@return boolean complete
function lurd.each(line, take)
  local number = 0
  -- Does what stands from a column on, up to a closing parenthesis, and returns the column of that.
  local function unfold(at)
    while true do
      local count, column, letter = line:match("^[ \t]*(%d*)[ \t]*()([%a()]?)", at)
      if letter == "" or letter == ")" or number > lurd.most then
        return column
      end
      at = column + 1
      for _ = 1, math.min(tonumber(count) or 1, lurd.most) do
        if letter == "(" then
          at = unfold(column + 1) + 1
        elseif number < lurd.most then
          take(names[letter:lower()], column)
        end
        number = number + (letter ~= "(" and 1 or 0)
        if number > lurd.most then
          break
        end
      end
    end
  end
  unfold(1)
  return number <= lurd.most
end

--- Calls `take` with each move of a text of such letters, as `each` does, and its line and column.
---@param next_line fun(): string|nil
---@param take fun(action: string, line: integer, column: integer)
---@param fail fun(line: integer, column: integer, text: string) does not return
function lurd.read(next_line, take, fail)
  local number, moves = 0, 0
  for line in next_line do
    number = number + 1
    local at, rest = line:match "^%s*()(.*)"
    if rest ~= "" and not lurd.is_line(rest) then
      fail(number, at, "expected letters of moves (l u r d), got " .. errors.shown(rest))
    end
    local complete = lurd.each(rest, function(action, column)
      moves = moves + 1
      if moves <= lurd.most then
        take(action, number, at + column - 1)
      end
    end)
    if not complete or moves > lurd.most then
      fail(number, 1, ("there are more than %d moves"):format(lurd.most))
    end
  end
end

--- Whether the four moves are actions of a game.
---@param code fun(action: string): integer|nil
---@return boolean
function lurd.are_actions(code)
  return code "left" and code "up" and code "right" and code "down" and true or false
end

-- The cell of a place, as a key of a table.
local function cell_of(place)
  return place and ("%d %d"):format(place[1], place[2])
end

-- Whether an event is told of a piece that has gone this way.
local function goes(event, step)
  local from, to = event.from, event.to
  local down, right = from and to and to[1] - from[1], from and to and to[2] - from[2]
  return down and (down ~= 0 or right ~= 0) and down * step[2] == right * step[1]
    and down * step[1] + right * step[2] > 0
end

-- Whether a piece was pushed: another one has gone after it, both in the direction of the action.
-- (A piece also counts as pushed in its events if something comes to be where it was.)
local function is_push(action, events)
  local step, entered = directions.steps[action], {}
  for _, event in ipairs(events) do
    if goes(event, step) then
      entered[cell_of(event.to)] = true
    end
  end
  for _, event in ipairs(events) do
    if event.kind == "pushed" and goes(event, step) and entered[cell_of(event.from)] then
      return true
    end
  end
  return false
end

--- A play in letters, seventy on a line; or nil and the first action that is no move. What the game
--- refuses has none.
---@param state tessera.State
---@param actions string[]
---@return string|nil
---@return string|nil action
function lurd.written(state, actions)
  local now, parts, count = state:clone(), {}, 0
  for _, action in ipairs(actions) do
    local letter, events = letters[action], {}
    if not letter then
      return nil, action
    end
    local done, _, passed = now:apply(action, events)
    if done or passed then
      letter = is_push(action, events) and letter:upper() or letter
      count = count + 1
      parts[#parts + 1] = letter
      parts[#parts + 1] = count % width == 0 and "\n" or nil
    end
  end
  parts[#parts + 1] = count % width ~= 0 and "\n" or nil
  return table.concat(parts)
end

return lurd
