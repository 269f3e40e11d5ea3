--- Reads the annotations of a Lua file: its classes, functions and aliases, and what is said of
--- them. What it does not understand is an error with file and line, so that nothing is lost.

local types = require "docs.reference.types"

local annotations = {}

--- Raises a table with `message`, which names the place: a table with `path` and `line`.
---@param place table
---@param message string
---@param ... any what the message is formatted with
function annotations.fail(place, message, ...)
  error({ message = ("%s:%d: "):format(place.path, place.line) .. message:format(...) }, 0)
end

-- The type in front of a text, and the rest of the text.
local function take_type(place, text)
  local kind, rest = types.take(text)
  if not kind then
    annotations.fail(place, "cannot read the type: %s", text)
  end
  return kind, rest
end

-- Outside of code Markdown would take "<row>" for a tag.
local function check_tags(place, text)
  if text:gsub("`[^`]*`", ""):find "<%a" then
    annotations.fail(place, "'<' outside of `code`")
  end
end

local tags = {}

function tags.class(place, block, text)
  local name, parent, rest = text:match "^([%w_.]+):%s*([%w_.]+)%s*(.*)$"
  if not name then
    name, rest = text:match "^([%w_.]+)%s*(.*)$"
  end
  if not name or block.class then
    annotations.fail(place, "cannot read the class: %s", text)
  end
  block.class = { name = name, parent = parent, fields = {}, overloads = {}, functions = {},
    place = place }
  table.insert(block.text, rest ~= "" and rest or nil)
end

function tags.field(place, block, text)
  local name, optional, rest = text:match "^([%a_][%w_]*)(%??)%s+(.*)$"
  if not name then
    name, rest = text:match "^(%b[])%s+(.*)$"
  end
  if not name or not block.class then
    annotations.fail(place, "cannot read the field: %s", text)
  end
  local kind, note = take_type(place, rest)
  check_tags(place, note)
  table.insert(block.class.fields, { name = name, optional = optional == "?", type = kind,
    text = note, place = place })
end

function tags.alias(place, block, text)
  local name, rest = text:match "^([%w_.]+)%s+(.*)$"
  if not name then
    annotations.fail(place, "cannot read the alias: %s", text)
  end
  local kind, note = take_type(place, rest)
  if note ~= "" then
    annotations.fail(place, "text behind an alias: write it above")
  end
  table.insert(block.aliases, { name = name, type = kind, place = place })
end

function tags.param(place, block, text)
  local name, optional, rest = text:match "^([%a_][%w_]*)(%??)%s+(.*)$"
  if not name then
    name, rest = text:match "^(%.%.%.)%s+(.*)$"
  end
  if not name then
    annotations.fail(place, "cannot read the parameter: %s", text)
  end
  local kind, note = take_type(place, rest)
  check_tags(place, note)
  table.insert(block.params, { name = name, optional = optional == "?", type = kind, text = note,
    place = place })
end

tags["return"] = function(place, block, text)
  local kind, rest = take_type(place, text)
  local name, note = rest:match "^([%a_][%w_]*)%s*(.*)$"
  if rest ~= "" and not name then
    annotations.fail(place, "a result has a name in front of what is said of it: %s", rest)
  end
  check_tags(place, note or "")
  table.insert(block.results, { name = name, type = kind, text = note or "", place = place })
end

function tags.overload(place, block, text)
  local kind, rest = take_type(place, text)
  if rest ~= "" or not kind:find "^fun%(" then
    annotations.fail(place, "cannot read the overload: %s", text)
  end
  table.insert(block.class and block.class.overloads or block.overloads, { type = kind,
    place = place })
end

-- A function that is not for users: left out of the page.
function tags.internal(_, block)
  block.internal = true
end

-- Carries out a tag with its continuation lines.
local function take_tag(block, tag)
  local name, text = tag.text:match "^@(%a+)%s*(.*)$"
  if not tags[name] then
    annotations.fail(tag.place, "unknown annotation: %s", tag.text)
  end
  tags[name](tag.place, block, text)
end

-- A block of comments: its text, a list of lines, and its annotations.
local function parse_block(path, lines, from, to)
  local block = { text = {}, params = {}, results = {}, overloads = {}, aliases = {},
    place = { path = path, line = from } }
  local tag, fenced = nil, false
  for number = from, to do
    local text = lines[number]:match "^%-%-%-(.*)$"
    local place = { path = path, line = number }
    fenced = fenced ~= (text:find "^ ```" ~= nil)
    if text:find "^@" then
      if tag then
        take_tag(block, tag)
      end
      tag = { text = text, place = place }
    elseif tag and not text:find "^%S" then
      annotations.fail(place,
        "text behind an annotation: write it above, or continue with '---text'")
    elseif tag then
      tag.text = tag.text .. " " .. text
    else
      table.insert(block.text, (text:gsub("^ ", "")))
      if not fenced then
        check_tags(place, text)
      end
    end
  end
  if tag and tag.text ~= "@meta" then
    take_tag(block, tag)
  end
  return block
end

-- Arguments as they are declared must be those that are annotated.
local function check_arguments(block, arguments)
  local number = 0
  for name in arguments:gmatch "[%w_.]+" do
    number = number + 1
    local param = block.params[number]
    if not param or param.name ~= name then
      annotations.fail(block.place, "argument '%s' is not annotated in its place", name)
    end
  end
  if block.params[number + 1] then
    annotations.fail(block.params[number + 1].place, "there is no argument '%s'",
      block.params[number + 1].name)
  end
end

-- Adds what a block annotates, given the line behind it.
local function take_block(file, classes, block, line)
  local variable = line:match "^local ([%a_][%w_]*) = "
  local owner, mark, name, arguments = line:match "^function ([%w_]+)([.:])([%w_]+)%((.*)%)"
  if block.class then
    block.class.text = block.text
    table.insert(file.classes, block.class)
    if variable then
      classes[variable], block.class.variable = block.class, variable
    end
  elseif block.aliases[1] then
    block.aliases[1].text = block.text
    table.move(block.aliases, 1, #block.aliases, #file.aliases + 1, file.aliases)
  elseif classes[owner] then
    check_arguments(block, arguments)
    -- The variable of a module may be called otherwise.
    local shown = mark == "." and classes[owner].name:match "[^.]+$" or owner
    block.name, block.full = name, shown .. mark .. name
    if not block.internal then
      table.insert(classes[owner].functions, block)
    end
  elseif line == "" and block.place.line <= 3 and not block.params[1] then
    file.text = block.text
  end
end

--- What a file declares: its text, classes, aliases and module. Raises a table with `message` at
--- what it does not understand.
---@param path string for messages
---@param text string
---@return table file
function annotations.parse(path, text)
  local file = { path = path, text = {}, classes = {}, aliases = {} }
  local lines, classes = {}, {}
  for line in (text:gsub("\n?$", "\n")):gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
  end
  local number = 1
  while number <= #lines do
    local from = number
    while (lines[number] or ""):find "^%-%-%-%f[^-]" do
      number = number + 1
    end
    local line = lines[number] or ""
    if number > from then
      take_block(file, classes, parse_block(path, lines, from, number - 1), line)
    elseif classes[line:match "^function ([%w_]+)[.:]"] then
      annotations.fail({ path = path, line = number }, "a public function without annotations")
    end
    file.module = classes[line:match "^return ([%w_]+)$"
      or line:match "^return errors%.module%(.*, ([%w_]+)%)$"]
      or classes[line:match "^return setmetatable%(([%w_]+)"] or file.module
    number = number + 1
  end
  return file
end

return annotations
