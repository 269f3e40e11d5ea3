--- Prints each step of a recording: its action, why it was refused, the board after it; between two
--- steps stands a form feed, between the parts of a step a vertical tab.

local session = require "tessera.session"

local file <close> = assert(io.open(arg[1]))
local state, actions = session.read(file:read "a")
local steps = { "\v\v" .. tostring(state) }
for i, action in ipairs(actions) do
  local done, why = state:apply(action.text)
  steps[i + 1] = action.text .. "\v" .. (done and "" or why) .. "\v" .. tostring(state)
end
io.write(table.concat(steps, "\f"))
