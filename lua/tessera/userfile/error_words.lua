--- What is said of an error that a user's file has raised.

local errors = require "tessera.base.errors"

--- The message of an error that a user's file has raised, and the exit status.
---@param path string
---@param err any
---@return string
---@return integer
return function(path, err)
  if err == "not enough memory" or type(err) == "string"
    and err:find "^not enough memory %(level " then
    return err, 3
  elseif err == "C stack overflow" then
    return path .. ": functions call each other through C without end, such as a __tostring that"
      .. " shows itself (C stack overflow)", 1
  elseif err == nil then
    return path .. ": " .. errors.message(err), 1
  end
  local kind = debug.getmetatable(err)
  if type(err) == "table" and not kind and type(err.message) == "string" then
    return err.message, 1
  end
  local told = type(kind) == "table" and rawget(kind, "__tostring")
  local shown = told or type(err) == "string"
    or type(err) == "number"
  local text = errors.as_text(shown and err or "a " .. type(err))
  if not text then
    text = path .. ": " .. errors.unshown
  elseif type(err) ~= "string" and not told then
    text = path .. ": an error that is no text: " .. text
  elseif text:find "^an error that is no text: " or text:find "^an error without a message"
    or text:find("^" .. errors.unshown) then
    -- with a place in the input behind it
    text = path .. ": " .. text
  elseif errors.placeless(text) ~= text then
    text = path .. ": " .. errors.placeless(text)
  end
  return (text:gsub("\n\t.*", "")), 1 -- without the paths that `require` has tried
end
