--- Random PuzzleScript games: small boards, few objects, rules that often match. Rules are drawn so
--- that most of them compile: a right side is a left side in which something was changed.

local rng = require "tessera.rng"

local random = {}

local things = { "a", "b", "c", "d", "e" }
local properties = { "some1", "some2" }
local relative = { ">", "<", "^", "v" }
local absolute = { "up", "down", "left", "right" }
local ambiguous = { "moving", "parallel", "perpendicular", "horizontal", "vertical", "orthogonal" }
local commands = { "again", "again", "cancel", "restart", "checkpoint", "win", "sfx0",
  "message One", "message Two" }
local verbs = { "move", "move", "cantmove", "cantmove", "action", "create", "destroy" }
local headings = { "up", "down", "left", "right", "horizontal", "vertical" }
local events = { "sfx0", "cancel", "restart", "startlevel", "endlevel", "showmessage", "undo" }
local flags = { "run_rules_on_level_start", "require_player_movement", "noaction", "noundo",
  "norestart" }

local function pick(dice, list)
  return list[dice:below(#list) + 1]
end

-- True once in n times.
local function once_in(dice, n)
  return dice:below(n) == 0
end

-- ---- objects ----

-- Layers, each a list of objects; the player's is one of them.
local function draw_layers(dice)
  local layers = {}
  for i = 1, 1 + dice:below(3) do
    layers[i] = {}
  end
  table.insert(pick(dice, layers), "player")
  for i = 1, 1 + dice:below(#things) do
    table.insert(pick(dice, layers), things[i])
  end
  local filled = {}
  for _, layer in ipairs(layers) do
    filled[#filled + 1] = layer[1] and layer or nil
  end
  return filled
end

local function draw_world(dice)
  local world = { layers = draw_layers(dice), names = {}, layer_of = {}, members = {} }
  for number, layer in ipairs(world.layers) do
    for _, name in ipairs(layer) do
      world.names[#world.names + 1], world.layer_of[name] = name, number
    end
  end
  for _, property in ipairs(properties) do
    local members, seen = {}, {}
    for _ = 1, 2 + dice:below(2) do
      local name = pick(dice, world.names)
      members[#members + 1] = not seen[name] and name or nil
      seen[name] = true
    end
    world.members[property] = members
  end
  return world
end

-- ---- rules ----

-- A word for a left item. Late rules have none but "no".
local function draw_word(dice, late)
  local kind = dice:below(late and 12 or 20)
  if kind == 0 then
    return "no"
  elseif kind < 12 then
    return nil
  elseif kind < 16 then
    return pick(dice, relative)
  elseif kind == 16 then
    return pick(dice, absolute)
  elseif kind == 17 then
    return pick(dice, ambiguous)
  end
  return kind == 18 and "stationary" or once_in(dice, 3) and "action" or nil
end

local function draw_name(dice, world)
  return once_in(dice, 5) and pick(dice, properties) or pick(dice, world.names)
end

-- Which layers a name takes.
local function layers_of(world, name)
  local layers = {}
  for _, member in ipairs(world.members[name] or { name }) do
    layers[world.layer_of[member]] = true
  end
  return layers
end

-- Adds an item if its layers are free.
local function add_item(world, cell, item)
  local layers = layers_of(world, item.name)
  for _, other in ipairs(cell) do
    for layer in pairs(layers_of(world, other.name)) do
      if other.name == item.name or layers[layer] and item.word ~= "no" and other.word ~= "no" then
        return
      end
    end
  end
  cell[#cell + 1] = item
end

local function draw_left(dice, world, late)
  local cell = {}
  for _ = 1, ({ 0, 1, 1, 1, 2, 2, 3 })[dice:below(7) + 1] do
    add_item(world, cell, { word = draw_word(dice, late), name = draw_name(dice, world) })
  end
  return cell
end

-- What is done to an item of the left side.
local function change_item(dice, world, item, late)
  local kind = dice:below(8)
  if kind == 0 then
    return nil
  elseif kind == 1 and not world.members[item.name] then
    return { word = item.word, name = pick(dice, world.layers[world.layer_of[item.name]]) }
  elseif kind == 2 and not late then
    return { word = pick(dice, relative), name = item.name }
  elseif kind == 3 then
    return { name = item.name }
  end
  return item
end

local function draw_right(dice, world, left, late)
  local cell = {}
  for _, item in ipairs(left) do
    local changed = item.word ~= "no" and change_item(dice, world, item, late)
    if changed then
      add_item(world, cell, changed)
    end
  end
  if once_in(dice, 5) then
    add_item(world, cell, { name = pick(dice, world.names) })
  elseif once_in(dice, 16) then
    cell[#cell + 1] = { word = "random", name = pick(dice, properties) }
  elseif once_in(dice, 16) then
    add_item(world, cell, { word = "randomdir", name = pick(dice, world.names) })
  end
  return cell
end

local function cell_text(cell)
  local words = {}
  for i, item in ipairs(cell) do
    words[i] = (item.word and item.word .. " " or "") .. item.name
  end
  return table.concat(words, " ")
end

-- The two sides of a pattern.
local function draw_row(dice, world, late)
  local left, right, gaps = {}, {}, 0
  for i = 1, ({ 1, 1, 2, 2, 2, 3, 4 })[dice:below(7) + 1] do
    if i > 1 and gaps < 2 and once_in(dice, 8) then
      left[#left + 1], right[#right + 1], gaps = "...", "...", gaps + 1
    end
    local cell = draw_left(dice, world, late)
    left[#left + 1] = cell_text(cell)
    right[#right + 1] = cell_text(once_in(dice, 4) and cell or draw_right(dice, world, cell, late))
  end
  return ("[ %s ]"):format(table.concat(left, " | ")),
    ("[ %s ]"):format(table.concat(right, " | "))
end

local function draw_prefix(dice, late)
  local words = { late and "late" or nil }
  if not late and once_in(dice, 6) then
    words[#words + 1] = "rigid"
  end
  if once_in(dice, 8) then
    words[#words + 1] = "random"
  end
  if once_in(dice, 3) then
    words[#words + 1] = pick(dice, { "up", "down", "left", "right", "horizontal", "vertical" })
  end
  return words
end

-- Something that goes on by itself.
local function draw_walk(dice, world)
  local name = pick(dice, world.names)
  return (pick(dice, { "%s [ stationary @ ] -> [ %s @ ] again", "%s [ @ | ] -> [ | @ ] again",
    "random %s [ @ | no @ ] -> [ @ | @ ] again", "[ stationary @ ] -> [ randomdir @ ] again",
    "late %s [ @ | no @ | ... | @ ] -> [ | @ | ... | @ ] again" })
    :gsub("%%s", pick(dice, absolute)):gsub("@", name))
end

local function draw_rule(dice, world, joined)
  if not joined and once_in(dice, 12) then
    return draw_walk(dice, world)
  end
  local late = not joined and once_in(dice, 5)
  local words, left, right = joined and { "+" } or draw_prefix(dice, late), {}, {}
  for i = 1, ({ 1, 1, 1, 1, 2, 3 })[dice:below(6) + 1] do
    left[i], right[i] = draw_row(dice, world, late)
  end
  local prefix = table.concat(words, " ")
  local tail = once_in(dice, 5) and pick(dice, commands) or ""
  local only = tail ~= "" and once_in(dice, 3)
  return ("%s %s -> %s %s"):format(prefix, table.concat(left, " "),
    only and "" or table.concat(right, " "), tail)
end

local function draw_rules(dice, world)
  local lines, looping, first = {}, false, true
  for _ = 1, 1 + dice:below(6) do
    if once_in(dice, 6) then
      lines[#lines + 1] = looping and "endloop" or "startloop"
      looping, first = not looping, true
    end
    lines[#lines + 1] = draw_rule(dice, world, not first and once_in(dice, 5))
    first = false
  end
  lines[#lines + 1] = looping and "endloop" or nil
  return table.concat(lines, "\n")
end

-- ---- the rest ----

local function draw_wins(dice, world)
  local lines = {}
  for i = 1, dice:below(3) do
    local line = pick(dice, { "all", "some", "no", "any" }) .. " " .. draw_name(dice, world)
    lines[i] = once_in(dice, 2) and line .. " on " .. draw_name(dice, world) or line
  end
  return table.concat(lines, "\n")
end

-- Sounds of objects and events. Some have the same seed.
local function draw_sounds(dice, world)
  local lines = {}
  for i = 1, dice:below(8) do
    local verb = pick(dice, verbs)
    local heading = verb:find "move" and once_in(dice, 3) and pick(dice, headings) .. " " or ""
    lines[i] = ("%s %s %s%d"):format(draw_name(dice, world), verb, heading, 1 + dice:below(5))
  end
  for i, event in ipairs(events) do
    lines[#lines + 1] = once_in(dice, 3) and event .. " " .. 10 + i or nil
  end
  return table.concat(lines, "\n")
end

-- A map of at most 6 x 6 cells; now and then one that is long, whose planes have several words.
local function draw_map(dice, world)
  local rows, columns = 1 + dice:below(6), 1 + dice:below(6)
  if once_in(dice, 8) then
    rows, columns = 1 + dice:below(3), 20 + dice:below(60)
  elseif once_in(dice, 8) then
    rows, columns = 20 + dice:below(60), 1 + dice:below(3)
  end
  local lines, sparse = {}, 1 + dice:below(4)
  for i = 1, rows do
    local line = {}
    for k = 1, columns do
      line[k] = once_in(dice, sparse) and pick(dice, world.names):sub(1, 1) or "."
    end
    lines[i] = table.concat(line)
  end
  local row, column = dice:below(rows) + 1, dice:below(columns)
  lines[row] = lines[row]:sub(1, column) .. "p" .. lines[row]:sub(column + 2)
  return table.concat(lines, "\n")
end

--- A game's text, with one level, and keys as letters of a trace. Some games do not compile.
---@param seed integer
---@return string text
---@return string letters
function random.game(seed)
  local dice = rng.new(seed)
  local world, prelude, ticks = draw_world(dice), {}, once_in(dice, 4)
  for _, flag in ipairs(flags) do
    prelude[#prelude + 1] = once_in(dice, 8) and flag or nil
  end
  prelude[#prelude + 1] = ticks and "realtime_interval 1" or nil
  local lines = { table.concat(prelude, "\n"), "OBJECTS", "background .\nblack\n",
    "player p\nwhite\n" }
  for _, name in ipairs(world.names) do
    lines[#lines + 1] = name ~= "player" and name .. "\nred\n" or nil
  end
  lines[#lines + 1] = "LEGEND"
  for _, property in ipairs(properties) do
    lines[#lines + 1] = property .. " = " .. table.concat(world.members[property], " or ")
  end
  lines[#lines + 1] = "SOUNDS\nsfx0 1"
  local sounds = #lines + 1
  lines[sounds] = "" -- drawn last, so that games stay what they were without them
  lines[#lines + 1] = "COLLISIONLAYERS\nbackground"
  for _, layer in ipairs(world.layers) do
    lines[#lines + 1] = table.concat(layer, ", ")
  end
  for _, part in ipairs { "RULES", draw_rules(dice, world), "WINCONDITIONS",
    draw_wins(dice, world), "LEVELS", draw_map(dice, world) } do
    lines[#lines + 1] = part
  end
  local keys, letters = ticks and "UDLRUDLRAZX.." or "UDLRUDLRAZX", {}
  for i = 1, 8 do
    local at = dice:below(#keys) + 1
    letters[i] = keys:sub(at, at)
  end
  lines[sounds] = draw_sounds(dice, world)
  return table.concat(lines, "\n") .. "\n", table.concat(letters)
end

return random
