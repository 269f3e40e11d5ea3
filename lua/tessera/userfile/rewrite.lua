--- Writes the files that the command line names. One that stands already may be updated: the
--- difference is shown first, it is written at once, and it keeps its permissions.

local broker = require "tessera.userfile.broker"
local changes = require "tessera.userfile.changes"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local output = require "tessera.base.output"
local process = require "tessera.process"
local wording = require "tessera.base.wording"

local rewrite = {}

local fail = errors.raise

--- The content of a file.
---
--- Errors: a fault, if it cannot be read.
---@param path string "-": the standard input
---@return string
function rewrite.read(path)
  local file, why = io.stdin, nil
  if path ~= "-" then
    file, why = io.open(path, "rb")
  end
  if not file then
    fail("%s", files.unopened(path, why))
  end
  local text, unread = files.read_all(file)
  if path ~= "-" then
    file:close()
  end
  return text or fail("cannot read %s: %s", path, unread)
end

-- Whether two words of the command line name the file: it is read as well.
local function is_read(real)
  local named = 0
  for _, word in ipairs(arg or {}) do
    local path = word:match "^%-%-[%w-]+=(.*)$" or word
    named = named + (process.real_path(path) == real and 1 or 0)
  end
  return named > 1
end

--- Why a picture or page is not written over a file: the command reads it, or it is a program.
---@param path string
---@return string|nil
function rewrite.loss(path)
  local real = process.real_path(path)
  if real and is_read(real) then
    return ("cannot write %s: this command reads it"):format(path)
  elseif real and real:find "%.lua$" then
    return ("cannot write %s: it is a program in Lua, which would be lost"):format(path)
  end
end

--- Writes a file.
---
--- Errors: a fault, if it cannot be written.
---@param path string "-": the standard output
---@param text string
---@param drawn? boolean it is a picture or page: it takes the place of nothing else (rewrite.loss)
function rewrite.put(path, text, drawn)
  local loss = drawn and rewrite.loss(path)
  if path == "-" then
    output.data(text)
    return
  elseif loss then
    fail("%s", loss)
  elseif broker.ask("put", broker.packed { path, text }) then
    return
  end
  local file, why = io.open(path, "wb")
  if not file then
    fail("cannot write %s", path == "" and "a file without a name" or why)
  end
  local written, fault = file:write(text)
  local closed, late = file:close()
  if not (written and closed) then
    fail("cannot write %s: %s", path, fault or late)
  end
end

-- The real path of the file. A symbolic link must not lead out of the folder.
local function target(path)
  local real, why = process.regular_file(path)
  local folder = process.real_path(path:match "^(.*/)" or "./")
  if not (real and folder) then
    fail("cannot write %s", why or path)
  elseif real:sub(1, #folder + 1) ~= folder:gsub("/$", "") .. "/" then
    fail("%s is not updated: it is a symbolic link out of its folder", path)
  end
  return real
end

--- Shows how the file changes, and writes it. If nothing changes, it is not touched.
---
--- Errors: a fault, if it cannot be written, or if it is no longer what it was.
---@param path string
---@param old string what it holds
---@param new string
function rewrite.update(path, old, new)
  if old == new then
    output.write(wording.line(path), ": unchanged\n")
    return
  end
  local shown = wording.line(path)
  output.paint("heading", "--- ", shown, "\n+++ ", shown, "\n")
  for line in changes.shown(old, new):gmatch "([^\n]*)\n" do
    output.difference(line)
  end
  local real = target(path)
  if rewrite.read(real) ~= old then
    fail("%s is not updated: it has changed meanwhile", path)
  end
  local done, why = process.replace(real, new)
  if not done then
    fail("cannot write %s", why)
  end
  output.write(shown, ": updated\n")
end

--- Adds a text to a file, behind an empty line if it is not the first.
---@param path string
---@param text string
function rewrite.append(path, text)
  local part <close> = assert(io.open(path, "ab"))
  assert(part:write(part:seek "end" > 0 and "\n" or "", text))
end

return rewrite
