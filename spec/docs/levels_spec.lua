--- Runs every block of docs/levels.md.

local document = require "spec.support.document"

describe("the page about levels", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/levels.md"
    assert.equal(blocks, files + commands)
    assert.is_nil(document.indented "docs/levels.md")
  end)
end)
