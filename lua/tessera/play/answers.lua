--- What an open choice can be answered with: nothing is asked that only a refusal answers.

local choices = require "tessera.play.choices"
local labels = require "tessera.base.labels"

local answers = {}

-- The action of a choice, if this word is what is left of it.
local function finished(choice, word)
  local text = choice.text .. word
  for i = choice.at + 1, #choice.parts do
    local part = choice.parts[i]
    text = part.kind == "text" and text and text .. part.text
  end
  return text
end

-- The actions with which the words of an open choice are possible: also those that the list of
-- actions has in another way, such as a swap from its other side. nil if more than a word is left.
local function by_words(player)
  local state, list, seen = player:state(), {}, {}
  for _, choice in ipairs(player.keyboard.pending) do
    for _, word in ipairs(choices.slot(choice).words or {}) do
      local text = finished(choice, word)
      if not text then
        return nil
      end
      local fine, why = pcall(state.why, state, text)
      list[#list + 1] = fine and not why and not seen[text] and text or nil
      seen[text] = true
    end
  end
  return list
end

--- The actions that go on with a text: what an open choice may be answered with, if it is that.
---@param player tessera.Player
---@param text string
---@return string[]
function answers.of(player, text)
  local kind, asked = player.keyboard:asked()
  local words = (kind == "direction" or kind == "word") and asked == text and by_words(player)
  return words and words[1] and words or player:completions(text)
end

--- Takes back a choice that no action goes on with, and says so.
---@param player tessera.Player
function answers.check(player)
  local kind, text = player.keyboard:asked()
  if kind and text ~= "" and not answers.of(player, text)[1] then
    player.keyboard:cancel()
    player.message = text:find "%d%s*$" and "Nothing is possible there."
      or ("%s: nothing is possible now."):format(labels.begun(player.keyboard.module, text))
  end
end

return answers
