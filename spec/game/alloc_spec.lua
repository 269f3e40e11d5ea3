--- Specifies what happens when memory runs out. Calls every public function of every C module as
--- many times as it allocates (spec/alloc/calls.lua, batches.lua), and each time another allocation
--- fails. The call raises "not enough memory", its arguments are as before or as after the whole
--- call, the same call then passes, and nothing leaks.

local run = require "spec.support.run"
local seeds = require "spec.support.seeds"

local build = run.quote(os.getenv "TESSERA_BUILD" or "build")

it("a failed allocation crashes nothing, leaks nothing and leaves nothing half done", function()
  -- Without the environment of this process: a sanitizer's LD_PRELOAD, and the flags of make.
  local _, stderr, status = run.shell(("env -u LD_PRELOAD -u MAKEFLAGS make -s BUILD=%s %s/alloc")
    :format(build, build))
  assert.same({ "", 0 }, { stderr, status })
  local stdout
  stdout, stderr, status = run.shell(("LUA_PATH='./lua/?.lua;./?.lua' LUA_CPATH=%s/'?.so' "
    .. "%s/alloc spec/alloc/try.lua"):format(build, build))
  assert.same({ "", 0 }, { stderr, status })
  local calls, tries = stdout:match "^(%d+) calls, (%d+) tries\n$"
  assert.is_true(tonumber(calls) > 700 and seeds.often(tonumber(tries), 10000))
end)
