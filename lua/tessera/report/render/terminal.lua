--- Blocks for a terminal.

local characters = require "tessera.base.characters"
local numbers = require "tessera.report.render.numbers"
local wording = require "tessera.base.wording"

local terminal = {}

local file_lines = 40 -- of a file that is shown

local function width(text)
  return characters.columns(characters.line(text))
end

local function padded(text, wide, align)
  local blanks = (" "):rep(wide - width(text))
  return align == "right" and blanks .. text or text .. blanks
end

local function add_table(lines, block)
  local texts, widths = numbers.texts(block), {}
  for j, column in ipairs(block.columns) do
    widths[j] = width(wording.line(column.name))
    for _, row in ipairs(texts) do
      row[j] = wording.line(row[j])
      widths[j] = math.max(widths[j], width(row[j]))
    end
  end
  local function line(get)
    local parts = {}
    for j, column in ipairs(block.columns) do
      parts[j] = padded(get(j), widths[j], column.align)
    end
    lines[#lines + 1] = (table.concat(parts, "  "):gsub("%s+$", ""))
  end
  line(function(j)
    return wording.line(block.columns[j].name)
  end)
  line(function(j)
    return ("-"):rep(widths[j])
  end)
  for _, row in ipairs(texts) do
    line(function(j)
      return row[j]
    end)
  end
end

local function add_sentences(lines, sentences)
  for _, sentence in ipairs(sentences or {}) do
    lines[#lines + 1] = wording.line(sentence)
  end
end

local function add_file(lines, file)
  lines[#lines + 1] = ""
  lines[#lines + 1] = wording.line(file.name) .. ":"
  local count = 0
  for line in (file.text:gsub("\n$", "") .. "\n"):gmatch "(.-)\n" do
    count = count + 1
    if count <= file_lines then
      lines[#lines + 1] = ("  " .. wording.line(line)):gsub("%s+$", "")
    end
  end
  if count > file_lines then
    lines[#lines + 1] = ("  ... %s more (--files)"):format(
      wording.count(count - file_lines, "line"))
  end
end

--- A block as text.
---@param block tessera.study.Block
---@return string
function terminal.of(block)
  local title = wording.line(block.title)
  local lines = { title, ("="):rep(math.min(79, width(title))) }
  add_sentences(lines, block.text)
  if block.columns and block.rows and block.rows[1] then
    lines[#lines + 1] = ""
    add_table(lines, block)
  end
  if block.notes and block.notes[1] then
    lines[#lines + 1] = ""
    add_sentences(lines, block.notes)
  end
  for _, file in ipairs(block.files or {}) do
    add_file(lines, file)
  end
  return table.concat(lines, "\n") .. "\n"
end

--- All blocks as text.
---@param blocks tessera.study.Block[]
---@return string
function terminal.all(blocks)
  local parts = {}
  for i, block in ipairs(blocks) do
    parts[i] = terminal.of(block)
  end
  return table.concat(parts, "\n")
end

return terminal
