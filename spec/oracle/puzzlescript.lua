--- The twin of PuzzleScript: slow, plain Lua, from the description of the language alone. It plays
--- what tessera.puzzlescript.compile makes of a game; spec/oracle/puzzlescript_rules.lua has the
--- rules, puzzlescript_sounds.lua what is heard, this file the turn.

local chance = require "spec.oracle.puzzlescript_chance"
local rules = require "spec.oracle.puzzlescript_rules"
local sounds = require "spec.oracle.puzzlescript_sounds"

local oracle = {}
oracle.__index = oracle

local rounds_max, again_max = 50, 500
local inputs = { U = 1, D = 2, L = 4, R = 8, A = 16 }

local function copied(cells)
  local copy = {}
  for index, cell in pairs(cells) do
    copy[index] = {}
    for key, value in pairs(cell) do copy[index][key] = value end
  end
  return copy
end

local function equal(a, b)
  for index, cell in pairs(a) do
    for id in pairs(cell) do
      if not b[index][id] then return false end
    end
    for id in pairs(b[index]) do
      if not cell[id] then return false end
    end
  end
  return true
end

-- Puts objects and movements (none: all rest) on the board.
local function restore(s, objects, moves)
  s.objects, s.moves, s.present, s.moving, s.groups, s.marked = {}, {}, {}, {}, {}, {}
  for index = 0, s.rows * s.columns - 1 do
    s.objects[index], s.moves[index], s.groups[index], s.marked[index] = {}, {}, {}, {}
    for id in pairs(objects[index]) do rules.set_object(s, index, id, true) end
    for layer, bits in pairs(moves and moves[index] or {}) do
      rules.set_moves(s, index, layer, bits)
    end
  end
end

-- Whether a cell has an object of a set, or all of them.
local function has(objects, set)
  if set.all then
    for _, id in ipairs(set) do
      if not objects[id] then return false end
    end
    return true
  end
  for _, id in ipairs(set) do
    if objects[id] then return true end
  end
  return false
end

-- Whether a condition holds.
local function holds(s, win)
  local some = false
  for index = 0, s.rows * s.columns - 1 do
    local what = has(s.objects[index], win.what)
    local on = not win.on or has(s.objects[index], win.on)
    if win.quantifier == 2 and what and not on then return false end
    some = some or what and on
  end
  return win.quantifier == 2 or some == (win.quantifier == 1)
end

local function is_won(s)
  for _, win in ipairs(s.program.wins) do
    if not holds(s, win) then return false end
  end
  return s.program.wins[1] ~= nil
end

