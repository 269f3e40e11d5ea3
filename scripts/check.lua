--- The command `check`: tries to break a game.

local builtin = require "tessera.builtin"
local console = require "tessera.base.console"
local files = require "tessera.base.files"
local wording = require "tessera.base.wording"

local folder = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"

local numbers = require("tessera.userfile.process_limits").beside {
  games = { min = 1, max = 1000000, help = "Play so many random games (100)." },
  actions = { min = 1, max = 100000, help = "Play so many actions in each at most (40)." },
  nodes = { min = 1, max = 1000000000000,
    help = "With --levels: enter so many positions for each level at most (1000000)." },
  max_mutants = { min = 1, max = 1000000,
    help = "With --mutate: try only so many mutants, drawn by the seed." },
  least = { min = 0, max = 100,
    help = "With --mutate: exit status 1 if the score is below so many percent." },
}

-- Ends the process if options contradict each other, or would do nothing.
local function check_options(options)
  local modes = 0
  for _, mode in ipairs { "coverage", "levels", "mutate" } do
    modes = modes + (options[mode] and 1 or 0)
  end
  if modes > 1 then
    console.wrong_usage("check", "choose one of --levels, --mutate and --coverage")
  elseif (options.least or options.max_mutants) and not options.mutate then
    console.wrong_usage("check", "--least and --max-mutants are for --mutate")
  elseif options.tests[1] and not options.mutate and not options.coverage then
    console.wrong_usage("check", "--tests is for --mutate and --coverage")
  elseif options.nodes and not options.levels then
    console.wrong_usage("check", "--nodes is for --levels")
  end
end

local function run(_, options)
  options.arguments = { options.input }
  check_options(options)
  local tested = options.mutate and "mutants" or options.coverage and "coverage"
  if tested and not options.game:find "%.lua$" then
    console.wrong_usage("check", "--mutate and --coverage are for games written in Lua")
  elseif tested then
    require("tessera.run." .. tested).run(options.game, options)
  elseif files.is_program(options.game) then
    options.use = require("tessera.run.check").of_module
    require("tessera.run.user_file").run(options.game, options)
  elseif not wording.one_of(options.game, builtin.games) then
    console.no_game("check", options.game)
  elseif options.set[1] then
    console.wrong_usage("check", "--set is for games written in Lua")
  end
  require("tessera.run.user_file").guarded(options.game, options, function()
    return require("tessera.run.check").of_game(options.game, dofile(folder .. options.game
      .. ".lua"), options)
  end)
end

return {
  summary = "Try to break a game: hold it to its laws, or examine its levels",
  help = [[
Plays random games, and some that lead to the goal, and holds the game to its laws in every
position: actions are listed once, and exactly those that are carried out; a refused action leaves
nothing behind; outcome, score and view only read; saving, loading, undo and replay lead to the same
states; counters decide nothing; the same actions lead to the same game, whatever was played before;
images by the game's `symmetries` play alike; labels tell actions apart; no rule raises an error;
each rule returns; the `properties` of its definition hold. What fails is made small and printed as
a scenario.

With --levels every level is solved instead: its length, how many shortest solutions and how many
positions it has, the share of dead ends, and its difficulty: the binary logarithm of the positions
that a breadth-first search enters. A level that cannot be solved, or that repeats another one,
fails, unless a comment in front of its map says what it is: `; expect: unsolvable`, or undecided,
over, a number of actions, or wins 1 in a game for two.

With --mutate the source of a game in Lua is changed in one place after the other: its own scenarios
and specs should fail. They are NAME_scenarios.lua and NAME_spec.lua beside NAME.lua or in spec/, or
what --tests names. The changes with which all of them pass are shown. With --coverage the lines,
rules and outcomes are shown that they do not reach.

Input: the file with the levels; without it those that `run.lua play` takes.

The exit status is 1 if something is broken, 3 at a limit, 4 if a file was refused something.]],
  argument = { name = "game", help = "a game, such as tower, or a Lua file" },
  input = "The file with the levels.",
  untraced = true,
  numbers = numbers,
  options = function(parser)
    parser:flag("--levels", "Examine the levels.")
    parser:flag("--mutate", "Try mutants of the game: do its own tests find them?")
    parser:flag("--coverage", "Show what of the game its own tests do not reach.")
    parser:option("--tests", "Scenarios, or a busted spec (*_spec.lua, with --trust) of the game;"
      .. " may be given several times."):argname("<FILE>"):count "*"
    require("tessera.run.options").add_file(parser,
      "The seed of the random games and their chance (1).")
  end,
  run = run,
}
