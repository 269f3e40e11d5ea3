--- Runs every block of docs/together.md.

local document = require "spec.support.document"

describe("the page about players who act together", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/together.md"
    assert.equal(blocks, files + commands)
    assert.is_nil(document.indented "docs/together.md")
  end)
end)
