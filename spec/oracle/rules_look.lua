--- Where the patterns and conditions of the twin fit.

local directions = require "spec.oracle.rules_directions"

local steps = directions.steps
local clockwise = { up = "right", right = "down", down = "left", left = "up" }
local quarters = { ahead = 0, right = 1, behind = 2, left = 3, back = 2 }

local function turned(heading, way)
  for _ = 1, quarters[way] do
    heading = clockwise[heading]
  end
  return heading
end

-- ---- looking ----

local function inside(board, row, column)
  return board[1][row] ~= nil and board[1][row][column] ~= nil
end

local function kinds_of(game, word, context)
  if game.own[word] then
    return game.own[word][context.player]
  end
  return game.sets[context.words[word] or word] or error("no kind or group: " .. word)
end

-- The kind of a word's that is in a cell, and its layer.
local function found(game, board, row, column, word, context)
  if word == "same" then
    local layer = context.same.layer
    return board[layer][row][column] == context.same.kind, layer
  end
  for layer, kinds in pairs(kinds_of(game, word, context)) do
    local kind = board[layer][row][column]
    if kinds[kind] then
      return kind, layer
    end
  end
end

local function fits_near(game, board, row, column, term, context)
  local count = 0
  for _, d in ipairs(term.near) do
    local r, c = row + d[1], column + d[2]
    local fits = inside(board, r, c) and found(game, board, r, c, term.word, context)
    count = count + (fits and 1 or 0)
  end
  return count >= term.least and count <= term.most
end

-- Whether a cell is at an end of a way: along an edge, or at a cell that fits or beside one.
local function is_at_goal(board, row, column, goal, beside, fits)
  local edge = goal.edge
  if edge then
    return (edge == "top" or edge == "edge") and row == 1
      or (edge == "bottom" or edge == "edge") and row == #board[1]
      or (edge == "left" or edge == "edge") and column == 1
      or (edge == "right" or edge == "edge") and column == #board[1][1]
  end
  for _, d in ipairs(beside) do
    if inside(board, row + d[1], column + d[2]) and fits(row + d[1], column + d[2]) then
      return true
    end
  end
  return fits(row, column)
end

