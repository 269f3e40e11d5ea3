--- The look of SameGame: a value has a colour and a sign of its own, so that blocks can be told
--- apart without colours.

local colours = require "tessera.draw.colours"

local values = { ["0"] = "#d94a4f", ["1"] = "#3f7fe0", ["2"] = "#f2c230", ["3"] = "#48b060",
  ["4"] = "#9263d8", ["5"] = "#ee8130", ["6"] = "#52c0dc", ["7"] = "#ee8fb8", ["8"] = "#d8d5cc",
  ["9"] = "#9a6636" }

-- Eight rows and columns in the middle of a block of 16.
local signs = {
  ["0"] = "......../......../...ss.../..ssss../..ssss../...ss.../......../........",
  ["1"] = "......../...ss.../...ss.../...ss.../...ss.../...ss.../...ss.../........",
  ["2"] = "......../......../.ssssss./......../......../.ssssss./......../........",
  ["3"] = "......../...ss.../..s..s../..s..s../.s....s./.ssssss./......../........",
  ["4"] = "......../.ssssss./.s....s./.s....s./.s....s./.s....s./.ssssss./........",
  ["5"] = "......../.s....s./..s..s../...ss.../...ss.../..s..s../.s....s./........",
  ["6"] = "......../..ssss../.s....s./.s....s./.s....s./.s....s./..ssss../........",
  ["7"] = "......../...ss.../...ss.../.ssssss./.ssssss./...ss.../...ss.../........",
  ["8"] = "......../.ss..ss./.ss..ss./......../......../.ss..ss./.ss..ss./........",
  ["9"] = "......../...ss.../..ssss../.ssssss./.ssssss./..ssss../...ss.../........",
}

-- The letter of a block's cell: light above and left, dark below and right, round corners.
local function shade(row, column)
  local last = math.max(row, column)
  local first = math.min(row, column)
  if (row == 1 or row == 16) and (column == 1 or column == 16) then
    return "."
  elseif last == 16 or (last == 15 and first > 1) then
    return "d"
  elseif first <= 2 then
    return "l"
  end
  return "m"
end

local function block(value)
  local rows = {}
  for row = 1, 16 do
    rows[row] = {}
    for column = 1, 16 do
      local at = (row - 5) * 9 + column - 4
      local inside = row > 4 and row <= 12 and column > 4 and column <= 12
      local sign = inside and signs[value]:sub(at, at) == "s"
      rows[row][column] = sign and "s" or shade(row, column)
    end
    -- Each value has shades of its own: letters of the palette that follow from it.
    rows[row] = table.concat(rows[row]):gsub("%l", function(letter)
      return string.char(({ l = 65, m = 75, d = 97, s = 107 })[letter] + value)
    end)
  end
  return table.concat(rows, "/")
end

local look = { palette = {}, ["."] = { " ", "grey", label = "empty" } }
for value, colour in pairs(values) do
  local number = tonumber(value)
  look.palette[string.char(65 + number)] = colours.mix(colour, "white", 0.4)
  look.palette[string.char(75 + number)] = colour
  look.palette[string.char(97 + number)] = colours.mix(colour, "black", 0.45)
  look.palette[string.char(107 + number)] = colours.mix(colour, "black", 0.6)
  look[value] = { value, "black", back = colour, label = "block " .. value,
    sprite = block(value) }
end

return look
