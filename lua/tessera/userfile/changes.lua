--- Shows how a text changes: the lines that go and come, as `diff -u` does.

local wording = require "tessera.base.wording"

local changes = {}

local around = 3     -- unchanged lines shown around a change
local lines_max = 60 -- changed lines that are shown
local window = 100   -- lines among which two texts are sought to be the same again

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]*\n?" do
    lines[#lines + 1] = line ~= "" and line or nil
  end
  return lines
end

-- How many lines of `old` from i on, and of `new` from j on, are to be skipped until both go on
-- with the same line.
local function gap(old, new, i, j)
  local rest, other_rest = #old - i + 1, #new - j + 1
  for skipped = 1, window do
    local best
    for a = math.max(0, skipped - other_rest), math.min(skipped, rest) do
      if old[i + a] == new[j + skipped - a]
        and not (best and math.abs(2 * best - skipped) <= math.abs(2 * a - skipped)) then
        best = a
      end
    end
    if best then
      return best, skipped - best
    end
  end
  return math.min(rest, window), math.min(other_rest, window)
end

-- The places that differ: { i, a, j, b } if the a lines of `old` from i on become the b lines of
-- `new` from j on. Ends when enough lines are found.
local function places_of(old, new, most)
  local places, i, j, count = {}, 1, 1, 0
  while (old[i] or new[j]) and count < most do
    if old[i] == new[j] then
      i, j = i + 1, j + 1
    else
      local a, b = gap(old, new, i, j)
      places[#places + 1] = { i, a, j, b }
      i, j, count = i + a, j + b, count + a + b
    end
  end
  return places
end

local function range(first, count)
  return count == 1 and tostring(first) or ("%d,%d"):format(count == 0 and first - 1 or first,
    count)
end

-- The places that are so near to each other that their surroundings meet, from the one with this
-- number on: the hunk, and the number of its last place.
local function hunk_from(places, number, old, new)
  local i, _, j = table.unpack(places[number])
  local before = math.min(around, i - 1)
  local lines, first, other_first = {}, i - before, j - before
  local function add(sign, list, from, to)
    for k = from, to do
      lines[#lines + 1] = sign .. wording.line((list[k]:gsub("[\r\n]+$", ""):gsub("\t", "    ")))
      lines[#lines + 1] = not list[k]:find "\n$" and "\\ No newline at end of file" or nil
    end
  end
  i = first
  local gone, come
  repeat
    local place = places[number]
    add(" ", old, i, place[1] - 1)
    add("-", old, place[1], place[1] + place[2] - 1)
    add("+", new, place[3], place[3] + place[4] - 1)
    i, j, number = place[1] + place[2], place[3] + place[4], number + 1
  until not places[number] or places[number][1] - i > 2 * around
  local after = math.min(around, #old - i + 1)
  add(" ", old, i, i + after - 1)
  gone, come = i + after - first, j + after - other_first
  table.insert(lines, 1, ("@@ -%s +%s @@"):format(range(first, gone), range(other_first, come)))
  return lines, number
end

--- The lines that change, with three lines around them, below lines such as "@@ -3,7 +3,7 @@". Of
--- many only the first are shown.
---
--- ```lua
--- local changes = require "tessera.userfile.changes"
--- io.write(changes.shown("map\n.o\nend\n", "map\n.x\nend\n"))
--- --> @@ -1,3 +1,3 @@
--- -->  map
--- --> -.o
--- --> +.x
--- -->  end
--- ```
---@param old string
---@param new string
---@return string text each line with a newline
function changes.shown(old, new)
  local a, b = lines_of(old), lines_of(new)
  local places, shown, number = places_of(a, b, lines_max + 1), {}, 1
  while places[number] and #shown <= lines_max do
    local lines
    lines, number = hunk_from(places, number, a, b)
    table.move(lines, 1, #lines, #shown + 1, shown)
  end
  if #shown > lines_max or places[number] then
    shown = table.move(shown, 1, lines_max, 1, { [lines_max + 1] = "..." })
  end
  return table.concat(shown, "\n") .. (shown[1] and "\n" or "")
end

return changes
