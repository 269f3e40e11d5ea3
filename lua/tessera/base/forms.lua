--- Compiles the forms of actions of a game written in Lua, such as `put <row> <column>`: each word
--- of a form becomes a slot.

local directions = require "tessera.base.directions"
local errors = require "tessera.base.errors"
local rules_names = require "tessera.base.rules_names"
local wording = require "tessera.base.wording"

local forms = {}

local most = 1000000000000000

-- Refuses words for directions of squares in a game on hexagons, where they would mean nothing.
local function check_hex_words(place, slot, words)
  local square
  for _, word in ipairs(words) do
    if not directions.steps[word] then
      return
    end
    square = square or not directions.hex_steps[word] and word
  end
  if square then
    errors.fail("%s: '%s': hexagons have no direction '%s'%s", place, slot, square,
      errors.expected(directions.six, true))
  end
end

local function compile_slot(place, word, groups, hexagons)
  local inner = word:match "^<(.+)>$"
  if not inner then
    if word:find "[<>]" then
      errors.fail("%s: %s is neither a word nor <row>, <column>, <direction>, <direction8>, <1..9>"
        .. " or <a|b>", place, errors.shown(word))
    end
    if hexagons then
      check_hex_words(place, word, { word })
    end
    return { kind = "word", words = { word } }
  elseif inner == "row" or inner == "column" then
    return { kind = inner }
  elseif inner == "direction" then
    return { kind = "word", words = hexagons and directions.six or directions.four }
  elseif inner == "direction8" and hexagons then
    errors.fail("%s: '%s' is for squares: the six directions of hexagons are <direction>", place,
      word)
  elseif inner == "direction8" then
    return { kind = "word", words = directions.eight }
  elseif groups[inner] then
    if not rules_names.members(groups[inner])[1] then
      errors.fail("%s: the group of the slot '%s' is empty", place, word)
    end
    return { kind = "word", words = rules_names.members(groups[inner]) }
  end
  local min, max = inner:match "^(%-?%d+)%.%.(%-?%d+)$"
  min, max = math.tointeger(tonumber(min)), math.tointeger(tonumber(max))
  if min and max and min <= max and -most < min and max < most then
    return { kind = "number", min = min, max = max }
  end
  local words = {}
  for choice in inner:gmatch "[^|]+" do
    words[#words + 1] = choice
  end
  if #words < 2 or min then
    errors.fail("%s: unknown slot '%s'%s", place, word, errors.hint(word, { "<row>", "<column>",
      "<direction>", "<direction8>", "<1..9>", "<a|b>", "<group>" }))
  elseif hexagons then
    check_hex_words(place, word, words)
  end
  return { kind = "word", words = words }
end

--- Reads a form of actions: a list of its slots.
---@param place string where it stands, for messages
---@param form string
---@param groups table<string, table> the groups of kinds, whose names may be slots
---@param hexagons? boolean
---@return table[]
function forms.read(place, form, groups, hexagons)
  local slots = {}
  errors.type(place, form, "string")
  if form:find "," then
    errors.fail("%s: %s holds a comma, which separates actions", place, errors.shown(form))
  end
  for word in form:gmatch "%S+" do
    slots[#slots + 1] = compile_slot(place, word, groups, hexagons)
  end
  return slots
end

--- The words of a text.
---@param text string
---@return string[]
function forms.words(text)
  local words = {}
  for word in text:gmatch "%S+" do
    words[#words + 1] = word
  end
  return words
end

--- Whether a number is one that the slot takes.
---@param slot table
---@param digits string|nil
---@return boolean
function forms.takes_number(slot, digits)
  local number = math.tointeger(tonumber(digits))
  return number ~= nil and number >= (slot.min or 1) and number <= (slot.max or number)
end

--- Whether a word is one that the slot takes.
---@param slot table
---@param word string
---@return boolean
function forms.takes(slot, word)
  if slot.kind ~= "word" then
    return forms.takes_number(slot, word)
  end
  return wording.one_of(word, slot.words)
end

--- The words of an action, and the slots of the form that it fits.
---@param list table[] the compiled forms of a game
---@param action string
---@return string[] words
---@return table[] slots one for each word; empty if it fits no form
function forms.match(list, action)
  local words = forms.words(action)
  for _, slots in ipairs(list) do
    local fits = #slots == #words
    for i, slot in ipairs(fits and slots or {}) do
      fits = fits and (slot.kind ~= "word" or wording.one_of(words[i], slot.words))
    end
    if fits then
      return words, slots
    end
  end
  return words, {}
end

-- Corrects the words of an action so that they fit a form. Returns the number of corrected words
-- and the text; nil if the form is too different.
local function mend(words, slots)
  if #words ~= #slots then
    return nil
  end
  local mended, text = 0, {}
  for i, slot in ipairs(slots) do
    if slot.kind == "word" then
      text[i] = errors.near(words[i], slot.words)
    else
      local digits = words[i]:match "^%-?%d+"
      text[i] = forms.takes_number(slot, digits) and digits or nil
    end
    if not text[i] then
      return nil
    end
    mended = mended + (text[i] == words[i] and 0 or 1)
  end
  return mended, table.concat(text, " ")
end

-- Whether words are actions one after the other, as if commas were between them: several words are
-- no single action.
local function are_actions(list, words)
  local ends = { [0] = true } -- behind which words an action may end
  for i = 0, #words - 1 do
    for _, slots in ipairs(ends[i] and list or {}) do
      local fits = slots[1] ~= nil and i + #slots <= #words
        and (#slots < #words or #words == 1)
      for k, slot in ipairs(fits and slots or {}) do
        fits = fits and forms.takes(slot, words[i + k])
      end
      ends[i + #slots] = ends[i + #slots] or fits
    end
  end
  return #words > 0 and ends[#words] == true
end

local several_most = 10000 -- bytes of a text that is looked through for actions
local letters = { l = "left", u = "up", r = "right", d = "down" }

-- That a text is several actions without commas, or letters of moves; or "".
local function guess_several(list, text)
  if #text > several_most then
    return ""
  elseif not text:find "^[lurdLURD]+$" then
    local words = forms.words((text:gsub(";", " ")))
    return are_actions(list, words) and ": put commas between actions" or ""
  end
  local words = {}
  for letter in text:sub(1, 3):lower():gmatch "." do
    words[#words + 1] = letters[letter]
  end
  return are_actions(list, words) and errors.meant(table.concat(words, ", ")
    .. (#text > 3 and ", ..." or "")) or ""
end

--- " (did you mean 'put 1 2'?)" for a text that is no action, or ""; never the text itself. Of
--- several actions ": put commas between actions".
---@param list table[] the compiled forms of a game
---@param text string
---@return string
function forms.guess(list, text)
  local words, least, best = forms.words(text:sub(1, 200)), math.huge, nil
  for _, slots in ipairs(list) do
    local mended, guess = mend(words, slots)
    if mended and mended < least then
      least, best = mended, guess
    end
  end
  return best and best ~= text and errors.meant(best) or guess_several(list, text)
end

--- Fills in the forms of a definition's `moves`.
---@param what string the game, for messages
---@param definition tessera.Definition
---@param compiled table
function forms.compile(what, definition, compiled)
  if type(definition.moves) == "string" then
    errors.fail("%s: moves: expected a list, { %s }, got a text", what,
      errors.shown(definition.moves))
  end
  errors.type(what .. ": moves", definition.moves, "table")
  for i, form in ipairs(definition.moves) do
    compiled.forms[i] = forms.read(("%s: move %d"):format(what, i), form, definition.groups or {},
      compiled.hexagons)
  end
  if not compiled.forms[1] then
    errors.fail("%s: moves is empty", what)
  end
end

return forms
