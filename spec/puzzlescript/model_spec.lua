--- What a PuzzleScript game says of a board, for a solver: read by eye, and held against play.

local games = require "spec.support.puzzlescript"
local models = require "spec.support.models"
local puzzlescript = require "tessera.puzzlescript"
local random = require "spec.support.puzzlescript_random"
local rng = require "tessera.rng"
local search_core = require "tessera.search_core"
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
    assert.same({ true, false, true, 2 },
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

describe("how far the player reaches", function()
  local push = "[ > Player | Crate ] -> [ > Player | > Crate ]"

  for rule, reach in pairs {
    [push] = 2,
    ["[ > Player | Lamp ] -> [ > Player | ]"] = 1,
    ["[ > Player | Crate | Crate ] -> [ > Player | > Crate | > Crate ]"] = 3,
    ["[ < Player | Crate ] -> [ < Player | < Crate ]"] = 2,
    [push .. "\n[ > Crate | Iron ] -> [ > Crate | > Iron ]"] = 3,
    [push .. "\nlate [ Player | Lamp ] -> [ Player | ]"] = 2,
    [push .. "\n[ > Player | Iron ] -> cancel"] = 2,
    [push .. "\n[ > Player | Wall ] -> sfx1"] = 2,
    -- a row of any length
    [push .. "\n[ > Crate | Crate ] -> [ > Crate | > Crate ]"] = 0,
    ["[ > Player | ... | Crate ] -> [ > Player | ... | > Crate ]"] = 0,
    -- anywhere on the board
    ["[ > Player ] [ Crate ] -> [ > Player ] [ > Crate ]"] = 0,
    ["late [ Crate Mark ] -> [ Crate Mark Lamp ]"] = 0,
    ["[ Crate | Lamp ] -> [ Crate | ]"] = 0,
    ["down [ Crate ] -> [ > Crate ]"] = 0,
    -- what has no movement is not asked for one; what is not there does nothing
    ["[ > Lamp | Crate ] -> [ > Lamp | > Crate ]"] = 1,
    ["late [ Hole | Crate ] -> [ Hole | ]"] = 1,
    -- more than the board decides
    [push .. "\n[ > Player | Iron ] -> [ > Player | > Iron ] again"] = 0,
    [push .. "\n[ > Player | Iron ] -> checkpoint"] = 0,
    ["[ > Player | Lamp ] -> [ > Player | random Crate ]"] = 0,
    -- he comes to another place
    ["[ > Player | Lamp ] -> [ Crate | Player ]"] = 0,
  } do
    it(rule:gsub("\n", "; ") .. ": " .. reach, function()
      assert.equal(reach, model_of(rule, "All Crate on Mark").reach)
    end)
  end
end)

-- What lies within `reach` of a cell, and what becomes of it.
local function around(model, board, cell, reach)
  local row, column, near = (cell - 1) // model.columns, (cell - 1) % model.columns, {}
  for layer = 0, #model.layers - 1 do
    for r = math.max(row - reach, 0), math.min(row + reach, model.rows - 1) do
      local first = (layer * model.rows + r) * model.columns + 1
      near[#near + 1] = board:sub(first + math.max(column - reach, 0),
        first + math.min(column + reach, model.columns - 1))
    end
  end
  return table.concat(near, "|")
end

-- The board without what lies within `reach` of a cell.
local function beyond(model, board, cell, reach)
  local row, column = (cell - 1) // model.columns, (cell - 1) % model.columns
  local far = {}
  for i = 1, #board do
    local at = (i - 1) % (model.rows * model.columns)
    local r, c = at // model.columns, at % model.columns
    if math.max(math.abs(r - row), math.abs(c - column)) > reach then
      far[#far + 1] = board:sub(i, i)
    end
  end
  return table.concat(far)
end

-- The cell of who acts.
local function acting(model, board)
  local found
  for layer, about in ipairs(model.layers) do
    for cell = 1, model.rows * model.columns do
      local value = models.at(model, board, layer, cell)
      if value ~= "\0" and about.avatar:find(value, 1, true) then
        assert(not found or found == cell)
        found = cell
      end
    end
  end
  return found
end

local same_within = 3

-- What is wrong with how far the player reaches: in one level, where some keys are played; or in
-- two that are alike where he is.
local function wrong_reach(state, other, dice, met)
  local model = models.new(state)
  if model.reach == 0 then
    return nil
  end
  if models.new(other).reach == model.reach and model.reach <= same_within then
    for _, word in ipairs(words) do
      local a, b = state:clone(), other:clone()
      local cell = acting(model, models.board(a))
      met.pairs = met.pairs + (a:apply(word) and 1 or 0)
      b:apply(word)
      if around(model, models.board(a), cell, model.reach)
        ~= around(model, models.board(b), cell, model.reach) then
        return "what is near does not decide"
      end
    end
  end
  for _ = 1, 12 do
    local before = models.board(state)
    local cell = acting(model, before)
    if not cell or state:outcome() then
      return nil
    end
    met.changes = met.changes + (state:apply(words[1 + dice:below(#words)]) and 1 or 0)
    local after = models.board(state)
    if beyond(model, before, cell, model.reach) ~= beyond(model, after, cell, model.reach) then
      return "a cell out of reach changes"
    end
  end
  return nil
end

-- A game of some rules near the player, mostly; its two levels are alike around him.
local function near_game(dice)
  local function one(...)
    return (select(1 + dice:below(select("#", ...)), ...))
  end
  local rules = {}
  for i = 1, 1 + dice:below(3) do
    local left, right = {}, {}
    for k = 1, 1 + dice:below(3) do
      local what = one("Player", "Crate", "Crate", "Iron", "Heavy", "Lamp", "Crate Lamp", "Mark",
        "")
      local how = (what == "Heavy" or what == "") and ""
        or one("", "", ">", "<", "^", "action", "no")
      if k == 1 and dice:below(4) > 0 then
        what, how = "Player", one("", ">", ">", ">", "<", "action")
      end
      what = what:find " " and what or how .. " " .. what
      left[k] = what
      right[k] = one(what, what, (what:gsub("no ", "")), (what:gsub("Iron", "Crate")), "", "Lamp",
        "> Crate", "> " .. (what:match "%u%a+" or "Crate"))
    end
    rules[i] = one("", "", "", "late ", "up ", "horizontal ") .. "[ " .. table.concat(left, " | ")
      .. " ] -> " .. (dice:below(8) == 0 and "cancel" or "[ " .. table.concat(right, " | ") .. " ]")
  end
  local one_map, other = {}, {}
  for r = 1, 9 do
    local row, beside = {}, {}
    for c = 1, 11 do
      row[c] = one(".", ".", ".", ".", "*", "*", "o", "i", "l", "#", "u")
      local near = math.max(math.abs(r - 5), math.abs(c - 6))
      row[c] = near == 0 and "h" or row[c]
      beside[c] = near > same_within and one(".", "*", "o", "i", "l", "#", "u") or row[c]
    end
    one_map[r], other[r] = table.concat(row), table.concat(beside)
  end
  local text = game:gsub("RULE\n", function()
    return table.concat(rules, "\n") .. "\n"
  end, 1):gsub("WINS", "All Mark on Crate"):gsub("######.*", function()
    return table.concat(one_map, "\n") .. "\n\n" .. table.concat(other, "\n") .. "\n"
  end)
  return text
end

it("an action changes what the player reaches, and depends on it alone, in random games", function()
  local met = { pairs = 0, changes = 0 }
  for seed in seeds(2000) do
    local dice = rng.new(seed)
    local text = near_game(dice)
    local fine, module = pcall(games.hasty, text, 1)
    if fine then
      local wrong = wrong_reach(module.new(1), module.new(2), dice, met)
      assert(not wrong, ("seed %d: %s\n%s"):format(seed, wrong, text))
    end
  end
  assert.is_true(seeds.often(met.pairs, 1500, met.changes, 2500),
    met.pairs .. " " .. met.changes)
end)

-- Whether the level can be solved; nil: it is open. Bits of enum solve_without.
local function verdict(state, without)
  local limits = { nodes = 1000, memory = 1 << 28, disk = 0 }
  local actions, info = search_core.solve(state, limits, "Won", nil, true, false, nil, without)
  if actions then
    local copy = state:clone()
    for _, word in ipairs(actions) do
      assert(copy:apply(word))
    end
    assert.equal("Won", copy:outcome())
  end
  return actions and "solved" or info.proven
end

it("levels are solved by regions as without, in random games", function()
  local met = { solved = 0, unsolvable = 0 }
  for seed in seeds(1000) do
    local dice = rng.new(seed)
    local text = near_game(dice):gsub("LEVELS\n=+\n.*",
      "LEVELS\n===\n#####\n#h*.#\n#l*o#\n#.i.#\n#####\n")
    if seed % 2 == 0 then
      text = text:gsub("RULES\n=+\n", "%0[ > Player | Crate ] -> [ > Player | > Crate ]\n", 1)
    end
    local fine, module = pcall(games.hasty, text, 1)
    if fine then
      local state = module.new(1)
      local by_regions, plain = verdict(state, 0), verdict(state, 2)
      assert(not by_regions or not plain or by_regions == plain,
        ("seed %d: %s, but %s\n%s"):format(seed, by_regions, plain, text))
      if models.new(state).reach > 0 and by_regions and plain then
        met[plain] = met[plain] + 1
      end
    end
  end
  assert.is_true(seeds.often(met.solved, 100, met.unsolvable, 200),
    met.solved .. " " .. met.unsolvable)
end)

it("what changes moves, what wins is a goal, in random games", function()
  local met = { changes = 0, won = 0 }
  for seed in seeds(1500) do
    local text = random.game(seed)
    local fine, module = pcall(games.hasty, text, 1)
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
  assert.equal("#######\n#.....#\n#.h*..#\n#....o#\n#######", table.concat(rows, "\n"))
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
