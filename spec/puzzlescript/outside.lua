--- Compares the parser, the evaluator in C, or the twin, with recorded traces that are no part of
--- the project:
---
---     lua5.4 spec/puzzlescript/outside.lua FOLDER parse
---     lua5.4 spec/puzzlescript/outside.lua FOLDER traces [twin] [seconds for a session]
---
--- FOLDER holds NAME.txt and NAME.trace, and perhaps errors.json and testdata.json.

package.path = "lua/?.lua;./?.lua;" .. package.path
package.cpath = "build/?.so;" .. package.cpath

local json = require "dkjson"
local parse = require "tessera.puzzlescript.parse"

local folder, what = arg[1], arg[2]
assert(folder and (what == "parse" or what == "traces"), "expected FOLDER parse or FOLDER traces")
if what == "traces" then
  local twin = arg[3] == "twin"
  local engine = require(twin and "spec.oracle.puzzlescript" or "spec.puzzlescript.engine")
  os.exit(require "spec.puzzlescript.replay"(engine, folder, tonumber(arg[twin and 4 or 3]) or 3))
end

local function read(path)
  local file <close> = io.open(path, "rb")
  return file and file:read "a"
end

-- The boards "start" of a trace: level -> list of rows of sorted names; only if nothing ran.
local function read_trace(text)
  local trace = { starts = {} }
  local codes, index, step, pending
  for line in text:gmatch "[^\n]+" do
    local word, rest = line:match "^(%S+) ?(.*)$"
    if word == "counts" then
      trace.counts = {}
      for key, value in rest:gmatch "(%w+)=(%d+)" do
        trace.counts[key] = tonumber(value)
      end
    elseif word == "objects" or word == "layerof" then
      trace[word] = rest
    elseif word == "level" then
      codes, index = {}, tonumber(rest:match "index=(%d+)")
    elseif word == "c" then
      local code, names = rest:match "^(%d+) ?(.*)$"
      codes[code] = names
    elseif word == "@" then
      step = rest
      pending = rest:find "^0 start" and not rest:find "again" and {} or nil
      trace.starts[index] = trace.starts[index] or pending
    elseif word == "r" and pending then
      local row = {}
      for code in rest:gmatch "%d+" do
        row[#row + 1] = codes[code]
      end
      pending[#pending + 1] = row
    end
  end
  return trace, step
end

local function utf16_less(a, b)
  return a < b
end

local failures, levels_seen = 0, 0
local function fail(...)
  failures = failures + 1
  print(string.format(...))
end

local function check_level(name, index, level, start)
  levels_seen = levels_seen + 1
  if level.rows ~= #start or level.columns ~= #start[1] then
    return fail("%s: level %d has the wrong size", name, index)
  end
  for y, row in ipairs(start) do
    for x, expected in ipairs(row) do
      local names = { table.unpack(level.cells[(x - 1) * level.rows + y]) }
      table.sort(names, utf16_less)
      local got = table.concat(names, " ")
      if got ~= expected then
        return fail("%s: level %d at %d,%d: '%s', expected '%s'", name, index, x, y, got, expected)
      end
    end
  end
end

local function check_trace(name)
  local game = parse(read(folder .. "/" .. name .. ".txt"))
  local trace = read_trace(read(folder .. "/" .. name .. ".trace"))
  local objects, layers, maps = {}, {}, 0
  for i, object in ipairs(game.objects) do
    objects[i], layers[i] = object.name, object.layer
  end
  for _, level in ipairs(game.levels) do
    maps = maps + (level.message and 0 or 1)
  end
  local counts = trace.counts
  local got = { errors = game.errors, objects = #objects, layers = game.layers, levels = maps,
    all = #game.levels }
  for key, value in pairs(got) do
    if counts[key] ~= value then
      fail("%s: %d %s, expected %d", name, value, key, counts[key])
    end
  end
  if table.concat(objects, " ") ~= trace.objects then
    fail("%s: objects %s, expected %s", name, table.concat(objects, " "), trace.objects)
  elseif table.concat(layers, " ") ~= trace.layerof then
    fail("%s: layers %s, expected %s", name, table.concat(layers, " "), trace.layerof)
  end
  if not game.flags.run_rules_on_level_start then
    for index, start in pairs(trace.starts) do
      check_level(name, index, game.levels[index + 1], start)
    end
  end
end

local function check_traces()
  local list <close> = io.popen(("ls '%s'"):format(folder:gsub("'", "'\\''")))
  local count = 0
  for file in list:lines() do
    local name = file:match "^(.*)%.trace$"
    if name then
      check_trace(name)
      count = count + 1
    end
  end
  print(("%d traces, %d levels"):format(count, levels_seen))
end

local function check_errors()
  local text = read(folder .. "/errors.json")
  if not text then
    return
  end
  local equal, verdict, total = 0, 0, 0
  for _, case in ipairs(json.decode(text)) do
    local game = parse(case.source)
    total = total + 1
    equal = equal + (game.errors == case.errors and 1 or 0)
    if (game.errors == 0) ~= (case.errors == 0) or arg[3] == "all" and game.errors ~= case.errors
    then
      print(("case %d: %d errors, expected %d"):format(case.case, game.errors, case.errors))
      for _, message in ipairs(case.messages) do
        print("    theirs: " .. message:sub(1, 150))
      end
      for i = 1, math.min(#game.diagnostics, 12) do
        local d = game.diagnostics[i]
        print(("    ours:   %s %s:%s %s"):format(d.kind, d.line, d.column, d.text))
      end
    end
    verdict = verdict + ((game.errors == 0) == (case.errors == 0) and 1 or 0)
  end
  print(("%d cases: verdict %d, number of errors %d"):format(total, verdict, equal))
end

local function check_sessions()
  local text = read(folder .. "/testdata.json")
  if not text then
    return
  end
  local cases = json.decode(text)
  local started, bytes, bad = os.clock(), 0, 0
  for _, case in ipairs(cases) do
    local game = parse(case.source)
    bytes = bytes + #case.source
    if game.errors > 0 then
      bad = bad + 1
      if arg[3] == "sessions" then
        print(("session %d %s: %d errors"):format(case.case, case.name, game.errors))
        for i = 1, math.min(#game.diagnostics, 6) do
          local d = game.diagnostics[i]
          print(("    ours:   %s %s:%s %s"):format(d.kind, d.line, d.column, d.text))
        end
      end
    end
  end
  print(("%d sessions, %d bytes in %.2f s; %d with errors"):format(#cases, bytes,
    os.clock() - started, bad))
end

check_traces()
check_errors()
check_sessions()
print(failures == 0 and "all traces agree" or failures .. " failures")
os.exit(failures == 0)
