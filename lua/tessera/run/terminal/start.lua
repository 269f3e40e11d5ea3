--- Starts a game at the terminal.

local console = require "tessera.base.console"
local kept = require "tessera.run.terminal.kept"
local optional = require "tessera.userfile.optional"
local player = require "tessera.run.terminal.player"
local process = require "tessera.process"
local screen = require "tessera.run.terminal.screen"

local start = {}

--- Ends the process with a message if the game cannot be played here.
function start.check()
  if not (process.is_terminal(0) and process.is_terminal(1)) then
    console.die("play",
      "needs a terminal: its standard input and output must not be files or pipes", 2)
  end
  local why = optional.missing("luv", "needs luv for the terminal: install lua-luv")
  if why then
    console.die("play", why, 1)
  end
end

--- Plays a game until the player quits.
---@param playable tessera.Playable
---@param options tessera.FileOptions
---@return boolean fine no rule has raised an error
function start.run(playable, options)
  if options.against and playable.players ~= 2 then
    console.die("play", ("--against is for games of two players; %s has %d"):format(playable.game,
      playable.players), 2)
  end
  if options.as and not options.against then
    console.die("play", "--as says who you are against the computer: add --against", 2)
  end
  local keeps = process.has_parent() and kept.new(playable.game) or nil
  local playing
  local opened, why = screen.open(function(text)
    if playing then
      playing:print(text)
    end
  end)
  if not opened then
    console.die("play", why, 1)
  end
  console.at_end(function()
    opened:leave()
    if playing then
      playing:rescue()
    end
  end)
  playing = player.new(opened, playable, { against = options.against, as = options.as or 1,
    nodes = options.nodes, kept = keeps, bell = options.bell })
  local fine, err = pcall(playing.run, playing)
  console.restore()
  if not fine then
    error(err, 0)
  end
  for _, text in ipairs(playing.errors) do
    console.say("run.lua", text)
  end
  return not playing.errors[1]
end

return start
