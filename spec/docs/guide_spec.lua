--- Runs every block of docs/guide.md.

local document = require "spec.support.document"

describe("the guide", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/guide.md"
    assert.is_true(files >= 6, files .. " files")
    assert.is_true(commands >= 6, commands .. " commands")
    assert.is_true(blocks > files + commands, blocks .. " blocks")
    assert.is_nil(document.indented "docs/guide.md")
  end)
end)
