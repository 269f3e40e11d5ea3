--- The section SOUNDS. It is checked, kept, and not played.

local sounds = {}

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, without comments
function sounds.line(state, text)
  local words = {}
  for word in text:gmatch "%S+" do
    words[#words + 1] = word
  end
  table.insert(state.game.sounds, { line = state.number, words = words })
end

return sounds
