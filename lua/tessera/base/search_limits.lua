--- Checks the options of all searches: for tessera.search, and, called from C, for searches that
--- are methods of a game, such as `robots:plan`.

local errors = require "tessera.base.errors"

---@class tessera.limits
---@field refuse? fun(what: string) ends the process of a script that wants a file; the sandbox
---sets it
local search_limits = {}

-- The values that an option may have: a type, or the range of an integer and its default. An
-- option means the same in every search.
local kinds = {
  by = "string",
  depth = { min = 1, max = 8, default = 2 },
  disk = { min = 0, max = 1 << 46 },
  goals = "table",
  heuristic = "function",
  length = { min = 1, max = 10000 },
  level = { min = 1, max = 5, default = 3 },
  memory = { min = 0, max = 1 << 46 },
  most = { min = 1, max = 1000000, default = 1000 },
  nodes = { min = 0, max = math.maxinteger },
  optimal = "boolean",
  others = "any",
  perfect = "boolean",
  progress = "function",
  range = "table",
  seconds = "number",
  seed = { min = math.mininteger, max = math.maxinteger, default = 1 },
  small = { min = 0, max = math.maxinteger },
  symmetric = "boolean",
  tables = "string",
  select = { min = 0, max = 2147483647 },
  threads = { min = 1, max = 64, default = 1 },
  value = "function",
  width = { min = 1, max = 10000000, default = 100 },
}

--- Why a search has ended before it was done, in words, by its `info.ended`.
search_limits.words = {
  memory = "the memory was used up", nodes = "the limit of positions was reached",
  seconds = "the limit of time was reached", stopped = "it was stopped",
}

--- Checks a table of options, or nil. It may hold the limits and the options named by `...`.
---@param what string the function in messages: "search"
---@param options any
---@param ... string the names of the other options
---@return table checked a copy. Options that were left out have their defaults, limits stay nil
function search_limits.check(what, options, ...)
  options = errors.type(what .. ": options", options, "table", "nil") or {}
  local names, checked = { "disk", "memory", "nodes", "progress", "seconds", ... }, {}
  table.sort(names)
  errors.keys(what, options, names)
  for _, name in ipairs(names) do
    local value, kind = options[name], kinds[name]
    if value == nil then
      value = type(kind) == "table" and kind.default or nil
    elseif type(kind) == "table" then
      value = errors.whole(what .. ": " .. name, value, kind.min, kind.max)
    elseif name == "heuristic" and value ~= "own" and type(value) ~= "function" then
      errors.fail("%s: heuristic: expected a function or \"own\", got %s%s", what,
        errors.shown(value), errors.guess(value, { "own" }))
    elseif kind and kind ~= "any" and name ~= "heuristic" then
      errors.type(what .. ": " .. name, value, kind, "nil")
    end
    checked[name] = value
  end
  local on_disk = (checked.disk or 0) > 0 and "disk" or checked.tables and "tables"
  if search_limits.refuse and on_disk then
    search_limits.refuse(("the option %s of a search"):format(on_disk))
  end
  local seconds = checked.seconds
  if seconds and not (seconds >= 0 and seconds <= 1e9) then
    errors.fail("%s: seconds must be a number of 0..1000000000, not %s", what,
      errors.shown(seconds))
  end
  return checked
end

--- Checked options as searches in C take them.
---@param options table
---@return table full a copy in which the limits, too, have their defaults
function search_limits.full(options)
  local full = {}
  for name, value in pairs(options) do
    full[name] = value
  end
  full.nodes = full.nodes or 10000000
  full.memory, full.disk = full.memory or 1 << 30, full.disk or 0
  return full
end

--- `check` and `full` in one, for methods in C.
---@param what string
---@param options any
---@param names string the names of the other options, with blanks between
---@return table options
function search_limits.take(what, options, names)
  local others = {}
  for name in names:gmatch "%a+" do
    others[#others + 1] = name
  end
  return search_limits.full(search_limits.check(what, options, table.unpack(others)))
end

-- What a function of this name has returned; its error with the name, where it had the module's,
-- and with the user's line.
local function named(name, fine, ...)
  if fine then
    return ...
  end
  local message = ...
  if type(message) == "string" then
    local told = errors.placeless(message)
    local place, rest = told:match "^([^\n]-:%d+: )search: (.*)$"
    rest = rest or told:match "^search: (.*)$"
    message = rest and ("%ssearch.%s: %s"):format(place or errors.where(), name, rest) or message
  end
  error(message, 0)
end

--- Lets the errors of searches name the function: "search.best: unknown key 'nods'".
---@param module table<string, function> its functions are replaced
function search_limits.named(module)
  for name, search in pairs(module) do
    module[name] = function(...)
      return named(name, pcall(search, ...))
    end
  end
end

--- What is left of the limits after a search.
---@param options table checked options
---@param start number the os.clock() at which the search began
---@param nodes integer how many nodes it has expanded
---@return table rest a copy with the remaining `nodes` and `seconds`
function search_limits.rest(options, start, nodes)
  local rest = {}
  for name, value in pairs(options) do
    rest[name] = value
  end
  rest.nodes = options.nodes and math.max(options.nodes - nodes, 0)
  rest.seconds = options.seconds and math.max(options.seconds - (os.clock() - start), 0)
  return rest
end

--- One info for two searches of the same question, one after the other: that of the second one,
--- with what both have taken.
---@generic T: tessera.search.Info
---@param first tessera.search.Info
---@param second T
---@return T
function search_limits.joined(first, second)
  local both = {}
  for name, value in pairs(second) do
    both[name] = value
  end
  both.nodes, both.generated = first.nodes + second.nodes, first.generated + second.generated
  both.positions = first.positions and second.positions
    and math.max(first.positions, second.positions) -- many of them are the same
  both.depth = math.max(first.depth, second.depth)
  both.memory = math.max(first.memory, second.memory)
  both.chance = first.chance or second.chance
  return both
end

return search_limits
