--- The words for directions. (spec/base/directions_spec.lua holds them to those of the C core.)

local directions = {}

-- In the order of lists of actions: the word, its step down and right, other words for it in forms.
-- Those of cells that touch are the first eight.
local all = {
  { "up", -1, 0, "n north" }, { "down", 1, 0, "s south dn" },
  { "left", 0, -1, "w west lt" }, { "right", 0, 1, "e east rt" },
  { "up-left", -1, -1, "nw" }, { "up-right", -1, 1, "ne" },
  { "down-left", 1, -1, "sw" }, { "down-right", 1, 1, "se" },
}

--- The first four, and the first eight.
---@type string[], string[]
directions.four, directions.eight = {}, {}

--- By word, how many rows down and columns to the right the next cell lies.
---@type table<string, { [1]: integer, [2]: integer }>
directions.steps = {}

--- The direction that a word of a form means, in small letters: "left" for "w".
---@type table<string, string>
directions.meant = {}

for i, entry in ipairs(all) do
  local name = entry[1]
  directions.four[i], directions.eight[i] = i <= 4 and name or nil, i <= 8 and name or nil
  directions.steps[name] = { entry[2], entry[3] }
  directions.meant[name] = name
  for word in entry[4]:gmatch "%a+" do
    directions.meant[word] = name
  end
end

--- The direction of a step; nil if none has it.
---@param down integer
---@param right integer
---@return string|nil
function directions.of_step(down, right)
  for _, entry in ipairs(all) do
    if entry[2] == down and entry[3] == right then
      return entry[1]
    end
  end
end

return directions
