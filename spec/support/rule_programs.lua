--- Random games whose rules are pictures (docs/rules.md), as definitions that both `tessera.game`
--- and the twin take. It writes no text that the page calls an error.

local game = require "tessera.game"
local rng = require "tessera.rng"
local directions = require "spec.oracle.rules_directions"
local patterns = require "spec.support.rule_patterns"

local programs = {}

--- The themes, and what each has more of: chances in percent.
programs.themes = {
  actions = { layers = { 1, 1, 2 }, whens = 35 },
  layers = { layers = { 2, 2, 3 }, alternatives = 35 },
  directions = { layers = { 1, 1, 1, 2 }, facing = 90, rows = 45, places = 60, relative = 60 },
  runs = { layers = { 1, 1, 2 }, runs = 60, same = 60, steps = 50 },
  after = { layers = { 1, 1, 2, 3 }, steps = 100, sweeps = 60, facing = 30 },
  falling = { layers = { 1, 1, 2 }, steps = 100, sweeps = 100, falling = 70, facing = 0 },
  chance = { layers = { 1, 1, 2 }, chance = 60, steps = 70, counted = true },
  players = { layers = { 1, 1, 2 }, players = 100, slots = 50, counted = true, ends = 80 },
  hexagons = { layers = { 1, 1, 2 }, hexagons = true, facing = 0, rows = 0, runs = 20, steps = 50,
    whens = 40, ends = 40, places = 40, near = 15 },
  near = { layers = { 1, 1, 2 }, near = 50, steps = 80, sweeps = 60, whens = 40, ends = 40,
    players = 30, places = 40, rows = 15 },
  pieces = { layers = { 1, 1, 2 }, pieces = 75, places = 60, slots = 25, steps = 20, ends = 50 },
  hexpieces = { layers = { 1, 1, 2 }, hexagons = true, facing = 0, rows = 0, pieces = 75,
    places = 60, slots = 25, steps = 50, sweeps = 60, ends = 30 },
  ways = { layers = { 1, 1, 2 }, ways = 40, joined = 30, steps = 80, sweeps = 60, whens = 50,
    ends = 60, players = 30, places = 40, rows = 15 },
  hexways = { layers = { 1, 1, 2 }, hexagons = true, facing = 0, rows = 0, ways = 30, joined = 30,
    steps = 70, sweeps = 60, whens = 40, ends = 60, places = 40, players = 30 },
  rounds = { layers = { 1, 1, 2 }, steps = 100, rounds = 80, near = 25, ends = 0, facing = 5 },
  conditions = { layers = { 1, 2, 3 }, whens = 70, ends = 70, squash = 50, stuck = 20 },
}

local default = { whens = 20, alternatives = 15, facing = 15, rows = 8, places = 20, relative = 20,
  runs = 8, same = 15, steps = 40, sweeps = 30, chance = 0, players = 10, slots = 15, ends = 25,
  squash = 0, stuck = 5, pieces = 0, rounds = 0 }

local World = patterns.World

-- ---- the board ----

local names = { "red", "yellow", "box", "gem", "rock", "wall", "player", "car", "key", "door",
  "mud", "tree", "lamp" }
local characters = ".#@$*oxyabcdefghijklmnpqrstuvwzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&+=~^_"

