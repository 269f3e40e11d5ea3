--- Specifies that there is one version: all packages have that of lua/tessera/base/version.lua.

local rockspec = require "packaging.rockspec"
local run = require "spec.support.run"
local version = require "tessera.base.version"

-- What a shell command prints.
local function output(command)
  local stdout, stderr, status = run.shell("LD_PRELOAD=; " .. command)
  assert.same({ "", 0 }, { stderr, status })
  return stdout
end

local function lines(text)
  local found = {}
  for line in text:gmatch "[^\n]+" do
    found[#found + 1] = line
  end
  return found
end

describe("the version", function()
  it("is that of the Debian package", function()
    local changelog = run.read_file "packaging/debian/changelog"
    assert.equal(version, changelog:match "^tessera %(([%d.]+)%-[%w.]+%) ")
  end)

  it("is that of the C library's header", function()
    local header = run.read_file "src/api/tessera.h"
    local function defined(what)
      return header:match("#define TESSERA_VERSION_" .. what .. " (%d+)\n")
    end
    assert.equal(version:match "^%d+%.%d+", defined "MAJOR" .. "." .. defined "MINOR")
  end)

  it("is told by the header, and by what the packages are called in documents", function()
    local found = 0
    for _, path in ipairs(lines(output "ls *.md docs/*.md packaging/*.* src/api/tessera.h")) do
      for other in (path == "CHANGELOG.md" and "" or run.read_file(path))
        :gmatch "%f[%d]0%.%d+%.%d+%f[^%d]" do
        assert.equal(version, other, path)
        found = found + 1
      end
    end
    assert.is_true(found >= 3)
  end)

  it("is read from its file by the packages for Python and for npm", function()
    for _, path in ipairs { "python/setup.py", "packaging/npm/pack.mjs" } do
      assert.truthy(run.read_file(path):find("lua/tessera/base/version.lua", 1, true), path)
    end
    assert.truthy(run.read_file "python/pyproject.toml":find('dynamic = ["version"]', 1, true))
    assert.falsy(run.read_file "python/setup.py":find '[vV]ersion *= *"')
  end)

  it("is that of each symbol of the C library, or an earlier one", function()
    local symbols = run.read_file "packaging/debian/libtessera0.symbols"
    local at = { version:match "^(%d+)%.(%d+)%.(%d+)$" }
    local own = at[1] * 1000000 + at[2] * 1000 + at[3]
    for major, minor, patch in symbols:gmatch "@Base (%d+)%.(%d+)%.(%d+)\n" do
      assert.is_true(major * 1000000 + minor * 1000 + patch <= own)
    end
  end)

  it("is shown by --version", function()
    assert.matches("^%d+%.%d+%.%d+$", version)
    assert.equal("tessera " .. version .. "\n", (run { "--version" }))
  end)

  it("is that of the Makefile", function()
    assert.equal(version .. "\n", output "MAKEFLAGS= make -s version")
  end)

  it("is the newest of CHANGELOG.md, and its groups are the usual ones", function()
    local changelog = run.read_file "CHANGELOG.md"
    assert.equal(version, changelog:match "\n## %[([%d.]+)%] %- %d%d%d%d%-%d%d%-%d%d\n")
    for heading in changelog:gmatch "\n### ([^\n]*)" do
      assert.matches("^%u%l+$", heading)
      assert.truthy(("Added Changed Deprecated Removed Fixed Security"):find(heading, 1, true))
    end
  end)

  it("is that of the rockspecs, which list every file of the library", function()
    local paths = lines(output "cd lua && find tessera.lua tessera -type f")
    assert.equal(rockspec.make("scm", paths), run.read_file "tessera-scm-1.rockspec")
    assert.equal(rockspec.make(version, paths),
      run.read_file(("tessera-%s-1.rockspec"):format(version)))
    assert.equal(2, #lines(output "ls *.rockspec"))
  end)
end)

describe("the Debian package of the C library", function()
  it("lists the functions of the header", function()
    local declared, listed = {}, {}
    for name in run.read_file("src/api/tessera.h"):gmatch "\nTESSERA_API [^;]-(tessera_[%w_]+)%(" do
      declared[#declared + 1] = name
    end
    for name in run.read_file("packaging/debian/libtessera0.symbols"):gmatch "\n (%g+)@Base %g+" do
      listed[#listed + 1] = name
    end
    table.sort(declared)
    assert.same(declared, listed)
    assert.is_true(#listed > 30)
  end)
end)
