--- Copies of a rule while it is compiled. A copy has a direction and rows of cells; a cell has
--- items `{ word, name }`. Copies share cells, so nothing ever changes a cell that is there.
---
--- A line may stand for very many copies. A budget bounds how many cells and items all copies of a
--- game have together, and so time and memory.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"

local copies = {}

---@class tessera.puzzlescript.Item
---@field word? string
---@field name string
---@field column? integer

---@class tessera.puzzlescript.Cell
---@field ellipsis? boolean
---@field text? string these two are kept by tessera.puzzlescript.compile.texts
---@field key? integer
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
local parts_max = 5000000 -- cells and items of all copies of a game
local copy_cost = 4

---@class tessera.puzzlescript.Compiling
---@field game table
---@field parts integer how many cells and items the copies may still have
---@field keys table<string, integer> a number for each text of a cell of the line at hand
---@field known integer how many such texts there are
---@field ids table<string, integer[]> the numbers of the objects of properties
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
  return { game = game, parts = parts_max, keys = {}, known = 0, ids = {}, layers = layers }
end

--- Takes from the budget what something costs. If that is too much, it is an error of its line.
---@param state tessera.puzzlescript.Compiling
---@param rule table
---@param cost integer|number
---@return boolean
function copies.spend(state, rule, cost)
  if cost > state.parts then
    diagnostics.error(state.game, rule.line, nil,
      "the rules up to here stand for more than can be compiled")
    return false
  end
  state.parts = state.parts - math.tointeger(cost)
  return true
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

local function bind(binding, item, choice, options)
  binding.list[#binding.list + 1] = { item = item, choice = choice }
  if not binding.seen[choice] then
    binding.seen[choice] = true
    binding.ways = math.min(binding.ways * options, parts_max)
  end
end

-- What is to be put where: for each place of rows a list of { item, choice }, or nil. Also how many
-- items the cells have in which something is put, for all that may be chosen for them.
local function bindings(rows, choices, bound)
  local found, cost = {}, 0
  for r, row in ipairs(rows or {}) do
    found[r] = {}
    for c, cell in ipairs(row) do
      local binding = nil
      for k, item in ipairs(cell) do
        local choice = bound(item, r, c)
        if choice then
          binding = binding or { list = {}, made = {}, ways = 1, seen = {} }
          bind(binding, k, choice, #choices[choice].options)
        end
      end
      found[r][c] = binding
      cost = cost + (binding and binding.ways * #cell or 0)
    end
  end
  return found, cost
end

local function resolved(cell, binding, chosen, field)
  local key = {}
  for i, bound in ipairs(binding.list) do
    key[i] = chosen[bound.choice]
  end
  key = table.concat(key, " ")
  local made = binding.made[key]
  if not made then
    made = table.move(cell, 1, #cell, 1, {})
    for _, bound in ipairs(binding.list) do
      local item = cell[bound.item]
      made[bound.item] = { word = item.word, name = item.name, column = item.column,
        [field] = chosen[bound.choice] }
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

-- How many ways there are to choose; at most one more than a line may stand for.
local function ways_of(choices)
  local count = 1
  for _, choice in ipairs(choices) do
    count = math.min(count * #choice.options, copies_max + 1)
  end
  return count
end

local function afford(state, copy, count, cost)
  if count > copies_max then
    diagnostics.error(state.game, copy.rule.line, nil,
      ("this rule stands for more than %d rules"):format(copies_max))
    return false
  end
  for _, row in ipairs(copy.left) do
    cost = cost + 2 * count * #row
  end
  return copies.spend(state, copy.rule, cost + count * copy_cost)
end

--- Appends a copy for each way to choose; the first choice varies slowest. An item takes what was
--- chosen by the choice that `left` or `right` name for it (a number; nil: it stays).
---@param state tessera.puzzlescript.Compiling
---@param list tessera.puzzlescript.Copy[]
---@param copy tessera.puzzlescript.Copy
---@param field "word"|"name" what of an item a choice sets
---@param choices tessera.puzzlescript.Choice[]
---@param left fun(item: tessera.puzzlescript.Item, row: integer, place: integer): integer|nil
---@param right fun(item: tessera.puzzlescript.Item, row: integer, place: integer): integer|nil
function copies.product(state, list, copy, field, choices, left, right)
  local on_left, cost = bindings(copy.left, choices, left)
  local on_right, more = bindings(copy.right, choices, right)
  local count = ways_of(choices)
  if not choices[1] then
    list[#list + 1] = copy
  end
  if not choices[1] or count == 0 or not afford(state, copy, count, cost + more) then
    return
  end
  local at, chosen = {}, {}
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
