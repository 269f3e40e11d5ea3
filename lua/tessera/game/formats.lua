--- Checks how a game says that its levels may be written: `formats`, a list of names, of names with
--- options, and of functions.

local errors = require "tessera.base.errors"
local format_names = require "tessera.base.format_names"
local wording = require "tessera.base.wording"

local formats = {}

-- A table from what a text has in a cell to a character of the legend. Where `deep`, it may hold
-- such tables under names.
local function check_cells(place, cells, compiled, deep)
  errors.type(place, cells, "table")
  for _, key in ipairs(wording.sorted(cells)) do
    local entry, cell = ("%s: [%s]"):format(place, errors.shown(key)), cells[key]
    errors.type(place .. ": a key", key, "integer", "string")
    if deep and type(cell) == "table" and type(key) == "string" then
      check_cells(entry, cell, compiled)
    elseif #errors.type(entry, cell, "string") ~= 1 or cell:find(compiled.foreign) then
      errors.fail("%s: expected a character of the legend (one of %s), got %s", entry,
        compiled.alphabet, errors.shown(cell))
    end
  end
end

local checks = {}

function checks.cells(place, cells, compiled, name)
  check_cells(place, cells, compiled, format_names[name].layers)
end

function checks.layers(place, layers, compiled)
  for _, name in ipairs(wording.sorted(errors.type(place, layers, "table"))) do
    check_cells(("%s: [%s]"):format(place, errors.shown(name)), layers[name], compiled, true)
  end
end

local function check_options(place, format, compiled)
  local options = {}
  for key, value in pairs(format) do
    options[key] = key ~= 1 and value or nil
  end
  errors.keys(place, options, wording.sorted(format_names[format[1]]))
  for _, key in ipairs(wording.sorted(options)) do
    checks[key](place .. ": " .. key, options[key], compiled, format[1])
  end
end

--- The formats of a definition, which have been checked.
---@param what string
---@param definition tessera.Definition
---@param compiled table with the legend
---@return (string|table|function)[]
function formats.compile(what, definition, compiled)
  local place = what .. ": formats"
  local list = errors.type(place, definition.formats, "table", "nil") or {}
  local names = wording.sorted(format_names)
  for i, format in ipairs(errors.list(place, list)) do
    local name = type(format) == "table" and format[1] or format
    if type(format) ~= "function" and not wording.one_of(name, names) then
      errors.fail("%s: entry %d must be a function or the name of a format, not %s%s", place, i,
        errors.shown(name), errors.hint(name, names))
    elseif type(format) == "table" then
      check_options(("%s: entry %d (%s)"):format(place, i, name), format, compiled)
    end
  end
  return list
end

return formats
