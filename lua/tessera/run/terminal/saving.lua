--- Saves plays: in the current folder, under a name that is free.

local broker = require "tessera.userfile.broker"
local characters = require "tessera.base.characters"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local process = require "tessera.process"

local saving = {}

local most = 9999 -- plays of a game in a folder
local name_most = 30 -- bytes of a game's name
local EXISTS = 17 -- the system's number for a file that is there already

saving.bytes_most = 64 << 20 -- of a play

local fail = errors.raise

-- The text may come from a process that is not to be believed.
local function check(game, text)
  if not game:find "^%l[%l%d_]*$" or #game > name_most then
    fail("%s is no name of a game", errors.shown(game))
  elseif #text > saving.bytes_most then
    fail("the play has more than %d MB", saving.bytes_most >> 20)
  end
  local start = ("tessera play 1\ntessera %s "):format(game)
  if text:sub(1, #start) ~= start then
    fail("it is no play of %s", game)
  elseif characters.lines(text) ~= text then
    fail "the play has control characters"
  end
end

--- Saves a play. Control characters in it are written as bytes, \x1B.
---
--- Errors: a fault, if it cannot be saved.
---@param game string the name of its game
---@param text string a playthrough
---@return string path
function saving.save(game, text)
  return broker.ask("save", broker.packed { game, characters.lines(text) })
    or saving.write(game, characters.lines(text))
end

--- Writes the file of a play, in the process that may do so.
---
--- Errors: a fault, if it cannot be saved.
---@param game string
---@param text string a playthrough without control characters
---@return string path
function saving.write(game, text)
  check(game, text)
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

--- What is said of a play that was saved.
---@param path string
---@param file? string that of its game
---@return string
function saving.told(path, file)
  local file_of = file and " --game " .. file or ""
  return ("Saved as %s; '%s replay %s%s' shows it."):format(path, console.name, path, file_of)
end

return saving
