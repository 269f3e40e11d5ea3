--- Runs every block of docs/testing.md, and the steps of its workflow behind the first, which
--- installs Tessera. (.ci/run runs that one, too.)

local document = require "spec.support.document"
local run = require "spec.support.run"

describe("the page about testing", function()
  it("shows the real output", function()
    local files, commands, blocks = document.run "docs/testing.md"
    assert.is_true(files >= 8, files .. " files")
    assert.is_true(commands >= 10, commands .. " commands")
    assert.is_true(blocks > files + commands, blocks .. " blocks")
  end)

  it("has a workflow whose steps pass", function()
    local steps = document.steps "docs/testing.md"
    assert.equal(6, #steps)
    assert.equal("Install Tessera", steps[1].name)
    run.in_folder(function(folder)
      document.save("docs/testing.md", folder)
      run.write_file(folder .. "/tessera", ("#!/bin/sh\nexec lua5.4 %s/run.lua \"$@\"\n"):format(
        run.quote(run.root)))
      assert(os.execute(("chmod +x %s/tessera"):format(folder)))
      for i = 2, #steps do
        local stdout, stderr, status = run.shell(("cd %s && export %s PATH=.:$PATH\n%s"):format(
          folder, run.paths, steps[i].script))
        assert.equal(0, status, steps[i].script .. stdout .. stderr)
      end
    end)
  end)
end)
