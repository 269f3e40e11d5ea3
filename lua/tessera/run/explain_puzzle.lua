--- `run.lua explain rules GAME` of rules in PuzzleScript, of a game or in a game in Lua: as the
--- compiler has made them, for one direction and one object each, their cells in objects and
--- movements of layers.

local names = require "tessera.puzzlescript.parse.names"
local output = require "tessera.base.output"
local text_lines = require "tessera.base.text_lines"
local wording = require "tessera.base.wording"

local explain_puzzle = {}

local shown = 12 -- of a list; the rest is counted

-- "a, b, c", of at most `shown` numbers, each named by `name`.
local function list(numbers, name)
  local words = {}
  for i = 1, math.min(#numbers, shown) do
    words[i] = name(numbers[i])
  end
  words[#words + 1] = #numbers > shown and ("and %d more"):format(#numbers - shown) or nil
  return table.concat(words, ", ")
end

local function moving(bits)
  local words = {}
  for bit, word in ipairs(names.movements) do
    words[#words + 1] = bits & names.bits[word] ~= 0 and word or nil
  end
  return table.concat(words, " or ")
end

-- Says of each list that is not empty what it means: { "no", numbers, name }.
local function said(parts)
  local words = {}
  for _, part in ipairs(parts) do
    local what, numbers, name = table.unpack(part)
    words[#words + 1] = numbers[1] and what .. list(numbers, name) or nil
  end
  return table.concat(words, "; ")
end

local describer = {}
describer.__index = describer

function describer:tests(cell)
  local parts = { { "", cell.has, self.object } }
  for _, objects in ipairs(cell.any) do
    parts[#parts + 1] = { "one of ", objects, self.object }
  end
  parts[#parts + 1] = { "no ", cell.none, self.object }
  parts[#parts + 1] = { "moving ", cell.moving, self.movement }
  parts[#parts + 1] = { "still ", cell.still, self.layer }
  local text = said(parts)
  return text ~= "" and text or "anything"
end

function describer:writes(write)
  return said { { "clear ", write.clear, self.object },
    { "clear all of ", write.clear_layers, self.layer }, { "set ", write.set, self.object },
    { "stop ", write.move_clear, self.movement }, { "move ", write.move_set, self.movement },
    { "one by chance of ", write.random, self.object },
    { "a way by chance to ", write.random_directions, self.layer },
    { "marked as rigid ", self.program.rigid_groups > 0 and write.reset or {}, self.layer } }
end

function describer:row(lines, row)
  for i, cell in ipairs(row.cells) do
    if cell.ellipsis then
      lines[#lines + 1] = "    any number of cells"
    else
      lines[#lines + 1] = ("    cell %d: %s"):format(i, self:tests(cell))
      lines[#lines + 1] = cell.write and "      " .. self:writes(cell.write) or nil
    end
  end
end

function describer:commands(numbers)
  local words = {}
  for i, number in ipairs(numbers) do
    local command = self.program.commands[number]
    words[i] = command.name .. (command.text and " " .. command.text or "")
  end
  return table.concat(words, ", ")
end

function describer:rule(group, rule)
  local lines = { ("  %s%s%s%s"):format(moving(rule.direction), group.random and ", random" or "",
    rule.rigid and (", rigid group %d"):format(group.rigid) or "",
    group.loop > 0 and (", loop %d"):format(group.loop) or "") }
  for i, row in ipairs(rule.rows) do
    lines[#lines + 1] = i > 1 and "    and" or nil
    self:row(lines, row)
  end
  if rule.commands[1] then
    lines[#lines + 1] = "    " .. self:commands(rule.commands)
  end
  return lines
end

-- Prints the groups of rules; the line of the source stands before what was made of it.
function describer:groups(what, groups)
  local last
  for number, group in ipairs(groups) do
    for _, rule in ipairs(group.rules) do
      if last ~= rule.line then
        last = rule.line
        local place, text = self.source(last)
        output.write(("\n%s\n%sgroup %d: %s\n"):format(wording.line(place), what, number,
          wording.line(text_lines.trimmed(text or ""):match "^%s*(.*)$")))
      end
      for _, line in ipairs(self:rule(group, rule)) do
        output.write(wording.line(line), "\n")
      end
    end
  end
end

-- Prints what was made of the rules of `what`. `source` returns the place of a line of them and the
-- line.
local function tell(what, puzzle, source)
  local program = puzzle.program
  local self = setmetatable({ program = program, source = source }, describer)
  function self.object(id)
    return puzzle.parsed.objects[id + 1].name
  end
  function self.layer(number)
    return ("layer %d"):format(number + 1)
  end
  function self.movement(pair)
    local layer, bits = self.layer(pair[1]), pair[2]
    return bits == names.all_bits and layer or layer .. " " .. moving(bits)
  end
  output.write(("%s: rules %d, late %d, made for one direction each\n"):format(what,
    program.counts.rules, program.counts.late))
  for layer = 0, program.layers - 1 do
    local ids = {}
    for id, of in ipairs(program.layer_of) do
      ids[#ids + 1] = of == layer and id - 1 or nil
    end
    output.write(wording.line(("  layer %d: %s"):format(layer + 1, list(ids, self.object))), "\n")
  end
  self:groups("", program.normal)
  self:groups("late ", program.late)
end

--- Prints the rules of a game in PuzzleScript.
---@param name string
---@param puzzle tessera.Puzzle
---@param file tessera.UserFile
function explain_puzzle.of_game(name, puzzle, file)
  local lines = text_lines.of(file.text)
  tell("game " .. wording.line(name), puzzle, function(number)
    return ("%s:%d"):format(file.path, number), lines[number]
  end)
end

--- Prints rules in PuzzleScript of a game in Lua. Their lines are told by their text, if the file
--- has it as it is.
---@param puzzle tessera.Puzzle
---@param file tessera.UserFile
function explain_puzzle.in_lua_game(puzzle, file)
  local lines, at = text_lines.of(puzzle.text), file.text:find(puzzle.text, 1, true)
  local before = at and select(2, file.text:sub(1, at - 1):gsub("\n", ""))
  tell("\npuzzlescript", puzzle, function(number)
    number = number - puzzle.lines_before
    return before and ("%s:%d"):format(file.path, before + number)
      or ("%s: puzzlescript, line %d"):format(file.path, number), lines[number]
  end)
end

return explain_puzzle
