--- The levels that a player goes through, made from texts; who has files reads them.

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local levels = require "tessera.levels.levels"
local maps = require "tessera.base.maps"
local reader = require "tessera.reader"
local session = require "tessera.session"

local collection = {}

---@class tessera.PlayableLevel
---@field name string
---@field text string tells levels apart
---@field start fun(seed?: integer): tessera.State
---@field expect? string what a comment says of a level of a game in C
---@field expect_line? integer where it does
---@field numbers? integer[] the lines of the text of the levels that are its rows
---@field before? string[] messages that are shown before it
---@field puzzle? { seed: integer, difficulty: string } of a generator, on a page

collection.most = 10000 -- levels that are read

--- The number of the level that is asked for: the first one if none is. Or nil and why there is
--- none.
---@param list tessera.PlayableLevel[]
---@param wanted integer|string|nil a number or a name
---@return integer|nil number
---@return string|nil why
function collection.find(list, wanted)
  local names = {}
  for i, level in ipairs(list) do
    if i == wanted or level.name == wanted then
      return i
    end
    names[i] = level.name
  end
  if wanted then
    return nil, ("there is no level %s%s (there are %d levels)"):format(errors.shown(wanted),
      errors.guess(wanted, names), #list)
  end
  return 1
end

--- The name of a level in lists of what is solved: the game and a hash (FNV-1a) of its text.
---@param game string
---@param text string
---@return string
function collection.key(game, text)
  local hash = -3750763034362895579
  for i = 1, #text do
    hash = (hash ~ text:byte(i)) * 1099511628211
  end
  return ("%s %016x"):format(game, hash)
end

--- A position as a level.
---@param name string
---@param state tessera.State
---@return tessera.PlayableLevel
function collection.of_state(name, state)
  local first = state:clone()
  return { name = name, text = first:save(), start = function()
    return first:clone()
  end }
end

--- The first position of a recorded play as a level; or nil and what is wrong with the play.
---@param game string
---@param name string
---@param text string
---@return tessera.PlayableLevel|nil
---@return string|nil why
function collection.recorded(game, name, text)
  local state, wrong = session.read(text)
  if not state then
    return nil, wrong
  elseif state:game() ~= game then
    return nil, "this is a play of " .. state:game()
  end
  return collection.of_state(name, state)
end

--- The levels of an input of a game in Lua.
---@param module tessera.Game
---@param source tessera.Levels
---@param start fun(level: tessera.Level, seed?: integer): tessera.State
---@return tessera.PlayableLevel[]
function collection.of_source(module, source, start)
  local list = {}
  for level in source.level do
    source.actions()
    list[#list + 1] = { name = level.name or "level " .. level.number, before = level.before,
      text = table.concat(level.rows or maps.rows(module), "\n"),
      numbers = not level.columns and level.numbers or {}, start = function(seed)
        return start(level, seed)
      end }
    if #list == collection.most then
      break
    end
  end
  return list
end

-- ---- games in C ----

-- The levels that have a map: a title may stand alone, and what a comment expects there is expected
-- of the next map.
local function maps_in(module, text, name)
  local list, expect, expect_line = {}, nil, nil
  local source = levels.open(module, levels.lines(text), function(line, column, message)
    error({ message = ("line %d, column %d: %s"):format(line, column, message), line = line,
      column = column }, 0)
  end, name)
  for level in source.level do
    if level.expect then
      expect, expect_line = level.expect, level.expect_line
    end
    if level.rows then
      level.expect, level.expect_line = expect, expect_line
      expect, expect_line = nil, nil
      list[#list + 1] = level
    end
    if #list == collection.most then
      break
    end
  end
  return list
end

-- The datasets of an input of the game's command.
local function datasets(command, text)
  local list = {}
  for state in command.positions(reader.new(text)) do
    list[#list + 1] = collection.of_state("level " .. #list + 1, state)
    if #list == collection.most then
      break
    end
  end
  return list
end

-- Whether a text is no map, but the input of a command: its first line has one or two numbers.
local function has_sides(text)
  local line = characters.unified(text):match "^%s*([^\n]*)"
  return line:find "^%d+%s*$" ~= nil or line:find "^%d+%s+%d+%s*$" ~= nil
end

-- What is wrong with the map of a level, and where in the text.
local function why_wrong(number, level, message)
  message = errors.stripped(message)
  local row, column = message:match "^line (%d+), column (%d+): "
  return ("level %d: %s"):format(number, message),
    level.numbers[math.tointeger(tonumber(row)) or 1], math.tointeger(tonumber(column))
end

--- The levels of a game in C in a text: maps, or the input of its command. Or nil, what is wrong,
--- and its line and column, if they are known.
---@param game string
---@param command tessera.Command its file in scripts/
---@param text string
---@param name? string of its file
---@return tessera.PlayableLevel[]|nil
---@return string|nil why
---@return integer|nil line
---@return integer|nil column
function collection.of_text(game, command, text, name)
  local module, list = require("tessera." .. game), {}
  local can_be_read, read_levels = pcall(maps_in, module, text, name)
  if not can_be_read then
    local wrong = type(read_levels) == "table" and read_levels or error(read_levels, 0)
    return nil, wrong.message, wrong.line, wrong.column
  end
  for i, level in ipairs(read_levels) do
    local fine, state = pcall(module.new, table.concat(level.rows, "\n"))
    if not fine and command.positions then
      local read, found = pcall(datasets, command, text)
      if read and (found[1] or has_sides(text)) then
        return found
      elseif has_sides(text) then
        local place = type(found) == "table" and found or {}
        return nil, tostring(found), place.line, place.column
      end
    end
    if not fine then
      return nil, why_wrong(i, level, state)
    end
    list[i] = collection.of_state(level.name or "level " .. i, state)
    list[i].expect, list[i].numbers = level.expect, level.numbers
    list[i].expect_line = level.expect_line
  end
  return list[1] and list, not list[1] and "there is no level: write a map" or nil
end

return collection
