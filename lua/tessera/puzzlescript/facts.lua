--- What Lua can know of a game: its objects, layers, sounds, win conditions, and the order of its
--- levels and messages. Users get copies, so that nothing they change reaches the game.

local facts = {}

local function list_of(list)
  return table.move(list, 1, #list, 1, {})
end

-- A copy of each entry, and of the lists in it.
local function copies_of(entries)
  local list = {}
  for i, entry in ipairs(entries) do
    list[i] = {}
    for key, value in pairs(entry) do
      list[i][key] = type(value) == "table" and list_of(value) or value
    end
  end
  return list
end

local function objects_of(game)
  local list = {}
  for i, object in ipairs(game.objects) do
    list[i] = { name = object.name, layer = object.layer + 1, line = object.line,
      colours = list_of(object.colours), sprite = object.sprite and list_of(object.sprite) }
  end
  return list
end

local function layers_of(game)
  local list = {}
  for i = 1, game.layers do
    list[i] = {}
  end
  for _, object in ipairs(game.objects) do
    table.insert(list[object.layer + 1], object.name)
  end
  return list
end

-- Levels and messages in the order in which they are played: the numbers of levels, or texts.
local function entries_of(game)
  local list, number = {}, 0
  for i, entry in ipairs(game.levels) do
    number = number + (entry.message and 0 or 1)
    list[i] = { message = entry.message, number = not entry.message and number or nil }
  end
  return list
end

--- Adds them to the module of a game.
---@param module table
---@param game table as the parser has read it
function facts.add(module, game)
  module.objects, module.layers = objects_of(game), layers_of(game)
  module.sounds, module.win_conditions = copies_of(game.sounds), copies_of(game.wins)
  module.entries = entries_of(game)
end

return facts
