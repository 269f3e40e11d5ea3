--- Plays every samples/NAME/*.in with `run.lua NAME` and compares the output with the .out file,
--- byte by byte.

local run = require "spec.support.run"

local function listed(command)
  local names = {}
  local pipe <close> = assert(io.popen(command))
  for name in pipe:lines() do
    names[#names + 1] = name
  end
  return names
end

-- Where two texts differ first, for a message.
local function first_difference(expected, found)
  local number, lines = 0, found:gmatch "([^\n]*)\n?"
  for line in expected:gmatch "([^\n]*)\n?" do
    number = number + 1
    local other = lines() or "the end"
    if line ~= other then
      return ("line %d: expected '%s', found '%s'"):format(number, line, other)
    end
  end
  return "the ends differ"
end

describe("the samples", function()
  local inputs = listed "ls samples/*/*.in"

  it("exist for some command, each with its output", function()
    assert.is_true(#inputs > 0)
    local outputs = {}
    for _, output in ipairs(listed "ls samples/*/*.out") do
      outputs[#outputs + 1] = (output:gsub("%.out$", ".in"))
    end
    table.sort(outputs)
    table.sort(inputs)
    assert.same(outputs, inputs)
  end)

  for _, path in ipairs(inputs) do
    it(path .. " gives the output beside it", function()
      local name = assert(path:match "^samples/([^/]+)/")
      local expected = run.read_file((path:gsub("%.in$", ".out")))
      local stdout, stderr, status = run({ name }, run.read_file(path))
      assert.same({ "", 0 }, { stderr, status })
      if stdout ~= expected then
        error(first_difference(expected, stdout), 0)
      end
      assert.is_true(stdout == run { name, path }, "the same, read by its name")
    end)
  end
end)
