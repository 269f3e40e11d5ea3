--- The section WINCONDITIONS.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local lines = require "tessera.puzzlescript.parse.lines"

local winconditions = {}

local report, shown = diagnostics.report, diagnostics.shown

local quantifiers = { all = "all", some = "some", any = "some", no = "no" }

-- The object's name of a synonym, any other known name as it is; nil for an unknown one.
local function resolved(state, at, word)
  local game = state.game
  if not lines.is_name(word) then
    report(state, "error", at, "expected a name of letters, digits and '_', got %s", shown(word))
  elseif not game.names[word] then
    report(state, "error", at, "%s is not defined%s", shown(word),
      diagnostics.guess_name(state, word))
  else
    return game.synonyms[word] or word
  end
end

--- Reads a line.
---@param state tessera.puzzlescript.State
---@param text string the line in small letters, without comments
---@param stray integer|nil where a `)` stands that ends no comment
function winconditions.line(state, text, stray)
  local words, at = {}, {}
  for place, word in text:gmatch "()(%S+)" do
    words[#words + 1], at[#at + 1] = word, place
    if #words > 5 then
      break
    end
  end
  if not quantifiers[words[1]] then
    report(state, "error", at[1], "expected all, some, any or no, got %s%s", shown(words[1]),
      diagnostics.guess(state, words[1], { "all", "some", "any", "no" }))
  end
  if not words[2] then
    return report(state, "error", at[1], "expected a condition such as 'all crate on target'")
  elseif words[3] and words[3] ~= "on" then
    report(state, "error", at[3], "expected 'on', got %s", shown(words[3]))
  elseif words[3] and not words[4] then
    report(state, "error", at[3], "expected a name behind 'on'")
  elseif words[5] then
    report(state, "error", at[5], "expected the end of the line, got %s", shown(words[5]))
  end
  -- A `)` behind a blank is one word more, and with five words nothing is asked about the fourth.
  if stray and words[4] and at[4] < stray and state.raw:find("^%s", stray - 1) then
    report(state, "warning", at[3], "with this ')' behind it, 'on %s' is left out", words[4])
    words[5] = ")"
  end
  table.insert(state.conditions, { number = state.number, raw = state.raw, words = words, at = at })
end

--- Looks up the names, when all are known.
---@param state tessera.puzzlescript.State
function winconditions.finish(state)
  for _, condition in ipairs(state.conditions) do
    state.number, state.raw = condition.number, condition.raw
    local words, at = condition.words, condition.at
    local what = resolved(state, at[2], words[2])
    local on = #words == 4 and resolved(state, at[4], words[4]) or nil
    if what and (on or #words ~= 4) then
      table.insert(state.game.wins, { quantifier = quantifiers[words[1]] or "some", what = what,
        on = on, line = condition.number })
    end
  end
end

return winconditions
