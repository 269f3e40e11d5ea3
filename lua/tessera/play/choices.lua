--- Choices: an action that is put together step by step. A form of actions, such as `put <row>
--- <column>`, becomes a list of parts; a choice is a form of which some parts are decided.

local directions = require "tessera.base.directions"

local choices = {}

---@class tessera.ChoicePart
---@field kind "text"|"row"|"column"|"word"|"number"
---@field text? string
---@field words? string[]
---@field min? integer
---@field max? integer
---@field letter? string rows or columns are letters from this one on, not numbers from 1

---@class tessera.Choice
---@field parts tessera.ChoicePart[]
---@field at integer the part that comes next
---@field text string the action so far

-- The word of a slot for a direction, if it is a slot for directions: all of its words are.
local function word_for(part, direction)
  local found
  for _, word in ipairs(part.words or {}) do
    local heading = directions.meant[word:lower()]
    if not heading then
      return nil
    end
    found = heading == direction and word or found
  end
  return found
end

--- Whether a part is a slot for directions.
---@param part tessera.ChoicePart|nil
---@return boolean
function choices.is_direction(part)
  for _, word in ipairs(part and part.words or {}) do
    if not directions.meant[word:lower()] then
      return false
    end
  end
  return part ~= nil and part.kind == "word"
end

--- Whether the slot has diagonal directions too.
---@param part tessera.ChoicePart|nil
---@return boolean
function choices.is_diagonal(part)
  return choices.is_direction(part) and word_for(part, "up-left") ~= nil
end

-- ---- reading ----

--- The parts of a form as `tessera.base.forms` reads it: its words, with blanks between them.
---@param slots table[]
---@return tessera.ChoicePart[]
function choices.of_slots(slots)
  local parts = {}
  for i, slot in ipairs(slots) do
    parts[#parts + 1] = i > 1 and { kind = "text", text = " " } or nil
    if slot.kind == "word" and #slot.words == 1 then
      parts[#parts + 1] = { kind = "text", text = slot.words[1] }
    else
      parts[#parts + 1] = { kind = slot.kind, words = slot.words, min = slot.min, max = slot.max }
    end
  end
  return choices.joined(parts)
end

-- A slot from what stands between < and >.
local function slot_of(inner)
  local name, letter = inner:match "^(%l+):?(%a?)$"
  local min, max = inner:match "^(%d+)%.%.(%d+)$"
  if name == "row" or name == "column" then
    return { kind = name, letter = letter ~= "" and letter or nil }
  elseif min then
    return { kind = "number", min = math.tointeger(tonumber(min)),
      max = math.tointeger(tonumber(max)) }
  end
  local words = {}
  for word in inner:gmatch "[^|]+" do
    words[#words + 1] = word
  end
  return { kind = "word", words = words }
end

--- The parts of a form of a game in C: `<row>,<column> <LT|RT>`; `<row:a>` is a row as a letter.
---@param form string
---@return tessera.ChoicePart[]
function choices.of_text(form)
  local parts, from = {}, 1
  for before, inner, after in form:gmatch "()<([^>]*)>()" do
    if before > from then
      parts[#parts + 1] = { kind = "text", text = form:sub(from, before - 1) }
    end
    parts[#parts + 1] = slot_of(inner)
    from = after
  end
  parts[#parts + 1] = from <= #form and { kind = "text", text = form:sub(from) } or nil
  return parts
end

--- The forms that these actions seem to have: the first number is a row, the second a column.
---@param texts string[]
---@return string[]
function choices.guess(texts)
  local list, seen = {}, {}
  for _, text in ipairs(texts) do
    local _, numbers = text:gsub("%d+", "")
    local turn = 0
    local form = text:gsub("[<>]", ""):gsub("%d+", function()
      turn = turn + 1
      return numbers == 1 and "<0..999999>" or turn == 1 and "<row>" or turn == 2 and "<column>"
        or "<0..999999>"
    end)
    list[#list + 1] = not seen[form] and form or nil
    seen[form] = true
  end
  return list
end

--- Parts without two texts side by side.
---@param parts tessera.ChoicePart[]
---@return tessera.ChoicePart[]
function choices.joined(parts)
  local list = {}
  for _, part in ipairs(parts) do
    local last = list[#list]
    if last and last.kind == "text" and part.kind == "text" then
      list[#list] = { kind = "text", text = last.text .. part.text }
    else
      list[#list + 1] = part
    end
  end
  return list
end

-- ---- deciding ----

-- Goes over the texts to the next slot.
local function at_slot(choice)
  while choice.parts[choice.at] and choice.parts[choice.at].kind == "text" do
    choice.text = choice.text .. choice.parts[choice.at].text
    choice.at = choice.at + 1
  end
  return choice
end

--- A choice with nothing decided.
---@param parts tessera.ChoicePart[]
---@return tessera.Choice
function choices.new(parts)
  return at_slot { parts = parts, at = 1, text = "" }
end

--- The slot that is decided next; nil if the action is complete.
---@param choice tessera.Choice
---@return tessera.ChoicePart|nil
function choices.slot(choice)
  return choice.parts[choice.at]
end

-- The choice with its next slot filled.
local function filled(choice, text)
  return at_slot { parts = choice.parts, at = choice.at + 1, text = choice.text .. text }
end

local function place_text(part, number)
  return part.letter and string.char(part.letter:byte() + number - 1) or tostring(number)
end

--- Decides a row and a column, or the one of them that the form has; or, if a word is next, the
--- kind of what is there.
---@param choice tessera.Choice
---@param place { row: integer, column: integer, kinds: string[] }
---@return tessera.Choice|nil
function choices.with_cell(choice, place)
  local slot, seen = choices.slot(choice), {}
  if slot and slot.kind == "word" and not choices.is_direction(slot) then
    for _, kind in ipairs(place.kinds or {}) do
      for _, word in ipairs(slot.words) do
        if word == kind then
          return filled(choice, word)
        end
      end
    end
    return nil
  end
  while slot and (slot.kind == "row" or slot.kind == "column") and not seen[slot.kind] do
    seen[slot.kind] = true
    choice = filled(choice, place_text(slot, place[slot.kind]))
    slot = choices.slot(choice)
  end
  return next(seen) and choice or nil
end

---@param choice tessera.Choice
---@param direction string such as "up-left"
---@return tessera.Choice|nil
function choices.with_direction(choice, direction)
  local slot = choices.slot(choice)
  local word = slot and slot.kind == "word" and word_for(slot, direction)
  return word and filled(choice, word) or nil
end

--- Decides a word by the word itself, or by its first letter if no other word has it.
---@param choice tessera.Choice
---@param key string
---@return tessera.Choice|nil
function choices.with_word(choice, key)
  local slot, found = choices.slot(choice), nil
  for _, word in ipairs(slot and slot.words or {}) do
    if word == key then
      return filled(choice, word)
    elseif word:sub(1, #key) == key or #slot.words <= 8 and word:sub(1, #key):lower() == key then
      found = found == nil and word or false
    end
  end
  return found and filled(choice, found) or nil
end

---@param choice tessera.Choice
---@param number integer
---@return tessera.Choice|nil
function choices.with_number(choice, number)
  local slot = choices.slot(choice)
  if not slot or slot.kind ~= "number" or number < slot.min or number > slot.max then
    return nil
  end
  return filled(choice, tostring(number))
end

return choices
