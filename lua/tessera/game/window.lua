--- Checks the window of a game, which is what a player sees around his piece:
---
---     window = { ahead = 9, behind = 1, left = 5, right = 5, hidden = "fog" }

local errors = require "tessera.base.errors"

local window = {}

local sides = { "ahead", "behind", "left", "right" }
local most = 100

-- What a cell beyond the window becomes, a byte for each layer: the first entry of the legend
-- with the kind `hidden`; without it the usual kinds.
local function hidden_cell(place, hidden, compiled)
  local cell, known = compiled.usual, {}
  if hidden ~= nil then
    errors.type(place .. ": hidden", hidden, "string")
    cell = nil
    for _, entry in ipairs(compiled.entries) do
      for i in ipairs(compiled.layer_names) do
        known[#known + 1] = entry[i]
        cell = cell or entry[i] == hidden and hidden ~= "nothing" and entry or nil
      end
    end
    if not cell then
      errors.fail("%s: hidden: no kind is called %s%s", place, errors.shown(hidden),
        errors.hint(hidden, known))
    end
  end
  local bytes = {}
  for i, of_layer in ipairs(compiled.bytes) do
    bytes[i] = of_layer[cell[i] or "nothing"] or of_layer[compiled.entries[1][i]]
  end
  return table.concat(bytes)
end

--- Sets `compiled.window`, if the definition has one.
---@param what string the game's name in messages
---@param definition tessera.Definition
---@param compiled table its legend and groups are compiled
function window.compile(what, definition, compiled)
  local place = what .. ": window"
  local given = errors.type(place, definition.window, "table", "nil")
  if not given then
    return
  end
  errors.keys(place, given, { "ahead", "behind", "hidden", "left", "right" })
  local found = { pieces = compiled.avatar_pieces }
  for _, side in ipairs(sides) do
    local n = errors.type(place .. ": " .. side, given[side], "integer")
    if n < 0 or n > most then
      errors.fail("%s: %s: expected 0..%d cells, got %d", place, side, most, n)
    end
    found[side] = n
  end
  if compiled.hexagons then
    errors.fail("%s: boards of hexagons have none", place)
  elseif not found.pieces then
    errors.fail('%s: it lies around the pieces of the players: write a group with each = "player"'
      .. "%s", place, next(compiled.avatars) and ', and say which, as in pieces = "avatar"' or "")
  end
  found.hidden = hidden_cell(place, given.hidden, compiled)
  compiled.window = found
end

return window
