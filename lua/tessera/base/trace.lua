--- The output of --trace: each action or why it was ignored, its events, and the board after it.

local usage = require "tessera.base.usage"
local write = require("tessera.process").write

local trace = {}

-- Kinds of events that remove a piece. For other kinds without `to`, " to off the board" is shown.
local gone = { erased = true, removed = true }

local function place(at)
  return at and ("row %d, column %d"):format(at[1], at[2]) or "off the board"
end

--- An event as a line of text: `pushed # from row 1, column 3 to row 1, column 4`.
---@param event tessera.Event
---@return string
function trace.event(event)
  local words = { event.kind, event.what }
  if event.becomes then
    words[#words + 1] = "to " .. event.becomes
  end
  if event.from and event.to and event.from[1] == event.to[1] and event.from[2] == event.to[2] then
    words[#words + 1] = "at " .. place(event.from)
  else
    if event.from then
      words[#words + 1] = "from " .. place(event.from)
    end
    if event.to or not gone[event.kind] then
      words[#words + 1] = "to " .. place(event.to)
    end
  end
  return table.concat(words, " ")
end

--- Shows the position that a game starts from.
---@param title string
---@param state tessera.State
function trace.start(title, state)
  write(title, "\n", tostring(state), "\n")
end

--- The number of the rule as a picture that would carry out an action; nil for other games.
---@param state tessera.State
---@param action string
---@return integer|nil
function trace.rule(state, action)
  return state.rule and (state:rule(action)) or nil
end

--- Shows an action that was tried.
---@param number integer
---@param action string
---@param why string|nil why it was ignored; nil if it was carried out
---@param events tessera.Event[]
---@param state tessera.State
---@param rule? integer the number of the rule that carried it out, in a game of pictures
function trace.step(number, action, why, events, state, rule)
  local by = rule and (" (rule %d)"):format(rule) or ""
  write(number, ". ", why and "ignored: " .. why or action .. by, "\n")
  for _, event in ipairs(events) do
    write("   ", usage.line(trace.event(event)), "\n")
  end
  write(tostring(state), "\n")
end

return trace
