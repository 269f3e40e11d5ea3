--- The text that `tostring` gives of a board, for specs that keep boards as rows of characters.

---@param cells string[][]
---@return string
local function text_of(cells)
  local lines = {}
  for row, line in ipairs(cells) do
    lines[row] = table.concat(line) .. "\n"
  end
  return table.concat(lines)
end

return text_of
