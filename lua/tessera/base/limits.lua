--- The options of searches: checked here alone, for tessera.search and, called from C, for the
--- methods of games that are searches.

local usage = require "tessera.base.usage"

local limits = {}

-- What an option may be, by its name, which means the same in every search: a type, or the
-- range of a whole number and its default.
local kinds = {
  depth = { min = 1, max = 8, default = 2 },
  heuristic = "function",
  length = { min = 1, max = 10000, default = 1000 },
  level = { min = 1, max = 5, default = 3 },
  memory = { min = 0, max = 1 << 46 },
  most = { min = 1, max = 1000000, default = 1000 },
  nodes = { min = 0, max = math.maxinteger },
  perfect = "boolean",
  progress = "function",
  range = "table",
  seconds = "number",
  seed = { min = math.mininteger, max = math.maxinteger, default = 1 },
  select = { min = 0, max = 2147483647 },
  value = "function",
  width = { min = 1, max = 10000000, default = 100 },
}

--- The whole number that a value is, or else an error that names it.
---@param what string what is called, for messages: "search"
---@param name string
---@param value any
---@param min integer
---@param max integer
---@return integer
function limits.whole(what, name, value, min, max)
  local number = math.type(value) and math.tointeger(value)
  if not number or number < min or number > max then
    usage.fail("%s: %s must be an integer of %d..%d, not %s", what, name, min, max,
      usage.shown(value))
  end
  return number
end

--- Checks options, a table or nothing, whose names are those of the limits and the given ones.
---@param what string what is called, for messages: "search"
---@param options any
---@param ... string the names of the other options
---@return table checked a copy, with the defaults of all but the limits
function limits.check(what, options, ...)
  options = usage.type(what .. ": options", options, "table", "nil") or {}
  local names, checked = { "memory", "nodes", "progress", "seconds", ... }, {}
  table.sort(names)
  usage.keys(what, options, names)
  for _, name in ipairs(names) do
    local value, kind = options[name], kinds[name]
    if value == nil then
      value = type(kind) == "table" and kind.default or nil
    elseif type(kind) == "table" then
      value = limits.whole(what, name, value, kind.min, kind.max)
    elseif kind then
      usage.type(what .. ": " .. name, value, kind, "nil")
    end
    checked[name] = value
  end
  local seconds = checked.seconds
  if seconds and not (seconds >= 0 and seconds <= 1e9) then
    usage.fail("%s: seconds must be a number of 0..1000000000", what)
  end
  return checked
end

--- The limits of checked options, as the searches in C take them.
---@param options table
---@return integer nodes
---@return number|nil seconds
---@return integer memory
---@return function|nil progress
function limits.values(options)
  return options.nodes or 10000000, options.seconds, options.memory or 1 << 30, options.progress
end

--- For the methods in C: checks, and gives the limits and the checked options.
---@param what string
---@param options any
---@param names string those of the other options, with blanks between
---@return integer nodes
---@return number|nil seconds
---@return integer memory
---@return function|nil progress
---@return table options
function limits.take(what, options, names)
  local others = {}
  for name in names:gmatch "%a+" do
    others[#others + 1] = name
  end
  options = limits.check(what, options, table.unpack(others))
  local nodes, seconds, memory, progress = limits.values(options)
  return nodes, seconds, memory, progress, options
end

--- What is left of the limits after a search.
---@param options table checked ones
---@param start number when it began, by os.clock()
---@param nodes integer how many it has entered
---@return table rest the same options but for `nodes` and `seconds`
function limits.rest(options, start, nodes)
  local rest = {}
  for name, value in pairs(options) do
    rest[name] = value
  end
  rest.nodes = options.nodes and math.max(options.nodes - nodes, 0)
  rest.seconds = options.seconds and math.max(options.seconds - (os.clock() - start), 0)
  return rest
end

return limits
