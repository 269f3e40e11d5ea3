--- Pieces of several cells that the rules of the twin move as a whole.

local change = require "spec.oracle.rules_change"
local directions = require "spec.oracle.rules_directions"
local look = require "spec.oracle.rules_look"
local text = require "spec.oracle.rules_text"

local sides = { { -1, 0, "down" }, { 1, 0, "down" }, { 0, -1, "right" }, { 0, 1, "right" } }
local sides_of_hexagons = {}
for i, direction in ipairs(directions.six) do
  sides_of_hexagons[i] = directions.steps[directions.hex_means[direction]]
end

-- Whether two cells beside each other are one piece; the first one lies above or to the left.
local function are_joined(game, joins, kind, other, way)
  if not joins then
    return kind == other
  end
  for _, name in ipairs(joins[way] or {}) do
    if name == kind then
      return true
    end
    for _, member in ipairs(game.groups[name] or {}) do
      if member == kind then
        return true
      end
    end
  end
  return false
end

-- Adds the cell and all that belong to it to a list.
local function collect(piece, row, column)
  local board, key = piece.board, row .. " " .. column
  if piece[key]
    or not look.fits_cell(piece.game, board, row, column, piece.cell, piece.context) then
    return
  end
  piece[key] = true
  table.insert(piece, { row, column, board[piece.layer][row][column] })
  for i, side in ipairs(piece.whole and {} or piece.game.hexagons and sides_of_hexagons
    or sides) do
    local r, c = row + side[1], column + side[2]
    if look.inside(board, r, c) then
      local kind, other = board[piece.layer][row][column], board[piece.layer][r][c]
      if i % 2 == 1 then
        kind, other = other, kind
      end
      if are_joined(piece.game, piece.joins, kind, other, side[3]) then
        collect(piece, r, c)
      end
    end
  end
end

local function has_room(piece, down, across)
  for _, cell in ipairs(piece) do
    local row, column = cell[1] + down, cell[2] + across
    local own = piece[row .. " " .. column]
    if not look.inside(piece.board, row, column) then
      return false
    elseif not own and piece.into
      and not look.fits_cell(piece.game, piece.board, row, column, piece.into, piece.context)
      or not own and not piece.into and piece.board[piece.layer][row][column] ~= piece.blank then
      return false
    end
  end
  return true
end

-- Whether it can go so many steps: nil, or a list of how far down and across it comes.
local function way_of(piece, direction, steps)
  local d, row, column, way = look.steps[direction], 0, 0, {}
  for _ = 1, steps do
    if d[1] ~= 0 and d[2] ~= 0 and not piece.game.hexagons then
      if has_room(piece, row + d[1], column) then
        table.insert(way, { row + d[1], column })
      elseif has_room(piece, row, column + d[2]) then
        table.insert(way, { row, column + d[2] })
      else
        return nil
      end
    end
    row, column = row + d[1], column + d[2]
    if not has_room(piece, row, column) then
      return nil
    end
    table.insert(way, { row, column })
  end
  return way
end

-- Moves the piece that the action means. Returns its place before, if it can go there.
return function(state, rule, context)
  local given = type(rule.move) == "table" and rule.move or { rule.move }
  local game, whole = state.game, not context.row
  local piece = { board = state.cells, game = game, context = context, whole = whole,
    cell = text.left(given[1]), into = given.into and text.left(given.into), joins = given.joins }
  piece.layer = next(look.kinds_of(game, look.named(piece.cell)[1], context))
  piece.blank = game.blank[piece.layer]
  if whole then
    look.each_cell(state.cells, function(row, column)
      collect(piece, row, column)
    end)
  elseif look.inside(state.cells, context.row, context.column) then
    collect(piece, context.row, context.column)
  end
  local way
  if piece[1] and not piece[65] then
    local steps = given[1] ~= context.number and context.steps or 1
    way = way_of(piece, context.direction, steps)
  end
  if not way then
    return nil
  end
  local cells, down, across = state.cells[piece.layer], 0, 0
  for _, step in ipairs(way) do
    for _, cell in ipairs(piece) do
      cells[cell[1] + down][cell[2] + across] = piece.blank
    end
    down, across = step[1], step[2]
    for _, cell in ipairs(piece) do
      cells[cell[1] + down][cell[2] + across] = cell[3]
    end
  end
  change.note_changes(state, rule, context)
  return { piece[1][1], piece[1][2] }
end
