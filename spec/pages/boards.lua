--- Prints each step of a recording: its action as people read it, why it was refused, the board
--- after it; between two steps stands a form feed, between the parts of a step a vertical tab.

local games = require "tessera.base.games"
local labels = require "tessera.base.labels"
local session = require "tessera.session"

local file <close> = assert(io.open(arg[1]))
local state, actions = session.read(file:read "a")
local steps = { "\v\v" .. tostring(state) }
for i, action in ipairs(actions) do
  local done, why = state:apply(action.text)
  local game = games.of(state)
  steps[i + 1] = labels.action(game, action.text) .. "\v"
    .. (done and "" or labels.refusal(game, action.text, why)) .. "\v" .. tostring(state)
end
io.write(table.concat(steps, "\f"))
