--- The arguments of the calls: what each of them may be, whichever call it is for.

local errors = require "tessera.base.errors"
local loading = require "tessera.api.loading"
local wording = require "tessera.base.wording"

local arguments = {}

local function is_text(value)
  return type(value) == "string"
end

local function is_whole(value)
  return math.tointeger(value) ~= nil and type(value) == "number"
end

-- An object whose values are texts.
local function is_texts(value)
  for key, text in pairs(type(value) == "table" and value or { 1 }) do
    if not (is_text(key) and is_text(text)) then
      return false
    end
  end
  return true
end

local function is_level(value)
  return is_text(value) or is_whole(value)
end

local function is_play(value)
  if type(value) ~= "table" or value.level ~= nil and not is_level(value.level)
    or type(value.actions) ~= "table" then
    return false
  end
  for key, action in pairs(value.actions) do
    if math.type(key) ~= "integer" or not is_text(action) then
      return false
    end
  end
  return true
end

local function is_puzzle(value)
  return type(value) == "table" and is_text(value.level) and is_whole(value.seed)
    and is_text(value.difficulty)
end

local kinds = {
  text = { is_text, "a text" },
  whole = { is_whole, "a whole number" },
  texts = { is_texts, "an object of texts" },
  level = { is_level, "a number or a name" },
  play = { is_play, "{ level, actions: [texts] }" },
  puzzle = { is_puzzle, "{ level: a map, seed, difficulty }" },
  yes = { function(value)
    return type(value) == "boolean"
  end, "true or false" },
}

local known = { action = "text", as = "whole", char = "text", desk = "whole", difficulty = "text",
  edited = "yes", files = "texts", game = "text", key = "text", level = "level", levels = "text",
  method = "text", options = "texts", path = "text", play = "play", puzzle = "puzzle",
  saved = "text", second = "yes", seed = "whole", source = "text", text = "text" }

--- Raises a fault if an argument of a request is of a wrong kind. (Whether one is missing, or a
--- number out of range, the call says itself.)
---@param request table
function arguments.check(request)
  for _, name in ipairs(wording.sorted(request)) do
    local kind = kinds[known[name]]
    if kind and not kind[1](request[name]) then
      loading.fail(("%s: expected %s, got %s"):format(name, kind[2], errors.shown(request[name])))
    end
  end
end

return arguments
