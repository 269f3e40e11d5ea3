--- Words that stand for several movements, such as `moving`: a copy of the rule for each movement.
--- On the right such a word means the movement that was chosen on the left.
---
--- The language makes the copies cell by cell in every order and keeps the last of equal ones. That
--- is what is left if the last cell chooses first, and so varies slowest.

local copies = require "tessera.puzzlescript.compile.copies"
local diagnostics = require "tessera.puzzlescript.parse.diagnostics"
local names = require "tessera.puzzlescript.parse.names"

local movements = {}

local none = {} -- of most cells

local horizontal, vertical = names.directions.horizontal, names.directions.vertical
local orthogonal = names.directions.orthogonal
local lists = { horizontal = horizontal, vertical = vertical, orthogonal = orthogonal,
  moving = { table.unpack(orthogonal) } }
table.insert(lists.moving, "action")

local function list_of(word, heading)
  if word == "parallel" or word == "perpendicular" then
    local upright = heading == "up" or heading == "down"
    return upright == (word == "parallel") and vertical or horizontal
  end
  return lists[word]
end

local function pair_of(item)
  return item.word .. " " .. item.name
end

-- The choices of a cell, one for each word with its name. Returns their numbers.
local function choose_in(choices, cell, heading)
  local at = none
  for _, item in ipairs(cell) do
    local options = list_of(item.word, heading)
    local pair = options and pair_of(item)
    if pair and not at[pair] then
      choices[#choices + 1] = { options = options, word = item.word, pair = pair }
      at = at == none and {} or at
      at[pair] = #choices
    end
  end
  return at
end

-- All choices, the last cell first; and the number of a choice by row, cell and pair.
local function choices_of(copy)
  local choices, place = {}, {}
  for r = #copy.left, 1, -1 do
    place[r] = {}
    for c = #copy.left[r], 1, -1 do
      place[r][c] = choose_in(choices, copy.left[r][c], copy.heading)
    end
  end
  return choices, place
end

-- The number of the only choice with a key; false if there are several.
local function only(choices, key)
  local found = {}
  for i, choice in ipairs(choices) do
    if found[choice[key]] == nil then
      found[choice[key]] = i
    else
      found[choice[key]] = false
    end
  end
  return found
end

--- Appends the copies of a copy in which each movement is one direction or `action`.
---@param state tessera.puzzlescript.Compiling
---@param list tessera.puzzlescript.Copy[]
---@param copy tessera.puzzlescript.Copy
function movements.expand(state, list, copy)
  local choices, place = choices_of(copy)
  local by_pair, by_word = only(choices, "pair"), only(choices, "word")
  local function left(item, r, c)
    return list_of(item.word, copy.heading) and place[r][c][pair_of(item)]
  end
  local function right(item, r, c)
    if not list_of(item.word, copy.heading) then
      return nil
    end
    local pair = pair_of(item)
    local choice = place[r][c][pair] or by_pair[pair] or by_word[item.word]
    if not choice and not diagnostics.is_fatal(state.game) then
      diagnostics.fatal(state.game, copy.rule.line, item.column, ("'%s' on the right: nothing on "
        .. "the left says which direction is meant"):format(pair))
    end
    return choice or nil
  end
  copies.product(state, list, copy, "word", choices, left, right)
end

return movements
