--- Whether one play keeps all laws of its game.

local laws_of = require "tessera.check.laws"
local maps = require "tessera.base.maps"
local trial = require "tessera.check.trial"

--- What is wrong with a play, a text for each law that it breaks.
---@param module tessera.Game
---@param start tessera.check.Start
---@param actions string[]
---@return string[]
return function(module, start, actions)
  local subject = { module = module, laws = laws_of(maps.about(module)) }
  local laws, wrong = table.move(subject.laws, 1, #subject.laws, 1, {}), {}
  table.move(trial.laws, 1, #trial.laws, #laws + 1, laws)
  local late = trial.replay(subject, trial.rules_end, start, actions)
  for _, law in ipairs(late and { trial.rules_end } or laws) do
    local text = late or law ~= trial.rules_end and trial.replay(subject, law, start, actions)
    wrong[#wrong + 1] = text and ("lawful: %s: %s"):format(law.name, text) or nil
  end
  return wrong
end
