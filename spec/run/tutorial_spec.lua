--- Runs every step of docs/tutorial.md.

local document = require "spec.support.document"

describe("the tutorial", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/tutorial.md"
    assert.is_true(files == 5 and commands == 9 and blocks == files + commands)
  end)
end)
