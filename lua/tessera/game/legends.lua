--- Compiles the legend of a game written in Lua: for each character of a map the kinds that it
--- stands for, and for each kind the byte that represents it in its layer's grid.

local avatars = require "tessera.game.avatars"
local characters = require "tessera.base.characters"
local directions = require "tessera.base.directions"
local errors = require "tessera.base.errors"
local grid = require "tessera.grid"
local rules_names = require "tessera.base.rules_names"
local wording = require "tessera.base.wording"

local legends = {}

local wide_most = 127 -- characters beyond ASCII: the bytes from 128 on stand for them

-- The byte that stands for a character of the legend in the engine; `wide` is the list of the codes
-- of those beyond ASCII so far.
local function byte_for(what, shown, wide)
  if #shown == 1 then
    return shown
  elseif #wide == wide_most then
    errors.fail("%s: legend: there are more than %d characters beyond ASCII", what, wide_most)
  end
  wide[#wide + 1] = utf8.codepoint(shown)
  return string.char(127 + #wide)
end

-- What a character means names layers alone.
local function check_layers(place, means, layers)
  for _, layer in ipairs(wording.sorted(means)) do
    if not wording.one_of(layer, layers) then
      local guess = errors.guess(layer, layers)
      errors.fail("%s: there is no layer %s%s", place, errors.shown(layer), guess ~= "" and guess
        or ": name it in `layers`")
    end
  end
end

-- The legend as a list of entries, sorted by character. entry.shown is the character, entry.byte
-- stands for it, entry[i] is the kind in layer i.
local function read_legend(what, definition, layers)
  local entries, wide = {}, {}
  errors.type(what .. ": legend", definition.legend, "table")
  for _, shown in ipairs(wording.sorted(definition.legend)) do
    local means = definition.legend[shown]
    local place = ("%s: legend %s"):format(what, errors.shown(shown))
    if type(shown) ~= "string" then
      errors.fail("%s: legend: expected characters as keys, such as { ['.'] = 'empty' }, got the "
        .. "key %s", what, errors.shown(shown))
    elseif shown == "/" then
      errors.fail("%s: '/' is no cell: it stands between rows", place)
    elseif not characters.is_cell(shown) then
      errors.fail("%s: expected a single printable character one column wide", place)
    end
    errors.type(place, means, "string", "table")
    if type(means) == "string" then
      means = { [layers[1]] = means }
    end
    check_layers(place, means, layers)
    local entry = { shown = shown, byte = byte_for(what, shown, wide) }
    for i, layer in ipairs(layers) do
      entry[i] = means[layer] or "nothing"
      errors.type(place, entry[i], "string")
      if not entry[i]:find "^[%w_-]+$" then
        errors.fail("%s: the name %s may hold letters, digits, '_' and '-'", place,
          errors.shown(entry[i]))
      end
    end
    entries[#entries + 1] = entry
  end
  if not entries[1] then
    errors.fail("%s: legend is empty", what)
  end
  return entries, wide
end

-- The usual kind of each layer, such as "floor" for the ground: of those that a character stands
-- for which has nothing in the layers above, the one that most characters have, or else the first.
local function plain_kinds(entries, count)
  local plain = {}
  for i = 1, count do
    local uses, most = {}, 0
    for _, entry in ipairs(entries) do
      uses[entry[i]] = (uses[entry[i]] or 0) + 1
    end
    for _, entry in ipairs(entries) do
      local bare = true
      for k = i + 1, count do
        bare = bare and entry[k] == "nothing"
      end
      if entry[i] == "nothing" then
        plain[i], most = "nothing", math.huge
      elseif bare and uses[entry[i]] > most then
        plain[i], most = entry[i], uses[entry[i]]
      end
    end
  end
  return plain
end

-- Spare bytes, for kinds whose own character is a blank or taken.
local spare = "._-~:,0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  .. "!#$%&()*+;<=>?@[]^{|}"

-- Chooses a byte for each kind of layer i: the character of the entry which has this kind and is
-- otherwise most usual ("$" for a box, not "*", which is a box on a target).
local function choose_bytes(what, entries, i, plain)
  local count, best, weight = #plain, {}, {}
  for _, entry in ipairs(entries) do
    local odd = 0
    for k = 1, count do
      odd = odd + (k ~= i and entry[k] ~= plain[k] and 1 or 0)
    end
    local kind = entry[i]
    if not weight[kind] or odd < weight[kind] then
      best[kind], weight[kind] = entry.byte, odd
    end
  end
  if count > 1 and best.nothing then
    best.nothing = "."
  end
  local taken, bytes = {}, {}
  for _, kind in ipairs(wording.sorted(best)) do
    local byte = best[kind]
    if byte == " " or taken[byte] then
      byte = nil
      for c in spare:gmatch "." do
        local used = taken[c]
        for other, chosen in pairs(best) do
          used = used or other ~= kind and chosen == c
        end
        byte = byte or not used and c or nil
      end
      byte = byte or errors.fail("%s: there are too many kinds in one layer", what)
    end
    taken[byte] = true
    bytes[kind] = byte
  end
  return bytes
end

-- The groups that have kinds in a layer, each with these kinds alone.
local function groups_of(groups, bytes)
  local found = {}
  for name, kinds in pairs(groups) do
    local here, members = {}, rules_names.members(kinds)
    for _, kind in ipairs(members) do
      here[#here + 1] = bytes[kind] and kind or nil
    end
    if here[1] then
      found[name] = #here == #members and kinds or here
    end
  end
  return found
end

-- A facing group names a kind for each heading: { up = "fly_up", ... }.
local function check_facing(what, name, list, hexagons)
  local facing = false
  for key in pairs(list) do
    facing = facing or type(key) ~= "number"
  end
  if not facing then
    return
  end
  local place = ("%s: group '%s'"):format(what, name)
  if hexagons then
    errors.fail("%s: expected a list: on hexagons no kind has a heading", place)
  end
  errors.keys(place, list, { "down", "left", "right", "up" })
  local both = (list.left or list.right) and (list.up or list.down)
  for _, direction in ipairs(directions.four) do
    local other = both or direction == "left" and list.right or direction == "right" and list.left
      or direction == "up" and list.down or direction == "down" and list.up
    if other then
      errors.type(("%s: %s"):format(place, direction), list[direction], "string")
    end
  end
end

local function check_groups(what, groups, entries, count, hexagons)
  local kinds, known = {}, {}
  for _, entry in ipairs(entries) do
    for i = 1, count do
      if not kinds[entry[i]] then
        kinds[entry[i]] = true
        known[#known + 1] = entry[i]
      end
    end
  end
  for _, name in ipairs(wording.sorted(groups)) do
    local list = groups[name]
    errors.name(what .. ": groups", name)
    errors.type(("%s: group '%s'"):format(what, name), list, "table")
    if kinds[name] then
      errors.fail("%s: '%s' is a kind and a group", what, name)
    end
    check_facing(what, name, list, hexagons)
    for _, kind in ipairs(rules_names.members(list)) do
      if not kinds[kind] then
        errors.fail("%s: group '%s': no kind is called %s%s", what, name, errors.shown(kind),
          errors.hint(kind, known))
      end
    end
  end
end

-- The kinds of all layers, each as { layer, byte, name }, layer by layer: those that `kinds` of the
-- definition lists, in its order, then the others by name.
local function order_of(what, definition, bytes)
  local place, rank, known = what .. ": kinds", {}, {}
  for _, of_layer in ipairs(bytes) do
    for kind in pairs(of_layer) do
      known[#known + 1] = kind
    end
  end
  for i, kind in ipairs(errors.type(place, definition.kinds, "table", "nil") or {}) do
    errors.type(place, kind, "string")
    if not wording.one_of(kind, known) then
      errors.fail("%s: no kind is called %s%s", place, errors.shown(kind),
        errors.hint(kind, known))
    elseif rank[kind] then
      errors.fail("%s: the name '%s' stands twice", place, kind)
    end
    rank[kind] = i
  end
  local order = {}
  for i, of_layer in ipairs(bytes) do
    local names = wording.sorted(of_layer)
    local by_name = {}
    for k, kind in ipairs(names) do
      by_name[kind] = k
    end
    table.sort(names, function(a, b)
      local one, other = rank[a] or math.huge, rank[b] or math.huge
      return one < other or one == other and by_name[a] < by_name[b]
    end)
    for _, kind in ipairs(names) do
      if kind ~= "nothing" then
        order[#order + 1] = { i - 1, of_layer[kind], kind }
      end
    end
  end
  return order
end

--- Compiles legend and groups: sets `layers`, `legends`, `cells`, `blank`, `alphabet`, `foreign`,
--- `bytes` (by layer and kind), `order` (of all kinds), `entries` (the legend), `usual` (a kind
--- for each layer), `wide`
--- (the codes of the characters beyond ASCII), and if there are such `byte_of` (by character) and
--- `character_of` (by byte).
---@param what string the game's name in messages
---@param definition tessera.Definition
---@param compiled table gets these fields
function legends.compile(what, definition, compiled)
  local layers = compiled.layer_names
  local entries, wide = read_legend(what, definition, layers)
  for _, entry in ipairs(avatars.entries(compiled, plain_kinds(entries, #layers))) do
    entry.byte = byte_for(what, entry.shown, wide)
    entries[#entries + 1] = entry
    definition.legend[entry.shown] = {}
    for i, layer in ipairs(layers) do
      definition.legend[entry.shown][layer] = entry[i]
    end
  end
  local groups = definition.groups or {}
  check_groups(what, groups, entries, #layers, compiled.hexagons)
  local bytes, usual = {}, plain_kinds(entries, #layers)
  for i, name in ipairs(layers) do
    bytes[i] = choose_bytes(what, entries, i, usual)
    local legend = { groups = groups_of(groups, bytes[i]), wide = wide,
      geometry = compiled.hexagons and "hex" or nil }
    local alphabet = bytes[i].nothing or ""
    for _, kind in ipairs(wording.sorted(bytes[i])) do
      legend[bytes[i][kind]] = kind
      alphabet = kind == "nothing" and alphabet or alphabet .. bytes[i][kind]
    end
    compiled.layers[i] = { name = name, alphabet = alphabet }
    compiled.legends[i] = grid.legend(legend)
  end
  local shown, known, byte_of, character_of = {}, {}, {}, {}
  for k, entry in ipairs(entries) do
    local cell = { entry.byte }
    for i in ipairs(layers) do
      cell[#cell + 1] = bytes[i][entry[i]]
    end
    compiled.cells[k] = table.concat(cell)
    shown[k], known[k] = entry.shown, entry.byte
    byte_of[entry.shown], character_of[entry.byte] = entry.byte, entry.shown
    if entry.shown == " " and compiled.hexagons then
      errors.fail("%s: legend: on hexagons ' ' is no cell: it stands between cells", what)
    end
    if entry.shown == ";" then
      errors.fail("%s: legend: ';' begins a comment in the input of a game", what)
    end
    compiled.blank = compiled.blank or entry.shown == " "
  end
  compiled.bytes, compiled.entries, compiled.usual = bytes, entries, usual
  compiled.order = order_of(what, definition, bytes)
  compiled.alphabet = table.concat(shown, " ")
  compiled.foreign = "[^" .. table.concat(known):gsub("%W", "%%%0")
    .. (compiled.hexagons and " \t]" or "]")
  compiled.wide = wide
  if wide[1] then
    compiled.byte_of, compiled.character_of = byte_of, character_of
  end
end

return legends
