--- The directions of the twin, and of the random rules that are compared with it.

local directions = {}

--- By direction, how many rows down and columns to the right the next cell lies.
directions.steps = {
  up = { -1, 0 }, down = { 1, 0 }, left = { 0, -1 }, right = { 0, 1 },
  ["up-left"] = { -1, -1 }, ["up-right"] = { -1, 1 },
  ["down-left"] = { 1, -1 }, ["down-right"] = { 1, 1 },
}

--- The directions that a word in front of a pattern stands for, in their order.
directions.words = {
  horizontal = { "left", "right" }, vertical = { "up", "down" },
  orthogonal = { "up", "down", "left", "right" },
  diagonal = { "up-left", "up-right", "down-left", "down-right" },
  all = { "up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right" },
}
for direction in pairs(directions.steps) do
  directions.words[direction] = { direction }
end

--- The words of random rules: in front of any pattern, and of one row.
directions.plain = { "up", "down", "left", "right", "horizontal", "vertical", "orthogonal" }
directions.in_a_row = { "up-left", "up-right", "down-left", "down-right", "diagonal", "all" }

--- `line` looks along these, whatever other steps there are.
directions.lines = { { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, -1 } }

--- Hexagons, each row of which begins half a cell to the right of the one above it: which of the
--- steps above each word means, and what the words stand for, in their order.
directions.hex_means = { left = "left", right = "right", ["up-left"] = "up",
  ["up-right"] = "up-right", ["down-left"] = "down-left", ["down-right"] = "down" }
directions.six = { "left", "right", "up-left", "up-right", "down-left", "down-right" }
directions.hex_words = { horizontal = { "left", "right" }, all = directions.six }
for _, direction in ipairs(directions.six) do
  directions.hex_words[direction] = { direction }
end
directions.hex_lines = { { 0, 1 }, { 1, 0 }, { 1, -1 } }

return directions
