--- What a page is told of a game when it is loaded: its levels, its keys, its options.

local characters = require "tessera.base.characters"
local collection = require "tessera.levels.collection"
local labels = require "tessera.base.labels"
local offers = require "tessera.play.offers"
local wording = require "tessera.base.wording"

local introduction = {}

local options_most, name_most = 100, 200

local function legend_of(at, about)
  local list = {}
  local controls = at.playable.controls
  for char in (not about and controls.legend or ""):gmatch "." do
    list[#list + 1] = { char = char, kinds = { char } }
  end
  for i, entry in ipairs(about and about.legend or list) do
    local number = at:tile(entry.seen or entry.kinds)
    list[i] = { char = entry.char, tile = number, label = at.tiles.list[number].label,
      kinds = about and entry.kinds }
  end
  return list
end

local function options_of(desk, about)
  local list, names = {}, wording.sorted(about and about.options or {})
  for i = 1, math.min(#names, options_most) do
    local value = about.options[names[i]]
    list[i] = { name = names[i], value = characters.cut(tostring(value), name_most),
      kind = math.type(value) or type(value) }
  end
  if #names > options_most then
    desk.print(("%d options: a page shows the first %d."):format(#names, options_most))
  end
  return list
end

local function levels_of(desk, playable)
  local levels = {}
  if #playable.list == collection.most then
    desk.print(("%d levels are read, and no more."):format(collection.most))
  end
  for i, level in ipairs(playable.list) do
    levels[i] = { name = characters.cut(level.name, name_most), rows = level.numbers,
      key = collection.key(playable.game, level.text), puzzle = level.puzzle }
  end
  return levels
end

-- The numbers of the sounds, by what the engine tells of them behind "heard".
local function sounds_of(module)
  local numbers = {}
  for _, sound in ipairs(type(module) == "table" and module.sounds or {}) do
    local name = table.concat({ sound.event or sound.object, sound.verb,
      table.unpack(sound.directions or {}) }, " ")
    numbers[name] = tonumber(sound.seed)
  end
  return next(numbers) and numbers
end

--- What there is to know of a game, before a level begins.
---@param desk tessera.web.Desk
---@param about table|nil what a game in Lua says of itself
---@param summary string
---@return table
function introduction.of(desk, about, summary)
  local at = desk.seat
  local playable, keyboard = at.playable, at.keyboard
  return { kind = "game", game = playable.game, title = playable.title, summary = summary,
    players = playable.players or 1, together = playable.together or false,
    rivals = offers.rivals(playable), tick = playable.tick,
    solvable = offers.is_solvable(playable),
    keys = offers.of_page(playable, keyboard),
    seats = labels.players(playable.module), shown = keyboard.shown, cursor = keyboard.cursor,
    upward = playable.controls.upward or false,
    hexagons = playable.controls.hexagons or false,
    options = options_of(desk, about), levels = levels_of(desk, playable),
    legend = legend_of(at, about), sounds = sounds_of(playable.module),
    puzzles = playable.generator,
    goal = about and about.goal, help = about and about.help }
end

return introduction
