--- Small PuzzleScript games for specs, what the parser makes of them as text, and random games
--- whose turns do not take long.

local compile = require "tessera.puzzlescript.compile"
local core = require "tessera.puzzle_core"
local parse = require "tessera.puzzlescript.parse"
local read = require("tessera.puzzlescript").read
local registry = require "tessera.puzzlescript.registry"

local puzzlescript = {}

local sections = { "objects", "legend", "sounds", "collisionlayers", "rules", "winconditions",
  "levels" }

-- A game with a crate that is pushed onto a target.
local usual = {
  objects = [[
Background
Black

Target
Blue

Player
White

Wall
Brown

Crate
Orange
]],
  legend = [[
. = Background
O = Target
P = Player
# = Wall
* = Crate
@ = Crate and Target
Solid = Wall or Crate
]],
  collisionlayers = [[
Background
Target
Player, Wall, Crate
]],
  rules = "[ > Player | Crate ] -> [ > Player | > Crate ]\n",
  winconditions = "All Target on Crate\n",
  levels = "P*O\n",
}

-- These are added to those of the usual game, others replace them.
local added = { objects = true, legend = true, collisionlayers = true }

--- The text of the usual game with other sections, and the line in front of each of them.
---@param parts table<string, string> section -> its lines
---@return string
---@return table<string, integer>
function puzzlescript.text(parts)
  local text, before, count = {}, { prelude = 0 }, 0
  local function append(piece)
    text[#text + 1] = piece
    count = count + select(2, piece:gsub("\n", ""))
  end
  append((parts.prelude or "") .. "\n")
  for _, section in ipairs(sections) do
    append("\n" .. section:upper() .. "\n\n")
    if added[section] or not parts[section] then
      append(usual[section] or "")
    end
    if section == "objects" and parts.objects then
      append("\n")
    end
    before[section] = count
    append(parts[section] and parts[section] .. "\n" or "")
  end
  return table.concat(text), before
end

--- The usual game with other sections, parsed.
---@param parts table<string, string>
---@return table game
function puzzlescript.game(parts)
  return parse((puzzlescript.text(parts)))
end

--- What is wrong with the usual game if a section has these lines: "error 1:4 text" for each
--- message, with the line in the section.
---@param section string
---@param lines string
---@return string
function puzzlescript.messages(section, lines)
  local text, before = puzzlescript.text { [section] = lines }
  local list = {}
  for i, message in ipairs(parse(text).diagnostics) do
    local line = message.line and message.line - before[section]
    local kind = message.fatal and "fatal" or message.kind
    list[i] = ("%s %s:%s %s"):format(kind, line or "-", message.column or "-", message.text)
  end
  return table.concat(list, "\n")
end

--- The game of a sound text; a turn is over after `patience` million looks at a cell. Some random
--- games go round until a turn is over.
---@param text string
---@param patience integer
---@return table module
function puzzlescript.hasty(text, patience)
  read(text)
  local parsed = parse(text)
  local program = compile(parsed)
  program.patience = patience
  return registry.define("puzzle", parsed, program, core)
end

local function row_text(row)
  local cells = {}
  for i, cell in ipairs(row) do
    local words = { cell.ellipsis and "..." or nil }
    for _, item in ipairs(cell) do
      words[#words + 1] = item.word
      words[#words + 1] = item.name
    end
    cells[i] = table.concat(words, " ")
  end
  return "[" .. table.concat(cells, "|") .. "]"
end

local function side_text(rows)
  local list = {}
  for i, row in ipairs(rows) do
    list[i] = row_text(row)
  end
  return table.concat(list)
end

--- A rule of a game: "up down: [> player|crate] -> [> player|> crate]". A loop's end is "end".
---@param rule table
---@return string
function puzzlescript.rule_text(rule)
  if rule.loop then
    return rule.loop
  end
  local words = {}
  for _, flag in ipairs { "plus", "late", "rigid", "random" } do
    words[#words + 1] = rule[flag] and flag or nil
  end
  table.move(rule.directions, 1, #rule.directions, #words + 1, words)
  local commands = {}
  for i, command in ipairs(rule.commands) do
    commands[i] = " " .. table.concat(command, " ")
  end
  return ("%s: %s ->%s%s"):format(table.concat(words, " "), side_text(rule.left),
    rule.right and " " .. side_text(rule.right) or "", table.concat(commands))
end

--- The rules of the usual game with these lines, a rule a line.
---@param lines string
---@return string
function puzzlescript.rules(lines)
  local list = {}
  for i, rule in ipairs(puzzlescript.game({ rules = lines }).rules) do
    list[i] = puzzlescript.rule_text(rule)
  end
  return table.concat(list, "\n")
end

--- A level as rows of text: the objects of each cell, without the background, joined by "+".
---@param level table
---@return string
function puzzlescript.board(level)
  local rows = {}
  for y = 1, level.rows do
    local row = {}
    for x = 1, level.columns do
      local cell = {}
      for _, name in ipairs(level.cells[(x - 1) * level.rows + y]) do
        cell[#cell + 1] = name ~= "background" and name or nil
      end
      row[x] = #cell > 0 and table.concat(cell, "+") or "."
    end
    rows[y] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

return puzzlescript
