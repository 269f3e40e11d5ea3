--- What the cells of a compiled rule test and write, as numbers of objects and layers.

local copies = require "tessera.puzzlescript.compile.copies"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local names = require "tessera.puzzlescript.parse.names"
local texts = require "tessera.puzzlescript.compile.texts"

local masks = {}

local all = names.all_bits
local gap = { ellipsis = true }
local cell_cost = 20
-- Of a random direction all, to test: no layer has all of them.
local bits = setmetatable({ stationary = 0, randomdir = all }, { __index = names.bits })

local function sorted_keys(set)
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
  for _, item in ipairs(cell) do
    local id, _, layer = meaning(state, item)
    if item.word == "no" then
      none[id or -1] = true
    elseif not layer then
      return nil, "layer", { item.name }
    elseif layers[layer] then
      return nil, "overlap", { named[layer], item.name }
    else
      layers[layer], named[layer] = id and "object" or "property", item.name
      if id then
        has[id] = true
      else
        any[#any + 1] = ids_of(state, item.name)
      end
      if item.word == "stationary" then
        still[#still + 1] = layer
      elseif item.word then
        moving[layer] = bits[item.word]
      end
    end
  end
  none[-1] = nil
  for id in pairs(has) do
    if none[id] then
      return nil, "forbidden", { state.game.objects[id + 1].name }
    end
  end
  table.sort(still)
  return { has = has, moving = moving, layers = layers, all = { has = sorted_keys(has),
    none = sorted_keys(none), any = any, moving = pairs_of(moving), still = still } }
end

-- What the items of a right cell say. `layers`: { [layer] = "object" or "property" }.
local function wishes(state, rule, cell)
  local wish = { clear = {}, clear_layers = {}, set = {}, move_set = {}, still = {}, reset = {},
    random = {}, directions = {}, layers = {} }
  for _, item in ipairs(cell) do
    local id, objects, layer = meaning(state, item)
    local word = item.word
    if word == "no" then
      wish.clear[id or -1] = true
    elseif word == "random" then
      if not objects then
        diagnostics.warning(state.game, rule.line, item.column, ("'random %s': there is nothing "
          .. "to choose from"):format(item.name))
      end
      for _, one in ipairs(objects and ids_of(state, item.name) or { id }) do
        wish.random[one] = true
      end
    elseif layer then
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
        wish.move_set[layer] = (wish.move_set[layer] or 0)
          | (word ~= "randomdir" and bits[word] or 0)
      end
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
  local cell = { write = right and writes(state, rule, test, right) or nil }
  for key, list in pairs(test.all) do
    cell[key] = list
  end
  return cell
end

-- The tests of all left cells, or nil, why, and names.
local function tested(state, copy, known)
  local found = {}
  for r, row in ipairs(copy.left) do
    found[r] = {}
    for c, cell in ipairs(row) do
      local key = texts.key(state, cell)
      if not cell.ellipsis and not known[key] then
        known[key] = { tests(state, cell) }
      end
      if not cell.ellipsis and not known[key][1] then
        return nil, known[key][2], known[key][3]
      end
      found[r][c] = not cell.ellipsis and known[key][1]
    end
  end
  return found
end

--- The rows of a compiled rule. Equal cells of one line are one table.
---@param state tessera.puzzlescript.Compiling
---@param copy tessera.puzzlescript.Copy
---@param known { tests: table<integer, table>, cells: table<integer, table> } those of this line
--- that were made already
---@return table[]|nil rows nil if it can never apply
---@return string|nil why "overlap": two objects of one layer; "forbidden": with and without one;
--- "layer": an object in no layer; "budget": it was too much
---@return string[]|nil names of what is wrong
function masks.rows(state, copy, known)
  local found, why, wrong = tested(state, copy, known.tests)
  if not found then
    return nil, why, wrong
  end
  local rows = {}
  for r, row in ipairs(found) do
    local cells = {}
    for c, test in ipairs(row) do
      local right = copy.right and copy.right[r][c]
      local key = texts.key(state, copy.left[r][c]) << 32 | texts.key(state, right) & 0xFFFFFFFF
      if test and not known.cells[key] then
        local size = #copy.left[r][c] + (right and #right or 0)
        if not copies.spend(state, copy.rule, cell_cost + size) then
          return nil, "budget"
        end
        known.cells[key] = compiled_cell(state, copy.rule, test, right)
      end
      cells[c] = test and known.cells[key] or gap
    end
    rows[r] = { cells = cells }
  end
  return rows
end

return masks
