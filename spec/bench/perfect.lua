--- Horizontally: proves who wins empty boards of known outcome, for either player to start, and
--- measures the proof. BENCH_ARGS="perfect 120" gives each board 120 seconds instead of 2;
--- "perfect 120 7x13" solves the board of FIELDS 2 with 7 rows and 13 columns only,
--- "perfect 7200 10x10 2 8" that of 10 x 10 with two threads and a table of 8 GB.

local horizontally = require "tessera.horizontally"

-- The known winners, by the fields of a block. A line begins with the number of rows, and its first
-- letter is for as many columns. V, H: the player who places vertically or horizontally wins. 1, 2:
-- the player who starts or the other one wins.
local known = {
  [2] = { "2HHHHHHHHH", "11HV11HV1", "1HHHHHHH", "1V1VHVH", "2HHHHH", "1VHV1", "1HHH", "1VH",
    "1H", "1" },
  [3] = { "22HHHHHHHH", "2HHHHHHHH", "111H1V11", "11HHHHH", "1HHHHH", "1VV1V", "1VH" },
  [4] = { "222HHHHHHH", "22HHHHHHH", "2HHHHHHH", "1111H11", "111HHH", "11HHH", "1HH" },
}

-- Nil for a board whose winner is not known.
local function expected(kind, first)
  if kind == "V" or kind == "H" then
    return kind == "V" and "left" or "right"
  end
  return kind and ((kind == "1") == (first == "left") and "left" or "right")
end

-- Solves a board. Prints it if it took long, or if the winner is wrong or was not known. Returns
-- whether the winner is right, or nil if the board was not solved.
local function solve(fields, rows, columns, first, kind, seconds, threads, gb)
  local state = horizontally.new(nil, { fields = fields, rows = rows, columns = columns,
    first = first })
  local start = os.clock()
  local winner, info = state:winner { seconds = seconds, nodes = math.maxinteger,
    memory = (gb or 2) << 30, threads = threads }
  local time, right = os.clock() - start, expected(kind, first)
  local wrong = winner and right and winner ~= right
  if time > 0.1 or wrong or not right then
    print(("FIELDS %d  %2d x %2d  %-5s first: %-5s  %10d nodes  %7.2f s  %s"):format(fields, rows,
      columns, first, winner or "?", info.nodes, time, wrong and "WRONG" or info.ended))
  end
  return winner and not wrong
end

-- Solves one board, for either player to start; once if turning it makes no other one.
local function solve_size(seconds, size, threads, gb)
  local rows, columns = size:match "^(%d+)x(%d+)$"
  assert(rows, "expected a board such as 7x13")
  rows, columns = math.tointeger(rows), math.tointeger(columns)
  local line = known[2][math.min(rows, columns)] or ""
  local kind = rows <= columns and line:match("^.", columns - rows + 1) or nil
  for _, first in ipairs { "left", rows ~= columns and "right" or nil } do
    local right = solve(2, rows, columns, first, kind, seconds, threads, gb)
    assert(right ~= false, "wrong outcome")
  end
end

return function(seconds, size, threads, gb)
  seconds = tonumber(seconds or 2)
  if size then
    solve_size(seconds, size, math.tointeger(threads), math.tointeger(gb))
    return
  end
  local agree, open, wrong = 0, 0, 0
  for fields = 2, 4 do
    for rows, line in ipairs(known[fields]) do
      for i = 1, #line do
        for _, first in ipairs { "left", "right" } do
          local right = solve(fields, rows, rows + i - 1, first, line:sub(i, i), seconds)
          agree = agree + (right and 1 or 0)
          wrong = wrong + (right == false and 1 or 0)
          open = open + (right == nil and 1 or 0)
        end
      end
    end
  end
  print(("%d proven as known, %d wrong, %d not within %g s"):format(agree, wrong, open, seconds))
  assert(wrong == 0, "wrong outcomes")
end
