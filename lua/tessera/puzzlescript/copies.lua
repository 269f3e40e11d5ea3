--- Copies of a rule while it is compiled. A copy has a direction and rows of cells; a cell has
--- items `{ word, name }`. Copies share cells, so nothing ever changes a cell that is there.
---
--- A line may stand for very many copies. A budget bounds how many cells all copies of a game have
--- together.

local diagnostics = require "tessera.puzzlescript.diagnostics"

local copies = {}

---@class tessera.puzzlescript.Item
---@field word? string
---@field name string
---@field column? integer

---@class tessera.puzzlescript.Cell
---@field ellipsis? boolean
---@field text? string kept by tessera.puzzlescript.texts
---@field [integer] tessera.puzzlescript.Item

---@class tessera.puzzlescript.Copy
---@field rule table the rule as it was parsed
---@field direction string
---@field heading string the direction before `up` and `left` were turned round
---@field left tessera.puzzlescript.Cell[][]
---@field right? tessera.puzzlescript.Cell[][]

---@class tessera.puzzlescript.Choice
---@field options string[]

local copies_max = 1000000 -- of a line
local cells_max = 4000000 -- of all copies of a game

---@class tessera.puzzlescript.Compiling
---@field game table
---@field cells integer how many cells the copies may still have
---@field layers table<string, integer|false> the layer of each property; false: several or none

-- The layer of the objects of a property; false if there are several or none.
local function layer_of_property(game, objects)
  local layer = false
  for i, object in ipairs(objects) do
    local id = game.id_of[object]
    local its = id and game.objects[id + 1].layer
    if not its or i > 1 and its ~= layer then
      return false
    end
    layer = its
  end
  return layer
end

--- What the steps of compiling a game share.
---@param game table
---@return tessera.puzzlescript.Compiling
function copies.begin(game)
  local layers = {}
  for name, objects in pairs(game.properties) do
    layers[name] = layer_of_property(game, objects)
  end
  return { game = game, cells = cells_max, layers = layers }
end

local function size(copy)
  local count = 1
  for _, row in ipairs(copy.left) do
    count = count + 2 * #row
  end
  return count
end

--- Whether so many copies like this one can be afforded. If not, that is an error of its line.
---@param state tessera.puzzlescript.Compiling
---@param copy tessera.puzzlescript.Copy
---@param count integer|number
---@return boolean
function copies.afford(state, copy, count)
  local cost = count == 1 and 0 or count * size(copy) -- one: it stays as it is
  if count <= copies_max and cost <= state.cells then
    state.cells = state.cells - math.tointeger(cost)
    return true
  end
  diagnostics.error(state.game, copy.rule.line, nil, count > copies_max
    and ("this rule stands for more than %d rules"):format(copies_max)
    or ("all rules together stand for rules of more than %d cells"):format(cells_max))
  return false
end

--- A copy with other cells.
---@param copy tessera.puzzlescript.Copy
---@param left tessera.puzzlescript.Cell[][]
---@param right tessera.puzzlescript.Cell[][]|nil
---@return tessera.puzzlescript.Copy
function copies.with(copy, left, right)
  return { rule = copy.rule, direction = copy.direction, heading = copy.heading, left = left,
    right = right }
end

--- The cells of rows, each replaced by `change(cell, row, place)`.
---@param rows tessera.puzzlescript.Cell[][]|nil
---@param change fun(cell: tessera.puzzlescript.Cell, row: integer, place: integer): table
---@return tessera.puzzlescript.Cell[][]|nil
function copies.map(rows, change)
  local mapped = rows and {}
  for r, row in ipairs(rows or {}) do
    mapped[r] = {}
    for c, cell in ipairs(row) do
      mapped[r][c] = change(cell, r, c)
    end
  end
  return mapped
end

-- What is to be put where: for each place of rows a list of { item, choice }, or nil.
local function bindings(rows, bound)
  local found = {}
  for r, row in ipairs(rows or {}) do
    found[r] = {}
    for c, cell in ipairs(row) do
      local list = {}
      for k, item in ipairs(cell) do
        local choice = bound(item, r, c)
        if choice then
          list[#list + 1] = { item = k, choice = choice }
        end
      end
      found[r][c] = list[1] and { list = list, made = {} } or nil
    end
  end
  return found
end

local function resolved(cell, binding, chosen, field)
  local key = {}
  for i, bind in ipairs(binding.list) do
    key[i] = chosen[bind.choice]
  end
  key = table.concat(key, " ")
  local made = binding.made[key]
  if not made then
    made = table.move(cell, 1, #cell, 1, {})
    for _, bind in ipairs(binding.list) do
      local item = cell[bind.item]
      made[bind.item] = { word = item.word, name = item.name, column = item.column,
        [field] = chosen[bind.choice] }
    end
    binding.made[key] = made
  end
  return made
end

local function resolve(rows, found, chosen, field)
  return copies.map(rows, function(cell, r, c)
    local binding = found[r][c]
    return binding and resolved(cell, binding, chosen, field) or cell
  end)
end

-- Goes on to the next choice of options; the last choice varies fastest. False after the last.
local function advance(at, choices)
  for i = #choices, 1, -1 do
    at[i] = at[i] + 1
    if at[i] <= #choices[i].options then
      return true
    end
    at[i] = 1
  end
  return false
end

--- How many ways there are to choose. A number that is too large is a float.
---@param choices tessera.puzzlescript.Choice[]
---@return integer|number
function copies.ways(choices)
  local count = 1
  for _, choice in ipairs(choices) do
    count = count * #choice.options
    if count > copies_max then
      return math.huge
    end
  end
  return count
end

--- Appends a copy for each way to choose; the first choice varies slowest. An item takes what was
--- chosen by the choice that `left` or `right` name for it (a number; nil: it stays).
---@param list tessera.puzzlescript.Copy[]
---@param copy tessera.puzzlescript.Copy
---@param field "word"|"name" what of an item a choice sets
---@param choices tessera.puzzlescript.Choice[]
---@param left fun(item: tessera.puzzlescript.Item, row: integer, place: integer): integer|nil
---@param right fun(item: tessera.puzzlescript.Item, row: integer, place: integer): integer|nil
function copies.product(list, copy, field, choices, left, right)
  local at, chosen = {}, {}
  if copies.ways(choices) == 0 then
    return
  end
  local on_left, on_right = bindings(copy.left, left), bindings(copy.right, right)
  if not choices[1] then
    list[#list + 1] = copy
    return
  end
  for i in ipairs(choices) do
    at[i] = 1
  end
  repeat
    for i, choice in ipairs(choices) do
      chosen[i] = choice.options[at[i]]
    end
    list[#list + 1] = copies.with(copy, resolve(copy.left, on_left, chosen, field),
      resolve(copy.right, on_right, chosen, field))
  until not advance(at, choices)
end

return copies
