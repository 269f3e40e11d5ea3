--- The section COLLISIONLAYERS: which objects exclude each other, and with that the objects' ids.

local diagnostics = require "tessera.puzzlescript.diagnostics"
local lines = require "tessera.puzzlescript.lines"
local names = require "tessera.puzzlescript.names"

local layers = {}

local report, shown = diagnostics.report, diagnostics.shown

local function add(state, layer, word, at)
  local game = state.game
  local kind = game.names[word]
  if not lines.is_name(word) then
    return report(state, "error", at, "expected a name of letters, digits and '_', got %s",
      shown(word))
  elseif not kind then
    return report(state, "error", at, "%s is not defined%s", shown(word),
      diagnostics.guess_name(game, word))
  elseif kind == "aggregate" then
    return report(state, "error", at,
      "the aggregate %s cannot be in a layer, for its objects are there together", shown(word))
  end
  local objects = names.objects(game, word)
  if not names.afford(state, #objects) then
    return
  end
  for _, object in ipairs(objects) do
    local before = state.layer_of[object]
    if before == layer and object == word then
      report(state, "warning", at, "%s stands twice in the layer", shown(object))
    elseif before and before ~= layer then
      report(state, "warning", at, "%s is in the layer of line %d too; the last one counts",
        shown(object), before.line)
    end
    state.layer_of[object] = layer
    table.insert(layer.list, object)
  end
end

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, without comments
function layers.line(state, text)
  if not text:find "[^%s,]" then
    return
  end
  local layer = { list = {}, line = state.number }
  table.insert(state.layers, layer)
  for at, word in text:gmatch "()([^%s,]+)" do
    add(state, layer, word, at)
  end
end

--- Numbers the objects, layer by layer.
---@param state tessera.puzzlescript.State
function layers.finish(state)
  local game = state.game
  for number, layer in ipairs(state.layers) do
    for _, name in ipairs(layer.list) do
      local block = state.block_of[name]
      table.insert(game.objects, { name = name, layer = number - 1, colours = block.colours,
        sprite = block.rows[1] and block.rows or nil, line = block.line })
      game.id_of[name] = #game.objects - 1
    end
  end
  game.layers = #state.layers
end

return layers