-- Whether neighbouring cells that may be entered lead from some cells to one that is `there`.
local function leads(board, from, beside, may_enter, there)
  local met, at = {}, 1
  for _, cell in ipairs(from) do
    met[cell[1] .. " " .. cell[2]] = true
  end
  while from[at] do
    local row, column = from[at][1], from[at][2]
    if there(row, column) then
      return true
    end
    for _, d in ipairs(beside) do
      local r, c = row + d[1], column + d[2]
      if inside(board, r, c) and not met[r .. " " .. c] and may_enter(r, c) then
        met[r .. " " .. c] = true
        from[#from + 1] = { r, c }
      end
    end
    at = at + 1
  end
  return false
end

local function has_way(game, board, row, column, way, context)
  return leads(board, { { row, column } }, way.beside, function(r, c)
    return found(game, board, r, c, way.over, context)
  end, function(r, c)
    return is_at_goal(board, r, c, way.to, way.beside, function(i, j)
      return found(game, board, i, j, way.to.word, context) and true or false
    end)
  end)
end

local function fits_terms(game, board, row, column, terms, context)
  local on_board = inside(board, row, column)
  for _, term in ipairs(terms) do
    if term.word == "edge" then
      if on_board then
        return false
      end
    elseif term.way then
      if not on_board or term.no == has_way(game, board, row, column, term.way, context) then
        return false
      end
    elseif term.near then
      if not on_board or not fits_near(game, board, row, column, term, context) then
        return false
      end
    elseif term.word ~= "?" then
      if not on_board or term.no == (found(game, board, row, column, term.word, context) and true
        or false) then
        return false
      end
    end
  end
  return true
end

local function fits_cell(game, board, row, column, cell, context)
  for _, terms in ipairs(cell.alternatives) do
    if fits_terms(game, board, row, column, terms, context) then
      return true
    end
  end
  return not cell.alternatives[1] and inside(board, row, column)
end

-- The words that a left cell names without `no` and `or`.
local function named(cell)
  local words = {}
  for _, term in ipairs(not cell.alternatives[2] and cell.alternatives[1] or {}) do
    if not term.no and not term.near and not term.way and term.word ~= "edge" and term.word ~= "?"
      and term.word ~= "same" then
      words[#words + 1] = term.word
    end
  end
  return words
end

-- The names of pieces in a left cell: { [name] = the word that found it }.
local function names_in(cell)
  local names = {}
  for _, term in ipairs(cell.alternatives[1] or {}) do
    if term.name then
      names[term.name] = term.word
    end
  end
  return names
end

-- How far the cell (i, j) of a pattern lies from its first one.
local function offset(i, j, direction)
  local d = steps[direction]
  if d[1] == 0 then
    return i - 1, (j - 1) * d[2]
  elseif d[2] == 0 then
    return (j - 1) * d[1], i - 1
  end
  assert(i == 1, "a diagonal pattern of several rows")
  return (j - 1) * d[1], (j - 1) * d[2]
end

local function is_group(game, word)
  for _, layer in ipairs(game.layers) do
    if layer == word then
      return true
    end
  end
  return game.groups[word] ~= nil
end

-- Remembers the kind of the first group, for the cells that follow.
local function note_same(game, board, row, column, cell, context)
  for _, word in ipairs(named(cell)) do
    if not context.same and is_group(game, word) and not cell.run then
      local kind, layer = found(game, board, row, column, word, context)
      context.same = { kind = kind, layer = layer }
    end
  end
end

-- The cells of a row with runs, laid out: how long each run is, or nil.
local function fit_runs(game, board, cells, row, column, direction, context)
  local d, at, lengths, places = steps[direction], 0, {}, {}
  for k, cell in ipairs(cells) do
    local length, limit = 0, cell.run and (cell.most or math.huge) or 1
    while length < limit
      and fits_cell(game, board, row + at * d[1], column + at * d[2], cell, context) do
      if not cell.run then
        note_same(game, board, row + at * d[1], column + at * d[2], cell, context)
      end
      places[#places + 1] = { row = row + at * d[1], column = column + at * d[2], left = cell }
      at, length = at + 1, length + 1
    end
    if length < (cell.run or 1) or cell.run and k == 1
      and fits_cell(game, board, row - d[1], column - d[2], cell, context) then
      return nil
    end
    lengths[#lengths + 1] = cell.run and length or nil
  end
  return places, lengths
end

local function lay_out_right(places, cells, lengths)
  local at, runs = 0, 0
  for _, cell in ipairs(cells) do
    local length = 1
    if cell.run then
      runs = runs + 1
      length = lengths[runs]
    end
    for _ = 1, length do
      at = at + 1
      places[at].right = cell
    end
  end
  assert(at == #places)
end

-- Whether the pattern fits with its anchor in a cell, and lies in this direction. Returns the
-- places: row, column, the cells of both sides.
local function fit(game, board, pattern, row, column, direction, context)
  context.same = nil
  local r, c = offset(pattern.anchor[1], pattern.anchor[2], direction)
  row, column = row - r, column - c
  if pattern.runs then
    local places, lengths = fit_runs(game, board, pattern.left[1], row, column, direction, context)
    if places and pattern.right then
      lay_out_right(places, pattern.right[1], lengths)
    end
    return places
  end
  local places = {}
  for i, cells in ipairs(pattern.left) do
    for j, cell in ipairs(cells) do
      r, c = offset(i, j, direction)
      if not fits_cell(game, board, row + r, column + c, cell, context) then
        return nil
      end
      if inside(board, row + r, column + c) then
        note_same(game, board, row + r, column + c, cell, context)
      end
      places[#places + 1] = { row = row + r, column = column + c, left = cell,
        right = pattern.right and pattern.right[i][j] }
    end
  end
  return places
end

-- The directions in which a pattern may lie with its anchor in a cell.
local function directions_at(game, board, pattern, row, column, context)
  if pattern.relative then
    for _, layer in ipairs(board) do
      local heading = game.headings[pattern.facing][layer[row][column]]
      if heading then
        return { turned(heading, pattern.relative) }
      end
    end
    return {}
  elseif pattern.cells == 1 and not pattern.runs then
    return { "right" }
  elseif pattern.directions then
    return pattern.directions
  elseif context.direction then
    return { context.direction }
  end
  if game.hexagons then
    return { "left", "right", "up", "up-right", "down-left", "down" }
  end
  return pattern.left[2] and { "right" } or directions.words.orthogonal
end

-- ---- conditions ----

local compare = {
  ["="] = function(a, b) return a == b end,
  ["~="] = function(a, b) return a ~= b end,
  ["<"] = function(a, b) return a < b end,
  ["<="] = function(a, b) return a <= b end,
  [">"] = function(a, b) return a > b end,
  [">="] = function(a, b) return a >= b end,
}

-- Calls visit(row, column) for every cell in reading order, until it returns true.
local function each_cell(board, visit)
  for row, cells in ipairs(board[1]) do
    for column in ipairs(cells) do
      if visit(row, column) then
        return true
      end
    end
  end
  return false
end

local function count_cells(game, board, cell, on, context)
  local count = 0
  each_cell(board, function(row, column)
    if fits_cell(game, board, row, column, cell, context)
      and (not on or fits_cell(game, board, row, column, on, context)) then
      count = count + 1
    end
  end)
  return count
end

local function has_line(game, board, term, context)
  return each_cell(board, function(row, column)
    for _, d in ipairs(game.hexagons and directions.hex_lines or directions.lines) do
      local n = 0
      while n < term.number and inside(board, row + n * d[1], column + n * d[2])
        and fits_cell(game, board, row + n * d[1], column + n * d[2], term.cell, context) do
        n = n + 1
      end
      if n == term.number then
        return true
      end
    end
  end)
end

local function is_at(game, board, term, context)
  local function right_place(wanted, at, size)
    return not wanted or wanted == at or wanted < 0 and wanted + size + 1 == at
  end
  return each_cell(board, function(row, column)
    return right_place(term.row, row, #board[1])
      and right_place(term.column, column, #board[1][1])
      and fits_cell(game, board, row, column, term.cell, context)
  end)
end

local function fits_somewhere(game, board, pattern, context)
  return each_cell(board, function(row, column)
    for _, direction in ipairs(directions_at(game, board, pattern, row, column, context)) do
      if fit(game, board, pattern, row, column, direction, context) then
        return true
      end
    end
  end)
end

-- The value of a field; of one that each player has, that of who acts, or of who was found.
local function value_of(state, name, context)
  local their = name:match "^their:(.*)$"
  if their then
    return state[their][context.met] or 0
  end
  local value = state[name]
  return type(value) == "table" and value[context.player] or value
end

-- The value of a sum: products are added and taken away.
local function sum_of(state, board, sum, context)
  local total, product, minus = 0, 0, false
  for _, figure in ipairs(sum) do
    local number = figure.number or figure.turn and context.player
      or figure.cell and count_cells(state.game, board, figure.cell, nil, context)
      or value_of(state, figure.field, context)
    if figure.by == "*" then
      product = product * number
    elseif figure.by == "%" then
      product = product % number
    else
      total = total + (minus and -product or product)
      product, minus = number, figure.by == "-"
    end
  end
  return total + (minus and -product or product)
end

local holds

local function is_joined(game, board, term, context)
  local function ends(goal, row, column)
    return is_at_goal(board, row, column, goal, term.beside, function(r, c)
      return fits_cell(game, board, r, c, goal.cell, context)
    end)
  end
  local from = {}
  each_cell(board, function(row, column)
    if fits_cell(game, board, row, column, term.cell, context)
      and ends(term.from, row, column) then
      from[#from + 1] = { row, column }
    end
  end)
  return leads(board, from, term.beside, function(row, column)
    return fits_cell(game, board, row, column, term.cell, context)
  end, function(row, column)
    return ends(term.to, row, column)
  end)
end

local function holds_term(state, board, term, context)
  local game = state.game
  local number = term.other and count_cells(game, board, term.other, nil, context) or term.number
  if term.is == "stuck" then
    return not state:can_move()
  elseif term.is == "any" then
    for _, condition in ipairs(term.any) do
      if holds(state, board, condition, context) then
        return true
      end
    end
    return false
  elseif term.is == "sums" then
    return compare[term.sign](sum_of(state, board, term.left, context),
      sum_of(state, board, term.right, context))
  elseif term.is == "pattern" then
    return fits_somewhere(game, board, term.pattern, context) ~= term.no
  elseif term.is == "field" then
    return compare[term.sign](value_of(state, term.field, context), number)
  elseif term.is == "joined" then
    return is_joined(game, board, term, context) ~= term.no
  elseif term.is == "line" then
    return has_line(game, board, term, context)
  elseif term.is == "at" then
    return is_at(game, board, term, context)
  end
  local count = count_cells(game, board, term.cell, term.on, context)
  if term.is == "count" then
    return compare[term.sign](count, number)
  elseif term.is == "all" then
    return count == count_cells(game, board, term.cell, nil, context)
  end
  return (count > 0) == (term.is == "some")
end

function holds(state, board, condition, context)
  for _, term in ipairs(condition or {}) do
    if not holds_term(state, board, term, context) then
      return false
    end
  end
  return true
end

-- ---- how many rounds ----

-- How many cells a cell asks about: those that `near` looks at.
local function looks_around(cell)
  local looks = 0
  for _, terms in ipairs(cell.alternatives) do
    for _, term in ipairs(terms) do
      looks = looks + (term.near and #term.near or 0)
    end
  end
  return looks
end

-- A pattern begins in one cell.
local function looks_of_pattern(pattern)
  local looks = 1
  for _, cells in ipairs(pattern and pattern.left or {}) do
    for _, cell in ipairs(cells) do
      looks = looks + looks_around(cell)
    end
  end
  return pattern and looks or 0
end

local function looks_of_condition(condition)
  local looks = 0
  local function add(cell)
    looks = looks + (cell and 1 + looks_around(cell) or 0)
  end
  for _, term in ipairs(condition or {}) do
    add(term.cell)
    add(term.on)
    add(term.other)
    add(term.from and term.from.cell)
    add(term.to and term.to.cell)
    looks = looks + looks_of_pattern(term.pattern)
    for _, sum in ipairs { term.left or {}, term.right or {} } do
      for _, figure in ipairs(sum) do
        add(figure.cell)
      end
    end
    for _, part in ipairs(term.any or {}) do
      looks = looks + looks_of_condition(part)
    end
  end
  return looks
end

-- How many rounds an `again` may have: as many as look at 30,000,000 cells. In a sweep, and with
-- `each`, the condition of a rule is asked at each cell.
local function rounds(state, again)
  local cells = #state.cells[1] * #state.cells[1][1]
  local looks = looks_of_condition(again.when)
  for _, step in ipairs(again.again) do
    local everywhere = step.rules or step.pattern.how == "each"
    looks = looks + (step.rules and looks_of_condition(step.when) or 0)
    for _, rule in ipairs(step.rules or { step }) do
      looks = looks + looks_of_pattern(rule.pattern)
        + looks_of_condition(rule.when) * (everywhere and cells or 1)
    end
  end
  return looks == 0 and 10000 or math.max(300, math.min(10000, 30000000 // (looks * cells)))
end

return {
  inside = inside, fits_cell = fits_cell, kinds_of = kinds_of, found = found, named = named,
  names_in = names_in, value_of = value_of, is_group = is_group, rounds = rounds,
  fit = fit, directions_at = directions_at, each_cell = each_cell, count_cells = count_cells,
  holds = holds, steps = steps, turned = turned }
