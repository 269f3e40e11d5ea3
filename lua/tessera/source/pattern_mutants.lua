--- Mutants of rules as pictures and of conditions (docs/rules.md): what may change in such a text.

local pattern_mutants = {}

---@class tessera.source.Change what takes the place of some bytes of a text
---@field from integer the first of these bytes, from 1
---@field to integer the last one; from - 1 if there are none
---@field put string
---@field what string in words

---@class tessera.source.Kinds the kinds that a game's legend names
---@field next table<string, string> by kind another kind of the same layer

-- ---- words that stand for others ----

local opposite = {}
for a, b in ([[up down  left right  up-left down-right  up-right down-left]]):gmatch
  "(%S+)%s+(%S+)" do
  opposite[a], opposite[b] = b, a
end

--- The opposite of a direction's word; nil for other words.
pattern_mutants.opposite = opposite

-- Words in front of cells, or behind a kind.
local directions = { horizontal = "vertical", vertical = "horizontal", orthogonal = "diagonal",
  diagonal = "orthogonal", ahead = "behind", behind = "ahead", back = "left" }
for a, b in pairs(opposite) do
  directions[a] = b
end
local places = { each = "first", first = "each", random = "first" }
local players = { mine = "theirs", theirs = "mine", my = "their", their = "my" }
local quantities = { all = "some", some = "no", no = "some" }

--- What takes the place of an operator that compares.
pattern_mutants.comparisons = {
  ["="] = { "~=" }, ["=="] = { "~=" }, ["~="] = { "==" }, ["<"] = { "<=", ">=" },
  ["<="] = { "<", ">" }, [">"] = { ">=", "<=" }, [">="] = { ">", "<" },
}

-- ---- reading ----

local forms = { "^<[^<>%s]*>", "^%->", "^%a[%w_%-]*", "^%d+[%w_]*", "^[~<>]=", "^%S" }

