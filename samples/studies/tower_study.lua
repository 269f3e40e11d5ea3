--- Towers by chance: columns of different heights, with blocks of all kinds on them. The goal lies
--- on a high column, so the player has to build steps out of what lies about. How many actions does
--- that take, and how easily is a tower spoilt?
---
--- With the goal in the fourth row half of the towers take 10 actions or fewer, with the goal in
--- the fifth row 14 to 18, the narrower the more. Where all positions could be looked at, three of
--- ten are lost, and one action of ten loses. 87 of 1200 towers have a single shortest solution of
--- eight actions or more; the longest has 33. (14 s of CPU time.)

local tessera = require "tessera"

local blocks = "######IIIIC12B" -- how often each kind of block lies on a column

local function column_of(random, height, floor, loose)
  local cells = {}
  for row = 1, height do
    local at = 1 + random:below(#blocks)
    cells[row] = row <= floor and "#" or row <= floor + loose and blocks:sub(at, at) or "."
  end
  return cells
end

return tessera.generator {
  name = "towers by chance",
  game = "tower",
  points = { width = { 6, 7, 8 }, goal = { 4, 5 }, seed = tessera.range(1, 200) },
  generate = function(random, point)
    local width, height, columns, rows = point.width, point.goal + 2, {}, {}
    local start = 1 + random:below(width)
    local goal = 1 + random:below(width)
    if start == goal then
      return nil
    end
    for column = 1, width do
      columns[column] = column_of(random, height, 1, column == start and 0 or random:below(4))
    end
    columns[start][2] = "S"
    for row = 1, point.goal do
      columns[goal][row] = row < point.goal and "#" or "G"
    end
    for row = 1, height do
      local cells = {}
      for column = 1, width do
        cells[column] = columns[column][row]
      end
      rows[height + 1 - row] = table.concat(cells)
    end
    return table.concat(rows, "\n")
  end,
  -- Blocks of a row fall from left to right, so a mirrored tower may play in another way. One that
  -- is as long and as large is dropped all the same.
  symmetries = { "left-right" },
  wanted = { length = { 8 }, unique = true },
  most = 10,
  nodes = 100000,
  report = {
    { by = { "goal", "width" }, share = { "solvable", "unique" }, median = "length",
      mean = { "dead_ends", "losing" } },
  },
}
