--- Reads the maps of games written in Lua: from the text to rows, from rows to the first state.
--- Only for the library; a user's file calls its game's `new`.

local budget = require "tessera.budget"
local characters = require "tessera.base.characters"
local description = require "tessera.base.description"
local errors = require "tessera.base.errors"
local forms = require "tessera.base.forms"
local game_options = require "tessera.base.game_options"
local grid = require "tessera.grid"
local hexagons = require "tessera.base.hexagons"
local symmetry = require "tessera.base.symmetry"
local text_lines = require "tessera.base.text_lines"
local wording = require "tessera.base.wording"

local maps = {}

local side_max = 2000
local cells_kept = 1 << 14 -- of the last map

-- Methods of grids, which raise an error for any other value.
local a_grid = grid.new(1, 1)
local rows_of, columns_of = a_grid.rows, a_grid.columns

-- A method that grids have not is an error with the name that may be meant.
setmetatable(debug.getmetatable(a_grid).__index, { __index = function(methods, name)
  errors.fail("a grid has no method %s%s", errors.shown(name),
    errors.hint(name, wording.sorted(methods)))
end })

-- The compiled definition of each game, by the game's module.
local definitions = setmetatable({}, { __mode = "k" })

-- Whether making a state calls no function that could see, or change, more than its arguments.
local function is_closed(compiled)
  for _, name in ipairs { "setup", "check", "turn", "outcome" } do
    local rule = compiled[name]
    local info = rule and debug.getinfo(rule, "uS")
    if info and (info.nups > 0 or info.what == "C") then
      return false
    end
  end
  return true
end

--- Registers a game that reads its maps in its own way.
---@param module table
---@param compiled { about: tessera.About, puzzles: tessera.Puzzle[], rows: function,
---start: function, sample: function }
function maps.adopt(module, compiled)
  definitions[module] = compiled
end

--- The description of a game; nil if the value is no game written in Lua.
---@param module any
---@return tessera.About|nil
function maps.about(module)
  local compiled = definitions[module]
  return compiled and compiled.about
end

--- Whether a state of the game has been made of a map.
---@param module tessera.Game
---@return boolean
function maps.begun(module)
  return definitions[module].begun == true
end

--- Whether a function of a game written in Lua has a part in its first positions.
---@param module any
---@return boolean
function maps.has_setup(module)
  return (definitions[module] or {}).setup ~= nil
end

--- Whether the cells of a game's boards are hexagons.
---@param module any
---@return boolean
function maps.has_hexagons(module)
  return (maps.about(module) or {}).hexagons == true
end

--- A map of a game without the blanks that stand between hexagons.
---@param module any
---@param map string
---@return string
function maps.plain(module, map)
  return maps.has_hexagons(module) and hexagons.plain(map) or map
end

---@class tessera.Puzzle rules in PuzzleScript
---@field parsed table what the parser has read
---@field program table what the compiler has made of it
---@field text? string the rules, if they stand in a game in Lua
---@field lines_before? integer in what was parsed, before this text

--- What a game's rules were made into. A function that lists the parts of its rules as
--- pictures (src/bind/lua_game/lua_rules_describe.c), which a game in PuzzleScript has not; and its
--- rules in PuzzleScript.
---@param module tessera.Game
---@return function|nil describe
---@return tessera.Puzzle[] puzzles
function maps.sources(module)
  return definitions[module].describe, definitions[module].puzzles or {}
end

-- ---- text ----

