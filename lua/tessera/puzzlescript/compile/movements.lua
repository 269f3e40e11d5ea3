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

-- All choices, the last cell first; and the number of a choice by place and pair.
local function choices_of(copy)
  local choices, at = {}, {}
  for place = #copy.left, 1, -1 do
    at[place] = choose_in(choices, copy.left[place], copy.heading)
  end
  return choices, at
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

local function both(left, right)
  return { left, right }
end

--- Appends the copies of a copy in which each movement is one direction or `action`.
---@param state tessera.puzzlescript.Compiling
---@param list tessera.puzzlescript.Copy[]
---@param copy tessera.puzzlescript.Copy
function movements.expand(state, list, copy)
  local choices, at = choices_of(copy)
  local by_pair, by_word = only(choices, "pair"), only(choices, "word")
  local function left(item, place)
    return list_of(item.word, copy.heading) and at[place][pair_of(item)]
  end
  local function right(item, place)
    if not list_of(item.word, copy.heading) then
      return nil
    end
    local pair = pair_of(item)
    local choice = at[place][pair] or by_pair[pair] or by_word[item.word]
    if not choice and not diagnostics.is_fatal(state.game) then
      diagnostics.fatal(state.game, copy.rule.line, item.column, ("'%s' on the right: nothing on "
        .. "the left says which direction is meant"):format(pair))
    end
    return choice or nil
  end
  copies.product(state, copy, "word", choices, left, right, both, function(_, places)
    local lefts, rights = {}, copy.right and {}
    for i, place in ipairs(places) do
      lefts[i] = place[1]
      if rights then
        rights[i] = place[2]
      end
    end
    list[#list + 1] = { rule = copy.rule, direction = copy.direction, heading = copy.heading,
      shape = copy.shape, extends = copy.extends, left = lefts, right = rights }
  end)
end

return movements
