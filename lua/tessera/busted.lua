--- Scenarios as specs: in a busted spec,
---
---     require("tessera.busted").scenarios("my/scenarios")
---
--- makes a `describe` of each Lua file in that folder and an `it` of each scenario.

local scenario = require "tessera.scenario"

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

--- Declares specs for the scenarios of a folder, or of one file. The files run unguarded.
---@param path string
function specs.scenarios(path)
  local files = files_of(path)
  if not files[1] then
    error(("there is no Lua file in '%s'"):format(path), 2)
  end
  for _, file in ipairs(files) do
    local list = scenario.list(assert(loadfile(file))(), file)
    if not list then
      error(("'%s' returns no scenarios"):format(file), 2)
    end
    describe(file, function() -- luacheck: globals describe it
      for _, made in ipairs(list) do
        it(made.name, function() -- luacheck: globals it
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
