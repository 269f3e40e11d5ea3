--- Tries every call of spec/alloc/calls.lua and batches.lua as many times as it allocates
--- memory: at the n-th try the n-th allocation fails. Run by spec/alloc/alloc.c, which defines
--- `failing`.

local failing = failing -- luacheck: ignore 113

collectgarbage "stop" -- a failed allocation starts a collection all the same
debug.sethook(print, "")

local seeds = require "spec.support.seeds"
local states = require "tessera.states"

local calls = {}
local modules = {}
for _, name in ipairs { "batch_core", "grid", "horizontally", "jewelry", "process", "reader", "rng",
  "robots", "samegame", "lua_game", "search_core", "states", "tower" } do
  modules[name] = require("tessera." .. name)
end
require "tessera.game"
require "tessera.search"
modules.grid.new(1, 1) -- makes the class of grids, whose methods calls.lua names
require "tessera.session"

-- Classes are made in the registry when they are first needed. They are removed before every try,
-- so that making them is tried, too; but not Lua's own class of buffers, which an error of memory
-- leaves half made.
table.concat { ("x"):rep(10000), "y" }
local registry, kept = debug.getregistry(), {}
for key in pairs(registry) do
  kept[key] = true
end
local function forget()
  for key in pairs(registry) do
    if not kept[key] then
      registry[key] = nil
    end
  end
end

-- ---- pictures: everything that can be observed of a value, as a text ----

local picture

