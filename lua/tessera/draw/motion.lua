--- How the pieces of a board came from one position to the next: what slides, comes and goes
--- between two frames, from the events of the actions between them.
---
--- An event tells of one cell of a piece. Of a piece of several cells the others are found here:
--- those of a row that has gone on by its last cell, and those beside it that have gone the same
--- way. Where events tell of no piece (PuzzleScript), what each kind has left and entered says it.

local directions = require "tessera.base.directions"
local frame = require "tessera.draw.frame"
local maps = require "tessera.base.maps"
local sight = require "tessera.base.sight"

local motion = {}

local most = 40 -- pieces; beyond that nobody can follow them

---@class tessera.Motion
---@field part tessera.Part what is seen of the piece
---@field path integer[] numbers of cells of the frames
---@field comes? boolean it was nowhere before
---@field goes? boolean it is nowhere afterwards
---@field under? tessera.FrameCell what is seen in its last cell while it is on its way

local four = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } }

-- A part of a cell by its kind, the topmost one.
local function part_of(cell, kind)
  for i = #cell.parts, 1, -1 do
    if cell.parts[i].kind == kind then
      return cell.parts[i]
    end
  end
end

-- The number of the cell that lies so far from another one; nil beyond the edges.
local function beside(drawn, number, down, right)
  local row, column = (number - 1) // drawn.columns + 1 + down,
    (number - 1) % drawn.columns + 1 + right
  return row >= 1 and row <= drawn.rows and column >= 1 and column <= drawn.columns
    and (row - 1) * drawn.columns + column or nil
end

local function steps_between(drawn, from, to)
  local columns = drawn.columns
  return (to - 1) // columns - (from - 1) // columns, (to - 1) % columns - (from - 1) % columns
end

-- ---- what events tell ----

-- By character, which kind it draws; of games in C a character is the kind.
local function kinds_of(about)
  local kinds = {}
  for _, layer in ipairs(about and about.kinds or {}) do
    for _, entry in ipairs(layer) do
      if entry.kind ~= "nothing" then
        kinds[entry.byte] = kinds[entry.byte] or entry.kind
        kinds[entry.glyph] = kinds[entry.glyph] or entry.kind
      end
    end
  end
  return about and kinds or setmetatable({}, { __index = function(_, what)
    return what
  end })
end

--- A place as a number, 0 for none.
---@param at integer[]|nil
---@return integer
function motion.key(at)
  return at and at[1] * 65536 + at[2] or 0
end

