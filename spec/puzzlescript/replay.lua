--- Compares an engine with recorded traces and sessions of a folder that is no part of the project;
--- spec/puzzlescript/outside.lua calls it.

local compile = require "tessera.puzzlescript.compile"
local json = require "dkjson"
local parse = require "tessera.puzzlescript.parse"
local sessions = require "spec.puzzlescript.sessions"
local traces = require "spec.puzzlescript.traces"

local instructions = 1000000 -- between looks at the clock

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read "a"
end

-- f(...), or nil after so many seconds.
local function within(seconds, f, ...)
  local late, stop = {}, os.clock() + seconds
  debug.sethook(function()
    if os.clock() > stop then
      error(late)
    end
  end, "", instructions)
  local result = table.pack(xpcall(f, function(message)
    return message == late and late or debug.traceback(message)
  end, ...))
  debug.sethook()
  if result[1] then
    return table.unpack(result, 2)
  elseif result[2] ~= late then
    error(result[2], 0)
  end
end

local function check_trace(engine, folder, name, totals)
  local trace = traces.read(read(folder .. "/" .. name .. ".trace"))
  local game = parse(read(folder .. "/" .. name .. ".txt"))
  local steps, differences = traces.compare(engine, game, compile(game), trace)
  totals.traces, totals.steps = totals.traces + 1, totals.steps + steps
  totals.differences = totals.differences + #differences
  for _, text in ipairs(differences) do
    print(name .. ": " .. text)
  end
end

local function check_sessions(engine, cases, seconds, totals)
  for _, case in ipairs(cases) do
    local game = parse(case.source)
    local text = within(seconds, sessions.play, engine, game, compile(game), case)
    totals.sessions = totals.sessions + 1
    if not text then
      totals.slow = totals.slow + 1
    elseif text ~= case.board then
      totals.differences = totals.differences + 1
      print(("session %d, %s: another board"):format(case.case, case.name))
    end
  end
end

--- Plays every NAME.trace and the sessions of testdata.json, if it is there; those that take longer
--- than some seconds count as slow.
---@param engine table as spec.puzzlescript.traces describes it
---@param folder string
---@param seconds number
---@return boolean whether all agree
return function(engine, folder, seconds)
  local totals = { traces = 0, steps = 0, sessions = 0, slow = 0, differences = 0 }
  local list <close> = io.popen(("ls '%s'"):format(folder:gsub("'", "'\\''")))
  for file in list:lines() do
    local name = file:match "^(.*)%.trace$"
    if name then
      check_trace(engine, folder, name, totals)
    end
  end
  local text = read(folder .. "/testdata.json")
  check_sessions(engine, text and json.decode(text) or {}, seconds, totals)
  print(("%d traces with %d steps; %d sessions, of which %d were too slow; %d differences")
    :format(totals.traces, totals.steps, totals.sessions, totals.slow, totals.differences))
  return totals.differences == 0
end
