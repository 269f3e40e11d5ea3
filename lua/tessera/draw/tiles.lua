--- Numbers the different cells of frames, so that boards can be told as lists of numbers.

local tiles = {}

--- The different cells seen so far: `list[n]` has the number n.
---@class tessera.Tiles
---@field list tessera.FrameCell[]
---@field known table<string, integer>
local Tiles = {}
Tiles.__index = Tiles

--- Tiles of nothing so far.
---@return tessera.Tiles
function tiles.new()
  return setmetatable({ list = {}, known = {} }, Tiles)
end

--- The number of a cell. Parts are told apart by their game and their kind.
---@param game string
---@param cell tessera.FrameCell
---@return integer
function Tiles:number(game, cell)
  local kinds = { game }
  for i, part in ipairs(cell.parts) do
    kinds[i + 1] = part.kind
  end
  local key = table.concat(kinds, "\0")
  if not self.known[key] then
    self.list[#self.list + 1] = cell
    self.known[key] = #self.list
  end
  return self.known[key]
end

--- The numbers of all cells of a frame.
---@param game string
---@param drawn tessera.Frame
---@return integer[]
function Tiles:numbers(game, drawn)
  local numbers, of_cell = {}, {}
  for i, cell in ipairs(drawn) do
    of_cell[cell] = of_cell[cell] or self:number(game, cell)
    numbers[i] = of_cell[cell]
  end
  return numbers
end

--- What has to be done to a list of numbers to make another one of it: the number of a cell and its
--- new tile, and so on.
---@param before integer[]
---@param after integer[] as many
---@return integer[]
function tiles.changes(before, after)
  local list = {}
  for i, number in ipairs(after) do
    if number ~= before[i] then
      list[#list + 1] = i
      list[#list + 1] = number
    end
  end
  return list
end

return tiles
