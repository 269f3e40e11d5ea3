--- Runs every block of docs/guide.md.

local document = require "spec.support.document"

describe("the guide", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/guide.md"
    assert.is_true(files >= 6 and commands >= 6 and blocks > files + commands)
    assert.is_nil(document.indented "docs/guide.md")
  end)
end)
