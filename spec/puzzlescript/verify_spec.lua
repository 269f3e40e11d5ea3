--- Specifies the verifier of compiled programs: a program with a number that is out of place never
--- runs, and what it lets through runs.

local compile = require "tessera.puzzlescript.compile"
local core = require "tessera.puzzle_core"
local parse = require "tessera.puzzlescript.parse"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"
local rules = require "spec.support.puzzlescript_rules"
local wording = require "tessera.base.wording"

-- One rule of each kind: gaps, chance, rigid, loops, commands, conditions.
local text = rules.text {
  layers = { "background", "player a b", "k", "w", "c" },
  rules = [[
[ > player | a ] -> [ > player | > a ]
rigid [ > a | m ] -> [ > a | > m ]
startloop
right [ player | ... | k no w ] -> [ player | ... | ] again
[ stationary w | ] [ n ] -> [ randomdir w | ] [ n ] message Hello
endloop
+ [ k ] -> [ random m2 ]
random [ c ] -> [ ] win
late [ player | w ] -> [ player | ] checkpoint]],
  sounds = "sfx0 1\na move up 2\nm cantmove 3\nk create 2\nw destroy 5\nplayer action 6\n"
    .. "startlevel 7",
  wins = "all a on k\nno b", level = "pak.\nw..c" }

-- The program as registry.lua hands it over.
local function read()
  local game = parse(text)
  local made = assert(compile(game))
  made.name, made.names, made.messages, made.shown = "mutant", {}, {}, {}
  made.glyphs = { { shown = "p", ids = { 1 } }, { shown = "@", ids = { 1, 4 } } }
  for i, object in ipairs(game.objects) do
    made.names[i], made.shown[i] = object.name, object.name:sub(1, 1)
  end
  for i, command in ipairs(made.commands) do
    made.messages[i] = command.text or false
  end
  return made
end

local original = read()

local function copy_of(value)
  local copy = value
  if type(value) == "table" then
    copy = {}
    for key, inner in pairs(value) do
      copy[key] = copy_of(inner)
    end
  end
  return copy
end

local function program()
  return copy_of(original)
end

local function refusal(change)
  local made = program()
  change(made)
  local fine, why = pcall(core.define, made)
  return not fine and why:gsub("^.-: internal", "internal") or nil
end

-- The first rule of a line, and a cell of it.
local function rule_of(made, line)
  for _, list in ipairs { made.normal, made.late } do
    for _, group in ipairs(list) do
      for _, rule in ipairs(group.rules) do
        if rule.line == line then
          return rule, group
        end
      end
    end
  end
end

local first_line = select(2, text:match "^(.-)%[ > player":gsub("\n", "")) + 1

describe("a compiled program", function()
  it("may be defined as it is", function()
    assert.is_nil(refusal(function() end))
  end)

  it("is refused with the line of the rule", function()
    local place = "internal error: the compiled rule of line " .. first_line .. ": "
    local function told(change)
      return refusal(function(made)
        change(rule_of(made, first_line), made)
      end)
    end
    assert.are.equal(place .. "the direction is -1, expected 0..3", told(function(rule)
      rule.direction = 3
    end))
    assert.are.equal(place .. "the patterns is 33, expected 1..32", told(function(rule)
      for i = 1, 33 do
        rule.rows[i] = rule.rows[1]
      end
    end))
    assert.are.equal(place .. "the patterns is 0, expected 1..32", told(function(rule)
      rule.rows = {}
    end))
    assert.are.equal(place .. "the cells of a segment is 0, expected 1..16777216",
      told(function(rule)
        table.insert(rule.rows[1].cells, 1, { ellipsis = true })
      end))
    assert.are.equal(place .. "the segments of a pattern is 4, expected 1..3", told(function(rule)
      local cells, gap = rule.rows[1].cells, { ellipsis = true }
      rule.rows[1].cells = { cells[1], gap, cells[1], gap, cells[1], gap, cells[1] }
    end))
    assert.are.equal(place .. "a game without chance draws", told(function(rule, made)
      made.chance = false
      rule.rows[1].cells[1].write = { random = { 1 } }
    end))
    assert.are.equal(place .. "an object that may appear is 1, expected 3..6", told(function(rule)
      rule.rows[1].cells[1].write = { random = { 2, 1 } }
    end))
  end)

  it("is refused with what is wrong beside its rules", function()
    local wrong = {
      ["a game without chance draws"] = function(made)
        made.chance = false
        for _, group in ipairs(made.normal) do
          group.rules = group.random and group.rules or {}
        end
      end,
      ["the background's layer is 9, expected -1..4"] = function(made)
        made.background_layer = 9
      end,
      ["the rigid group is 2, expected 0..1"] = function(made)
        made.normal[1].rigid = 2
      end,
      ["the loop of a group is 1, expected 2..2147483647"] = function(made)
        made.normal[1].loop, made.normal[#made.normal].loop = 1, 1
      end,
      ["an object of a character is 1, expected 5..6"] = function(made)
        made.glyphs[2].ids = { 4, 1 }
      end,
    }
    for expected, change in pairs(wrong) do
      assert.are.equal("internal error: " .. expected, refusal(change))
    end
  end)
end)

-- ---- mutants ----

-- The keys of a table, always in one order.
local function keys_of(value)
  local keys = {}
  for key in pairs(value) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    return math.type(a) and math.type(b) and a < b or tostring(a) < tostring(b)
  end)
  return keys
