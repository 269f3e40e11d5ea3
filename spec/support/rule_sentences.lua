--- Random rules and conditions from the table of words that the compiler uses
--- (src/patterns/words.h): each word and sign wherever the notation allows it. What the
--- compiler refuses is thrown away, so a word that is new in the table is tried everywhere.

local game = require "tessera.game"
local lua_game = require "tessera.lua_game"
local rng = require "tessera.rng"

local sentences = {}

local W = {}
W.__index = W

function W:below(n)
  return self.random:below(n)
end

function W:percent(n)
  return self:below(100) < n
end

function W:pick(list)
  return list[1 + self:below(#list)]
end

-- ---- the table ----

local structure = { ["->"] = true, ["["] = true, ["]"] = true, ["|"] = true, ["/"] = true,
  ["?"] = true }
local shapes = { ["^%d+%+$"] = "2+", ["^%d+%.%.%d+$"] = "2..3", ["^%d+%%$"] = "50%",
  ["^%-?%d+$"] = "1", ["^<.+>$"] = "<direction>" }

local words = { front = {}, left = {}, right = {}, term = {} }
local where = {}
for _, word in ipairs(lua_game.words) do
  where[word.text] = word
  for place, list in pairs(words) do
    list[#list + 1] = word[place] and word.text or nil
  end
end

local comparisons = {}
for _, sign in ipairs(lua_game.signs) do
  local special = structure[sign]
  for _, shape in pairs(shapes) do
    special = special or sign == shape
  end
  comparisons[#comparisons + 1] = not special and sign or nil
end

--- The words and signs that are looked for; brackets and the arrow stand in every rule.
sentences.tokens = {}
for _, word in ipairs(lua_game.words) do
  table.insert(sentences.tokens, word.text)
end
for _, sign in ipairs(lua_game.signs) do
  if sign ~= "[" and sign ~= "]" and sign ~= "->" then
    table.insert(sentences.tokens, sign)
  end
end

-- Words for directions: those that also stand in front of a pattern.
local ways = {}
for _, word in ipairs(lua_game.words) do
  ways[#ways + 1] = word.front and word.left and word.text ~= "or" and word.text or nil
end

-- ---- worlds ----

local things = { "player", "box", "gem", "rock", "red", "yellow", "fly_up", "fly_right",
  "fly_down", "fly_left" }
local characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
local forms = { "<direction>", "wait", "put <row> <column>", "drop <column>", "shoot <row>",
  "jump <direction8>", "take <red|yellow>", "<stone> <direction>", "lay <stone> <row> <column>" }

local function new_world(random)
  local w = setmetatable({ random = random }, W)
  w.two = w:percent(35)
  w.players = w:percent(60) and 2 or 1
  w.kinds = { w.two and "floor" or "empty", "wall", w.two and "target" or nil }
  table.move(things, 1, #things, #w.kinds + 1, w.kinds)
  w.groups = { "stone", "pair", "thing", "fly", "rise", w.two and "ground" or "board",
    w.two and "things" or nil }
  w.move = w:pick(forms)
  return w
end

local function definition_of(w)
  local legend, used, at = {}, {}, 0
  for _, ground in ipairs(w.two and { "floor", "wall", "target" } or { false }) do
    for _, kind in ipairs(w.two and { "nothing", table.unpack(things) }
      or { "empty", "wall", table.unpack(things) }) do
      at = at + 1
      used[at] = characters:sub(at, at)
      legend[used[at]] = ground and { ground = ground, things = kind } or kind
    end
  end
  w.used = used
  return { name = "sentences", legend = legend, layers = w.two and { "ground", "things" } or nil,
    players = w.players, pieces = w.players == 2 and (w.turning and { "side", "rise" }
      or w.odd and { { "red", "box" }, { "yellow" } } or { "red", "yellow" }) or nil,
    groups = { stone = { "red", "yellow" }, pair = { "rock", "box" },
      thing = { "box", "gem", "rock" }, rise = { up = "fly_up", down = "fly_down" },
      side = { left = "fly_left", right = "fly_right" },
      fly = { up = "fly_up", right = "fly_right", down = "fly_down", left = "fly_left" } },
    fields = { keys = { min = 0, max = 3 }, energy = 2, moves = 0 }, counters = { points = 0 },
    moves = { w.move }, rules = { { w.move, count = "moves" } } }
end

local function map_of(w)
  local rows, columns = {}, 1 + w:below(6)
  for i = 1, 1 + w:below(5) do
    local row = {}
    for j = 1, columns do
      row[j] = w:percent(35) and w.used[1] or w:pick(w.used)
    end
    rows[i] = table.concat(row)
  end
  w.rows, w.columns = #rows, columns
  return table.concat(rows, "/")
end

local function action_of(w)
  return (w.move:gsub("<([^>]+)>", function(inner)
    if inner == "row" or inner == "column" then
      return tostring(1 + w:below(inner == "row" and w.rows or w.columns))
    elseif inner == "direction" or inner == "direction8" then
      return w:pick { "up", "down", "left", "right", inner == "direction8" and "up-left" or nil,
        inner == "direction8" and "down-right" or nil }
    end
    return w:pick { "red", "yellow" }
  end))
end

-- ---- cells ----

local function name(w)
  return w:percent(35) and w:pick(w.groups) or w:pick(w.kinds)
end

-- One word of a cell: a name, or a word that may stand for one.
local function single(w, here)
  local n = w:below(100)
  if n < 12 then
    return w:pick { "mine", "theirs" }
  elseif n < 20 and here.slot then
    return here.slot
  elseif n < 60 and here.name then
    return here.name
  end
  return name(w)
end

-- So many cells around one.
local function near(w, way)
  local least = w:below(4)
  local count = w:pick { tostring(least), ("%d+"):format(1 + least), tostring(least),
    ("%d..%d"):format(least, least + w:below(3)) }
  local within = not way and w:percent(20) and " within " .. w:pick { 1, 2, 3 } or ""
  way = way or w:percent(30) and w:pick(ways)
  local text = ("near %s %s%s%s"):format(count, way and way .. " " or "", w:pick { name(w), name(w),
    "mine", "theirs" }, within)
  return w:percent(60) and name(w) .. " " .. text or text
end

-- A way from a cell. `goal`: an edge; `mine`, `theirs` and names are other ends.
local function way_of(w, goal)
  local over = w:percent(40) and "over " .. w:pick { name(w), name(w), "mine" } .. " " or ""
  goal = goal or w:pick { name(w), name(w), "theirs", "top", "bottom", "left", "right", "edge" }
  return ("%s%s way %s%sto %s"):format(w:pick { name(w), name(w), "mine" },
    w:percent(40) and " no" or "", w:percent(15) and "all " or "", over, goal)
end

-- What may stand around a word; a word that is not here stands alone, or beside a name.
local left = {
  ["or"] = function(w, here)
    return single(w, here) .. " or " .. w:pick { single(w, here), "edge", "no " .. name(w) }
  end,
  no = function(w, here)
    return w:pick { "no " .. single(w, here), single(w, here) .. " no " .. name(w), "no same" }
  end,
  edge = function(w, here)
    return w:pick { "edge", single(w, here) .. " or edge", "no " .. name(w) .. " or edge",
      way_of(w, "edge") }
  end,
  as = function(w, here)
    here.named = w:pick { "a", "b" }
    return w:pick(w.groups) .. " as " .. here.named
  end,
}
left.near = function(w) return near(w) end
left.within = left.near
left.way = function(w) return way_of(w) end
left.over, left.to = left.way, left.way
left.top = function(w) return way_of(w, "top") end
left.bottom = function(w) return way_of(w, "bottom") end
for _, way in ipairs(ways) do
  left[way] = function(w) return near(w, way) end
end
local right = {
  ["or"] = function(w) return name(w) .. " or " .. name(w) end,
  no = function(w, here) return "no " .. single(w, here) end,
  random = function(w) return "random " .. w:pick(w.groups) end,
  next = function(w) return "next " .. w:pick(w.groups) end,
  like = function(w, here) return w:pick(w.groups) .. " like " .. (here.name or "a") end,
  turned = function(w)
    return w:pick { "fly", "fly", "mine", "rise" } .. " turned " .. w:pick(words.right)
  end,
  left = function() return "fly turned left" end,
  right = function() return "fly turned right" end,
  back = function() return "fly turned back" end,
}

local function around(w, word, about, here)
  if about[word] then
    return about[word](w, here)
  end
  return w:pick { word, word, word .. " " .. name(w), name(w) .. " " .. word }
end

local function run_of(w, here)
  return ("%d+ %s"):format(1 + w:below(3), single(w, here))
end

local function left_cell(w, here)
  local n = w:below(100)
  if n < 8 then
    return ""
  elseif n < 14 then
    return "?"
  elseif n < 22 and here.runs then
    return run_of(w, here)
  elseif n < 60 then
    return single(w, here)
  elseif n < 66 and w.two then
    return w:pick { "floor", "target", "no wall" } .. " " .. w:pick { "box", "stone", "no things" }
  elseif n < 70 then
    return "fly"
  elseif n < 76 and here.owner then
    return left.as(w, here)
  end
  return around(w, w:pick(words.left), left, here)
end

local function right_cell(w, here)
  local n = w:below(100)
  if n < 25 then
    return ""
  elseif n < 60 then
    return single(w, here)
  elseif n < 66 then
    local share = 1 + w:below(99)
    if w:percent(50) then
      return ("%s %s or %s"):format(name(w), w:pick { "keys %", "energy %", "0.25%", share .. "%" },
        name(w))
    end
    return ("%s %d%% or %s %d%%"):format(name(w), share, name(w), 100 - share)
  end
  return around(w, w:pick(words.right), right, here)
end

-- ---- patterns ----

local function join(cells, rows)
  local lines, columns = {}, #cells // rows
  for i = 1, rows do
    lines[i] = table.concat(cells, " | ", (i - 1) * columns + 1, i * columns)
  end
  return "[ " .. table.concat(lines, " / ") .. " ]"
end

-- The cells of a left side; how many rows they are.
local function cells_of(w, here)
  here.runs = w:percent(25)
  local rows = not here.runs and w:percent(15) and 2 + w:below(2) or 1
  local cells = {}
  for i = 1, rows * (1 + w:below(w:percent(20) and 5 or 3)) do
    cells[i] = left_cell(w, here)
  end
  return cells, rows
end

local front = {
  ["or"] = function(w) return w:pick(words.front) .. " or " .. w:pick(words.front) end,
  every = function(w) return "every " .. w:pick(words.front) end,
  ahead = function() return "ahead of fly" end,
  behind = function() return "behind fly" end,
  of = function(w) return w:pick { "left", "right", "ahead" } .. " of fly" end,
}

local function front_of(w, here, how)
  local n = w:below(100)
  local direction = n < 25 and "" or n < 35 and here.direction and "<direction>"
    or around(w, w:pick(words.front), front, here)
  return ((how or "") .. " " .. direction):match "^ *(.*)$"
end

-- The right side of a rule: the runs of its left side, perhaps in the next cell, and other cells.
local function rights_of(w, here, cells)
  local list = {}
  here.name = here.named
  for i, cell in ipairs(cells) do
    list[i] = cell:find "^%d+%+" and cell or right_cell(w, here)
  end
  for i = 1, #list - 1 do
    if list[i]:find "^%d+%+" and w:percent(40) then
      list[i], list[i + 1] = list[i + 1], list[i]
      break
    end
  end
  return list
end

--- A rule of an owner: "action", "step" or "sweep".
local function rule(w, here)
  local how = here.owner == "step" and w:pick { "each", "first", "random" }
    or here.owner == "action" and w:percent(30) and w:pick { "each", "first", "random" } or nil
  local cells, rows = cells_of(w, here)
  return front_of(w, here, how) .. " " .. join(cells, rows) .. " -> "
    .. join(rights_of(w, here, cells), rows)
end

-- ---- conditions ----

local function asked(w)
  local here = {}
  return w:percent(60) and name(w) or around(w, w:pick(words.left), left, here)
end

local function number(w)
  return w:percent(30) and "count " .. asked(w) or tostring(w:below(6))
end

local function place(w)
  local row, column = "row " .. w:pick { 1, 2, -1, -2 }, "column " .. w:pick { 1, 2, 3, -1 }
  return asked(w) .. " at " .. w:pick { row, column, row .. " " .. column }
end

local term = {
  some = function(w) return "some " .. asked(w) end,
  no = function(w) return "no " .. asked(w) end,
  all = function(w) return ("all %s on %s"):format(asked(w), asked(w)) end,
  on = function(w) return ("%s %s on %s"):format(w:pick { "some", "no" }, asked(w), asked(w)) end,
  count = function(w)
    return ("count %s %s %s"):format(asked(w), w:pick(comparisons), number(w))
  end,
  line = function(w) return ("line %d %s"):format(1 + w:below(4), asked(w)) end,
  at = place, row = place, column = place,
  stuck = function() return "stuck" end,
  turn = function(w)
    return ("%s %s %d %s %s"):format(w:pick { "turn", "keys", tostring(w:below(4)) },
      w:pick { "+", "-", "*", "%" }, 1 + w:below(3), w:pick(comparisons),
      w:pick { "turn", "energy", number(w) })
  end,
}
local function joined(w)
  local function goal()
    return w:percent(30) and name(w) or w:pick { "top", "bottom", "left", "right", "edge" }
  end
  local beside = w:pick { "", "", "", "all ", "orthogonal " }
  local no = w:pick { "", "", "no " }
  return ("%sjoined %s%s from %s to %s"):format(no, beside, asked(w), goal(), goal())
end
for _, word in ipairs { "joined", "from", "to", "top", "bottom" } do
  term[word] = joined
end

local function condition(w, here)
  local n = w:below(100)
  local text
  if n < 15 then
    text = ("%s %s %s"):format(w:pick { "keys", "energy", "moves" }, w:pick(comparisons), number(w))
  elseif n < 50 then
    local cells, rows = cells_of(w, { runs = here.runs })
    text = (w:percent(40) and "no " or "") .. front_of(w, here) .. " " .. join(cells, rows)
  else
    local word = w:pick(words.term)
    text = (word == "and" or word == "or") and "some " .. asked(w) or around(w, word, term, here)
    if word == "or" then
      text = ("( %s ) or ( %s )"):format(text, "no " .. asked(w))
    end
  end
  return w:percent(20) and text .. " and " .. condition(w, here) or text
end

-- ---- what stands where ----

local function normal(token)
  for shape, example in pairs(shapes) do
    if token:find(shape) then
      return example
    end
  end
  return token
end

local function note(found, part, text)
  for token in text:gmatch "%S+" do
    found[part .. " " .. normal(token)] = true
  end
end

local function note_rule(found, owner, text)
  local before, one, other = text:match "^([^%[]*)%[([^%]]*)%] %-> %[([^%]]*)%]$"
  note(found, owner .. ": front", before)
  note(found, owner .. ": left", one)
  note(found, owner .. ": right", other)
end

local function note_condition(found, owner, text)
  for part in (text .. " and "):gmatch "(.-) and " do
    local no, before, cells = part:match "^(n?o?) ?([^%[]*)%[([^%]]*)%]$"
    if cells then
      note(found, owner .. ": term", no)
      note(found, owner .. ": front", before)
      note(found, owner .. ": left", cells)
    else
      local first, before_it = true, nil
      for token in part:gmatch "%S+" do
        local word = where[token]
        local of_term = not word or word.term and (first or token ~= "no")
          and (token ~= "or" or before_it == ")")
        note(found, owner .. (of_term and ": term" or ": cell"), token)
        first, before_it = token == "(", token
      end
    end
  end
  if text:find " and " then
    found[owner .. ": term and"] = true
  end
end

-- Who has texts: how one is made, how a definition gets it, and how it is noted.
local owners = {
  action = { make = rule, note = note_rule, put = function(d, text)
    d.rules[1][2] = text
  end },
  step = { make = rule, note = note_rule, put = function(d, text)
    d.after = { { text } }
  end },
  sweep = { make = rule, note = note_rule, put = function(d, text)
    d.after = { { sweep = { { text } } } }
  end },
  when = { make = condition, note = note_condition, put = function(d, text)
    d.rules[1].when = text
  end },
  ["step's when"] = { make = condition, note = note_condition, put = function(d, text)
    d.after = d.after or { { "each [ box ] -> [ gem ]" } }
    if d.after[1].sweep then
      d.after = { { "first [ box ] -> [ gem ]" } }
    end
    d.after[1].when = text
  end },
  ["sweep's when"] = { make = condition, note = note_condition, put = function(d, text)
    if not d.after or not d.after[1].sweep then
      d.after = { { sweep = { { "[ box ] -> [ gem ]" } } } }
    end
    d.after[1].sweep[1].when = text
  end },
  ["end"] = { make = condition, note = note_condition, put = function(d, text)
    d.ends = { { "Done", text } }
  end },
}
sentences.owners = owners

local function about(w, owner)
  local slot = w.move:match "<stone>" or w.move:match "<red|yellow>"
  local acts = owner == "action"
  return { owner = owner, slot = acts and slot or nil,
    direction = (acts or owner == "when") and w.move:find "direction" ~= nil, runs = w:percent(25) }
end

-- A game of two players with slots and directions, for texts that were not made for another one.
local plain = { players = 2, move = "<stone> <direction>" }

--- Whether the compiler takes a text of this owner.
---@param owner string
---@param text string
---@param w? table a world
---@return boolean
function sentences.accepted(owner, text, w)
  local definition = definition_of(w or plain)
  owners[owner].put(definition, text)
  return (pcall(game, definition))
end

--- What stands in a text of an owner: { ["action: left edge"] = true }.
---@param owner string
---@param text string
---@return table<string, boolean>
function sentences.found(owner, text)
  local found = {}
  owners[owner].note(found, owner, text)
  return found
end

-- A text of an owner that the compiler takes, and in which `wanted` stands, if that is given.
local function text_of(w, owner, wanted, tries)
  for _ = 1, tries do
    local text = owners[owner].make(w, about(w, owner)):gsub("  +", " "):match "^ *(.-) *$"
    if (not wanted or sentences.found(owner, text)[wanted])
      and sentences.accepted(owner, text, w) then
      return text
    end
  end
end

-- Adds other texts, and what is played.
local function completed(w, definition, seed)
  for _, owner in ipairs { "action", "step", "sweep", "when", "end" } do
    local taken = owner == "action" and definition.rules[1][2] or owner == "when"
      and definition.rules[1].when or owner == "end" and definition.ends
      or (owner == "step" or owner == "sweep") and definition.after
    local text = not taken and w:percent(owner == "action" and 85 or 20)
      and text_of(w, owner, nil, 20)
    if text then
      owners[owner].put(definition, text)
    end
  end
  if w:percent(30) then
    definition.rules[2] = { w.move, text_of(w, "action", nil, 20), count = "moves" }
  end
  local program = { definition = definition, map = map_of(w), actions = {},
    options = { seed = seed, chance = w:percent(30) and { 1 + w:below(3), 2 } or nil } }
  for i = 1, 5 do
    program.actions[i] = {}
    for k = 1, 8 do
      program.actions[i][k] = action_of(w)
    end
  end
  return program
end

--- A random program, as spec/support/rule_programs.lua makes them, in which a word stands in a
--- place, such as "sweep's when: left edge"; nil if none was found.
---@param seed integer
---@param owner? string
---@param wanted? string
---@return table|nil program
---@return string|nil text the one in which it stands
function sentences.program(seed, owner, wanted)
  local random = rng.new(seed)
  for _ = 1, 400 do
    local w = new_world(random)
    w.odd, w.turning = w:percent(30), w:percent(20)
    local definition = definition_of(w)
    local text = owner and text_of(w, owner, wanted, 40)
    if text then
      owners[owner].put(definition, text)
    end
    if text or not owner then
      return completed(w, definition, seed), text
    end
  end
end

return sentences
