--- Laws that only the engine can break: they are asked of the games that come with it, and of the
--- samples.

local errors = require "tessera.base.errors"
local snapshot = require "tessera.check.snapshot"
local rng = require "tessera.rng"

local shown = errors.shown

local engine_laws = {}

---@param law tessera.check.Law
local function add(law)
  engine_laws[#engine_laws + 1] = law
end

add {
  name = "actions have texts and codes",
  at = function(_, state, actions)
    local codes = state:codes()
    for i, action in ipairs(actions) do
      if state:code(action) ~= codes[i] or state:text(codes[i]) ~= action then
        return ("%s has the code %d, which is %s"):format(shown(action), codes[i],
          shown(state:text(codes[i])))
      end
    end
    return #codes ~= #actions and "there are more codes than texts" or nil
  end,
}

add {
  name = "misuse is an error that says what is wrong",
  at = function(_, state)
    local fine, message = pcall(state.apply, state, "no such action")
    local told = ("'no such action' is no action of %s"):format(state:game())
    if fine or not message:find(told, 1, true) then
      return ("the error of an unknown action says %s"):format(shown(message))
    end
    for what, call in pairs {
      ["apply without a state"] = function() state.apply({}, "no such action") end,
      ["apply without an action"] = function() state:apply(nil) end,
      ["the score of player 0"] = function() state:score(0) end,
      ["the score of player 100"] = function() state:score(100) end,
    } do
      if pcall(call) then
        return what .. " is no error"
      end
    end
  end,
}

add {
  name = "clones are independent",
  step = function(_, before, action, now)
    local copy, twin = before:clone(), before:clone()
    local untouched = snapshot(copy)
    twin:apply(action)
    if snapshot(copy) ~= untouched or copy ~= before or twin ~= now or twin == before then
      return ("%s on a clone is seen in another one"):format(shown(action))
    end
  end,
}

-- A saved text with one byte changed, inserted or left out.
local function damaged(saved, random)
  local at = random:below(#saved) + 1
  local byte = ("0123456789-# .\nABGI\0\255"):sub(random:below(20) + 1):sub(1, 1)
  return saved:sub(1, at - 1) .. byte .. saved:sub(at + random:below(2))
end

add {
  name = "damaged saves are refused, or load to a state that plays",
  at = function(c, state)
    local random = rng.new(state:hash())
    local fine, loaded = pcall(c.module.load, damaged(state:save(), random))
    if not fine then
      return not tostring(loaded):find "^line %d+, column %d+: "
        and ("a damaged save raises %s"):format(shown(tostring(loaded))) or nil
    end
    for _ = 1, 5 do
      local listed = loaded:actions()
      if not listed[1] then
        return nil
      end
      loaded:apply(listed[random:below(#listed) + 1])
      if c.module.load(loaded:save()):save() ~= loaded:save() then
        return "a state from a damaged save cannot be saved and loaded"
      end
    end
  end,
}

return engine_laws
