--- Every spec that SECURITY.md names exists.

local run = require "spec.support.run"

describe("the table of threats", function()
  local text = run.read_file "SECURITY.md"

  it("names specs that exist", function()
    local files, names = 0, 0
    for row in text:gmatch "\n| ([^\n]*) |" do
      local guards = row:match "[^|]*$"
      for path, quoted in guards:gmatch "`(spec/[^`]*)`: ([^;]*)" do
        local spec = run.read_file(path)
        files = files + 1
        for name in quoted:gmatch '"([^"]*)"' do
          names = names + 1
          assert.truthy(spec:find(name, 1, true), path .. ": " .. name)
        end
      end
    end
    assert.is_true(files >= 20 and names >= 30)
  end)

  it("has a guard in every line", function()
    local lines = 0
    for row in text:match "guarded by |\n[^\n]*\n(.-)\n\n":gmatch "[^\n]+" do
      lines = lines + 1
      assert.truthy(row:find("`spec/", 1, true), row)
    end
    assert.is_true(lines >= 18)
  end)
end)
