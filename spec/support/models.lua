--- Holds what a model says of a game (src/game/model.h) against what playing does.

local core = require "tessera.search_core"

local models = {}

local limits = { nodes = 0, memory = 1 << 28, disk = 0 }

--- What the rules say of the board of a state; nil if nothing.
---@param state table
---@return table|nil
function models.new(state)
  return core.model(state, limits)
end

--- The cells of a state: the bytes of all layers, row by row.
---@param state table
---@return string
function models.board(state)
  return core.board(state, limits)
end

--- Distances of single pieces for a term of a goal, both from 1.
---@param state table
---@param goal? integer
---@param term? integer
---@return table|nil
function models.distances(state, goal, term)
  return core.distances(state, limits, goal or 1, term or 1)
end

--- The byte of a layer's cell, both from 1.
---@param model table
---@param board string
---@param layer integer
---@param cell integer
---@return string
function models.at(model, board, layer, cell)
  local i = (layer - 1) * model.rows * model.columns + cell
  return board:sub(i, i)
end

--- Whether a cell of a term or a move fits.
---@param model table
---@param cell table its alternatives
---@param board string
---@param at integer
---@return boolean
function models.fits(model, cell, board, at)
  for _, tests in ipairs(cell) do
    local fine = true
    for _, test in ipairs(tests) do
      fine = fine and test.kinds:find(models.at(model, board, test.layer, at), 1, true) ~= nil
    end
    if fine then
      return true
    end
  end
  return #cell == 0
end

-- The cell of a part of a move that lies at this row and column; nil: off the board.
local function cell_of(model, part, row, column)
  row, column = row + part.row, column + part.column
  return row >= 1 and row <= model.rows and column >= 1 and column <= model.columns
    and (row - 1) * model.columns + column or nil
end

-- ---- one move ----

-- Whether the move fits there, and leads from one board to the other.
local function explains(model, move, row, column, before, after, changed)
  local left = changed.count
  for _, part in ipairs(move) do
    local at = cell_of(model, part, row, column)
    if not at and not part.outside or at and not models.fits(model, part.before, before, at) then
      return false
    end
    for _, write in ipairs(at and part.writes or {}) do
      local was = models.at(model, before, write.layer, at)
      local is = models.at(model, after, write.layer, at)
      local from = write.from and cell_of(model, move[write.from], row, column)
      if not write.kinds:find(is, 1, true)
        or write.becomes and write.becomes:sub(was:byte() + 1, was:byte() + 1) ~= is
        or write.from and (not from or models.at(model, before, write.layer, from) ~= is) then
        return false
      end
      left = left - (was ~= is and 1 or 0)
    end
  end
  return left == 0
end

-- Whether one move, which is no step, leads from one board to the other.
local function one_explains(model, before, after, changed)
  for _, move in ipairs(model.moves) do
    for _, part in ipairs(move.step and {} or move) do
      if part.writes[1] and explains(model, move, changed.row - part.row,
        changed.column - part.column, before, after, changed) then
        return true
      end
    end
  end
  return false
end

-- ---- many moves ----

local function meets(set, kinds)
  for kind in pairs(set) do
    if kinds:find(kind, 1, true) then
      return true
    end
  end
  return false
end

local function may_fit(model, cell, sets, at)
  for _, tests in ipairs(cell) do
    local fine = true
    for _, test in ipairs(tests) do
      local i = (test.layer - 1) * model.rows * model.columns + at
      fine = fine and meets(sets[i], test.kinds)
    end
    if fine then
      return true
    end
  end
  return #cell == 0
end

-- Adds what a move may write there. Returns whether something is new.
local function spread(model, move, row, column, sets)
  local new = false
  for _, part in ipairs(move) do
    local at = cell_of(model, part, row, column)
    if not at and not part.outside or at and not may_fit(model, part.before, sets, at) then
      return false
    end
  end
  for _, part in ipairs(move) do
    local at = cell_of(model, part, row, column)
    for _, write in ipairs(at and part.writes or {}) do
      local set = sets[(write.layer - 1) * model.rows * model.columns + at]
      local kinds = write.kinds
      if write.becomes then
        kinds = ""
        for kind in pairs(set) do
          kinds = kinds .. write.becomes:sub(kind:byte() + 1, kind:byte() + 1)
        end
      end
      for kind in kinds:gmatch "." do
        new = new or not set[kind]
        set[kind] = true
      end
    end
  end
  return new
end

-- The rows or columns at which a part of the move is on the board.
local function span(move, key, side)
  local first, last = side, 1
  for _, part in ipairs(move) do
    first, last = math.min(first, 1 - part[key]), math.max(last, side - part[key])
  end
  return first, last
end

-- Whether moves, each as if what others bring about stayed there as well, lead to a board.
local function many_explain(model, before, after)
  local sets, new = {}, true
  for i = 1, #before do
    sets[i] = { [before:sub(i, i)] = true }
  end
  while new do
    new = false
    for _, move in ipairs(model.moves) do
      local top, bottom = span(move, "row", model.rows)
      local left, right = span(move, "column", model.columns)
      for row = top, bottom do
        for column = left, right do
          new = spread(model, move, row, column, sets) or new
        end
      end
    end
  end
  for i = 1, #after do
    if not sets[i][after:sub(i, i)] then
      return false
    end
  end
  return true
end

-- ---- all that it says ----

