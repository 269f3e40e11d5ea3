--- The twin of PuzzleScript, the part on sounds: what is heard of a turn. Sounds are numbered as
--- the program has them; kinds are 0 move, 1 cantmove, 2 create, 3 destroy, 4 an event.

local sounds = {}

local move, cantmove, create, destroy = 0, 1, 2, 3
local most = 256 -- of an action
local unrecorded = { endlevel = true, showmessage = true } -- traces have none of them

--- A round of rules and movement begins; `first` of its turn.
function sounds.begin(s, first)
  if first then
    s.sounds = { created = {}, destroyed = {}, left = {} }
  end
  s.sounds.moved = {}
end

-- Whether a cell has an object of a sound in a layer.
local function fits(s, sound, index, layer)
  for _, id in ipairs(sound.objects) do
    if s.objects[index][id] and s.program.layer_of[id + 1] == layer then return true end
  end
  return false
end

--- What a layer of a cell has is about to move so.
function sounds.moves(s, index, layer, bits)
  local moved = s.sounds.moved
  for k, sound in ipairs(s.program.sounds) do
    if sound.kind == move and sound.moves & bits ~= 0 and not moved[sound]
      and fits(s, sound, index, layer) then
      moved[sound], moved[#moved + 1] = true, k
    end
  end
end

--- Nothing moves any more: what is left could not.
function sounds.stays(s)
  local left = s.sounds.left
  for index = 0, s.rows * s.columns - 1 do
    for layer, bits in pairs(s.moves[index]) do
      for k, sound in ipairs(s.program.sounds) do
        if sound.kind == cantmove and sound.moves & bits ~= 0 and index < (left[k] or math.huge)
          and fits(s, sound, index, layer) then
          left[k] = index
        end
      end
    end
  end
end

--- A rule puts an object into a cell, or takes it out.
function sounds.changes(s, id, there)
  s.sounds[there and "created" or "destroyed"][id] = true
end

local function tell(s, k)
  if not s.deaf and #s.heard < most then
    s.heard[#s.heard + 1] = k
  end
end

-- Of some sounds each seed once.
local function tell_once(s, list)
  local told = {}
  for _, k in ipairs(list) do
    local seed = s.program.sounds[k].seed
    if not told[seed] then
      tell(s, k)
      told[seed] = true
    end
  end
end

local function tell_changes(s, kind, changed)
  for k, sound in ipairs(s.program.sounds) do
    local some = false
    for _, id in ipairs(sound.objects) do some = some or changed[id] end
    if sound.kind == kind and some then tell(s, k) end
  end
end

--- The end of a turn that is not taken back.
function sounds.turn(s)
  local stayed, left = {}, s.sounds.left
  for k in pairs(left) do stayed[#stayed + 1] = k end
  table.sort(stayed, function(a, b)
    if left[a] ~= left[b] then return left[a] < left[b] end
    return a < b
  end)
  tell_once(s, stayed)
  tell_once(s, s.sounds.moved)
  tell_changes(s, create, s.sounds.created)
  tell_changes(s, destroy, s.sounds.destroyed)
end

--- Something happens that may have a sound; if it has several, the last one counts.
function sounds.event(s, name)
  local last
  for k, sound in ipairs(s.game.sounds) do
    if sound.event == name then last = k end
  end
  if last then tell(s, last) end
end

--- What the rules have asked for.
function sounds.queue(s)
  for _, name in ipairs(s.queue) do
    if name:find "^sfx" then sounds.event(s, name) end
  end
end

--- The flag "snd" of a trace: seeds of sounds and names of events.
function sounds.flag(s)
  local list = {}
  for _, k in ipairs(s.heard) do
    local sound = s.game.sounds[k]
    if not unrecorded[sound.event] then list[#list + 1] = sound.event or sound.seed end
  end
  return list[1] and table.concat(list, ",") or nil
end

return sounds
