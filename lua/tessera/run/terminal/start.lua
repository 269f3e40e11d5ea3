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

--- What is wrong with the options that say who plays; nil: nothing.
---@param playable tessera.Playable
---@param options tessera.FileOptions
---@return string|nil
function start.wrong_players(playable, options)
  local players, against = playable.players, options.against
  if against and players < 2 then
    return ("--against is for games of two players or more; %s has one"):format(playable.game)
  elseif against == "alpha-beta" and playable.together then
    return ("--against alpha-beta is for players who take turns; in %s they act together: "
      .. "say mcts, best-reply or random"):format(playable.game)
  elseif against == "best-reply" and not playable.together then
    return ("--against best-reply is for players who act together; in %s they take turns: "
      .. "say mcts or random"):format(playable.game)
  elseif against == "alpha-beta" and players > 2 then
    return ("--against alpha-beta is for two players; in %s there are %d: say mcts or random")
      :format(playable.game, players)
  elseif options.as and not against then
    return "--as says who you are against the computer: add --against"
  elseif options.as and options.as > players then
    return ("--as %d: %s has %d players"):format(options.as, playable.game, players)
  end
end

--- Plays a game until the player quits.
---@param playable tessera.Playable
---@param options tessera.FileOptions
---@return boolean fine no rule has raised an error
function start.run(playable, options)
  local wrong = start.wrong_players(playable, options)
  if wrong then
    console.die("play", wrong, 2)
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
