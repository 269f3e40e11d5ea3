--- The games written in Lua in samples/games: name, file (without .lua) and module of each, and
--- each module by its name.

local list = {}
local pipe <close> = assert(io.popen "ls samples/games/*.lua | grep -v -e _scenarios -e _study")
for path in pipe:lines() do
  local module = dofile(path)
  list[#list + 1] = { name = module.name, module = module,
    file = path:match "([^/]+)%.lua$" }
  list[module.name] = module
end
assert(list[1], "no games found: the specs run in the project's folder")

return list
