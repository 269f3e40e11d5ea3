--- The globals of a user's file: one that was never set is an error where it is read. A word whose
--- quotes are missing is such a global: it would be nil, and an entry of a table less.

local errors = require "tessera.base.errors"

local variables = {}

-- What other versions of Lua have: files ask whether it is there.
local elsewhere = {}
for _, name in ipairs { "bit", "bit32", "gcinfo", "getfenv", "jit", "loadstring", "module",
  "newproxy", "setfenv", "unpack" } do
  elsewhere[name] = true
end

-- Whether nothing is wrong with a name that nobody has set: what other versions have, `_TEST` and
-- `_DEBUG`, which Lua leaves to programs around a file; what is no name at all.
local function may_be_nil(name)
  return type(name) ~= "string" or elsewhere[name] or not name:find "^[%a_][%w_]*$"
    or name:find "^_%u"
end

-- Those that may be meant: what is set, and long keywords, as of `retrun { ... }`.
local function names_in(env)
  local names = {}
  for _, word in ipairs(require("tessera.base.keywords").list) do
    names[#names + 1] = #word > 4 and word or nil
  end
  for name in next, env do
    names[#names + 1] = type(name) == "string" and name or nil
  end
  table.sort(names)
  return names
end

--- Two metamethods for an environment. A name that has been set, also to nil, may be read.
---@return fun(env: table, name: any): any index
---@return fun(env: table, name: any, value: any) newindex
function variables.strict()
  local set = {}
  local function index(env, name)
    if set[name] or may_be_nil(name) then
      return nil
    end
    local guess = errors.guess(name, names_in(env))
    errors.fail("there is no variable %s%s", errors.shown(name), guess == "" and " (in quotes?)"
      or ", which may lack its quotes" .. guess)
  end
  local function newindex(env, name, value)
    set[name] = true
    rawset(env, name, value)
  end
  return index, newindex
end

return variables
