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

-- Those of hexagons, each row of which begins half a cell to the right of the one above it.
local of_hexagons = {
  { "left", 0, -1 }, { "right", 0, 1 }, { "up-left", -1, 0 }, { "up-right", -1, 1 },
  { "down-left", 1, -1 }, { "down-right", 1, 0 },
}

--- The six of hexagons.
---@type string[]
directions.six = {}

--- By word, how many rows down and columns to the right the next cell lies.
---@type table<string, { [1]: integer, [2]: integer }>
directions.steps, directions.hex_steps = {}, {}

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

for i, entry in ipairs(of_hexagons) do
  directions.six[i], directions.hex_steps[entry[1]] = entry[1], { entry[2], entry[3] }
end

--- The direction that an action names; nil if it names none.
---@param action string
---@return string|nil
function directions.named(action)
  local found
  for word in action:gmatch "%a[%a-]*" do
    found = directions.meant[word:lower()] or found
  end
  return found
end

--- The direction of a step; nil if none has it.
---@param down integer
---@param right integer
---@param hexagons? boolean
---@return string|nil
function directions.of_step(down, right, hexagons)
  for _, entry in ipairs(hexagons and of_hexagons or all) do
    if entry[2] == down and entry[3] == right then
      return entry[1]
    end
  end
end

return directions
