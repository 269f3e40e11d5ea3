--- Inputs that are hard on patterns, and ten times as long: instructions may grow tenfold.

local run_game = "samples/games/sokoban.lua --trust"
local map = "#####\n#@$.#\n#####\n"

-- What is long at n = 60000, and the input.
local inputs = {
  { "60000 blanks in an action", function(n)
    return map .. "\nright" .. (" "):rep(n) .. "x\n"
  end },
  { "60000 blanks in a row", function(n)
    return "#####" .. (" "):rep(n) .. "x\n#@$.#\n#####\n"
  end },
  { "60000 commas", function(n)
    return map .. "\nright" .. (","):rep(n) .. "\n"
  end },
  { "60000 blank lines", function(n)
    return map .. ("\n"):rep(n) .. "right\n"
  end },
  { "600 levels", function(n)
    return ("; name: level\n" .. map .. "\nright\n\n"):rep(n // 100)
  end },
}

-- A script that compares two wide boards.
local function comparison(n)
  return ([[
    local compare = require("tessera").scenario.compare
    compare("a" .. (" "):rep(%d) .. "b", ("."):rep(%d))
    compare(("/"):rep(%d) .. "a", "a")
  ]]):format(n, n, n)
end

local function compare(bench, n)
  local path = os.tmpname()
  os.rename(path, path .. ".lua")
  path = path .. ".lua"
  local file <close> = assert(io.open(path, "w"))
  file:write(comparison(n)):flush()
  local count = bench.instructions(path .. " --trust", "")
  os.remove(path)
  return count
end

return function(bench)
  for _, case in ipairs(inputs) do
    local once = bench.instructions(run_game, case[2](6000))
    bench.line("sokoban, " .. case[1], bench.instructions(run_game, case[2](60000)), once)
  end
  bench.line("comparing boards, 60000 wide", compare(bench, 60000), compare(bench, 6000))
end
