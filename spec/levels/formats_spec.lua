--- Specifies how levels are read: what a format says of them, and what every format gets.

local collection = require "tessera.levels.collection"
local levels = require "tessera.levels.levels"
local tessera = require "tessera"

local function game(more)
  local definition = { name = "walk", legend = { ["@"] = "player", ["."] = "floor", l = "lamp" },
    moves = { "right", "lamp" }, apply = function() end }
  for key, value in pairs(more or {}) do
    definition[key] = value
  end
  return tessera.game(definition)
end

local function fail(line, column, text)
  error(("line %d, column %d: %s"):format(line, column, text), 0)
end

-- What is read of a text: the levels and the actions behind each.
local function read(module, text, name)
  local source, found = levels.open(module, levels.lines(text), fail, name), {}
  for level in source.level do
    local actions = {}
    source.actions(function(action, line, column)
      actions[#actions + 1] = ("%d:%d %s"):format(line, column, action)
    end)
    found[#found + 1] = ("%s, line %d%s: %s; %s"):format(level.label, level.line,
      level.expect and " (" .. level.expect .. ")" or "", table.concat(level.rows or {}, "/"),
      table.concat(actions, ", "))
  end
  return found
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

describe("a format", function()
  -- Each line is a level: of files that end in .list, and of texts that begin with "list".
  local format = {}

  function format.fits(line, name)
    return line == "list" or name ~= nil and name:find "%.list$" ~= nil
  end

  function format.read(lines, of, wrong)
    local list = {}
    for number, line in ipairs(lines) do
      if line ~= "list" then
        if not of.is_row(line) then
          wrong(number, 1, "no row")
        end
        list[#list + 1] = { name = "number " .. number, line = number, rows = { line },
          numbers = { number } }
      end
    end
    return list
  end

  setup(function()
    table.insert(levels.formats, 1, format)
  end)

  teardown(function()
    table.remove(levels.formats, 1)
  end)

  it("may make a list of all lines", function()
    assert.same({ "1 'number 1', line 1: @.; ", "2 'number 2', line 2: .@; " },
      read(game(), "@.\n.@\n", "my.list"))
    assert.error(function()
      read(game(), "@.\nx\n", "my.list")
    end, "line 2, column 1: no row")
  end)

  it("is known by the first line or by the name of the file", function()
    assert.same({ "1 'number 2', line 2: @.; " }, read(game(), "list\n@.\n"))
    assert.same({}, read(game(), "", "my.list"))
    assert.same({ "1, line 1: @./.@; " }, read(game(), "@.\n.@\n", "my.txt"))
    assert.same({ "1, line 1: @./.@; " }, read(game(), "@.\n.@\n"))
  end)

  it("of a game in C says what is wrong, and where", function()
    function format.read(_, _, wrong)
      wrong(3, 2, "no map")
    end
    assert.same({ nil, "line 3, column 2: no map", 3, 2 },
      { collection.of_text("tower", {}, "list\n") })
  end)
end)
