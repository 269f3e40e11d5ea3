--- Reads the text of a playthrough.

local games = require "tessera.base.games"

local playthrough = {}

--- The first state and the actions of a playthrough; or nil and what is wrong.
---@param text string
---@return tessera.State|nil first
---@return { text: string, line: integer }[]|string actions
function playthrough.parse(text)
  if text:sub(1, 15) ~= "tessera play 1\n" then
    return nil, "line 1: expected 'tessera play 1'"
  end
  local saved, actions, number = {}, {}, 1
  for line in text:sub(16):gmatch "([^\n]*)\n?" do
    number = number + 1
    local action = line:match "^> (.*)$"
    if action then
      actions[#actions + 1] = { text = action, line = number }
    elseif #actions == 0 and line ~= "end" then
      saved[#saved + 1] = line
    end
  end
  local game = games.find((saved[1] or ""):match "^tessera (%l[%w_]*) ")
  if not game then
    return nil, "line 2: expected the saved state of a game"
  end
  local loaded, state = pcall(game.load, table.concat(saved, "\n"))
  if not loaded then
    return nil, "the saved state from line 2 on: " .. tostring(state)
  end
  return state, actions
end

return playthrough
