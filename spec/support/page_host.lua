--- What stands at the other end of a page in specs: reads messages from the standard input, a line
--- each, and writes the answers. What is posted on the way is written as `{"post":...}`.

local build = os.getenv "TESSERA_BUILD" or "build"
package.path = "./lua/?.lua;" .. package.path
package.cpath = "./" .. build .. "/?.so;" .. package.cpath

local host = require "tessera.web.host"

for line in io.lines() do
  print((host.answer(line, function(text)
    print('{"post":' .. text .. "}")
  end)))
end
