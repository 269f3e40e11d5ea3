--- Gives the local variables of a Lua text short names, so that it takes less room.
---
--- A name gets the same short name wherever it stands for a variable, so no scopes are needed;
--- a name that is also that of a global variable keeps its own.

-- What the library takes from outside. luacheck sees to it that there is no more.
local kept = { self = true, arg = true, _ENV = true }
for name in pairs(_G) do
  kept[name] = true
end

-- What opens and closes blocks and brackets.
local opens = { ["{"] = true, ["("] = true, ["["] = true, ["function"] = true, ["if"] = true,
  ["do"] = true, ["repeat"] = true }
local closes = { ["}"] = true, [")"] = true, ["]"] = true, ["end"] = true, ["until"] = true }

-- For each token whether it is the name of a variable: no field, no key of a table, no attribute.
local function variables(list)
  local is, stack = {}, {}
  for i, token in ipairs(list) do
    local before, after = list[i - 1], list[i + 1]
    local behind = before and before.text
    if token.kind == "name" then
      local key = stack[#stack] == "{" and after and after.text == "="
        and (behind == "{" or behind == "," or behind == ";")
      local attribute = behind == "<" and after.text == ">" and list[i - 2].kind == "name"
        and (token.text == "const" or token.text == "close")
      is[i] = behind ~= "." and behind ~= ":" and not key and not attribute
    elseif opens[token.text] and token.kind ~= "string" then
      stack[#stack + 1] = token.text
    elseif closes[token.text] and token.kind ~= "string" then
      stack[#stack] = nil
    end
  end
  assert(#stack == 0, "a bracket is open")
  return is
end

-- Short names, one after the other: a, b, ..., Z, aa, ab, ...
local letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

local function short(number)
  local name = ""
  repeat
    number = number - 1
    name = name .. letters:sub(number % #letters + 1, number % #letters + 1)
    number = number // #letters
  until number == 0
  return name
end

--- Changes the texts of the tokens.
---@param list tessera.source.Token[] of a whole text
return function(list)
  local is, count, names, new, number = variables(list), {}, {}, {}, 0
  for i, token in ipairs(list) do
    if is[i] and not kept[token.text] then
      names[#names + 1] = not count[token.text] and token.text or nil
      count[token.text] = (count[token.text] or 0) + 1
    end
  end
  table.sort(names, function(a, b)
    return count[a] > count[b] or count[a] == count[b] and a < b
  end)
  for _, name in ipairs(names) do
    repeat
      number = number + 1
      new[name] = short(number)
    until not kept[new[name]] and load(new[name] .. " = 0")
  end
  for i, token in ipairs(list) do
    token.text = is[i] and new[token.text] or token.text
  end
end
