--- Environments in Python beside others, in a virtual environment of its own (spec/bench/peers):
--- steps a second of CPU time with observations, memory, and the time to the first step.

local build = os.getenv "TESSERA_BUILD" or "build"

return function(...)
  assert(os.execute(("make -s %s/python/peers/made"):format(build)))
  local command = ("%s/python/peers/bin/python spec/bench/peers/measure.py %s"):format(build,
    table.concat({ ... }, " "))
  assert(os.execute(command))
end
