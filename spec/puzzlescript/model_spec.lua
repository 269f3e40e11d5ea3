--- What a PuzzleScript game says of a board, for a solver: read by eye, and held against play.

local compile = require "tessera.puzzlescript.compile"
local core = require "tessera.puzzle_core"
local models = require "spec.support.models"
local parse = require "tessera.puzzlescript.parse"
local puzzlescript = require "tessera.puzzlescript"
local random = require "spec.support.puzzlescript_random"
local registry = require "tessera.puzzlescript.registry"
local rng = require "tessera.rng"
local seeds = require "spec.support.seeds"

local function shown_all(model)
  local lines = {}
  for i, about in ipairs(model.layers) do
    lines[i] = ("layer %d: %s; moving %s; acts %s."):format(i, models.shown(model, i,
      table.concat((function()
        local kinds = {}
        for kind in pairs(about.names) do
          kinds[#kinds + 1] = kind
        end
        return kinds
      end)())), models.shown(model, i, about.moving), models.shown(model, i, about.avatar))
  end
  for _, goal in ipairs(model.goals) do
    lines[#lines + 1] = "goal: " .. models.shown_goal(model, goal)
  end
  return table.concat(lines, "\n")
end

local game = [[
title Shelves
========
OBJECTS
========
Background .
Black

Mark o
Yellow

Hole u
Blue

Hero h
White

Crate *
Orange

Iron i
Gray

Lamp l
Yellow

Wall #
Brown

=======
LEGEND
=======
Player = Hero
Heavy = Crate or Iron
Pit = Mark and Hole

=======
SOUNDS
=======
================
COLLISIONLAYERS
================
Background
Mark
Hole
Player, Heavy, Wall
Lamp

======
RULES
======
RULE

==============
WINCONDITIONS
==============
WINS

=======
LEVELS
=======
######
#h*o.#
#.i.l#
######
]]

local function model_of(rule, wins)
  local text = game:gsub("RULE\n", rule .. "\n", 1):gsub("WINS", wins)
  return models.new(puzzlescript.read(text).new(1))
end

describe("the model of a PuzzleScript game", function()
  it("has its layers, who acts, what moves, and what wins", function()
    local model = model_of("[ > Player | Crate ] -> [ > Player | > Crate ]",
      "All Crate on Mark\nSome Heavy on Pit\nNo Lamp")
    assert.equal([[
layer 1: .; moving ; acts .
layer 2: o; moving ; acts .
layer 3: u; moving ; acts .
layer 4: #*hi; moving *h; acts h.
layer 5: l; moving ; acts .
goal: all * on o; some *i on o and u; no l]], shown_all(model))
    assert.same({ true, false, true, 0 },
      { model.exact, model.whole, model.has_avatar, model.reach })
  end)

  it("a rule may make, take away and push more", function()
    local model = model_of([[
[ > Player | Heavy ] -> [ > Player | > Heavy ]
late [ Hero Lamp ] -> [ Hero ] ]], "No Lamp")
    assert.equal("*hi", models.shown(model, 4, model.layers[4].moving))
    assert.equal("l", models.shown(model, 5, model.layers[5].moving))
  end)

  it("a rule that wins is no condition", function()
    local model = model_of("[ > Player | Iron ] -> win", "No Lamp")
    assert.equal("no l", models.shown_goal(model, model.goals[1]))
    assert.equal("other", models.shown_goal(model, model.goals[2]))
    assert.is_false(model.exact)
  end)
end)

local words = { "up", "down", "left", "right", "action" }

-- The game of a sound text, whose turns end after a million looks at a cell: some of the random
-- ones go round until a turn is over.
local function hasty(text)
  puzzlescript.read(text)
  local parsed = parse(text)
  local program = compile(parsed)
  program.patience = 1
  return registry.define("puzzle", parsed, program, core)
end

-- What is wrong with the model after some keys; nil if nothing is.
local function wrong_play(state, dice, keys, met)
  local model = models.new(state)
  if not model then
    return nil
  end
  local moves = {}
  for i, about in ipairs(model.layers) do
    moves[i] = about.moving .. "\0"
  end
  local before, cells = models.board(state), model.rows * model.columns
  for _ = 1, keys do
    state:apply(words[1 + dice:below(#words)])
    local after = models.board(state)
    for i = 1, #before do
      local layer = moves[(i - 1) // cells + 1]
      local was, is = before:sub(i, i), after:sub(i, i)
      if was ~= is and not (layer:find(was, 1, true) and layer:find(is, 1, true)) then
        return "a kind changes that does not move"
      end
    end
    met.changes = met.changes + (before ~= after and 1 or 0)
    if #model.goals > 0 and state:outcome() and not models.goal_holds(model, after) then
      return "it is won, and no goal holds"
    end
    met.won = met.won + (state:outcome() and 1 or 0)
    before = after
  end
  return nil
end

it("what changes moves, what wins is a goal, in random games", function()
  local met = { changes = 0, won = 0 }
  for seed in seeds(1500) do
    local text = random.game(seed)
    local fine, module = pcall(hasty, text)
    if fine and #module.levels > 0 then
      local started, state = pcall(module.new, 1, { seed = seed })
      local wrong = started and wrong_play(state, rng.new(seed), 12, met)
      assert(not wrong, ("seed %d: %s\n%s"):format(seed, wrong, text))
    end
  end
  assert.is_true(seeds.often(met.changes, 3000, met.won, 100), met.changes .. " " .. met.won)
end)

it("a level is read and its cells are put as they are", function()
  local module = puzzlescript.open "samples/puzzlescript/crates.txt"
  local model = models.new(module.new(1))
  local rows = {}
  for row = 1, model.rows do
    local line = {}
    for column = 1, model.columns do
      local at = (row - 1) * model.columns + column
      local top
      for layer = 1, #model.layers do
        top = model.layers[layer].names[models.at(model, model.board, layer, at)] or top
      end
      line[column] = top
    end
    rows[row] = table.concat(line)
  end
  assert.equal("#######\n#.....#\n#.h*o.#\n#.....#\n#######", table.concat(rows, "\n"))
end)

-- The least distance from each cell to one where the pieces count; "." is never. What never moves
-- is shown as it is.
local function drawn(state, model, d, term)
  local board, rows = models.board(state), {}
  for row = 1, model.rows do
    local line = {}
    for column = 1, model.columns do
      local from, best = (row - 1) * model.columns + column, nil
      for to = 1, model.rows * model.columns do
        local n = d.between[from][to]
        if n and models.fits(model, d.on and term.cell or term.on, board, to) then
          best = math.min(best or n, n)
        end
      end
      local name = model.layers[4].names[models.at(model, board, 4, from)]
      line[column] = (name == "#" or name == "i") and name or best or "."
    end
    rows[row] = table.concat(line)
  end
  return table.concat(rows, "\n")
end

it("a single crate is carried by playing, from where somebody can come", function()
  local text = game:gsub("RULE\n", "[ > Player | Crate ] -> [ > Player | > Crate ]\n", 1)
    :gsub("WINS", "All Crate on Mark"):gsub("LEVELS\n=+\n.*", [[
LEVELS
=======
#########
#h......#
#...*...#
#.....o.#
#..i....#
#########
]])
  local state = puzzlescript.read(text).new(1)
  local model, d = models.new(state), models.distances(state)
  assert.same({ false, false, false }, { d.proven, d.bounds, d.kept })
  -- A crate at a wall without a mark stays there.
  assert.equal([[
#########
#.......#
#.54321.#
#.43210.#
#..i....#
#########]], drawn(state, model, d, model.goals[1][1]))
end)
