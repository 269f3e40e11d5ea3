--- Jewelry Tips: boards in, the best tip for each of them out.

local jewelry = require "tessera.jewelry"

local write = require("tessera.process").write
local new, tip = jewelry.new, jewelry.methods.tip

local side = 8

-- The numbers of rows and columns as texts.
local digits = {}
for number = 0, side - 1 do
  digits[number] = tostring(number)
end

local function line_of(kind, colour, dir, row, col)
  return kind and kind .. ": " .. colour .. "." .. dir .. "@" .. row .. "," .. col or "Game Over"
end

-- The game on the board that is number `index` of those side by side.
local function start(reader, lines, boards, index)
  local made, state = pcall(new, boards[index])
  if made then
    return state
  end
  local words, row = jewelry.find_line(boards[index])
  if #boards > 1 then
    words = ("%s, board %d of %d"):format(words, index, #boards)
  end
  reader:fail(words, lines[row + 1])
end

local function show_tips(state)
  for number, t in ipairs(state:tips()) do
    write(number, ". ", line_of(t.kind, t.colour, t.dir, t.row, t.col), "\n")
  end
end

local function run(reader, options)
  local lines = {}
  local number = 0
  while not reader:at_end() do
    local boards = reader:boards(side, side, jewelry.colours, lines)
    for index = 1, #boards do
      local state = start(reader, lines, boards, index)
      if options.trace then
        number = number + 1
        require("tessera.trace").start(("Board %d:"):format(number), state)
        show_tips(state)
      end
      write(line_of(tip(state)), "\n")
    end
  end
end

return {
  summary = "Jewelry Tips: the best swap on a board of jewels",
  help = [[
Input: boards of 8 x 8 jewels, R O Y G B P W, one below the other or side by side with
white space between them, up to the end of the file. The jewels of a row may also be
separated by white space. A board must not hold a line of three or more.

Output: a line for each board: Norm (a line of 3), Good (a line of 4) or Excl (two lines
or a line of 5), the jewel, the direction of its swap (LT, UP, RT or DN) and its place
before it, as row,column from 0: "Norm: B.DN@0,0"; or "Game Over" if no swap makes a line.]],
  run = run,
}
