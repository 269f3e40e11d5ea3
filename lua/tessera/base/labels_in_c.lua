--- What a person reads of the actions of games in C, by the game: patterns with what replaces them,
--- then words. Games in Lua have their `labels`.

---@type table<string, { [integer]: string[], words?: table<string, string> }>
return {
  horizontally = { { "^(%u)(%l)$", "column %1, row %2" }, { "^(%l)(%u)$", "row %1, column %2" } },
  jewelry = { { "^(%d+),(%d+)", "swap the jewel in row %1, column %2" },
    words = { LT = "left", UP = "up", RT = "right", DN = "down" } },
  robots = { { "(%d+),(%d+)$", "row %1, column %2" }, words = { N = "up", NE = "up and right",
    E = "right", SE = "down and right", S = "down", SW = "down and left", W = "left",
    NW = "up and left", STAY = "stay", TELEPORT = "teleport to" } },
  samegame = { { "^(%d+) (%d+)$", "row %1, column %2" } },
  tower = { words = { PUSH = "push", PULL = "pull", CLIMB = "climb", GETDOWN = "get down",
    MOVETO = "move to column", LEFT = "left", RIGHT = "right" } },
}
