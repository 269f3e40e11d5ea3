--- Saves plays: in the current folder, under a name that is free.

local broker = require "tessera.run.broker"
local process = require "tessera.process"
local usage = require "tessera.base.usage"

local saving = {}

local most = 9999 -- plays of a game in a folder
local EXISTS = 17 -- the system's number for a file that is there already

local function fail(format, ...)
  error({ message = format:format(...) }, 0)
end

--- Saves a play.
---
--- Errors: a fault, if it cannot be saved.
---@param game string the name of its game
---@param text string a playthrough
---@return string path
function saving.save(game, text)
  local saved = broker.ask("save", broker.packed { game, text })
  if saved then
    return saved
  elseif not game:find "^%l[%l%d_]*$" or #game > 100 then
    fail("%s is no name of a game", usage.shown(game))
  elseif text:sub(1, 15) ~= "tessera play 1\n" then
    fail "it is no play"
  end
  for number = 1, most do
    local path = ("%s-%d.play"):format(game, number)
    local done, why, code = process.create(path, text)
    if done then
      return path
    elseif code ~= EXISTS then
      fail("%s", why)
    end
  end
  fail "there are too many plays here"
end

return saving
