--- Runs every block of docs/solving.md.

local document = require "spec.support.document"

describe("the page about solving", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/solving.md"
    assert.is_true(files >= 3 and commands >= 3 and blocks > files + commands)
    assert.is_nil(document.indented "docs/solving.md")
  end)
end)
