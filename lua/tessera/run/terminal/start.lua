--- Starts a game at the terminal.

local cli = require "tessera.run.cli"
local player = require "tessera.run.terminal.player"
local process = require "tessera.process"
local screen = require "tessera.run.terminal.screen"
local stages = require "tessera.run.stages"

local start = {}

local playing

--- `print` for the file of a game: the screen is not its own.
---@param ... any
function start.print(...)
  if playing then
    playing:print(...)
  end
end

--- Ends the process with a message if the game cannot be played here.
function start.check()
  if not (process.is_terminal(0) and process.is_terminal(1)) then
    cli.die("play", "needs a terminal: its standard input and output must not be files or pipes", 2)
  elseif not package.searchpath("luv", package.cpath) then
    cli.die("play", "needs luv for the terminal: install lua-luv", 1)
  end
end

local function run(staged, options)
  if options.against and staged.players ~= 2 then
    cli.die("play", ("--against is for games of two players; %s has %d"):format(staged.game,
      staged.players), 2)
  end
  if options.as and not options.against then
    cli.die("play", "--as says who you are against the computer: add --against", 2)
  end
  local opened, why = screen.open()
  if not opened then
    cli.die("play", why, 1)
  end
  cli.at_end(function()
    opened:leave()
  end)
  playing = player.new(opened, staged, { against = options.against, as = options.as or 1,
    nodes = options.nodes })
  playing:run()
  cli.restore()
end

--- Plays a game in Lua until the player quits.
---@param path string
---@param module tessera.Game
---@param options tessera.FileOptions
function start.module(path, module, options)
  run(stages.of_module(path, module, options), options)
end

--- Plays a game in C until the player quits.
---@param game string
---@param command tessera.Command its file in scripts/
---@param options table
function start.game(game, command, options)
  run(stages.of_game(game, command, options), options)
end

return start
