--- Prints the manual page as Markdown: docs/tessera.1.md, with the commands and their options as
--- --help has them in the place of its lines `COMMANDS` and `FILE OPTIONS`.

local options = require "tessera.run.options"
local version = require "tessera.base.version"

local manual = {}

local MARGIN = 60 -- where descriptions begin in the help that is read here; wider than any option

-- A help's text as Markdown, with `words` in backquotes left as they are. Helps call the program
-- run.lua.
local function escape(text)
  return (text:gsub("run%.lua", "tessera"):gsub("([^`]*)(`?[^`]*`?)", function(plain, code)
    return plain:gsub("[\\*_{}%[%]()#+!<>|~^$@\"'.-]", "\\%0") .. code
  end))
end

-- The options in a help text, as a definition list.
local function definitions(help)
  local lines, label, text = {}, nil, nil
  local function finish()
    if label and label ~= "-h, --help" then
      lines[#lines + 1] = ("%s\n:   %s\n"):format(label:gsub("%-[%w-]+", function(option)
        return "**" .. escape(option) .. "**"
      end):gsub("<([^>]+)>", "*%1*"):gsub("[%[%]|%%]", "\\%0"), escape(text))
    end
  end
  for line in (help:match "\nOptions:\n(.-)\n\n" or ""):gmatch "[^\n]+" do
    local new, rest = line:match "^   (%-.-)  +(%S.*)$"
    if new then
      finish()
      label, text = new, rest
    else
      text = text .. " " .. line:match "%S.*"
    end
  end
  finish()
  return table.concat(lines, "\n")
end

-- Paragraphs of a help text; those that are indented stay as they are.
local function paragraphs(text)
  local parts = {}
  for part in (text .. "\n\n"):gmatch "(.-)\n\n+" do
    local indent = part:match "^ +"
    parts[#parts + 1] = not indent and escape(part)
      or ("\n" .. part):gsub("\n" .. indent, "\n    "):gsub("run%.lua", "tessera"):sub(2)
  end
  return table.concat(parts, "\n\n") .. "\n"
end

-- The section of a parser: how it is called, what it does, its options.
local function section(parser, title)
  parser:help_description_margin(MARGIN):usage_max_width(72)
  local help = parser:get_help() .. "\n\n"
  local usage = parser:get_usage():gsub("^Usage: ", ""):gsub("run%.lua", "tessera")
  return ("## %s\n\n%s\n\n    %s\n\n%s\n<!-- -->\n\n%s"):format(title, escape(parser._description),
    usage:gsub("\n +", "\n        "), definitions(help), paragraphs(parser._epilog))
end

--- The page.
---@param template string the text of docs/tessera.1.md
---@param changelog string the text of CHANGELOG.md, for the date of the version
---@return string
function manual.make(template, changelog)
  local all, file = options.parsers "./"
  local sections = {}
  for _, command in ipairs(all._commands) do
    sections[#sections + 1] = command._epilog and section(command, command._name) or nil
  end
  local fields = {
    VERSION = version,
    DATE = assert(changelog:match("## %[" .. version:gsub("%.", "%%.") .. "%] %- ([%d-]+)")),
    COMMANDS = table.concat(sections, "\n"),
    ["FILE OPTIONS"] = definitions(file:help_description_margin(MARGIN):get_help() .. "\n\n"),
  }
  return (template:gsub("{{([%u ]+)}}", function(name)
    return assert(fields[name], name)
  end))
end

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

if ... ~= "packaging.manual" then
  io.write(manual.make(read "docs/tessera.1.md", read "CHANGELOG.md"))
end

return manual
