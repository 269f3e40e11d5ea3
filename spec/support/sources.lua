--- The sources from which a reader can read a text: a string, files, pipes. From each it must read
--- the same.

local reader = require "tessera.reader"
local run = require "spec.support.run"

local function file_with(text)
  local file = assert(io.tmpfile())
  file:write(text)
  file:seek "set"
  return file
end

--- Each with a name and a function from a text to a new reader over it.
local sources = {
  { name = "a string", open = reader.new },
  {
    name = "a file",
    open = function(text)
      return reader.new(file_with(text))
    end,
  },
  {
    name = "a file without a buffer",
    open = function(text)
      local file = file_with(text)
      file:setvbuf "no"
      return reader.new(file)
    end,
  },
  {
    name = "a pipe",
    open = function(text)
      local name = os.tmpname()
      run.write_file(name, text)
      return reader.new(assert(io.popen(("cat %s; rm %s"):format(name, name))))
    end,
  },
}

return sources
