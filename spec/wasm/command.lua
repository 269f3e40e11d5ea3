--- Runs a command of run.lua in this process: `posix.lua spec/wasm/command.lua tower < input`.

local cli = require "tessera.run.cli"

cli.run(arg[1], dofile(("scripts/%s.lua"):format(arg[1])), {})
