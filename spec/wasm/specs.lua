--- Runs specs under Lua in WebAssembly, with luassert and the part of busted that they use:
--- `posix.lua spec/wasm/specs.lua FILES`. A spec that starts a process, or needs a module that is
--- not in the build, is left out. The last line counts the specs. Fails if one fails.

local posix = require "spec.wasm.posix"

local luassert = require "luassert"

-- luacheck: push ignore 121
assert, spy, stub, mock, match = luassert, require "luassert.spy", require "luassert.stub",
  require "luassert.mock", require "luassert.match"
-- luacheck: pop

-- Words of messages that say what is not there.
local absences = { posix.refused, "is not part of the WebAssembly build",
  "module 'busted' not found", "module 'luasql", "XML needs LuaExpat",
  "needs lua-zlib" }

local counts = { passed = 0, failed = 0, pending = 0, ["left out"] = 0 }
local path -- of the file that is running
local block -- the describe that is running
local at_end -- what finally() was given

local function count(kind)
  counts[kind] = counts[kind] + 1
end

local function message_of(err)
  return tostring(type(err) == "table" and err.message ~= nil and err.message or err)
end

local function absence(message)
  for _, words in ipairs(absences) do
    if message:find(words, 1, true) then
      return words
    end
  end
  return posix.tried and posix.refused or nil
end

local function note(name, fine, err)
  local why = absence(fine and "" or message_of(err))
  name = name:gsub("\n", " ")
  if type(err) == "table" and err.pending then
    count "pending"
  elseif why then
    count "left out"
    print(("left out: %s:%s: %s"):format(path, name, why))
  elseif fine then
    count "passed"
  else
    count "failed"
    print(("FAILED: %s:%s: %s"):format(path, name, message_of(err)))
  end
end

-- ---- blocks ----

-- What stands before (or behind) each spec in the block and in those around it.
local function around(kind)
  local works, at = {}, block
  while at do
    local list = at[kind]
    table.move(works, 1, #works, kind == "before_each" and #list + 1 or 1)
    table.move(list, 1, #list, kind == "before_each" and 1 or #works + 1, works)
    at = at.outer
  end
  return works
end

local function run_all(works)
  for _, work in ipairs(works) do
    work()
  end
end

local function traced(err)
  return type(err) == "string" and debug.traceback(err, 2) or err
end

local function run_spec(name, body)
  local snapshot = luassert:snapshot()
  at_end, posix.tried = {}, false
  local fine, err = xpcall(function()
    run_all(around "before_each")
    body()
  end, traced)
  for _, works in ipairs { at_end, around "after_each" } do
    local ended, wrong = pcall(run_all, works)
    fine, err = fine and ended, fine and wrong or err
  end
  snapshot:revert()
  note(name, fine, err)
end

local function run_block(name, body)
  block = { outer = block, name = name, setup = {}, teardown = {}, before_each = {},
    after_each = {}, parts = {} }
  posix.tried = false
  local fine, err = xpcall(function()
    body()
    run_all(block.setup)
  end, traced)
  if fine then
    run_all(block.parts)
    fine, err = xpcall(run_all, traced, block.teardown)
  end
  if not fine then
    note(name, false, err)
  end
  block = block.outer
end

-- ---- the words of specs ----

-- luacheck: push ignore 121

local function adds(run)
  return function(name, body)
    local parts, whole = block.parts, block.name .. " " .. name
    parts[#parts + 1] = function()
      run(whole, body)
    end
  end
end

describe, it = adds(run_block), adds(run_spec)

for _, kind in ipairs { "setup", "teardown", "before_each", "after_each" } do
  _G[kind] = function(work)
    table.insert(block[kind], work)
  end
end

function finally(work)
  table.insert(at_end, 1, work)
end

function pending(why)
  error { pending = true, message = why }
end

-- luacheck: pop

-- ---- files ----

-- Each file loads its modules anew, as under busted.
local function run_file(file)
  local loaded = {}
  for name, module in pairs(package.loaded) do
    loaded[name] = module
  end
  path = file
  run_block("", assert(loadfile(file)))
  for name in pairs(package.loaded) do
    package.loaded[name] = loaded[name]
  end
  collectgarbage()
end

for _, file in ipairs(arg) do
  run_file(file)
end
posix.clean()
print(("%d passed, %d failed, %d pending, %d left out"):format(counts.passed, counts.failed,
  counts.pending, counts["left out"]))
os.exit(counts.failed == 0)
