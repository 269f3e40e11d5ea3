--- The section LEVELS: maps and messages.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"
local names = require "tessera.puzzlescript.parse.names"

local levels = {}

local report, shown = diagnostics.report, diagnostics.shown

local side_max = 16384
local level_cells_max = 1 << 20
local cells_max = 2000000 -- of all levels together
local screen = 34 -- characters in a line of a message
local screen_lines = 12

-- The byte behind the comments at the start of a line, and how many are open at its end.
local function skip_comments(state, low)
  local at, depth = 1, state.depth
  while true do
    at = low:find(depth == 0 and "%S" or "[()]", at)
    local sign = at and low:sub(at, at)
    if not at or depth == 0 and sign ~= "(" and sign ~= ")" then
      return at, depth
    elseif sign == "(" then
      depth = depth + 1
    elseif depth > 0 then
      depth = depth - 1
    else
      report(state, "warning", at, "there is no '(' for this ')'")
    end
    at = at + 1
  end
end

local function read_message(state, low, at)
  local text = lines.trimmed(state.raw:sub(at + #"message"))
  if not low:find("^[%s]", at + #"message") and text ~= "" then
    report(state, "warning", at + #"message", "expected a blank behind 'message'")
  end
  if lines.length(text) > screen * screen_lines then
    report(state, "warning", at, "the message does not fit on a screen")
  end
  state.level = nil
  table.insert(state.levels, { message = text, line = state.number })
end

-- A pattern that finds a character, if it is not one of those that maps may have; of these all that
-- are ASCII.
local function unknown_glyphs(game)
  local known = {}
  for name, kind in pairs(game.names) do
    if kind ~= "property" and name:find "^[\x21-\x7E]$" then
      known[#known + 1] = "%" .. name
    end
  end
  return known[1] and "[^" .. table.concat(known):gsub("%%(%w)", "%1") .. "]" or "."
end

-- Reports the characters that a map cannot have, each of them once.
local function check_row(state, row, at)
  local known = state.glyphs
  state.unknown_glyphs = state.unknown_glyphs or unknown_glyphs(state.game)
  if not row:find(state.unknown_glyphs) then
    return
  end
  for _, character in ipairs(lines.characters(row)) do
    if not known[character] then
      local kind = state.game.names[character]
      if kind == "property" then
        report(state, "error", at, "%s is a property: in a map it could be any of its objects",
          shown(character))
      elseif not kind then
        report(state, "error", at, "%s is not defined", shown(character))
      else
        known[character] = true
      end
    end
    at = at + #character
  end
end

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param low string the line in small letters, with its comments
function levels.line(state, low)
  local at
  diagnostics.note_comment(state)
  at, state.depth = skip_comments(state, low)
  if not at or low:find("^[=%s]+$", at) then
    return
  elseif low:find("^message", at) then
    return read_message(state, low, at)
  end
  local opened = low:find("(", at, true)
  local row = lines.trimmed(low:sub(at, (opened or 0) - 1))
  local closed = row:find "%s*%)[)%s]*$"
  if closed then
    report(state, "warning", at + closed - 1, "there is no '(' for this ')'")
    report(state, "warning", at + closed - 1, "the row ends in front of ')'")
    row = row:sub(1, closed - 1)
  end
  if opened then
    local _
    _, state.depth = lines.uncommented(low:sub(opened), 0)
  end
  if not state.level then
    state.level = { text = {}, line = state.number, numbers = {}, plain = true }
    table.insert(state.levels, state.level)
  end
  table.insert(state.level.text, row)
  table.insert(state.level.numbers, state.number)
  state.level.plain = state.level.plain and not low:find "[()]"
  check_row(state, row, at)
end

--- Ends a level, as a blank line does.
---@param state tessera.puzzlescript.State
function levels.blank(state)
  state.level = nil
end

-- What the characters of maps stand for: lists of objects, which have layers.
local function read_glyphs(state)
  local game = state.game
  for name, kind in pairs(game.names) do
    if kind ~= "property" and lines.last(name, 1) == #name then
      local list = {}
      for _, object in ipairs(names.objects(game, name)) do
        if game.id_of[object] then
          list[#list + 1] = object
        end
      end
      game.glyphs[name] = list
    end
  end
end

-- The rows of a level as lists of characters, all as long as the first: a shorter one is filled up
-- with its last character.
local function even_rows(texts)
  local rows, ragged = {}, false
  for i, text in ipairs(texts) do
    local row = lines.characters(text)
    local columns = i > 1 and #rows[1] or #row
    ragged = ragged or #row ~= columns
    for x = #row + 1, columns do
      row[x] = row[x - 1]
    end
    rows[i] = row
  end
  return rows, ragged
end

-- The list of a cell with the background added; each glyph has one for all its cells.
local function background_adder(game, layer, background)
  local made = {}
  return function(list)
    if not made[list] then
      local whole, has = {}, false
      for i, object in ipairs(list) do
        whole[i] = object
        has = has or game.objects[game.id_of[object] + 1].layer == layer
      end
      if not has then
        table.move(background, 1, #background, #whole + 1, whole)
      end
      made[list] = whole
    end
    return made[list]
  end
end

local function of_layer(game, list, layer)
  local found = {}
  for _, object in ipairs(list) do
    if game.objects[game.id_of[object] + 1].layer == layer then
      found[#found + 1] = object
    end
  end
  return found
end

--- What the characters of maps show: their objects and the background, from below to above.
---@param game table
---@return fun(list: string[]): string[]
function levels.on_background(game)
  local default = game.default_background
  local function layer_of(object)
    return game.objects[game.id_of[object] + 1].layer
  end
  local with_background = default and background_adder(game, layer_of(default), { default })
  return function(list)
    local seen = default and with_background(list) or list
    seen = table.move(seen, 1, #seen, 1, {})
    table.sort(seen, function(a, b)
      return layer_of(a) < layer_of(b)
    end)
    return seen
  end
end

-- The cells of a map. `unknown` is told of the first character that stands for nothing; from there
-- on, cells are empty, and no cell gets a background.
local function fill(game, rows, unknown)
  local height, width = #rows, #rows[1]
  local cells, background = {}, nil
  local default = game.default_background
  local layer = default and game.objects[game.id_of[default] + 1].layer
  local glyphs, nothing, stopped = game.glyphs, {}, false
  local n, looked_at = 0, {}
  for x = 1, width do
    for y = 1, height do
      local list = not stopped and glyphs[rows[y][x]] or nothing
      if list == nothing then
        if not stopped and unknown then
          unknown(y, x, rows[y][x])
        end
        stopped = true
      end
      if layer and not background and not stopped and not looked_at[list] then
        local found = of_layer(game, list, layer)
        background = found[1] and found
        looked_at[list] = true
      end
      n = n + 1
      cells[n] = list
    end
  end
  background = background or { game.default_background }
  if layer and background[1] and not stopped then
    local with_background = background_adder(game, layer, background)
    local whole = {}
    for i = 1, n do
      local list = cells[i]
      whole[list] = whole[list] or with_background(list)
      cells[i] = whole[list]
    end
  end
  return { rows = height, columns = width, cells = cells }
end

-- Whether a board of this size can be played.
local function fits(rows, columns)
  return rows <= side_max and columns <= side_max and rows * columns <= level_cells_max
end

local function read_level(state, level)
  local rows, ragged = even_rows(level.text)
  if ragged then
    diagnostics.warning(state.game, level.line, nil, "the rows of the level are not equally long")
  end
  local board = fill(state.game, rows)
  board.line, board.text = level.line, level.text
  board.numbers, board.plain = level.numbers, level.plain
  return board
end

--- Makes boards of the maps.
---@param state tessera.puzzlescript.State
function levels.finish(state)
  local game, total = state.game, 0
  read_glyphs(state)
  for _, level in ipairs(state.levels) do
    if level.message then
      table.insert(game.levels, level)
    else
      total = total + #level.text * lines.length(level.text[1])
      if total > cells_max then
        return diagnostics.fatal(game, level.line, nil,
          ("the levels have more than %d cells together"):format(cells_max))
      elseif not fits(#level.text, lines.length(level.text[1])) then
        return diagnostics.fatal(game, level.line, nil,
          ("a level has at most %d rows, %d columns and %d cells"):format(side_max, side_max,
            level_cells_max))
      end
      table.insert(game.levels, read_level(state, level))
    end
  end
  if #game.levels == 0 then
    diagnostics.lacking(state, "error", "levels", "there are no levels")
  end
end

--- The board of a map that does not stand in the file.
---@param game table
---@param texts string[] its rows
---@return table|nil board as in `game.levels`
---@return string|nil wrong
---@return integer|nil row
---@return integer|nil column
function levels.board(game, texts)
  local trimmed = {}
  for i, text in ipairs(texts) do
    trimmed[i] = lines.trimmed(lines.lowered(text))
  end
  if not trimmed[1] or trimmed[1] == "" then
    return nil, "the map has no rows", 1
  elseif not fits(#trimmed, lines.length(trimmed[1])) then
    return nil, ("a map has at most %d rows, %d columns and %d cells"):format(side_max, side_max,
      level_cells_max), 1
  end
  local wrong, row, column
  local board = fill(game, (even_rows(trimmed)), function(y, x, character)
    local known = {}
    for char in pairs(game.glyphs) do
      known[#known + 1] = char
    end
    table.sort(known)
    wrong = ("unknown cell %s (expected one of %s)"):format(shown(character or ""),
      table.concat(known, " "))
    row, column = y, x
  end)
  if wrong then
    return nil, wrong, row, column
  end
  return board
end

--- A pattern that finds the first byte that is in no map.
---@param game table
---@return string
function levels.foreign(game)
  local bytes = {}
  for char in pairs(game.glyphs) do
    bytes[#bytes + 1] = char .. char:upper()
  end
  return "[^" .. table.concat(bytes):gsub("[%^%]%-%%]", "%%%0") .. "]"
end

return levels
