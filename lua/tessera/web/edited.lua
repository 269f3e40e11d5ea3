--- A position that was changed by hand: one cell becomes what a character of the legend means. The
--- play goes on from there as from a recording.

local errors = require "tessera.base.errors"
local loading = require "tessera.api.loading"
local maps = require "tessera.base.maps"
local session = require "tessera.session"

local edited = {}

local function entry_of(about, char)
  for _, entry in ipairs(about.legend) do
    if entry.char == char then
      return entry
    end
  end
  loading.fail(("the legend has no character %s"):format(errors.shown(char)))
end

-- The kind that an entry has in a layer.
local function kind_in(about, entry, layer)
  for _, known in ipairs(about.kinds[layer]) do
    for _, kind in ipairs(entry.kinds) do
      if kind == known.kind then
        return kind
      end
    end
  end
  return "nothing"
end

--- A recording that begins, and ends, with the changed position. Raises a fault if the game cannot
--- be changed so: only one whose rules are in Lua can be.
---@param module tessera.Game|nil
---@param state tessera.State it stays as it is
---@param row integer
---@param column integer
---@param char string
---@return string text
function edited.record(module, state, row, column, char)
  local about = module and maps.about(module)
  if not about or about.puzzlescript then
    loading.fail "only boards of games in Lua can be painted while they are played"
  elseif state:outcome() then
    loading.fail "The game is over: undo a move, then paint."
  end
  local entry, changed = entry_of(about, char), state:clone()
  for i, layer in ipairs(about.layers) do
    changed[layer]:set(row, column, kind_in(about, entry, i))
  end
  local fine, wrong = pcall(module.load, changed:save()) -- by the game's own check
  if not fine then
    loading.fail((errors.stripped(wrong):gsub("^.-line %d+, column %d+: ", "")))
  end
  return (session.record(changed, {}))
end

return edited
