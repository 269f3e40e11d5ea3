--- How many columns of a screen a character takes, as Unicode 14 has it: none if it is a mark that
--- stands upon the character before it, two if it is wide or an emoji, otherwise one. What is not
--- shown at all (base/characters.lua) is not asked for.

local widths = {}

-- Ranges: from the end of the one before to its first code, and from there to its last.
local marks = [[
  768 111 276 6 264 44 2 0 2 1 2 1 2 0 73 10 49 20 17 0 102 6 3 5 3 1 2 3 36 0 31 26 92 10 59 8 10
  0 25 3 2 8 2 2 2 4 44 2 61 7 43 23 2 32 55 2 2 17 2 6 11 1 30 2 57 0 2 15 10 0 11 1 27 5 57 21
  31 1 4 0 12 2 57 0 2 15 21 1 23 9 57 0 2 25 11 1 31 0 60 15 10 0 41 4 56 0 2 24 12 1 30 2 57 0 2
  24 12 1 29 3 56 1 2 15 10 0 11 1 30 2 71 21 19 1 62 0 3 6 13 7 99 0 3 8 12 5 75 1 28 0 2 0 2 0 5
  1 50 19 2 1 6 47 10 0 101 19 24 3 5 2 2 2 3 6 4 3 14 11 2 0 11 3 704 2 947 3 29 2 30 1 31 1 65
  31 10 0 46 2 2 0 118 1 35 0 119 27 220 4 58 42 49 84 48 16 39 8 13 2 31 12 57 13 49 19 153 2 2
  20 5 0 7 0 3 2 199 63 721 32 3071 2 142 0 97 31 555 5 106 1 30165 3 2 9 33 1 81 1 273 0 4 0 5 0
  24 4 5 0 84 1 51 17 27 17 14 0 39 7 26 12 45 3 48 13 37 0 68 13 13 0 9 1 46 2 51 0 2 2 3 1 6 1 2
  0 42 4 6 1 237 7 2 1 20273 0 770 15 974 0 227 0 150 4 1671 14 41 7 166 1 574 3 388 1 154 10 50 3
  123 2 54 14 42 0 3 1 11 3 46 10 8 0 62 2 37 13 17 1 45 0 13 2 49 13 9 3 2 1 93 11 7 0 161 11 22
  3 56 1 2 15 10 0 11 18 193 17 24 0 82 19 236 17 28 1 83 16 107 12 102 14 257 14 246 14 2 0 2 1
  142 15 4 0 29 9 41 6 2 3 9 0 10 10 47 15 406 16 83 36 123 20 2 0 67 13 348 3 19450 4 60 6 1049 0
  2 65 82 13 19628 1 4706 70 543 4 4 5 9 7 3 6 31 3 149 2 1980 54 5 49 9 0 15 0 23 20 1361 42 262
  6 376 0 62 3 1505 6 110 6]]

local wide = [[
  4352 95 4539 1 14 1 191 3 4 0 3 0 522 1 22 1 51 11 44 0 20 0 14 0 9 1 18 1 6 1 9 0 6 0 22 0 8 1
  2 0 5 0 3 0 8 0 5 1 29 0 36 0 2 0 5 2 2 0 62 2 25 0 15 0 860 1 52 0 5 0 811 425 7 14 3 85 5 428
  9 7023 65 22214 1178 28 644 11171 8541 473 823 9 23 59 150 95 128 6 28666 3 29 17147 15625 0 203
  0 191 0 3 9 102 288 13 8 2 69 2 21 13 42 5 4 13 16 4 0 4 70 2 0 2 186 3 62 14 3 2 23 19 0 27 1
  14 0 87 84 49 69 7 0 4 2 3 10 12 1 8 8 228 16 284 46 2 9 2 184 113 143 1281 131069]]

local function decoded(text)
  local ranges, code = {}, 0
  for step in text:gmatch "%d+" do
    code = code + math.tointeger(step)
    ranges[#ranges + 1] = code
  end
  return ranges
end

marks, wide = decoded(marks), decoded(wide)

local function is_in(ranges, code)
  local low, high = 0, #ranges // 2 -- ranges that begin at the code or before it
  while low < high do
    local middle = (low + high + 1) // 2
    if ranges[2 * middle - 1] <= code then
      low = middle
    else
      high = middle - 1
    end
  end
  return low > 0 and code <= ranges[2 * low]
end

--- The columns that a character takes.
---@param code integer
---@return integer
function widths.of(code)
  return is_in(marks, code) and 0 or is_in(wide, code) and 2 or 1
end

return widths
