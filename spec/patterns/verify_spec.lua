--- The verifier of compiled rules as pictures (src/patterns/verify/verify.c): spec/fuzz/verify.c
--- changes words of the programs of the fuzzer's seeds. `make sanitize` does it under sanitizers.

local game = require "tessera.game"
local picture = require "spec.support.picture"
local run = require "spec.support.run"

describe("a compiled program", function()
  it("that was changed in any part is refused, or runs clean", function()
    local stdout, stderr, status = run.shell(("env -u LD_PRELOAD ASAN_OPTIONS=detect_leaks=0 "
      .. "%s/verify spec/fuzz/corpus/rules/*"):format(run.quote(run.build)))
    assert.are.same({ "", 0 }, { stderr, status })
    local kinds, refused, ran =
      stdout:match "^(%d+) kinds of faults are refused, (%d+) mutants are refused, (%d+) run\n$"
    assert.is_true(tonumber(kinds) >= 169)
    assert.is_true(tonumber(refused) >= 300)
    assert.is_true(tonumber(ran) >= 100)
  end)

  it("names the kinds of a slot of large numbers", function()
    local slot = "<100000000000000..100000000000001>"
    local state = game { name = "numbers", legend = { ["."] = "empty", x = "100000000000000",
      y = "100000000000001" }, moves = { "take " .. slot }, rules = { { "take " .. slot,
        "first [ " .. slot .. " | empty ] -> [ empty | " .. slot .. " ]" } } }.new "y."
    assert.are.equal("take 100000000000000: there is no '100000000000000'",
      state:why "take 100000000000000")
    assert.is_true(state:apply "take 100000000000001")
    assert.are.equal(picture ".y", tostring(state))
  end)
end)
