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

--- Writes a file.
---
--- Errors: a fault, if it cannot be written.
---@param path string "-": the standard output
---@param text string
function rewrite.put(path, text)
  if path == "-" then
    output.data(text)
    return
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
