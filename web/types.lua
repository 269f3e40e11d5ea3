--- Writes what the editor of the playground knows of the API, from the LuaCATS annotations and the
--- tables of docs/rules.md, as JSON:
---
---     lua5.4 web/types.lua build/web/types.json
---
--- - `classes`: by name `text`, `parent`, `call` (the class of the table that a call takes), and
---   `members`, lists of name, kind ("function", "method" or "field"), signature, first sentence,
---   and a table of what it leads to: `is` (the class of its value, or of its first result), `of`
---   (the class of the value's items), `takes` (the classes of the tables among its arguments)
--- - `variables`: by a name that annotations give to an argument, its class
--- - `words`: lists of a word of the rules and what it means
--- - `colours`: lists of a name and its "#rrggbb"
--- - `puzzlescript`: the `settings` of its prelude, and its `palettes` by name, the "#rrggbb" of
---   each name of a colour

package.path = "lua/?.lua;./?.lua;" .. package.path

local annotations = require "docs.reference.annotations"
local colours = require "tessera.draw.colours"
local markup = require "tessera.draw.markup"
local prelude = require "tessera.puzzlescript.parse.prelude"
local puzzle_colours = require "tessera.puzzlescript.parse.colours"
local reference = require "docs.reference"
local signatures = require "docs.reference.signatures"

-- What a script in the playground cannot reach.
local unreachable = { ["tessera.busted"] = true, ["tessera.Assertions"] = true,
  ["tessera.process"] = true, ["tessera.builtin"] = true, ["tessera.lua_game"] = true }

-- The annotations say `table` where a class of an inner module would fit.
local narrower = { ["tessera.Definition.look"] = "table<string, tessera.Look>" }

local function parse_all()
  local files = {}
  local paths = reference.paths()
  table.insert(paths, "lua/tessera/draw/look.lua")
  for i, path in ipairs(paths) do
    local file <close> = assert(io.open(path))
    files[i] = annotations.parse(path, file:read "a")
  end
  return files
end

-- Only a table with fields can be written down, so only its class leads anywhere.
local function class_in(text, classes, with_fields)
  for name in text:gmatch "tessera%.[%w_.]*[%w_]" do
    local class = classes[name]
    if class and (not with_fields or class.fields[1]) then
      return name
    end
  end
end

-- What a value of a type leads to: the class of the value, and that of its items.
local function leads_to(kind, classes)
  kind = kind:gsub("fun%b():?[^|]*", "")
  local items = kind:match "table<[^,]+,(.*)>" or kind:match "%(([^()]*)%)%[%]"
    or kind:match "(tessera%.[%w_.]+)%[%]"
  if items then
    return nil, class_in(items, classes)
  end
  return class_in(kind, classes)
end

local function tables_taken(block, classes)
  local taken = {}
  for _, param in ipairs(block.params) do
    taken[#taken + 1] = class_in(param.type:gsub("fun%b()", ""), classes, true)
  end
  return taken[1] and taken or nil
end

local function function_member(block, classes)
  local first = block.results[1]
  local is, of
  if first then
    is, of = leads_to(first.type, classes)
  end
  return { block.name, block.full:find ":" and "method" or "function", signatures.of(block),
    signatures.sentence(block.text),
    { is = is, of = of, takes = tables_taken(block, classes) } }
end

local function field_member(class, field, classes)
  local kind = narrower[class.name .. "." .. field.name] or field.type
  local is, of = leads_to(kind, classes)
  local text = field.text:sub(1, 1):upper() .. field.text:sub(2)
  return { field.name, "field", ("%s%s: %s"):format(field.name, field.optional and "?" or "",
    signatures.shortened(kind)), text, { is = is, of = of } }
end

local function described(file, class)
  local text = class == file.module and file.text[1] and file.text or class.text
  return signatures.sentence(text)
end

local function shape(file, class, classes)
  local members = {}
  for _, field in ipairs(class.fields) do
    local reachable = not unreachable[field.type] and field.name:find "^[%a_]"
    members[#members + 1] = reachable and field_member(class, field, classes) or nil
  end
  for _, block in ipairs(class.functions) do
    members[#members + 1] = function_member(block, classes)
  end
  local call = class.overloads[1] and class_in(class.overloads[1].type, classes, true)
  return { text = described(file, class), parent = class.parent, members = members, call = call,
    module = file.module == class or nil }
end

-- The class that most arguments of a name have.
local function count_variables(votes, kind, classes)
  for name, text in kind:gmatch "([%a_][%w_]*)%??: (tessera%.[%w_.]*[%w_])" do
    if classes[text] then
      votes[name] = votes[name] or {}
      votes[name][text] = (votes[name][text] or 0) + 1
    end
  end
end

local function variables_of(files, classes)
  local votes, variables = {}, {}
  for _, file in ipairs(files) do
    for _, class in ipairs(file.classes) do
      for _, field in ipairs(class.fields) do
        count_variables(votes, field.type, classes)
      end
      for _, block in ipairs(class.functions) do
        for _, param in ipairs(block.params) do
          count_variables(votes, param.name .. ": " .. param.type, classes)
          count_variables(votes, param.type, classes)
        end
      end
      if class.variable and not unreachable[class.name] then
        variables[class.variable:lower()] = class.name
      end
    end
  end
  for name, kinds in pairs(votes) do
    local best
    for kind, count in pairs(kinds) do
      if not best or count > kinds[best] or count == kinds[best] and kind < best then
        best = kind
      end
    end
    variables[name] = variables[name] or best
  end
  return variables
end

-- The sections of rules.md whose tables are about words of patterns and conditions, and the names
-- of kinds that stand there as examples.
local sections = { ["The cells of the left side"] = true, Directions = true, Conditions = true,
  ["Where a rule fits"] = true }
local examples = { box = true, thing = true, player = true, keys = true, open = true, car = true,
  empty = true, ["<car>"] = true }

-- The words in code in the first column of the tables of rules.md, with what stands beside them.
local function words_of(path)
  local words, seen, heading = {}, {}, nil
  local function add(word, text)
    if word and word:find "^[%a<][%w<>-]*$" and not examples[word] and not seen[word] then
      seen[word] = true
      words[#words + 1] = { word, (text:gsub("%[([^]]*)%]%b()", "%1")) }
    end
  end
  for line in io.lines(path) do
    heading = line:match "^#+ (.*)" or heading
    local first, second = line:gsub("\\|", ""):match "^| (`.-) | (.*)|$"
    for code in (sections[heading] and first or ""):gmatch "`([^`]+)`" do
      add(code:match "^(%S+) " or code, second:gsub("%s+$", ""))
    end
  end
  return words
end

local function write()
  local files, classes, shapes = parse_all(), {}, {}
  for _, file in ipairs(files) do
    for _, class in ipairs(file.classes) do
      -- A game adds its field to the class `tessera` in a part of its own.
      local whole = classes[class.name]
      if whole then
        table.move(class.fields, 1, #class.fields, #whole.fields + 1, whole.fields)
      else
        classes[class.name] = class
      end
    end
  end
  for _, file in ipairs(files) do
    for _, class in ipairs(file.classes) do
      if classes[class.name] == class and not unreachable[class.name] then
        shapes[class.name] = shape(file, class, classes)
      end
    end
  end
  local list = {}
  for i, name in ipairs(colours.names()) do
    list[i] = { name, colours.hex(name) }
  end
  local palettes, kinds = {}, select(2, puzzle_colours.names())
  for _, palette in ipairs(kinds) do
    if not tonumber(palette) then
      palettes[palette] = {}
      for _, name in ipairs(puzzle_colours.names()) do
        palettes[palette][name] = puzzle_colours.value(name, palette)
      end
      palettes[palette].transparent = nil
    end
  end
  return markup.json { classes = shapes, variables = variables_of(files, classes),
    words = words_of "docs/rules.md", colours = list,
    puzzlescript = { settings = prelude.settings, palettes = palettes } }
end

local file <close> = assert(io.open((...), "w"))
assert(file:write(write(), "\n"))
