--- Writes scenarios as Lua source, such as a failure shows for pasting, and finds the keys of a
--- scenario that begins from a given state.

local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local maps = require "tessera.base.maps"
local board_diff = require "tessera.base.board_diff"
local text_lines = require "tessera.base.text_lines"
local wording = require "tessera.base.wording"

local scenario_text = {}

local columns_max = 100
local deep_max = 20

-- The keys of a scenario and of its `expect` as they are written. Others follow.
local order = {}
for i, key in ipairs { "name", "game", "map", "saved", "file", "level", "options", "play",
  "expect", "outcome", "moves", "refused", "score", "fields", "lawful", "refuses", "solvable",
  "optimal", "unique_solution", "forced", "wins", "goal", "reachable", "never", "limits",
  "events", "boards", "board" } do
  order[key] = i
end

local reserved = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat
  return then true until while]]):gmatch "%a+" do
  reserved[word] = true
end

-- ---- texts ----

local short = { ["\n"] = "\\n", ["\\"] = "\\\\", ['"'] = '\\"' }

local function escape(byte)
  return short[byte] or ("\\x%02X"):format(byte:byte())
end

-- A text in quotes; "\z" ends a line that would be too long, behind a blank if there is one.
local function quoted(text, column)
  local plain = wording.line(text:gsub("\n", "")) == text:gsub("\n", "")
  local parts, size = { '"' }, column + 1
  for piece in text:gmatch(plain and utf8.charpattern or ".") do
    piece = piece:gsub(plain and '[%c\\"]' or '[%c\\"\127-\255]', escape)
    local word = parts[#parts] == " " and piece ~= " " and size > columns_max - 20
    if word or size + #piece > columns_max - 4 then
      parts[#parts + 1] = "\\z\n" .. (" "):rep(column)
      size = column
      piece = piece == " " and "\\x20" or piece
    end
    parts[#parts + 1] = piece
    size = size + #piece
  end
  parts[#parts + 1] = '"'
  return table.concat(parts)
end

-- A picture of several rows between long brackets, indented by two more than `indent`; nil if this
-- would change it.
local function block(text, indent)
  local lines = board_diff.lines(text_lines.of(text))
  local prefix, level = (" "):rep(indent + 2), ""
  if #lines < 2 or wording.line(table.concat(lines)) ~= table.concat(lines) then
    return nil
  end
  for i, line in ipairs(lines) do
    lines[i] = line ~= "" and prefix .. line or ""
    if #lines[i] > columns_max then
      return nil
    end
  end
  local body = table.concat(lines, "\n")
  while body:find("]" .. level .. "]", 1, true) do
    level = level .. "="
  end
  return ("[%s[\n%s\n%s]%s]"):format(level, body, (" "):rep(indent), level)
end

-- ---- values ----

local function key_text(key)
  if type(key) == "string" and key:find "^[%a_][%w_]*$" and not reserved[key] then
    return key .. " = "
  end
  return ("[%s] = "):format(type(key) == "string" and quoted(key, 0) or tostring(key))
end

-- The length of the list in a table: up to the first index that is missing.
local function length_of(t)
  local n = 0
  while t[n + 1] ~= nil do
    n = n + 1
  end
  return n
end

-- The keys of a table that are not those of its list, in the order in which they are written.
local function keys_of(t)
  local keys, length = {}, length_of(t)
  for key in next, t do
    if math.type(key) ~= "integer" or key < 1 or key > length then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys, function(a, b)
    local first, second = order[a] or math.huge, order[b] or math.huge
    if first ~= second then
      return first < second
    elseif math.type(a) and math.type(b) then
      return a < b
    end
    return tostring(a) < tostring(b)
  end)
  return keys
end

local value_text

-- The entries of a table: each a text, in which a newline stands if it needs several lines.
local function entries_of(t, indent, key, depth)
  local entries, boards = {}, key == "boards" and key or nil
  for i = 1, length_of(t) do
    entries[i] = value_text(t[i], indent, indent, boards, depth)
  end
  for _, name in ipairs(keys_of(t)) do
    local lead = key_text(name)
    local picture = boards or name
    entries[#entries + 1] = lead .. value_text(t[name], indent, indent + #lead, picture, depth)
  end
  return entries
end

-- A table in one line if that is short enough; otherwise a list of which each line is filled, or an
-- entry in each line.
local function table_text(t, indent, column, key, depth)
  if depth > deep_max then
    error("a table that holds itself cannot be written", 0)
  end
  local entries = entries_of(t, indent + 2, key, depth + 1)
  local line = table.concat(entries, ", ")
  local named = keys_of(t)[1] ~= nil
  if not entries[1] then
    return "{}"
  elseif column + #line + 5 <= columns_max and not line:find "\n" then
    return ("{ %s }"):format(line)
  end
  local prefix = "\n" .. (" "):rep(indent + 2)
  local parts, size = { "{" }, math.huge
  for _, entry in ipairs(entries) do
    local fits = not named and not entry:find "\n" and size + #entry + 2 <= columns_max
    parts[#parts + 1] = (fits and " " or prefix) .. entry .. ","
    size = entry:find "\n" and math.huge or (fits and size + 1 or indent + 2) + #entry + 1
  end
  return table.concat(parts) .. prefix:sub(1, -3) .. "}"
end

local drawn = { map = true, saved = true, board = true, boards = true }

-- The words of values that stand for something that cannot be written.
local written = setmetatable({}, { __mode = "k" })

--- A value that is written as a name, in place of a function: whoever pastes the source gives that
--- name a value.
---@param word string
---@return table
function scenario_text.name(word)
  local made = setmetatable({}, {})
  written[made] = word
  return made
end

-- A value of a key. `column` is where it begins in its line, `indent` where that line begins.
function value_text(value, indent, column, key, depth)
  if type(value) == "string" then
    return drawn[key] and block(value, indent)
      or quoted(drawn[key] and value:match "^([^\n]*)\n$" or value, column)
  elseif type(value) == "table" and not debug.getmetatable(value) then
    return table_text(value, indent, column, key, depth)
  elseif type(value) == "number" or type(value) == "boolean" then
    return ("%q"):format(value)
  elseif written[value] then
    return written[value]
  end
  error(("%s cannot be written: a value of type %s"):format(key or "an entry", type(value)), 0)
end

--- A value as Lua source in one line.
---
--- Errors: a function, or another value that cannot be written.
---@param value any
---@return string
function scenario_text.literal(value)
  return (value_text(value, 0, -(1 << 40), nil, 0))
end

-- How a file names a game that is written in Lua: as it was required, or else by its own name.
local function game_text(game)
  local names = {}
  for name, value in next, package.loaded do
    names[#names + 1] = rawequal(value, game) and type(name) == "string" and name or nil
  end
  table.sort(names)
  return "require " .. quoted(names[1] or game.name, 0)
end

--- The source of a scenario. Run again, it makes the same scenario: pictures may be indented, and
--- lose the blanks around them.
---
--- Errors: a function, or another value that cannot be written.
---@param definition tessera.ScenarioDefinition
---@param game? string how the game is named there: a Lua expression such as 'require "pegs"'
---@param indent? integer the blanks in front of all lines but the first (0)
---@return string source lines of 100 columns at most, without a newline at the end
function scenario_text.of(definition, game, indent)
  local lines, prefix = { "tessera.scenario {" }, (" "):rep(indent or 0)
  for _, key in ipairs(keys_of(definition)) do
    local value, lead = definition[key], prefix .. "  " .. key_text(key)
    local text = key == "game" and (game or type(value) == "table" and game_text(value))
      or value_text(value, #prefix + 2, #lead, key, 0)
    lines[#lines + 1] = lead .. text .. ","
  end
  lines[#lines + 1] = prefix .. "}"
  return table.concat(lines, "\n")
end

-- ---- the start ----

-- What a function returns; nil if it raises an error.
local function try(f, ...)
  local fine, value = errors.pcall(f, ...)
  return fine and value or nil
end

-- The integers at the head of a saved state that the game's `new` takes as options, too.
local function options_of(game, map, saved)
  local options, tried = {}, {}
  for line in saved:gmatch "\n([^\n]+)" do
    local name, number = line:match "^(%l[%w_]*) (%-?%d+)$"
    if not name then
      break
    end
    number = math.tointeger(tonumber(number))
    if number and not tried[name] and try(game.new, map, { [name] = number }) then
      options[name] = number
    end
    tried[name] = true
  end
  return next(options) and options or nil
end

--- The keys of a scenario that begins from a state: `game`, and `map`, if the game's `new` makes
--- the same state of the board alone; or `map` and `options`; or else `saved`.
---@param state tessera.State
---@return { game: string|tessera.Game, map: string|nil, options: table|nil, saved: string|nil }
function scenario_text.start(state)
  local module, saved = games.of(state), state:save()
  local named = maps.about(module) and module or state:game()
  local map = table.concat(board_diff.lines(text_lines.of(tostring(state))), "\n")
  if try(module.new, map) == state then
    return { game = named, map = map }
  end
  local options = options_of(module, map, saved)
  if options and try(module.new, map, options) == state then
    return { game = named, map = map, options = options }
  end
  return { game = named, saved = saved }
end

return scenario_text
