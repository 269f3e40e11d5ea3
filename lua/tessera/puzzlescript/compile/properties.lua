--- Properties that stand for one object at a time: a copy of the rule for each object. A property
--- of one layer that the right side does not move elsewhere stays, and means "any of these".

local copies = require "tessera.puzzlescript.compile.copies"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local wording = require "tessera.base.wording"

local properties = {}

local none = {} -- of most cells

local function layer_of(game, object)
  local id = game.id_of[object]
  return id and game.objects[id + 1].layer
end

local function names_of(cell)
  local names = {}
  for _, item in ipairs(cell) do
    names[item.name] = true
  end
  return names
end

-- The properties that a right cell has and the left cell at its place has not, with such an item.
local function needed_of(game, copy)
  local needed = {}
  for place, cell in ipairs(copy.right or {}) do
    local there
    for _, item in ipairs(cell) do
      if game.properties[item.name] and item.word ~= "random" then
        there = there or names_of(copy.left[place])
        needed[item.name] = not there[item.name] and item or needed[item.name]
      end
    end
  end
  return needed
end

-- The choices of a cell: the number of each by the name of its property.
local function choose_in(state, choices, cell, needed)
  local at = none
  for _, item in ipairs(cell) do
    local name = item.name
    local objects = state.game.properties[name]
    if objects and not at[name] and (needed[name] or not state.layers[name]) then
      choices[#choices + 1] = { options = objects }
      at = at == none and {} or at
      at[name] = #choices
    end
  end
  return at
end

-- The choices in their order, the number of a choice by place and name, and by name, if it is the
-- only one of its property (false if not).
local function choices_of(state, copy, needed)
  local choices, at, by_name = {}, {}, {}
  for place, cell in ipairs(copy.left) do
    at[place] = choose_in(state, choices, cell, needed)
    for name, number in pairs(at[place]) do
      by_name[name] = by_name[name] == nil and number
    end
  end
  return choices, at, by_name
end

-- Whether each needed property has exactly one source.
local function check(game, copy, needed, by_name)
  local fine = true
  for _, name in ipairs(wording.sorted(needed)) do
    if not by_name[name] then
      fine = false
      diagnostics.error(game, copy.rule.line, needed[name].column, ("'%s' on the right: %s on the "
        .. "left says which of its objects is meant"):format(name,
        by_name[name] == nil and "nothing" or "more than one place"))
    end
  end
  return fine
end

--- Calls `emit` for each way to choose objects for properties where they have to be objects, as
--- `copies.product` does.
---@param state tessera.puzzlescript.Compiling
---@param copy tessera.puzzlescript.Copy
---@param make fun(left: tessera.puzzlescript.Cell, right: tessera.puzzlescript.Cell|nil): any
---@param emit fun(copy: tessera.puzzlescript.Copy, places: any[])
function properties.expand(state, copy, make, emit)
  local needed = needed_of(state.game, copy)
  local choices, at, by_name = choices_of(state, copy, needed)
  local function left(item, place)
    return at[place][item.name]
  end
  local function right(item, place)
    return at[place][item.name] or item.word ~= "random" and by_name[item.name] or nil
  end
  if check(state.game, copy, needed, by_name) then
    copies.product(state, copy, "name", choices, left, right, make, emit)
  end
end

-- The layers and objects that a cell speaks of, also by `no`.
local function mentioned(game, cell)
  local objects, layers = {}, {}
  for _, item in ipairs(cell) do
    for _, object in ipairs(game.properties[item.name] or { item.name }) do
      objects[object] = true
      layers[layer_of(game, object) or -1] = true
    end
  end
  return objects, layers
end

-- Whether a right cell has an object that no item of the left one calls by its name.
local function has_other(game, left, right)
  for _, item in ipairs(right) do
    local known = item.word or game.properties[item.name]
    for _, other in ipairs(left) do
      known = known or other.name == item.name
    end
    if not known then
      return true
    end
  end
  return false
end

--- A right cell in which objects that appear from nowhere are `stationary`.
---@param game table
---@param left tessera.puzzlescript.Cell
---@param right tessera.puzzlescript.Cell
---@return tessera.puzzlescript.Cell
function properties.stationary(game, left, right)
  if not has_other(game, left, right) then
    return right
  end
  local made, changed = {}, false
  local objects, layers = mentioned(game, left)
  for i, item in ipairs(right) do
    local new = not item.word and not game.properties[item.name] and not objects[item.name]
      and not layers[layer_of(game, item.name) or -1]
    made[i] = new and { word = "stationary", name = item.name, column = item.column } or item
    changed = changed or new
  end
  return changed and made or right
end

return properties
