--- The command `spec`: writes recordings as scenarios or as specs for busted.

local console = require "tessera.base.console"

local function run(_, options)
  local paths = options.inputs or {}
  if not paths[1] then
    console.wrong_usage("spec", "a recording is required (try --help)")
  elseif options.update and not options.output then
    console.wrong_usage("spec", "--update needs the file that it renews: --output FILE")
  elseif options.output == "-" then
    options.output = nil
  end
  return require("tessera.run.specs").write(paths, options)
end

return {
  summary = "Write recordings as scenarios, or as specs for busted",
  help = [[
Input: playthroughs, as `run.lua play` and sessions record them (samples/*/*.play), of games in C
or in Lua. Each is played again; where the game does something else than the recording says, the
line is named, nothing is written and the exit status is 1.

Output: a Lua file with a scenario for each, named like its file: the start, the actions, the
boards on the way where most happens, and the moves, the outcome, the score and the board at the
end. `run.lua FILE.lua` runs it. With --busted it is a spec instead.

A game in Lua is required by the file that is written, so its file must lie in the same folder or
below it. It is found as `replay` finds it, or named by --game.

After a wanted change of a game, `run.lua FILE.lua --update` renews a file of scenarios; with
--update this command writes it anew, whatever the recordings say came of the actions, and shows
first how it changes.]],
  inputs = true,
  input = "The recordings (- is the standard input).",
  untraced = true,
  numbers = require("tessera.userfile.process_limits").numbers,
  options = function(parser)
    parser:flag("--busted", "Write a spec for busted.")
    parser:option("--output", "The file to write instead of the standard output."):argname("<FILE>")
    parser:flag("--force", "Write it even if it is there already.")
    parser:flag("--update", "Renew it, and show first how it changes.")
    parser:option("--game", "The file of a game in Lua."):argname("<FILE.lua>")
    parser:flag("--trust", "Run the game's file in this process, without limits, with all of Lua.")
    require("tessera.userfile.wall").add_option(parser)
  end,
  run = run,
}
