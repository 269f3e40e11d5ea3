--- Blocks as Markdown, with tables as GitHub reads them.

local numbers = require "tessera.report.render.numbers"
local wording = require "tessera.base.wording"

local markdown = {}

-- A text as one line that means nothing to Markdown.
local function plain(text)
  text = wording.line(text):gsub("[\\`*_%[%]|~]", "\\%0"):gsub("^%s*([#+>=-])", "\\%1")
    :gsub("^(%d+)([.)])", "%1\\%2")
  return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" })
    :gsub("://", ":\\//"):gsub("@", "\\@"):gsub("www%.", "www\\."))
end

local function add_row(lines, row)
  lines[#lines + 1] = "| " .. table.concat(row, " | ") .. " |"
end

local function add_table(lines, block)
  local names, rules = {}, {}
  for j, column in ipairs(block.columns) do
    names[j] = plain(column.name)
    rules[j] = column.align == "right" and "---:" or "---"
  end
  add_row(lines, names)
  add_row(lines, rules)
  for i, row in ipairs(numbers.texts(block, "–")) do
    for j in ipairs(row) do
      row[j] = type(block.rows[i][j]) == "string" and plain(row[j]) or row[j]
    end
    add_row(lines, row)
  end
  lines[#lines + 1] = ""
end

local function add_file(lines, file)
  local fence = "```"
  while file.text:find(fence, 1, true) do
    fence = fence .. "`"
  end
  lines[#lines + 1] = plain(file.name) .. ":\n"
  lines[#lines + 1] = fence
  for line in file.text:gmatch "[^\n]+" do
    lines[#lines + 1] = wording.line(line)
  end
  lines[#lines + 1] = fence .. "\n"
end

--- All blocks as a text, the first one under a title of the first level.
---@param blocks tessera.study.Block[]
---@return string
function markdown.all(blocks)
  local lines = {}
  for i, block in ipairs(blocks) do
    lines[#lines + 1] = (i == 1 and "# " or "## ") .. plain(block.title) .. "\n"
    for _, sentence in ipairs(block.text or {}) do
      lines[#lines + 1] = plain(sentence) .. "\n"
    end
    if block.columns and block.rows and block.rows[1] then
      add_table(lines, block)
    end
    for _, sentence in ipairs(block.notes or {}) do
      lines[#lines + 1] = plain(sentence) .. "\n"
    end
    for _, file in ipairs(block.files or {}) do
      add_file(lines, file)
    end
  end
  return (table.concat(lines, "\n"):gsub("\n+$", "")) .. "\n"
end

return markdown
