--- Progress: which levels have been solved, and in how few moves, in a file of the user's. A line
--- for each time: the game, a hash of the level, the moves; the fewest count. Lines that are
--- something else are no error. Lines are only added, each at once, so two processes may do so.

local broker = require "tessera.userfile.broker"
local files = require "tessera.base.files"

local solved_levels = {}

local most = 1 << 24 -- bytes: the file does not grow beyond

--- Where the file is: below XDG_STATE_HOME.
---@param variable fun(name: string): string|nil such as os.getenv
---@return string|nil
function solved_levels.path(variable)
  local state, home = variable "XDG_STATE_HOME" or "", variable "HOME" or ""
  if state:find "^/" then
    return state .. "/tessera/progress"
  end
  return home:find "^/" and home .. "/.local/state/tessera/progress" or nil
end

--- What the file holds; nothing if there is none.
---@param path string|nil
---@return string
function solved_levels.text(path)
  local file <close> = path and io.open(path, "rb") or nil
  return file and file:read(most) or ""
end

-- The key and the moves of a line.
local function parsed(line)
  local key, moves = line:match "^(%l[%l%d_]* %x+) (%d+)$"
  local number = moves and #line < 100 and #moves < 16 and math.tointeger(tonumber(moves))
  return number and key, number
end

-- The moves of the solved levels in a text, by their keys.
local function solved_in(text)
  local solved = {}
  for line in text:gmatch "[^\n]+" do
    local key, number = parsed(line)
    if key then
      solved[key] = math.min(solved[key] or number, number)
    end
  end
  return solved
end

--- Adds a line to the file.
---@param path string|nil
---@param line string
---@return boolean added false: the file cannot be written, or it is no line of solved levels
function solved_levels.add(path, line)
  local text = solved_levels.text(path)
  if not (path and parsed(line)) or #text + #line >= most
    or not os.execute("mkdir -p -- " .. files.quoted(path:match "^(.*)/") .. " 2>/dev/null") then
    return false
  end
  local file = io.open(path, "ab")
  local broken = text ~= "" and text:sub(-1) ~= "\n" and "\n" or ""
  local written = file and file:write(broken, line, "\n")
  return file ~= nil and file:close() and written ~= nil
end

--- The moves of the solved levels, by their keys.
---@param path string|nil
---@return table<string, integer>
function solved_levels.read(path)
  return solved_in(broker.ask("solved", "") or solved_levels.text(path))
end

--- Notes that a level is solved.
---@param path string|nil
---@param solved table<string, integer> what is known already; changed
---@param key string
---@param moves integer
---@return boolean kept false: the file cannot be written
function solved_levels.note(path, solved, key, moves)
  if solved[key] and solved[key] <= moves then
    return true
  end
  solved[key] = moves
  local line = ("%s %d"):format(key, moves)
  local fine, answer = pcall(broker.ask, "note", broker.packed { line })
  return fine and (answer ~= nil or solved_levels.add(path, line))
end

return solved_levels
