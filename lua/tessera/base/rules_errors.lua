--- What the compiler of rules in C finds wrong, as messages: the rule, the column, what is wrong,
--- and the text with a caret below the place.

local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local lua_game = require "tessera.lua_game"
local wording = require "tessera.base.wording"

local rules_errors = {}

local width = 90 -- of a text that is shown; of longer texts the part around the place

--- A message with the place in a text, which is shown below it.
---@param place string the rule: "game 'x': rule 2"
---@param message string
---@param text string
---@param column integer from 1
---@return string
function rules_errors.marked(place, message, text, column)
  local shown, columns, cut, cut_after = wording.around(text, column, width)
  local before = cut and "..." or ""
  return ("%s, column %d: %s\n  %s%s%s\n  %s^"):format(place,
    characters.count(text:sub(1, column - 1)) + 1, wording.line(message), before, shown,
    cut_after and "..." or "", (" "):rep(#before + columns))
end

-- Which words stand where: those that begin what the compiler expects.
local expected = {
  direction = function(word) return word.front and word.text ~= "of" and word.text ~= "or" end,
  term = function(word) return word.begins end,
  cell = function(word)
    return (word.taken or word.yields) and (word.left or word.right) and #word.text > 2
  end,
}

-- Words that only boards of squares have.
local not_of_hexagons = { up = true, down = true, vertical = true, orthogonal = true,
  diagonal = true, ahead = true, behind = true }

local sides = { "bottom", "edge", "left", "right", "top" }

local function words_for(what, compiled)
  local list = {}
  for _, word in ipairs(expected[what] and lua_game.words or {}) do
    local square = compiled.hexagons and not_of_hexagons[word.text]
    list[#list + 1] = expected[what](word) and not square and word.text or nil
  end
  table.sort(list)
  return list
end

-- What the word at the place may have been meant to be.
local function candidates(fault, compiled)
  local near = fault.expected ~= "cell" and words_for(fault.expected, compiled) or {}
  local headings = fault.message:find "^there is no group"
  if fault.expected == "goal" then
    near = table.move(sides, 1, #sides, 1, {})
  end
  if fault.expected == "cell" or fault.expected == "goal" or fault.expected == "each" then
    for _, name in ipairs(compiled.program.names) do
      local meant = fault.expected ~= "each" and (name.facing or not headings) or name.each
      near[#near + 1] = meant and name.name or nil
    end
  elseif fault.expected == "term" then
    for _, field in ipairs(compiled.fields) do
      near[#near + 1] = field.name
    end
  elseif fault.expected == "field" or fault.expected == "theirs" then
    local theirs = fault.expected == "theirs"
    for i, field in ipairs(compiled.fields) do
      local single = field.size == 0 and not theirs or field.each and theirs and not field.hidden
      local known = single and not field.counter and i ~= compiled.over
      near[#near + 1] = known and field.name or nil
    end
  end
  return near
end

-- 'and', if a cell of a condition ends in what may be that.
local function joins(fault)
  local condition = fault.place:find "end %d+$" or fault.place:find ": when$"
  return condition and #fault.word > 2 and errors.near(fault.word, { "and" })
end

local function hint(fault, compiled)
  if fault.expected == "nothing" or fault.word == "" then
    return ""
  end
  if (fault.expected == "field" or fault.expected == "term") and compiled.options[fault.word] ~= nil
  then
    return " (an option is asked for by a field of its name: declare one)"
  end
  local near = candidates(fault, compiled)
  if fault.expected == "field" or fault.expected == "each" or fault.expected == "theirs" then
    return errors.hint(fault.word, near)
  end
  local guess = errors.near(fault.word, near) or fault.expected == "cell"
    and (errors.near(fault.word, words_for("cell", compiled)) or joins(fault))
  if guess and guess ~= fault.word then
    return errors.meant(guess)
  elseif fault.expected == "cell" or fault.expected == "goal" then
    table.sort(near)
    return #near >= 1 and #near <= 20 and errors.expected(near) or ""
  end
  return fault.message:find "no direction$" and "; the cells begin with '['" or ""
end

--- The message of an error of the compiler.
---@param fault { place: string, message: string, text?: string, column?: integer, word?: string,
---expected?: string } without a text it is about the rule as a whole
---@param compiled table
---@return string
function rules_errors.explain(fault, compiled)
  if not fault.text then
    return ("%s: %s"):format(fault.place, fault.message)
  end
  local text = fault.text
  if compiled.program.score_cell and text == compiled.program.score_cell.text then
    text = compiled.score
  end
  return rules_errors.marked(fault.place, fault.message .. hint(fault, compiled), text,
    fault.column)
end

return rules_errors
