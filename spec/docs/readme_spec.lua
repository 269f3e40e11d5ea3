--- Runs every block of README.md and of the pages that it leads to from there.

local document = require "spec.support.document"

describe("the example in", function()
  local function shows(path, wanted_files, wanted_commands)
    it(path .. " shows the real output", function()
      local files, commands = document.run(path)
      assert.same({ wanted_files, wanted_commands }, { files, commands })
    end)
  end

  shows("README.md", 5, 7)
  shows("docs/games.md", 4, 6)
  shows("docs/lua.md", 4, 4)
end)
