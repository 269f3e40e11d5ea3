--- Random games with pieces, fields and rewards of each player (docs/together.md), whose players
--- act together or take turns, as definitions that both `tessera.game` and the twin take; and the
--- comparison of both.

local game = require "tessera.game"
local oracle = require "spec.oracle.rules"
local programs = require "spec.support.rule_programs"
local rng = require "tessera.rng"

local together = {}

local World = {}
World.__index = World

function World:percent(n)
  return self.random:below(100) < n
end

function World:pick(list)
  return list[1 + self.random:below(#list)]
end

-- ---- conditions and effects ----

local of_all = {
  "gate = 0", "gate > 1", "count apple > 1", "some box", "no box", "count avatar < 3",
  "turn_total < 4", "no [ apple | box ]" }
local of_each = { "away = 0", "away < 2", "gold > 0", "gold <= 2", "gold + away > 1", "turn > 1",
  "turn = 1", "some mine", "no mine", "count theirs > 1", "gold < count theirs", "[ mine | apple ]",
  "no [ mine | theirs ]", "gold * 2 = away + turn", "count my trail > 1", "no their trail",
  "count my trail < count their trail", "some trail", "[ my trail | their trail ]" }

-- Of a player whose piece is found.
local of_theirs = {
  "their gold > 1", "their away = 0", "gold > their gold", "their gold <= 2",
  "their gold + their away > gold + 1", "(their away > 0) or (gold > 1)",
  "their gold = count mine" }

local function condition(w, each)
  local words = w:pick(each and w:percent(65) and of_each or of_all)
  if w:percent(20) then
    words = words .. " and " .. w:pick(each and of_each or of_all)
  elseif w:percent(10) then
    words = ("(%s) or (%s)"):format(words, w:pick(each and of_each or of_all))
  end
  return words
end

-- Whose they are, and how much; a number alone is that of who acts.
local function numbers(w, each, struck)
  if each and w:percent(25) then
    return w:pick { 1, 2, -1 }
  end
  return { all = (not each or w:percent(30)) and w:pick { 1, -2 } or nil,
    mine = each and w:percent(50) and w:pick { -1, 1, 3 } or nil,
    theirs = struck and w:percent(80) and w:pick { -5, 5, 2 } or nil }
end

local function effects(w, rule, text, each)
  local struck = text:match "^[^>]*":find "theirs" ~= nil and not text:find "no theirs"
  if w:percent(struck and 70 or 35) then
    rule.reward = numbers(w, each, struck)
  end
  if w:percent(struck and 70 or 30) then
    rule.add = { away = w:percent(60) and numbers(w, each, struck) or nil,
      gold = w:percent(50) and numbers(w, each, struck) or nil,
      hits = w:percent(40) and numbers(w, each, struck) or nil,
      gate = w:percent(20) and w:pick { 1, 3, -1 } or nil }
  end
  if w:percent(25) then
    rule.count = w:pick(each and { "total", "gold", "hits", "turn_total" }
      or { "total", "turn_total" })
  end
  rule.when = w:percent(35) and condition(w, each) or nil
  if struck and w:percent(40) then
    rule.when = w:pick(of_theirs) .. (rule.when and w:percent(30)
      and not rule.when:find " or " and " and " .. rule.when or "")
  end
  rule.over = w:percent(3) and "Over" or nil
  rule.event = w:percent(5) and "flash" or nil
  return rule
end

-- ---- rules ----

local seen_from = {
  "ahead of mine", "ahead of mine", "ahead of mine", "behind mine", "left of mine",
  "right of mine", "ahead of avatar" }
local seen_from_trails = { "ahead of my trail", "ahead of my trail", "behind my trail",
  "left of my trail", "right of my trail", "ahead of trail" }
local fixed = { "", "", "orthogonal", "right", "up or left", "every orthogonal", "all" }
local acting = {
  "[ mine | no things ] -> [ | mine ]", "[ mine | open no things ] -> [ | mine ]",
  "[ mine | apple ] -> [ | mine ]", "[ mine | stuff ] -> [ mine | ]",
  "[ mine | theirs ] -> [ mine | theirs ]", "[ mine | theirs ] -> [ mine | ]",
  "[ mine | theirs no avatar1 ] -> [ mine | apple ]",
  "[ mine | 1..2 no things | theirs ] -> [ mine | 1..2 no things | ]",
  "[ mine | 1..3 open no things | theirs ] -> [ mine | 1..3 open | theirs ]",
  "[ mine | 1..2 no things ] -> [ | 1..2 no things ]",
  "[ mine | 1..2 no things | ? ] -> [ mine | 1..2 apple | ]",
  "[ mine | 1+ no things | theirs ] -> [ mine | 1+ no things | box ]",
  "[ mine | box | no things ] -> [ | mine | box ]",
  "[ mine | theirs | no things ] -> [ mine | | theirs ]",
  "[ mine | ? | theirs ] -> [ mine | box | theirs ]", "[ mine | no things ] -> [ mine | box ]",
  "[ mine | stuff as a | stuff as b ] -> [ mine | b | a ]", "[ mine | edge ] -> [ | ]",
  "[ mine | apple or edge ] -> [ mine | ]", "[ mine | stuff | same ] -> [ mine | | ]",
  "[ mine | no things ] -> [ mine | apple 30% or box ]",
  "[ mine | box ] -> [ mine | random stuff ]",
  "[ mine | apple ] -> [ mine | apple gold% or box ]", "[ mine | stuff ] -> [ mine | next stuff ]",
  "[ mine | floor ] -> [ mine | home ]", "[ theirs | mine ] -> [ | mine ]",
}
-- With a second group that each player has kinds of: what he leaves behind.
local trailing = {
  "[ mine as a | no things ] -> [ trail like a | a ]", "[ mine | no things ] -> [ | mine ]",
  "[ mine as a | my trail as b ] -> [ b | a ]", "[ mine | my trail ] -> [ | mine ]",
  "[ mine | their trail ] -> [ mine | ]", "[ mine | my trail or box ] -> [ mine | apple ]",
  "[ mine | their trail as t | no things ] -> [ mine | | t ]",
  "[ mine | theirs as t ] -> [ mine | trail like t ]", "[ mine | their trail ] -> [ | mine ]",
  "[ mine | 1..2 my trail | no things ] -> [ | 1..2 my trail | mine ]",
  "[ mine | no things ] -> [ my trail | mine ]", "[ mine | no my trail ] -> [ mine | my trail ]" }
local trails = {
  "[ my trail | no things ] -> [ | my trail ]", "[ my trail as t | no things ] -> [ t | t ]",
  "[ my trail | my trail ] -> [ | my trail ]", "[ my trail as t | my trail as u ] -> [ u | t ]",
  "[ my trail | their trail ] -> [ their trail | my trail ]",
  "[ my trail as t | no things ] -> [ t | avatar like t ]", "[ trail | theirs ] -> [ trail | ]",
  "[ my trail | mine ] -> [ mine | my trail ]", "[ my trail | edge ] -> [ | ]" }
local alone_trails = { "[ my trail ] -> [ my trail turned left ]",
  "[ their trail ] -> [ their trail turned back ]", "[ trail ] -> [ trail turned right ]",
  "[ my trail as t ] -> [ t turned right ]" }
local anywhere_trails = {
  "[ my trail ] -> [ ]", "[ their trail ] -> [ ]", "[ my trail ] -> [ mine ]",
  "[ mine near 1+ their trail ] -> [ ]", "[ no things ] -> [ my trail ]", "[ box ] -> [ my trail ]",
  "[ my trail near 2+ orthogonal my trail ] -> [ box ]", "[ home no things ] -> [ home my trail ]",
  "[ my trail no way over open to edge ] -> [ ]", "[ mine ] -> [ my trail ]" }
local alone = { "[ mine ] -> [ mine turned left ]", "[ mine ] -> [ mine turned right ]",
  "[ mine ] -> [ mine turned back ]", "[ theirs ] -> [ theirs turned left ]",
  "[ avatar ] -> [ avatar turned right ]" }
local anywhere = { "[ mine near 1+ theirs ] -> [ ]", "[ home no things ] -> [ home mine ]",
  "[ no things ] -> [ mine ]", "[ mine ] -> [ box ]", "[ box ] -> [ apple ]", "[ apple ] -> [ ]",
  "[ theirs near 1..2 orthogonal mine ] -> [ ]", "[ mine no way over open to edge ] -> [ apple ]" }

local function trail_pattern(w)
  local n = w.random:below(100)
  if n < 30 then
    return w:pick(w.facing and w:percent(50) and alone_trails or anywhere_trails)
  end
  local relative, list = w.facing and w:percent(70), w:percent(50) and trailing or trails
  local front = w:pick(not relative and fixed or list == trails and seen_from_trails or seen_from)
  return (front .. " " .. w:pick(list)):match "^%s*(.*)$"
end

local function pattern(w)
  local n = w.random:below(100)
  if w:percent(35) then
    return trail_pattern(w)
  end
  if n < 22 then
    return w:pick(w.facing and w:percent(60) and alone or anywhere)
  end
  local front = w:pick(w.facing and w:percent(70) and seen_from or fixed)
  return (front .. " " .. w:pick(acting)):match "^%s*(.*)$"
end

local function action_rule(w, move)
  local text = pattern(w)
  if not w.at_once and w:percent(15) then
    text = w:pick { "each ", "random ", "first " } .. text
  end
  return effects(w, { move, text }, text, true)
end

local falling = {
  "[ apple ] -> [ ]", "[ box ] -> [ apple ]", "down [ box | no things ] -> [ | box ]",
  "right [ box | edge ] -> [ | ]", "orthogonal [ apple | box ] -> [ apple | ]" }

-- What changes cells less and less, so that rounds end; or anything.
local function step_text(w, each, round)
  if round or not each then
    return w:pick(falling)
  elseif w:percent(40) then
    return "[ home no things ] -> [ home mine ]"
  end
  return pattern(w)
end

local function step(w, round)
  local each = w:percent(65)
  if w:percent(35) then
    local sweep = { sweep = {}, each = each and "player" or nil, from = w:percent(30) and w:pick {
      "bottom", "left", "anchor" } or nil, at_once = w:percent(40) and w:pick { true, "first" }
      or nil, when = w:percent(30) and condition(w, each or not w.together) or nil }
    for i = 1, 1 + w.random:below(2) do
      local text = step_text(w, each, round)
      sweep.sweep[i] = not sweep.at_once and effects(w, { text }, text, each or not w.together)
        or { text, when = w:percent(20) and w:pick { "some apple", "no box" } or nil }
      sweep.sweep[i].over = nil
    end
    return sweep
  end
  local text = step_text(w, each, round)
  local rule = effects(w, { w:pick { "each ", "first ", "first ", "random " } .. text }, text,
    each or not w.together)
  rule.each = each and "player" or nil
  if text:find "home mine" and w:percent(70) then
    rule.when = "away = 0 and no mine"
  end
  return rule
end

local function steps_of(w)
  local steps = {}
  for i = 1, w.random:below(4) do
    steps[i] = step(w)
    if w:percent(20) then
      steps[i] = { again = { step(w, true), w:percent(50) and step(w, true) or nil },
        when = w:percent(30) and condition(w, not w.together) or nil }
    end
  end
  return steps
end

local function ends_of(w, players)
  local ends = {}
  for i = 1, w.random:below(3) do
    local each = w:percent(60)
    local outcomes = {}
    for p = 1, players do
      outcomes[p] = w:percent(85) and "Won" .. p or "Won1"
    end
    ends[i] = { each and outcomes or "Done", (each or not w.together) and w:pick { "gold > 3",
      "count theirs = 0", "away > 6", "no mine and gate = 0" } or w:pick { "no apple",
      "gate = 0 and no apple", "turn_total > 5", "count avatar = 0" },
      score = w:percent(20) and w:pick { 3, -2 } or nil }
  end
  return ends
end

-- ---- games ----

local headings = { "^>v<", "nesw", "8642", "ijkl", "UDRL" }
local trail_headings = { "tuxy", "cdfg", "TVWX", "CEFG", "HIJK" }
local trail_letters = "tcTCH"

local function map_of(w, players)
  local rows, columns, cells = 2 + w.random:below(4), 3 + w.random:below(4), {}
  if w:percent(6) then -- whose bits take several words
    rows, columns = 8 + w.random:below(5), 9 + w.random:below(5)
  end
  for i = 1, rows * columns do
    cells[i] = w:pick { ".", ".", ".", "_", "_", "#", "a", "b", "q" }
  end
  for p = 1, players do
    for _ = 1, w:percent(85) and 1 or w:pick { 0, 2 } do
      local letters = w.facing and headings[p] or tostring(p)
      local i = 1 + w.random:below(#letters)
      cells[1 + w.random:below(#cells)] = letters:sub(i, i)
    end
    for _ = 1, w.random:below(3) do
      local letters = w.facing and trail_headings[p] or trail_letters:sub(p, p)
      local i = 1 + w.random:below(#letters)
      cells[1 + w.random:below(#cells)] = letters:sub(i, i)
    end
  end
  local lines = {}
  for i = 1, rows do
    lines[i] = table.concat(cells, "", (i - 1) * columns + 1, i * columns)
  end
  return table.concat(lines, "/")
end

-- Leaves out what the compiler refuses: it says where.
local function mend(definition, refused)
  for _ = 1, 60 do
    local fine, message = pcall(game, definition)
    if fine then
      return
    end
    message = tostring(message)
    local what, number = message:match "game '%l+': (%l+) (%d+)"
    local list = ({ rule = definition.rules, step = definition.after, ["end"] = definition.ends,
      move = definition.moves })[what]
    assert(list, message)
    refused[#refused + 1] = message:match "[^\n]*"
    table.remove(list, tonumber(number))
  end
  error "nothing can be played"
end

--- A random program: { definition, map, options, refused }, where `refused` are the messages of
--- what the compiler would not have.
---@param seed integer
---@param all_together boolean whether its players act together
---@return table
function together.new(seed, all_together)
  local w = setmetatable({ random = rng.new(seed), together = all_together }, World)
  w.facing = w:percent(75)
  local players = all_together and 2 + w.random:below(4) or 1 + w.random:below(3)
  local order = all_together and w:pick { false, "fixed", "random", "at once", "at once" } or nil
  w.at_once = order == "at once"
  local shown, trail_shown = {}, {}
  for p = 1, players do
    shown[p] = w.facing and headings[p] or tostring(p)
    trail_shown[p] = w.facing and trail_headings[p] or trail_letters:sub(p, p)
  end
  local definition = { name = "program", players = players > 1 and players or nil,
    together = all_together or nil, order = order or nil, layers = { "ground", "things" },
    legend = { ["."] = { ground = "floor" }, ["_"] = { ground = "home" },
      ["#"] = { ground = "wall" }, a = { ground = "floor", things = "apple" },
      b = { ground = "floor", things = "box" }, q = { ground = "home", things = "apple" } },
    groups = { avatar = { each = "player", facing = w.facing or nil, layer = "things",
      characters = shown }, trail = { each = "player", facing = w.facing or nil, layer = "things",
      characters = trail_shown }, open = { "floor", "home" }, stuff = { "apple", "box" } },
    pieces = "avatar",
    fields = { away = { each = "player", timer = true, max = 9 },
      gold = { each = "player", min = -3, max = 5, value = w.random:below(3) },
      gate = { timer = true, value = w.random:below(4) }, turn_total = 0 },
    counters = { hits = { each = "player", timer = w:percent(20) or nil }, total = 0 },
    moves = { "go", "turn", "zap", "put", "wait" }, rules = {} }
  for _, move in ipairs { "go", "turn", "zap", "put" } do
    for _ = 1, 1 + w.random:below(3) do
      table.insert(definition.rules, action_rule(w, move))
    end
    table.insert(definition.rules, { move, when = "gold = 5" })
  end
  if w:percent(10) then
    table.insert(definition.rules, action_rule(w, "wait"))
  end
  table.insert(definition.rules, { "wait" })
  definition.after, definition.ends = steps_of(w), ends_of(w, players)
  definition.score = w:percent(15) and w:pick { "gold", "hits", "total", "count apple" } or nil
  local refused, map = {}, map_of(w, players)
  mend(definition, refused)
  return { definition = definition, map = map, refused = refused, random = w.random,
    options = { seed = w.random:below(1000000), chance = w:percent(20) and { 2, 1, 3, 1 } or nil } }
end

-- ---- comparing ----

local numbers_of = { "away", "gold", "gate", "turn_total", "hits", "total", "reward", "earned" }

local function kind_at(state, layer, row, column, is_twin)
  if is_twin then
    return state.cells[layer == "ground" and 1 or 2][row][column]
  end
  return state[layer]:get(row, column)
end

-- All that can be compared of a state.
local function about(state, players, rows, columns, is_twin, earns)
  local parts = {}
  for _, layer in ipairs { "ground", "things" } do
    for row = 1, rows do
      local line = {}
      for column = 1, columns do
        line[column] = kind_at(state, layer, row, column, is_twin)
      end
      parts[#parts + 1] = table.concat(line, " ")
    end
  end
  for i = 1, earns and #numbers_of or #numbers_of - 2 do
    local name, list = numbers_of[i], {}
    local value = state[name]
    for p = 1, math.type(value) and 0 or players do
      list[p] = tostring(value[p])
    end
    parts[#parts + 1] = name .. " " .. (list[1] and table.concat(list, " ") or tostring(value))
  end
  for p = 1, players do
    parts[#parts + 1] = ("score of %d: %d"):format(p, state:score(p))
  end
  parts[#parts + 1] = ("turn %s, outcome %s"):format(state:turn(), state:outcome())
  return table.concat(parts, "\n")
end

local function sorted(list)
  table.sort(list)
  return table.concat(list, ", ")
end

-- What an action does: whether it is carried out, or fails, and who was idle.
local function carry_out(state, action, is_twin)
  local results = table.pack(pcall(state.apply, state, action))
  local endless = not results[1] and tostring(results[2]):match "'again' still changes[^\n]*"
  if not results[1] then
    return endless or error(results[2], 0)
  end
  local idle, list = results[is_twin and 3 or 4], {}
  if is_twin then
    list = idle or list
  else
    for player in (idle and "; " .. idle or ""):gmatch "; (%d+): " do
      list[#list + 1] = player
    end
  end
  return (results[2] and "carried out, idle: " or "refused: ") .. table.concat(list, " ")
end

--- Plays a program on the engine and on the twin, and raises an error where they differ. Counts in
--- `met` what happened.
---@param what string how the program is called
---@param program table
---@param met table<string, integer>
function together.check(what, program, met)
  local definition, random = program.definition, program.random
  local fast_game = game(definition)
  local slow = oracle.new(definition):new(program.map, program.options)
  local fast = fast_game.new(program.map, program.options)
  local players, before, action = definition.players or 1, "", "new"
  local function compare(expected, found)
    if expected ~= found then
      error(("%s\n%s\n-- map %q, options %s\n-- %s\n%s\n-- expected\n%s\n-- found\n%s"):format(what,
        programs.shown(definition), program.map, programs.shown(program.options), action, before,
        expected, found), 0)
    end
  end
  local function look()
    local rows, columns, earns = fast:rows(), fast:columns(), slow.reward ~= nil
    local expected = about(slow, players, rows, columns, true, earns)
    compare(expected, about(fast, players, rows, columns, false, earns))
    before = expected
  end
  look()
  for _ = 1, 7 * players do
    if slow:outcome() then
      break
    end
    local fine, list = pcall(fast.actions, fast)
    local slowly, expected = pcall(slow.actions, slow)
    action = "actions"
    compare(slowly and sorted(expected) or "endless", fine and sorted(list) or "endless")
    action = fine and list[1] and random:below(4) > 0 and list[1 + random:below(#list)]
      or definition.moves[1 + random:below(#definition.moves)]
    action = action:match "^%d+: (.*)$" or action
    local done = carry_out(slow, action, true)
    compare(done, carry_out(fast, action))
    look()
    met[done:match "^%l+"] = (met[done:match "^%l+"] or 0) + 1
    met.idle = (met.idle or 0) + (done:find "%d" and 1 or 0)
    if random:below(4) == 0 then
      local saved = fast:save()
      fast = fast_game.load(saved)
      action = "load"
      compare(saved, fast:save())
      look()
    end
  end
  met.over = (met.over or 0) + (slow:outcome() and 1 or 0)
end

return together
