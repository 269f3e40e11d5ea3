--- Rogue, the twin of samples/games/rogue.lua: the same game without pictures, with the ways and
--- the sight of the slow library.

local slow = require "spec.oracle.grid"
local twin = require "spec.support.twin"

local function look(state, row, column)
  local visible = slow.visible(slow.read(tostring(state.ground)), row, column, 6, "#D")
  for r, c in state.fog:each "unknown" do
    if visible[r .. "," .. c] then
      state.fog:set(r, c, "nothing")
    end
  end
  return visible
end

local function hunt(state, row, column, visible)
  local far = slow.distances(slow.read(tostring(state.ground)), { { row, column } }, ".'E")
  local monsters = {}
  for r, c in state.things:each "monster" do
    monsters[#monsters + 1] = { r, c }
  end
  for _, monster in ipairs(monsters) do
    local r, c = monster[1], monster[2]
    local least, to = far[r .. "," .. c] or math.huge, nil
    if visible[r .. "," .. c] then
      for r2, c2 in state.things:neighbours(r, c, { "nothing", "player" }) do
        local steps = far[r2 .. "," .. c2]
        if steps and steps < least then
          least, to = steps, { r2, c2 }
        end
      end
      if to then
        state.things:set(r, c, "nothing"):set(to[1], to[2], "monster")
      end
    end
  end
end

local function go(state, row, column, direction)
  local r, c = state.things:step(row, column, direction)
  if r and state.ground:is(r, c, "door") then
    if state.keys == 0 then
      return nil, "the door is locked"
    end
    state.keys = state.keys - 1
    state.ground:set(r, c, "open")
    return row, column
  elseif not r or not state.ground:is(r, c, "walkable") or not state.things:is(r, c, "nothing") then
    return nil, "there is no way"
  end
  if state.items:is(r, c, "key") then
    state.items:set(r, c, "nothing")
    state.keys = state.keys + 1
  end
  state.things:set(row, column, "nothing"):set(r, c, "player")
  return r, c
end

return twin.of("rogue", {
  outcomes = { "Caught", "Out" },
  setup = function(state)
    state.fog:fill "unknown"
    local row, column = state.things:find "player"
    if row then
      look(state, row, column)
    end
  end,
  apply = function(state, action)
    local row, column = state.things:find "player"
    if action ~= "wait" then
      row, column = go(state, row, column, action)
      if not row then
        return nil, column
      end
    end
    state.moves = state.moves + 1
    local visible = look(state, row, column)
    state.beat = 1 - state.beat
    if state.ground:is(row, column, "exit") then
      state:over "Out"
    elseif state.beat == 0 then
      hunt(state, row, column, visible)
    end
    if not state.things:find "player" then
      state:over "Caught"
    end
  end,
})
