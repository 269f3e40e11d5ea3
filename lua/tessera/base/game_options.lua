--- The options of a definition: integers, texts and booleans that `new` takes. One with the name of
--- a field is its first value:
---
---     options = { wind = 20 }, fields = { wind = { min = 0, max = 100 } }

local errors = require "tessera.base.errors"
local wording = require "tessera.base.wording"

local game_options = {}

-- What a field becomes by a value of its option; nil: the value is none of its numbers.
local function number_of(field, value)
  if type(value) == "boolean" then
    value = value and 1 or 0
  end
  return value >= field.min and value <= field.max and value or nil
end

local function check_range(place, field, value)
  local number = number_of(field, value)
  if not number then
    errors.fail("%s: expected %d..%d, as the %s of this name has it, got %s", place, field.min,
      field.max, field.counter and "counter" or "field", tostring(value))
  end
  return number
end

-- The fields that begin with an option.
local function compile_filled(what, compiled)
  local filled = {}
  for _, field in ipairs(compiled.fields) do
    local default = compiled.options[field.name]
    local place = ("%s: option '%s'"):format(what, field.name)
    if default ~= nil then
      if field.size > 0 then
        errors.fail("%s: the field of this name is an array, which cannot begin with it", place)
      elseif type(default) == "string" then
        errors.fail("%s: the field of this name cannot begin with a text", place)
      end
      field.value = check_range(place, field, default)
      filled[#filled + 1] = field
    end
  end
  return filled
end

--- Compiles the options of a definition, whose fields are compiled.
---@param what string the game's name in messages
---@param definition tessera.Definition
---@param compiled table
function game_options.compile(what, definition, compiled)
  local names, own = { "chance", "seed" }, {}
  for name, default in pairs(definition.options or {}) do
    errors.name(what .. ": options", name)
    errors.type(("%s: option '%s'"):format(what, name), default, "integer", "string", "boolean")
    names[#names + 1], own[name] = name, default
  end
  table.sort(names)
  compiled.options, compiled.option_names = own, names
  compiled.filled = compile_filled(what, compiled)
end

--- The options of `new`: those that are given, and the defaults of the others.
---@param compiled table
---@param given table|nil
---@return table<string, any>
function game_options.check(compiled, given)
  local what, result = compiled.name, {}
  for name, default in pairs(compiled.options) do
    result[name] = default
  end
  if given == nil then
    return result
  end
  for name, value in pairs(errors.type(what .. ": options", given, "table", "nil")) do
    if not wording.one_of(name, compiled.option_names) then
      errors.fail("%s: unknown option %s%s", what, errors.shown(name),
        errors.hint(name, compiled.option_names))
    end
    local expected = name == "seed" and "integer" or name == "chance" and "table"
      or math.type(compiled.options[name]) or type(compiled.options[name])
    result[name] = errors.type(("%s: option '%s'"):format(what, name), value, expected)
  end
  return result
end

--- Lets the fields of a new state begin with their options.
---@param compiled table
---@param state tessera.LuaState
---@param given table<string, any> as `check` has returned them
function game_options.fill(compiled, state, given)
  for _, field in ipairs(compiled.filled) do
    local place = ("%s: option '%s'"):format(compiled.name, field.name)
    state[field.name] = check_range(place, field, given[field.name])
  end
end

return game_options
