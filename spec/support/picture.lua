--- Turns a picture, an indented long string of a spec, into the text that `tostring` gives.

--- Removes the blanks around each line, and blank lines; ends each line with a newline. A "/" also
--- ends a line, so that a small board fits in one.
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
