--- Specifies that the examples of the draw room's modules print what they say, and that
--- docs/pictures.md does what it says.

local run = require "spec.support.run"

local function paths()
  local list = {}
  for path in run.shell "ls lua/tessera/draw/*.lua":gmatch "[^\n]+" do
    list[#list + 1] = path
  end
  return list
end

-- Words between single blanks, lines without ends.
local function plain(text)
  return (text:gsub("[ \t]+", " "):gsub("%s*\n%s*", "\n"):gsub("^%s+", ""):gsub("%s+$", ""))
end

-- Runs an example in which games and modules such as `session` are global variables. Returns what
-- it prints, and what it says that it prints.
local function outcome(example)
  local printed, expected = {}, {}
  local env = setmetatable({ print = function(...)
    local words = table.pack(...)
    for i = 1, words.n do
      words[i] = tostring(words[i])
    end
    printed[#printed + 1] = table.concat(words, " ")
  end }, { __index = function(_, name)
    return _G[name] or require("tessera." .. name)
  end })
  assert(load(example, "=example", "t", env))()
  for line in example:gmatch "%-%-> ?([^\n]*)" do
    expected[#expected + 1] = line
  end
  return plain(table.concat(printed, "\n")), plain(table.concat(expected, "\n"))
end

-- The examples of a module that say what they print.
local function examples_of(path)
  local list = {}
  local text = run.read_file(path):gsub("\n%-%-%- ?", "\n")
  for example in text:gmatch "\n```lua\n(.-)\n```" do
    list[#list + 1] = example:find("-->", 1, true) and example or nil
  end
  return list
end

describe("the examples of", function()
  for _, path in ipairs(paths()) do
    for i, example in ipairs(examples_of(path)) do
      it(("%s, number %d"):format(path, i), function()
        local printed, expected = outcome(example)
        assert.equal(expected, printed)
      end)
    end
  end
end)

describe("docs/pictures.md", function()
  local text = run.read_file "docs/pictures.md"

  it("has an example that prints what it says", function()
    local example = text:match "\n```lua\n(.-)\n```"
    local printed, expected = outcome(example)
    assert.equal(expected, printed)
  end)

  it("has commands that write the pages they name", function()
    local count = 0
    for command in text:gmatch "%$ (lua run%.lua [^\n]*%-%-html [^\n]*)" do
      local page = command:match "%-%-html (%S+)"
      run.in_folder(function(folder)
        local script = command:gsub("%-%-html %S+", "--html " .. run.quote(folder .. "/" .. page))
          :gsub("lua run%.lua", "lua5.4 run.lua")
        local _, stderr, status = run.shell(script)
        local other, unsolved = stderr:gsub("tower: dataset[^\n]*\n", "")
        assert.same({ "", unsolved > 0 and 1 or 0 }, { other, status }, command)
        assert.matches("^<!doctype html>", run.read_file(folder .. "/" .. page))
      end)
      count = count + 1
    end
    assert.equal(4, count)
  end)

  it("names all options for files, and how they are drawn", function()
    local named = 0
    require("tessera.run.outputs").add_options { option = function(_, name)
      assert.truthy(text:find(("| `%s FILE` |"):format(name), 1, true), name)
      named = named + 1
      return { argname = function() end }
    end, flag = function(_, name)
      assert.truthy(text:find(("`%s`"):format(name), 1, true), name)
      named = named + 1
    end }
    assert.equal(8, named)
  end)
end)

describe("docs/pictures", function()
  local plays = "samples/*/picture.play samples/games/levels/*.play"
    .. " samples/puzzlescript/plays/*.play"
  for path in run.shell("ls " .. plays):gmatch "[^\n]+" do
    local folder, file = path:match "([^/]+)/([^/]+)%.play$"
    local name = file == "picture" and folder or file
    it("has the picture of " .. name .. " as it is drawn now (make pictures)", function()
      local args = { "replay", path, "--svg", "-" }
      if file ~= "picture" then
        local _, steps = run.read_file(path):gsub("\n> ", "")
        args = { "replay", path, "--svg", "-", "--frame", tostring(steps // 2) }
      end
      local drawn = run(args)
      assert.is_true(drawn == run.read_file("docs/pictures/" .. name .. ".svg"))
    end)
  end
end)
