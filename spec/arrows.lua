--- Holds the includes of C and the requires of Lua against the arrows between rooms that
--- ARCHITECTURE.md allows, and finds circles of Lua files. A line of a block, `rooms` or
--- `lua-rooms`, is
---
---     search/store -> base search       what the room may use besides its own files
---     base                              a room that uses no other one
---
--- Blank lines part groups of rooms. Arrows lead down the list. A room in C is a folder of src/.
--- One in Lua has a folder of lua/tessera/, but for rooms inside of it, and the file of its name
--- beside it: `check` has check.lua and check/. The room `tessera` is lua/tessera.lua alone.
--- Usage: lua5.4 spec/arrows.lua FILE ...

local faults = {}

local function fault(format, ...)
  faults[#faults + 1] = format:format(...)
end

local function content(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

local document = content "ARCHITECTURE.md"

-- The rooms of a block: `allowed` has what each may use, `line` where it stands in the block,
-- `used` the arrows that some file uses.
local function rooms(name)
  local block = document:match("\n```" .. name:gsub("%p", "%%%0") .. "\n(.-)\n```")
  local map, number = { allowed = {}, line = {}, used = {} }, 0
  for line in assert(block, "ARCHITECTURE.md has no block " .. name):gmatch "[^\n]+" do
    local room, rest = line:match "^(%S+)%s*(.*)$"
    number = number + 1
    map.allowed[room], map.line[room] = {}, number
    for other in rest:gsub("^%->", ""):gmatch "%S+" do
      map.allowed[room][other] = true
    end
  end
  return map
end

local function use(map, place, from, to)
  local arrow = ("%s -> %s"):format(from, to)
  map.used[arrow] = true
  if not map.allowed[from] then
    fault("%s: ARCHITECTURE.md has no room %s", place, from)
  elseif not map.allowed[from][to] then
    fault("%s: %s is no arrow that ARCHITECTURE.md allows", place, arrow)
  end
end

local function leads_up(map, room, other)
  return map.line[other] <= map.line[room]
end

-- Faults of the block itself.
local function check_block(map)
  for room, others in pairs(map.allowed) do
    for other in pairs(others) do
      if not map.allowed[other] then
        fault("ARCHITECTURE.md: %s -> %s: there is no such room", room, other)
      elseif leads_up(map, room, other) then
        fault("ARCHITECTURE.md: the arrow %s -> %s leads up the list", room, other)
      elseif not map.used[("%s -> %s"):format(room, other)] then
        fault("ARCHITECTURE.md: nothing uses the arrow %s -> %s", room, other)
      end
    end
  end
end

-- ---- C ----

local in_c = rooms "rooms"

-- The rooms of games share one line: none knows another one.
local function look_at_c(path)
  local folder, number = path:match "^src/(.*)/[^/]*$", 0
  local from = folder:gsub("^games/.*", "games")
  for line in io.lines(path) do
    number = number + 1
    local to = (line:match '^%s*#%s*include%s+"([^"]+)"' or ""):match "^(.*)/[^/]*$"
    if to and to ~= folder then
      use(in_c, path .. ":" .. number, from, (to:gsub("^games/.*", "games")))
    end
  end
end

-- ---- Lua ----

local in_lua = rooms "lua-rooms"
local requires, lua_files = {}, {}

-- The innermost room of a file; if ARCHITECTURE.md has none for it, the outermost folder.
local function room_of(path)
  local name = path:match "^lua/tessera/(.*)%.lua$" or "tessera"
  local outermost = name:match "^[^/]*"
  while name and not in_lua.allowed[name] do
    name = name:match "^(.*)/"
  end
  return name or outermost
end

-- The file of a module of this library, or nil.
local function file_of(module)
  local path = "lua/" .. module:gsub("%.", "/") .. ".lua"
  return lua_files[path] and path
end

local function look_at_lua(path)
  local number = 0
  requires[path] = {}
  for line in io.lines(path) do
    number = number + 1
    for module in line:gsub("%-%-.*", ""):gmatch "require%s*%(?%s*[\"']([%w_.]+)[\"']" do
      local other = file_of(module)
      if other and other ~= path then
        requires[path][other] = true
        if room_of(other) ~= room_of(path) then
          use(in_lua, path .. ":" .. number, room_of(path), room_of(other))
        end
      end
    end
  end
end

local seen = {}

-- Follows the requires of a file; `way` are the files that lead here.
local function follow(path, way)
  if seen[path] == "open" then
    fault("a circle: %s -> %s", table.concat(way, " -> "), path)
  elseif not seen[path] then
    seen[path] = "open"
    way[#way + 1] = path
    for other in pairs(requires[path]) do
      follow(other, way)
    end
    way[#way] = nil
    seen[path] = "done"
  end
end

for _, path in ipairs(arg) do
  lua_files[path] = path:find "%.lua$" and true or nil
end
for _, path in ipairs(arg) do
  if lua_files[path] then
    look_at_lua(path)
  else
    look_at_c(path)
  end
end
for path in pairs(lua_files) do
  follow(path, {})
end
check_block(in_c)
check_block(in_lua)
table.sort(faults)
for _, text in ipairs(faults) do
  io.stderr:write(text, "\n")
end
os.exit(#faults == 0)
