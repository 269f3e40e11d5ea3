--- Writes out the groups of a definition that have a kind, or one for each heading, of each player:
---
---     groups = { avatar = { each = "player", facing = true, layer = "things" } }
---
--- are the kinds avatar1_up, avatar1_down, avatar1_left, avatar1_right, avatar2_up ..., the facing
--- groups avatar1, avatar2 ..., and the group avatar of all of them.

local characters = require "tessera.base.characters"
local directions = require "tessera.base.directions"
local errors = require "tessera.base.errors"
local one_rule = require "tessera.game.one_rule"
local wording = require "tessera.base.wording"

local avatars = {}

-- Characters for the headings up, right, down, left of one player after the other, and for pieces
-- without a heading.
local arrows = { "↑→↓←", "⇑⇒⇓⇐", "⇡⇢⇣⇠", "↟↠↡↞", "⇈⇉⇊⇇",
  "↥↦↧↤", "⇧⇨⇩⇦", "▲▶▼◀", "△▷▽◁", "▴▸▾◂", "▵▹▿◃" }
local signs = "123456789abcdefghijklmnopqrstuvwxyz"
local clockwise = { "up", "right", "down", "left" }

local function letters_of(text)
  local list = {}
  for _, code in utf8.codes(text) do
    list[#list + 1] = utf8.char(code)
  end
  return list
end

local function is_each(group)
  return type(group) == "table" and group.each ~= nil
end

local function check_group(place, group, layers)
  errors.keys(place, group, { "characters", "each", "facing", "layer" })
  one_rule.each_player(place, group.each)
  errors.type(place .. ": facing", group.facing, "boolean", "nil")
  errors.type(place .. ": characters", group.characters, "table", "nil")
  local layer = errors.type(place .. ": layer", group.layer, "string", "nil") or layers[#layers]
  if not wording.one_of(layer, layers) then
    errors.fail("%s: layer: there is no layer %s%s", place, errors.shown(layer),
      errors.hint(layer, layers))
  end
  return layer
end

-- The characters of a player's kinds that the definition says.
local function said_characters(place, group, player, count)
  local said = group.characters[player]
  place = ("%s: characters of player %d"):format(place, player)
  errors.type(place, said, "string")
  local list = utf8.len(said) and letters_of(said) or {}
  if #list ~= count then
    errors.fail("%s: expected %s, got %s", place, count == 1 and "one character"
      or "four characters, for up, right, down and left", errors.shown(said))
  end
  for _, character in ipairs(list) do
    if not characters.is_cell(character) or character == "/" then
      errors.fail("%s: expected printable characters one column wide, not '/', got %s", place,
        errors.shown(said))
    end
  end
  return list
end

-- The next ones of the usual characters that are free.
local function usual_characters(place, facing, taken)
  for _, set in ipairs(facing and arrows or letters_of(signs)) do
    local list, free = letters_of(set), true
    for _, character in ipairs(list) do
      free = free and not taken[character]
    end
    if free then
      return list
    end
  end
  errors.fail("%s: there are not enough usual characters: say which, for each player, as in "
    .. "characters = { %s }", place, facing and '"^>v<", ...' or '"a", ...')
end

-- The kinds of a group: of each player one, or a table by heading; and in their order.
local function kinds_of(name, facing, players)
  local kinds, all = {}, {}
  for p = 1, players do
    kinds[p] = facing and {} or name .. p
    for _, heading in ipairs(facing and directions.four or {}) do
      kinds[p][heading] = ("%s%d_%s"):format(name, p, heading)
      all[#all + 1] = kinds[p][heading]
    end
    all[#all + 1] = not facing and kinds[p] or nil
  end
  return kinds, all
end

local function check_free(what, definition, name)
  if (definition.groups or {})[name] then
    errors.fail("%s: groups: '%s' is the name of a player's kinds", what, name)
  end
end

local function write_out(what, definition, name, layers, players, shown)
  local group, place = definition.groups[name], ("%s: group '%s'"):format(what, name)
  errors.name(what .. ": groups", name)
  local layer = check_group(place, group, layers)
  local kinds, all = kinds_of(name, group.facing, players)
  for p = 1, players do
    local list = group.characters and said_characters(place, group, p, group.facing and 4 or 1)
      or usual_characters(place, group.facing, shown.taken)
    for i, character in ipairs(list) do
      if shown.taken[character] then
        errors.fail("%s: the character '%s' is taken", place, character)
      end
      shown.taken[character] = true
      shown[#shown + 1] = { character = character, layer = layer,
        kind = group.facing and kinds[p][clockwise[i]] or kinds[p] }
    end
    if group.facing then
      check_free(what, definition, name .. p)
      definition.groups[name .. p] = kinds[p]
    end
  end
  definition.groups[name] = all
  return { facing = group.facing, kinds = kinds }
end

-- Which of the groups are the players' pieces.
local function choose_pieces(what, definition, found)
  local names, pieces = wording.sorted(found), definition.pieces
  if type(pieces) == "string" then
    if not found[pieces] then
      errors.fail('%s: pieces: there is no group %s with each = "player"%s', what,
        errors.shown(pieces), errors.hint(pieces, names))
    end
  elseif pieces == nil and names[1] and not names[2] then
    pieces = names[1]
  else
    return
  end
  local group, list = found[pieces], {}
  for p, kinds in ipairs(group.kinds) do
    list[p] = group.facing and pieces .. p or kinds
  end
  definition.pieces = list
  return pieces
end

--- Writes out the groups of each player. Changes `groups` and `pieces` of the definition, and says
--- in `compiled.avatars` which groups these are, and with which characters their kinds are drawn,
--- and in `compiled.avatar_pieces` which of them the players' pieces are.
---@param what string the game's name in messages
---@param definition tessera.Definition a copy
---@param compiled table has `players` and `layer_names`
function avatars.compile(what, definition, compiled)
  local found, shown = {}, { taken = {} }
  for character in pairs(type(definition.legend) == "table" and definition.legend or {}) do
    shown.taken[character] = true
  end
  for _, name in ipairs(wording.sorted(definition.groups or {})) do
    if is_each(definition.groups[name]) then
      found[name] = write_out(what, definition, name, compiled.layer_names, compiled.players, shown)
    end
  end
  compiled.avatar_pieces = choose_pieces(what, definition, found)
  compiled.avatars, compiled.avatar_characters = found, shown
end

--- The entries of a legend for their kinds, each with the usual kinds of the other layers below it.
---@param compiled table
---@param plain string[] the usual kind of each layer
---@return { shown: string, [integer]: string }[]
function avatars.entries(compiled, plain)
  local entries = {}
  for _, shown in ipairs(compiled.avatar_characters) do
    local entry = { shown = shown.character }
    for i, layer in ipairs(compiled.layer_names) do
      entry[i] = layer == shown.layer and shown.kind or plain[i] or "nothing"
    end
    entries[#entries + 1] = entry
  end
  return entries
end

--- Says of their kinds in `compiled.order` to which group they belong, whose they are, and where
--- they look.
---@param compiled table
function avatars.mark(compiled)
  local marks = {}
  for name, group in pairs(compiled.avatars) do
    for player, kinds in ipairs(group.kinds) do
      for heading, kind in pairs(group.facing and kinds or { none = kinds }) do
        marks[kind] = { name, player, heading }
      end
    end
  end
  for _, entry in ipairs(compiled.order) do
    local mark = marks[entry[3]] or {}
    entry.group, entry.owner, entry.heading = mark[1], mark[2], mark[3]
  end
end

return avatars