--- The events of pieces, without those of the ground that a piece has changed places with.
---@param events tessera.Event[]
---@return tessera.Event[]
function motion.of_pieces(events)
  local sources, kept = {}, {}
  for _, event in ipairs(events) do
    sources[motion.key(event.from)] = event
  end
  for _, event in ipairs(events) do
    local other = event.from and event.to and sources[motion.key(event.to)]
    local ground = other and motion.key(other.to) == motion.key(event.from)
      and event.kind == "pushed" and other.kind ~= "pushed"
    kept[#kept + 1] = event.what and not ground and event or nil
  end
  return kept
end

-- Events as { kind, becomes, from, to }, with numbers of cells.
local function told(events, drawn, about, upward)
  local list, kinds = {}, kinds_of(about)
  local function number(at)
    local row = at and (upward and drawn.rows + 1 - at[1] or at[1] - drawn.row + 1)
    return at and row >= 1 and row <= drawn.rows
      and beside(drawn, 1, row - 1, at[2] - drawn.column) or nil
  end
  for _, event in ipairs(motion.of_pieces(events)) do
    local from, to = number(event.from), number(event.to)
    if from or to then
      local kind = kinds[event.shown] or kinds[event.what]
      list[#list + 1] = { kind = kind, from = from ~= to and from or nil, to = to,
        becomes = event.becomes and kinds[event.becomes] or kind }
    end
  end
  return list
end

-- The cells that each kind has left and entered.
local function differences(before, after)
  local list, left = {}, {}
  for i = 1, #after do
    for _, part in ipairs(after[i].parts) do
      list[#list + 1] = not part_of(before[i], part.kind) and { kind = part.kind, to = i } or nil
    end
    for _, part in ipairs(before[i].parts) do
      if not part_of(after[i], part.kind) then
        left[#left + 1] = { kind = part.kind, from = i }
      end
    end
    if #list + #left > 2 * most then
      return {}, {}
    end
  end
  return list, left
end

-- The same as events: what was left and entered beside each other has moved, first that which
-- moved where the action says.
local function found(before, after, heading)
  local list, left = differences(before, after)
  local steps = { directions.steps[heading or ""], table.unpack(four) }
  for _, step in pairs(steps) do
    for _, one in ipairs(list) do
      local from = not one.from and beside(before, one.to, -step[1], -step[2])
      for i, other in ipairs(from and left or {}) do
        if other.kind == one.kind and other.from == from then
          one.from = from
          table.remove(left, i)
          break
        end
      end
    end
  end
  return table.move(left, 1, #left, #list + 1, list)
end

-- ---- ways ----

-- The ways of pieces, each { kind, first, path, comes, goes }. What moves again goes on.
local function ways(list, before)
  local made, ending = {}, {}
  for _, one in ipairs(list) do
    local way = one.from and ending[one.from]
    if way and way.kind == one.kind and not part_of(before[one.from], one.kind) then
      ending[one.from] = nil
      way.path[#way.path + 1] = one.to
    else
      way = { first = one.kind, path = { one.from or one.to, one.from and one.to },
        comes = not one.from }
      made[#made + 1] = way
    end
    way.kind, way.goes = one.becomes or one.kind, not one.to
    if one.to then
      ending[one.to] = way
    end
  end
  return made
end

local function is_step(way)
  return #way.path == 2 and not way.comes and not way.goes
end

-- A row of cells of one kind that has gone on by its last cell: each of them has moved a little.
local function of_row(way, before, after, sources)
  local from, to = way.path[1], way.path[2]
  local down, right = steps_between(before, from, to)
  local far = math.max(math.abs(down), math.abs(right))
  local row = { from }
  if far < 2 or down ~= 0 and right ~= 0 then
    return row, to - from
  end
  local step = (to - from) // far
  for i = 1, far - 1 do
    local cell = from + i * step
    if sources[cell] or not part_of(before[cell], way.kind)
      or not part_of(after[cell], way.kind) and i < far then
      break
    end
    row[#row + 1] = cell
  end
  local by = (far - #row + 1) * step
  for _, cell in ipairs(row) do
    if not part_of(after[cell + by], way.kind) then
      return { from }, to - from
    end
  end
  return row, by
end

-- The cells beside it that have gone the same way and of which nothing is told.
local function neighbours(way, before, after, sources, add)
  local from, to = way.path[1], way.path[2]
  local down, right = steps_between(before, from, to)
  for _, step in ipairs(four) do
    local cell = beside(before, from, step[1], step[2])
    local part = cell and not sources[cell] and before[cell].parts[#before[cell].parts]
    local target = part and beside(before, cell, down, right)
    if target and part_of(after[target], part.kind)
      and (sources[target] or not part_of(before[target], part.kind))
      and (not part_of(after[cell], part.kind) or sources[beside(before, cell, -down, -right)]) then
      add { kind = part.kind, first = part.kind, path = { cell, target } }
    end
  end
end

-- The ways of whole pieces.
local function whole(list, before, after)
  local sources, all = {}, {}
  for _, way in ipairs(list) do
    sources[way.comes and 0 or way.path[1]] = true
  end
  local function add(way)
    all[#all + 1] = way
    sources[way.path[1]] = true
  end
  for _, way in ipairs(list) do
    local row, by = { way.path[1] }, nil
    if is_step(way) then
      row, by = of_row(way, before, after, sources)
    end
    for _, cell in ipairs(#row > 1 and row or {}) do
      add { kind = way.kind, first = way.first, path = { cell, cell + by } }
    end
    all[#all + 1] = #row == 1 and way or nil
  end
  local i = 1
  while all[i] and #all <= most do
    if is_step(all[i]) then
      neighbours(all[i], before, after, sources, add)
    end
    i = i + 1
  end
  return all
end

-- ---- what is seen of it ----

-- What is seen in the last cell of each way while the pieces are on their ways.
local function cover(list, before, after, playable)
  local busy, comes = {}, {}
  for _, each in ipairs(list) do
    busy[each.comes and 0 or each.path[1]] = true
    comes[each.path[#each.path]] = comes[each.path[#each.path]] or {}
    comes[each.path[#each.path]][each.part.kind] = true
  end
  for _, each in ipairs(list) do
    local last, first, kinds = each.path[#each.path], each.path[1], {}
    for _, part in ipairs(after[last].parts) do
      kinds[#kinds + 1] = not comes[last][part.kind] and part.kind or nil
    end
    each.under = not each.goes and (not busy[last] and before[last]
      or (kinds[1] or comes[first]) and frame.cell(playable, kinds) or after[first]) or nil
  end
end

-- The same ways from their ends to their beginnings.
local function turned(list)
  for _, way in ipairs(list) do
    local path = {}
    for i = #way.path, 1, -1 do
      path[#path + 1] = way.path[i]
    end
    way.path, way.comes, way.goes = path, way.goes, way.comes
    way.first, way.kind = way.kind, way.first
  end
  return list
end

--- What an action does that was played before: it is played once more, on a copy. nil if its rule
--- raises an error now.
---@param state tessera.State before it
---@param action string
---@param viewer? integer the player who sees it, by default the one to move
---@return tessera.Event[]|nil events as the player sees them
function motion.again(state, action, viewer)
  local events, copy = {}, state:clone()
  local fine, seen = pcall(function()
    local before = sight.keep(copy)
    copy:apply(action, events)
    return sight.events(before, events, copy, viewer)
  end)
  return fine and seen or nil
end

---@class tessera.MotionOptions
---@field heading? string the direction that the action names
---@field back? boolean the way back is wanted, from `after` to `before`

--- What has moved between two frames of the same part of a board; nothing if that is too much.
---@param before tessera.Frame
---@param after tessera.Frame
---@param events tessera.Event[] what has happened between them, as the player sees it
---@param playable { game: string, module?: tessera.Game, controls: { upward?: boolean } }
---@param options? tessera.MotionOptions
---@return tessera.Motion[]
function motion.of(before, after, events, playable, options)
  if before.rows ~= after.rows or before.columns ~= after.columns or before.row ~= after.row
    or before.column ~= after.column then
    return {}
  end
  local about = playable.module and maps.about(playable.module)
  options = options or {}
  local list = about and about.at and found(before, after, options.heading)
    or told(events, after, about, playable.controls.upward)
  if #list > 4 * most then
    return {}
  end
  local made, all = {}, whole(ways(list, before), before, after)
  if options.back then
    before, after, all = after, before, turned(all)
  end
  for _, way in ipairs(all) do
    local last = after[way.path[#way.path]]
    local joined = is_step(way) and not part_of(last, way.kind) and part_of(before[way.path[1]],
      way.kind)
    local cell = (way.goes or joined) and before[way.path[1]] or last
    way.part = not (way.comes and way.goes) and (part_of(cell, way.goes and way.first or way.kind)
      or cell.parts[#cell.parts]) or nil
    made[#made + 1] = way.part and way or nil
  end
  if #made > most then
    return {}
  end
  cover(made, before, after, playable)
  return made
end

return motion
