--- Makes the example of a failure small: fewer actions, then a smaller board, fewer pieces, smaller
--- numbers. Whatever is left out, the same law must still fail. (Delta debugging: Zeller and
--- Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002.)

local budget = require "tessera.budget"
local characters = require "tessera.base.characters"
local forms = require "tessera.base.forms"
local maps = require "tessera.base.maps"
local text_lines = require "tessera.base.text_lines"
local trial = require "tessera.check.trial"

local tries_least, tries_most = 100, 3000
local late_most, haste = 60, 10 -- of a rule that does not return: tries, in a tenth of its time
local cells_most = 3000000 -- of all boards that are tried: fewer tries for large ones

-- Leaves out pieces of a list, the large ones first, as long as `fails(shorter)` says that it
-- still fails. Returns the shortest list that was found.
local function shorter(list, fails)
  local size = #list
  while size >= 1 do
    local from = 1
    while from <= #list do
      local rest = table.move(list, 1, from - 1, 1, {})
      table.move(list, from + size, #list, from, rest)
      local kept = fails(rest)
      if kept then
        list = kept
      else
        from = from + size
      end
    end
    size = size // 2
  end
  return list
end

-- ---- boards ----

local function rows_of(start)
  local rows = text_lines.of(start.map)
  while rows[1] and not rows[#rows]:find "%S" do
    rows[#rows] = nil
  end
  return rows
end

local function with(start, key, value)
  local copy = { label = start.label, map = start.map, saved = start.saved, options =
    start.options }
  copy[key] = value
  return copy
end

-- The start as a board of plain rows that can be cut, if the game makes the same state of it.
local function plain(subject, start)
  local fine, state = pcall(trial.begin, subject.module, start)
  if not fine then
    return start
  end
  local map = maps.plain(subject.module, tostring(state)):gsub("\n$", "")
  local candidate = { label = start.label, map = map, options = start.options }
  local made, again = pcall(trial.begin, subject.module, candidate)
  return made and again == state and candidate or start
end

-- The actions for a board that lost `size` rows, or columns, from number `at` on.
local function moved(about, actions, kind, at, size)
  local list = {}
  for i, action in ipairs(actions) do
    local words, slots = forms.match(about and about.forms or {}, action)
    for k, slot in ipairs(slots) do
      local number = slot.kind == kind and math.tointeger(tonumber(words[k]))
      if number and number >= at + size then
        words[k] = tostring(number - size)
      end
    end
    list[i] = table.concat(words, " ")
  end
  return list
end

local function without_rows(rows, at, size)
  local rest = table.move(rows, 1, at - 1, 1, {})
  return table.move(rows, at + size, #rows, at, rest)
end

local function without_columns(rows, at, size)
  local rest = {}
  for i, row in ipairs(rows) do
    local cells = characters.list(row)
    rest[i] = table.concat(cells, "", 1, at - 1) .. table.concat(cells, "", at + size)
  end
  return rest
end

-- How often each character stands on a board.
local function count_of(rows)
  local count = {}
  for _, cell in ipairs(characters.list(table.concat(rows))) do
    count[cell] = (count[cell] or 0) + 1
  end
  return count
end

-- Two characters that stand on a board several times, the commonest first: what pieces are replaced
-- by.
local function usual_of(count)
  local list = {}
  for cell, number in pairs(count) do
    list[#list + 1] = number > 1 and cell or nil
  end
  table.sort(list, function(a, b)
    return count[a] > count[b] or count[a] == count[b] and a < b
  end)
  return { list[1], list[2] }
end

-- Whether a board has each piece of which there was only one, such as the player, still once.
-- Without it the game would be another one, and fail for another reason.
local function keeps_single(single, map)
  local count = count_of(text_lines.of(map))
  for cell in pairs(single) do
    if count[cell] ~= 1 then
      return false
    end
  end
  return true
end

---@class tessera.check.Case
---@field start tessera.check.Start
---@field actions string[]
---@field text string

-- Cuts rows and columns off.
local function smaller(case, about, try)
  for _, axis in ipairs { { "row", without_rows }, { "column", without_columns } } do
    local kind, cut = axis[1], axis[2]
    local function length()
      local rows = rows_of(case.start)
      return kind == "row" and #rows or characters.count(rows[1] or "")
    end
    local size = length() // 2
    while size >= 1 do
      local at = 1
      while at + size - 1 <= length() and length() > size do
        local map = table.concat(cut(rows_of(case.start), at, size), "\n")
        local start = with(case.start, "map", map)
        if not (try(start, moved(about, case.actions, kind, at, size))
          or try(start, case.actions)) then
          at = at + 1
        end
      end
      size = size // 2
    end
  end
end

-- Replaces pieces by one of the usual cells.
local function emptier(case, usual, try, is_done)
  local rows = rows_of(case.start)
  for row = 1, #rows do
    local cells = characters.list(rows[row])
    for column, old in ipairs(cells) do
      for i = 1, is_done() and 0 or #usual do
        if old == usual[i] then
          break
        end
        local before = rows[row]
        cells[column] = usual[i]
        rows[row] = table.concat(cells)
        if try(with(case.start, "map", table.concat(rows, "\n")), case.actions) then
          break
        end
        cells[column], rows[row] = old, before
      end
    end
  end
end

-- ---- numbers ----

-- Numbers that are simpler than this one, the simplest first.
local function simpler(number)
  local list = {}
  for _, value in ipairs { 0, 1, number // 2, number - 1 } do
    if math.abs(value) < math.abs(number) then
      list[#list + 1] = value
    end
  end
  return list
end

-- The options without those that do not matter, and with smaller numbers.
local function simpler_options(case, try)
  local function options_with(key, value)
    local options = {}
    for name, old in pairs(case.start.options or {}) do
      options[name] = old
    end
    options[key] = value
    return next(options) ~= nil and options or nil
  end
  local names = {}
  for name in pairs(case.start.options or {}) do
    names[#names + 1] = name
  end
  table.sort(names)
  for _, name in ipairs(names) do
    if not try(with(case.start, "options", options_with(name, nil)), case.actions) then
      local value = case.start.options[name]
      for _, less in ipairs(math.type(value) == "integer" and simpler(value) or {}) do
        if try(with(case.start, "options", options_with(name, less)), case.actions) then
          break
        end
      end
    end
  end
end

-- Smaller numbers in the actions that are neither rows nor columns.
local function simpler_actions(case, about, try)
  for i = 1, #case.actions do
    local words, slots = forms.match(about and about.forms or {}, case.actions[i] or "")
    for k, slot in ipairs(slots) do
      local number = slot.kind == "number" and math.tointeger(tonumber(words[k]))
      for _, less in ipairs(number and simpler(number) or {}) do
        local actions = table.move(case.actions, 1, #case.actions, 1, {})
        words[k] = tostring(less)
        actions[i] = table.concat(words, " ")
        if try(case.start, actions) then
          break
        end
        words[k] = tostring(number)
      end
    end
  end
end

-- ---- all together ----

-- Whether two errors are the same one: raised at the same line, with the same words.
local function alike(text, other)
  local line, words = text:match "^(.-:%d+: )(.*)$"
  local other_line, other_words = other:match "^(.-:%d+: )(.*)$"
  return line == other_line and (words or text):gsub("%d+", "0") == (other_words or other):gsub(
    "%d+", "0")
end

local function shrink(subject, failure)
  local about, tries, late = maps.about(subject.module), 0, 0
  local most = math.max(tries_least, math.min(tries_most, cells_most // #(failure.start.map or
    failure.start.saved or " ")))
  local case = { start = failure.start, actions = failure.actions, text = failure.text }
  -- Tries a smaller example, and takes it if the law still fails. Returns its actions.
  local function try(start, actions)
    tries = tries + 1
    if tries > most or late > late_most then
      return nil
    end
    local text, up_to = trial.replay(subject, failure.law, start, actions)
    late = late + (failure.law == trial.rules_end and text and 1 or 0)
    text = text and (failure.law ~= trial.no_error or alike(text, failure.text)) and text
    if text then
      case.start, case.actions, case.text = start, up_to, text
    end
    return text and up_to
  end
  local shows = try(case.start, case.actions) ~= nil
  local single, usual = {}, {}
  if shows then
    try(plain(subject, case.start), case.actions)
  end
  if shows and case.start.map then
    local count = count_of(rows_of(case.start))
    usual = usual_of(count)
    for cell, number in pairs(count) do
      single[cell] = number == 1 or nil
    end
  end
  -- Tries a smaller board.
  local function try_board(start, actions)
    return tries <= most and keeps_single(single, start.map) and try(start, actions)
  end
  local size
  repeat
    size = #case.actions + #(case.start.map or "")
    if shows then
      shorter(case.actions, function(actions)
        return try(case.start, actions)
      end)
    end
    if shows and case.start.map then
      smaller(case, about, try_board)
      emptier(case, usual, try_board, function()
        return tries > most
      end)
    end
  until not shows or #case.actions + #(case.start.map or "") == size or tries > most
  if shows then
    simpler_options(case, try)
    simpler_actions(case, about, try)
  end
  return { law = failure.law, text = case.text, start = case.start, actions = case.actions,
    game = failure.game }, shows
end

--- Makes the example of a failure as small as it gets. A failure that does not show when its
--- actions are played alone stays as it is.
---@param subject tessera.check.Subject
---@param failure tessera.check.Failure
---@return tessera.check.Failure failure
---@return boolean shows whether it shows when its actions are played alone
return function(subject, failure)
  local seconds = failure.law == trial.rules_end and budget.seconds()
  if not seconds then
    return shrink(subject, failure)
  end
  budget.shorten(math.max(0.01, seconds / haste))
  local case, shows = shrink(subject, failure)
  budget.shorten(seconds)
  -- Slow is not endless: the small example has to use up the whole budget.
  local text = shows and trial.replay(subject, failure.law, case.start, case.actions)
  if not text then
    return failure, false
  end
  case.text = text
  return case, true
end
