--- Scenarios as specs: in a busted spec,
---
---     require("tessera.busted").scenarios("my/scenarios")
---
--- makes a `describe` of each Lua file in that folder and an `it` of each scenario.

local busted = require "busted"
local scenario = require "tessera.scenario"
local usage = require "tessera.usage"

local specs = {}

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- The Lua files of a folder, sorted; or the file itself.
local function files_of(path)
  if path:find "%.lua$" then
    return { path }
  end
  local files = {}
  local pipe <close> = assert(io.popen("ls -- " .. quote(path) .. " 2>/dev/null"))
  for name in pipe:lines() do
    if name:find "%.lua$" then
      files[#files + 1] = path:gsub("/$", "") .. "/" .. name
    end
  end
  return files
end

local function load_scenarios(path)
  local file <close> = assert(io.open(path, "rb"))
  local list = scenario.list(assert(usage.load(file:read "a", path, _G))(), path)
  return list or error(("'%s' returns no scenarios"):format(path), 3)
end

--- Declares specs for the scenarios of a folder, or of one file. The files run unguarded.
---@param path string
function specs.scenarios(path)
  local files = files_of(path)
  if not files[1] then
    error(("there is no Lua file in '%s'"):format(path), 2)
  end
  for _, file in ipairs(files) do
    local list = load_scenarios(file)
    busted.describe(file, function()
      for _, made in ipairs(list) do
        busted.it(made.name, function()
          local wrong = scenario.run(made)
          if wrong[1] then
            error(table.concat(wrong, "\n"), 0)
          end
        end)
      end
    end)
  end
end

return specs
