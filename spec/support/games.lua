--- The names of all games in C. (A file of each ends in its `const struct game`.)

local games = {}
local find = "sed -n 's/^const struct game \\([a-z0-9_]*\\)_game .*/\\1/p' src/games/*/*.c"
local pipe <close> = assert(io.popen(find))
for name in pipe:lines() do
  games[#games + 1] = name
end
assert(games[1], "no games found: the specs run in the project's folder")

return games
