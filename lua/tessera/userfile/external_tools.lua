--- Runs other programs on files in a folder of their own.

local errors = require "tessera.base.errors"
local files = require "tessera.base.files"

local external_tools = {}

local packages = { ["rsvg-convert"] = "librsvg2-bin", convert = "imagemagick",
  gnuplot = "gnuplot-nox" }

local fail = errors.raise

--- Writes a file.
---@param path string
---@param text string
function external_tools.write(path, text)
  local file <close> = assert(io.open(path, "wb"))
  assert(file:write(text))
end

--- The content of a file, or nil.
---@param path string
---@return string|nil
function external_tools.read(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a"
  if file then
    file:close()
  end
  return text
end

--- Runs a program.
---
--- Errors: a fault with what it has said first, if it fails.
---@param folder string for what it says
---@param program string
---@param words string[] its arguments
function external_tools.start(folder, program, words)
  local quoted = {}
  for i, word in ipairs(words) do
    quoted[i] = files.quoted(word)
  end
  local said = folder .. "/said"
  if not os.execute(("%s %s </dev/null >%s 2>&1"):format(program, table.concat(quoted, " "),
    files.quoted(said))) then
    local why = (external_tools.read(said) or ""):match "[^\n]+" or "it says nothing"
    fail("%s failed: %s", program:match "%S+$", why)
  end
end

--- Whether a program is installed, and a sentence if it is not.
---@param program string
---@return boolean
---@return string
function external_tools.found(program)
  return os.execute(("command -v %s >/dev/null 2>&1"):format(program)) == true,
    ("%s is not installed: install %s"):format(program, packages[program])
end

--- Makes sure of a program.
---
--- Errors: a fault, if it is not installed.
---@param program string
function external_tools.need(program)
  local found, why = external_tools.found(program)
  if not found then
    fail("%s", why)
  end
end

--- Calls `make` with a new folder, removes it, and returns what `make` has returned.
---
--- Errors: a fault, if no folder can be created; those of `make`.
---@param make fun(folder: string): any
---@return any
function external_tools.in_folder(make)
  local pipe = assert(io.popen "mktemp -d 2>/dev/null")
  local folder = pipe:read "l"
  pipe:close()
  if not folder then
    fail "a folder for temporary files cannot be made"
  end
  local fine, result = pcall(make, folder)
  os.execute("rm -rf -- " .. files.quoted(folder))
  if not fine then
    error(result, 0)
  end
  return result
end

return external_tools
