--- Runs every block of docs/puzzlescript.md.

local document = require "spec.support.document"

describe("the page about PuzzleScript", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/puzzlescript.md"
    local workflows = 1
    assert.is_true(files == 5 and commands == 8 and blocks == files + commands + workflows)
  end)
end)
