--- Runs the project's specs under Lua in WebAssembly, with luassert and a small part of what busted
--- offers: `posix.lua spec/wasm/specs.lua LEAST FILES`. Fails if a spec fails or if fewer than LEAST
--- were run. A spec that starts a process, or needs a module that is not in the build, is left out.

local posix = require "spec.wasm.posix"

local luassert = require "luassert"
assert, spy, stub, mock, match = luassert, require "luassert.spy", require "luassert.stub",
  require "luassert.mock", require "luassert.match"

local absent = { posix.refused, "is not part of the WebAssembly build", "module 'luv' not found",
  "module 'busted' not found", "module 'lfs' not found", "module 'luasql" }

local counts = { passed = 0, failed = 0, pending = 0, left_out = 0 }
local left_out = {} -- the number of specs that are left out, by their files
local path -- of the file that is running
local block -- the describe that is running
local at_end -- what finally() was given

local function message_of(err)
  return type(err) == "table" and err.message ~= nil and tostring(err.message) or tostring(err)
end

-- What is not there, if that is what the message says.
local function lacks(message)
  for _, words in ipairs(absent) do
    if message:find(words, 1, true) then
      return words
    end
  end
  return posix.tried and posix.refused or nil
end

local function leave_out(why)
  counts.left_out = counts.left_out + 1
  left_out[path] = left_out[path] or {}
  left_out[path][why] = (left_out[path][why] or 0) + 1
end

local function note(name, fine, err)
  local why = not fine and lacks(message_of(err)) or posix.tried and posix.refused
  if type(err) == "table" and err.pending then
    counts.pending = counts.pending + 1
  elseif why then
    leave_out(why)
  elseif fine then
    counts.passed = counts.passed + 1
  else
    counts.failed = counts.failed + 1
    io.write(("FAILED: %s: %s\n  %s\n"):format(path, name, (message_of(err):gsub("\n", "\n  "))))
  end
end

-- ---- blocks ----

local function each(parts, kind)
  local outer = {}
  local at = block
  while at do
    table.insert(outer, 1, at)
    at = at.outer
  end
  local from, to, step = 1, #outer, 1
  if kind == "after_each" then
    from, to, step = #outer, 1, -1
  end
  for i = from, to, step do
    for _, work in ipairs(outer[i][kind]) do
      parts[#parts + 1] = work
    end
  end
  return parts
end

local function run_all(works)
  for _, work in ipairs(works) do
    work()
  end
end

local function run_spec(name, body)
  local snapshot = luassert:snapshot()
  at_end, posix.tried = {}, false
  local fine, err = xpcall(function()
    run_all(each({}, "before_each"))
    body()
  end, function(err)
    return type(err) == "string" and debug.traceback(err, 2) or err
  end)
  for _, work in ipairs(at_end) do
    pcall(work)
  end
  local ended, wrong = pcall(run_all, each({}, "after_each"))
  snapshot:revert()
  note(name, fine and ended, fine and wrong or err)
end

local function run_block(name, body)
  local outer = block
  block = { outer = outer, name = (outer and outer.name .. " " or "") .. name, setup = {},
    teardown = {}, before_each = {}, after_each = {}, inner = {} }
  posix.tried = false
  local fine, err = xpcall(body, debug.traceback)
  if not fine then
    note(block.name, false, err)
  else
    fine, err = pcall(run_all, block.setup)
    for _, part in ipairs(fine and block.inner or {}) do
      part()
    end
    local ended, wrong = pcall(run_all, block.teardown)
    if not fine or not ended then
      note(block.name, false, fine and wrong or err)
    end
  end
  block = outer
end

function describe(name, body)
  local here = block
  here.inner[#here.inner + 1] = function()
    run_block(name, body)
  end
end

function it(name, body)
  local here = block
  here.inner[#here.inner + 1] = function()
    run_spec(here.name .. " " .. name, body)
  end
end

for _, kind in ipairs { "setup", "teardown", "before_each", "after_each" } do
  _G[kind] = function(work)
    local list = block[kind]
    list[#list + 1] = work
  end
end

function finally(work)
  at_end[#at_end + 1] = work
end

function pending(why)
  error({ pending = true, message = why })
end

-- ---- files ----

-- Each file loads its modules anew, as under busted.
local function run_file(file)
  local loaded = {}
  for name, module in pairs(package.loaded) do
    loaded[name] = module
  end
  path = file
  local start = os.clock()
  run_block("", function()
    assert(loadfile(file))()
  end)
  for name in pairs(package.loaded) do
    package.loaded[name] = loaded[name]
  end
  collectgarbage()
  print(("%.2f"):format(os.clock() - start), file)
end

local least = math.tointeger(arg[1])
for i = 2, #arg do
  run_file(arg[i])
end
for i = 2, #arg do
  for why, count in pairs(left_out[arg[i]] or {}) do
    print(("left out: %-40s %3d: %s"):format(arg[i], count, why))
  end
end
print(("%d specs passed, %d failed, %d pending, %d left out"):format(counts.passed, counts.failed,
  counts.pending, counts.left_out))
if counts.passed < least then
  print(("fewer passed than before (%d)"):format(least))
end
os.exit(counts.failed == 0 and counts.passed >= least)