local function read_layers(w)
  local count = w:pick(w.theme.layers)
  local left, empties = table.move(names, 1, #names, 1, {}), 0
  w.layers = ({ { "board" }, { "ground", "things" }, { "ground", "things", "marks" } })[count]
  for i = 1, count do
    local kinds = {}
    for _ = 1, count == 1 and 3 + w:below(3) or 2 + w:below(4 - count) do
      table.insert(kinds, table.remove(left, 1 + w:below(#left)))
    end
    w.named[i] = kinds
    w.kinds[i] = table.move(kinds, 1, #kinds, 1, {})
    local blank = w:pick { "nothing", "nothing", "empty", "empty", "both", false }
    if empties == 1 and blank and blank ~= "nothing" then
      blank = "nothing"
    end
    if blank == "nothing" or blank == "both" then
      table.insert(w.kinds[i], "nothing")
      w.blank[i] = "nothing"
    end
    if blank == "empty" or blank == "both" then
      table.insert(w.kinds[i], "empty")
      table.insert(w.named[i], "empty")
      w.blank[i], empties = w.blank[i] or "empty", 1
    end
  end
  w.main = 1 + w:below(count)
  if count < 3 and w:chance "facing" then
    w.facing = w:pick { { up = "fly_up", right = "fly_right", down = "fly_down",
      left = "fly_left" }, { left = "fly_left", right = "fly_right" },
      { up = "fly_up", down = "fly_down" } }
    w.turns = w.facing.up and w.facing.left and w.turns or { "back" }
    for _, heading in ipairs { "up", "right", "down", "left" } do
      table.insert(w.kinds[w.main], w.facing[heading])
      table.insert(w.named[w.main], w.facing[heading])
    end
  end
end

-- Some of the kinds of a layer that can be named, in a random order, but its blank.
local function some_kinds(w, layer, least)
  local left, list = {}, {}
  for _, kind in ipairs(w.named[layer]) do
    left[#left + 1] = kind ~= w.blank[layer] and kind or nil
  end
  for _ = 1, math.min(#left, least + w:below(2)) do
    list[#list + 1] = table.remove(left, 1 + w:below(#left))
  end
  return list
end

local function read_groups(w)
  w:add_group("stone", some_kinds(w, w.main, 2), w.main)
  for i = 1, #w.layers do
    if w:percent(60) then
      w:add_group("sort" .. i, some_kinds(w, i, 1), i)
    end
  end
  if #w.layers > 1 and w:percent(60) then
    local low, high = some_kinds(w, 1, 1), some_kinds(w, 2, 1)
    w.mixed = #low < #w.kinds[1] and #high < #w.kinds[2] -- `no mixed` must leave a kind
    w.groups.mixed = table.move(high, 1, #high, #low + 1, low)
  end
  if w.facing then
    local list = {}
    for _, heading in ipairs { "up", "right", "down", "left" } do
      list[#list + 1] = w.facing[heading]
    end
    w:add_group("fly", list, w.main)
  end
end

local function read_pieces(w)
  w.players = w:chance "players" and 2 or 1
  if w.players == 2 then
    local kinds = some_kinds(w, w.main, 3)
    w.single = #kinds < 3 or w:percent(70)
    w.pieces = w.single and { kinds[1], kinds[2] } or { { kinds[1], kinds[2] }, { kinds[3] } }
  end
end

-- Every combination of kinds gets a character, so that a picture says everything.
local function legend_of(w)
  local legend, cells, at = {}, { {} }, 0
  for i in ipairs(w.layers) do
    local longer = {}
    for _, cell in ipairs(cells) do
      for _, kind in ipairs(w.kinds[i]) do
        local copy = table.move(cell, 1, #cell, 1, {})
        copy[i] = kind
        longer[#longer + 1] = copy
      end
    end
    cells = longer
  end
  for _, cell in ipairs(cells) do
    at = at + 1
    local shown, means = characters:sub(at, at), {}
    assert(shown ~= "", "too many combinations")
    for i, layer in ipairs(w.layers) do
      means[layer] = cell[i] ~= "nothing" and cell[i] or nil
    end
    legend[shown] = #w.layers == 1 and cell[1] or means
    w.shown[table.concat(cell, "/")] = shown
  end
  return legend
end

-- Sides of boards of each size: the least one, and how many more it may have; rows, then columns.
-- Cells as bits take several words, or more than are taken at once (src/patterns/play/bitboard.h).
programs.sizes = { words = { 5, 9, 8, 9 }, bands = { 9, 5, 118, 40 } }

local function map_of(w, size)
  local function side(least)
    if size then
      return size[least] + w:below(size[least + 1])
    end
    return w:percent(12) and 1 or 2 + w:below(w:percent(30) and 5 or 3)
  end
  local rows, columns = {}, side(3)
  w.cells = {}
  local plain = 20 + 15 * w:below(4)
  for i = 1, side(1) do
    local line = {}
    w.cells[i] = {}
    for j = 1, columns do
      local cell = {}
      w.cells[i][j] = cell
      for k, kinds in ipairs(w.kinds) do
        cell[k] = w.blank[k] and w:percent(plain) and w.blank[k] or w:pick(kinds)
        if w.squash and k == w.main and w:percent(60) then
          cell[k] = w.groups.tiles[1 + w:below(2)] -- so that many meet
        end
      end
      line[j] = w.shown[table.concat(cell, "/")]
    end
    rows[i] = table.concat(line)
  end
  w.rows, w.columns = #rows, columns
  return table.concat(rows, "/")
end

-- ---- rules ----

-- The forms of the actions. A move is { form, the words of its rules }.
local function read_moves(w)
  local forms = { "<direction>", "<direction>", "step <direction>", "wait", "jump <direction8>" }
  forms[w.theme.hexagons and 5 or 6] = nil
  for _ = 1, w:chance "places" and 3 or 0 do
    table.move({ "put <row> <column>", "drop <column>", "shoot <row>",
      "push <row> <column> <direction>" }, 1, 4, #forms + 1, forms)
  end
  if w:chance "slots" then
    local kinds = w.groups.stone
    local slot = kinds[2] and w:percent(50) and ("<%s|%s>"):format(kinds[1], kinds[2]) or "<stone>"
    forms = { "paint " .. slot, "slide " .. slot .. " <direction>",
      "lay " .. slot .. " <row> <column>", slot .. " <column>" }
    forms[5] = w.theme.pieces > 0 and "roll " .. slot .. " <direction> <1..3>" or nil
  end
  if w.theme.pieces > 0 then
    table.move({ "push <row> <column> <direction>", w.theme.hexagons and "wait"
        or "hop <row> <column> <direction8>", "slide <row> <column> <direction> <1..3>",
      "go <direction> <2..2>" }, 1, 4, #forms + 1, forms)
  end
  local seen = {}
  for k = 1, 1 + w:below(w:percent(25) and 4 or 2) do
    local form = k == 1 and w.squash and "<direction>" or w:pick(forms)
    if not seen[form] then
      seen[form] = true
      table.insert(w.moves, form)
    end
  end
end

-- The words of a rule: those of the move, or fewer.
local function narrowed(w, form)
  if w:percent(25) then
    form = form:gsub("<direction8?>", w:pick(w.theme.hexagons
      and { "up-left", "<left|up-right>", "<up-left|right|down-left>" }
      or { "left", "<left|right>", "<up|right|down>" }))
  end
  if w:percent(20) then
    form = form:gsub("<stone>", w:pick(w.groups.stone))
  end
  return form
end

-- What the patterns of a rule with these words may refer to.
local function about(w, form)
  local slot = form:match "<stone>" or form:match "<%l+|%l+>"
  local word = slot and (slot == "<stone>" or w:find_layer(slot:match "%l+")) and slot or nil
  return { direction = form:find "direction" ~= nil or form:find "left" ~= nil
      or form:find "<up" ~= nil or form:find "up-left" ~= nil,
    direction_word = form:find "<direction>" ~= nil, diagonal = form:find "direction8" ~= nil,
    slot = word }
end

local function effects(w, rule, over)
  if w.counted then
    rule.count = w:percent(80) and "moves" or { "moves", w:pick { "keys", "points", "energy" } }
  elseif w:percent(25) then
    rule.count = w:pick { "moves", "keys", "energy" }
  end
  if w:percent(20) then
    rule.add = { points = w:below(9) - 3, keys = w:percent(50) and w:below(5) - 2 or nil,
      energy = w:percent(50) and w:below(5) - 2 or nil }
  end
  if over and w:percent(6) then
    rule.over = w:pick { "Over", "Lost", "Done1", "First1" }
  end
  return rule
end

--- The function `call` of some rules.
function programs.call(state)
  if state.keys > 1 then
    return nil, "too many keys"
  end
  state.points = state.points + 2
end

--- The function `apply` of games with a move "idle" that no rule names.
function programs.idle(state)
  state.points = state.points + 1
end

-- Some of the kinds that a piece may have.
local function joined_kinds(w, word, layer)
  local list, kinds = {}, {}
  for _, kind in ipairs(w.named[layer]) do
    local fits = kind == word or word == w.layers[layer] and kind ~= w.blank[layer]
    for _, member in ipairs(w.groups[word] or {}) do
      fits = fits or member == kind
    end
    kinds[#kinds + 1] = fits and kind or nil
  end
  for _ = 1, kinds[1] and w:below(3) or 0 do
    list[#list + 1] = w:pick(kinds)
  end
  return list
end

-- What a rule of a form with a direction moves as a whole; nil where nothing can be left behind.
local function moved_piece(w, form)
  local slot, placed = form:match "<stone>" or form:match "<%l+|%l+>", form:find "<row>"
  local kinds = slot and slot ~= "<stone>" and slot:match "^<(%l+)|"
  local named = slot and (slot == "<stone>" or w:find_layer(kinds) == w.main)
  local layer = named and not placed and w.main or 1 + w:below(#w.layers)
  if not w.blank[layer] then
    return nil
  end
  local groups = { w.layers[layer] }
  for name, of in pairs(w.group_layer) do
    groups[#groups + 1] = of == layer and w.groups[name][1] and name or nil
  end
  table.sort(groups)
  local word = named and not placed and slot or placed and w:percent(70) and w:pick(groups)
    or w:pick(w.named[layer])
  if word == "empty" then
    return nil
  end
  local move = { word }
  local other = w:percent(40) and #w.layers > 1 and layer % #w.layers + 1
  if w:percent(40) then
    local free = w:percent(70) and "no " .. w.layers[layer] or "no " .. w:pick(w.named[layer])
    move.into = other and w:pick(w.named[other]) .. " " .. free or free
  end
  if placed and w:percent(30) and not w.theme.hexagons then
    move.joins = { right = joined_kinds(w, word, layer), down = joined_kinds(w, word, layer) }
  end
  return (move.into or move.joins or w:percent(50)) and move or word
end

-- One of the rules of a move.
local function action_rule(w, move)
  local form = narrowed(w, move)
  local here = about(w, form)
  local rule = { form }
  local way = (" " .. form .. " "):find "[ <|]left[ >|]" or form:find "direction"
    or form:find "<up|"
  if w.theme.pieces > 0 and way and w:chance "pieces" then
    rule.move = moved_piece(w, form)
  end
  if rule.move then
    here.how = nil
  elseif form:find "<direction>" and w.squash then
    rule.squash = { "tiles", worth = w.worth, count = "points" }
  elseif not w:percent(6) then
    here.how = w:percent(20) and w:pick { "each", "first", w.random_too and "random" or "first" }
    rule[2] = patterns.rule(w, here)
    table.insert(w.hints, here.anchor)
  end
  effects(w, rule, here.how ~= "each")
  rule.when = w:chance "whens" and patterns.condition(w, here) or nil
  rule.keep_turn = w.players > 1 and w:percent(15) or nil
  rule.why = w:percent(10) and "it cannot be done" or nil
  rule.call = w:percent(4) and programs.call or nil
  return rule
end

local function sweep_rule(w, at_once)
  local here = {}
  local rule = { patterns.rule(w, here) }
  if at_once then
    rule.when = w:percent(20) and patterns.condition(w, { no_fields = true }) or nil
  else
    if w:percent(25) then
      effects(w, rule)
    end
    rule.when = w:percent(20) and patterns.condition(w, here) or nil
  end
  return next(rule, 1) and rule or rule[1]
end

-- What falls, rolls and lands: rules that mostly ask about the cell below.
local function falling_rule(w)
  local kinds = w.named[w.main]
  local i = 1 + w:below(#kinds)
  local kind, other = kinds[i], kinds[i % #kinds + 1]
  local text = w:pick { "down [ A | B ] -> [ B | A ]", "down [ A | edge ] -> [ B | ]",
    "horizontal [ A | B / B | ? ] -> [ B | A / B | ]", "right [ A | B ] -> [ B | A ]",
    "horizontal [ A | B ] -> [ B | A ]", "down [ A | edge or B ] -> [ B | ]", "[ A ] -> [ B ]" }
  return (text:gsub("[AB]", { A = kind, B = other }))
end

local function from(w)
  return w:percent(40) and w:pick { "bottom", "left", "right", "anchor", "top" } or nil
end

--- The function of some steps.
function programs.step(state)
  if state.energy == 4 then
    return false, "too much energy"
  end
  state.keys = (state.keys + 1) % 4
end

-- A round must end: its rules take what never comes again, or move it down and to the right.
local function round(w)
  local kind, blank = w:pick(w.named[w.main]), w.blank[w.main]
  local texts = { "[ %s ] -> [ %s ]", "right [ %s | ? ] -> [ %s | ]",
    "right [ %s | edge ] -> [ %s | ]" }
  local to = blank == "empty" and kind ~= "empty" and "empty" or kind
  local steps = {}
  for i = 1, 1 + w:below(2) do
    local text = w:pick(texts):format(kind, to)
    if to ~= kind and w:percent(50) then
      text = ("%s [ %s | %s ] -> [ %s | %s ]"):format(w:pick {
        w.theme.hexagons and "down-right" or "down", "right" }, kind, to, to, kind)
    end
    steps[i] = w:percent(50) and { w:pick { "first ", "each " } .. text, count = "points" }
      or { sweep = { { text, count = "points" } }, from = from(w) }
  end
  return { again = steps, when = w:percent(40) and patterns.condition(w, {}) or nil }
end

-- A sweep, or a rule.
local function plain_step(w)
  if w:chance "sweeps" then
    local sweep = { sweep = {}, at_once = w:percent(40) and w:pick { true, "first" } or nil,
      from = from(w), when = w:percent(15) and patterns.condition(w, {}) or nil }
    for i = 1, w.theme.falling and 3 + w:below(6) or 1 + w:below(3) do
      sweep.sweep[i] = w.theme.falling and w:chance "falling" and falling_rule(w)
        or sweep_rule(w, sweep.at_once)
    end
    return sweep
  end
  local here = { how = w:pick { "each", "each", "first",
    w.random_too and "random" or "first" } }
  local rule = { patterns.rule(w, here) }
  if w:percent(30) then
    effects(w, rule, true)
    rule.when = w:percent(60) and patterns.condition(w, here) or nil
  end
  rule.from = here.how == "each" and from(w) or nil
  return next(rule, 1) and rule or rule[1]
end

-- A round that may never end.
local function any_round(w)
  local steps = {}
  for i = 1, 1 + w:below(3) do
    steps[i] = plain_step(w)
  end
  return { again = steps, when = w:percent(40) and patterns.condition(w, {}) or nil }
end

local function step(w)
  if w.theme.rounds > 0 and w:chance "rounds" then
    return any_round(w)
  elseif w:percent(8) then
    w.calls = true
    return w:percent(50) and { programs.step, when = w:percent(40) and patterns.condition(w, {})
      or nil } or programs.step
  elseif w:percent(15) then
    return round(w)
  end
  return plain_step(w)
end

local function ends_of(w, scored, every_move)
  local ends = {}
  for i = 1, 1 + w:below(2) do
    local k = w:percent(50) and i or 1 -- two ends may have one text
    local given = { "Done" .. k }
    if w.players == 2 and w:percent(50) then
      given[1] = { "First" .. k, w:percent(80) and "Second" .. k or "First" .. k }
    end
    if every_move and w.rows * w.columns <= 12 and w:chance "stuck" then
      given[2] = w:percent(70) and "stuck" or "stuck and " .. patterns.condition(w, {})
    else
      given[2] = patterns.condition(w, {})
    end
    given.score = not scored and w:percent(60) and w:below(7) - 3 or nil
    if w.counted and w:percent(70) then
      given[2] = given[2] .. " and moves > " .. w:below(4)
      w.asked.moves = true
    end
    ends[i] = given
  end
  return ends
end

-- The list in which a message's "step 1, step 2, rule 3" stands, and its number there.
local function placed(definition, place)
  local list, number
  for what, n in place:gmatch "(%l+) (%d+)" do
    if what == "rule" or what == "step" then
      local item = list and list[number]
      list = item and (what == "rule" and item.sweep or item.again)
        or what == "rule" and definition.rules or definition.after
      number = tonumber(n)
    end
  end
  return list, number
end

-- A rule that can never change anything is refused, so each such rule counts something; one that
-- can never fit becomes another one. It is the compiler that finds them.
local function mend(w, definition)
  local fine, message, idle, never
  repeat
    fine, message = pcall(game, definition)
    local place, why = tostring(message):match "(%l+ %d+[%l%d, ]*): (%l[^\n]*)"
    idle = (why or ""):find "^it can never change anything"
    never = (why or ""):find "^no [%l ]*cell "
    if not fine and (idle or never) then
      local list, i = placed(definition, place)
      list[i] = type(list[i]) == "string" and { list[i] } or list[i]
      local k = list == definition.rules and 2 or 1
      if never then
        local how = list[i][k]:match "^each" or list[i][k]:match "^first"
          or list[i][k]:match "^random" or ""
        list[i][k] = ("%s [ %s ] -> [ %s ]"):format(how, w.named[1][1], w.named[1][2])
          :match "^%s*(.*)$"
      else
        list[i].count = "points"
      end
    end
  until fine or not (idle or never)
end

-- All pieces of the main layer as a chain, for `squash`.
local function read_squash(w)
  if w.blank[w.main] and not w.facing and w:chance "squash" then
    local chain, worth = {}, {}
    for _, kind in ipairs(w.named[w.main]) do
      if kind ~= w.blank[w.main] then
        chain[#chain + 1], worth[#worth + 1] = kind, w:below(9)
      end
    end
    w:add_group("tiles", chain, w.main)
    w.squash, w.worth = true, worth
  end
end

-- An action that one of the forms allows on this board, often at a place after which a pattern was
-- made.
local function action(w)
  local hint = w.hints[1] and w:percent(60) and w:pick(w.hints) or {}
  return (w:pick(w.moves):gsub("<([^>]+)>", function(inner)
    local hinted = hint[inner == "direction8" and "direction" or inner]
    if hinted then
      hinted = w.theme.hexagons and patterns.hex_words[hinted] or hinted
      return tostring(hinted)
    elseif inner == "row" or inner == "column" then
      return tostring(1 + w:below(inner == "row" and w.rows or w.columns))
    elseif inner == "direction" and w.theme.hexagons then
      return w:pick(directions.six)
    elseif inner == "direction" then
      return w:pick { "up", "down", "left", "right" }
    elseif inner == "direction8" then
      return w:pick { "up", "down", "left", "right", "up-left", "up-right", "down-left",
        "down-right" }
    elseif w.groups[inner] then
      return w:pick(w.groups[inner])
    elseif inner:find "%.%." then
      return tostring(inner == "2..2" and 2 or 1 + w:below(3))
    end
    local first, second = inner:match "(.*)|(.*)"
    return w:percent(50) and first or second
  end))
end

--- A random program of a theme: { definition, map, options, actions }. Of each list in `actions`
--- the first one that is carried out may be chosen, so that much happens.
---@param seed integer
---@param theme string
---@param size? string "words" or "bands": of a large board
---@return table
function programs.new(seed, theme, size)
  local chances = setmetatable(programs.themes[theme], { __index = default })
  local w = World.new(rng.new(seed), chances)
  read_layers(w)
  read_groups(w)
  read_pieces(w)
  read_squash(w)
  read_moves(w)
  w.random_too = w.theme.chance > 0
  w.counted = w.theme.counted or w.players == 2 or w:percent(40)
  local definition = { name = "program", geometry = w.theme.hexagons and "hex" or nil,
    legend = legend_of(w),
    pieces = w.pieces, players = w.players > 1 and w.players or nil,
    layers = #w.layers > 1 and w.layers or nil, moves = w.moves, rules = {},
    fields = { keys = { min = 0, max = 3 }, energy = { value = 2, min = 0, max = 4 } },
    counters = { points = 0 }, groups = {} }
  for name, kinds in pairs(w.groups) do
    definition.groups[name] = name == "fly" and w.facing or kinds
  end
  local map = map_of(w, programs.sizes[size])
  for _, move in ipairs(w.moves) do
    for _ = 1, 1 + w:below(w:percent(40) and 3 or 2) do
      table.insert(definition.rules, action_rule(w, move))
    end
  end
  local idle = w:percent(5)
  local scored = w:percent(20)
  definition.score = scored and w:pick { "points", "keys", "count " .. w.named[1][1] } or nil
  if w:chance "steps" then
    definition.after = {}
    for i = 1, 1 + w:below(3) do
      definition.after[i] = step(w)
    end
  end
  if w:chance "ends" then
    definition.ends = ends_of(w, scored, not idle and w.counted and not w.calls)
  end
  if idle then
    table.insert(w.moves, "idle")
    definition.apply = programs.idle
  end
  definition[w.asked.moves and "fields" or "counters"].moves = 0
  mend(w, definition)
  local program = { definition = definition, map = map, actions = {}, options = {} }
  program.options.seed = w:below(1000000)
  program.options.chance = w:percent(20) and { 1 + w:below(2), 1 + w:below(2) } or nil
  for i = 1, 4 + w:below(5) do
    program.actions[i] = {}
    for k = 1, 1 + w:below(6) do
      program.actions[i][k] = action(w)
    end
  end
  if w:percent(20) then
    definition.options = { energy = w:below(5), keys = w:percent(50) }
    program.options.energy = w:percent(70) and w:below(5) or nil
    program.options.keys = not definition.options.keys and w:percent(50) or nil
  end
  return program
end

-- ---- printing ----

local function sorted(keys)
  table.sort(keys, function(a, b)
    return type(a) == type(b) and a < b or type(a) == "number" and type(b) == "string"
  end)
  return keys
end

--- The value as Lua code.
---@param value any
---@param indent? string
---@return string
function programs.shown(value, indent)
  indent = indent or ""
  if type(value) == "function" then
    return value == programs.call and "programs.call" or value == programs.idle and "programs.idle"
      or "programs.step"
  elseif type(value) ~= "table" then
    return type(value) == "string" and '"' .. value .. '"' or tostring(value)
  end
  local parts, keys, size = {}, {}, 0
  for key in pairs(value) do
    keys[#keys + 1] = key
  end
  for i, key in ipairs(sorted(keys)) do
    local name = type(key) == "string" and (key:find "^%l[%w_]*$" and key .. " = "
      or '["' .. key .. '"] = ') or ""
    parts[i] = name .. programs.shown(value[key], indent .. "  ")
    size = size + #parts[i]
  end
  if size + #indent < 80 and not table.concat(parts):find "\n" then
    return "{ " .. table.concat(parts, ", ") .. " }"
  end
  return "{\n" .. indent .. "  " .. table.concat(parts, ",\n" .. indent .. "  ") .. " }"
end

return programs
