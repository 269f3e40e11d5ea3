--- Errors for wrong use of the library. They name the line of the user's file, never one of the
--- library, and guess what was meant. Also loads and reads the user's files.

local characters = require "tessera.base.characters"

local usage = {}

local line_max = 4096

-- The folder of the library ("@.../lua/tessera/"): all of its files lie in it or below it.
local own = debug.getinfo(1, "S").source:match "^(.*)base/usage%.lua$"

--- How the sources of the library's files begin.
---@type string
usage.library = own

local disowned = {}

local function ours(source)
  return source:sub(1, #own) == own or source == own:match "^(.*)/$" .. ".lua" or disowned[source]
end

--- From now on this file counts as one of the library: run.lua, or one that calls the library for
--- its users.
---@param path string
function usage.disown(path)
  disowned["@" .. path] = true
end

--- Loads a user's file so that errors can name its lines. Lua drops the line of a tail call, such
--- as `return tessera.game { ... }`; a to-be-closed variable in front of the file prevents tail
--- calls.
---@param text string
---@param path string
---@param env table
---@return function|nil
---@return string|nil message
function usage.load(text, path, env)
  local body = text:gsub("^\xEF\xBB\xBF", ""):gsub("^#[^\n]*", "")
  if body:find "^\27" then
    return nil, path .. ": bytecode is not loaded"
  end
  return load("local _ <close> = nil; " .. body, "@" .. path, "t", env)
end

-- debug.getinfo of the innermost running function that is the user's, or nil if there is none.
local function caller()
  for level = 3, math.huge do
    local info = debug.getinfo(level, "Sl")
    if not info or (info.currentline > 0 and not ours(info.source)) then
      return info
    end
  end
end

--- The line of the user's file that is running: "my.lua:12: ", or "" if no user's file is running.
---@return string
function usage.where()
  local info = caller()
  return info and ("%s:%d: "):format(info.short_src, info.currentline) or ""
end

--- The folder of the user's file that is running, with its slash; "" if no user's file is running.
---@return string
function usage.folder()
  local info = caller()
  return info and (info.source:match "^@(.*/)" or "./") or ""
end

--- A message as one printable line: see tessera.base.characters. The middle of a long message is
--- left out.
---@param text string
---@return string
function usage.line(text)
  if #text > line_max then
    text = text:sub(1, line_max // 2) .. " ... " .. text:sub(-line_max // 2)
  end
  return characters.line(text)
end

--- A message of one printable line, or of a line with a picture below it, whose lines begin with
--- two blanks.
---@param text string
---@return string
function usage.lines(text)
  local shown, from = {}, 1
  repeat
    local stop, last = text:find("\n+  ", from)
    shown[#shown + 1] = usage.line(text:sub(from, (stop or 0) - 1))
    for _ = stop or 0, stop and last - 3 or -1 do
      shown[#shown + 1] = ""
    end
    from = (last or 0) - 1
  until not stop
  return table.concat(shown, "\n")
end

--- Raises an error at the user's line.
---@param format string
---@param ... any
function usage.fail(format, ...)
  error(usage.where() .. format:format(...), 0)
end

--- A value as messages show it: a string in quotes, cut after 40 bytes; a number, boolean or nil as
--- it is; anything else by its type, such as "a table".
---@param value any
---@return string
function usage.shown(value)
  if type(value) == "string" then
    local text = #value > 40 and value:sub(1, 40) .. "..." or value
    return "'" .. text:gsub("[%c\127-\255]", characters.bytes) .. "'"
  elseif type(value) == "number" or type(value) == "boolean" or value == nil then
    return tostring(value)
  end
  return "a " .. type(value)
end

local near_max = 1000 -- longer lists of words are not compared

-- Damerau-Levenshtein distance (optimal string alignment) of two short words.
local function distance(a, b)
  local before, last = nil, {}
  for j = 0, #b do
    last[j] = j
  end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same and 0 or 1))
      if before and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        row[j] = math.min(row[j], before[j - 2] + 1)
      end
    end
    before, last = last, row
  end
  return last[#b]
end

---@param word any
---@param words any[]
---@return boolean
function usage.one_of(word, words)
  for _, other in ipairs(words) do
    if other == word then
      return true
    end
  end
  return false
end

--- The word of the list that is most like `word`, or nil if none is like it.
---@param word any
---@param words string[]
---@return string|nil
function usage.near(word, words)
  local best, least = nil, math.huge
  if type(word) ~= "string" or #word > 40 or #words > near_max then
    return nil
  end
  for _, other in ipairs(words) do
    local most = math.max(1, math.min(#word, #other) // 3)
    local near = math.abs(#word - #other) <= most
    local d = near and distance(word:lower(), other:lower()) or math.huge
    if d < least and d <= most then
      best, least = other, d
    end
  end
  return best
end

--- " (did you mean 'right'?)", or "".
---@param word any
---@param words string[]
---@return string
function usage.guess(word, words)
  local near = usage.near(word, words)
  return near and (" (did you mean '%s'?)"):format(near) or ""
end

--- A number of things in words: "1 action", "2 actions".
---@param number integer
---@param what string one of them
---@return string
function usage.count(number, what)
  return ("%d %s%s"):format(number, what, number == 1 and "" or "s")
end

--- The message of an error that something of the user's has raised; of one that is no text, what it
--- is.
---@param err any
---@return string
function usage.message(err)
  local kind = debug.getmetatable(err)
  if type(err) == "table" and kind == nil and type(err.message) == "string" then
    return err.message
  elseif type(err) ~= "string" and not (type(kind) == "table" and rawget(kind, "__tostring")) then
    return "an error that is no text: " .. usage.shown(err)
  end
  local fine, text = pcall(tostring, err)
  return fine and text or "an error that cannot be shown"
end

--- The message of an error without its "file:line: ", if it names a file of the library: that is
--- no place where a user could look.
---@param message string
---@return string
function usage.placeless(message)
  local name, rest = message:match "^([^\n]-):%d+: (.*)$"
  local inside = name and (ours("@" .. name) or name:find "^%.%.%..*lua/tessera/")
  return inside and rest or message
end

--- The message of an error without its "file:line: " and without "bad argument #1 to 'f'".
---@param err any
---@return string
function usage.stripped(err)
  local message = tostring(err):gsub("^[^\n]-:%d+: ", "")
  return message:match "^bad argument #%d+ to '[%w_.?]+' %((.*)%)$" or message
end

--- " (did you mean 'right'?)"; without a guess " (expected one of left right)", or "" if there are
--- more than 20 words.
---@param word any
---@param words string[]
---@return string
function usage.hint(word, words)
  local guess = usage.guess(word, words)
  if guess ~= "" then
    return guess
  end
  local few, list = #words >= 1 and #words <= 20, table.concat(words, " ")
  if few and #words < select(2, list:gsub("%S+", "")) and list:sub(1, 1) ~= "'" then
    list = "'" .. table.concat(words, "' '") .. "'" -- which shows where one ends
  end
  return few and (" (expected one of %s)"):format(list) or ""
end

--- Raises an error if the table has a key that is not one of these names.
---@param what string the table in messages: "scenario"
---@param t table
---@param names string[]
function usage.keys(what, t, names)
  local known = {}
  for _, name in ipairs(names) do
    known[name] = true
  end
  for key in pairs(t) do
    if not known[key] then
      usage.fail("%s: unknown key %s%s", what, usage.shown(key), usage.hint(key, names))
    end
  end
end

--- Raises an error if the value has none of these types.
---@param what string the value in messages: "scenario: map"
---@param value any
---@param ... string names as `type` returns them, or "integer"
---@return any value
function usage.type(what, value, ...)
  local types = { ... }
  for _, name in ipairs(types) do
    if type(value) == name or name == "integer" and math.type(value) == "integer" then
      return value
    end
  end
  if types[#types] == "nil" then
    types[#types] = nil
  end
  local expected = table.concat(types, " or ")
  if value == nil then
    usage.fail("%s is missing (expected a value of type %s)", what, expected)
  end
  usage.fail("%s: expected a value of type %s, got %s", what, expected, usage.shown(value))
end

--- The keys of a table, sorted as strings.
---@param t table
---@return any[]
function usage.sorted(t)
  local keys = {}
  for key in pairs(t) do
    keys[#keys + 1] = key
  end
  table.sort(keys, function(a, b)
    return tostring(a) < tostring(b)
  end)
  return keys
end

--- Raises an error if the value is no name that Lua code can use as a field.
---@param what string the name in messages: "game 'fill': layers"
---@param name any
---@return string name
function usage.name(what, name)
  if type(name) ~= "string" or not name:find "^%a[%w_]*$" or #name > 23 then
    usage.fail("%s: expected a name of letters, digits and '_', got %s", what, usage.shown(name))
  end
  return name
end

--- A list: keys 1, 2, 3 and so on, and no others.
---@param place string
---@param t table
---@return table
function usage.list(place, t)
  local last = 0
  for _, key in ipairs(usage.sorted(t)) do
    if math.type(key) ~= "integer" or key < 1 then
      usage.fail("%s: expected a list, got the key %s", place, usage.shown(key))
    end
    last = math.max(last, key)
  end
  for i = 1, last do
    if t[i] == nil then
      usage.fail("%s: entry %d is missing", place, i)
    end
  end
  return t
end

return usage
