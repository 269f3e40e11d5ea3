--- The keys that are listed beside a board, where there is room.

local wording = require "tessera.base.wording"

local panel = {}

local gap = 3 -- columns between the board and the keys

---@class tessera.Panel
---@field lines string[]
---@field broad integer how many columns it takes

-- The lines: of each entry the first key, and what it does.
local function lines_of(entries)
  local lines, wide = {}, 0
  for i, entry in ipairs(entries) do
    lines[i] = { entry[1]:match "^(.-)," or entry[1], wording.line(entry[2]) }
    wide = math.max(wide, utf8.len(lines[i][1]) or 0)
  end
  for i, line in ipairs(lines) do
    lines[i] = line[1] .. (" "):rep(wide + 2 - (utf8.len(line[1]) or 0)) .. line[2]
  end
  return lines
end

--- Moves a board to the left for the keys. Returns them, if all of them fit beside it.
---@param entries { [1]: string, [2]: string }[]
---@param window tessera.Window its `left` may change
---@param width integer of the screen
---@param room integer how many lines there are
---@return tessera.Panel|nil
function panel.place(entries, window, width, room)
  local lines, broad = lines_of(entries), 0
  for _, line in ipairs(lines) do
    broad = math.max(broad, utf8.len(line) or 0)
  end
  local across = window.columns * window.broad + window.slant
  local left = math.min(window.left, width - broad - gap - across)
  if not lines[1] or #lines > room or left < 2 then
    return nil
  end
  window.left = left
  return { lines = lines, broad = broad }
end

--- Puts the keys beside the lines of a board.
---@param shown tessera.Panel
---@param lines string[] of the screen, the board's from the second one on; changed
---@param window tessera.Window
---@param room integer how many lines are the board's
---@param depth tessera.Depth
function panel.put(shown, lines, window, room, depth)
  local column = window.left + window.columns * window.broad + window.slant + gap
  local first = math.max(2, math.min(window.top, room + 2 - #shown.lines))
  for i, text in ipairs(shown.lines) do
    local row = first + i - 1
    lines[row] = ("%s\27[%dG\27[0m%s%s"):format(lines[row], column, depth ~= "none" and "\27[2m"
      or "", text)
  end
end

return panel
