--- Which commands somebody who plays has here: no key is listed that does nothing.

local core = require "tessera.search_core"
local maps = require "tessera.base.maps"
local states = require "tessera.states"

local offers = {}

local conditions = {}

-- Whether a game in C meets chance soon.
local function draws(playable)
  local traits, info = core.traits(playable.list[1].start(), { nodes = 300, memory = 1 << 26,
    disk = 0, seconds = 0.1 })
  return traits.chance and info.ended == "done"
end

--- Whether a solution is for somebody who plays: he is alone, he sees all of the board, and no
--- chance decides, as far as the game says.
---@param playable tessera.Playable
---@return boolean
function offers.is_solvable(playable)
  if playable.solvable == nil then
    local about = playable.module and maps.about(playable.module)
    playable.solvable = playable.players == 1
      and not (about and (about.dice or about.views)
        or not about and playable.list[1] and draws(playable))
  end
  return playable.solvable
end

-- Behind the last level there may be the end of the story.
function conditions.next(self)
  return self.number < #self.playable.list or self.playable.after ~= nil and self:has_won()
end

function conditions.previous(self)
  return self.number > 1
end

function conditions.new(self)
  return self:can_be_new()
end

function conditions.solve(self)
  return offers.is_solvable(self.playable)
end

-- For several players a hint needs a goal or a score.
function conditions.hint(self)
  local state = self:state()
  return self.playable.players == 1 or states.goal(state) ~= nil or states.is_scored(state)
end

--- Whether a command can do something.
---@param self tessera.Player
---@param name string
---@return boolean
function offers.has(self, name)
  local condition = conditions[name]
  return not condition or condition(self)
end

--- The keys of the game and of the commands that can do something.
---@param self tessera.Player
---@return { [1]: string, [2]: string }[]
function offers.help(self)
  local list = {}
  for _, entry in ipairs(self.keyboard.help) do
    if not entry.command or offers.has(self, entry.command) then
      list[#list + 1] = entry
    end
  end
  return list
end

--- The same before a level begins, for a page: it cannot be quit.
---@param playable tessera.Playable
---@param keyboard tessera.Keyboard
---@return { [1]: string, [2]: string }[]
function offers.of_page(playable, keyboard)
  local list, several = {}, #playable.list > 1
  local absent = { quit = true, new = not (playable.fresh or playable.generator),
    solve = not offers.is_solvable(playable), next = not several, previous = not several }
  for _, entry in ipairs(keyboard.help) do
    list[#list + 1] = not absent[entry.command] and { entry[1], entry[2] } or nil
  end
  return list
end

--- The computers that can play a game on a page, against one person.
---@param playable tessera.Playable
---@return string[]
function offers.rivals(playable)
  return playable.together and { "mcts", "best-reply", "random" }
    or playable.players == 2 and { "alpha-beta", "mcts", "random" } or {}
end

return offers
