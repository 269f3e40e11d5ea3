--- Boards in failures: one below a sentence, or those of a play side by side.

local characters = require "tessera.base.characters"
local text_lines = require "tessera.base.text_lines"
local wording = require "tessera.base.wording"

local side_by_side = {}

local columns_max = 78
local title_max = 30
local cells_max = 10000 -- of a larger board only the size is shown
local ends_shown = 3 -- boards at each end of a long play
local actions_shown = 60
local indent = "    "

local function rows_of(state)
  if state:rows() * state:columns() > cells_max then
    return { ("(%d rows of %d)"):format(state:rows(), state:columns()) }
  end
  local rows = text_lines.of(tostring(state))
  rows[#rows] = rows[#rows] ~= "" and rows[#rows] or nil
  return rows
end

--- The board, its lines indented, behind a newline.
---@param state tessera.State
---@return string
function side_by_side.board(state)
  local lines = {}
  for i, row in ipairs(rows_of(state)) do
    lines[i] = text_lines.trimmed(indent .. row)
  end
  return "\n" .. table.concat(lines, "\n")
end

--- Actions in lines, indented, behind a newline.
---@param actions string[]
---@return string
function side_by_side.actions(actions)
  local lines, line = {}, indent
  for i = 1, math.min(#actions, actions_shown) do
    local word = wording.line(actions[i]) .. (i < #actions and "," or "")
    if line ~= indent and #line + #word + 1 > columns_max then
      lines[#lines + 1] = line
      line = indent
    end
    line = line .. (line == indent and "" or " ") .. word
  end
  if #actions > actions_shown then
    line = ("%s and %d more"):format(line, #actions - actions_shown)
  end
  lines[#lines + 1] = line
  return "\n" .. table.concat(lines, "\n")
end

local function width_of(text)
  return characters.columns(characters.line(text))
end

local function frame(title, rows)
  if width_of(title) > title_max then
    title = wording.cut(title, title_max - 2) .. ".."
  end
  local made = { title, table.unpack(rows) }
  made.width = 0
  for _, row in ipairs(made) do
    made.width = math.max(made.width, width_of(row))
  end
  return made
end

-- Adds the lines of frames that stand side by side.
local function join(lines, frames)
  local height = 0
  for _, one in ipairs(frames) do
    height = math.max(height, #one)
  end
  for i = 1, height do
    local parts = {}
    for k, one in ipairs(frames) do
      local row = one[i] or ""
      parts[k] = row .. (" "):rep(one.width - width_of(row))
    end
    lines[#lines + 1] = text_lines.trimmed(indent .. table.concat(parts, "   "))
  end
end

local function wrapped(frames)
  local lines, row, width = {}, {}, #indent
  for _, one in ipairs(frames) do
    if row[1] and width + one.width > columns_max then
      join(lines, row)
      lines[#lines + 1] = ""
      row, width = {}, #indent
    end
    row[#row + 1] = one
    width = width + one.width + 3
  end
  join(lines, row)
  return "\n" .. table.concat(lines, "\n")
end

--- A play as boards side by side, each below its action, behind a newline. Of a long play the
--- middle is left out, and its actions are listed above.
---@param state tessera.State not changed
---@param actions (string|integer)[]
---@param first? integer after how many actions the strip begins; 0 by default
---@return string
function side_by_side.play(state, actions, first)
  local now, frames, texts, cut = state:clone(), {}, {}, false
  first = first or 0
  for i = 0, #actions do
    local title = "start"
    if i > 0 then
      texts[i] = now:text(actions[i])
      local done = now:apply(actions[i], false)
      title = ("%d. %s%s"):format(i, wording.line(texts[i]), done and "" or " (refused)")
    end
    local middle = #actions - first >= 2 * ends_shown + 1
      and i >= first + ends_shown and i <= #actions - ends_shown
    if middle and not cut then
      cut = true
      frames[#frames + 1] = frame("...", {})
    elseif i >= first and not middle then
      frames[#frames + 1] = frame(title, rows_of(now))
    end
  end
  return (cut and side_by_side.actions(texts) or "") .. wrapped(frames)
end

return side_by_side
