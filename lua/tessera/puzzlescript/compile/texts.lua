--- Compiled rules as text, such as `right [ right a | b ] -> [ right a | right b ]`.

local texts = {}

--- The items of a cell: "right a no b", "..." for an ellipsis. The cell keeps its text, since
--- copies share cells.
---@param cell tessera.puzzlescript.Cell
---@return string
function texts.cell(cell)
  if cell.ellipsis then
    return "..."
  elseif not cell.text then
    local items = {}
    for i, item in ipairs(cell) do
      items[i] = item.word and item.word .. " " .. item.name or item.name
    end
    cell.text = table.concat(items, " ")
  end
  return cell.text
end

--- A number for what a cell says: cells of a line with the same text have the same.
---@param state tessera.puzzlescript.Compiling
---@param cell tessera.puzzlescript.Cell|nil
---@return integer
function texts.key(state, cell)
  if not cell or cell.ellipsis then
    return cell and -1 or -2
  elseif not cell.key then
    local text = texts.cell(cell)
    if not state.keys[text] then
      state.known = state.known + 1
      state.keys[text] = state.known
    end
    cell.key = state.keys[text]
  end
  return cell.key
end

local function append_rows(parts, rows)
  for _, row in ipairs(rows) do
    parts[#parts + 1] = "["
    for i, cell in ipairs(row) do
      local text = texts.cell(cell)
      parts[#parts + 1] = i > 1 and "|" or nil
      parts[#parts + 1] = text ~= "" and text or nil
    end
    parts[#parts + 1] = "]"
  end
end

--- A rule with its prefixes and commands.
---@param copy tessera.puzzlescript.Copy
---@return string
function texts.rule(copy)
  local rule, parts = copy.rule, {}
  for _, word in ipairs { "late", "rigid", "random" } do
    parts[#parts + 1] = rule[word] and word or nil
  end
  parts[#parts + 1] = copy.direction
  append_rows(parts, copy.left)
  parts[#parts + 1] = "->"
  append_rows(parts, copy.right or {})
  for _, command in ipairs(rule.commands) do
    parts[#parts + 1] = table.concat(command, " ")
  end
  return table.concat(parts, " ")
end

return texts
