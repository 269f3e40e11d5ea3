--- What players who act together choose, in letters: a step of all of them is a word.
---
---     local play = choices.of { f = "forward", z = "zap", ["."] = "wait" }
---     play(state, "f. fz")  -- the first goes twice; the second waits, then zaps

local choices = {}

--- A function that plays steps. Who has no letter waits.
---@param words table<string, string> actions by their letters
---@return fun(state: tessera.State, steps: string): string|nil outcome
function choices.of(words)
  return function(state, steps)
    local players = #state.earned
    for letters in steps:gmatch "%S+" do
      for player = 1, players do
        local word = words[letters:sub(player, player)] or "wait"
        assert(state:apply(("%d: %s"):format(player, word)))
      end
    end
    return state:outcome()
  end
end

return choices
