--- Plays one action on a board, given as a picture, in every way that a game offers: by its text,
--- by the method of its name, on a clone, with events, and on the twin. All must agree.

local assert = require "luassert"

local picture = require "spec.support.picture"

---@class play.Game
---@field new fun(map: string): table the state of a map
---@field oracle table the twin; `new(map)` with `command(text)` and `outcome()`
---@field natural fun(state: table, text: string, ...): ... plays the action by a natural method

local play = {}
play.__index = play

---@param game play.Game
function play.new(game)
  return setmetatable({ game = game }, play)
end

local function contains(list, text)
  for _, item in ipairs(list) do
    if item == text then
      return true
    end
  end
  return false
end

-- Tries the action in all ways and returns the state after it, and what apply returned.
local function try(self, before, text)
  local game = self.game
  local state, twin = game.new(before), game.oracle.new(picture(before))
  assert.equal(picture(before), tostring(state))
  local by_name, with_events = state:clone(), state:clone()
  local why = state:why(text)
  local offered = contains(state:actions(), text)
  local results = table.pack(state:apply(text))
  assert.equal(twin:command(text), results[1] == true, "the twin on " .. text)
  assert.equal(tostring(twin), tostring(state), "the twin's board")
  assert.equal(twin:outcome(), state:outcome(), "the twin's outcome")
  assert.same(results, table.pack(game.natural(by_name, text)))
  assert.same(results, table.pack(with_events:apply(text, {})))
  assert.is_true(state == by_name and state == with_events, "all ways lead to one state")
  assert.equal(why, results[1] == nil and results[2] or nil, "why() and apply()")
  return state, results, offered
end

--- Asserts that the rules carry the action out, that the board is then `after`, and that the game
--- ends with `outcome`, or goes on if that is nil.
---@param before string
---@param text string
---@param after string
---@param outcome? string
---@return table state
function play:carried(before, text, after, outcome)
  local state, results, offered = try(self, before, text)
  assert.same({ true, outcome, n = outcome and 2 or 1 }, results)
  assert.equal(picture(after), tostring(state))
  assert.equal(outcome, state:outcome())
  assert.is_true(offered, text .. " must be among the actions")
  return state
end

--- Asserts that the rules ignore the action for this reason, and that the state is unchanged, byte
--- for byte.
---@param before string
---@param text string
---@param why string
---@return table state
function play:ignored(before, text, why)
  local state, results, offered = try(self, before, text)
  assert.same({ nil, text .. ": " .. why, n = 2 }, results)
  assert.equal(picture(before), tostring(state))
  assert.is_true(state == self.game.new(before), "the state stays as it was")
  assert.is_false(offered, text .. " must not be among the actions")
  return state
end

--- Asserts that the rules ignore the action, but that time passes and changes the board.
---@param before string
---@param text string
---@param why string
---@param after string
---@param outcome? string
---@return table state
function play:idled(before, text, why, after, outcome)
  local state, results = try(self, before, text)
  assert.same({ nil, text .. ": " .. why, true, n = 3 }, results)
  assert.equal(picture(after), tostring(state))
  assert.equal(outcome, state:outcome())
  return state
end

--- Plays the texts; asserts that each is carried out and that the game then has this outcome.
---@param before string
---@param texts string[]
---@param outcome string|nil
function play:ends(before, texts, outcome)
  local state, twin = self.game.new(before), self.game.oracle.new(picture(before))
  for i, text in ipairs(texts) do
    assert.is_nil(state:outcome(), "over before action " .. i)
    assert.is_true((state:apply(text)))
    assert.is_true(twin:command(text))
  end
  assert.equal(outcome, state:outcome())
  assert.equal(outcome, twin:outcome())
end

return play
