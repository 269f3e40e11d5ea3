--- Writes docs/reference.md from the LuaCATS annotations of what users require: the modules in
--- lua/tessera and the types of those in C, lua/tessera/meta.
---
---     lua5.4 docs/reference.lua docs/reference.md
---
--- What it does not understand is an error with file and line, so that no annotation is lost.

local reference = {}

-- The sections people need first. Games follow (a class of theirs is a tessera.State), then
-- what is named in `last`; others stand between these by their names.
local first = { "tessera", "tessera.State", "tessera.game", "tessera.LuaState", "tessera.grid",
  "tessera.scenario", "tessera.busted", "tessera.session", "tessera.search" }
local last = { "tessera.reader", "tessera.rng", "tessera.process", "tessera.builtin" }

local introduction = [[
# Reference

Every function of Tessera, made by `make reference` from the annotations in the sources, which
editors that know LuaCATS show as well. [The guide](guide.md) leads through the same things step
by step.

- A module is loaded with `require "tessera.grid"`, or as `tessera.grid` after
  `local tessera = require "tessera"`. The examples expect each module in a variable of its name.
- `name?` may be left out. `string|nil` is a string or nil. `Grid` is the type `tessera.Grid`.
- Rows, columns, players and places in lists count from 1, where nothing else is said.
- What the rules of a game do not allow is answered: nil, and why in words. Misuse is an error: a
  wrong type, a number out of range, an unknown option. It names the argument.
- What `-->` shows is what the line prints. A spec runs all examples, in the project's folder.
]]

local function fail(place, message, ...)
  error({ message = ("%s:%d: "):format(place.path, place.line) .. message:format(...) }, 0)
end

-- ---- types ----

local scan_type

local function skip(text, at)
  return text:match("^%s*()", at)
end

