--- Where the library prints: to the standard output, unless somebody else wants it.

local process = require "tessera.process"

local output = {}

local write = process.write

--- Prints strings and numbers.
---@param ... string|number
function output.write(...)
  write(...)
end

--- From now on somebody else gets what the library prints.
---@param other? fun(...) by default it goes to the standard output again
function output.to(other)
  write = other or process.write
end

return output
