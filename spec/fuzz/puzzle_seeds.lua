--- Writes the programs of the sample games as inputs of the fuzz target `puzzle`:
---
---     make seeds

local core = require "tessera.puzzle_core"
local numbers = require "puzzle_dump"
local puzzlescript = require "tessera.puzzlescript"

local folder = "spec/fuzz/corpus/puzzle"
local define, make = core.define, nil

function core.define(program)
  local module = define(program)
  make = module.make
  return module
end

local list <close> = assert(io.popen "ls samples/puzzlescript/*.txt")
for path in list:lines() do
  local file <close> = assert(io.open(path, "rb"))
  assert(puzzlescript.read(file:read "a"))
  local name = path:match "([^/]+)%.txt$"
  local out <close> = assert(io.open(("%s/program-%s"):format(folder, name), "w"))
  assert(out:write(numbers(make), "6\n7\n1\n"))
end
