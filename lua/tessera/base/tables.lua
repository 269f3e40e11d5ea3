--- Keeps the tables of sliding pieces that `search.solve` has filled: for the next search of this
--- process, and in a folder, if one is named.
---
---     tessera table 1        what it is, and its version
---     key, bytes, checksum   what the table follows from, how long it is, and a sum of both
---     table
---
--- A file that was damaged, or is of something else, is passed over and written anew.

local core = require "tessera.search_core"
local errors = require "tessera.base.errors"
local games = require "tessera.base.games"
local process = require "tessera.process"

local tables = {}

-- So many bytes stay in memory: all tables of one puzzle of 15 tiles, and some of others.
local bytes_most = 48 << 20

---@class tessera.KeptTable
---@field key string
---@field table string

-- The tables of the game whose were kept last: they go with it, or when another game has some.
---@type table<table, tessera.KeptTable[]>
local kept = setmetatable({}, { __mode = "k" })

local function find(game, key)
  for _, one in ipairs(kept[game] or {}) do
    if one.key == key then
      return one.table
    end
  end
end

-- The newest ones stay.
local function keep(game, key, table)
  local list, bytes = { { key = key, table = table } }, #table
  for _, one in ipairs(kept[game] or {}) do
    bytes = bytes + #one.table
    if bytes <= bytes_most then
      list[#list + 1] = one
    end
  end
  for other in pairs(kept) do
    kept[other] = nil
  end
  kept[game] = list
end

-- ---- files ----

local head = "tessera table 1\n"

local function path_of(folder, key)
  return ("%s/%016x.table"):format(folder, core.checksum(key))
end

local function sum_of(key, table)
  return core.checksum(table, core.checksum(key))
end

-- What stands before a table.
local function start_of(key, bytes, sum)
  return head .. ("<s2I4i8"):pack(key, bytes, sum)
end

-- The table in a file; or nil and what is wrong with the file, if there is one.
local function read(path, key, bytes)
  local real = process.regular_file(path)
  if not real then
    return nil
  end
  local file <close>, why = io.open(real, "rb")
  if not file then
    return nil, why
  end
  local start = start_of(key, bytes, 0)
  if file:seek "end" ~= #start + bytes then
    return nil, path .. ": not a table of this puzzle, or cut off"
  end
  file:seek("set", 0)
  local begin, table = file:read(#start) or "", file:read(bytes) or ""
  if begin:sub(1, -9) ~= start:sub(1, -9) then
    return nil, path .. ": not a table of this puzzle, or of another version"
  elseif begin ~= start_of(key, bytes, sum_of(key, table)) then
    return nil, path .. ": the table is damaged"
  end
  return table
end

-- Writes a file that nobody sees before all of it is there; returns nil, or why it is not.
local function write(path, key, table)
  local part = ("%s.%08x"):format(path, math.random(0) & 0xffffffff)
  local made, why = process.create(part, start_of(key, #table, sum_of(key, table)) .. table)
  if made then
    made, why = os.rename(part, path)
    if not made then
      os.remove(part)
    end
  end
  return not made and why or nil
end

-- ---- a search ----

--- The tables for a search of this state.
---@param state tessera.State
---@param folder? string where they are kept, too
---@return fun(key: string, bytes: integer, made?: string): string|nil ask finds a table, or keeps
---the one that was made; the search may look at it as long as this function lives
---@return string[] faults what was wrong with files
function tables.of(state, folder)
  local game, held, faults = games.of(state), {}, {}
  return function(key, bytes, made)
    local path = folder and path_of(folder, key)
    local found = made or find(game, key)
    if path and not found then
      found, faults[#faults + 1] = read(path, key, bytes)
    elseif path and (made or not process.regular_file(path)) then
      faults[#faults + 1] = write(path, key, found)
    end
    if found then
      held[#held + 1] = found
      keep(game, key, found)
    end
    return found
  end, faults
end

--- Checks the name of a folder for tables.
---
--- Errors: there is none of this name.
---@param what string whose option it is, in messages
---@param folder string
function tables.check(what, folder)
  if not process.real_path(folder .. "/.") then
    errors.fail("%s: tables: there is no folder %s", what, errors.shown(folder))
  end
end

return tables