local function picture_of_table(value)
  local parts = {}
  for key, element in pairs(value) do
    -- A search that gets less memory may use less.
    local shown = key ~= "memory" or not value.ended
    parts[#parts + 1] = shown and picture(key) .. " = " .. picture(element) or nil
  end
  table.sort(parts)
  return "{" .. table.concat(parts, ", ") .. "}"
end

-- The state of a reader can only be observed by reading on.
local function picture_of_reader(reader)
  local parts = {}
  repeat
    local fine, line = pcall(reader.line, reader)
    parts[#parts + 1] = fine and line or nil
  until not fine or not line
  local fine, row, column = pcall(reader.position, reader)
  parts[#parts + 1] = fine and ("%d:%d"):format(row, column) or "at fault"
  return table.concat(parts, "\n")
end

-- What a batch or trees hold, environment by environment.
local function picture_of_batch(many)
  local parts = { many:observations(), many:masks(), table.concat(many:rewards(), " "),
    table.concat(many:players(), " ") }
  for i = 1, #many:lengths() do
    parts[#parts + 1] = many:save(i)
  end
  return table.concat(parts, "\n")
end

local function picture_of_trees(search)
  return search:observations() .. table.concat(search:visits(), " ")
    .. table.concat(search:means(), " ") .. table.concat(search:players(), " ")
end

function picture(value)
  local class = debug.getmetatable(value)
  local name = type(class) == "table" and class.__name or type(value)
  if states.is_state(value) then
    return value:save() .. tostring(value)
  elseif name == "tessera.reader" then
    return picture_of_reader(value)
  elseif name == "tessera.Batch" then
    return picture_of_batch(value)
  elseif name == "tessera.Trees" then
    return picture_of_trees(value)
  elseif name == "tessera.session" then
    return value:record() .. picture(value:state())
  elseif type(value) == "table" then
    local shown = class and class.__tostring and tostring(value) or ""
    return shown .. picture_of_table(value) .. type(getmetatable(value))
  end
  -- In brackets: for a string that exists already, the call would allocate no memory.
  return "[" .. tostring(value):gsub("0x%x+", "address") .. "]"
end

local function pictures(values, first)
  local parts = {}
  for i = first, values.n do
    parts[#parts + 1] = picture(values[i])
  end
  return parts
end

-- ---- trying ----

-- Every function in C that some call has called; those of a game that is gone go with it.
local called = setmetatable({}, { __mode = "k" })

local function listen()
  local info = debug.getinfo(2, "Sf")
  if info.what == "C" then
    called[info.func] = true
  end
end

local listening

local function through(f, ...)
  if listening then
    debug.sethook(listen, "c")
  end
  return f(...)
end

-- Calls with a failing n-th allocation. Returns whether the call came that far, and pictures of its
-- results.
local function attempt(n, call, args)
  collectgarbage()
  local result = table.pack(failing(n, through, call.f, table.unpack(args, 1, args.n)))
  return result[1], pictures(result, 2)
end

-- Whether the values look as one of these lists of pictures says: all as the same list, or, if the
-- call allows it (`apart`), each as any list.
local function among(call, found, lists)
  local whole, each = false, true
  for i = 1, math.max(#found, #lists[1]) do
    local fine = false
    for _, list in ipairs(lists) do
      fine = fine or list[i] == found[i] or found[i]:sub(-8) == "at fault"
    end
    each = each and fine
  end
  for _, list in ipairs(lists) do
    whole = whole or table.concat(list, "\0") == table.concat(found, "\0")
  end
  return whole or (call.apart or found[1] and found[1]:sub(-8) == "at fault") and each
end

local function says_memory(parts)
  local text = table.concat(parts, "\n")
  return text:find("memory", 1, true) or text:find("stack overflow", 1, true)
end

local function fail(call, n, what, ...)
  local parts = { ("%s, allocation %d: %s"):format(call.name, n, what) }
  for _, list in ipairs { ... } do
    parts[#parts + 1] = type(list) == "table" and table.concat(list, "\n  | ") or list
  end
  error(table.concat(parts, "\n---- "), 0)
end

-- One try. Returns whether the call came to its n-th allocation.
local function try(call, n, expected, stages)
  forget()
  local args = table.pack(call.make())
  local came, got = attempt(n, call, args)
  local same = table.concat(got, "\0") == table.concat(expected, "\0")
  if not same and not (came and says_memory(got)) then
    fail(call, n, "it answers otherwise", got, expected)
  end
  local found = pictures(args, 1)
  if not call.loose and not among(call, found, same and { stages[#stages] } or stages) then
    fail(call, n, "something is half done", got, found, table.unpack(stages))
  end
  if call.reads then -- what the reader has read is lost
    args, found = table.pack(call.make()), stages[1]
  end
  if not same and table.concat(found) == table.concat(stages[1]) then
    local _, again = attempt(0, call, args)
    found = pictures(args, 1)
    if table.concat(again, "\0") ~= table.concat(expected, "\0")
      or not among(call, found, { stages[#stages] }) then
      fail(call, n, "the same call right after it does something else", again, expected, found)
    end
  end
  if call.sound and not call.sound(table.unpack(args, 1, args.n)) then
    fail(call, n, "what was passed in is not what it was")
  end
  return came
end

-- The pictures of the values before the call, in between if that is allowed, and after it; and the
-- results of the call.
local function expect(call)
  local stages = { pictures(table.pack(call.make()), 1) }
  for i = 1, call.steps or 0 do
    local args = table.pack(call.make())
    call.step(i, table.unpack(args, 1, args.n))
    stages[#stages + 1] = pictures(args, 1)
  end
  local args = table.pack(call.make())
  listening = true
  local _, expected = attempt(0, call, args)
  listening = false
  stages[#stages + 1] = pictures(args, 1)
  return expected, stages
end

--- Tries the call f(make()).
---@param name string
---@param make fun(): ... fresh arguments
---@param f fun(...)
---@param more? table apart: the call may change one argument without the other; steps, step: the
---call may end after any of its steps, and step(i, ...) does what it has done after step i; reads:
---the call is repeated with new arguments; loose: the arguments are not compared; sound: sound(...)
---must be true after every call
function calls.add(name, make, f, more)
  local call = { name = name, make = make, f = f }
  for key, value in pairs(more or {}) do
    call[key] = value
  end
  calls[#calls + 1] = call
end

-- The public functions that no call has called.
local function left_out()
  local missing = {}
  local function look(place, functions)
    for name, f in pairs(functions) do
      if type(f) == "function" and type(name) == "string" and not called[f] then
        missing[#missing + 1] = place .. name
      end
    end
  end
  for name, module in pairs(modules) do
    look(name .. ".", module)
  end
  for name, class in pairs(calls.classes) do
    look(name .. ":", class)
    look(name .. ":", type(class.__index) == "table" and class.__index or {})
  end
  table.sort(missing)
  return missing
end

loadfile "spec/alloc/calls.lua"(calls, modules)
loadfile "spec/alloc/batches.lua"(calls)
local tries = 0
-- KB in use; tables with weak keys are only emptied by a second collection.
local function in_use()
  collectgarbage()
  collectgarbage()
  return collectgarbage "count"
end
local may_grow = 20 -- KB, for tables in which Lua keeps room for more elements

-- Returns the number of tries.
local function try_all(call)
  local expected, stages = expect(call)
  local n, before = 0, in_use()
  repeat
    n = n + 1
    local came = try(call, n, expected, stages)
  until not came
  local size = in_use()
  if size > before + may_grow then
    fail(call, n, ("%.0f KB are left after all tries"):format(size - before))
  end
  return n
end

for i, call in ipairs(calls) do
  tries = tries + (seeds.takes(i, 20) and try_all(call) or 0)
end
local missing = seeds.all and left_out() or {}
if missing[1] then
  error("never called: " .. table.concat(missing, ", "), 0)
end
io.stdout:write(#calls, " calls, ", tries, " tries\n")
