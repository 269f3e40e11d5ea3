--- Random games of Horizontally for differential tests: a board, empty or with taken fields, and
--- the options of `new`; or a map for a plain search.

local games = {}

local function between(rng, low, high)
  return low + rng:below(high - low + 1)
end

local function pick(rng, list)
  return list[1 + rng:below(#list)]
end

-- A side of the board: mostly small, so that games end; now and then up to the limit.
local function side(rng)
  local kind = rng:below(100)
  return kind < 85 and between(rng, 1, 6) or kind < 99 and between(rng, 1, 11)
    or between(rng, 12, 26)
end

-- How many fields a block covers: also more than the board has.
local function fields(rng, rows, columns)
  if rng:below(12) == 0 then
    return between(rng, 1, math.min(26, math.max(rows, columns) + 2))
  end
  return pick(rng, { 1, 2, 2, 2, 3, 3, 4, 5, 6 })
end

local function random_picture(rng, rows, columns)
  local percent, lines = pick(rng, { 5, 15, 30, 50 }), {}
  for row = 1, rows do
    local cells = {}
    for column = 1, columns do
      cells[column] = rng:below(100) < percent and "#" or "."
    end
    lines[row] = table.concat(cells)
  end
  return table.concat(lines, "\n")
end

--- The arguments of `new`: a picture or nil for an empty board, and the options.
---@param rng tessera.Rng
---@return string|nil picture
---@return tessera.HorizontallyOptions options
function games.random(rng)
  local rows, columns = side(rng), side(rng)
  local options = { fields = fields(rng, rows, columns),
    first = pick(rng, { "left", "right" }) }
  if rng:below(100) < 60 then
    return random_picture(rng, rows, columns), options
  end
  options.rows, options.columns = rows, columns
  return nil, options
end

--- A map with few free cells, for plain searches, its rows behind slashes.
---@param rng tessera.Rng
---@param longest integer of its sides, at most
---@param most integer so many cells are free at most
---@param percent integer so many of a hundred at least, unless the map is much larger than that
---@return string
function games.map(rng, longest, most, percent)
  local rows, columns = between(rng, 1, longest), between(rng, 1, longest)
  local density = rows * columns > 4 * most and 10 or between(rng, percent, 100)
  local free, lines = 0, {}
  for row = 1, rows do
    local cells = {}
    for column = 1, columns do
      local is_free = free < most and rng:below(100) < density
      free = free + (is_free and 1 or 0)
      cells[column] = is_free and "." or "#"
    end
    lines[row] = table.concat(cells)
  end
  return table.concat(lines, "/")
end

--- A picture with rows and columns swapped.
---@param picture string
---@return string
function games.transposed(picture)
  local lines, turned = {}, {}
  for line in picture:gmatch "[^\n]+" do
    lines[#lines + 1] = line
  end
  for column = 1, #lines[1] do
    local cells = {}
    for row, line in ipairs(lines) do
      cells[row] = line:sub(column, column)
    end
    turned[column] = table.concat(cells)
  end
  return table.concat(turned, "\n")
end

--- The same move on the transposed board, made by the other player: "Fc" as "fC".
---@param text string
---@return string
function games.mirrored(text)
  return (text:gsub("%a", function(letter)
    return letter:lower() == letter and letter:upper() or letter:lower()
  end))
end

return games
