--- The games of samples/games: the name and the module of each.

local list = {}
local pipe <close> = assert(io.popen "ls samples/games/*.lua")
for path in pipe:lines() do
  local module = dofile(path)
  list[#list + 1] = { name = module.name, module = module }
end
assert(list[1], "no games found: the specs run in the project's folder")

return list
