--- Stages: the levels that a player goes through, and how the game is played with keys.

local choices = require "tessera.run.terminal.choices"
local cli = require "tessera.run.cli"
local files = require "tessera.base.files"
local maps = require "tessera.base.maps"
local play = require "tessera.run.play"
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

---@class tessera.Staged a game with its levels
---@field game string
---@field title string
---@field players integer
---@field tick? number seconds
---@field controls tessera.Controls
---@field list tessera.Stage[]
---@field first integer the level to begin with
---@field file? string of a game in Lua

local most = 10000 -- levels

-- The number of the level that is asked for.
local function find(name, list, wanted)
  local names = {}
  for i, stage in ipairs(list) do
    if i == wanted or stage.name == wanted then
      return i
    end
    names[i] = stage.name
  end
  if wanted then
    cli.die(name, ("there is no level %s%s (there are %d levels)"):format(usage.shown(wanted),
      usage.guess(wanted, names), #list), 2)
  end
  return 1
end

-- "Sokoban" of "Sokoban: push every box onto a target".
local function title_of(summary)
  return usage.line(summary:match "^([^:]+):" or summary)
end

local function stage(name, state, expect)
  local first = state:clone()
  return { name = name, text = first:save(), expect = expect, start = function()
    return first:clone()
  end }
end

local function recorded_in(game, path, text)
  local state, wrong = session.read(text)
  if not state then
    cli.die(game, path .. ": " .. wrong, 1)
  elseif state:game() ~= game then
    cli.die(game, ("%s: this is a play of %s"):format(path, state:game()), 1)
  end
  return stage(path:match "[^/]*$", state)
end

-- ---- games in Lua ----

-- The first position of a recorded play as a level; nil if the file is none.
local function recorded_stage(game, path)
  local file = io.open(path, "rb")
  local head = file and file:read(15)
  local text = head == "tessera play 1\n" and files.read_all(file)
  if file then
    file:close()
  end
  return text and recorded_in(game, path, head .. text)
end

local function controls_of(about)
  return { forms = about.forms, moves = about.moves, keys = about.keys,
    tick = about.tick ~= nil }
end

--- The levels of a game in Lua.
---@param path string its file
---@param module tessera.Game
---@param options tessera.FileOptions
---@return tessera.Staged
function stages.of_module(path, module, options)
  local about = maps.about(module)
  options.arguments = { play.levels_of(path, about, options), table.unpack(options.arguments, 2) }
  local recorded = recorded_stage(about.name, options.arguments[1])
  if recorded then
    return { game = about.name, title = title_of(about.summary), players = about.players,
      tick = about.tick, controls = controls_of(about), list = { recorded }, first = 1,
      file = path }
  end
  local run, list = play.open(module, options), {}
  for level in run.source.level do
    run.source.actions()
    list[#list + 1] = { name = level.name or "level " .. level.number,
      text = table.concat(level.rows or maps.rows(module), "\n"), start = function()
        return play.start(run, level)
      end }
    if #list == most then
      break
    end
  end
  if not list[1] then
    cli.die(about.name, ("there are no levels in %s"):format(options.arguments[1]), 1)
  end
  return { game = about.name, title = title_of(about.summary), players = about.players,
    tick = about.tick, controls = controls_of(about), list = list,
    first = find(about.name, list, options.level), file = path }
end

-- ---- games in C ----

-- Maps with a blank line between them; "; name: Easy" in front of one names it, and
-- "; expect: 31" says what `check --levels` finds.
local function paragraphs(text)
  local list, rows, name, expect = {}, {}, nil, nil
  local function finish()
    if rows[1] then
      list[#list + 1] = { name or "level " .. #list + 1, table.concat(rows, "\n"), expect }
      rows, name, expect = {}, nil, nil
    end
  end
  for _, line in ipairs(maps.lines(text)) do
    local title = line:match "^%s*;%s*name:%s*(.*)$"
    if title or not line:find "%S" then
      finish()
      name = title or name
    elseif line:find "^%s*;" then
      expect = line:match "^%s*;%s*expect:%s*(.-)%s*$" or expect
    else
      rows[#rows + 1] = line
    end
  end
  finish()
  return list
end

-- The levels of a file: a recorded play; maps; or the input of the game's command.
local function read_stages(game, module, command, path)
  local file, why = io.open(path, "rb")
  local text = file and files.read_all(file)
  if not text then
    cli.die(game, "cannot open " .. (why or path), 1)
  end
  local list = {}
  if text:find "^tessera play 1\r?\n" then
    return { recorded_in(game, path, text) }
  end
  local fine, wrong
  for _, entry in ipairs(paragraphs(text)) do
    fine, wrong = pcall(module.new, entry[2])
    list[#list + 1] = fine and stage(entry[1], wrong, entry[3]) or nil
    if not fine then
      break
    end
  end
  if not fine and command.solve then
    list = {}
    file:seek "set"
    local read, message = pcall(function()
      for state in command.solve(reader.new(file)).each do
        list[#list + 1] = stage("level " .. #list + 1, state)
      end
    end)
    if not read then
      cli.die(game, ("%s: %s"):format(path, type(message) == "table" and message.message
        or tostring(message)), 1)
    end
  elseif not fine then
    cli.die(game, ("%s: level %d: %s"):format(path, #list + 1,
      wrong and usage.stripped(wrong) or "there is none"), 1)
  end
  return list
end

--- The levels of a game in C: those of a file, or its own.
---@param game string
---@param command tessera.Command its file in scripts/
---@param options tessera.FileOptions
---@return tessera.Staged
function stages.of_game(game, command, options)
  local module = require("tessera." .. game)
  local found, controls = pcall(require, "tessera.run.controls." .. game)
  controls = found and controls or { levels = {} }
  local list, path = {}, options.arguments[1]
  if path then
    list = read_stages(game, module, command, path)
  end
  for _, entry in ipairs(not path and controls.levels or {}) do
    list[#list + 1] = stage(entry[1], module.new(entry[2], entry[3]))
  end
  if not list[1] then
    cli.die(game, "there are no levels: name a file with maps", 2)
  end
  if not (controls.forms or controls.by_player) then
    controls.forms = choices.guess(list[1].start():actions())
  end
  return { game = game, title = title_of(command.summary), controls = controls, list = list,
    players = states.players(list[1].start()), first = find(game, list, options.level) }
end

return stages
