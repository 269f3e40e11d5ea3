--- The command `explain`: prints what the compiler has made of a game's rules.

local builtin = require "tessera.builtin"
local console = require "tessera.base.console"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local wording = require "tessera.base.wording"

local function run(_, options)
  local game = options.inputs[1]
  if options.what ~= "rules" then
    console.wrong_usage("explain", "expected 'rules', got %s", errors.shown(options.what))
  elseif not game or options.inputs[2] then
    console.wrong_usage("explain", "expected one game, such as my.lua (try --help)")
  elseif wording.one_of(game, builtin.games) then
    console.wrong_usage("explain", "the rules of %s are C: there is no program of them", game)
  elseif not files.is_program(game) then
    console.no_game("explain", game)
  end
  options.use, options.arguments = require("tessera.run.explain_rules").print, {}
  require("tessera.run.user_file").run(game, options)
end

return {
  summary = "Print what the compiler has made of a game's rules",
  help = [[
`explain rules GAME` prints the program of a game with rules as pictures, for those who work on the
compiler, or wonder why a rule is slow: rule by rule its place in the source and its text, then its
pattern. That has cells, each with what every layer must be there, an anchor, and spots: where the
other cells lie, seen from it. Then come directions, writes, conditions, and what is known of a rule
for all boards. Steps that are sweeps have tables by the value of a cell: which rules may fit.

Rules in PuzzleScript, of a game or in a game in Lua, are printed likewise: each by direction, its
cells with the objects and movements that must be there or must not, and what they become.

Input: the game's file, in Lua or in PuzzleScript.

The exit status is 1 if the file has an error, 3 at a limit, 4 if it was refused something, 5 if it
crashed.]],
  argument = { name = "what", help = "what to print: rules" },
  inputs = true,
  input = "The game: a file in Lua, or in PuzzleScript.",
  untraced = true,
  numbers = require("tessera.userfile.process_limits").numbers,
  options = function(parser)
    parser:flag("--trust", "Run the game's file in this process, without limits, with all of Lua.")
    require("tessera.userfile.wall").add_option(parser)
  end,
  run = run,
}
