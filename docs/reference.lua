--- Writes docs/reference.md from the LuaCATS annotations of what users require: the modules in
--- lua/tessera and the types of those in C, lua/tessera/meta.
---
---     lua5.4 docs/reference.lua docs/reference.md

local annotations = require "docs.reference.annotations"
local page = require "docs.reference.page"

local reference = {}

--- The paths of the files that declare what is public.
---@return string[]
function reference.paths()
  local paths = {}
  local pipe <close> = assert(io.popen
    "ls lua/tessera.lua lua/tessera/*.lua lua/tessera/meta/*.lua")
  for path in pipe:lines() do
    paths[#paths + 1] = path
  end
  return paths
end

--- The page as it should be, from the sources.
---@return string
function reference.make()
  local files = {}
  for i, path in ipairs(reference.paths()) do
    local file <close> = assert(io.open(path))
    files[i] = annotations.parse(path, file:read "a")
  end
  return page.write(files)
end

local target = ...
if target ~= "docs.reference" then
  local fine, text = pcall(reference.make)
  if not fine then
    io.stderr:write(type(text) == "table" and text.message or text, "\n")
    os.exit(1)
  end
  local file <close> = assert(io.open(target, "w"))
  assert(file:write(text))
end

return reference
