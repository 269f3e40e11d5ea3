--- The texts of --help: paragraphs in lines of one width, and what stands out in colour on a
--- terminal.

local output = require "tessera.base.output"

local help = {}

--- The columns of a line.
help.width = 90

-- A paragraph with its words in lines of the width.
local function filled(paragraph)
  local lines, line = {}, nil
  for word in paragraph:gmatch "%S+" do
    local longer = line and line .. " " .. word or word
    if line and utf8.len(longer) > help.width then
      lines[#lines + 1], longer = line, word
    end
    line = longer
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- Whether a paragraph is a text: it has no indented line, and one that is too long.
local function is_too_broad(paragraph)
  local broad = false
  for line in paragraph:gmatch "[^\n]+" do
    if line:find "^ " then
      return false
    end
    broad = broad or utf8.len(line) > help.width
  end
  return broad
end

--- A text whose paragraphs fit into the width. What is indented stays as it is.
---@param text string
---@return string
function help.fitted(text)
  return ((text .. "\n\n"):gsub("(.-)\n\n", function(paragraph)
    return (is_too_broad(paragraph) and filled(paragraph) or paragraph) .. "\n\n"
  end):gsub("\n+$", ""))
end

--- Writes a help. On a terminal its headings and the names of options and commands stand out.
---@param text string
function help.write(text)
  for line in (text:gsub("\n*$", "\n")):gmatch "([^\n]*)\n" do
    local heading, rest = line:match "^(%u%l+:)(.*)$"
    local indent, name, told = line:match "^(   )(%S.-)(  .*)$"
    if not name and line:find "^   %-" then
      indent, name, told = "   ", line:sub(4), ""
    end
    if heading and (rest == "" or heading == "Usage:") then
      output.paint("heading", heading)
      output.write(rest, "\n")
    elseif name then
      output.write(indent)
      output.paint("name", name)
      output.write(told, "\n")
    else
      output.write(line, "\n")
    end
  end
end

return help
