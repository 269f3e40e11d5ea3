--- Runs every block of docs/rules.md. A block of rules is a small game: its rules, then tries, each
--- an action, the board before, and the board after or "refused".

local document = require "spec.support.document"
local game = require "tessera.game"
local oracle = require "spec.oracle.rules"

local page = "docs/rules.md"

local legend = { ["."] = "empty", ["#"] = "wall", ["@"] = "player", ["$"] = "box", ["*"] = "gem",
  o = "rock", x = "red", y = "yellow", ["^"] = "fly_up", [">"] = "fly_right", v = "fly_down",
  ["<"] = "fly_left" }

local groups = { stone = { "red", "yellow" }, thing = { "box", "gem", "rock" },
  fly = { up = "fly_up", right = "fly_right", down = "fly_down", left = "fly_left" } }

-- The definition and the tries of a block, as the page's section "How to read a rule" says.
local function read(block, number)
  local definition = { name = "page" .. number, legend = legend, groups = groups, players = 2,
    pieces = { "red", "yellow" }, moves = { "wait" }, rules = { { "wait" } },
    after = {} }
  local tries = {}
  for line in block:gmatch "[^\n]+" do
    local action, rule = line:match "^(%S+):%s+(.*)$"
    if action then
      definition.moves[2] = action
      table.insert(definition.rules, { action, rule })
    elseif line:find "->" then
      table.insert(definition.after, line)
    else
      local try = { line = line }
      try.action, try.before, try.after = line:match "^(%S+)%s+(%S+)%s+(%S+)$"
      tries[#tries + 1] = assert(try.after and try, line)
    end
  end
  assert(tries[1] and (definition.after[1] or definition.rules[2]), block)
  return definition, tries
end

-- Plays each try of each block with make(definition), which returns new(map).
local function check(make)
  local blocks, checked = 0, 0
  for kind, block in document.blocks(page) do
    if kind == "rules" then
      blocks = blocks + 1
      local definition, tries = read(block, blocks)
      local new = make(definition)
      for _, try in ipairs(tries) do
        local state, refused = new(try.before), try.after == "refused"
        local done = state:apply(try.action)
        local found = done and tostring(state):gsub("\n", "/"):sub(1, -2) or "refused"
        assert.equal(try.after, found, block .. "-- " .. try.line)
        assert.equal(refused, not done)
        checked = checked + 1
      end
    end
  end
  assert.is_true(blocks >= 10 and checked >= 18)
end

describe("the page about rules", function()
  it("shows what the twin does", function()
    check(function(definition)
      local twin = oracle.new(definition)
      return function(map)
        return twin:new(map)
      end
    end)
  end)

  it("shows what the engine does", function()
    check(function(definition)
      return game(definition).new
    end)
  end)

  it("has programs with their real output", function()
    local files, commands = document.run(page)
    assert.is_true(files >= 1 and commands >= 1)
  end)
end)
