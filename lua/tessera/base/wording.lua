--- Words for people: texts as one line, numbers of things, lists.

local characters = require "tessera.base.characters"

local wording = {}

local line_max = 4096

--- A message as one printable line: see tessera.base.characters. The middle of a long message is
--- left out.
---@param text string
---@return string
function wording.line(text)
  if #text > line_max then
    text = text:sub(1, characters.first_of(text, line_max // 2 + 1) - 1) .. " ... "
      .. text:sub(characters.first_of(text, #text - line_max // 2 + 1))
  end
  return characters.line(text)
end

--- The first characters of a message as one printable line.
---@param text string
---@param width integer
---@return string
function wording.cut(text, width)
  text = wording.line(text)
  local stop = utf8.offset(text, math.max(1, width) + 1)
  return stop and text:sub(1, stop - 1) or text
end

--- A place in a line, for a mark below it: the line, or the part of it around the place, and how
--- many columns of that are before the place.
---@param text string
---@param at integer the byte
---@param width integer bytes that are shown
---@return string shown
---@return integer columns
---@return boolean cut whether something is left out in front
---@return boolean cut_after whether something is left out behind
function wording.around(text, at, width)
  local first, last = 1, #text
  if #text > width then
    first = characters.first_of(text, math.max(1, at - width // 2))
    last = math.min(#text, characters.first_of(text, first + width) - 1)
  end
  local function shown(to)
    return characters.line((text:sub(first, to):gsub("%c", " ")))
  end
  return shown(last), characters.columns(shown(at - 1)), first > 1, last < #text
end

--- A message of one printable line, or of a line with a picture below it, whose lines begin with
--- two blanks.
---@param text string
---@return string
function wording.lines(text)
  local shown, from = {}, 1
  repeat
    local stop, last = text:find("\n+  ", from)
    shown[#shown + 1] = wording.line(text:sub(from, (stop or 0) - 1))
    for _ = stop or 0, stop and last - 3 or -1 do
      shown[#shown + 1] = ""
    end
    from = (last or 0) - 1
  until not stop
  return table.concat(shown, "\n")
end

--- A number of things in words: "1 action", "2 actions".
---@param number integer
---@param what string one of them
---@return string
function wording.count(number, what)
  return ("%d %s%s"):format(number, what, number == 1 and "" or "s")
end

--- A number as people write it: 1,234,567.
---@param number integer
---@return string
function wording.number(number)
  local sign, digits = ("%d"):format(number):match "^(%-?)(%d+)$"
  return sign .. digits:reverse():gsub("%d%d%d", "%0,"):reverse():gsub("^,", "")
end

--- One of what a counter is called by: "push" of "pushes", "move" of "moves".
---@param things string
---@return string
function wording.one(things)
  return things:match "^(.*[cs]h)es$" or things:match "^(.*ss)es$" or things:match "^(.*x)es$"
    or things:match "^(.*[^s])s$" or things
end

--- Names as a sentence has them: "a, b and c".
---@param list string[]
---@return string
function wording.listed(list)
  local last = #list
  return last < 2 and (list[1] or "") or table.concat(list, ", ", 1, last - 1) .. " and "
    .. list[last]
end

---@param word any
---@param words any[]
---@return boolean
function wording.one_of(word, words)
  for _, other in ipairs(words) do
    if other == word then
      return true
    end
  end
  return false
end

--- The keys of a table, sorted as strings.
---@param t table
---@return any[]
function wording.sorted(t)
  local keys, texts = {}, true
  for key in pairs(t) do
    keys[#keys + 1] = key
    texts = texts and type(key) == "string"
  end
  table.sort(keys, not texts and function(a, b)
    return tostring(a) < tostring(b)
  end or nil)
  return keys
end

return wording
