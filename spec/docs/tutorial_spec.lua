--- Runs every step of docs/tutorial.md.

local document = require "spec.support.document"

describe("the tutorial", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/tutorial.md"
    assert.same({ 5, 9, 14 }, { files, commands, blocks })
  end)
end)
