--- What the cells of a compiled rule test and write, as numbers of objects and layers.

local copies = require "tessera.puzzlescript.compile.copies"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local names = require "tessera.puzzlescript.parse.names"
local texts = require "tessera.puzzlescript.compile.texts"

local masks = {}

local all = names.all_bits
local gap = { ellipsis = true }
local empty = {} -- most lists of cells are
local cell_cost = 20
-- Of a random direction all, to test: no layer has all of them.
local bits = setmetatable({ stationary = 0, randomdir = all }, { __index = names.bits })

local function sorted_keys(set)
  local first = next(set)
  if first == nil then
    return empty
  elseif next(set, first) == nil then
    return { first }
  end
  local list = {}
  for key in pairs(set) do
    list[#list + 1] = key
  end
  table.sort(list)
  return list
end

-- { [layer] = bits } as a list of { layer, bits }.
local function pairs_of(moves)
  local list = sorted_keys(moves)
  for i, layer in ipairs(list) do
    list[i] = { layer, moves[layer] }
  end
  return list
end

-- The numbers of a property's objects, in ascending order.
local function ids_of(state, name)
  if not state.ids[name] then
    local ids = {}
    for _, object in ipairs(state.game.properties[name]) do
      ids[state.game.id_of[object] or -1] = true
    end
    ids[-1] = nil
    state.ids[name] = sorted_keys(ids)
  end
  return state.ids[name]
end

-- What an item is about: the number of its object or the list of its property's, and their layer.
local function meaning(state, item)
  local objects = state.game.properties[item.name]
  if objects then
    return nil, objects, state.layers[item.name]
  end
  local id = state.game.id_of[item.name]
  return id, nil, id and state.game.objects[id + 1].layer
end

-- What a left cell tests. `layers`: { [layer] = "object" or "property" }; nil and why if nothing
-- can ever fit.
local function tests(state, cell)
  local has, none, any, moving, still, layers, named = {}, {}, {}, {}, {}, {}, {}
  local id_of = state.game.id_of
  for _, item in ipairs(cell) do
    local word = item.word
    if word == "no" then
      none[id_of[item.name] or -1] = true
    else
      local id, _, layer = meaning(state, item)
      if not layer then
        return nil, "layer", { item.name }
      elseif layers[layer] then
        return nil, "overlap", { named[layer], item.name }
      end
      layers[layer], named[layer] = id and "object" or "property", item.name
      if id then
        has[id] = true
      else
        any[#any + 1] = ids_of(state, item.name)
      end
      if word == "stationary" then
        still[#still + 1] = layer
      elseif word then
        moving[layer] = bits[word]
      end
    end
  end
  none[-1] = nil
  for id in pairs(has) do
    if none[id] then
      return nil, "forbidden", { state.game.objects[id + 1].name }
    end
  end
  if still[2] then
    table.sort(still)
  end
  return { has = has, moving = moving, layers = layers, all = { has = sorted_keys(has),
    none = sorted_keys(none), any = any[1] and any or empty, moving = pairs_of(moving),
    still = still[1] and still or empty } }
end

-- One of the objects of an item, by chance.
local function wish_one(state, rule, wish, item)
  local id, objects = meaning(state, item)
  if not objects then
    diagnostics.warning(state.game, rule.line, item.column, ("'random %s': there is nothing "
      .. "to choose from"):format(item.name))
  end
  for _, one in ipairs(objects and ids_of(state, item.name) or { id }) do
    wish.random[one] = true
  end
end

-- An object or a property that shall be there, and how it shall move.
local function wish_for(state, rule, wish, item)
  local id, _, layer = meaning(state, item)
  local word = item.word
  if not layer then
    return
  end
  if wish.layers[layer] then
    diagnostics.error(state.game, rule.line, item.column, ("'%s' on the right: something else "
      .. "of its collision layer is in the same cell"):format(item.name))
  end
  wish.layers[layer] = (id or wish.layers[layer] == "object") and "object" or "property"
  if id then
    wish.set[id], wish.clear_layers[layer] = true, true
  end
  if word then
    wish.reset[layer] = true
    wish.still[layer] = word == "stationary" or wish.still[layer]
    wish.directions[layer] = word == "randomdir" or wish.directions[layer]
    wish.move_set[layer] = (wish.move_set[layer] or 0) | (word ~= "randomdir" and bits[word] or 0)
  end
end

-- What the items of a right cell say. `layers`: { [layer] = "object" or "property" }.
local function wishes(state, rule, cell)
  local wish = { clear = {}, clear_layers = {}, set = {}, move_set = {}, still = {}, reset = {},
    random = {}, directions = {}, layers = {} }
  local id_of = state.game.id_of
  for _, item in ipairs(cell) do
    if item.word == "no" then
      wish.clear[id_of[item.name] or -1] = true
    elseif item.word == "random" then
      wish_one(state, rule, wish, item)
    else
      wish_for(state, rule, wish, item)
    end
  end
  wish.clear[-1] = nil
  return wish
end

-- What follows from both sides: what goes, because the right cell does not speak of it.
local function consequences(test, wish)
  local lost, slowed = false, false
  for id in pairs(test.has) do
    lost = lost or not wish.set[id]
  end
  for id in pairs(lost and test.has or {}) do
    wish.clear[id] = true
  end
  for layer, moves in pairs(test.moving) do
    slowed = slowed or moves & ~(wish.move_set[layer] or 0) ~= 0
  end
  local cleared = {}
  for layer, moves in pairs(slowed and test.moving or {}) do
    cleared[layer] = moves
  end
  for layer, kind in pairs(test.layers) do
    if not wish.layers[layer] then
      wish.clear_layers[layer], wish.reset[layer] = true, true
    elseif kind == "object" and wish.layers[layer] ~= "object" then
      wish.reset[layer] = true
    end
  end
  for layer in pairs(wish.still) do
    cleared[layer] = all
  end
  for layer in pairs(wish.reset) do
    cleared[layer] = all
  end
  return cleared
end

local function writes(state, rule, test, right)
  local wish = wishes(state, rule, right)
  local cleared = consequences(test, wish)
  for layer, moves in pairs(wish.move_set) do
    wish.move_set[layer] = moves ~= 0 and moves or nil
  end
  local write = { clear = sorted_keys(wish.clear), clear_layers = sorted_keys(wish.clear_layers),
    set = sorted_keys(wish.set), move_clear = pairs_of(cleared), move_set = pairs_of(wish.move_set),
    random = sorted_keys(wish.random), random_directions = sorted_keys(wish.directions),
    reset = sorted_keys(wish.reset) }
  for _, list in pairs(write) do
    if list[1] then
      return write
    end
  end
  return nil
end

local function compiled_cell(state, rule, test, right)
  local found = test.all
  return { has = found.has, none = found.none, any = found.any, moving = found.moving,
    still = found.still,
    write = right and writes(state, rule, test, right) or nil }
end

-- What a left cell tests: { tests } or { nil, why, names }.
local function test_of(state, cell)
  local key = texts.key(state, cell)
  local test = state.tests[key]
  if not test then
    test = { tests(state, cell) }
    state.tests[key] = test
  end
  return test
end

-- Why the cells of a row can never all be there: { why, names }, or nil. (A pair whose cell the
-- line has got is fine. Where rules are many, lists are walked by numbers: `ipairs` takes longer.)
local function refusal(state, rule, row)
  local cells = row.cells
  for i = 1, #cells do
    local pair = cells[i]
    local test = pair.spent ~= rule and not pair.left.ellipsis and test_of(state, pair.left)
    if test and not test[1] then
      return { test[2], test[3] }
    end
  end
  return nil
end

-- The cell of a pair, for a line. What was wrong with it is told of each line. Nil if that is too
-- much.
local function cell_of(state, rule, pair)
  if pair.left.ellipsis then
    return gap
  elseif pair.spent ~= rule then
    local size = #pair.left + (pair.right and #pair.right or 0)
    if not copies.spend(state, rule, cell_cost + size) then
      return nil
    end
    pair.spent = rule
    if not pair.cell or pair.wrong then
      local before = #state.game.diagnostics
      pair.cell = compiled_cell(state, rule, test_of(state, pair.left)[1], pair.right)
      pair.wrong = #state.game.diagnostics > before
      state.source[pair.cell] = pair
    end
  end
  return pair.cell
end

-- Puts the cells of its pairs into a row. False if that is too much.
local function fill(state, rule, row)
  local cells = row.cells
  for i = 1, #cells do
    local pair = cells[i]
    local cell = pair.spent == rule and pair.cell or cell_of(state, rule, pair)
    if not cell then
      return false
    end
    cells[i] = cell
  end
  row.number = nil
  return true
end

--- Puts what cells test and write into the rows of a compiled rule. Equal cells are one table, and
--- so are equal rows of a line.
---@param state tessera.puzzlescript.Compiling
---@param rule table as parsed
---@param rows tessera.puzzlescript.Row[]
---@return boolean fine false if it can never apply
---@return string|nil why "overlap": two objects of one layer; "forbidden": with and without one;
--- "layer": an object in no layer; "budget": it was too much
---@return string[]|nil names of what is wrong
function masks.fill(state, rule, rows)
  for r = 1, #rows do
    local row = rows[r]
    local refused = row.refused or row.number and refusal(state, rule, row)
    if refused then
      row.refused = refused
      return false, refused[1], refused[2]
    end
  end
  for r = 1, #rows do
    if rows[r].number and not fill(state, rule, rows[r]) then
      return false, "budget"
    end
  end
  return true
end

return masks
