--- Horizontally: who wins the empty boards whose outcomes are known, from both starts, and what
--- the proof takes. BENCH_ARGS="perfect 120" gives each board 120 seconds instead of 2.

local horizontally = require "tessera.horizontally"

-- By the fields of a block; each line begins with a number of rows and goes on from that
-- number of columns. V, H: who places vertically or horizontally wins; 1, 2: who starts or
-- the other one. h: who places horizontally wins if he starts. "?" is not known.
local known = {
  [2] = { "2HHHHHHHHH", "11HV11HV1", "1HHHHHHH", "1V1VHVH", "2HHHHH", "1VHV1", "1HHH", "1Vh", "?" },
  [3] = { "22HHHHHHHH", "2HHHHHHHH", "111H1V11", "11HHHHH", "1HHHHH", "1VV1V", "1VH" },
  [4] = { "222HHHHHHH", "22HHHHHHH", "2HHHHHHH", "1111H11", "111HHH", "11HHH", "1HH" },
}

local function expected(kind, first)
  if kind == "V" or kind == "H" then
    return kind == "V" and "left" or "right"
  elseif kind == "h" then
    return first == "right" and "right" or nil
  elseif kind ~= "?" then
    return (kind == "1") == (first == "left") and "left" or "right"
  end
end

-- Solves a board, and prints what took time or is wrong; true, false or nil if it is open.
local function solve(fields, rows, columns, first, kind, seconds)
  local state = horizontally.new(nil, { fields = fields, rows = rows, columns = columns,
    first = first })
  local start = os.clock()
  local winner, info = state:winner { seconds = seconds, nodes = math.maxinteger, memory = 2 << 30 }
  local time, right = os.clock() - start, expected(kind, first)
  local wrong = winner and right and winner ~= right
  if time > 0.1 or wrong then
    print(("FIELDS %d  %2d x %2d  %-5s first: %-5s  %10d nodes  %7.2f s  %s"):format(fields, rows,
      columns, first, winner or "?", info.nodes, time, wrong and "WRONG" or info.ended))
  end
  return winner and not wrong
end

return function(seconds)
  seconds = tonumber(seconds or 2)
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
