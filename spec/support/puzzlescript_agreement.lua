--- Plays random PuzzleScript games with the evaluator in C and with the twin, and compares board
--- and flags after each key.

local compile = require "tessera.puzzlescript.compile"
local engine = require "spec.puzzlescript.engine"
local oracle = require "spec.oracle.puzzlescript"
local parse = require "tessera.puzzlescript.parse"
local random = require "spec.support.puzzlescript_random"
local traces = require "spec.puzzlescript.traces"

local agreement = {}

local instructions = 1500000 -- of Lua, that the twin may take for a key

-- f(...), or nil if it takes too many instructions.
local function short(f, ...)
  local long = {}
  debug.sethook(function()
    error(long)
  end, "", instructions)
  local results = table.pack(pcall(f, ...))
  debug.sethook()
  if not results[1] and results[2] ~= long then
    error(results[2], 0)
  end
  return table.unpack(results, 2, results[1] and results.n or 1)
end

local function board(player, session)
  local cells = player.cells(session)
  for i, names in ipairs(cells) do
    cells[i] = traces.cell(names)
  end
  return table.concat(cells, ",")
end

-- What differs after a step, as a text.
local function difference(session, flags, twin, expected)
  local got, wanted = board(engine, session), board(oracle, twin)
  if got ~= wanted then
    return ("board\n  %s\nexpected\n  %s"):format(got, wanted)
  end
  for _, flag in ipairs(traces.flags) do
    if flags[flag] ~= expected[flag] then
      return ("%s: %s, expected %s"):format(flag, tostring(flags[flag]), tostring(expected[flag]))
    end
  end
end

local function count(totals, session, flags, before)
  local now = board(engine, session)
  totals.changes = totals.changes + (now ~= before and 1 or 0)
  for flag in pairs(flags) do
    totals.flags[flag] = (totals.flags[flag] or 0) + 1
  end
  totals.keys = totals.keys + 1
  return now
end

--- What `compare` counts.
---@return table
function agreement.totals()
  return { games = 0, long = 0, keys = 0, changes = 0, flags = {}, differences = {} }
end

--- Plays a game. Returns whether it was compared, and the first difference.
---@param text string
---@param letters string
---@param totals table
---@return boolean
---@return string|nil
function agreement.play(text, letters, totals)
  local game, seed = parse(text), "seed"
  local program = game.playable and compile(game)
  if game.errors > 0 or not game.playable then
    return false
  end
  local twin, expected = short(oracle.load, game, program, 0, seed)
  local session, flags, now
  for i = 0, #letters do
    if i > 0 then
      expected = short(oracle.input, twin, letters:sub(i, i))
    end
    if not expected then
      totals.long = totals.long + 1
      return i > 1
    elseif i == 0 then
      session, flags = engine.load(game, program, 0, seed)
      twin.undo = {} -- here nothing can be undone before the first key
    else
      flags = session:input(letters:sub(i, i))
    end
    local differs = difference(session, flags, twin, expected)
    if differs then
      return true, ("key %d of %s: %s"):format(i, letters, differs)
    end
    now = count(totals, session, flags, now)
    if flags.win then
      break
    end
  end
  return true
end

--- Compares the games of some seeds.
---@param first integer
---@param last integer
---@return table totals `games` that were compared, `long` of which the twin took too long, `keys`,
---`changes` of boards, `flags` and how often they were set, and a list of `differences`
function agreement.compare(first, last)
  local totals = agreement.totals()
  for seed = first, last do
    local text, letters = random.game(seed)
    local played, differs = agreement.play(text, letters, totals)
    totals.games = totals.games + (played and 1 or 0)
    if differs then
      totals.differences[#totals.differences + 1] = ("seed %d, %s\n%s"):format(seed, differs, text)
    end
  end
  return totals
end

return agreement