-- Behind a token, or nil if something else is there.
local function token(text, at, plain)
  at = skip(text, at)
  return text:sub(at, at + #plain - 1) == plain and at + #plain or nil
end

-- Behind items between commas, up to `close`.
local function scan_list(text, at, close, item)
  local past = token(text, at, close)
  while not past do
    at = item(text, at)
    past = at and token(text, at, close)
    at = at and token(text, at, ",")
    if not past and not at then
      return nil
    end
  end
  return past
end

-- `name?: type`, or the name alone.
local function scan_member(text, at)
  local past = text:match("^%s*[%a_][%w_]*%??()", at) or token(text, at, "...")
  local colon = past and token(text, past, ":")
  return colon and scan_type(text, colon) or not colon and past or nil
end

-- The results of a function: types, with names or without.
local function scan_results(text, at)
  local past
  repeat
    past = scan_type(text, text:match("^%s*[%a_][%w_]*:%s()", at) or at)
    at = past and token(text, past, ",")
  until not at
  return past
end

local function scan_primary(text, at)
  at = skip(text, at)
  local past = text:match("^fun%s*%(()", at)
  if past then
    past = scan_list(text, past, ")", scan_member)
    local colon = past and token(text, past, ":")
    return colon and scan_results(text, colon) or not colon and past or nil
  elseif text:find("^[({]", at) then
    local open = text:sub(at, at)
    return scan_list(text, at + 1, open == "(" and ")" or "}", open == "(" and scan_type
      or scan_member)
  end
  past = text:match('^"[^"]*"()', at) or text:match("^%-?%d+()", at) or token(text, at, "...")
    or text:match("^[%a_][%w_.]*%*?()", at)
  local open = past and text:match("^<()", past)
  return open and scan_list(text, open, ">", scan_type) or not open and past or nil
end

-- Behind the type that begins at a place of a text, or nil.
function scan_type(text, at)
  local past
  repeat
    past = scan_primary(text, at)
    local suffix = past
    while suffix do
      past = suffix
      suffix = text:match("^%[%]()", past) or text:match("^%?()", past)
    end
    at = past and token(text, past, "|")
  until not at
  return past
end

-- A type in front of a text, and the rest of the text.
local function take_type(place, text)
  local past = scan_type(text, 1)
  if not past or not text:find("^%s", past) and past <= #text then
    fail(place, "cannot read the type: %s", text)
  end
  return text:sub(1, past - 1), text:sub(skip(text, past))
end

-- ---- annotations ----

-- Outside of code Markdown would take "<row>" for a tag.
local function check_tags(place, text)
  if text:gsub("`[^`]*`", ""):find "<%a" then
    fail(place, "'<' outside of `code`")
  end
end

local tags = {}

function tags.class(place, block, text)
  local name, parent, rest = text:match "^([%w_.]+):%s*([%w_.]+)%s*(.*)$"
  if not name then
    name, rest = text:match "^([%w_.]+)%s*(.*)$"
  end
  if not name or block.class then
    fail(place, "cannot read the class: %s", text)
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
    fail(place, "cannot read the field: %s", text)
  end
  local kind, note = take_type(place, rest)
  check_tags(place, note)
  table.insert(block.class.fields, { name = name, optional = optional == "?", type = kind,
    text = note, place = place })
end

function tags.alias(place, block, text)
  local name, rest = text:match "^([%w_.]+)%s+(.*)$"
  if not name then
    fail(place, "cannot read the alias: %s", text)
  end
  local kind, note = take_type(place, rest)
  if note ~= "" then
    fail(place, "text behind an alias: write it above")
  end
  table.insert(block.aliases, { name = name, type = kind, place = place })
end

function tags.param(place, block, text)
  local name, optional, rest = text:match "^([%a_][%w_]*)(%??)%s+(.*)$"
  if not name then
    name, rest = text:match "^(%.%.%.)%s+(.*)$"
  end
  if not name then
    fail(place, "cannot read the parameter: %s", text)
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
    fail(place, "a result has a name in front of what is said of it: %s", rest)
  end
  check_tags(place, note or "")
  table.insert(block.results, { name = name, type = kind, text = note or "", place = place })
end

function tags.overload(place, block, text)
  local kind, rest = take_type(place, text)
  if rest ~= "" or not kind:find "^fun%(" then
    fail(place, "cannot read the overload: %s", text)
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
    fail(tag.place, "unknown annotation: %s", tag.text)
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
      fail(place, "text behind an annotation: write it above, or continue with '---text'")
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
      fail(block.place, "argument '%s' is not annotated in its place", name)
    end
  end
  if block.params[number + 1] then
    fail(block.params[number + 1].place, "there is no argument '%s'",
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

--- What a file declares. Raises a table with `message` at what it does not understand.
---@param path string for messages
---@param text string
---@return table file
function reference.parse(path, text)
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
      fail({ path = path, line = number }, "a public function without annotations")
    end
    file.module = classes[line:match "^return ([%w_]+)$"]
      or classes[line:match "^return setmetatable%(([%w_]+)"] or file.module
    number = number + 1
  end
  return file
end

-- ---- the page ----

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

local function shortened(text)
  return (text:gsub("%f[%w_]tessera%.", ""))
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

-- A member as signatures have it.
local function typed(member)
  return ("%s%s: %s"):format(member.name, member.optional and "?" or "", shortened(member.type))
end

local function signature(block)
  local arguments, results = {}, {}
  for i, param in ipairs(block.params) do
    arguments[i] = typed(param)
  end
  for i, result in ipairs(block.results) do
    results[i] = result.name and typed(result) or shortened(result.type)
  end
  return ("%s(%s)%s"):format(block.full, table.concat(arguments, ", "),
    results[1] and " -> " .. table.concat(results, ", ") or "")
end

-- Adds the signatures of overloads to a list.
local function overloaded(lines, full, overloads)
  for _, overload in ipairs(overloads) do
    local arguments, results = overload.type:match "^fun(%b()):?%s*(.*)$"
    lines[#lines + 1] = full .. shortened(arguments)
      .. (results ~= "" and " -> " .. shortened(results) or "")
  end
  return lines
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
  self:signatures(overloaded({ signature(block) }, block.full, block.overloads))
  local past = description_end(block.text)
  self:text(block.text, 1, past)
  self:members(block)
  self:text(block.text, past + 1, #block.text)
end

local function short_name(class)
  return shortened(class.name)
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
      shortened(field.type))
    self:item(name, field.text, field.type)
  end
end

-- What stands below the heading of a class. `text` is what is said of it, `others` are the types
-- that follow.
function Page:class(class, text, others)
  local parent = self.types[class.parent]
  self:signatures(overloaded({}, class.name, class.overloads))
  local past = description_end(text)
  self:text(text, 1, past)
  if parent then
    self:add ""
    self:add(parent.functions[1] and "It has all methods of %s, and these."
      or "It has the fields of %s.", parent.link)
  end
  self:fields(class)
  self:text(text, past + 1, #text)
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
    self:add("### %s", shortened(alias.name))
    self:text(alias.text or {}, 1, #(alias.text or {}))
    self:signatures { shortened(alias.type) }
  end
end

-- ---- order ----

local function place_in(list, name)
  for i, item in ipairs(list) do
    if item == name then
      return i
    end
  end
end

-- A module of which users see nothing has a section for its classes only.
local function is_shown(class, file)
  return class ~= file.module or class.functions[1] or class.fields[1] or class.overloads[1]
end

-- A file's section: its main class, which is the module or the first one, and the other ones.
local function section_of(file)
  local section = { file = file, classes = {} }
  for _, class in ipairs(file.classes) do
    if is_shown(class, file) then
      table.insert(section.classes, class)
      section.game = section.game or file.module and class.parent == "tessera.State"
    end
  end
  local main = file.module and place_in(section.classes, file.module) or 1
  section.main = table.remove(section.classes, main)
  section.game = section.game and section.main == file.module
  section.title = section.main and section.main.name
  return section
end

local function rank(section)
  local at, behind = place_in(first, section.title), place_in(last, section.title)
  return at or behind and 3000 + behind or section.game and 1000 or 2000
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
    alias.link = ("[%s](#%s)"):format(shortened(alias.name), self:anchor(shortened(alias.name)))
  end
end

-- Types of the project that are named must be declared.
local function check_names(known, member)
  for name in member.type:gmatch "tessera%.[%w_.]*[%w_]" do
    if not known[name] then
      fail(member.place, "there is no type '%s'", name)
    end
  end
end

local function check_types(known, files)
  local function each(list)
    for _, member in ipairs(list) do
      check_names(known, member)
    end
  end
  for _, file in ipairs(files) do
    each(file.aliases)
    for _, class in ipairs(file.classes) do
      if class.parent and not known[class.parent] then
        fail(class.place, "there is no type '%s'", class.parent)
      end
      each(class.fields)
      each(class.overloads)
      for _, block in ipairs(class.functions) do
        each(block.params)
        each(block.results)
        each(block.overloads)
      end
    end
  end
end

local function first_sentence(section)
  local paragraph = (table.concat(said_of(section), " ") .. " "):gsub("  .*$", " ")
  return paragraph:match "^(.-[%w%)\"'`])%. " or paragraph:gsub("%s+$", "")
end

--- The page, from files as `parse` gives them.
---@param files table[]
---@return string
function reference.page(files)
  local page = setmetatable({ lines = {}, anchors = {}, types = {} }, Page)
  local sections = {}
  for _, file in ipairs(files) do
    for _, class in ipairs(file.classes) do
      page.types[class.name] = class
    end
    for _, alias in ipairs(file.aliases) do
      page.types[alias.name] = alias
    end
    local section = section_of(file)
    if section.main then
      sections[#sections + 1] = section
    end
  end
  check_types(page.types, files)
  table.sort(sections, function(a, b)
    local x, y = rank(a), rank(b)
    return x < y or x == y and a.title < b.title
  end)
  page:anchor "Reference"
  for _, section in ipairs(sections) do
    page:place(section)
  end
  page:add(introduction)
  page:add "| | |\n| --- | --- |"
  for _, section in ipairs(sections) do
    page:add("| %s | %s |", section.main.link, first_sentence(section))
  end
  for _, section in ipairs(sections) do
    page:section(section)
  end
  return table.concat(page.lines, "\n") .. "\n"
end

--- The paths of the files that declare what is public.
---@return string[]
function reference.paths()
  local paths = {}
  local pipe <close> = assert(io.popen
    "ls lua/tessera.lua lua/tessera/*.lua lua/tessera/meta/*.lua")
  for path in pipe:lines() do
    paths[#paths + 1] = path
  end
  return paths
end

--- The page as it should be, from the sources.
---@return string
function reference.make()
  local files = {}
  for i, path in ipairs(reference.paths()) do
    local file <close> = assert(io.open(path))
    files[i] = reference.parse(path, file:read "a")
  end
  return reference.page(files)
end

local target = ...
if target ~= "docs.reference" then
  local fine, page = pcall(reference.make)
  if not fine then
    io.stderr:write(type(page) == "table" and page.message or page, "\n")
    os.exit(1)
  end
  local file <close> = assert(io.open(target, "w"))
  assert(file:write(page))
end

return reference
