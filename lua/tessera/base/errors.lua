--- Errors for wrong use of the library: they name the line of the user's file, never one of the
--- library; the words in them: values in quotes, what was meant, what was expected; and what others
--- have raised, as messages. Also loads the user's files.

local characters = require "tessera.base.characters"
local wording = require "tessera.base.wording"

local errors = {}

-- The folder of the library ("@.../lua/tessera/"): all of its files lie in it or below it.
local own = debug.getinfo(1, "S").source:match "^(.*)base/errors%.lua$"

--- How the sources of the library's files begin.
---@type string
errors.library = own

local disowned = {}

local function ours(source)
  return source:sub(1, #own) == own or source == own:match "^(.*)/$" .. ".lua" or disowned[source]
end

--- From now on this file counts as one of the library: run.lua, or one that calls the library for
--- its users.
---@param path string
function errors.disown(path)
  disowned["@" .. path] = true
end

-- The texts of the files that `load` has loaded, by source.
local texts = {}

-- Lua's message, with the keyword that may be meant.
local function explained(message, text)
  local keywords = require "tessera.base.keywords"
  local word = keywords.suspect(text, message)
  local meant = word and errors.near(word, keywords.list)
  return meant and ("%s: unknown word '%s'%s"):format(message, word, errors.meant(meant))
    or message .. keywords.comma(message)
end

--- Loads a user's file so that errors can name its lines. Lua drops the line of a tail call, such
--- as `return tessera.game { ... }`; a to-be-closed variable in front of the file prevents tail
--- calls.
---@param text string
---@param path string
---@param env table
---@return function|nil
---@return string|nil message
function errors.load(text, path, env)
  local body = text:gsub("^\xEF\xBB\xBF", ""):gsub("^#[^\r\n]*", "")
  if body:find "^\27" then
    return nil, path .. ": bytecode is not loaded"
  end
  texts["@" .. path] = body
  local chunk, wrong = load("local _ <close> = nil; " .. body, "@" .. path, "t", env)
  if wrong == "C stack overflow" then -- Lua names no place then
    wrong = path
      .. ": too many brackets, blocks or functions inside of each other (C stack overflow)"
  end
  return chunk, wrong and explained(wrong, body)
end

-- The file that `require` or `dofile`, running at this level, has loaded, with the line of its last
-- `return` in the first column: that is its tail call. Nil if it cannot be read.
local function returning(level, f)
  local _, name = debug.getlocal(level + 1, 1)
  local path = type(name) == "string" and (f == dofile and name
    or package.searchpath(name, package.path))
  local file <close> = path and io.open(path, "rb") or nil
  local text = file and file:read "a"
  local number, last = 0, nil
  for line in (text or ""):gmatch "([^\n]*)\n?" do
    number = number + 1
    last = line:find "^return%f[^%w_]" and number or last
  end
  if last then
    texts["@" .. path] = text
    return { source = "@" .. path, short_src = path, currentline = last }
  end
end

-- debug.getinfo of the innermost running function that is the user's, or nil if there is none.
local function caller()
  local tail
  for level = 3, math.huge do
    local info = debug.getinfo(level, "Slft")
    local loads = tail and info and (info.func == require or info.func == dofile)
    local file = loads and returning(level, info.func)
    if file then
      return file
    end
    tail = info and info.istailcall
    if not info or (info.currentline > 0 and not ours(info.source)) then
      return info
    end
  end
end

--- The line of the user's file that is running: "my.lua:12: ", or "" if no user's file is running.
---@return string
function errors.where()
  local info = caller()
  return info and ("%s:%d: "):format(info.short_src, info.currentline) or ""
end

--- The folder of the user's file that is running, with its slash; "" if no user's file is running.
---@return string
function errors.folder()
  local info = caller()
  return info and (info.source:match "^@(.*/)" or "./") or ""
end

--- The text of the user's file that is running; nil if `errors.load` has not loaded it.
---@return string|nil
function errors.text()
  local info = caller()
  return info and texts[info.source]
end

--- Raises an error at the user's line.
---@param format string
---@param ... any
function errors.fail(format, ...)
  error(errors.where() .. format:format(...), 0)
end

--- Raises an error that is a message alone, without a line: of a command, of a file that cannot be
--- read.
---@param format string
---@param ... any
function errors.raise(format, ...)
  error({ message = format:format(...) }, 0)
end

-- What pcall has returned, unless it is an error of memory.
local function but_memory(fine, ...)
  if not fine and (...) == "not enough memory" then
    error((...), 0)
  end
  return fine, ...
end

--- Like `pcall`, but an error of memory goes on: it says nothing about what was called.
---@param f function
---@param ... any
---@return boolean fine
---@return any ...
function errors.pcall(f, ...)
  return but_memory(pcall(f, ...))
end

--- A value as messages show it: a string in quotes, cut after 40 characters; a number, boolean or
--- nil as it is; anything else by its type, such as "a table".
---@param value any
---@return string
function errors.shown(value)
  if type(value) == "string" then
    return "'" .. characters.line(characters.cut(value, 40)) .. "'"
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

--- The word of the list that is most like `word`, or nil if none is like it.
---@param word any
---@param words string[]
---@return string|nil
function errors.near(word, words)
  local best, least = nil, math.huge
  if type(word) ~= "string" or #word > 40 or #words > near_max then
    return nil
  end
  for _, other in ipairs(words) do
    local most = math.max(1, math.min(#word, #other) // 3)
    local near = math.abs(#word - #other) <= most
    local d = near and distance(word:lower(), other:lower()) or math.huge
    if d < least and d <= most and d < math.max(#word, #other) then
      best, least = other, d
    end
  end
  return best
end

--- " (did you mean 'right'?)"; "" without a word.
---@param meant string|nil
---@return string
function errors.meant(meant)
  return meant and (" (did you mean '%s'?)"):format(meant) or ""
end

--- The same for the word of the list that is most like `word`; "" if none is.
---@param word any
---@param words string[]
---@return string
function errors.guess(word, words)
  return errors.meant(errors.near(word, words))
end

--- " (expected one of left right)"; words that have blanks are in quotes.
---@param words string[]
---@param quoted? boolean all are
---@return string
function errors.expected(words, quoted)
  local list = table.concat(words, " ")
  if quoted or #words < select(2, list:gsub("%S+", "")) and list:sub(1, 1) ~= "'" then
    list = "'" .. table.concat(words, quoted and "', '" or "' '") .. "'"
  end
  return (" (expected one of %s)"):format(list)
end

--- What tostring makes of a value of a user's file: its __tostring has the budget of a rule.
---@param value any
---@return string|nil text nil if it raises an error
function errors.as_text(value)
  -- Tools read the library's Lua without its C.
  local fine, text = pcall(require("tessera.budget").call, "a __tostring", tostring, value)
  return fine and text or nil
end

--- What is said of an error whose __tostring raises one.
---@type string
errors.unshown = "an error that cannot be shown"

--- The message of an error that something of the user's has raised; of one that is no text, what it
--- is.
---@param err any
---@return string
function errors.message(err)
  local kind = debug.getmetatable(err)
  if err == nil then
    return "an error without a message"
  elseif type(err) == "table" and kind == nil and type(err.message) == "string" then
    return err.message
  elseif type(err) ~= "string" and not (type(kind) == "table" and rawget(kind, "__tostring")) then
    return "an error that is no text: " .. errors.shown(err)
  end
  return errors.as_text(err) or errors.unshown
end

--- An error with its place in the input, which stands before a picture. An error that is no text
--- gets one, unless it has its own message, or a metatable by which it can be shown.
---@param err any
---@param place string
---@return any
function errors.placed(err, place)
  local kind = debug.getmetatable(err)
  if type(err) == "table" and (not kind and err.message or kind and errors.as_text(err)) then
    return err
  end
  local first, picture = errors.message(err):match "^([^\n]*)(.*)$"
  return ("%s (%s)%s"):format(first, place, picture)
end

--- What the function returns; its errors name a place in the input.
---@param place string
---@param f function
---@return any ...
function errors.at(place, f, ...)
  local results = table.pack(pcall(f, ...))
  if not results[1] then
    error(errors.placed(results[2], place), 0)
  end
  return table.unpack(results, 2, results.n)
end

--- The message of an error without its "file:line: ", if it names a file of the library: that is
--- no place where a user could look.
---@param message string
---@return string
function errors.placeless(message)
  local name, rest = message:match "^([^\n]-):%d+: (.*)$"
  local inside = name and (ours("@" .. name) or name:find "^%.%.%..*lua/tessera/")
  return inside and rest or message
end

--- The message of an error without its "file:line: " and without "bad argument #1 to 'f'".
---@param err any
---@return string
function errors.stripped(err)
  local message = tostring(err):gsub("^[^\n]-:%d+: ", "")
  return message:match "^bad argument #%d+ to '[%w_.?]+' %((.*)%)$" or message
end

--- " (did you mean 'right'?)"; without a guess " (expected one of left right)", or "" if there are
--- more than 20 words.
---@param word any
---@param words string[]
---@return string
function errors.hint(word, words)
  local guess = errors.guess(word, words)
  if guess ~= "" then
    return guess
  end
  return #words >= 1 and #words <= 20 and errors.expected(words) or ""
end

--- Raises an error if the table has a key that is not one of these names.
---@param what string the table in messages: "scenario"
---@param t table
---@param names string[]
function errors.keys(what, t, names)
  local known = {}
  for _, name in ipairs(names) do
    known[name] = true
  end
  for key in pairs(t) do
    if not known[key] then
      errors.fail("%s: unknown key %s%s", what, errors.shown(key), errors.hint(key, names))
    end
  end
end

--- A module, of which a function that it has not is an error: "search has no function 'shortset'
--- (did you mean 'shortest'?)".
---@generic T: table
---@param name string
---@param module T
---@return T
function errors.module(name, module)
  return setmetatable(module, { __index = function(_, key)
    errors.fail("%s has no function %s%s", name, errors.shown(key),
      errors.guess(key, wording.sorted(module)))
  end })
end

--- Raises an error if the value has none of these types.
---@param what string the value in messages: "scenario: map"
---@param value any
---@param first string a name as `type` returns it, or "integer"
---@param second? string
---@param third? string
---@param fourth? string
---@return any value
function errors.type(what, value, first, second, third, fourth)
  local is = math.type(value) == "integer" and "integer" or type(value)
  if is == first or is == second or is == third or is == fourth then
    return value
  end
  local types = { first, second, third, fourth }
  if is == "integer" and wording.one_of("number", types) then
    return value
  elseif types[#types] == "nil" then
    types[#types] = nil
  end
  local expected = table.concat(types, " or ")
  if value == nil then
    errors.fail("%s is missing (expected a value of type %s)", what, expected)
  end
  errors.fail("%s: expected a value of type %s, got %s", what, expected, errors.shown(value))
end

--- Raises an error if the value is no integer of this range. A float that is one counts.
---@param what string the value in messages: "search: nodes"
---@param value any
---@param min integer
---@param max integer
---@return integer
function errors.whole(what, value, min, max)
  local number = math.type(value) and math.tointeger(value)
  if not number or number < min or number > max then
    errors.fail("%s must be an integer of %d..%d, not %s", what, min, max, errors.shown(value))
  end
  return number
end

--- Raises an error if the value is no name that Lua code can use as a field.
---@param what string the name in messages: "game 'fill': layers"
---@param name any
---@return string name
function errors.name(what, name)
  if type(name) ~= "string" or not name:find "^%a[%w_]*$" or #name > 23 then
    errors.fail("%s: expected a name of letters, digits and '_', got %s", what, errors.shown(name))
  end
  return name
end

--- A list: keys 1, 2, 3 and so on, and no others.
---@param place string
---@param t table
---@return table
function errors.list(place, t)
  local count, last = 0, 0
  for key in pairs(t) do
    count = count + 1
    last = math.type(key) == "integer" and key >= 1 and math.max(last, key) or math.huge
  end
  if last == count then
    return t
  end
  last = 0
  for _, key in ipairs(wording.sorted(t)) do
    if math.type(key) ~= "integer" or key < 1 then
      errors.fail("%s: expected a list, got the key %s", place, errors.shown(key))
    end
    last = math.max(last, key)
  end
  for i = 1, last do
    if t[i] == nil then
      errors.fail("%s: entry %d is missing", place, i)
    end
  end
  return t
end

return errors
