--- The cases of Horizontally for `make bench`.

local horizontally = require "tessera.horizontally"
local rng = require "tessera.rng"

-- A game of random moves of Left against the best moves of Right, to the end; and the number of
-- Right's answers.
local function random_left(fields)
  local random, state = rng.new(1974), horizontally.new(nil, { fields = fields })
  local lines, answers = {}, 0
  while not state:outcome() do
    local actions = state:actions()
    lines[#lines + 1] = actions[random:below(#actions) + 1]
    state:move(lines[#lines])
    answers = answers + 1
    local best = state:best_move()
    if best then
      state:move(best)
    end
  end
  return table.concat(lines, "\n") .. "\n", answers
end

return function(bench)
  for _, fields in ipairs { 1, 2, 5 } do
    local input, answers = random_left(fields)
    bench.case(("horizontally: blocks of %d on 26 x 26"):format(fields),
      "horizontally --fields " .. fields, input, answers, "answer")
  end
end
