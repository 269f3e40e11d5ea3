--- The command `check`: how well the tests of a game in Lua test it.

local cli = require "tessera.run.cli"

local limits = require("tessera.run.file").limits

local function run(_, options)
  local chosen = options.mutate and "mutants" or options.coverage and "coverage"
    or cli.die("check", "expected --mutate or --coverage (try --help)", 2)
  require("tessera.run." .. chosen).run(options.game, options)
end

return {
  summary = "Check how well a game is tested",
  help = "The game is a Lua file that returns one.\n\nInput: none.",
  argument = { name = "game", help = "a Lua file that returns a game" },
  input = "Nothing is read from it.",
  untraced = true,
  numbers = {
    max_mutants = { min = 1, max = 1000000, help = "Try only so many mutants, by chance." },
    least = { min = 0, max = 100, help = "Exit status 1 if the score is below so many percent." },
    seed = { min = 0, max = 1000000000, help = "The seed of the chance (0)." },
    max_seconds = limits.max_seconds, max_wall = limits.max_wall, max_memory = limits.max_memory,
  },
  options = function(parser)
    parser:flag("--mutate", "Change the game's source in one place after the other: the tests"
      .. " should fail.")
    parser:flag("--coverage", "Show what of the game the tests do not run.")
    parser:option("--tests", "Scenarios or a spec of the game; may be given several times.")
      :argname("<FILE>"):count "*"
    parser:flag("--trust", "Give the files all of Lua, and run busted specs, too.")
  end,
  run = run,
}
