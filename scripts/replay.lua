--- The command `replay`: plays a recording in the terminal, or draws it into files.

local console = require "tessera.base.console"
local files = require "tessera.base.files"
local outputs = require "tessera.run.outputs"
local process = require "tessera.process"
local wording = require "tessera.base.wording"

-- Letters of moves, which need a game and a level.
local function play_letters(replay, paths, options)
  if options.game then
    console.wrong_usage("replay", "the file of the game stands in front of the letters, without"
      .. " --game")
  elseif paths[4] then
    console.wrong_usage("replay", "letters are one file: replay GAME.lua LEVELS LETTERS")
  end
  return replay.letters(paths[1], table.move(paths, 2, #paths, 1, {}), options)
end

local function run(_, options)
  local replay, paths = require "tessera.run.replay", options.inputs or {}
  local useless = outputs.useless(options)
  if useless then
    console.wrong_usage("replay", useless)
  end
  if paths[2] and files.is_program(paths[1]) and not options.update then
    return play_letters(replay, paths, options)
  elseif options.level or options.set[1] or options.seed then
    console.wrong_usage("replay", "--level, --set and --seed are for letters")
  end
  if options.update then
    if not paths[1] or wording.one_of("-", paths) then
      console.wrong_usage("replay", "--update needs files of recordings, which it can write")
    elseif outputs.wanted(options) then
      console.wrong_usage("replay", "--update draws nothing: a recording is drawn without it")
    end
    return replay.update(paths, options)
  elseif paths[2] then
    console.wrong_usage("replay", "one recording at a time is replayed (with --update several are"
      .. " recorded again)")
  elseif not paths[1] and process.is_terminal(0) then
    console.wrong_usage("replay", "a recording is required (try --help)")
  end
  return replay.file(paths[1] or "-", options)
end

return {
  summary = "Replay a recording in the terminal, or draw it: pages and pictures",
  help = [[
Input: a playthrough, as sessions record it (samples/*/*.play), of a game in C or in Lua. It is
played again; where the game does something else than the recording says, the line is named and
the exit status is 1.

Output: files, as the options say; "-" is the standard output. Without such an option it is
played in the terminal: space plays and pauses, the arrows go one step, + and - change the
speed, Home and End go to the ends, a number and g to a step, q quits.

With the file of a game in Lua or PuzzleScript in front of them, letters of moves are replayed:
`replay GAME.lua LEVELS LETTERS` in the first level of LEVELS, or in that of --level. Without
LEVELS they are those that `run.lua play` takes. --lurd writes the letters of any recording.

--update records plays again after a wanted change of a game: the actions are played from the
same start, the lines that differ are shown, and the file is written. An action that the game no
longer has is an error, and then the file stays as it is.

A recording of a game in Lua names the game and not its file: --game does, or it is looked for
beside the recording and in the folder above. The file runs in a process of its own, with limits,
as `run.lua FILE.lua` runs it.]],
  inputs = true,
  input = "The recording; the standard input by default (also -). Several with --update. Or a"
    .. " game, levels and letters.",
  untraced = true,
  numbers = require("tessera.userfile.process_limits").beside(outputs.numbers),
  options = function(parser)
    parser:option("--game", "The file of a game in Lua."):argname("<FILE.lua>")
    outputs.add_options(parser)
    parser:flag("--update", "Record it again, and write its file if the game does something else.")
    require("tessera.run.options").add_file(parser)
  end,
  run = run,
}
