--- The section COLLISIONLAYERS: which objects exclude each other, and with that the objects' ids.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"
local names = require "tessera.puzzlescript.parse.names"

local layers = {}

local layers_max = 4096

local report, shown = diagnostics.report, diagnostics.shown

local function add(state, layer, word, at)
  local game = state.game
  local kind = game.names[word]
  if not lines.is_name(word) then
    return report(state, "error", at, "expected a name of letters, digits and '_', got %s",
      shown(word))
  elseif not kind then
    return report(state, "error", at, "%s is not defined%s", shown(word),
      diagnostics.guess_name(state, word))
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
  if #state.layers == layers_max then
    return report(state, "fatal", nil, "a game has at most %d layers", layers_max)
  end
  local layer = { list = {}, line = state.number }
  table.insert(state.layers, layer)
  local background, count = nil, 0
  for at, word in text:gmatch "()([^%s,]+)" do
    background, count = background or word == "background" and at, count + 1
    add(state, layer, word, at)
  end
  if background and count > 1 then
    report(state, "error", background, "the background is in a layer by itself")
  end
end

local function backgrounds(game)
  return names.objects(game, "background") or {}
end

local function check_background(state)
  local game = state.game
  local list = backgrounds(game)
  if game.names.background == "aggregate" then
    return report(state, "error", nil, "the background cannot be an aggregate")
  end
  for _, object in ipairs(list) do
    if state.layer_of[object] ~= state.layer_of[list[1]] then
      return report(state, "error", nil, "%s and %s of the background are in different layers",
        shown(list[1]), shown(object))
    end
  end
end

-- Which object a level gets as background where it says nothing.
local function find_default(state)
  local game = state.game
  local list = backgrounds(game)
  if list[1] and game.id_of[list[1]] and game.names.background ~= "aggregate" then
    game.default_background = list[1]
    state.background_layer = game.objects[game.id_of[list[1]] + 1].layer
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
  for _, block in ipairs(state.blocks) do
    if not game.id_of[block.name] then
      diagnostics.error(game, block.line, block.column,
        ("%s is in no collision layer"):format(shown(block.name)))
    end
  end
  state.number, state.raw = nil, ""
  check_background(state)
  find_default(state)
end

return layers
