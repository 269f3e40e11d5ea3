--- The lines of texts that people write: maps, files of levels, pictures in sources.

local characters = require "tessera.base.characters"

local text_lines = {}

--- The lines of a text.
---@param text string
---@return string[]
function text_lines.of(text)
  local lines, from = {}, 1
  text = characters.unified(text)
  repeat
    local stop = text:find("\n", from, true)
    lines[#lines + 1] = text:sub(from, stop and stop - 1)
    from = stop and stop + 1
  until not from
  return lines
end

--- The line without blanks at its end. (`gsub("%s+$", "")` would take quadratic time.)
---@param line string
---@return string
function text_lines.trimmed(line)
  return line:match "^.*%S" or ""
end

--- The numbers of the first and the last line that are not blank. The last one is smaller if all
--- are.
---@param lines string[]
---@return integer first
---@return integer last
function text_lines.bounds(lines)
  local first, last = 1, #lines
  while first <= last and not lines[first]:find "%S" do
    first = first + 1
  end
  while last >= first and not lines[last]:find "%S" do
    last = last - 1
  end
  return first, last
end

return text_lines
