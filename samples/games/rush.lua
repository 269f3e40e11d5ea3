--- Rush Hour: cars of two or more cells drive forwards and back, any number of cells in one move;
--- car X has to get out, at the right end of its row.

local tessera = require "tessera"

local farthest = 6 -- cells that a car drives in one move: enough for boards of 8 x 8

local legend, cars, moves, rules = { ["."] = "empty", ["#"] = "wall" }, {}, {}, {}
local look = { empty = { "·", "stone", back = "black" }, wall = { "#", "stone", back = "stone" } }
local colours = { "green", "orange", "cyan", "purple", "gold", "teal", "pink", "sand", "blue",
  "light_grey", "dark_green", "brown" }
for letter in ("ABCDEFGHIJKLMNOPQRSTUVWXYZ"):gmatch "." do
  legend[letter] = letter
  cars[#cars + 1] = letter
  look[letter] = { letter, "black", back = colours[#cars % #colours + 1], label = "car " .. letter }
end
look.X = { "X", "white", back = "red", label = "your car" }

for cells = 1, farthest do
  local free = (" | empty"):rep(cells)
  moves[cells] = "<car> <direction>" .. (cells > 1 and " " .. cells or "")
  rules[cells] = { moves[cells],
    "[ 2+ <car>" .. free .. " ] -> [" .. free:gsub("empty", "") .. " 2+ <car> ]", event = "drove",
    why = "the car cannot drive there" }
end

return tessera.game {
  name = "rush",
  summary = "Rush Hour: drive car X out to the right", genre = "slide",
  help = "Each letter is a car. 'A left' drives car A one cell to the left, 'A left 2' two cells.",
  legend = legend,
  groups = { car = cars },
  formats = { { "rush", cells = { A = "X", X = "A" } } }, -- there A is the car that has to get out
  moves = moves,
  rules = rules,
  ends = { { "Out", "X at column -1" } },
  goal = "Out",

  check = function(state)
    local board = state.board
    for _, cells in ipairs(board:regions "car") do
      local row, column = cells[1][1], cells[1][2]
      local car = board:get(row, column)
      local length = math.max(board:run(row, column, "right"), board:run(row, column, "down"))
      if length == 1 or length < board:count(car) then
        return ("car %s is not a straight line of cells"):format(car)
      end
    end
    local row, column = board:find "X"
    if not row or board:run(row, column, "right") == 1 then
      return "there is no car X that drives left and right"
    end
  end,

  sounds = { drove = "thud", won = "fanfare" },
  look = look,
}
