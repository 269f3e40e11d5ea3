--- Progress: which levels have been solved, and in how few moves, in a file of the user's. A line
--- for each: the game, a hash of the level, the moves. Lines that are something else are no error.

local progress = {}

local most = 1 << 20 -- bytes that are read

--- Where the file is: below XDG_STATE_HOME.
---@param variable fun(name: string): string|nil such as os.getenv
---@return string|nil
function progress.path(variable)
  local state, home = variable "XDG_STATE_HOME" or "", variable "HOME" or ""
  if state:find "^/" then
    return state .. "/tessera/progress"
  end
  return home:find "^/" and home .. "/.local/state/tessera/progress" or nil
end

--- The moves of the solved levels, by their keys.
---@param path string|nil
---@return table<string, integer>
function progress.read(path)
  local solved = {}
  local file <close> = path and io.open(path, "rb") or nil
  for line in (file and file:read(most) or ""):gmatch "[^\n]+" do
    local key, moves = line:match "^(%l[%l%d_]* %x+) (%d+)$"
    local number = moves and #moves < 16 and math.tointeger(tonumber(moves))
    if number then
      solved[key] = math.min(solved[key] or number, number)
    end
  end
  return solved
end

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- Notes that a level is solved. What others have written meanwhile stays.
---@param path string|nil
---@param key string
---@param moves integer
---@return table<string, integer> solved
---@return boolean kept false: the file cannot be written
function progress.note(path, key, moves)
  local solved, lines = progress.read(path), {}
  solved[key] = math.min(solved[key] or moves, moves)
  for name, number in pairs(solved) do
    lines[#lines + 1] = ("%s %d\n"):format(name, number)
  end
  table.sort(lines)
  local kept = false
  if path and os.execute("mkdir -p -- " .. quote(path:match "^(.*)/") .. " 2>/dev/null") then
    local part = path .. ".new"
    local file = io.open(part, "wb")
    if file and file:write(table.concat(lines)) and file:close() then
      kept = os.rename(part, path) ~= nil
    end
    if not kept then
      os.remove(part)
    end
  end
  return solved, kept
end

return progress
