--- Playthroughs as text: writes them, reads them, and plays them again.

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
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
    return nil, "the saved state: " .. tostring(state):gsub("^line (%d+)", function(line)
      return "line " .. line + 1 -- of the recording, which has one in front of it
    end)
  end
  return state, actions
end

--- Plays the actions on a copy of the state and writes what comes of them.
---@param state tessera.State
---@param actions string[]
---@return string playthrough
---@return tessera.State last
function playthrough.record(state, actions)
  local now = state:clone()
  local parts = { "tessera play 1\n", now:save() }
  for _, action in ipairs(actions) do
    local text = games.text(now, action)
    if not errors.pcall(now.code, now, text) then -- an integer whose text is no action
      errors.fail("session.record: %s is no action of %s", errors.shown(action), now:game())
    end
    local done, result, passed = now:apply(text)
    local answer = done and "ok" or passed and "passed" or "no"
    parts[#parts + 1] = ("> %s\n< %s%s\n"):format(text, answer, result and ": " .. result or "")
    if done or passed then
      parts[#parts + 1] = now:save()
    end
  end
  parts[#parts + 1] = "end\n"
  return table.concat(parts), now
end

--- Plays it again and writes what the game does now; or nil and what is wrong.
---@param text string
---@return string|nil
---@return tessera.State|string
function playthrough.renew(text)
  local state, actions = playthrough.parse(text)
  if not state then
    return nil, actions
  end
  local texts = {}
  for i, action in ipairs(actions) do
    if not errors.pcall(state.code, state, action.text) then
      return nil, ("line %d: '%s' is no action of %s%s"):format(action.line, action.text,
        state:game(), games.guess_action(action.text, state))
    end
    texts[i] = action.text
  end
  return playthrough.record(state, texts)
end

local shown_most = 40 -- characters

-- Two lines that differ, in quotes, from shortly before their first difference if they are long;
-- "the end" where there is none.
local function shown(line, other)
  if not line then
    return "the end"
  end
  line, other = line:gsub("\n$", ""), (other or ""):gsub("\n$", "")
  local from = 1
  if math.max(#line, #other) > shown_most then
    local same = 0
    while same < #line and line:byte(same + 1) == other:byte(same + 1) do
      same = same + 1
    end
    from = math.max(1, same - shown_most // 2)
    while from > 1 and line:find("^[\128-\191]", from) do
      from = from - 1
    end
  end
  return ("'%s%s'"):format(from > 1 and "..." or "", characters.cut(line:sub(from), shown_most))
end

-- What is wrong with a recording that ends before the rest that was expected.
local function cut(text, rest)
  local number, last = 1 + select(2, text:gsub("\n", "")), text:match "([^\n]*)\n?$"
  if rest == "end\n" then
    return ("line %d: the recording ends without 'end'"):format(number)
  end
  return ("line %d: the recording ends within %s"):format(text:find "\n$" and number - 1 or number,
    rest == "\n" and "its last line" or last:find "^[><]" and "an action" or "a state")
end

--- Plays it again; the last state, or nil and the first line that differs.
---@param text string
---@return tessera.State|nil
---@return string|nil
function playthrough.replay(text)
  local now, last = playthrough.renew(text)
  if not now then
    return nil, last
  elseif now == text then
    return last
  elseif now:sub(1, #text) == text then
    return nil, cut(text, now:sub(#text + 1))
  end
  local number, expected, found = 0, text:gmatch "[^\n]*\n?", now:gmatch "[^\n]*\n?"
  local line, other
  repeat
    line, other, number = expected(), found(), number + 1
  until line ~= other
  return nil, ("line %d: expected %s, found %s"):format(number, shown(line, other),
    shown(other, line))
end

return playthrough
