--- Groups of rules, in the order in which they are played, and the loops around them.

local diagnostics = require "tessera.puzzlescript.parse.diagnostics"

local groups = {}

local rigid_max = 30

-- For each line of a rule the line of the first rule of its group.
local function heads(rules)
  local head, of = nil, {}
  for _, rule in ipairs(rules) do
    if not rule.loop then
      head = rule.plus and head or rule.line
      of[rule] = head
    end
  end
  return of
end

-- The loops as { first line, last line }. A start inside of a loop and an end outside of one are
-- errors, and nothing more.
local function loops(rules)
  local list, first = {}, nil
  for _, rule in ipairs(rules) do
    if rule.loop == "start" and not first then
      first = rule.line
    elseif rule.loop == "end" and first then
      list[#list + 1] = { first, rule.line }
      first = nil
    end
  end
  return list
end

-- Fills the list of a line's commands with their numbers.
local function number_commands(line, commands)
  for i, command in ipairs(line.rule.commands) do
    local name, text = command[1], command[2]
    local key = name .. "\n" .. (text or "")
    if not commands[key] then
      commands[key] = #commands + 1
      commands[#commands + 1] = { name = name, text = text }
    end
    line.commands[i] = commands[key]
  end
end

-- Compiled rules by group; `late` chooses one of the two lists.
local function grouped(game, compiled, late, commands)
  local of, list, group = heads(game.rules), {}, nil
  for _, line in ipairs(compiled) do
    local rule = line.rule
    if (rule.late or false) == late then
      if not group or group.line ~= of[rule] then
        group = { random = rule.random or false, rigid = 0, line = of[rule], rules = {}, loop = 0 }
        list[#list + 1] = group
      end
      table.move(line.rules, 1, #line.rules, #group.rules + 1, group.rules)
      number_commands(line, commands)
    end
  end
  return list
end

-- Numbers the loops that have a group.
local function bind_loops(list, bounds)
  local number, at = 0, 1
  local last
  for _, group in ipairs(list) do
    while bounds[at] and bounds[at][2] < group.line do
      at = at + 1
    end
    if bounds[at] and bounds[at][1] < group.line then
      number = last == at and number or number + 1
      last = at
      group.loop = number
    end
  end
end

local function is_rigid(group)
  for _, rule in ipairs(group.rules) do
    if rule.rigid then
      return true
    end
  end
  return false
end

-- Numbers the rigid groups. Those above the limit are not rigid.
local function number_rigid(game, list)
  local count, full = 0, false
  for _, group in ipairs(list) do
    if is_rigid(group) and count < rigid_max then
      count = count + 1
      group.rigid = count
    elseif is_rigid(group) then
      if not full then
        diagnostics.error(game, group.line, nil,
          ("there are more than %d groups with rigid rules"):format(rigid_max))
      end
      full = true
      for _, rule in ipairs(group.rules) do
        rule.rigid = false
      end
    end
  end
  return count
end

--- The groups of a program, from its compiled rules.
---@param game table
---@param compiled table[] as `expand` returns them
---@return { normal: table[], late: table[], commands: table[], rigid_groups: integer }
function groups.of(game, compiled)
  local commands, bounds = {}, loops(game.rules)
  local normal = grouped(game, compiled, false, commands)
  local late = grouped(game, compiled, true, commands)
  bind_loops(normal, bounds)
  bind_loops(late, bounds)
  local list = {}
  for i, command in ipairs(commands) do
    list[i] = command
  end
  return { normal = normal, late = late, commands = list,
    rigid_groups = number_rigid(game, normal) }
end

return groups
