--- The evaluator in C as an engine that spec.puzzlescript.traces can compare with a trace. A
--- session keeps the boards to which undos lead, as the language has it.

local core = require "tessera.puzzle_core"
local registry = require "tessera.puzzlescript.registry"

local engine = {}
engine.__index = engine

local actions = { U = "up", D = "down", L = "left", R = "right", A = "action", ["."] = "tick",
  X = "restart" }

local modules = setmetatable({}, { __mode = "k" }) -- by program

local function module_of(game, program)
  modules[program] = modules[program] or registry.define("puzzle", game, program, core)
  return modules[program]
end

-- Events that the recordings of traces know not.
local unrecorded = { endlevel = true, showmessage = true }

-- The seeds of sounds and the names of events, in their order.
local function heard(game, told)
  local list = {}
  for _, number in ipairs(told.sounds) do
    local sound = game.sounds[number]
    if not unrecorded[sound.event] then
      list[#list + 1] = sound.event or sound.seed
    end
  end
  return list[1] and table.concat(list, ",") or nil
end

-- Notes what an action has left behind; returns its flags.
local function note(session, told)
  table.move(told.undo or {}, 1, #(told.undo or {}), #session.undo + 1, session.undo)
  session.again = told.cut
  table.sort(told.commands)
  return { again = told.again > 0 and told.again .. (told.cut and "!" or "") or nil,
    cmd = told.commands[1] and table.concat(told.commands, ",") or nil,
    snd = heard(session.game, told), rng = told.draws > 0 and told.draws or nil,
    loop = told.looped or nil,
    win = session.state:outcome() ~= nil or nil, msg = told.message }
end

local function undo(session)
  local boards, now = session.undo, session.state
  while boards[1] and boards[#boards]:same_board(now) do
    boards[#boards] = nil
  end
  local found = boards[1] ~= nil
  if found then
    session.state = table.remove(boards)
    session.state:keep(now)
  end
  session.again = false
  return found
end

-- The name of an event, if the game has a sound for it.
local function sound_of(game, event)
  for _, sound in ipairs(game.sounds) do
    if sound.event == event then
      return event
    end
  end
end

--- A level, as it is when it may be played, and the flags of its first step. `level` is the number
--- of an entry of LEVELS, from 0.
function engine.load(game, program, level, seed)
  local module = module_of(game, program)
  local state, told = module.start(module.entries[level + 1].number, { seed = seed })
  local map = game.levels[level + 1]
  local session = setmetatable({ game = game, state = state, flags = program.flags, undo = {},
    rows = map.rows, columns = map.columns }, engine)
  return session, note(session, told)
end

--- A step with a letter of a trace; returns its flags.
function engine:input(letter)
  local undone
  if letter == "Z" or letter == "X" and self.again and not self.flags.norestart then
    if not self.flags.noundo and undo(self) then
      undone = sound_of(self.game, "undo")
    end
  end
  if letter == "Z" or letter == "X" and self.flags.norestart
    or letter == "A" and self.flags.noaction then
    return { snd = undone }
  end
  return note(self, self.state:press(actions[letter]))
end

--- The names of the objects of each cell, cell by cell, in the order of their numbers.
function engine:cells()
  local list = {}
  for column = 1, self.columns do
    for row = 1, self.rows do
      list[#list + 1] = self.state:at(row, column)
    end
  end
  return list
end

return engine
