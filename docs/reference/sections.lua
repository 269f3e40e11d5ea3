--- Which sections the reference has, and in what order. Types that are named must be declared.

local annotations = require "docs.reference.annotations"

local sections = {}

-- The sections people need first. Games follow (a class of theirs is a tessera.State), then
-- what is named in `last`; others stand between these by their names.
local first = { "tessera", "tessera.State", "tessera.game", "tessera.Definition",
  "tessera.LuaState", "tessera.puzzlescript", "tessera.PuzzleState",
  "tessera.grid", "tessera.scenario", "tessera.busted", "tessera.check",
  "tessera.study", "tessera.generator", "tessera.tournament", "tessera.session",
  "tessera.search", "tessera.search.Limits" }
local last = { "tessera.reader", "tessera.rng", "tessera.process", "tessera.budget",
  "tessera.guard", "tessera.builtin" }

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

-- Types of the project that are named must be declared.
local function check_names(known, member)
  for name in member.type:gmatch "tessera%.[%w_.]*[%w_]" do
    if not known[name] then
      annotations.fail(member.place, "there is no type '%s'", name)
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
        annotations.fail(class.place, "there is no type '%s'", class.parent)
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

-- A class may be declared in parts: the field that a game adds to the class `tessera` stands with
-- the game. It joins the fields of the module.
local function join_parts(files)
  local modules = {}
  for _, file in ipairs(files) do
    if file.module then
      modules[file.module.name] = file.module
    end
  end
  for _, file in ipairs(files) do
    for i = #file.classes, 1, -1 do
      local part = file.classes[i]
      local whole = modules[part.name]
      if whole and whole ~= part then
        table.move(part.fields, 1, #part.fields, #whole.fields + 1, whole.fields)
        table.remove(file.classes, i)
        table.sort(whole.fields, function(a, b) return a.name < b.name end)
      end
    end
  end
end

--- The sections of files as `annotations.parse` gives them, in the order of the page.
---@param files table[]
---@return table[] sections `title`, `main` (a class), `classes`, `file`
---@return table<string, table> types all classes and aliases by their names
function sections.from(files)
  local list, types = {}, {}
  join_parts(files)
  for _, file in ipairs(files) do
    for _, class in ipairs(file.classes) do
      types[class.name] = class
    end
    for _, alias in ipairs(file.aliases) do
      types[alias.name] = alias
    end
    local section = section_of(file)
    if section.main then
      list[#list + 1] = section
    end
  end
  check_types(types, files)
  table.sort(list, function(a, b)
    local x, y = rank(a), rank(b)
    return x < y or x == y and a.title < b.title
  end)
  return list, types
end

return sections