-- The words and signs of a text: each with its bytes and whether it stands in brackets. A text may
-- be a piece of a rule, such as " -> [ | player ]".
local function read(text)
  local list, at, inside = {}, 1, false
  while true do
    at = text:find("%S", at)
    if not at then
      return list
    end
    local last
    for _, form in ipairs(forms) do
      last = last or select(2, text:find(form, at))
    end
    local word = text:sub(at, last)
    inside = word ~= "]" and (inside or word == "[" or word == "|" or word == "/")
    list[#list + 1] = { text = word, from = at, to = last, inside = inside }
    at = last + 1
  end
end

-- ---- changes ----

local function becomes(changes, token, put)
  changes[#changes + 1] = { from = token.from, to = token.to, put = put,
    what = ("`%s` becomes `%s`"):format(token.text, put) }
end

local function drop(changes, text, first, last)
  changes[#changes + 1] = { from = first.from, to = last.to, put = "",
    what = ("`%s` is dropped"):format(text:sub(first.from, last.to)) }
end

local ends_cell = { ["|"] = true, ["/"] = true, ["["] = true, ["]"] = true }

-- The cells of a text: the first and the last token of each that is not empty.
local function cells_of(list)
  local cells, first = {}, nil
  for i, token in ipairs(list) do
    if ends_cell[token.text] then
      if first and first < i then
        cells[#cells + 1] = { first, i - 1 }
      end
      first = token.text ~= "]" and i + 1 or nil
    end
  end
  return cells
end

-- A cell that says nothing more, and each of its alternatives dropped.
local function change_cells(changes, text, list)
  for _, cell in ipairs(cells_of(list)) do
    local first, last = list[cell[1]], list[cell[2]]
    if first.text ~= "?" then
      drop(changes, text, first, last)
    end
    local from = cell[1]
    for i = cell[1], cell[2] + 1 do
      if i > cell[2] or list[i].text == "or" then
        if i <= cell[2] then
          drop(changes, text, list[from], list[i])
        elseif from > cell[1] then
          drop(changes, text, list[from - 1], list[i - 1])
        end
        from = i + 1
      end
    end
  end
end

local function is_condition(list)
  for _, token in ipairs(list) do
    if token.text == "->" then
      return false
    end
  end
  return true
end

local others = { ["and"] = "or", ["or"] = "and" }

-- Of the parts of a condition from one token to another each is dropped, with what joins it. In
-- parentheses, what joins them changes as well.
local function change_parts(changes, text, list, first, last)
  local from, nested = first, false
  local i = first
  while i <= last do
    local token = list[i]
    local behind = list[i + 1] and list[i + 1].text
    local joins = token.text == "and" or token.text == "or" and behind == "("
    if token.text == "(" then
      local depth, begin = 1, i
      nested = true
      while depth > 0 and i < last do
        i = i + 1
        depth = depth + (list[i].text == "(" and 1 or list[i].text == ")" and -1 or 0)
      end
      change_parts(changes, text, list, begin + 1, i - 1)
    elseif joins and not token.inside then
      drop(changes, text, list[from], token)
      if nested then
        becomes(changes, token, others[token.text])
      end
      from = i + 1
    end
    i = i + 1
  end
  if from > first and list[from] then
    drop(changes, text, list[from - 1], list[last])
  end
end

local function change_number(changes, list, i)
  local token = list[i]
  local digits = token.text:match "^%d+$"
  local percent = list[i + 1] and list[i + 1].text == "%"
  if digits and #digits < 16 and not percent then
    becomes(changes, token, ("%d"):format(digits + 1))
    if tonumber(digits) > 0 then
      becomes(changes, token, ("%d"):format(digits - 1))
    end
  end
end

-- What takes the place of an operator of a sum.
local operators = { ["+"] = "-", ["-"] = "+", ["*"] = "+", ["%"] = "+" }

-- A word in brackets.
local function change_inside(changes, text, token, kinds)
  if token.text == "no" or token.text == "random" or token.text == "next" then
    drop(changes, text, token, token)
  else
    local other = players[token.text] or kinds.next[token.text] or directions[token.text]
    if other then
      becomes(changes, token, other)
    end
  end
end

-- A word in front of the brackets, or of a condition.
local function change_outside(changes, text, token, behind, kinds)
  local word = token.text
  local leads = behind and (behind.text == "[" or behind.text == "or" or directions[behind.text]
    or behind.text == "all" or behind.text == "every" or behind.text:find "^<")
  if word == "every" then
    drop(changes, text, token, token)
  elseif leads and places[word] then
    becomes(changes, token, places[word])
  elseif leads and word == "all" then
    becomes(changes, token, "orthogonal")
  else
    local other = quantities[word] or players[word] or directions[word] or kinds.next[word]
    if other then
      becomes(changes, token, other)
    end
    for _, sign in ipairs(pattern_mutants.comparisons[word] or {}) do
      becomes(changes, token, sign == "==" and "=" or sign)
    end
  end
end

--- The changes of a rule as a picture, of a piece of one, or of a condition.
---@param text string
---@param kinds tessera.source.Kinds
---@return tessera.source.Change[]
function pattern_mutants.changes(text, kinds)
  local list, changes = read(text), {}
  for i, token in ipairs(list) do
    change_number(changes, list, i)
    if token.inside then
      change_inside(changes, text, token, kinds)
    else
      change_outside(changes, text, token, list[i + 1], kinds)
    end
  end
  change_cells(changes, text, list)
  if is_condition(list) then
    for _, token in ipairs(list) do
      if not token.inside and operators[token.text] then
        becomes(changes, token, operators[token.text])
      end
    end
    change_parts(changes, text, list, 1, #list)
  end
  return changes
end

local words_max = 16 -- of a slot

--- The changes of an action's form: of `<left|right>` one of the words is dropped.
---@param text string
---@return tessera.source.Change[]
function pattern_mutants.form_changes(text)
  local changes, at = {}, 1
  while true do
    local from, to = text:find("<[^<>]*|[^<>]*>", at)
    if not from then
      return changes
    end
    local words = {}
    for word in text:sub(from + 1, to - 1):gmatch "[^|]+" do
      words[#words + 1] = word
    end
    for i, word in ipairs(#words <= words_max and words or {}) do
      local rest = table.move(words, 1, #words, 1, {})
      table.remove(rest, i)
      changes[#changes + 1] = { from = from, to = to,
        put = "<" .. table.concat(rest, "|") .. ">", what = ("`%s` is dropped"):format(word) }
    end
    at = to + 1
  end
end

--- Whether a text looks like a rule as a picture, or like a piece of one.
---@param text string
---@return boolean
function pattern_mutants.is(text)
  return (text:find("[ ", 1, true) or text:find("->", 1, true) or text:find(" | ", 1, true))
    and true or false
end

return pattern_mutants
