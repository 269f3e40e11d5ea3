--- Reads files of users, and says which files a user's script may read: those in its folder and
--- below it.

local process = require "tessera.process"

local files = {}

local bytes_max = 64 * 1024 * 1024

local root

--- From now on `read_beside` reads only files in this folder and below it.
---@param folder string with its slash
function files.confine(folder)
  root = folder
end

--- Whether a path names a game written in PuzzleScript.
---@param path string
---@return boolean
function files.is_puzzle(path)
  return path:find "%.txt$" ~= nil
end

--- Whether a path names a file that run.lua runs: Lua, or a game written in PuzzleScript.
---@param path string
---@return boolean
function files.is_program(path)
  return path:find "%.lua$" ~= nil or files.is_puzzle(path)
end

--- A word as a shell reads it.
---@param word string
---@return string
function files.quoted(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

--- The names in a folder, sorted; none if it cannot be read.
---@param folder string
---@return string[]
function files.list(folder)
  local names = {}
  local pipe <close> = io.popen(("ls -- %s 2>/dev/null"):format(files.quoted(folder)))
  for name in pipe and pipe:lines() or function() end do
    names[#names + 1] = name
  end
  return names
end

--- Why a file cannot be opened.
---@param path string
---@param why string what io.open has said
---@return string
function files.unopened(path, why)
  if process.real_path(path .. "/.") then -- the wall refuses to open a folder
    return ("cannot read %s: Is a directory"):format(path)
  end
  return "cannot open " .. why
end

-- What `read_beside` has read, by path.
local texts = {}

--- All texts that `read_beside` has read so far, in the order of their names.
---@return { name: string, text: string }[]
function files.texts()
  local list = {}
  for name, text in pairs(texts) do
    list[#list + 1] = { name = name, text = text }
  end
  table.sort(list, function(a, b)
    return a.name < b.name
  end)
  return list
end

local provided

--- From now on these are all the files beside the script, where there is no file system.
---@param given table<string, string> texts by name
function files.provide(given)
  provided = given
end

-- Texts that stand for the contents of files, by their real paths.
local replaced = {}

--- From now on a file has another content for all who load it; the file itself stays as it is.
---@param path string its real path
---@param text string
function files.replace(path, text)
  replaced[path] = text
end

--- The text that stands for a file's content; nil if none does.
---@param path string
---@return string|nil
function files.replacement(path)
  return replaced[process.real_path(path)]
end

--- The content of a file; or nil and why it cannot be read. Reads pieces of 64 KB, because for
--- `file:read(n)` Lua allocates n bytes at once.
---@param file file*
---@return string|nil
---@return string|nil why
function files.read_all(file)
  local parts, size = {}, 0
  repeat
    local part, why = file:read(65536)
    size = size + #(part or "")
    if why or size > bytes_max then
      return nil, why or "it has more than 64 MB"
    end
    parts[#parts + 1] = part
  until not part
  return table.concat(parts)
end

--- The content of a file in the folder of the user's file or below it; or nil and why it cannot be
--- read.
---@param folder string with its slash
---@param name string a relative path without ".."
---@return string|nil
---@return string|nil why
function files.read_beside(folder, name)
  if root and folder:sub(1, #root) ~= root or ("/" .. folder:sub(#(root or "") + 1)):find(
    "/../", 1, true) and root then
    return nil, "the folder is not the script's"
  elseif name:find "^/" or ("/" .. name .. "/"):find("/../", 1, true) or name:find "\0" then
    return nil, "the file is not beside the script"
  elseif provided then
    return provided[name], not provided[name] and "no such file" or nil
  end
  local path, why = process.regular_file(folder .. name)
  local home = root and process.real_path(root)
  if not path then
    return nil, why
  elseif home and path:sub(1, #home + 1) ~= home .. "/" and home ~= "/" then
    return nil, "the file lies outside of the script's folder"
  end
  if replaced[path] then
    return replaced[path]
  end
  local file <close> = assert(io.open(path, "rb"))
  local text, fault = files.read_all(file)
  texts[name] = text
  return text, fault
end

--- The content of a file that a user names: of a script in the sandbox one beside it.
---@param path string
---@return string|nil
---@return string|nil why
function files.read_named(path)
  if root or provided then
    return files.read_beside(root or "", path)
  end
  local file <close>, why = io.open(path, "rb")
  if not file then
    return nil, why
  end
  return files.read_all(file)
end

return files
