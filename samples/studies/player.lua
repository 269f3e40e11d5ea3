--- A player at the other end of a pipe, for any game: it plays at random, and shows the protocol.
---
---     lua run.lua study FILE.lua --program other="lua5.4 samples/studies/player.lua"

-- The lines of a block such as "actions 3".
local function lines(count)
  local list = {}
  for i = 1, count do
    list[i] = io.read "l"
  end
  return list
end

local actions = {}

for line in io.lines() do
  local word, rest = line:match "^(%S+) ?(.*)$"
  if word == "start" or word == "board" then
    lines(tonumber(rest)) -- the saved game; the board as a picture
  elseif word == "actions" then
    actions = lines(tonumber(rest))
  elseif word == "go" then
    print(actions[math.random(#actions)])
    io.flush()
  elseif word == "end" then
    break
  end -- "play 2 drop 4", and words that are not known, are passed over
end
