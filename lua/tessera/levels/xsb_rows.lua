--- Rows of maps of Sokoban, as all programs write them, in the game's own cells:
---
---     #@ $.#        wall, player, floor, box, target; + and * are a player and a box on a target
---     #p-b_o#       the same with letters (P and B on a target); - and _ are floors, too
---     3#2-$         numbers repeat the cell behind them, or cells in parentheses
---     5#|#@$.#|5#   a bar ends a row

local xsb_rows = {}

local signs = { p = "@", P = "+", b = "$", B = "*", o = ".", O = "." }
local tab = 8
-- What numbers may unfold to: in a row one cell more than a map may have, and in a whole text.
local row_most, unfolded_most = 2001, 1 << 24

local plain = "^[#@+$*. _\t-]*$"

local function without_tabs(line)
  local parts, width = {}, 0
  for piece, stop in line:gmatch "([^\t]*)(\t?)" do
    width = width + #piece
    parts[#parts + 1] = piece
    if stop ~= "" then
      local blanks = tab - width % tab
      parts[#parts + 1] = (" "):rep(blanks)
      width = width + blanks
    end
  end
  return table.concat(parts)
end

--- The first parenthesis of a line that has no other one: its column, and what is wrong with it;
--- nil if there is none.
---@param line string
---@return integer|nil column
---@return string|nil message
function xsb_rows.unpaired(line)
  local open = {}
  for at, mark in line:gmatch "()([()])" do
    if mark == "(" then
      open[#open + 1] = at
    elseif not table.remove(open) then
      return at, "there is no '(' in front of this ')'"
    end
  end
  if open[1] then
    return open[#open], "the ')' of this '(' is missing"
  end
end

--- What is wrong with the parentheses of a line that can only be meant as a row with numbers: the
--- column and the message; nil if nothing is, or the line may be something else.
---@param line string
---@return integer|nil column
---@return string|nil message
function xsb_rows.unbalanced(line)
  if line:find "^[%d()#@+$*. _|pPbBoO-]+$" and line:find "%d%(" and line:find "#" then
    return xsb_rows.unpaired(line)
  end
end

--- A function that returns the rows a line stands for, nearly always one; nil if it can be none.
---@param game tessera.LevelGame
---@return fun(line: string): string[]|nil
function xsb_rows.reader(game)
  local left = unfolded_most

  local function repeated(count, cells)
    count = math.min(tonumber(count), row_most)
    left = left - #cells * count
    return left > 0 and cells:rep(count) or "?"
  end

  return function(line)
    if line:find "\t" then
      line = without_tabs(line)
    end
    if line:find(plain) and game.is_row(line) then
      return { line }
    elseif line:find "%d%d%d%d%d%d%d%d%d%d" then
      return nil
    elseif line:find "%d" then
      line = line:gsub("(%d+)%(([^()%d]*)%)", repeated):gsub("(%d+)([^%d%s()])", repeated)
    end
    local rows = {}
    for row in (line .. "|"):gmatch "([^|]*)|" do
      rows[#rows + 1] = game.is_row(row) and row or row:gsub("[pPbBoO]", signs)
      if not game.is_row(rows[#rows]) then
        return nil
      end
    end
    if rows[2] and rows[#rows] == "" then
      rows[#rows] = nil
    end
    return rows
  end
end

return xsb_rows
