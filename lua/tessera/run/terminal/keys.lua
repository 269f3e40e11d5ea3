--- Keys: turns what a terminal sends into names of keys.
---
--- The names: a character as it is ("a", "Z", "?", "ä"); "space", "enter", "tab", "backspace",
--- "esc", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete",
--- "f1" to "f12", "back-tab"; with "shift-", "alt-" and "ctrl-" in front, such as "shift-left" or
--- "ctrl-c". The mouse is "click ROW COLUMN", "right-click ROW COLUMN", "wheel-up" and
--- "wheel-down"; rows and columns of the screen count from 1.

local keys = {}

local controls = { [0] = "ctrl-space", [8] = "backspace", [9] = "tab", [10] = "enter",
  [13] = "enter", [27] = "esc", [32] = "space", [127] = "backspace" }

-- By the last letter of "ESC [ 1 ; 2 A" or "ESC O A".
local letters = { A = "up", B = "down", C = "right", D = "left", E = "middle", F = "end",
  H = "home", P = "f1", Q = "f2", R = "f3", S = "f4", Z = "back-tab", M = "enter" }

-- By the number of "ESC [ 5 ~".
local numbers = { [1] = "home", [2] = "insert", [3] = "delete", [4] = "end", [5] = "pageup",
  [6] = "pagedown", [7] = "home", [8] = "end", [11] = "f1", [12] = "f2", [13] = "f3", [14] = "f4",
  [15] = "f5", [17] = "f6", [18] = "f7", [19] = "f8", [20] = "f9", [21] = "f10", [23] = "f11",
  [24] = "f12" }

-- No sequence of a key is longer; what is, is passed over.
local longest = 32

local function with_modifiers(name, code)
  local bits = math.max(0, (code or 1) - 1)
  return (bits & 4 > 0 and "ctrl-" or "") .. (bits & 2 > 0 and "alt-" or "")
    .. (bits & 1 > 0 and "shift-" or "") .. name
end

-- The name of a report of the mouse, "ESC [ < button ; column ; row M", or nil: buttons that are
-- released, and movements, are no keys.
local function mouse(parameters, last)
  local button, column, row = parameters:match "^<(%d+);(%d+);(%d+)$"
  button = tonumber(button)
  if not button or last ~= "M" or button & 32 > 0 then
    return nil
  elseif button & 64 > 0 then
    return button & 1 == 0 and "wheel-up" or "wheel-down"
  elseif button & 3 == 0 or button & 3 == 2 then
    return ("%s %d %d"):format(button & 3 == 0 and "click" or "right-click", row, column)
  end
end

local function sequence(parameters, last)
  if last == "~" then
    local number, code = parameters:match "^(%d+);?(%d*)$"
    local name = numbers[math.tointeger(tonumber(number))]
    return name and with_modifiers(name, math.tointeger(tonumber(code)))
  elseif parameters:find "^<" then
    return mouse(parameters, last)
  end
  local name = letters[last]
  return name and with_modifiers(name, math.tointeger(tonumber(parameters:match "^%d*;(%d+)$")))
end

local function character(byte)
  return controls[byte] or byte < 32 and "ctrl-" .. string.char(byte + 96) or string.char(byte)
end

-- The key at the beginning of the bytes (nil if it is none that has a name) and how many bytes it
-- takes; nothing if more bytes have to come.
local function escape(bytes)
  local second = bytes:sub(2, 2)
  if second == "" then
    return nil, nil
  elseif second == "[" or second == "O" then
    local from, to = bytes:find("^[\x20-\x3F]*[\x40-\x7E]", 3)
    if from then
      return sequence(bytes:sub(3, to - 1), bytes:sub(to, to)), to
    elseif #bytes > longest or bytes:find("^[\x20-\x3F]*[^\x20-\x7E]", 3) then
      return nil, 2
    end
    return nil, nil
  elseif second == "\27" then
    return "esc", 1
  elseif second:byte() < 128 then
    return "alt-" .. character(second:byte()), 2
  end
  return "esc", 1
end

local function first_key(bytes)
  local byte = bytes:byte()
  if byte == 27 then
    return escape(bytes)
  elseif byte < 128 then
    return character(byte), 1
  end
  local length = byte >= 0xF0 and 4 or byte >= 0xE0 and 3 or 2
  local text = bytes:sub(1, length)
  if byte >= 0xC2 and byte <= 0xF4 and #text == length and utf8.len(text) then
    return text, length
  elseif byte >= 0xC2 and byte <= 0xF4 and text:find "^.[\x80-\xBF]*$" and #text < length then
    return nil, nil
  end
  return nil, 1
end

---@class tessera.Keys what has come from a terminal and is no whole key yet
---@field rest string

--- Makes a decoder.
---@return tessera.Keys
function keys.new()
  return { rest = "" }
end

--- The names of the keys in these bytes. A sequence that goes on in the next bytes is kept.
---@param decoder tessera.Keys
---@param bytes string
---@return string[]
function keys.read(decoder, bytes)
  local names, rest = {}, decoder.rest .. bytes
  while rest ~= "" do
    local name, length = first_key(rest)
    if not length then
      break
    end
    names[#names + 1] = name
    rest = rest:sub(length + 1)
  end
  decoder.rest = rest
  return names
end

--- The names of what has been kept, as nothing follows it: a lone ESC, or ESC [ typed by hand.
---@param decoder tessera.Keys
---@return string[]
function keys.flush(decoder)
  local rest = decoder.rest
  decoder.rest = ""
  if rest:byte() ~= 27 then
    return {}
  end
  local names = keys.read(keys.new(), rest:sub(2))
  table.insert(names, 1, "esc")
  return names
end

return keys
