--- Runs every block of docs/studies.md.

local document = require "spec.support.document"

describe("the page about studies", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/studies.md"
    assert.is_true(files >= 3, files .. " files")
    assert.is_true(commands >= 7, commands .. " commands")
    assert.equal(files + commands, blocks)
  end)
end)
