--- What a study costs beside its points: 10,000 points of about a millisecond each, on two cores,
--- against two plain programs with half of the points each; and points that do nothing.

local uv = require "luv"

-- About a millisecond of work.
local work = "local n = 0; for i = 1, 210000 do n = n + i end"
local count = 10000

local study = [[
local tessera = require "tessera"
return tessera.study { name = "bench", points = { seed = tessera.range(1, %d) },
  run = function(point, random)
    %s
    return { n = random:below(100) }
  end }
]]

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
end

-- Seconds on the clock; the least of three.
local function seconds(command)
  local least = math.huge
  for _ = 1, 3 do
    local start = uv.hrtime()
    assert(os.execute(command))
    least = math.min(least, (uv.hrtime() - start) / 1e9)
  end
  return least
end

return function()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute("mkdir " .. folder))
  write(folder .. "/plain.lua", ("for _ = 1, %d do %s end"):format(count // 2, work))
  write(folder .. "/work.lua", study:format(count, work))
  write(folder .. "/nothing.lua", study:format(10 * count, ""))
  local run = "lua5.4 run.lua study --jobs 2 --again %s/%s.lua >/dev/null"
  local plain = seconds(("lua5.4 %s/plain.lua & lua5.4 %s/plain.lua; wait"):format(folder, folder))
  local whole = seconds(run:format(folder, "work"))
  local empty = seconds(run:format(folder, "nothing"))
  os.execute("rm -r " .. folder)
  print(("%d points of %.2f ms, two cores: %.2f s; two plain programs: %.2f s; %.2f times"):format(
    count, 2000 * plain / count, whole, plain, whole / plain))
  print(("%d points that do nothing: %.2f s, %.0f a second"):format(10 * count, empty,
    10 * count / empty))
end
