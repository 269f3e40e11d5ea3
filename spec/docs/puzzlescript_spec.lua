--- Runs every block of docs/puzzlescript.md.

local document = require "spec.support.document"

describe("the page about PuzzleScript", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/puzzlescript.md"
    local workflows = 1
    assert.same({ 6, 9 }, { files, commands })
    assert.equal(files + commands + workflows, blocks)
  end)
end)
