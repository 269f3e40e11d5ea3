--- Specifies the door: what is written for a person.

local output = require "tessera.base.output"
local run = require "spec.support.run"

-- Runs code in another process, in which `output` is the door. Returns stdout and stderr.
local function written(code)
  local stdout, stderr
  run.in_folder(function(folder)
    run.write_file(folder .. "/door.lua", "local output = require 'tessera.base.output'\n" .. code)
    stdout, stderr = run { folder .. "/door.lua", "--trust" }
  end)
  return stdout, stderr
end

describe("what the library writes", function()
  after_each(function()
    output.to()
  end)

  it("is text", function()
    local stdout, stderr = written [[
      output.write("a\27[2J\u{9B}", 1, "\n")
      output.error("b\27]0;x\7\u{202E}\n")
      output.frame "\27[31mc\27[6n\27[0m\n"]]
    assert.equal("a\\x1B[2J\\xC2\\x9B1\n\27[31mc\\x1B[6n\27[0m\n", stdout)
    assert.equal("b\\x1B]0;x\\x07\\xE2\\x80\\xAE\n", stderr)
  end)

  it("is data where no person reads it", function()
    assert.equal("a\27\tnil\n\27b", (written [[output.print("a\27", nil) output.data "\27b"]]))
  end)

  it("goes to somebody else, still as text", function()
    local heard, errors = {}, {}
    output.to(function(text)
      table.insert(heard, text)
    end, function(text)
      table.insert(errors, text)
    end)
    output.write("a", "\27", "\n")
    output.print("b\7", 1)
    output.data "c\127"
    output.error "d\u{200B}"
    assert.same({ "a\\x1B\n", "b\\x07\t1\n", "c\\x7F" }, heard)
    assert.same({ "d\\xE2\\x80\\x8B" }, errors)
  end)

  it("has no progress where nobody watches", function()
    assert.same({ "false\n", "" }, { written "output.print(output.progress 'far')" })
  end)
end)
