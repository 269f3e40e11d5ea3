--- The actions of the twin: their words, and what these say.

local directions = require "spec.oracle.rules_directions"
local look = require "spec.oracle.rules_look"

local actions = {}

--- Whether the words are an action of this form.
function actions.is_form(slots, words)
  if #slots ~= #words then
    return false
  end
  for i, slot in ipairs(slots) do
    local fine = not slot.choices
    for _, choice in ipairs(slot.choices or {}) do
      fine = fine or choice == words[i]
    end
    if not fine then
      return false
    end
  end
  return true
end

--- Whether a rule names actions of this form.
function actions.names(rule, slots)
  if #rule.form ~= #slots then
    return false
  end
  for i, slot in ipairs(slots) do
    for _, choice in ipairs(rule.form[i].choices or {}) do
      if not actions.is_form({ slot }, { choice }) then
        return false
      end
    end
    if (rule.form[i].choices == nil) ~= (slot.choices == nil) then
      return false
    end
  end
  return true
end

--- What the words of an action say to patterns and conditions.
function actions.context_of(state, slots, words)
  local context = { player = state.player, words = {}, seen = state.seen }
  for i, slot in ipairs(slots) do
    if slot.text == "<row>" or slot.text == "<column>" then
      context[slot.text:sub(2, -2)] = tonumber(words[i])
    elseif state.game.hexagons and directions.hex_means[words[i]] then
      context.direction = directions.hex_means[words[i]]
    elseif not state.game.hexagons and look.steps[words[i]] then
      context.direction = words[i]
    elseif slot.least then
      context.steps, context.number = tonumber(words[i]), slot.text
      context.words[slot.text] = words[i]
    elseif slot.text:sub(1, 1) == "<" then
      context.words[slot.text] = words[i]
    end
  end
  return context
end

--- Whether some form is the action.
function actions.is_action(state, words)
  for _, slots in ipairs(state.game.moves) do
    if actions.is_form(slots, words) then
      return true
    end
  end
  return false
end

--- The texts of all actions that the forms allow on this board.
function actions.candidates(state)
  local all = {}
  for _, slots in ipairs(state.game.moves) do
    local texts = { "" }
    for _, slot in ipairs(slots) do
      local longer, choices = {}, slot.choices
      if not choices then
        choices = {}
        local most = slot.text == "<row>" and #state.cells[1]
          or slot.text == "<column>" and #state.cells[1][1] or slot.most
        for n = slot.least or 1, most do
          choices[#choices + 1] = tostring(n)
        end
      end
      for _, before in ipairs(texts) do
        for _, choice in ipairs(choices) do
          longer[#longer + 1] = before == "" and choice or before .. " " .. choice
        end
      end
      texts = longer
    end
    table.move(texts, 1, #texts, #all + 1, all)
  end
  return all
end

return actions
