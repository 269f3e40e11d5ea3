--- The description of a game written in Lua, for its help, its input and whoever draws it.

local hexagons = require "tessera.base.hexagons"
local rules_names = require "tessera.base.rules_names"
local wording = require "tessera.base.wording"

local description = {}

local dump = string.dump -- the sandbox takes it away

---@class tessera.CellsOfMaps
---@field by_char table<string, string[]> the kinds by layer that a character of a map stands for
---@field by_kinds table<string, string> the character of such kinds, with "\0" between them
---@field usual string[] the usual kind of each layer

---@class tessera.About: tessera.Shown the description of a game, for its help and its input
---@field name string
---@field summary string
---@field genre? tessera.Genre
---@field help? string
---@field goal? string
---@field hexagons boolean whether its cells are hexagons
---@field moves string[] the forms of its actions
---@field rules string[] of its rules as pictures the actions and the picture
---@field steps integer how many steps follow an action
---@field program_steps { step: integer, inner?: integer, sweep?: integer }[] by each step of the
---compiled program the definition's step, the one inside of its `again`, and how many rules its
---sweep has
---@field ends integer how many ends it has
---@field lines { length: integer, kinds: string[] }[] the lines of equal pieces that end it
---@field outcomes string[] those that its definition names
---@field endless? boolean whether nothing can end it
---@field forms table[] these forms, compiled
---@field options table<string, integer|string|boolean>
---@field alphabet string the characters of its maps
---@field has_map boolean
---@field formats (string|table|function)[] of levels, beside paragraphs
---@field scored boolean
---@field players integer
---@field layers string[] the names of its layers, the lowest first
---@field kinds { kind: string, byte: string, glyph: string }[][] by layer its kinds, sorted: `byte`
---is the character that events have for a kind, `glyph` that of the legend, or a blank
---@field cells? tessera.CellsOfMaps
---@field exact? fun(state: tessera.State): string its board as a map, with "?" in cells for which
---no character stands, unless the topmost kind has a background and so covers the others
---@field lowered? fun(picture: string): string a picture as boards have it, if maps may also be
---written in capitals
---@field views? boolean whether players do not see all of a state
---@field legend { char: string, kinds: string[] }[] what the characters of its maps stand for
---@field numbers string[] its fields and counters, without arrays
---@field shown string[] those of them that are shown beside the board
---@field labels? tessera.CompiledLabels
---@field properties table<string, function> the promises of its definition
---@field symmetries tessera.Symmetry[]
---@field counters string[] its counters
---@field hint function[] its function `hint`, if it has one
---@field counts? string the field that is the score
---@field squashes boolean whether an action of it moves all pieces at once
---@field idle string|nil the action that does nothing, where players act together
---@field pieces? string[][] the kinds of the pieces of each player
---@field dice boolean whether its actions draw random numbers, as far as can be read

local function copy(t)
  local result = {}
  for key, value in next, t or {} do
    result[key] = value
  end
  return result
end

-- The character for which a byte of a layer stands.
local function character_of(compiled, byte)
  return compiled.character_of and compiled.character_of[byte] or byte
end

