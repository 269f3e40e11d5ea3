--- Specifies how levels are read: what a format says of them, and what every format gets.

local read = require "spec.support.read_levels"
local run = require "spec.support.run"
local tessera = require "tessera"

local function game(more)
  local definition = { name = "walk", legend = { ["@"] = "player", ["."] = "floor", l = "lamp" },
    moves = { "right", "lamp" }, apply = function() end }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return tessera.game(definition)
end

describe("paragraphs", function()
  it("are titles, maps and actions", function()
    assert.same({ "1, line 1: @./..; 4:1 right, 4:8 right", "2 'Two', line 7 (3): @.; ",
      "3 'Three', line 10: .@; 13:2 lamp" },
      read(game(), "@.\n..\n\nright, right\n\n; expect: 3\n; name: Two\n@.\n; of no use\n"
        .. "level Three\n.@\n\n lamp\n"))
  end)

  it("of a game with a map of its own may be actions alone", function()
    assert.same({ "1, line 1: ; 1:1 right" }, read(game { map = "@." }, "right\n"))
    assert.same({ "1, line 1: ; " }, read(game { map = "@." }, ""))
  end)

  it("must have a map in other games", function()
    assert.error(function()
      read(game(), "@.\n\n; name: Empty\n\n; name: Two\n@.\n")
    end, "line 3, column 1: level 2 'Empty' has no map")
  end)

  it("hold maps alone in games in C, whose rows may begin with any letter", function()
    assert.same({ "1 'A', line 1 (5): level 1/S.G; ", "2, line 7: right; " },
      read(require "tessera.tower", "; name: A\n; expect: 5\n\nlevel 1\nS.G\n\nright\n"))
  end)
end)

describe("a format of an author", function()
  -- Each line is a level: in files that end in .list, and in texts that begin with "list".
  local function list_of(lines, name)
    if lines[1] ~= "list" and not (name and name:find "%.list$") then
      return nil
    end
    local list = {}
    for number, line in ipairs(lines) do
      if line ~= "list" then
        list[#list + 1] = { name = "number " .. number, line = number, rows = { line },
          numbers = { number } }
      end
    end
    return list
  end

  it("is a function, which may look at the lines and the name of the file", function()
    local lists = game { formats = { list_of } }
    assert.same({ "1 'number 1', line 1: @.; ", "2 'number 2', line 2: .@; " },
      read(lists, "@.\n.@\n", "my.list"))
    assert.same({ "1 'number 2', line 2: @.; " }, read(lists, "list\n@.\n"))
    assert.same({}, read(lists, "", "my.list"))
    assert.same({ "1, line 1: @./.@; " }, read(lists, "@.\n.@\n", "my.txt"))
  end)

  it("must return levels", function()
    for message, list in pairs {
      ["the levels of a format: expected a value of type table, got 7"] = 7,
      ["level 2 of a format: expected a value of type table, got 'x'"] = { { rows = {} }, "x" },
      ["level 1 of a format: rows is missing (expected a value of type table)"] = { {} },
      ["level 1 of a format: row 2: expected a value of type string, got 3"] =
        { { rows = { "@.", 3 } } },
    } do
      local _, err = pcall(read, game { formats = { function() return list end } }, "@.\n")
      assert.equal(message, err:gsub("^%S+:%d+: ", ""), nil)
    end
  end)
end)

describe("formats of a game", function()
  it("are names or functions", function()
    local _, err = pcall(game, { formats = { "xbs" } })
    assert.matches("game 'walk': formats: entry 1 must be a function or the name of a format, "
      .. "not 'xbs' %(did you mean 'xsb'%?%)$", err)
  end)
end)

describe("a comment of a file of levels", function()
  local walk = [[
return require("tessera").game {
  name = "walk", legend = { ["."] = "empty", ["@"] = "player", x = "goal" }, goal = "There",
  moves = { "<direction>" }, ends = { { "There", "no goal" } },
  rules = { { "<direction>", "[ player | empty or goal ] -> [ | player ]" } },
}
]]
  local function told(comment, ...)
    local _, stderr, status = run.with_files({ ["walk.lua"] = walk,
      ["l.txt"] = comment .. "\n@.x\n" }, { ... })
    return { (stderr:gsub("%S*l%.txt", "l.txt")), status }
  end

  it("is warned of where a key is misspelt", function()
    for _, command in ipairs { { "check", "@walk.lua", "@l.txt", "--levels" },
      { "solve", "@walk.lua", "@l.txt" }, { "@walk.lua", "@l.txt" } } do
      assert.same({ "walk: l.txt: line 1, column 1: 'expcet:' begins a comment (did you mean"
        .. " 'expect'?)\n", 0 }, told("; expcet: 5", table.unpack(command)))
    end
    assert.same({ "walk: l.txt: line 2, column 2: 'nmae:' begins a comment (did you mean"
      .. " 'name'?)\n", 0 }, told("; a walk\n ;nmae: A", "solve", "@walk.lua", "@l.txt"))
  end)

  it("is not warned of where it says something else", function()
    for _, comment in ipairs { "; name: A", "; expect: 2", "; note: it is short", "; by: me",
      "; expcet 5", ";" } do
      assert.same({ "", 0 }, told(comment, "check", "@walk.lua", "@l.txt", "--levels"), comment)
    end
  end)
end)
