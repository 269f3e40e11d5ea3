--- What the words of rules as pictures stand for: kinds, groups, layers and the pieces of players,
--- as values of layers for the compiler in C.

local directions = require "tessera.base.directions"
local errors = require "tessera.base.errors"
local lua_game = require "tessera.lua_game"
local wording = require "tessera.base.wording"

local rules_names = {}

local function pair(layer, byte)
  return string.char(layer - 1) .. byte
end

local function is_facing(group)
  return type(group) == "table" and (group.up or group.left) ~= nil
end

--- The kinds of a group as a list: those of a facing group for up, down, left, right, as far as it
--- has them.
---@param group table
---@return string[]
function rules_names.members(group)
  if not is_facing(group) then
    return group
  end
  local list = {}
  for _, direction in ipairs(directions.four) do
    list[#list + 1] = group[direction]
  end
  return list
end

-- The values of each kind, as pairs of a layer and a byte, by its name.
local function values_of_kinds(compiled)
  local values = {}
  for i, bytes in ipairs(compiled.bytes) do
    for _, kind in ipairs(wording.sorted(bytes)) do
      values[kind] = (values[kind] or "") .. pair(i, bytes[kind])
    end
  end
  return values
end

local function check_taken(what, name, is)
  for _, word in ipairs(lua_game.words) do
    if word.taken and word.text == name then
      errors.fail("%s: '%s' means something else in rules, so it cannot be a %s", what, name, is)
    end
  end
end

local function compile_names(what, definition, compiled)
  local list, values = {}, values_of_kinds(compiled)
  for _, kind in ipairs(wording.sorted(values)) do
    check_taken(what, kind, "kind")
    list[#list + 1] = { name = kind, is = "kind", values = values[kind] }
  end
  local groups = definition.groups or {}
  for _, name in ipairs(wording.sorted(groups)) do
    local parts = {}
    check_taken(what, name, "group")
    if wording.one_of(name, compiled.layer_names) then
      errors.fail("%s: '%s' is a layer and a group", what, name)
    end
    for i, kind in ipairs(rules_names.members(groups[name])) do
      for k = 1, is_facing(groups[name]) and i - 1 or 0 do
        if parts[k] == values[kind] then
          errors.fail("%s: group '%s': '%s' has two headings", what, name, kind)
        end
      end
      parts[i] = values[kind]
    end
    local facing = is_facing(groups[name]) or (compiled.avatars[name] or {}).facing
    list[#list + 1] = { name = name, is = "group", values = table.concat(parts), facing = facing,
      each = compiled.avatars[name] ~= nil,
      heading = is_facing(groups[name]) and not groups[name].up and 2 or 0 }
  end
  for i, layer in ipairs(compiled.layer_names) do
    local parts, bytes = {}, compiled.bytes[i]
    check_taken(what, layer, "layer")
    local blank = bytes.nothing or bytes.empty
    for _, kind in ipairs(wording.sorted(bytes)) do
      parts[#parts + 1] = bytes[kind] ~= blank and pair(i, bytes[kind]) or nil
    end
    if not values[layer] then
      list[#list + 1] = { name = layer, is = "layer", values = table.concat(parts) }
    end
    compiled.program.blanks[i] = blank or ""
  end
  compiled.program.names = list
  return values
end

local function compile_pieces(what, definition, compiled, values)
  local place = what .. ": pieces"
  local given = errors.type(place, definition.pieces, "table", "nil")
  if given and #given ~= compiled.players then
    errors.fail("%s: expected one entry for each of the %d players, got %d", place,
      compiled.players, #given)
  end
  local owner = {}
  for i, kinds in ipairs(given or {}) do
    local parts = {}
    errors.type(place, kinds, "string", "table")
    local group = type(kinds) == "string" and (definition.groups or {})[kinds]
    kinds = group and rules_names.members(group) or type(kinds) == "table"
      and errors.list(place, kinds) or { kinds }
    if not kinds[1] then
      errors.fail("%s: player %d has no kinds", place, i)
    end
    for k, kind in ipairs(kinds) do
      if not values[kind] then
        errors.fail("%s: no kind is called %s%s", place, errors.shown(kind),
          errors.hint(kind, wording.sorted(values)))
      end
      if owner[kind] then
        errors.fail("%s: '%s' is named twice", place, kind)
      end
      owner[kind] = i
      parts[k] = values[kind]
    end
    compiled.program.pieces[i] = table.concat(parts)
  end
end

--- Puts the names that rules know into `compiled.program`: `names`, `blanks` and `pieces`.
---@param what string the game's name in messages
---@param definition tessera.Definition
---@param compiled table
function rules_names.compile(what, definition, compiled)
  compile_pieces(what, definition, compiled, compile_names(what, definition, compiled))
end

return rules_names
