--- Writes the reference: a section for each module and its classes, an entry for each function.

local sections = require "docs.reference.sections"
local signatures = require "docs.reference.signatures"

local page = {}

local introduction = [[
# Reference

Every public function of Tessera: what it takes and returns, its errors, and an example.
[The tutorial](tutorial.md) is the place to start, [the guide](guide.md) goes on, and
[rules as pictures](rules.md) has the notation of rules. `make reference` makes this page from the
annotations in the sources; editors that know LuaCATS show the same texts.

- A module is loaded with `require "tessera.grid"`; those that [tessera](#tessera) lists also as
  `tessera.grid` after `local tessera = require "tessera"`. The examples expect each module in a
  variable of its name.
- `name?` may be left out. `string|nil` is a string or nil. `Grid` is the type `tessera.Grid`.
- Rows, columns, players and places in lists count from 1, where nothing else is said.
- What the rules of a game do not allow is no error: the function returns nil, and why in words.
  Misuse is an error that names the argument: a wrong type, a number out of range, an unknown
  option.
- `-->` shows what a line prints. A spec runs all examples, in the project's folder.
]]

local Page = {}
Page.__index = Page

-- The anchor that a heading has: small letters, digits and "_", the second time with a number.
function Page:anchor(heading)
  local anchor = heading:lower():gsub("[^%w_ -]", ""):gsub(" ", "-")
  local times = self.anchors[anchor]
  self.anchors[anchor] = (times or 0) + 1
  return times and anchor .. "-" .. times or anchor
end

function Page:add(text, ...)
  table.insert(self.lines, select("#", ...) > 0 and text:format(...) or text)
end

-- Links to the types that a type names, except to objects: these are met everywhere.
function Page:links(text)
  local links, seen = {}, {}
  for name in text:gmatch "tessera%.[%w_.]*[%w_]" do
    local is = self.types[name]
    if is and is.link and not seen[name] and not (is.functions or {})[1] then
      seen[name] = true
      links[#links + 1] = is.link
    end
  end
  return table.concat(links, ", ")
end

-- A line of a list: what it is, what is said of it, and where its type stands.
function Page:item(what, text, kind)
  local links = self:links(kind)
  local said = text ~= "" and ": " .. text or ""
  if links ~= "" then
    said = text ~= "" and ("%s (%s)"):format(said, links) or ": " .. links
  end
  self:add("- %s%s", what, said)
end

-- Where the description ends: at the paragraph about errors, or at the example.
local function description_end(text)
  for i, line in ipairs(text) do
    if line:find "^Errors: " or line:find "^```" then
      return i - 1
    end
  end
  return #text
end

-- Lines of text from one on to another, as a part of the page of its own.
function Page:text(text, from, to)
  while from <= to and text[from] == "" do
    from = from + 1
  end
  while to >= from and text[to] == "" do
    to = to - 1
  end
  if from > to then
    return
  end
  self:add ""
  for i = from, to do
    self:add((text[i]:gsub("^Errors: ", "**Errors:** ")))
  end
end

-- What of the members is said in words or shown elsewhere on the page.
function Page:members(block)
  local begun
  local function begin()
    if not begun then
      self:add ""
    end
    begun = true
  end
  for _, param in ipairs(block.params) do
    if param.text ~= "" or self:links(param.type) ~= "" then
      begin()
      self:item("`" .. param.name .. "`", param.text, param.type)
    end
  end
  for _, result in ipairs(block.results) do
    if result.text ~= "" or self:links(result.type) ~= "" then
      begin()
      self:item("returns" .. (result.name and " `" .. result.name .. "`" or ""), result.text,
        result.type)
    end
  end
end

-- The ways to call something, in a block of their own.
function Page:signatures(lines)
  if lines[1] then
    self:add ""
    self:add("```\n%s\n```", table.concat(lines, "\n"))
  end
end

function Page:func(block)
  self:add ""
  self:add("#### %s", block.full)
  self:signatures(signatures.overloaded({ signatures.of(block) }, block.full, block.overloads))
  if not self.released[block.full] then
    self:add "\nNew in 0.3."
  end
  local past = description_end(block.text)
  self:text(block.text, 1, past)
  self:members(block)
  self:text(block.text, past + 1, #block.text)
end

local function short_name(class)
  return signatures.shortened(class.name)
end

function Page:links_line(links)
  if links[1] then
    self:add ""
    self:add(table.concat(links, " · "))
  end
end

-- A list, and a line for fields that are modules.
function Page:fields(class)
  local modules, others = {}, {}
  for _, field in ipairs(class.fields) do
    local is = self.types[field.type]
    if is and is.module then
      modules[#modules + 1] = ("[%s](#%s)"):format(field.name, is.anchor)
    else
      others[#others + 1] = field
    end
  end
  self:links_line(modules)
  for i, field in ipairs(others) do
    if i == 1 then
      self:add ""
    end
    local name = ("`%s%s` (`%s`)"):format(field.name, field.optional and "?" or "",
      signatures.shortened(field.type))
    self:item(name, field.text, field.type)
  end
end

-- What stands below the heading of a class. `text` is what is said of it, `others` are the types
-- that follow.
function Page:class(class, text, others)
  local parent = self.types[class.parent]
  self:signatures(signatures.overloaded({}, class.name, class.overloads))
  local past = description_end(text)
  self:text(text, 1, past)
  if parent then
    self:add ""
    local own = class.functions[1] or class.fields[1]
    self:add("It has all %s of %s%s.", parent.functions[1] and "methods" or "fields", parent.link,
      own and ", and these" or "")
  end
  if others then -- of a module: constants
    self:text(text, past + 1, #text)
    self:fields(class)
  else
    self:fields(class)
    self:text(text, past + 1, #text)
  end
  local links = {}
  for i, block in ipairs(class.functions) do
    links[i] = ("[%s](#%s)"):format(block.name, block.anchor)
  end
  for _, other in ipairs(others or {}) do
    links[#links + 1] = other.link
  end
  self:links_line(links)
  for _, block in ipairs(class.functions) do
    self:func(block)
  end
end

-- A module in Lua may be described at the top of its file.
local function said_of(section)
  return section.file.text[1] and section.file.text or section.main.text
end

function Page:section(section)
  self:add ""
  self:add("## %s", section.title)
  local others = table.move(section.classes, 1, #section.classes, 1, {})
  table.move(section.file.aliases, 1, #section.file.aliases, #others + 1, others)
  self:class(section.main, said_of(section), others)
  for _, class in ipairs(section.classes) do
    self:add ""
    self:add("### %s", short_name(class))
    self:class(class, class.text)
  end
  for _, alias in ipairs(section.file.aliases) do
    self:add ""
    self:add("### %s", signatures.shortened(alias.name))
    self:text(alias.text or {}, 1, #(alias.text or {}))
    self:signatures { signatures.shortened(alias.type) }
  end
end

-- Gives every heading its anchor, in the order of the page.
function Page:place(section)
  local main = section.main
  main.module, main.anchor = true, self:anchor(section.title)
  main.link = ("[%s](#%s)"):format(main.name, main.anchor)
  local function functions(class)
    for _, block in ipairs(class.functions) do
      block.anchor = self:anchor(block.full)
    end
  end
  functions(main)
  for _, class in ipairs(section.classes) do
    class.link = ("[%s](#%s)"):format(short_name(class), self:anchor(short_name(class)))
    functions(class)
  end
  for _, alias in ipairs(section.file.aliases) do
    local name = signatures.shortened(alias.name)
    alias.link = ("[%s](#%s)"):format(name, self:anchor(name))
  end
end

--- The page, from files as `annotations.parse` gives them.
---@param files table[]
---@param released table<string, true> the functions that are not new
---@return string
---@return table<string, string> anchors of the sections, by the paths of their files
function page.write(files, released)
  local list, types = sections.from(files)
  local written = setmetatable({ lines = {}, anchors = {}, types = types, released = released },
    Page)
  local anchors = {}
  written:anchor "Reference"
  for _, section in ipairs(list) do
    written:place(section)
    anchors[section.file.path] = section.main.anchor
  end
  written:add(introduction)
  written:add "| | |\n| --- | --- |"
  for _, section in ipairs(list) do
    local sentence = signatures.sentence(said_of(section))
    written:add("| %s | %s |", section.main.link, sentence)
  end
  for _, section in ipairs(list) do
    written:section(section)
  end
  return table.concat(written.lines, "\n") .. "\n", anchors
end

return page
