--- Holds the includes of C against the arrows between rooms that ARCHITECTURE.md allows. A room is
--- a folder of src/; a line of the block `rooms` there is "ROOM -> ROOM ROOM ...": what it may
--- include besides its own files. Usage: lua5.4 spec/arrows.lua FILE ...

local document <close> = assert(io.open "ARCHITECTURE.md")
local block = document:read "a":match "\n```rooms\n(.-)\n```"

-- The rooms that each room may use, by their names.
local allowed = {}
for line in assert(block, "ARCHITECTURE.md has no block of rooms"):gmatch "[^\n]+" do
  local name, rest = line:match "^(%S+)%s*(.*)$"
  allowed[name] = {}
  for other in rest:gsub("^%->", ""):gmatch "%S+" do
    allowed[name][other] = true
  end
end

local function room(path)
  return path:match "^(.*)/[^/]*$"
end

local faults, used = {}, {}

local function fault(format, ...)
  faults[#faults + 1] = format:format(...)
end

-- The rooms of games share one line: none knows another one.
local function named(name)
  return name:find "^games/" and "games" or name
end

local function look(path)
  local from, number = room(path:match "^src/(.*)$"), 0
  if not allowed[named(from)] then
    fault("%s: ARCHITECTURE.md has no room %s", path, from)
    return
  end
  for line in io.lines(path) do
    number = number + 1
    local to = room(line:match '^%s*#%s*include%s+"([^"]+)"' or "")
    if to and to ~= from then
      local arrow = ("%s -> %s"):format(named(from), named(to))
      used[arrow] = true
      if not allowed[named(from)][named(to)] or named(from) == named(to) then
        fault("%s:%d: %s is no arrow that ARCHITECTURE.md allows", path, number, arrow)
      end
    end
  end
end

for _, path in ipairs(arg) do
  look(path)
end
for name, others in pairs(allowed) do
  for other in pairs(others) do
    if not allowed[other] then
      fault("ARCHITECTURE.md: %s -> %s: there is no such room", name, other)
    elseif not used[("%s -> %s"):format(name, other)] then
      fault("ARCHITECTURE.md: nothing uses the arrow %s -> %s", name, other)
    end
  end
end
table.sort(faults)
for _, text in ipairs(faults) do
  io.stderr:write(text, "\n")
end
os.exit(#faults == 0)
