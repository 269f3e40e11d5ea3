--- Checks that time grows linearly with the input: measures instructions for an input of some size
--- and for ten times that size, each less those for size 0. The ratio should be at most 11.

local size = 1000
local run = "--trust" -- in the same process, where callgrind counts

-- Inputs of a game: functions from a size to an input.
local level = "#####\n#@$.#\n#####"
local inputs = {
  { "blanks behind an action", function(n)
    return level .. "\n\nright" .. (" "):rep(n) .. "\n"
  end },
  { "blanks before what is no action", function(n)
    return level .. "\n\nright" .. (" "):rep(n) .. "x\n"
  end },
  { "blanks behind a row of a map", function(n)
    return level .. (" "):rep(n) .. "\n\nright\n"
  end },
  { "commas", function(n)
    return level .. "\n\nright" .. (","):rep(n) .. "\n"
  end },
  { "blank lines", function(n)
    return level .. ("\n"):rep(n) .. "right\n"
  end },
  { "levels of an input", function(n)
    return ("; name: level\n" .. level .. "\n\nright\n\n"):rep(n // 10)
  end },
  { "actions of an input", function(n)
    return level .. "\n\n" .. ("right, left\n"):rep(n // 10)
  end },
}

-- Scripts that are called with a size.
local scripts = {
  { "line of a playthrough", [[session.replay(("x"):rep(100 * n))]] },
  { "blanks in a playthrough", [[
    session.replay(s:record():gsub("> MOVETO 2", "%0" .. (" "):rep(n)))]] },
  { "actions of a playthrough", [[
    for i = 1, n // 10 do s:apply("MOVETO " .. 1 + i % 2) end
    assert(session.replay(s:record()))]] },
  { "columns of a picture", [[scenario.compare(("x"):rep(n), ("y"):rep(n))]] },
  { "rows of a picture", [[scenario.compare(("x\n"):rep(n), ("y\n"):rep(n))]] },
  { "blanks in a picture", [[
    scenario.compare("x" .. (" "):rep(n) .. "y", "x" .. (" "):rep(n) .. "y")]] },
}

local head = [[
local session, scenario = require "tessera.session", require "tessera.scenario"
local n = tonumber((...))
local s = session.new((require("tessera.tower").new "...../S...G/#####"))
s:apply "MOVETO 2"
]]

local function compare(bench, title, cost)
  local none = cost(0)
  bench.line(title, cost(10 * size) - none, cost(size) - none)
end

return function(bench)
  for _, case in ipairs(inputs) do
    compare(bench, "ten times the " .. case[1], function(n)
      return bench.instructions("samples/games/sokoban.lua " .. run, case[2](n))
    end)
  end
  for _, case in ipairs(scripts) do
    local path = os.tmpname()
    local file = assert(io.open(path .. ".lua", "w"))
    file:write(head, case[2])
    file:close()
    compare(bench, "ten times the " .. case[1], function(n)
      return bench.instructions(("%s.lua %s %d"):format(path, run, n), "")
    end)
    os.remove(path)
    os.remove(path .. ".lua")
  end
end