local function changes(model, before, after)
  local cells, changed = model.rows * model.columns, { count = 0 }
  for i = 1, #before do
    if before:sub(i, i) ~= after:sub(i, i) then
      local layer, at = (i - 1) // cells + 1, (i - 1) % cells
      changed.count = changed.count + 1
      changed[changed.count] = { layer = layer, at = at + 1 }
      changed.row, changed.column = at // model.columns + 1, at % model.columns + 1
    end
  end
  return changed
end

-- The cells with somebody who acts.
local function avatars(model, board)
  local found = {}
  for layer, about in ipairs(model.layers) do
    for at = 1, model.rows * model.columns do
      if about.avatar:find(models.at(model, board, layer, at), 1, true) then
        found[#found + 1] = at
      end
    end
  end
  return found
end

-- What an action must not do; nil if it does none of this.
local function wrong_change(model, before, after, changed)
  for _, change in ipairs(changed) do
    local about = model.layers[change.layer]
    local kinds = about.moving .. about.blank
    for _, board in ipairs { before, after } do
      if not kinds:find(models.at(model, board, change.layer, change.at), 1, true) then
        return "a kind changes that does not move"
      end
    end
  end
  if not model.has_avatar then
    return nil
  end
  local was, is = avatars(model, before), avatars(model, after)
  if #was ~= 1 or #is ~= 1 then
    return "not one acts"
  end
  for _, change in ipairs(model.reach > 0 and changed or {}) do
    local rows = (change.at - 1) // model.columns - (was[1] - 1) // model.columns
    local columns = (change.at - 1) % model.columns - (was[1] - 1) % model.columns
    if math.max(math.abs(rows), math.abs(columns)) > model.reach then
      return "an action reaches too far"
    end
  end
  return nil
end

--- What is wrong with what a model says of an action that leads from one board to another one; nil
--- if nothing is. The second result is how the change was explained: "one", "many", "none" or
--- "unsaid".
---@param model table
---@param before string
---@param after string
---@return string|nil, string|nil
function models.wrong_action(model, before, after)
  local changed = changes(model, before, after)
  if not model.whole then
    return nil, "unsaid"
  end
  local wrong = wrong_change(model, before, after, changed)
  if wrong then
    return wrong
  end
  local steps = false
  for _, move in ipairs(model.moves) do
    steps = steps or move.step
  end
  if changed.count == 0 then
    return nil, "none"
  end
  if model.single and not steps then
    if not one_explains(model, before, after, changed) then
      return "no move does it"
    end
    return nil, "one"
  end
  if not many_explain(model, before, after) then
    return "no moves do it"
  end
  return nil, "many"
end

-- ---- in words ----

--- The names of kinds of a layer.
---@param model table
---@param layer integer
---@param kinds string
---@return string
function models.shown(model, layer, kinds)
  local list = {}
  for kind in kinds:gmatch "." do
    list[#list + 1] = model.layers[layer].names[kind]
  end
  table.sort(list)
  return table.concat(list, list[1] and #list[1] > 1 and ", " or "")
end

local function shown_cell(model, cell)
  local list = {}
  for i, tests in ipairs(cell) do
    local all = {}
    for k, test in ipairs(tests) do
      all[k] = models.shown(model, test.layer, test.kinds)
    end
    list[i] = table.concat(all, " and ")
  end
  return cell[1] and table.concat(list, " or ") or "any"
end

--- The terms of a goal.
---@param model table
---@param goal table
---@return string
function models.shown_goal(model, goal)
  local list = {}
  for i, term in ipairs(goal) do
    list[i] = term.what == "other" and "other" or ("%s %s%s%s%s"):format(term.what,
      shown_cell(model, term.cell), term.on[1] and " on " .. shown_cell(model, term.on) or "",
      term.compare and (" %s %d"):format(term.compare, term.number) or "",
      term.places and " at " .. table.concat(term.places, " ") or "")
  end
  return table.concat(list, "; ")
end

--- A move: its parts by rows and columns, what must be there, and what becomes of it.
---@param model table
---@param move table
---@return string
function models.shown_move(model, move)
  local list = {}
  for i, part in ipairs(move) do
    local writes = {}
    for k, write in ipairs(part.writes) do
      writes[k] = " -> " .. models.shown(model, write.layer, write.kinds)
    end
    list[i] = ("%d %d %s%s"):format(part.row, part.column, shown_cell(model, part.before),
      table.concat(writes))
  end
  return table.concat(list, "; ")
end

-- ---- goals ----

local compare = {
  ["="] = function(a, b) return a == b end,
  ["~="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end,
  ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end,
  [">="] = function(a, b) return a >= b end,
}

local function term_holds(model, term, board)
  local counts, both = 0, 0
  local places = {}
  for _, at in ipairs(term.places or {}) do
    places[at] = true
  end
  for at = 1, model.rows * model.columns do
    if (not term.places or places[at]) and models.fits(model, term.cell, board, at) then
      counts = counts + 1
      both = both + (models.fits(model, term.on, board, at) and 1 or 0)
    end
  end
  if term.what == "all" then
    return both == counts
  elseif term.what == "no" then
    return both == 0
  elseif term.what == "some" then
    return both > 0
  end
  return compare[term.compare](both, term.number)
end

--- Whether a goal of the model holds, as far as its terms say: those that cannot be said are
--- taken to hold.
---@param model table
---@param board string
---@return boolean
function models.goal_holds(model, board)
  for _, goal in ipairs(model.goals) do
    local holds = true
    for _, term in ipairs(goal) do
      holds = holds and (term.what == "other" or term_holds(model, term, board))
    end
    if holds then
      return true
    end
  end
  return false
end

return models
