--- How the Tower is played with keys: the arrows walk, climb and get down, whatever is possible.

local function walk(side, step)
  return function(state)
    local _, column = state:player()
    return { ("MOVETO %d"):format(column + step), "CLIMB " .. side, "GETDOWN " .. side }
  end
end

return {
  legend = "#IBC123SG.",
  forms = { "PUSH <LEFT|RIGHT>", "PULL <LEFT|RIGHT>", "CLIMB <LEFT|RIGHT>", "GETDOWN <LEFT|RIGHT>",
    "MOVETO <column>" },
  cursor = false,
  upward = true,
  keys = {
    left = walk("LEFT", -1), right = walk("RIGHT", 1),
    a = "PUSH LEFT", d = "PUSH RIGHT", ["shift-left"] = "PUSH LEFT", ["shift-right"] = "PUSH RIGHT",
    ["ctrl-left"] = "PULL LEFT", ["ctrl-right"] = "PULL RIGHT",
  },
  levels = {
    { "A step", "......./S#.#..G/#######" },
    { "Steps and ice", "......../....G.../.S.#.C../.####.##/########" },
    { "Down to the right", "......../...G..../S#B...../#ICIIIII/#..#.#.#/.#..#.#." },
    { "Slide", "........./......#.G/.S#...C.#/.##III.##/#########" },
    { "Back and forth", "......../......../.......G/.S.#.B.#/.####.##/########" },
  },
}
