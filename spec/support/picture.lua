--- Boards as pictures: the text that `tostring` gives, from a long string indented to
--- please the eye.

--- Each line without the blanks around it and ended by a newline; lines of blanks only
--- are left out. A "/" also ends a line, so that a small board fits in one.
---@param text string
---@return string
local function picture(text)
  local rows = {}
  for row in text:gmatch "[^\n/]+" do
    row = row:match "^%s*(.-)%s*$"
    if row ~= "" then
      rows[#rows + 1] = row .. "\n"
    end
  end
  return table.concat(rows)
end

return picture
