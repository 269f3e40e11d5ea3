--- What has moved on the board since the page was told last. After actions their events say it;
--- after one step back or forth, also of a recording or of a solution, that step is played once
--- more on a copy, and prints nothing then. What was restored, begun again or gone to from afar has
--- not moved.

local directions = require "tessera.base.directions"
local motion = require "tessera.draw.motion"

local movement = {}

---@class tessera.web.Stood where the page knows the play
---@field steps tessera.web.Step[]
---@field step integer
---@field state tessera.State
---@field drawn tessera.Frame

-- The way from what the page knows to this frame, and the step that has led here; nil if there is
-- none.
local function way(seat, state, drawn, step)
  local stood, steps = seat.stood, seat:steps()
  if not stood or not seat.cells then
    return nil
  elseif seat.happened then
    local last = steps[step]
    return last and motion.of(stood.drawn, drawn, seat.happened, seat.playable,
      { heading = directions.named(last.action) }), last
  elseif stood.steps ~= steps or seat.changed or math.abs(step - stood.step) ~= 1 then
    return nil
  end
  local back, last = step < stood.step, steps[math.max(step, stood.step)]
  seat.quiet = true
  local events = motion.again(back and state or stood.state, last.action, seat:viewer())
  seat.quiet = false
  local before, after = stood.drawn, drawn
  if back then
    before, after = drawn, stood.drawn
  end
  return events and motion.of(before, after, events, seat.playable,
    { heading = directions.named(last.action), back = back }), not back and last
end

--- What has moved, by numbers of tiles, and the direction of an action that was refused ("none", if
--- it has none); both nil where there is nothing to be told.
---@param seat tessera.web.Seat
---@param state tessera.State that is shown
---@param drawn tessera.Frame the same as it is drawn
---@param step integer the number of its step
---@return tessera.TileMotion[]|nil moved
---@return string|nil bump
function movement.of(seat, state, drawn, step)
  local found, last = way(seat, state, drawn, step)
  local list = seat.tiles:motions(found)
  local refused = seat.refused or seat.shown and last and last.why and not list[1] and last.action
  seat.stood = { steps = seat:steps(), step = step, state = state:clone(), drawn = drawn }
  seat.happened, seat.refused = nil, nil
  return list[1] and list, refused and (directions.named(refused) or "none") or nil
end

return movement
