--- Writes the reference from the LuaCATS annotations of what users require, the modules in
--- lua/tessera and the types of those in C, lua/tessera/meta; and beside it the documents, whose
--- links to these sources lead into it.
---
---     lua5.4 docs/reference.lua build/docs docs/*.md

local annotations = require "docs.reference.annotations"
local links = require "docs.reference.links"
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

--- The functions that the version before had, as they are called on the page.
---@return table<string, true>
function reference.released()
  local names = {}
  for line in io.lines "docs/reference/0.2.txt" do
    names[line] = true
  end
  return names
end

--- The text of the reference, and the anchors of its sections by the paths of their files.
---@return string
---@return table<string, string>
function reference.make()
  local files = {}
  for i, path in ipairs(reference.paths()) do
    local file <close> = assert(io.open(path))
    files[i] = annotations.parse(path, file:read "a")
  end
  return page.write(files, reference.released())
end

local function save(path, text)
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(text))
end

local function write(folder, documents)
  local fine, text, anchors = pcall(reference.make)
  if not fine then
    io.stderr:write(type(text) == "table" and text.message or text, "\n")
    os.exit(1)
  end
  save(folder .. "/reference.md", text)
  for _, path in ipairs(documents) do
    local file <close> = assert(io.open(path))
    save(folder .. path:match "/[^/]*$", links.redirect(file:read "a", anchors))
  end
end

if ... ~= "docs.reference" then
  write(..., { select(2, ...) })
end

return reference
