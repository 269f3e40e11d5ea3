--- `run.lua explain rules GAME`: the program that the compiler has made of a game's rules as
--- pictures, rule by rule. The core describes it (src/patterns/describe/); here each rule gets its
--- place in the source.

local explain_puzzle = require "tessera.run.explain_puzzle"
local maps = require "tessera.base.maps"
local output = require "tessera.base.output"
local rule_lines = require "tessera.source.rule_lines"
local syntax = require "tessera.source.syntax"
local wording = require "tessera.base.wording"

local explain_rules = {}

-- The line of each rule, by what it is of.
local function lines_of(text, about)
  local made = syntax.of(text)
  return { form = rule_lines.of(made, "rules", #about.rules),
    step = rule_lines.of_steps(made, about), ["end"] = rule_lines.of(made, "ends", about.ends) }
end

-- The line of a part; nil if it is not known, or the part stands for several.
local function line_of(lines, about, part)
  local step = part.of == "step" and lines.step[part.number]
  if part.of == "form" then
    return lines.form[part.rule]
  elseif step and about.program_steps[part.number].sweep then
    return step.sweep[part.place]
  elseif step and part.rule then
    return step.line
  elseif part.of == "end" then
    return lines["end"][part.number]
  end
end

--- Prints the rules of a game written in Lua or PuzzleScript.
---@param game tessera.Game
---@param _ tessera.FileOptions
---@param file tessera.UserFile
function explain_rules.print(game, _, file)
  local about, describe, puzzles = maps.about(game), maps.sources(game)
  if not describe then
    explain_puzzle.of_game(about.name, puzzles[1], file)
    return
  end
  local parts = describe()
  if not parts then
    output.write(wording.line(about.name), " has no rules as pictures: functions in Lua carry its"
      .. " actions out\n")
    return
  end
  local lines = lines_of(file.text, about)
  for i, part in ipairs(parts) do
    local line = line_of(lines, about, part)
    local place = line and ("%s:%d\n"):format(wording.line(file.path), line) or ""
    output.write(i > 1 and "\n" or "", place, (part.text:gsub("[^\n]+", wording.line)))
  end
  for _, puzzle in ipairs(puzzles) do
    explain_puzzle.in_lua_game(puzzle, file)
  end
end

return explain_rules
