--- Numbers the different cells of frames, so that boards can be told as lists of numbers.

local tiles = {}

--- The different cells seen so far: `list[n]` has the number n.
---@class tessera.Tiles
---@field list tessera.FrameCell[]
---@field known table by the line around a hexagon, false of a square, "bare" of a piece, and the
---parts, one within the other: `known[false][a][b].number`
local Tiles = {}
Tiles.__index = Tiles

--- Tiles of nothing so far.
---@return tessera.Tiles
function tiles.new()
  return setmetatable({ list = {}, known = {} }, Tiles)
end

-- The table of a key.
local function inside(t, key)
  t[key] = t[key] or {}
  return t[key]
end

--- The number of a cell. Cells are the same if they have the same parts.
---@param cell tessera.FrameCell
---@return integer
function Tiles:number(cell)
  local known = inside(self.known, cell.bare and "bare" or cell.hexagon or false)
  for _, part in ipairs(cell.parts) do
    known = inside(known, part)
  end
  if not known.number then
    self.list[#self.list + 1] = cell
    known.number = #self.list
  end
  return known.number
end

--- The number of a part without the ground that it lies upon.
---@param part tessera.Part
---@return integer
function Tiles:piece(part)
  return self:number { label = part.label, parts = { part }, back = part.back, bare = true }
end

---@class tessera.TileMotion what a piece does, as tessera.Motion says it, by numbers of tiles
---@field tile integer
---@field path integer[] numbers of cells
---@field under? integer
---@field comes? boolean
---@field goes? boolean

--- What has moved, by numbers of tiles.
---@param moved tessera.Motion[]|nil
---@return tessera.TileMotion[]
function Tiles:motions(moved)
  local list = {}
  for i, each in ipairs(moved or list) do
    list[i] = { tile = self:piece(each.part), path = each.path, comes = each.comes or nil,
      goes = each.goes or nil, under = each.under and self:number(each.under) }
  end
  return list
end

--- The numbers of all cells of a frame.
---@param drawn tessera.Frame
---@return integer[]
function Tiles:numbers(drawn)
  local numbers, of_cell = {}, {}
  for i, cell in ipairs(drawn) do
    of_cell[cell] = of_cell[cell] or self:number(cell)
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