-- The cells of players, in order.
local function player_cells(s)
  local cells, players = {}, table.move(s.program.players, 1, #s.program.players, 1, {})
  players.all = s.program.player_all
  for index = 0, s.rows * s.columns - 1 do
    if players[1] and has(s.objects[index], players) then cells[#cells + 1] = index end
  end
  return cells
end

-- Rules, movement, late rules; returns the cells where players stood.
local function play(s, bits)
  local cells = player_cells(s)
  for _, index in ipairs(bits and cells or {}) do
    for _, id in ipairs(s.program.players) do
      if s.objects[index][id] then
        local layer = s.program.layer_of[id + 1]
        rules.set_moves(s, index, layer, (s.moves[index][layer] or 0) | bits)
      end
    end
  end
  local objects, moves, message = copied(s.objects), copied(s.moves), s.message
  local banned = {}
  for round = 1, rounds_max do
    s.queue = {}
    sounds.begin(s, round == 1)
    rules.run(s, s.program.normal, banned)
    if not rules.resolve(s, banned) or round == rounds_max then break end
    restore(s, objects, moves)
    s.message = message
  end
  rules.run(s, s.program.late, {})
  for index in pairs(s.moves) do -- late rules may have made some at random
    for layer in pairs(s.moves[index]) do rules.set_moves(s, index, layer, 0) end
  end
  return cells
end

-- Whether no player went away from where players stood.
local function stood(s, cells)
  for _, index in ipairs(cells) do
    local here = false
    for _, id in ipairs(s.program.players) do here = here or s.objects[index][id] end
    if not here then return false end
  end
  return cells[1] ~= nil
end

local function push(s, objects)
  s.undo[#s.undo + 1] = objects
end

-- For the flag "cmd" of a trace.
local function note_commands(s, how)
  for _, name in ipairs(how.dry and {} or s.queue) do s.commands[name] = true end
end

local turn

-- Whether another turn would do something.
local function would_do_something(s)
  local objects, moves, message = s.objects, copied(s.moves), s.message
  restore(s, objects, moves)
  s.deaf = true
  local would = turn(s, nil, { dry = true })
  s.deaf = false
  restore(s, objects, moves)
  s.message = message
  return would
end

local function start_again(s)
  restore(s, s.start)
  if s.program.flags.run_rules_on_level_start then
    turn(s, nil, { start = true, restarted = true })
  end
end

-- A turn. `how.dry`: it is only asked what it would do; `how.start`: rules on level start;
-- `how.restarted`: those after a restart. Returns whether it did something.
function turn(s, bits, how)
  local before, message = copied(s.objects), s.message
  s.again = false
  local cells = play(s, bits)
  if s.program.flags.require_player_movement and bits and stood(s, cells) then
    restore(s, before)
    s.queue, s.message = {}, message
    return false
  end
  note_commands(s, how)
  local q = s.queue
  if q.cancel then
    sounds.queue(s)
    sounds.event(s, "cancel")
    restore(s, before)
    return #q > 1
  end
  sounds.turn(s)
  if q.restart and not how.restarted then
    push(s, before)
    if how.dry then return true end
    sounds.queue(s)
    sounds.event(s, "restart")
    start_again(s)
    q = {}
    s.queue = q
  end
  local changed = not equal(s.objects, before)
  if changed and bits then push(s, before) end
  sounds.queue(s)
  if how.dry and (changed or q.win) then return true end
  if not how.start and not how.dry and (q.win or is_won(s)) then
    s.won, s.again = true, false
    return true
  end
  if q.checkpoint then s.start = copied(s.objects) end
  if q.again and changed and not how.dry then
    s.again = would_do_something(s)
    s.queue = q
  end
  return changed
end

-- Back to the last board that is not this one.
local function undo(s)
  if s.program.flags.noundo then return end
  s.again, s.queue = false, {}
  while s.undo[1] and equal(s.undo[#s.undo], s.objects) do table.remove(s.undo) end
  if s.undo[1] then
    restore(s, table.remove(s.undo))
    return true
  end
end

local function restart(s)
  if s.program.flags.norestart then return end
  if s.again then undo(s) end
  s.again = false
  push(s, copied(s.objects))
  sounds.event(s, "restart")
  start_again(s)
  s.queue = {}
end

-- A step of a trace: something, and the turns that follow because of "again".
local function step(s, first)
  s.commands, s.message, s.looped, s.won, s.queue, s.heard = {}, nil, false, false, {}, {}
  local draws, agains = s.chance.draws, 0
  first()
  while s.again and not s.won and agains < again_max do
    agains = agains + 1
    turn(s, nil, {})
  end
  local names = {}
  for name in pairs(s.commands) do names[#names + 1] = name end
  table.sort(names)
  return { again = agains > 0 and agains .. (s.again and not s.won and "!" or "") or nil,
    cmd = names[1] and table.concat(names, ",") or nil, snd = sounds.flag(s),
    rng = s.chance.draws > draws and s.chance.draws - draws or nil,
    loop = s.looped or nil, win = s.won or nil, msg = s.message }
end

--- A level, as it is when it may be played and the flags of its first step. `level` is the
--- number of an entry of LEVELS, from 0.
function oracle.load(game, program, level, seed)
  local map = game.levels[level + 1]
  local s = setmetatable({ game = game, program = program, rows = map.rows, columns = map.columns,
    chance = chance.new(seed), undo = {}, again = false }, oracle)
  local objects = {}
  for i, names in ipairs(map.cells) do
    objects[i - 1] = {}
    for _, name in ipairs(names) do objects[i - 1][game.id_of[name]] = true end
  end
  restore(s, objects)
  s.start = copied(objects)
  return s, step(s, function()
    sounds.event(s, "startlevel")
    if program.flags.run_rules_on_level_start then turn(s, nil, { start = true }) end
  end)
end

--- A step with a letter of a trace; returns its flags.
function oracle:input(letter)
  return step(self, function()
    if letter == "Z" then
      if undo(self) then sounds.event(self, "undo") end
    elseif letter == "X" then
      restart(self)
    elseif letter ~= "A" or not self.program.flags.noaction then
      turn(self, inputs[letter], {})
    end
  end)
end

--- The names of the objects of each cell, cell by cell, in the order of their numbers.
function oracle:cells()
  local list = {}
  for index = 0, self.rows * self.columns - 1 do
    local ids, names = {}, {}
    for id in pairs(self.objects[index]) do ids[#ids + 1] = id end
    table.sort(ids)
    for i, id in ipairs(ids) do names[i] = self.game.objects[id + 1].name end
    list[index + 1] = names
  end
  return list
end

return oracle
