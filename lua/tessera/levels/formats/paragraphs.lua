--- The format of levels that every game reads. A level is a title, a map, a blank line and actions.
--- Only the map is required, and not even the map if the game has its own:
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

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local text_lines = require "tessera.base.text_lines"

local paragraphs = {}

--- Iterates over the actions of a line, which commas separate: column, text.
---@param line string
---@return fun(): integer|nil, string|nil
function paragraphs.each_action(line)
  local from, counted, column = 1, 1, 1
  return function()
    while from <= #line do
      local stop = line:find(",", from, true) or #line + 1
      local first = line:find("%S", from)
      local last = stop - 1
      from = stop + 1
      if first and first <= last then
        column, counted = column + characters.count(line:sub(counted, first - 1)), first
        return column, text_lines.trimmed(line:sub(first, last))
      end
    end
  end
end

-- Whether a line begins with an action of the game.
local function is_action(game, line)
  local _, text = paragraphs.each_action(line)()
  return text ~= nil and game.is_action(text)
end

-- Whether a line, which is no row of a map, nearly begins with an action.
local function is_nearly_action(game, line)
  local _, text = paragraphs.each_action(line)()
  return text ~= nil and not game.is_row(line) and game.is_nearly_action(text)
end

local function title_of(game, line)
  local name = line:match "^%s*;%s*name:(.*)$"
  if not name then
    name = line:match "^%s*level%s(.*)$"
    if not name or game.is_row(line) or is_action(game, line) then
      return nil
    end
  end
  local first = name:find "%S"
  return first and text_lines.trimmed(name:sub(first)) or nil
end

local keys = { "expect", "name" }

-- Warns of a comment that begins with what may be a misspelt key.
local function check_comment(line, number, warn)
  local at, key = line:match "^%s*();%s*(%a+):"
  local meant = key and errors.guess(key, keys) or ""
  if meant ~= "" and key ~= "name" and key ~= "expect" then
    warn(number, at, ("'%s:' begins a comment%s"):format(key, meant))
  end
end

-- The lines of the input without comments. `lines.now` is the line after those that were used;
-- `lines.title` is its title, if it is one.
local function lines_of(game, next_line, warn)
  local lines = { number = 0 }
  function lines.next()
    local mark -- the first character, if a comment or a title may begin with it
    repeat
      local line = next_line()
      lines.number = lines.number + 1
      lines.now = line
      mark = line and line:match "^%s*([;l])"
      lines.title = mark and title_of(game, lines.now)
      local expected = mark == ";" and lines.now:match "^%s*;%s*expect:%s*(.-)%s*$"
      if expected then
        lines.expect, lines.expect_line = expected, lines.number
      elseif mark == ";" and warn and not lines.title then
        check_comment(line, lines.number, warn)
      end
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

local function read_rows(game, level, lines, fail)
  level.rows, level.numbers = {}, {}
  while lines.inside() do
    if #level.rows == game.rows_most then
      fail(lines.number, 1, ("the map has more than %d rows"):format(game.rows_most))
    end
    table.insert(level.rows, lines.now)
    table.insert(level.numbers, lines.number)
    lines.next()
  end
end

--- Opens an input, which is read as far as it is asked for. An empty one is one level if the game
--- has its own map.
---@param game tessera.LevelGame
---@param next_line fun(): string|nil
---@param fail fun(line: integer, column: integer, text: string) does not return
---@param warn? fun(line: integer, column: integer, text: string) is told of comments that may be
---misspelt
---@return tessera.Levels
function paragraphs.open(game, next_line, fail, warn)
  local lines, own, begun = lines_of(game, next_line, warn), game.has_map, false
  local source = {}

  function source.level()
    lines.skip_blank()
    if not lines.now and (begun or not own) then
      return nil
    end
    begun = true
    local level = { name = lines.title, line = lines.number, unwritten = not lines.now }
    if level.name then
      lines.next()
      lines.skip_blank()
    end
    level.expect, level.expect_line = lines.expect, lines.expect_line
    lines.expect, lines.expect_line = nil, nil
    if lines.inside() and not (own and (is_action(game, lines.now)
      or is_nearly_action(game, lines.now))) then
      read_rows(game, level, lines, fail)
    end
    return level
  end

  function source.actions(step)
    lines.skip_blank()
    if not lines.inside() or not is_action(game, lines.now) and game.is_row(lines.now) then
      return
    end
    repeat
      while lines.inside() do
        if step then
          for column, text in paragraphs.each_action(lines.now) do
            step(text, lines.number, column)
          end
        end
        lines.next()
      end
      lines.skip_blank()
    until own or not lines.inside() or not is_action(game, lines.now)
  end

  return source
end

return paragraphs
