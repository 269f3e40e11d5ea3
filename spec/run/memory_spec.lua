--- Specifies that a run needs the memory of its largest dataset, not of the whole file: many
--- datasets are played in the address space that one of them needs.

local run = require "spec.support.run"

-- Programs that print `count` datasets of their game, about a megabyte each.
local generators = {
  tower = [[
    local n = 1000
    local map = ("."):rep(n - 1) .. "G\n" .. (("."):rep(n - 1) .. "#\n"):rep(n - 2) .. "S"
      .. ("."):rep(n - 2) .. "#\n"
    for _ = 1, count do io.write(n, " ", n, "\n", map, "1 MOVETO 5\n") end]],
  samegame = [[
    local rows = ("1 2 "):rep(350) .. "\n" .. ("3 3 "):rep(350) .. "\n"
    for _ = 1, count do io.write("700 700\n", rows:rep(350), "2 5 0 0\n") end]],
  robots = [[
    local robots = {}
    for row = 1, 31 do
      for column = 1, 31 do
        robots[#robots + 1] = (row ~= 15 or column ~= 15) and row .. " " .. column or nil
      end
    end
    local case = "960 10000\n" .. table.concat(robots, "\n") .. "\n" .. ("1 1\n"):rep(10000)
    for _ = 1, 20 * count do io.write(case) end]],
  jewelry = [[
    local board = "BWPRORYY\nGBRBGWWO\nBPOOPPYP\nBWGYGWBY\nYGBYOBGR\nRGPOGOOW\nYBBYYOGW\n"
      .. "PBRYGPPB\n"
    for _ = 1, 10000 * count do io.write(board) end]],
}

-- The lines of output of a game with so many kilobytes of address space.
local function play(name, count, kilobytes)
  return run.shell(("lua5.4 -e %s | (ulimit -v %d; lua5.4 run.lua %s | wc -l)"):format(
    run.quote(("local count = %d\n%s"):format(count, generators[name])), kilobytes, name))
end

describe("the memory of", function()
  for name in pairs(generators) do
    it(name .. " is that of the largest dataset", function()
      if (os.getenv "LD_PRELOAD" or ""):find "asan" then
        pending "the sanitizer needs an address space of its own"
        return
      end
      local limit = 24000
      local lines, stderr = play(name, 1, limit)
      assert.equal("", stderr)
      local more, errors = play(name, 30, limit)
      assert.equal("", errors)
      assert.is_true(tonumber(lines) > 0)
      assert.is_true(tonumber(more) >= 30 * tonumber(lines))
    end)
  end
end)
