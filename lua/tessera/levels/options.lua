--- The options of a game's `new`, read from texts.

local errors = require "tessera.base.errors"
local wording = require "tessera.base.wording"

local options = {}

local readers = {}

function readers.integer(text)
  return text:find "^[+-]?%d+$" and math.tointeger(tonumber(text))
end

function readers.boolean(text)
  if text == "true" or text == "false" then
    return text == "true"
  end
end

function readers.string(text)
  return text
end

--- The value of an option; or nil and what is wrong.
---@param about tessera.About
---@param name string
---@param text string
---@return integer|boolean|string|nil
---@return string|nil why
function options.read(about, name, text)
  local default = about.options[name]
  if default == nil then
    local names = wording.sorted(about.options)
    return nil, ("%s has no option%s"):format(about.name, names[1] and " " .. errors.shown(name)
      .. errors.hint(name, names) or "s")
  end
  local value = readers[math.type(default) or type(default)](text)
  return value, value == nil and ("%s must be %s, not %s"):format(name,
    type(default) == "boolean" and "true or false" or "an integer", errors.shown(text)) or nil
end

return options
