--- Specifies how the difference of two texts is shown.

local changes = require "tessera.userfile.changes"
local rng = require "tessera.rng"

local function numbers(from, to, changed)
  local lines = {}
  for i = from, to do
    lines[#lines + 1] = (changed or {})[i] or i .. "\n"
  end
  return table.concat(lines)
end

-- The text that the hunks make of an old one.
local function patched(old, hunks)
  local lines, new, at = {}, {}, 1
  for line in old:gmatch "[^\n]*\n" do
    lines[#lines + 1] = line
  end
  for line in hunks:gmatch "[^\n]*\n" do
    local first, count = line:match "^@@ %-(%d+),?(%d*)"
    if first then
      local from = tonumber(first) + (count == "0" and 1 or 0)
      table.move(lines, at, from - 1, #new + 1, new)
      at = from
    elseif line:find "^[- ]" then
      assert.equal(lines[at], line:sub(2))
      at = at + 1
    end
    new[#new + 1] = line:match "^[+ ](.*)"
  end
  return table.concat(table.move(lines, at, #lines, #new + 1, new))
end

describe("the difference of two texts", function()
  it("is shown with three lines around it", function()
    assert.equal("@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n",
      changes.shown(numbers(1, 9), numbers(1, 9, { [5] = "five\n" })))
    assert.equal("@@ -1 +1,2 @@\n+0\n 1\n", changes.shown("1\n", "0\n1\n"))
    assert.equal("@@ -0,0 +1 @@\n+1\n", changes.shown("", "1\n"))
    assert.equal("@@ -1,2 +0,0 @@\n-1\n-2\n", changes.shown("1\n2\n", ""))
    assert.equal("", changes.shown("1\n2\n", "1\n2\n"))
  end)

  it("is in one hunk if the lines around meet, or else in several", function()
    assert.equal("@@ -1,8 +1,6 @@\n-1\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n",
      changes.shown(numbers(1, 8), numbers(2, 7)))
    assert.equal("@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n@@ -6,4 +5,3 @@\n 6\n 7\n 8\n-9\n",
      changes.shown(numbers(1, 9), numbers(2, 8)))
  end)

  it("shows control characters, and a missing newline", function()
    assert.equal("@@ -1 +1 @@\n-a    b\n+\\x1B[2J\n\\ No newline at end of file\n",
      changes.shown("a\tb\r\n", "\27[2J"))
  end)

  it("ends after sixty lines", function()
    local shown = changes.shown(numbers(1, 500), numbers(1001, 1500))
    local _, lines = shown:gsub("\n", "")
    assert.equal(61, lines)
    assert.equal("...\n", shown:match "[^\n]*\n$")
    shown = changes.shown(numbers(1, 500), numbers(1, 500, { [9] = "\n", [400] = ("\n"):rep(70) }))
    assert.truthy(shown:find("@@ -6,7 +6,7 @@\n", 1, true))
    assert.equal("...\n", shown:match "[^\n]*\n$")
  end)

  it("makes the new text of the old one", function()
    local random = rng.new(7)
    for _ = 1, 500 do
      local old, new = {}, {}
      for _ = 1, random:below(20) do
        local line, what = random:below(4) .. "\n", random:below(8)
        old[#old + 1] = what ~= 0 and line or nil
        new[#new + 1] = what ~= 1 and line or nil
      end
      old, new = table.concat(old), table.concat(new)
      assert.equal(new, patched(old, changes.shown(old, new)))
    end
  end)
end)
