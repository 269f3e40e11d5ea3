--- The command `play`: plays a game at the terminal.

local builtin = require "tessera.builtin"
local console = require "tessera.base.console"
local files = require "tessera.base.files"
local process = require "tessera.process"
local process_limits = require "tessera.userfile.process_limits"
local wording = require "tessera.base.wording"

local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"

local numbers = process_limits.told({
  max_seconds = "Stop a game after so many seconds of CPU time without a key (%d).",
  max_wall = "Stop it after so many seconds on the clock in which it takes no key (%d).",
  max_memory = "Let it have so many megabytes of memory (%d).",
}, true)
numbers.nodes = { min = 1, max = 1000000000000,
  help = "Positions for the computer's move (20000), or to solve a level." }
numbers.as = { min = 1, max = 64, help = "Against the computer: be this player (1)." }

-- Plays puzzles of a generator. Does not return.
local function play_new(options)
  if options.input or options.level then
    console.wrong_usage("play", "--new makes its levels: it takes no others")
  elseif wording.one_of(options.game, builtin.games) then
    options.title = dofile(folder .. options.game .. ".lua").summary
  elseif not files.is_program(options.game) then
    console.no_game("play", options.game)
  end
  options.game = require("tessera.run.generated").file(options.game)
  require("tessera.run.user_file").run(options.game, options)
end

local function run(_, options)
  if not options.game and not (process.is_terminal(0) and process.is_terminal(1)) then
    require("tessera.run.choose").refuse()
  end
  require("tessera.run.terminal.start").check()
  options.game = options.game or require("tessera.run.choose").game(options)
  options.play, options.arguments = true, { options.input }
  if options.new then
    play_new(options)
  end
  if files.is_program(options.game) then
    require("tessera.run.user_file").run(options.game, options)
  elseif not wording.one_of(options.game, builtin.games) then
    console.no_game("play", options.game, options.game:find "%.play$"
      and ("a recording is shown by '%s replay'"):format(console.name) or nil)
  elseif options.set[1] or options.seed then
    console.wrong_usage("play", "--set and --seed are for games written in Lua")
  end
  require("tessera.run.user_file").guarded(options.game, options, function()
    local command = dofile(folder .. options.game .. ".lua")
    local playable = require("tessera.run.level_files").of_game(options.game, command, options)
    require("tessera.run.terminal.start").run(playable, options)
  end)
end

return {
  summary = "Play a game at the terminal",
  help = [[
The game is one of those that come with Tessera, or a Lua file that returns one. '?' shows its
keys.

Input: the keys of the terminal. Levels are read from the file that is the second argument: for a
game in Lua its input, else maps with blank lines between them ('; name: Easy' names one), a
recorded play, or the input of the game's command (that of Horizontally holds moves, no levels).
Without it a game in C has levels of its own; for NAME.lua it is levels/NAME.txt beside it, if there
is one.

What is solved is kept in $XDG_STATE_HOME/tessera/progress (~/.local/state).

The limits count from the last key. The exit status is 3 at a limit, 4 if a file was refused
something, 5 after a crash.]],
  argument = { name = "game", optional = true, help = "A game, such as tower, or a Lua file;"
    .. " without it, choose one of a list." },
  input = "The file with the levels.",
  untraced = true,
  numbers = numbers,
  options = function(parser)
    parser:option("--new", "Play new puzzles of the game's generator, NAME_study.lua beside it;"
      .. " --seed makes the same one again."):choices { "easy", "medium", "hard" }
    parser:flag("--bell", "Ring the terminal's bell where the game has a sound.")
    parser:option("--against", "Let the computer be all other players."):choices { "alpha-beta",
      "best-reply", "mcts", "random" }
    require("tessera.run.options").add_file(parser)
  end,
  run = run,
}
