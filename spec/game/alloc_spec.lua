--- Memory that runs out: every public function of every C module, once for each of its
--- allocations (spec/alloc/calls.lua). It raises "not enough memory", what it was given is as
--- before or as after the whole call, the same call right after it passes, and nothing leaks.

local run = require "spec.support.run"

local build = run.quote(os.getenv "TESSERA_BUILD" or "build")

it("a failed allocation crashes nothing, leaks nothing and leaves nothing half done", function()
  -- Without what belongs to this process: a sanitizer, and the options of its own make.
  local _, stderr, status = run.shell(("env -u LD_PRELOAD -u MAKEFLAGS make -s BUILD=%s %s/alloc")
    :format(build, build))
  assert.same({ "", 0 }, { stderr, status })
  local stdout
  stdout, stderr, status = run.shell(("LUA_PATH='./lua/?.lua;./?.lua' LUA_CPATH=%s/'?.so' "
    .. "%s/alloc spec/alloc/try.lua"):format(build, build))
  assert.same({ "", 0 }, { stderr, status })
  local calls, tries = stdout:match "^(%d+) calls, (%d+) tries\n$"
  assert.is_true(tonumber(calls) > 700 and tonumber(tries) > 10000)
end)
