--- Compares the evaluator in C with the recorded traces of the sample games.

local compile = require "tessera.puzzlescript.compile"
local engine = require "spec.puzzlescript.engine"
local parse = require "tessera.puzzlescript.parse"
local run = require "spec.support.run"
local traces = require "spec.puzzlescript.traces"

describe("the evaluator of PuzzleScript", function()
  for _, name in ipairs { "crates", "floes", "gates", "lamps", "serpent", "slabs", "trios", "tug",
    "tumble", "vault" } do
    it("plays " .. name .. " as recorded", function()
      local game = parse(run.read_file("samples/puzzlescript/" .. name .. ".txt"))
      local trace = traces.read(run.read_file("spec/puzzlescript/traces/" .. name .. ".trace"))
      local steps, differences = traces.compare(engine, game, compile(game), trace)
      assert.are.same({}, differences)
      assert.is_true(steps > 50)
    end)
  end
end)