end

-- All numbers and truth values of a table, as { table, key, kind }; a kind is the path without
-- positions.
local function fields_of(value, kind, list)
  for _, key in ipairs(keys_of(value)) do
    local inner = value[key]
    local name = math.type(key) and kind or kind .. "." .. key
    if type(inner) == "table" then
      fields_of(inner, name, list)
    elseif math.type(inner) or type(inner) == "boolean" then
      list[#list + 1] = { value, key, name }
    end
  end
  return list
end

local function other(random, value)
  if type(value) == "boolean" then
    return not value
  end
  local choices = { value + 1, value - 1, 0, -1, 1 << random:below(40), random:below(64),
    value ~ 1 }
  return choices[random:below(#choices) + 1]
end

-- Plays some actions on a board of the program; returns how many were carried out.
local function play(module, random)
  local cells = {}
  for i = 1, 20 do
    cells[i] = { 0, random:below(7) }
  end
  local state, done = module.make(4, 5, cells, "1"), 0
  local actions = { "up", "down", "left", "right", "action" }
  for _ = 1, 3 do
    done = done + (state:apply(actions[random:below(5) + 1]) and 1 or 0)
  end
  assert.is_true(#tostring(state) >= 24)
  return done
end

describe("mutants of a program", function()
  it("of every kind of field are refused, or run", function()
    local random, refused, ran, done = rng.new(39), {}, {}, 0
    local kinds, count = {}, 0
    for _, field in ipairs(fields_of(program(), "", {})) do
      count = count + (kinds[field[3]] and 0 or 1)
      kinds[field[3]] = true
    end
    local names = wording.sorted(kinds)
    local tries = seeds.all and 600 or 150
    for i = 1, tries do
      local made = program()
      local fields, wanted = {}, names[i % count + 1]
      for _, field in ipairs(fields_of(made, "", {})) do
        fields[#fields + 1] = field[3] == wanted and field or nil
      end
      local field = fields[random:below(#fields) + 1]
      local owner, key, kind = field[1], field[2], field[3]
      owner[key] = other(random, owner[key])
      local fine, module = pcall(core.define, made)
      if fine then
        ran[kind] = (ran[kind] or 0) + 1
        done = done + play(module, random)
      else
        assert.are.equal("string", type(module))
        refused[kind] = (refused[kind] or 0) + 1
      end
    end
    for kind in pairs(kinds) do
      assert.is_truthy(refused[kind] or ran[kind], kind .. " was never changed")
    end
    assert.is_true(done > tries // 4, done .. " actions were carried out")
    for _, kind in ipairs { ".objects", ".layers", ".layer_of", ".players",
      ".normal.rules.direction", ".normal.rules.commands", ".normal.rules.rows.cells.has",
      ".normal.rules.rows.cells.any", ".normal.rules.rows.cells.none",
      ".normal.rules.rows.cells.moving", ".normal.rules.rows.cells.still",
      ".normal.rules.rows.cells.write.set", ".normal.rules.rows.cells.write.move_set",
      ".normal.rules.rows.cells.write.random", ".normal.rules.rows.cells.write.reset",
      ".normal.rigid", ".normal.loop", ".rigid_groups", ".wins.quantifier", ".wins.what",
      ".glyphs.ids", ".chance", ".background_layer" } do
      assert.is_truthy(not seeds.all or refused[kind], kind .. ": no mutant was refused")
    end
  end)
end)
