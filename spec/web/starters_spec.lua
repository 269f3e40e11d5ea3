--- Specifies what a new game begins with: web/playground/starter.

local run = require "spec.support.run"

local folder = "web/playground/starter/"

-- The lines of a command's output.
local function lines(command)
  local list = {}
  for line in run.shell(command):gmatch "[^\n]+" do
    list[#list + 1] = line
  end
  return list
end

local games = lines("ls " .. folder .. "*.lua " .. folder .. "*.txt")

-- The file of a game, and that of its levels if it has one of its own.
local function files_of(path)
  local name = path:match "([^/]+)%.lua$"
  return name and { path, folder .. "levels/" .. name .. ".txt" } or { path }
end

describe("what a new game begins with", function()
  it("is several games, short enough to be read at once", function()
    assert.is_true(#games >= 6)
    for _, path in ipairs(games) do
      local text = run.read_file(path)
      local _, count = text:gsub("\n", "")
      assert.is_true(count <= 100, path)
      for line in text:gmatch "[^\n]+" do
        assert.is_true(#line <= 100, line)
      end
    end
  end)

  it("has first levels that are puzzles, and levels that can all be solved", function()
    local solved = 0
    for _, path in ipairs(games) do
      local stdout, _, status = run { "check", "--levels", table.unpack(files_of(path)) }
      assert.equal(0, status, path)
      local length = stdout:match "\n1 [^\n]-  +(%d+)  "
      if length then
        assert.is_true(tonumber(length) >= 4, path .. "\n" .. stdout)
        solved = solved + 1
      else
        assert.is_truthy(stdout:find "has chance" or stdout:find "several players", path)
      end
    end
    assert.is_true(solved >= 6)
  end)
end)
