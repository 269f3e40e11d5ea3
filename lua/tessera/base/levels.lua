--- Reads the input of games written in Lua, level by level. A level is a title, a map, a blank line
--- and actions. Only the map is required, and not even the map if the game has its own:
---
---     ; name: Easy
---     #####
---     #@$.#
---     #####
---
---     right
---
--- A comment "; expect: unsolvable" in front of a map says what `run.lua check --levels` finds.
---
--- A title begins a level. `level Easy` is also a title, unless the line may be a row of a map or
--- an action. Other lines that begin with ";" are comments. Actions stand on lines of their own
--- or between commas. A paragraph that does not begin with an action is the next level; but the
--- one behind a map, if it can be no row of a map either, is read as actions, and where the game
--- has its own map every paragraph is a level.

local maps = require "tessera.base.maps"
local usage = require "tessera.base.usage"

local levels = {}

local rows_max = 2000
local listed_max = 20

---@class tessera.Level
---@field number integer 1 for the first level of the input
---@field name? string the title
---@field label string the level in messages: "2", or "2 'Easy'"
---@field line integer the line on which the level begins
---@field expect? string what a comment expects `check --levels` to say of it
---@field rows? string[] the lines of the map; nil if the game's own map is played
---@field numbers integer[] the line number of each row
---@field before? string[] the messages that are shown before it

---@class tessera.Levels
---@field level fun(): tessera.Level|nil the next level
---@field actions fun(step?: fun(text: string, line: integer, column: integer)) calls `step` with
---each action of the level that was read last; without `step` the actions are skipped

-- Iterates over the actions of a line, which commas separate: column, text.
local function each_action(line)
  local from = 1
  return function()
    while from <= #line do
      local stop = line:find(",", from, true) or #line + 1
      local first = line:find("%S", from)
      local last = stop - 1
      from = stop + 1
      if first and first <= last then
        return first, maps.trimmed(line:sub(first, last))
      end
    end
  end
end

-- Whether a line, which is no row of a map, nearly begins with an action.
local function is_nearly_action(module, line)
  local _, text = each_action(line)()
  return text ~= nil and not maps.is_row(module, line) and maps.guess_action(module, text) ~= ""
end

-- Whether a line begins with an action of the game.
local function is_action(code, line)
  local _, text = each_action(line)()
  return text ~= nil and code(text) ~= nil
end

local function title_of(module, code, line)
  local name = line:match "^%s*;%s*name:(.*)$"
  if not name then
    name = line:match "^%s*level%s(.*)$"
    if not name or maps.is_row(module, line) or is_action(code, line) then
      return nil
    end
  end
  local first = name:find "%S"
  return first and maps.trimmed(name:sub(first)) or nil
end

-- The lines of the input without comments. `lines.now` is the line after those that were used;
-- `lines.title` is its title, if it is one.
local function lines_of(module, code, next_line)
  local lines = { number = 0 }
  function lines.next()
    local mark -- the first character, if a comment or a title may begin with it
    repeat
      local line = next_line()
      lines.number = lines.number + 1
      lines.now = line and line:gsub("\r$", "")
      mark = line and line:match "^%s*([;l])"
      lines.title = mark and title_of(module, code, lines.now)
      lines.expect = mark == ";" and lines.now:match "^%s*;%s*expect:%s*(.-)%s*$" or lines.expect
    until mark ~= ";" or lines.title
    lines.blank = lines.now and not lines.now:find "%S"
  end
  function lines.skip_blank()
    while lines.blank do
      lines.next()
    end
  end
  -- Whether this line belongs to the current paragraph.
  function lines.inside()
    return lines.now and not lines.blank and not lines.title
  end
  lines.next()
  return lines
end

local function read_rows(level, lines, fail)
  level.rows, level.numbers = {}, {}
  while lines.inside() do
    if #level.rows == rows_max then
      fail(level.line, 1, ("the map has more than %d rows"):format(rows_max))
    end
    table.insert(level.rows, lines.now)
    table.insert(level.numbers, lines.number)
    lines.next()
  end
end

--- Opens an input. An empty input is one level if the game has its own map.
---@param module tessera.Game
---@param next_line fun(): string|nil
---@param fail fun(line: integer, column: integer, text: string) does not return
---@return tessera.Levels
function levels.open(module, next_line, fail)
  local code = maps.coder(module)
  local lines, own = lines_of(module, code, next_line), maps.about(module).has_map
  local number, source = 0, {}

  function source.level()
    lines.skip_blank()
    if not lines.now and (number > 0 or not own) then
      return nil
    end
    number = number + 1
    local level = { number = number, name = lines.title, line = lines.number, label = tostring(
      number) }
    if level.name then
      level.label = number .. " " .. usage.shown(level.name)
      lines.next()
      lines.skip_blank()
    end
    level.expect, lines.expect = lines.expect, nil
    local map = lines.inside()
    if not map and not own then
      fail(level.line, 1, ("level %s has no map"):format(level.label))
    elseif map and not (own and (is_action(code, lines.now)
      or is_nearly_action(module, lines.now))) then
      read_rows(level, lines, fail)
    end
    return level
  end

  function source.actions(step)
    lines.skip_blank()
    if not lines.inside() or not is_action(code, lines.now) and maps.is_row(module, lines.now) then
      return
    end
    repeat
      while lines.inside() do
        if step then
          for column, text in each_action(lines.now) do
            step(text, lines.number, column)
          end
        end
        lines.next()
      end
      lines.skip_blank()
    until own or not lines.inside() or not is_action(code, lines.now)
  end

  return source
end

--- The levels of a list, which have no actions.
---@param list tessera.Level[]
---@return tessera.Levels
function levels.of_list(list)
  local next_one = 0
  return { level = function()
    next_one = next_one + 1
    return list[next_one]
  end, actions = function() end }
end

local function why_none(wanted, names, labels)
  local guess = usage.guess(wanted, names)
  if #labels == 0 then
    guess = " (there are no levels)"
  elseif guess == "" and #labels > listed_max then
    guess = (" (there are %d levels)"):format(#labels)
  elseif guess == "" then
    guess = (" (the levels: %s)"):format(table.concat(labels, ", "))
  end
  return ("there is no level %s%s"):format(usage.shown(wanted), guess)
end

--- The level with this number or name; or nil and an error message. The levels before it are
--- skipped, whatever is in them.
---@param source tessera.Levels
---@param wanted integer|string
---@return tessera.Level|nil
---@return string|nil
function levels.find(source, wanted)
  local names, labels = {}, {}
  for level in source.level do
    if level.number == wanted or level.name == wanted then
      return level
    end
    names[#names + 1] = level.name
    labels[#labels + 1] = level.label
    source.actions()
  end
  return nil, why_none(wanted, names, labels)
end

--- The state with which a level begins; or nil, an error message, and its line (nil if the map is
--- the game's own) and column.
---@param module tessera.Game
---@param level tessera.Level
---@param options table
---@return tessera.LuaState|nil
---@return string|nil
---@return integer|nil line
---@return integer|nil column
function levels.start(module, level, options)
  local rows = level.rows or maps.rows(module, nil, level.number)
  local state, wrong, row, column = maps.start(module, rows, options)
  return state, wrong, level.rows and level.numbers[row], column
end

return levels
