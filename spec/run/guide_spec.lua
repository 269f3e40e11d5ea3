--- Runs every block of docs/guide.md: Lua blocks and texts are saved under the name in their first
--- line, and commands of console blocks must print the lines below them.

local run = require "spec.support.run"

describe("the guide", function()
  it("shows the real output", function()
    local files, commands, checked = 0, 0, 0
    run.in_folder(function(folder)
      for kind, block in run.read_file("docs/guide.md"):gmatch "\n```(%l*)\n(.-)```" do
        if kind == "lua" or kind == "text" then
          local name = assert(block:match "^[-;]+ ([%w_]+%.%l+)\n", block)
          run.write_file(folder .. "/" .. name, block)
          files = files + 1
        elseif kind == "console" then
          commands = commands + 1
          local command, output = block:match "^%$ ([^\n]*)\n(.*)$"
          local script = command:gsub("lua run%.lua", "lua5.4 " .. run.root .. "/run.lua")
          local found = run.shell(("cd %s && { %s; } 2>&1"):format(run.quote(folder), script))
          assert.equal(output, found, command)
        end
        checked = checked + 1
      end
    end)
    assert.is_true(files >= 6 and commands >= 6 and checked > files + commands)
  end)
end)
