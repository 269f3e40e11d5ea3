--- Which actions the laws try in a position: samples of those that are listed, and of those that
--- are not.

local errors = require "tessera.base.errors"
local rng = require "tessera.rng"

local actions = {}

local sample_size = 24
local tried_most = 400 -- unlisted actions that are all tried; of more, a sample

--- All of a list, or a sample that the position decides.
---@param list any[]
---@param state tessera.State
---@param size? integer
---@return any[]
function actions.sample(list, state, size)
  size = size or sample_size
  if #list <= size then
    return list
  end
  local random, chosen = rng.new(state:hash()), {}
  for i = 1, size do
    local from = (i - 1) * #list // size
    chosen[i] = list[from + random:below(i * #list // size - from) + 1]
  end
  return chosen
end

-- How many words may stand in a slot.
local function choices(slot, state)
  if slot.kind == "word" then
    return #slot.words
  elseif slot.kind == "number" then
    return slot.max - slot.min + 1
  end
  return slot.kind == "row" and state:rows() or state:columns()
end

-- The word number i, from 0, of a slot.
local function word(slot, i)
  return slot.kind == "word" and slot.words[i + 1] or tostring((slot.min or 1) + i)
end

-- The action number i, from 0, of a form.
local function action_of(slots, state, i)
  local words = {}
  for k = #slots, 1, -1 do
    local count = choices(slots[k], state)
    words[k] = word(slots[k], i % count)
    i = i // count
  end
  return table.concat(words, " ")
end

-- All actions of a form, or a sample.
local function of_form(slots, state, random, list)
  local count = 1
  for _, slot in ipairs(slots) do
    count = count * math.min(choices(slot, state), 1 << 20)
    if count > 1 << 40 then
      count = 1 << 40
    end
  end
  for i = 0, math.min(count, tried_most) - 1 do
    list[#list + 1] = action_of(slots, state, count <= tried_most and i or random:below(count))
  end
end

--- Actions that are not listed: for a game in Lua by the forms of its actions; for others those
--- that were listed elsewhere, and random codes.
---@param c table the context of the check
---@param state tessera.State
---@param listed string[]
---@return (string|integer)[] texts or codes
function actions.unlisted(c, state, listed)
  local random, candidates, known, list = rng.new(state:hash()), {}, {}, {}
  for _, action in ipairs(listed) do
    known[state:code(action)] = true
  end
  if c.about then
    for _, slots in ipairs(c.about.forms) do
      of_form(slots, state, random, candidates)
    end
  else
    table.move(c.pool, 1, #c.pool, 1, candidates)
    for _ = 1, 6 do
      candidates[#candidates + 1] = random:next() >> random:below(64)
    end
  end
  for _, action in ipairs(candidates) do
    local fine, code = errors.pcall(state.code, state, action)
    if fine and not known[code] then
      known[code] = true
      list[#list + 1] = action
    end
  end
  return actions.sample(list, state, 60)
end

return actions
