--- Stages: the levels that a player goes through, and how the game is played with keys. Levels are
--- texts here; who has files reads them.

local choices = require "tessera.play.choices"
local maps = require "tessera.base.maps"
local reader = require "tessera.reader"
local session = require "tessera.session"
local states = require "tessera.states"
local usage = require "tessera.base.usage"

local stages = {}

---@class tessera.Stage
---@field name string
---@field text string tells levels apart
---@field start fun(): tessera.State
---@field expect? string what a comment says of a level of a game in C
---@field numbers? integer[] where its rows stand in the text of the levels
---@field before? string[] messages that are shown before it

---@class tessera.Staged a game with its levels
---@field game string
---@field title string
---@field players integer
---@field tick? number seconds
---@field controls tessera.Controls
---@field list tessera.Stage[]
---@field first integer the level to begin with
---@field file? string of a game in Lua
---@field module? tessera.Game of a game in Lua
---@field author? string
---@field after? string[] messages behind the last level, where the levels are one story
---@field message? fun(state: tessera.State, refused: string|nil): string|nil see tessera.Shown
---@field focus? fun(state: tessera.State): integer|nil, integer|nil
---@field same_board? fun(one: tessera.State, other: tessera.State): boolean
---@field back? string the colours of messages
---@field fore? string

stages.most = 10000 -- levels that are read

--- The number of the level that is asked for: the first one if none is. Or nil and why there is
--- none.
---@param list tessera.Stage[]
---@param wanted integer|string|nil a number or a name
---@return integer|nil number
---@return string|nil why
function stages.find(list, wanted)
  local names = {}
  for i, stage in ipairs(list) do
    if i == wanted or stage.name == wanted then
      return i
    end
    names[i] = stage.name
  end
  if wanted then
    return nil, ("there is no level %s%s (there are %d levels)"):format(usage.shown(wanted),
      usage.guess(wanted, names), #list)
  end
  return 1
end

--- The name of a level in lists of what is solved: the game and a hash (FNV-1a) of its text.
---@param game string
---@param text string
---@return string
function stages.key(game, text)
  local hash = -3750763034362895579
  for i = 1, #text do
    hash = (hash ~ text:byte(i)) * 1099511628211
  end
  return ("%s %016x"):format(game, hash)
end

-- "Sokoban" of "Sokoban: push every box onto a target".
local function title_of(summary)
  return usage.line(summary:match "^([^:]+):" or summary)
end

local function stage(name, state, expect, numbers)
  local first = state:clone()
  return { name = name, text = first:save(), expect = expect, numbers = numbers,
    start = function()
      return first:clone()
    end }
end

--- The first position of a recorded play as a level; or nil and what is wrong with the play.
---@param game string
---@param name string
---@param text string
---@return tessera.Stage|nil
---@return string|nil why
function stages.recorded(game, name, text)
  local state, wrong = session.read(text)
  if not state then
    return nil, wrong
  elseif state:game() ~= game then
    return nil, "this is a play of " .. state:game()
  end
  return stage(name, state)
end

-- ---- games in Lua ----

--- The levels of an input.
---@param module tessera.Game
---@param source tessera.Levels
---@param start fun(level: tessera.Level): tessera.State
---@return tessera.Stage[]
function stages.of_input(module, source, start)
  local list = {}
  for level in source.level do
    source.actions()
    list[#list + 1] = { name = level.name or "level " .. level.number, before = level.before,
      text = table.concat(level.rows or maps.rows(module), "\n"), numbers = level.numbers,
      start = function()
        return start(level)
      end }
    if #list == stages.most then
      break
    end
  end
  return list
end

--- A game in Lua with its levels.
---@param module tessera.Game
---@param list tessera.Stage[]
---@return tessera.Staged
function stages.of_module(module, list)
  local about = maps.about(module)
  return { game = about.name, module = module, title = about.title and usage.line(about.title)
      or title_of(about.summary), author = about.author,
    players = about.players, tick = about.tick, list = list, first = 1, message = about.message,
    focus = about.focus, same_board = about.same_board, back = about.back, fore = about.text_colour,
    controls = { forms = about.forms, moves = about.moves, keys = about.keys,
      tick = about.tick ~= nil, undoes = about.undoes, restart = about.restart,
      more_keys = about.more_keys } }
end

-- ---- games in C ----

-- Maps with a blank line between them; "; name: Easy" in front of one names it, and
-- "; expect: 31" says what `check --levels` finds.
local function paragraphs(text)
  local list, rows, numbers, name, expect = {}, {}, {}, nil, nil
  local function finish()
    if rows[1] then
      list[#list + 1] = { name or "level " .. #list + 1, table.concat(rows, "\n"), expect, numbers }
      rows, numbers, name, expect = {}, {}, nil, nil
    end
  end
  for number, line in ipairs(maps.lines(text)) do
    if #list == stages.most then
      return list
    end
    local title = line:match "^%s*;%s*name:%s*(.*)$"
    if title or not line:find "%S" then
      finish()
      name = title or name
    elseif line:find "^%s*;" then
      expect = line:match "^%s*;%s*expect:%s*(.-)%s*$" or expect
    else
      rows[#rows + 1], numbers[#numbers + 1] = line, number
    end
  end
  finish()
  return list
end

-- The datasets of an input of the game's command.
local function datasets(command, text)
  local list = {}
  for state in command.positions(reader.new(text)) do
    list[#list + 1] = stage("level " .. #list + 1, state)
    if #list == stages.most then
      break
    end
  end
  return list
end

-- Whether a text is no map, but the input of a command: its first line has one or two numbers.
local function has_sides(text)
  local line = text:match "^%s*([^\n]*)"
  return line:find "^%d+%s*$" ~= nil or line:find "^%d+%s+%d+%s*$" ~= nil
end

-- What is wrong with the map of a level, and where in the text.
local function why_wrong(number, entry, message)
  message = usage.stripped(message)
  local row, column = message:match "^line (%d+), column (%d+): "
  return ("level %d: %s"):format(number, message), entry[4][math.tointeger(tonumber(row)) or 1],
    math.tointeger(tonumber(column))
end

--- The levels of a game in C in a text: maps with blank lines between them, or the input of its
--- command. Or nil, what is wrong, and its line and column, if they are known.
---@param game string
---@param command tessera.Command its file in scripts/
---@param text string
---@return tessera.Stage[]|nil
---@return string|nil why
---@return integer|nil line
---@return integer|nil column
function stages.of_text(game, command, text)
  local new, list = require("tessera." .. game).new, {}
  local entries = paragraphs(text)
  for i, entry in ipairs(entries) do
    local fine, state = pcall(new, entry[2])
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
      return nil, why_wrong(i, entry, state)
    end
    list[i] = stage(entry[1], state, entry[3], entry[4])
  end
  return list[1] and list, not list[1] and "there is no level: write a map" or nil
end

--- A game in C with its levels.
---@param game string
---@param command tessera.Command its file in scripts/
---@param list? tessera.Stage[] by default its own
---@return tessera.Staged
function stages.of_game(game, command, list)
  local found, controls = pcall(require, "tessera.play.controls." .. game)
  controls = found and controls or {}
  if not list then
    list = {}
    for i, entry in ipairs(controls.levels or {}) do
      list[i] = stage(entry[1], require("tessera." .. game).new(entry[2], entry[3]))
    end
  end
  if list[1] and not (controls.forms or controls.by_player) then
    controls.forms = choices.guess(list[1].start():actions())
  end
  return { game = game, title = title_of(command.summary), controls = controls, list = list,
    players = list[1] and states.players(list[1].start()), first = 1 }
end

return stages
