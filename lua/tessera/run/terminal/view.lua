--- The view: the lines of a terminal with a board, what is to be said about it, and the keys.

local ansi = require "tessera.draw.ansi"
local colours = require "tessera.draw.colours"
local enlarge = require "tessera.draw.enlarge"
local frame = require "tessera.draw.frame"
local panel = require "tessera.run.terminal.panel"
local wording = require "tessera.base.wording"

local view = {}

local message_width = 60 -- columns of a message that has the screen for itself

---@class tessera.Picture what is to be seen
---@field state tessera.State
---@field player? integer whose view it is
---@field area? tessera.Area what is shown of the board; by default what the game shows
---@field title string
---@field mark string what stands at the right of the title
---@field status { [1]: string, [2]: string|integer }[]
---@field message? string
---@field prompt? string the last line, instead of the keys
---@field keys string
---@field help? { [1]: string, [2]: string }[] keys that are listed beside the board if there is
---room
---@field marks? tessera.Mark[]
---@field cursor? { [1]: integer, [2]: integer }
---@field focus? { [1]: integer, [2]: integer } a cell that has to be seen

---@class tessera.Window where the board is on the screen
---@field top integer the line of its first row
---@field left integer
---@field wide boolean
---@field dots integer how many half lines a cell takes; 2: it is a glyph
---@field broad integer how many columns
---@field row integer its first row that is seen
---@field column integer
---@field rows integer how many are seen
---@field columns integer

-- ---- text ----

