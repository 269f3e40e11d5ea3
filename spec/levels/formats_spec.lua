--- Specifies how levels are read: what a format says of them, and what every format gets.

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
local function read(module, text, format)
  local source, found = levels.open(module, levels.lines(text), fail, format), {}
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
  it("may make a list of all lines", function()
    local format = {}
    function format.read(lines, of, wrong)
      local list = {}
      for number, line in ipairs(lines) do
        if not of.is_row(line) then
          wrong(number, 1, "no row")
        end
        list[number] = { name = "number " .. number, line = number, rows = { line },
          numbers = { number } }
      end
      return list
    end
    assert.same({ "1 'number 1', line 1: @.; ", "2 'number 2', line 2: .@; " },
      read(game(), "@.\n.@\n", format))
    assert.error(function()
      read(game(), "@.\nx\n", format)
    end, "line 2, column 1: no row")
  end)

  it("is found by its name", function()
    assert.same({ "1, line 1: @.; " }, read(game(), "@.\n", "paragraphs"))
  end)
end)
