--- What a child that runs somebody's file cannot do itself, its parent does. The child asks by a
--- name and a text (`process.ask`), often of packed strings; the parent believes neither.
---
--- The child waits for the answer, so all that it has written before is out by then. What the
--- parent does for which name is in run/requests.lua: it writes only paths that the command line
--- names; an update may change literals alone; a play that is recorded again keeps its actions; a
--- solved level is a line that looks like one; a play that is saved begins as one and is text.

local errors = require "tessera.base.errors"
local process = require "tessera.process"

local broker = {}

-- ---- the child ----

--- Asks the parent.
---
--- Errors: a fault, if the parent says why not.
---@param name string
---@param text string
---@return string|nil answer nil if there is no parent: the process may do it itself
function broker.ask(name, text)
  local done, answer = process.ask(name, text)
  if done == false then
    errors.raise("%s", answer)
  end
  return answer
end

-- ---- both ----

--- The strings of a packed text.
---@param text string
---@return string[]
function broker.unpacked(text)
  local list, at = {}, 1
  while at <= #text do
    list[#list + 1], at = string.unpack("<s4", text, at)
  end
  return list
end

--- Packs strings for a request.
---@param list (string|integer)[]
---@return string
function broker.packed(list)
  local parts = {}
  for i, text in ipairs(list) do
    parts[i] = ("<s4"):pack(tostring(text))
  end
  return table.concat(parts)
end

-- ---- the parent ----

--- The function that answers a child.
---@param errands any what the functions get first
---@param functions table<string, function> by the names of requests
---@return fun(name: string, text: string): string|nil, string|nil
function broker.answers(errands, functions)
  return function(name, text)
    local fine, answer = pcall(function()
      local answer = functions[name]
        or errors.raise("the parent knows no %s", errors.shown(name))
      return answer(errands, table.unpack(broker.unpacked(text)))
    end)
    if fine then
      return answer or ""
    end
    return nil, type(answer) == "table" and answer.message or "the request is damaged"
  end
end

return broker
