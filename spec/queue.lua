--- Runs each spec file in a process of its own, one more at once than there are cores, since some
--- wait for a clock, and adds up the counts that they print. The rest is shown if a file fails.
---
---     RUN=busted lua5.4 spec/queue.lua FOLDER FILE...
---
--- RUN is a command of the shell, which is given the file. FOLDER keeps what the files print, and
--- how many seconds each took: the next time the longest begin, the first time those with random
--- games. WORKERS, if it is set, is how many run at once.

local uv = require "luv"

local folder = table.remove(arg, 1)
local kinds = { "successes", "failures", "errors", "pending" }

local function read(path)
  local file = io.open(path)
  local text = file and file:read "a" or ""
  return text, file and file:close()
end

local times = {}
for seconds, path in read(folder .. "/times"):gmatch "(%S+) ([^\n]+)\n" do
  times[path] = tonumber(seconds)
end

-- The seconds that a file took, or a guess.
local function length(path)
  local text = times[path] and "" or read(path)
  return times[path] or #text / 1e5 + (text:find("support.seeds", 1, true) and 1 or 0)
end

local files, lengths = {}, {}
for _, path in ipairs(arg) do
  files[#files + 1] = not lengths[path] and path or nil
  lengths[path] = length(path)
end
table.sort(files, function(a, b)
  return lengths[a] > lengths[b] or lengths[a] == lengths[b] and a < b
end)

local total = { successes = 0, failures = 0, errors = 0, pending = 0 }
local started, ended, failed = 0, 0, {}
local running = {}
local terminal = uv.guess_handle(1) == "tty"
local line_start = terminal and "\r" or ""

-- The counts in busted's line "3 successes / 0 failures / 0 errors / 1 pending : 0.1 seconds".
local function counts(text)
  local found = {}
  local line = text:match ".*\n([^\n]* success[^\n]* seconds)" or ""
  for _, kind in ipairs(kinds) do
    found[kind] = tonumber(line:match("(%d+) " .. kind:gsub("e?s$", ""))) or 0
  end
  return found
end

local function add(path, status, text)
  local found = counts(text)
  for _, kind in ipairs(kinds) do
    total[kind] = total[kind] + found[kind]
  end
  if status ~= 0 or found.successes + found.pending == 0 then
    failed[#failed + 1] = path
    print(("%sFAILED: %s (exit status %d)\n%s"):format(line_start, path, status, text))
  end
  if terminal then
    io.write(("\r%d of %d files, %d specs "):format(ended, #files, total.successes)):flush()
  end
end

local function start()
  started = started + 1
  local path = files[started]
  if not path then
    return
  end
  local log = ("%s/%s.log"):format(folder, path:gsub("/", "_"))
  local output = assert(uv.fs_open(log, "w", tonumber("644", 8)))
  local began = uv.hrtime()
  running[path] = assert(uv.spawn("/bin/sh", {
    args = { "-c", "exec env " .. os.getenv "RUN" .. ' "$0"', path },
    stdio = { 0, output, output },
  }, function(code, signal)
    running[path]:close()
    running[path], ended, times[path] = nil, ended + 1, (uv.hrtime() - began) / 1e9
    uv.fs_close(output)
    add(path, signal > 0 and 128 + signal or code, read(log))
    start()
  end))
end

local function stop(name)
  for _, process in pairs(running) do
    process:kill(name)
  end
  os.exit(1)
end

for _, name in ipairs { "sigint", "sigterm", "sighup" } do
  local signal = uv.new_signal()
  signal:start(name, stop)
  signal:unref()
end

local began = uv.hrtime()
local cores = uv.available_parallelism or function()
  return #uv.cpu_info()
end
for _ = 1, tonumber(os.getenv "WORKERS") or cores() + 1 do
  start()
end
uv.run()

local lines = {}
for path, seconds in pairs(times) do
  lines[#lines + 1] = read(path) ~= "" and ("%.1f %s\n"):format(seconds, path) or nil
end
local file <close> = assert(io.open(folder .. "/times", "w"))
file:write(table.concat(lines))

print(("%s%d successes / %d failures / %d errors / %d pending : %d files, %.1f seconds"):format(
  line_start, total.successes, total.failures, total.errors, total.pending, #files,
  (uv.hrtime() - began) / 1e9))
if failed[1] then
  print("failed: " .. table.concat(failed, " "))
  os.exit(1)
end
