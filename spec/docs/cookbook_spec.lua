--- Runs every answer of docs/cookbook.md.

local document = require "spec.support.document"
local run = require "spec.support.run"

describe("the cookbook", function()
  it("has twenty-two answers, and shows the real output", function()
    local _, answers = run.read_file("docs/cookbook.md"):gsub("\n## How ", "")
    assert.equal(22, answers)
    local files, commands, blocks = document.run "docs/cookbook.md"
    assert.same({ 20, 22, 42 }, { files, commands, blocks })
  end)

  it("names every answer in its table of contents", function()
    local text = run.read_file "docs/cookbook.md"
    for title in text:gmatch "\n## (How [^\n]*)" do
      local anchor = title:lower():gsub("[^%w -]", ""):gsub(" ", "-")
      assert.truthy(text:find("](#" .. anchor .. ")", 1, true), title)
    end
  end)
end)
