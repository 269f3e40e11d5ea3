--- A property of a game as a law.

local budget = require "tessera.budget"
local errors = require "tessera.base.errors"

---@param name string
---@param holds fun(state: tessera.State, before: tessera.State, action: string): any, string?
---@return tessera.check.Law
return function(name, holds)
  return {
    name = name,
    property = true,
    step = function(_, before, action, after)
      local answer, why = budget.call("the property", holds, after:clone(), before:clone(), action)
      if not answer then
        return ("after %s it does not hold%s"):format(errors.shown(action),
          why and ": " .. (type(why) == "string" and why or errors.shown(why)) or "")
      end
    end,
  }
end