--- A text in lines of this width, at most so many.
---@param text string
---@param width integer
---@param most integer
---@return string[]
---@return string|nil rest what does not fit
function view.wrapped(text, width, most)
  local lines, line = {}, ""
  width = math.max(1, width)
  for word in wording.line((text:gsub("[\t\n]", " "))):gmatch "%S+" do
    while utf8.len(word) > width do
      lines[#lines + 1] = line ~= "" and line or nil
      local cut = utf8.offset(word, width + 1)
      lines[#lines + 1], line, word = word:sub(1, cut - 1), "", word:sub(cut)
    end
    local longer = line == "" and word or line .. " " .. word
    if utf8.len(longer) > width then
      lines[#lines + 1], longer = line, word
    end
    line = longer
  end
  lines[#lines + 1] = line ~= "" and line or nil
  local rest = lines[most + 1] and table.concat(lines, " ", most + 1)
  for i = #lines, most + 1, -1 do
    lines[i] = nil
  end
  return lines, rest
end

-- The text, no longer than this.
local function cut(text, width)
  text = wording.line(text)
  if (utf8.len(text) or 0) <= width then
    return text
  end
  return width < 1 and "" or text:sub(1, (utf8.offset(text, width) or 1) - 1) .. "…"
end

local function coloured(text, code, depth)
  return depth ~= "none" and ("\27[%sm%s\27[0m"):format(code, text) or text
end

-- Two texts at the ends of a line. What is at the right goes first where both do not fit.
local function justified(left, right, width)
  right = cut(right, math.max(width // 2, width - utf8.len(left) - 3))
  left = cut(left, width - (utf8.len(right) or 0) - 3)
  local gap = width - (utf8.len(left) or 0) - (utf8.len(right) or 0) - 2
  return " " .. left .. (" "):rep(gap) .. right .. " "
end

-- The values in lines: "moves 3   score 12".
local function status_lines(status, width, most)
  local lines, line = {}, ""
  for _, entry in ipairs(status) do
    local text = cut(entry[1] .. " " .. tostring(entry[2]), width)
    local longer = line == "" and text or line .. "   " .. text
    if utf8.len(longer) > width and line ~= "" then
      lines[#lines + 1], longer = line, text
    end
    line = longer
  end
  lines[#lines + 1] = line
  for i = #lines, most + 1, -1 do
    lines[i] = nil
  end
  return lines
end

-- ---- board ----

-- The first row or column to show of `count` from `start` on, of which `fit` can be seen: the one
-- from before, if the focus is well inside.
local function scrolled(before, focus, start, count, fit)
  local margin = math.max(0, math.min(3, (fit - 1) // 4))
  local first = before or start
  if focus and (focus < first + margin or focus > first + fit - 1 - margin) then
    first = focus - fit // 2
  end
  return math.max(start, math.min(first, start + count - fit))
end

-- Whether some glyph needs two columns.
local function has_wide(drawn)
  for i = 1, math.min(#drawn, 4096) do
    if (utf8.len(drawn[i].glyph) or 1) > 1 then
      return true
    end
  end
  return false
end

local function window_of(picture, before, width, height, depth)
  local area, focus = picture.area, picture.focus or {}
  local rows, columns = area.rows, area.columns
  local sample = frame.of(picture.state, picture.player, { row = area.row, column = area.column,
    rows = math.min(rows, 40), columns = math.min(columns, 100) })
  local dots = enlarge.scale(sample, rows, columns, width, height, depth)
  local high = math.max(1, math.min(rows, height))
  -- By so many columns the last row lies further to the right than the first.
  local slant = sample.hexagons and high - 1 or 0
  local wide = sample.hexagons or columns * 2 <= width or has_wide(sample)
  local fit = math.max(1, math.min(columns, wide and (width - slant) // 2 or width))
  return { wide = wide, slant = slant, rows = high, columns = fit, dots = dots,
    broad = dots > 2 and dots or wide and 2 or 1,
    row = scrolled(before and before.row, focus[1], area.row, rows, high),
    column = scrolled(before and before.column, focus[2], area.column, columns, fit) }
end

-- How much there is to see of what the game shows, if not all: "rows 1-20 of 60, columns 3-42 of
-- 80".
local function part_of(window, area, state)
  local parts = {}
  for _, side in ipairs { { "row", "rows", state:rows() }, { "column", "columns",
    state:columns() } } do
    local name, size, all = table.unpack(side)
    local seen = window[size]
    parts[#parts + 1] = seen < area[size] and ("%s %d-%d of %d"):format(size, window[name],
      window[name] + seen - 1, all) or nil
  end
  return parts[1] and table.concat(parts, ", ") or nil
end

-- Puts brackets at both sides of a cell, which keeps its colours; or an arrow into its middle.
local function mark(lines, window, at, brackets, arrow)
  local row, column = at[1] - window.row, at[2] - window.column
  if column < 0 or column >= window.columns or row < 0 or row >= window.rows then
    return
  end
  local from = window.left + column * window.broad + (window.slant > 0 and row or 0)
  local first, last = row * window.dots // 2 + 1, enlarge.lines(row + 1, window.dots)
  if arrow then
    local i = (first + last) // 2
    lines[i] = ("%s\27[%dG\27[0;7m%s"):format(lines[i] or "", from
      + (window.dots > 2 and window.broad // 2 or 0), arrow)
    return
  end
  local to = from + math.max(1, window.broad - 1)
  if window.dots == 2 then
    from = from - 1 -- in the gap behind the cell at the left
  end
  local left = from > 0 and ("\27[%dG\27[0;7m%s"):format(from, brackets:sub(1, 1)) or ""
  for i = first, last do
    lines[i] = lines[i] and ("%s%s\27[%dG\27[0;7m%s"):format(lines[i], left, to,
      brackets:sub(2, 2))
  end
end

-- The lines of the board, each in its place on the screen.
local function board_lines(picture, window, depth)
  local drawn = frame.of(picture.state, picture.player, window)
  if window.dots > 2 then
    drawn = enlarge.frame(drawn, window.dots, depth)
  end
  local lines = ansi.lines(drawn, { depth = depth, wide = window.wide and window.dots == 2 })
  for i, line in ipairs(lines) do
    lines[i] = (" "):rep(window.left - 1) .. line
  end
  if picture.cursor then
    mark(lines, window, picture.cursor, "[]")
  end
  for _, each in ipairs(picture.marks or {}) do
    mark(lines, window, { each.row, each.column }, "()", each.arrow)
  end
  return lines
end

-- ---- all of it ----

local function title_line(picture, width, depth)
  local title = justified(picture.title, picture.mark, width)
  return depth == "none" and "\27[1m" .. title or "\27[7m" .. title
end

-- The lines below the board.
local function lower_lines(picture, width, height, depth, part)
  local status = table.move(picture.status, 1, #picture.status, 1, {})
  if part then
    table.insert(status, 1, { "seen:", part })
  end
  local lines = status_lines(status, width - 2, height > 16 and 3 or 2)
  for i, line in ipairs(lines) do
    lines[i] = " " .. line
  end
  local said = view.wrapped(picture.message or "", width - 2, height > 16 and 4 or 2)
  for _, line in ipairs(said) do
    lines[#lines + 1] = coloured(" " .. line, "1", depth)
  end
  if not said[1] and height > 16 then
    lines[#lines + 1] = "" -- so that the board stays where it is when something is said
  end
  lines[#lines + 1] = picture.prompt and " " .. cut(picture.prompt, width - 2)
    or coloured(" " .. cut(picture.keys, width - 2), "2", depth)
  return lines
end

--- The lines of the screen, and where the board is.
---@param picture tessera.Picture
---@param before tessera.Window|nil where the board was
---@param width integer
---@param height integer
---@param depth tessera.Depth
---@return string[]
---@return tessera.Window
function view.lines(picture, before, width, height, depth)
  picture.area = picture.area or frame.area(picture.state)
  local lines = { title_line(picture, width, depth) }
  local lower = lower_lines(picture, width, height, depth)
  local window = window_of(picture, before, width, height - 1 - #lower, depth)
  local part = part_of(window, picture.area, picture.state)
  if part then
    lower = lower_lines(picture, width, height, depth, part)
    window = window_of(picture, before, width, height - 1 - #lower, depth)
  end
  local room = height - 1 - #lower
  window.left = math.max(0, (width - window.columns * window.broad - window.slant) // 2) + 1
  window.top = math.max(0, (room - enlarge.lines(window.rows, window.dots)) // 2) + 2
  local keys = panel.place(picture.help or {}, window, width, room)
  local board = board_lines(picture, window, depth)
  for i = 1, math.max(0, room) do
    lines[#lines + 1] = board[i - window.top + 2] or ""
  end
  if keys then
    panel.put(keys, lines, window, room, depth)
  end
  return table.move(lower, 1, #lower, #lines + 1, lines), window
end

--- The lines of a screen that shows a message and nothing else.
---@param picture { title: string, mark: string, message: string, keys: string, fore: string, back:
---string } the colours of the message
---@param width integer
---@param height integer
---@param depth tessera.Depth
---@return string[]
---@return string shown
---@return string|nil rest what does not fit
function view.message(picture, width, height, depth)
  local room = math.max(1, height - 2)
  local broad = math.max(1, math.min(width - 4, message_width))
  local texts, rest = view.wrapped(picture.message, broad, room)
  local longest = 0
  for _, text in ipairs(texts) do
    longest = math.max(longest, utf8.len(text))
  end
  local left, above = (" "):rep((width - longest) // 2), (room - #texts) // 2
  local colour = colours.ansi(picture.back, depth, true) .. colours.ansi(picture.fore, depth)
  local lines = { title_line(picture, width, depth) }
  for i = 1, room do
    local text = left .. (texts[i - above] or "")
    lines[i + 1] = colour .. text .. (" "):rep(width - utf8.len(text))
  end
  lines[#lines + 1] = coloured(" " .. cut(picture.keys, width - 2), "2", depth)
  return lines, table.concat(texts, " "), rest
end

--- The cell at this place of the screen.
---@param window tessera.Window
---@param row integer of the screen
---@param column integer
---@return integer|nil row
---@return integer|nil column
function view.cell(window, row, column)
  local down = (row - window.top) * 2 // window.dots
  local right = (column - window.left - (window.slant > 0 and down or 0)) // window.broad
  if down < 0 or down >= window.rows or right < 0 or right >= window.columns then
    return nil
  end
  return window.row + down, window.column + right
end

--- Pages of keys and what they do.
---@param title string
---@param entries { [1]: string, [2]: string }[]
---@param width integer
---@param height integer
---@return string[][]
function view.help(title, entries, width, height)
  local pages, wide = {}, 0
  for _, entry in ipairs(entries) do
    wide = math.max(wide, math.min(utf8.len(entry[1]) or 0, width // 2))
  end
  local fit = math.max(1, height - 3)
  for from = 1, #entries, fit do
    local page = { "\27[1m" .. cut(" " .. title, width) .. "\27[0m", "" }
    for i = from, math.min(#entries, from + fit - 1) do
      local keys, text = cut(entries[i][1], wide), entries[i][2]
      page[#page + 1] = " " .. keys .. (" "):rep(wide - utf8.len(keys) + 2)
        .. cut(text, width - wide - 4)
    end
    page[#page + 1] = from + fit <= #entries and " any key: more" or " any key: back to the game"
    pages[#pages + 1] = page
  end
  return pages
end

return view