local function kinds_of(compiled, legend)
  local kinds = {}
  for i, bytes in ipairs(compiled.bytes) do
    kinds[i] = {}
    for _, kind in ipairs(wording.sorted(bytes)) do
      local char = character_of(compiled, bytes[kind])
      kinds[i][#kinds[i] + 1] = { kind = kind, byte = char, glyph = legend[char] and char or " " }
    end
  end
  return kinds
end

-- What each character of a map stands for, the lowest layer first.
local function legend_of(compiled, legend)
  local list = {}
  for i, char in ipairs(wording.sorted(legend)) do
    local means, kinds = legend[char], {}
    for k, layer in ipairs(compiled.layer_names) do
      local kind = type(means) == "table" and means[layer] or k == 1 and type(means) == "string"
        and means
      kinds[#kinds + 1] = kind and kind ~= "nothing" and kind or nil
    end
    list[i] = { char = char, kinds = kinds }
  end
  return list
end

-- The same by layer, for those who look from kinds to characters.
local function cells_of(compiled)
  local cells = { by_char = {}, by_kinds = {}, usual = compiled.usual }
  for _, entry in ipairs(compiled.entries) do
    local kinds = table.move(entry, 1, #compiled.layer_names, 1, {})
    local key = table.concat(kinds, "\0")
    cells.by_char[entry.shown] = kinds
    cells.by_kinds[key] = cells.by_kinds[key] or entry.shown
  end
  return cells
end

-- The character of a topmost kind that covers what lies below it; "?" if it shows that.
local function covering(compiled, kinds)
  local layer = #kinds
  while layer > 1 and kinds[layer] == "nothing" do
    layer = layer - 1
  end
  local part = compiled.about.looks[kinds[layer]]
  return part and part.back and character_of(compiled, compiled.bytes[layer][kinds[layer]]) or "?"
end

-- The board of a state as a text in which each character stands for all kinds of its cell, but for
-- those that are covered; "?" where none does. (`tostring` shows the topmost kind there.)
local function exact_text(compiled, cells)
  return function(state)
    local grids, lines = {}, {}
    for i, layer in ipairs(compiled.layer_names) do
      grids[i] = state[layer]
    end
    for row = 1, state:rows() do
      local line = {}
      for column = 1, state:columns() do
        local kinds = {}
        for i, layer in ipairs(grids) do
          kinds[i] = layer:get(row, column)
        end
        line[column] = cells.by_kinds[table.concat(kinds, "\0")] or covering(compiled, kinds)
      end
      local text = table.concat(line)
      lines[row] = (compiled.hexagons and hexagons.row(text, row) or text) .. "\n"
    end
    return table.concat(lines)
  end
end

-- The names of the fields and counters that are no arrays, and of those that are not hidden.
local function numbers_of(compiled)
  local numbers, shown = {}, {}
  for i, field in ipairs(compiled.fields) do
    if i ~= compiled.over and field.size == 0 then
      numbers[#numbers + 1] = field.name
      shown[#shown + 1] = not field.hidden and field.name or nil
    end
  end
  return numbers, shown
end

local function rules_of(definition)
  local list = {}
  for i, rule in ipairs(definition.rules or {}) do
    list[i] = rule[2] and rule[1] .. ": " .. rule[2] or rule[1]
  end
  return list
end

-- By each step of the program where it stands: those of `again` stand behind it.
local function program_steps_of(definition)
  local steps = {}
  local function add(number, inner, step)
    step = type(step) == "table" and step or {}
    steps[#steps + 1] = { step = number, inner = inner, sweep = step.sweep and #step.sweep }
    for i, each in ipairs(step.again or {}) do
      add(number, i, each)
    end
  end
  for i, step in ipairs(definition.after or {}) do
    add(i, nil, step)
  end
  return steps
end

-- The lines of pieces in its ends, such as `line 4 mine`.
local function lines_of(definition)
  local list = {}
  for _, rule in ipairs(definition.ends or {}) do
    for length, kind in (type(rule[2]) == "string" and rule[2] or ""):gmatch
      "%f[%w]line (%d+) ([%w_]+)" do
      local owned = kind == "mine" or kind == "theirs"
      list[#list + 1] = { length = math.tointeger(tonumber(length)),
        kinds = owned and copy(definition.pieces) or { kind } }
    end
  end
  return list
end

-- The kinds of the pieces of each player.
local function pieces_of(definition)
  local list = {}
  for i, entry in ipairs(definition.pieces or {}) do
    local group = type(entry) == "string" and (definition.groups or {})[entry]
    list[i] = group and rules_names.members(group) or copy(type(entry) == "table" and entry
      or { entry })
  end
  return list[1] and list or nil
end

-- What an upvalue has: itself, or if it is a table that was not seen before what stands in it.
local function values_of(value, seen)
  if type(value) ~= "table" then
    return { value }
  end
  local values = seen[value] and {} or value
  seen[value] = true
  return values
end

-- Whether a function calls a method `chance`: its compiled code has the name, behind its length. Or
-- whether one does that it can call, of the same file.
local function draws(f, seen)
  local source, waiting = debug.getinfo(f, "S").source, { f }
  while waiting[1] do
    local called = table.remove(waiting)
    local info = debug.getinfo(called, "Su")
    if not seen[called] and info.what ~= "C" and info.source == source then
      seen[called] = true
      if dump(called, true):find("\x87chance", 1, true) then
        return true
      end
      for i = 1, info.nups do
        local _, upvalue = debug.getupvalue(called, i)
        for _, value in next, values_of(upvalue, seen) do
          waiting[#waiting + 1] = type(value) == "function" and value or nil
        end
      end
    end
  end
  return false
end

-- Whether pictures of rules say `random` or chances in percent, or functions draw. `seen`: what
-- does not.
local function throws_dice(entries, seen)
  for _, entry in pairs(type(entries) == "table" and entries or {}) do
    if type(entry) == "string" and (entry:find "%f[%w_]random%f[^%w_]"
        or entry:find "%->.*[%w_]%%")
      or type(entry) == "function" and draws(entry, seen)
      or throws_dice(entry, seen) then
      return true
    end
  end
  return false
end

local function has_squash(definition)
  for _, rule in ipairs(definition.rules or {}) do
    if type(rule) == "table" and rule.squash then
      return true
    end
  end
  return false
end

local function counters_of(compiled)
  local counters = {}
  for _, field in ipairs(compiled.fields) do
    counters[#counters + 1] = field.counter and field.name or nil
  end
  return counters
end

--- Describes a game.
---@param module tessera.Game
---@param compiled table the definition, checked and compiled
---@param definition tessera.Definition
---@return tessera.About
function description.of(module, compiled, definition)
  local about = { name = compiled.name, summary = definition.summary or compiled.name,
    genre = definition.genre, help = definition.help, goal = compiled.goal,
    hexagons = compiled.hexagons, moves = copy(definition.moves),
    forms = compiled.forms, options = compiled.options, alphabet = compiled.alphabet,
    has_map = compiled.map ~= nil, formats = compiled.formats, scored = module.scored,
    players = compiled.players,
    layers = compiled.layer_names, kinds = kinds_of(compiled, definition.legend),
    legend = legend_of(compiled, definition.legend),
    looks = compiled.looks or {}, look = compiled.look,
    keys = compiled.keys, tick = compiled.tick, properties = compiled.properties,
    reverse = { compiled.reverse }, symmetries = compiled.symmetries,
    counters = counters_of(compiled),
    rules = rules_of(definition), steps = #(definition.after or {}),
    program_steps = program_steps_of(definition), ends = #(definition.ends or {}),
    lines = lines_of(definition),
    outcomes = compiled.outcomes, endless = not compiled.outcomes[1] and not definition.outcome,
    squashes = has_squash(definition),
    dice = throws_dice({ definition.rules, definition.after, definition.apply }, {}),
    cells = cells_of(compiled), views = definition.view ~= nil,
    together = definition.together == true }
  about.labels, about.hint = compiled.labels, { definition.hint }
  about.counts = type(definition.score) == "string" and definition.score or nil
  about.idle, about.pieces = compiled.together and compiled.together.idle, pieces_of(definition)
  about.numbers, about.shown = numbers_of(compiled)
  if #compiled.layer_names > 1 then
    about.exact = exact_text(compiled, about.cells)
  end
  return about
end

return description
