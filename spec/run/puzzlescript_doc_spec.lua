--- Runs every block of docs/puzzlescript.md.

local document = require "spec.support.document"

describe("the page about PuzzleScript", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/puzzlescript.md"
    assert.is_true(files == 3 and commands == 6 and blocks == files + commands)
  end)
end)
