--- How Horizontally is played with keys: the cursor is the first field of the block, for Left the
--- upper one, for Right the left one.

local function board(rows, columns)
  return ("."):rep(columns) .. ("/" .. ("."):rep(columns)):rep(rows - 1)
end

return {
  legend = "#.",
  by_player = { { "<column:A><row:a>" }, { "<row:a><column:A>" } },
  levels = {
    { "Six by six", board(6, 6), { fields = 2 } },
    { "Eight by eight", board(8, 8), { fields = 2 } },
    { "Threes", board(9, 9), { fields = 3 } },
    { "Pillars", "......../.#....#./......../...##.../...##.../......../.#....#./........",
      { fields = 2 } },
    { "The whole board", board(26, 26), { fields = 5 } },
  },
}
