--- Copies of a rule while it is compiled. A copy has a direction and cells, row after row; a cell
--- has items `{ word, name }`. Copies share cells, so nothing ever changes a cell that is there.
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
---@field shape integer[] how many cells each row has
---@field extends boolean whether a row has several, so that its direction matters
---@field left tessera.puzzlescript.Cell[]
---@field right? tessera.puzzlescript.Cell[]

---@class tessera.puzzlescript.Choice
---@field options string[]

local copies_max = 1000000 -- of a line
local parts_max = 5000000 -- cells and items of all copies of a game
local copy_cost = 4

---@class tessera.puzzlescript.Compiling
---@field game table
---@field parts integer how many cells and items the copies may still have
---@field keys table<string, integer> a number for each text of a cell
---@field known integer how many such texts there are
---@field tests table<integer, table> what a left cell tests, by the number of its text
---@field pairs table<integer, tessera.puzzlescript.Pair> what stands on both sides of the arrow
---@field paired integer how many such pairs there are
---@field source table<table, tessera.puzzlescript.Pair> by cell of the program
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
  return { game = game, parts = parts_max, keys = {}, known = 0, tests = {}, pairs = {}, paired = 0,
    source = {}, ids = {}, layers = layers }
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

local unpacked = 200 -- entries, at most, that a list is made of at once

--- A part of a list. (A list that grows is moved again and again.)
---@param list any[]
---@param first integer
---@param last integer
---@return any[]
function copies.slice(list, first, last)
  return last - first < unpacked and { table.unpack(list, first, last) }
    or table.move(list, first, last, 1, {})
end

-- ---- choices ----

---@class tessera.puzzlescript.Binding where something is put, of what choices it depends
---@field at integer the place
---@field choices integer[]
---@field last integer the last of these choices
---@field left { item: integer, choice: integer }[]
---@field right { item: integer, choice: integer }[]
---@field made table<integer, any> what was made of the cells of both sides, by what was chosen

-- What is to be put into the items of a cell, and how many items that makes for all that may be
-- chosen.
local function bind(cell, at, choices, bound)
  local list, seen, ways = {}, {}, 1
  for k, item in ipairs(cell) do
    local choice = bound(item, at)
    if choice then
      list[#list + 1] = { item = k, choice = choice }
      ways = seen[choice] and ways or math.min(ways * #choices[choice].options, parts_max)
      seen[choice] = true
    end
  end
  return list, list[1] and ways * #cell or 0
end

local function new_binding(at, left, right)
  local binding = { at = at, choices = {}, last = 0, left = left, right = right, made = {} }
  local seen = {}
  for _, list in ipairs { left, right } do
    for _, bound in ipairs(list) do
      if not seen[bound.choice] then
        seen[bound.choice] = true
        table.insert(binding.choices, bound.choice)
        binding.last = math.max(binding.last, bound.choice)
      end
    end
  end
  return binding
end

-- Where something is to be put, as a list and a set; and how many items the cells there have, for
-- all that may be chosen for them.
local function bindings(copy, choices, on_left, on_right)
  local found, bound, cost = {}, {}, 0
  for at, cell in ipairs(copy.left) do
    local left, own = bind(cell, at, choices, on_left)
    local right, others = bind(copy.right and copy.right[at] or {}, at, choices, on_right)
    cost = cost + own + others
    if left[1] or right[1] then
      found[#found + 1] = new_binding(at, left, right)
      bound[at] = true
    end
  end
  return found, bound, cost
end

local function with(cell, list, choices, at, field)
  if not list[1] then
    return cell
  end
  local made = copies.slice(cell, 1, #cell)
  for _, bound in ipairs(list) do
    local item = cell[bound.item]
    made[bound.item] = { word = item.word, name = item.name, column = item.column,
      [field] = choices[bound.choice].options[at[bound.choice]] }
  end
  return made
end

-- What is made of the cells of a place, as is chosen.
local function chosen(copy, binding, choices, at, field, make)
  local number, list = 0, binding.choices
  for i = 1, #list do
    number = number * #choices[list[i]].options + at[list[i]] - 1
  end
  local made = binding.made[number]
  if not made then
    local right = copy.right and copy.right[binding.at]
    made = make(with(copy.left[binding.at], binding.left, choices, at, field),
      right and with(right, binding.right, choices, at, field))
    binding.made[number] = made
  end
  return made
end

-- Goes on to the next choice of options; the last choice varies fastest. Returns the first one that
-- has changed, nil after the last.
local function advance(at, choices)
  for i = #choices, 1, -1 do
    at[i] = at[i] + 1
    if at[i] <= #choices[i].options then
      return i
    end
    at[i] = 1
  end
  return nil
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
  return copies.spend(state, copy.rule, cost + 2 * count * #copy.left + count * copy_cost)
end

--- Calls `emit(copy, places)` for each way to choose; the first choice varies slowest. A place has
--- what `make(left, right)` has made of its cells. An item takes what was chosen by the choice that
--- `on_left` or `on_right` name for it (a number; nil: it stays). All calls get the same list of
--- places.
---@param state tessera.puzzlescript.Compiling
---@param copy tessera.puzzlescript.Copy
---@param field "word"|"name" what of an item a choice sets
---@param choices tessera.puzzlescript.Choice[]
---@param on_left fun(item: tessera.puzzlescript.Item, place: integer): integer|nil
---@param on_right fun(item: tessera.puzzlescript.Item, place: integer): integer|nil
---@param make fun(left: tessera.puzzlescript.Cell, right: tessera.puzzlescript.Cell|nil): any
---@param emit fun(copy: tessera.puzzlescript.Copy, places: any[])
function copies.product(state, copy, field, choices, on_left, on_right, make, emit)
  local found, bound, cost = bindings(copy, choices, on_left, on_right)
  local count = ways_of(choices)
  if choices[1] and (count == 0 or not afford(state, copy, count, cost)) then
    return
  end
  local places, at, changed = {}, {}, 1
  for place, cell in ipairs(copy.left) do
    places[place] = not bound[place] and make(cell, copy.right and copy.right[place])
  end
  for i in ipairs(choices) do
    at[i] = 1
  end
  repeat
    for i = 1, #found do
      local binding = found[i]
      if binding.last >= changed then
        places[binding.at] = chosen(copy, binding, choices, at, field, make)
      end
    end
    emit(copy, places)
    changed = advance(at, choices)
  until not changed
end

return copies
