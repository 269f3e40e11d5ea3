--- Modules that an installation may lack, such as luv: says why one cannot be had. That it is not
--- there looks the same to `require` as that no file can be opened.

local errors = require "tessera.base.errors"

local optional = {}

-- So many files luv opens when it is loaded; libuv aborts if it cannot.
local opened = { luv = 8 }

-- Why files cannot be opened at all, such as "Too many open files"; nil if they can.
local function trouble(count)
  local open, reason = {}, nil
  for i = 1, count do
    local file, why = io.open "/dev/null"
    open[i], reason = file, reason or not file and why:gsub("^/dev/null: ", "") or nil
  end
  for _, file in pairs(open) do
    file:close()
  end
  return reason
end

local function unloaded(name, why)
  return ("%s cannot be loaded: %s"):format(name, (why:gsub("\n\t", " ")))
end

--- Why a module in C would not be loaded; nil if it would. It is not loaded.
---@param name string
---@param advice string what to do if it is not installed
---@return string|nil
function optional.missing(name, advice)
  if package.loaded[name] then
    return nil
  end
  local why = trouble(opened[name] or 1)
  if why then
    return unloaded(name, why)
  end
  return not package.searchpath(name, package.cpath) and advice or nil
end

--- Loads a module.
---@param name string
---@param advice string what to do if it is not installed
---@return any|nil
---@return string|nil why not
function optional.load(name, advice)
  local why = not package.loaded[name] and trouble(opened[name] or 1)
  if why then
    return nil, unloaded(name, why)
  end
  local found, module = pcall(require, name)
  if found then
    return module
  end
  local text = type(module) == "string" and module or "an error that is no text"
  local absent = text:find(("module '%s' not found"):format(name), 1, true)
  return nil, absent and advice or unloaded(name, text)
end

--- Loads a module that cannot be done without.
---
--- Errors: a fault with what to do, if it cannot be had.
---@param name string
---@param advice string what to do if it is not installed
---@return any
function optional.need(name, advice)
  local module, why = optional.load(name, advice)
  return module or errors.raise("%s", why)
end

return optional
