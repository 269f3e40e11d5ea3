--- Compiled rules as text, such as `right [ right a | b ] -> [ right a | right b ]`.

local names = require "tessera.puzzlescript.parse.names"

local texts = {}

local words = {}
for _, direction in ipairs(names.directions.orthogonal) do
  words[names.bits[direction]] = direction
end

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
      local text = item.text
      if not text then
        text = item.word and item.word .. " " .. item.name or item.name
        item.text = text
      end
      items[i] = text
    end
    cell.text = table.concat(items, " ")
  end
  return cell.text
end

--- A number for what a cell says: cells with the same text have the same.
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

local function append_rows(parts, rows, source, side)
  for _, row in ipairs(rows) do
    parts[#parts + 1] = "["
    for i, cell in ipairs(row.cells) do
      local text = texts.cell(cell.ellipsis and cell or source[cell][side])
      parts[#parts + 1] = i > 1 and "|" or nil
      parts[#parts + 1] = text ~= "" and text or nil
    end
    parts[#parts + 1] = "]"
  end
end

--- The rules of a line with their prefixes and commands.
---@param line table as `expand` returns it
---@return string[]
function texts.rules(line)
  local rule, list = line.rule, {}
  for i, compiled in ipairs(line.rules) do
    local parts = {}
    for _, word in ipairs { "late", "rigid", "random" } do
      parts[#parts + 1] = rule[word] and word or nil
    end
    parts[#parts + 1] = words[compiled.direction]
    append_rows(parts, compiled.rows, line.source, "left")
    parts[#parts + 1] = "->"
    append_rows(parts, rule.right and compiled.rows or {}, line.source, "right")
    for _, command in ipairs(rule.commands) do
      parts[#parts + 1] = table.concat(command, " ")
    end
    list[i] = table.concat(parts, " ")
  end
  return list
end

return texts
