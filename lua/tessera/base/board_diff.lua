--- Compares the picture that a scenario expects with a board, and shows both side by side.

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local hexagons = require "tessera.base.hexagons"
local maps = require "tessera.base.maps"
local text_lines = require "tessera.base.text_lines"
local wording = require "tessera.base.wording"

local board_diff = {}

local columns_shown = 2000
local told_most = 3 -- cells

--- Lines without the blanks at their ends, without common indentation, and without blank lines
--- before and after them.
---@param lines string[]
---@return string[]
---@return integer width the length of the longest, in characters
function board_diff.lines(lines)
  local rows, indent, blank = {}, math.huge, 0 -- blank: lines since the last row
  for _, line in ipairs(lines) do
    line = text_lines.trimmed(line)
    if line == "" then
      blank = blank + 1
    else
      for _ = 1, rows[1] and blank or 0 do
        rows[#rows + 1] = ""
      end
      blank = 0
      rows[#rows + 1] = line
      indent = math.min(indent, line:find "%S" - 1)
    end
  end
  local width = 0
  for i, row in ipairs(rows) do
    rows[i] = row:sub(indent + 1)
    width = math.max(width, characters.count(rows[i]))
  end
  return rows, width
end

--- The rows of a picture, and the length of the longest; of hexagons without the blanks between.
---@param picture string
---@param hex? boolean
---@return string[]
---@return integer
function board_diff.rows(picture, hex)
  picture = picture:gsub("/", "\n")
  return board_diff.lines(text_lines.of(hex and hexagons.plain(picture) or picture))
end

-- A line with a ^ below each cell that differs, or nil if none does; and the number of these cells.
local function marks(expected, found)
  local row, count = {}, 0
  expected, found = characters.list(expected), characters.list(found)
  for i = 1, math.max(#expected, #found) do
    local a, b = expected[i] or "", found[i] or ""
    local same = a == b or a == "?" and b ~= "" or a == "" and b == " " or a == " " and b == ""
    row[i] = same and " " or "^"
    count = count + (same and 0 or 1)
  end
  return count > 0 and text_lines.trimmed(table.concat(row)) or nil, count
end

local function size(rows, width)
  return ("%s of %d"):format(wording.count(#rows, "row"), width)
end

--- A board as tests see it: cells that a map could not say are "?".
---@param state tessera.State
---@return string
function board_diff.text(state)
  local about = maps.about(games.of(state))
  return about and about.exact and about.exact(state) or tostring(state)
end

-- What `tell(char, row, column)` says of the cells of some rows, a line for each; not of too many.
local function told(rows, tell)
  local lines = {}
  for row, line in ipairs(rows) do
    for column, char in ipairs(characters.list(line)) do
      local text = tell(char, row, column)
      lines[#lines + 1] = text and ("\n    row %d, column %d: %s"):format(row, column, text)
      if #lines == told_most then
        return table.concat(lines)
      end
    end
  end
  return table.concat(lines)
end

-- The first cells for which no character of a map stands, in words.
local function unsaid(state)
  local about = maps.about(games.of(state))
  local layers = about and about.cells and about.layers or {}
  local rows = layers[2] and board_diff.rows(board_diff.text(state), about.hexagons) or {}
  return told(rows, function(char, row, column)
    local kinds = {}
    for i, layer in ipairs(layers) do
      kinds[i] = state[layer]:get(row, column)
    end
    if char ~= "?" or about.cells.by_kinds[table.concat(kinds, "\0")] then
      return nil
    end
    for i, layer in ipairs(layers) do
      kinds[i] = ("%s '%s'"):format(layer, kinds[i])
    end
    return "no character stands for " .. table.concat(kinds, ", ")
  end)
end

-- The characters that boards of the game can show, sorted, and by character.
local function shown_by(about)
  local list, known = {}, { ["?"] = true, [" "] = true, ["\t"] = true }
  local function add(char)
    list[#list + 1] = not known[char] and char or nil
    known[char] = true
  end
  for char in pairs(about.cells.by_char) do
    add(char)
  end
  for _, kinds in ipairs(about.kinds) do
    for _, kind in ipairs(kinds) do
      add(kind.byte)
    end
  end
  table.sort(list)
  return list, known
end

-- The first cells of a picture that no board of the game has, in words.
local function foreign(picture, state)
  local about = maps.about(games.of(state))
  if not (about and about.cells) then
    return ""
  end
  local list, known = shown_by(about)
  return told(board_diff.rows(picture, about.hexagons), function(char)
    if known[char] then
      return nil
    end
    local other = char:upper() ~= char and char:upper() or char:lower()
    return "the legend has no " .. errors.shown(char)
      .. (other ~= char and known[other] and errors.meant(other)
        or #list <= 20 and errors.expected(list) or "")
  end)
end

-- A picture in small letters, if the maps of the game may be in capitals.
local function cased(picture, module)
  local about = maps.about(module)
  return about and about.lowered and about.lowered(picture) or picture
end

--- Compares a picture, in which "?" stands for any cell, with the board of a state: all of its
--- layers, for a cell for which no character stands is like no other.
---@param picture string
---@param state tessera.State
---@return string|nil difference both boards side by side, which cells of the picture no board has,
---and what no character stands for
function board_diff.differs(picture, state)
  picture = cased(picture, games.of(state))
  local difference = board_diff.compare(picture, board_diff.text(state),
    maps.has_hexagons(games.of(state)))
  return difference and difference .. foreign(picture, state) .. unsaid(state)
end

--- Why "?" cannot stand for any cell in a picture of this game: its legend has it. Nil if it has
--- not, or if the picture has no "?".
---@param picture string
---@param module tessera.Game|table
---@return string|nil
function board_diff.shadowed(picture, module)
  local about = maps.about(module)
  if picture:find("?", 1, true) and about and about.cells and about.cells.by_char["?"] then
    return ("'?' stands for any cell, but the legend of %s has it: ask for that cell in a function")
      :format(about.name)
  end
end

--- Compares a picture, in which "?" stands for any cell, with a board.
---@param picture string
---@param board string
---@param hex? boolean whether they are hexagons, which may stand there with or without blanks
---@return string|nil difference both boards side by side, differing cells marked
function board_diff.compare(picture, board, hex)
  local expected, width = board_diff.rows(picture, hex)
  local found, found_width = board_diff.rows(board, hex)
  local wide = hex and 2 * width + #expected - 2 or width
  local column, lines, cells = math.min(math.max(#"expected", wide), columns_shown), {}, 0
  local function line(a, b, row)
    if hex and row then
      a, b = hexagons.row(a, row), hexagons.row(b, row)
    end
    local gap = (" "):rep(column - characters.count(a))
    lines[#lines + 1] = text_lines.trimmed(("    %s%s   %s"):format(a, gap, b))
  end
  line("expected", "found")
  -- Blank cells at the end of a row may have been left out of the picture.
  local other_size = #expected ~= #found or width > found_width
    or width < found_width and (hex or not board:find(" ", 1, true))
  for i = 1, math.max(#expected, #found) do
    local a, b = expected[i] or "", found[i] or ""
    local differ, count = marks(a, b)
    line(a, b, i)
    cells = cells + count
    if differ and not other_size then
      line(differ, differ, i)
    end
  end
  if cells == 0 then
    return nil
  end
  local what = ("%s %s not as expected"):format(wording.count(cells, "cell"),
    cells == 1 and "is" or "are")
  if other_size then
    what = ("expected %s, found %s"):format(size(expected, width), size(found, found_width))
  end
  return ("board: %s\n%s"):format(what, table.concat(lines, "\n"))
end

return board_diff
