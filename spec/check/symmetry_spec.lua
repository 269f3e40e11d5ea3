--- Specifies images of boards and of actions, and how a definition declares them.

local raised = require "spec.support.raised"
local symmetry = require "tessera.base.symmetry"
local tessera = require "tessera"

local function game(changes)
  local definition = {
    name = "images",
    legend = { ["."] = "empty", a = "ant", ["^"] = "fly_up", [">"] = "fly_right", v = "fly_down",
      ["<"] = "fly_left" },
    groups = { fly = { up = "fly_up", right = "fly_right", down = "fly_down", left = "fly_left" } },
    moves = { "put <row> <column>", "<direction8>", "move <row> <column> <row> <column>",
      "drop <column>", "wait <1..3>" },
    apply = function(state, _, row, column)
      state.board:set(row, column, "ant")
    end,
  }
  for key, value in pairs(changes or {}) do
    definition[key] = value
  end
  return tessera.game(definition)
end

-- The image of a board, and of actions.
local function image(name, map, ...)
  local module = game()
  local state, image_of = symmetry.image(module, name, module.new(map))
  local words = {}
  for i, action in ipairs { ... } do
    words[i] = image_of(action)
  end
  return tostring(state):gsub("\n", "/"):gsub("/$", ""), table.concat(words, ", ")
end

describe("the image of a board and of its actions", function()
  local actions = { "put 1 2", "up-left", "right", "move 1 1 2 3", "wait 2" }

  for name, expected in pairs {
    ["left-right"] = { "..a/<v^", "put 1 2, up-right, left, move 1 3 2 1, wait 2" },
    ["up-down"] = { "v^>/a..", "put 2 2, down-left, right, move 2 1 1 3, wait 2" },
    ["half turn"] = { "<^v/..a", "put 2 2, down-right, left, move 2 3 1 1, wait 2" },
    transpose = { "a</.>/.v", "put 2 1, up-left, down, move 1 1 3 2, wait 2" },
    ["quarter turn"] = { ">a/<./v.", "put 2 2, up-right, down, move 1 2 3 1, wait 2" },
  } do
    it("by " .. name .. "; flies look another way, too", function()
      local board, words = image(name, "a../^v>", table.unpack(actions))
      assert.equal(expected[1], board)
      assert.equal(expected[2], words)
    end)
  end

  it("of an action that names a column alone", function()
    assert.equal("drop 3", select(2, image("left-right", "...", "drop 1")))
  end)
end)

describe("symmetries and properties of a definition", function()
  local function wrong(message, changes)
    assert.equal("game 'images': " .. message, raised(game, changes))
  end

  it("are checked", function()
    wrong("symmetries: there is no symmetry 'left-rigth' (did you mean 'left-right'?)",
      { symmetries = { "left-rigth" } })
    wrong("symmetries: there is no symmetry 'turn' (expected one of 'left-right', 'up-down',"
      .. " 'half turn', 'transpose', 'quarter turn')", { symmetries = { "turn" } })
    wrong("symmetries: expected a list, got the key 'x'", { symmetries = { x = "left-right" } })
    wrong("properties: 'holds': expected a value of type function, got true",
      { properties = { holds = true } })
    wrong("properties: a name: expected a value of type string, got 1",
      { properties = { function() end } })
  end)
end)
