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

-- The state with the cell changed, of a game in Lua.
local function with_kinds(module, about, state, entry, row, column)
  local changed = state:clone()
  for i, layer in ipairs(about.layers) do
    changed[layer]:set(row, column, kind_in(about, entry, i))
  end
  return module.load(changed:save()) -- by the game's own check
end

-- Saved layers of games in PuzzleScript are maps of letters, of so many objects each.
local letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

-- The state with the cell changed, of a game in PuzzleScript, by its saved text: the cell has what
-- the character means in a level, and nothing else. The game's own restart leads back to it.
local function with_objects(module, about, state, entry, row, column)
  local lines, made, at, wanted = {}, {}, 1, {}
  for line in state:save():gmatch "[^\n]+" do
    lines[#lines + 1] = line
  end
  for _, kind in ipairs(entry.seen) do
    wanted[kind] = true
  end
  local function take()
    at = at + 1
    return lines[at - 1]
  end
  local function put(kinds)
    local form, letter = take(), "."
    if form == "layer 2" then -- two objects of the layer are in a cell: each has a map of its own
      made[#made + 1] = form
      for _, kind in ipairs(kinds) do
        put { kind }
      end
      return
    end
    for i, kind in ipairs(kinds) do
      letter = wanted[kind.kind] and letters:sub(i, i) or letter
    end
    table.move({ "layer 1", "map" }, 1, 2, #made + 1, made)
    at = form == "layer 1" and at + 1 or at
    for i = 1, state:rows() do
      local text = form == "layer 1" and take() or ("."):rep(state:columns())
      made[#made + 1] = i ~= row and text or text:sub(1, column - 1) .. letter
        .. text:sub(column + 1)
    end
  end
  while not lines[at]:find "^layer " do
    made[#made + 1] = take()
  end
  local header = #made
  for _, kinds in ipairs(about.kinds) do
    for first = 1, #kinds, #letters do
      put(table.move(kinds, first, math.min(#kinds, first + #letters - 1), 1, {}))
    end
  end
  for i = header + 1, #made do
    made[#made + 1] = made[i]:gsub("^layer ", "restart ")
  end
  return module.load(table.concat(made, "\n") .. "\n")
end

--- A recording that begins, and ends, with the changed position. Raises a fault if the game cannot
--- be changed so: only one in Lua or in PuzzleScript can be.
---@param module tessera.Game|nil
---@param state tessera.State it stays as it is
---@param row integer
---@param column integer
---@param char string
---@return string text
function edited.record(module, state, row, column, char)
  local about = module and maps.about(module)
  if not about then
    loading.fail "the board of this game cannot be painted while it is played"
  elseif state:outcome() then
    loading.fail "The game is over: undo a move, then paint."
  end
  local with = about.puzzlescript and with_objects or with_kinds
  local fine, changed = pcall(with, module, about, state, entry_of(about, char), row, column)
  if not fine then
    loading.fail((errors.stripped(changed):gsub("^.-line %d+, column %d+: ", "")))
  end
  return (session.record(changed, {}))
end

return edited