-- The rows of a text where "/" may end a row. A "/" at the beginning of a line is replaced by a
-- blank, so that the columns in messages stay right.
local function slashed(text)
  local rows = {}
  for _, line in ipairs(text_lines.of(text)) do
    line = (line:match "^.*[^/ \t]" or ""):gsub("^[/ \t]+", function(run)
      return (" "):rep(#run)
    end)
    local from = 1
    repeat
      local stop = line:find("/", from, true)
      rows[#rows + 1] = line:sub(from, stop and stop - 1)
      from = stop and stop + 1
    until not from
  end
  return rows
end

local function split(compiled, text)
  return compiled.blank and text_lines.of(text) or slashed(text)
end

-- ---- rows ----

-- The rows of a map without indentation, the line number of the first row, and for each row how
-- many columns were cut off in front. If a blank is a cell, or cells are hexagons, only common
-- indentation is cut off.
local function trim(compiled, lines)
  local rows, before, indent = {}, {}, math.huge
  local first, last = text_lines.bounds(lines)
  for i = first, last do
    before[i - first + 1] = (lines[i]:find "[^ \t]" or math.huge) - 1
    indent = math.min(indent, before[i - first + 1])
  end
  for i = first, last do
    local k = i - first + 1
    local common = compiled.blank or compiled.hexagons or before[k] == math.huge
    before[k] = common and indent or before[k]
    rows[k] = text_lines.trimmed(lines[i]:sub(before[k] + 1))
  end
  return rows, first, before
end

-- A row with a byte for each character, if the legend has characters beyond ASCII. "\xFF" is in no
-- legend.
local function encoded(compiled, row)
  local byte_of = compiled.byte_of
  return byte_of and row:gsub("[\128-\255]+", function(run)
    local list = characters.list(run)
    for i, char in ipairs(list) do
      list[i] = byte_of[char] or "\xFF"
    end
    return table.concat(list)
  end) or row
end

-- The number of the first cell of an encoded row that is not in the legend, or nil.
local function unknown_cell(compiled, row)
  return row:find(compiled.foreign)
end

local function why_unknown(compiled, row, number)
  local cell = characters.list(row)[number]
  if cell == "/" and compiled.blank then
    return "'/' separates no rows where ' ' is a cell"
  end
  return ("unknown cell %s (expected one of %s)"):format(errors.shown(cell), compiled.alphabet)
end

local function why_large(what)
  return ("the map has more than %d %s"):format(side_max, what)
end

-- Reads the lines of a map. Returns the number of rows and of columns, the cells as one string, and
-- the number of the first line; or nil, an error message, and its line and column.
local function read_lines(compiled, lines)
  local rows, first, before = trim(compiled, lines)
  local width, lengths = 0, {} -- lengths: with the blanks between hexagons
  if not rows[1] then
    return nil, "the map has no rows", 1
  elseif #rows > side_max then
    return nil, why_large "rows", first + side_max
  end
  for i, row in ipairs(rows) do
    local cells = encoded(compiled, row)
    local unknown = unknown_cell(compiled, cells)
    if unknown then
      return nil, why_unknown(compiled, row, unknown), first + i - 1, before[i] + unknown
    end
    lengths[i] = #cells
    cells = compiled.hexagons and hexagons.plain(cells) or cells
    if #cells > side_max then
      return nil, why_large "columns", first + i - 1, before[i] + side_max + 1
    end
    rows[i], width = cells, math.max(width, #cells)
  end
  for i, row in ipairs(rows) do
    if #row < width and not compiled.blank then
      return nil, ("the row has %d cells, expected %d"):format(#row, width), first + i - 1,
        before[i] + lengths[i] + 1
    end
    rows[i] = row .. (" "):rep(width - #row)
  end
  return #rows, width, table.concat(rows), first
end

-- The same of a grid, all of whose cells count.
local function read_grid(compiled, map)
  local rows, columns = rows_of(map), columns_of(map)
  if rows > side_max or columns > side_max then
    return nil, why_large(rows > side_max and "rows" or "columns"), 1
  end
  local cells, picture = {}, tostring(map)
  local bytes = encoded(compiled, picture)
  for i = 1, rows do
    local before = (i - 1) * (columns + 1)
    cells[i] = bytes:sub(before + 1, before + columns)
    local unknown = unknown_cell(compiled, cells[i])
    if unknown then
      return nil, why_unknown(compiled, picture, before + unknown), i, unknown
    end
  end
  return rows, columns, table.concat(cells), 1
end

--- Whether a line may be a row of a map.
---@param module tessera.Game
---@param line string
---@return boolean
function maps.is_row(module, line)
  local first = line:find "%S"
  return not first or not unknown_cell(definitions[module],
    encoded(definitions[module], line:match("^.*%S", first)))
end

--- The rows of a map, or of the one that a game always starts with; nil if it has none.
---@param module tessera.Game
---@param map? string
---@param number? integer the level, of a game that has levels of its own
---@return string[]|nil
function maps.rows(module, map, number)
  local compiled = definitions[module]
  if compiled.rows then
    return compiled.rows(number or 1)
  end
  map = map or compiled.map
  return map and (trim(compiled, split(compiled, map))) or nil
end

-- ---- states ----

--- Whether the function `setup` of the game has begun the last time, and not returned.
---@param module tessera.Game
---@return boolean
function maps.setup_failed(module)
  return definitions[module].setting_up == true
end

-- Calls `setup` with the budget of a rule. It may make other states of the game, but not endlessly.
local function set_up(compiled, state, options)
  compiled.deep = (compiled.deep or 0) + 1
  local _ <close> = setmetatable({}, { __close = function()
    compiled.deep = compiled.deep - 1
  end })
  if compiled.deep > 16 then
    errors.fail("%s: setup makes states inside of each other, more than 16 deep", compiled.name)
  end
  compiled.setting_up = true
  local wrong = budget.call("setup", compiled.setup, state, options)
  compiled.setting_up = compiled.deep > 1
  return wrong
end

-- The last map that `new` of a game got as a text and read without errors, and what came of it. It
-- is large only as long as its board is small. If equal states are made of equal texts, `first` is
-- the state that is made without options.
local function remembered(compiled, map)
  local last = compiled.last
  return last and last.map == map and last or nil
end

local function remember(compiled, map, rows, columns, cells, line)
  if rows and #cells <= cells_kept then
    compiled.last = { map = map, rows, columns, cells, line }
  end
  return rows, columns, cells, line
end

-- The rows, columns and cells of a text, as read_lines returns them.
local function read_text(compiled, map)
  local last = remembered(compiled, map)
  if last then
    return table.unpack(last)
  end
  return remember(compiled, map, read_lines(compiled, split(compiled, map)))
end

local function refuse(what, unit, wrong, line, column)
  local place = column and ("%s %d, column %d: "):format(unit, line, column) or ""
  errors.fail("%s: map: %s%s", what, place, wrong)
end

--- Registers a game. What is wrong in its own map is an error.
---@param module tessera.Game
---@param compiled table the definition, checked and compiled
---@param definition tessera.Definition
function maps.define(module, compiled, definition)
  local rows, wrong, line, column = read_text(compiled, compiled.map or "")
  if compiled.map and not rows then
    refuse(("game '%s'"):format(compiled.name), "line", wrong, line, column)
  end
  compiled.about = description.of(module, compiled, definition)
  compiled.closed = is_closed(compiled)
  definitions[module] = compiled
  symmetry.define(module, compiled)
end

-- A state from a map as `read` understands it; or nil, what is wrong, and the line and the column.
local function start(compiled, read, map, options)
  compiled.begun = true
  options = game_options.check(compiled, options)
  local rows, columns, cells, first = read(compiled, map)
  if not rows then
    return nil, columns, cells, first -- the message, its line and column
  end
  local fine, state = pcall(compiled.make, rows, columns, cells, options.seed or 0,
    options.chance)
  if not fine then
    if type(state) ~= "string" or not (state:find "chance" or state:find "bad argument") then
      error(state, 0)
    end
    errors.fail("%s: options: %s", compiled.name, errors.stripped(state))
  end
  game_options.fill(compiled, state, options)
  local wrong = compiled.setup and set_up(compiled, state, options)
  if wrong ~= nil and type(wrong) ~= "string" then
    local at = debug.getinfo(compiled.setup, "S")
    error(("%s:%d: setup must return a string or nothing, got %s"):format(at.short_src,
      at.linedefined, errors.shown(wrong)), 0)
  end
  wrong = wrong or compiled.settle(state)
  if wrong then
    return nil, wrong, first
  end
  return state
end

--- Makes a state from the lines of a map; or returns nil, an error message, its line and column.
---@param module tessera.Game
---@param lines string[]
---@param options table|nil
---@return tessera.LuaState|nil
---@return string|nil
---@return integer|nil line
---@return integer|nil column
function maps.start(module, lines, options)
  local compiled = definitions[module]
  if compiled.start then
    return compiled.start(lines, options)
  end
  return start(compiled, read_lines, lines, options)
end

--- The function `new` of a game written in Lua.
---@param module tessera.Game
---@param map? string|tessera.Grid
---@param options? table
---@return tessera.LuaState
---@return string|nil outcome
function maps.new(module, map, options)
  local compiled, read, lines = definitions[module], read_grid, "row"
  map = map or compiled.map
  local last = remembered(compiled, map)
  if last and last.first and options == nil then
    return last.clone(last.first), last.outcome
  elseif type(map) ~= "userdata" or not pcall(rows_of, map) then
    errors.type(compiled.name .. ": map", map, "string", "grid")
    read, lines = read_text, "line"
  end
  local state, wrong, line, column = start(compiled, read, map, options)
  if not state then
    refuse(compiled.name, lines, wrong, line, column)
  end
  last = remembered(compiled, map)
  if last and options == nil and compiled.closed then
    last.first, last.clone, last.outcome = state:clone(), state.clone, state:outcome()
  end
  return state, state:outcome()
end

-- ---- actions ----

--- Returns a function from the text of an action to its code, or nil if the game has no such
--- action. (A code does not depend on the board, so any state can be asked: here one of a single
--- cell.)
---@param module tessera.Game
---@return fun(text: string): integer|nil
function maps.coder(module)
  local compiled = definitions[module]
  local state = compiled.sample and compiled.sample()
    or compiled.make(1, 1, compiled.cells[1]:sub(1, 1), 0)
  return function(text)
    local fine, code = errors.pcall(state.code, state, text)
    return fine and code or nil
  end
end

--- " (did you mean 'put 1 2'?)" for a text that is no action of the game, or "". It compares the
--- text with the forms of the actions and carries none out.
---@param module tessera.Game
---@param text string
---@return string
function maps.guess_action(module, text)
  return forms.guess(definitions[module].forms, text)
end

return maps
