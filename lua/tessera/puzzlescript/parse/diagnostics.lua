--- What is wrong with a PuzzleScript game, in the order in which it is found: errors, which count,
--- and warnings.

local errors = require "tessera.base.errors"
local lines = require "tessera.puzzlescript.parse.lines"

local diagnostics = {}

local most = 100 -- messages; the original gives up then, too
local allowed = 5 -- errors with which a game is still played
local guessed = 20 -- messages with a guess, which takes longer
local guess_words = 300
local guess_length = 3
local of_line = 20 -- messages of one kind about one line

---@class tessera.puzzlescript.Diagnostic
---@field kind "error"|"warning"
---@field counted boolean whether it is an error that counts
---@field fatal boolean whether nothing can be played because of it
---@field line? integer
---@field column? integer
---@field text string

local function add(game, entry)
  local list = game.diagnostics
  if #list > most then
    return
  end
  for _, other in ipairs(list) do
    if other.text == entry.text and other.line == entry.line then
      return
    end
  end
  if #list < most then
    list[#list + 1] = entry
  else
    entry = { kind = "error", counted = true, fatal = true, line = entry.line,
      text = ("more than %d messages: the rest is not looked at"):format(most) }
    list[#list + 1] = entry
  end
  game.errors = game.errors + (entry.counted and 1 or 0)
  game.playable = game.playable and not entry.fatal and game.errors <= allowed
end

--- Adds an error.
---@param game table
---@param line integer|nil
---@param column integer|nil
---@param text string
function diagnostics.error(game, line, column, text)
  add(game, { kind = "error", counted = true, fatal = false, line = line, column = column,
    text = text })
end

--- Adds a warning.
---@param game table
---@param line integer|nil
---@param column integer|nil
---@param text string
function diagnostics.warning(game, line, column, text)
  add(game, { kind = "warning", counted = false, fatal = false, line = line, column = column,
    text = text })
end

--- Adds an error because of which nothing can be played.
---@param game table
---@param line integer|nil
---@param column integer|nil
---@param text string
function diagnostics.fatal(game, line, column, text)
  add(game, { kind = "error", counted = true, fatal = true, line = line, column = column,
    text = text })
end

--- Whether there are so many messages that there is no point in looking further.
---@param game table
---@return boolean
function diagnostics.full(game)
  return #game.diagnostics > most
end

--- Whether an error was found because of which nothing can be played.
---@param game table
---@return boolean
function diagnostics.is_fatal(game)
  for _, entry in ipairs(game.diagnostics) do
    if entry.fatal then
      return true
    end
  end
  return false
end

-- The column of the only place where a word stands in a line, or of the line's first character.
local function column_in(line, word)
  local low = lines.lowered(line)
  word = word and lines.lowered(word)
  local at = word and low:find(word, 1, true)
  if not at or low:find(word, at + 1, true) then
    at = low:find "%S" or 1
  end
  return 1 + lines.length(low:sub(1, at - 1))
end

--- Gives the errors that have a line alone a column: of the word that they name, if it stands there
--- once, else of where the line begins.
---@param game table
---@param text string of the file
function diagnostics.complete(game, text)
  local without = {}
  for _, entry in ipairs(game.diagnostics) do
    if entry.kind == "error" and entry.line and not entry.column then
      without[entry.line] = without[entry.line] or {}
      table.insert(without[entry.line], entry)
    end
  end
  for number, line in lines.each(next(without) and text or "") do
    for _, entry in ipairs(without[number] or {}) do
      entry.column = column_in(line, entry.text:match "'([^']+)'")
    end
  end
end

--- A word as messages show it.
diagnostics.shown = errors.shown

--- " (did you mean 'crate'?)", or "". Names of one or two characters are neither guessed nor a
--- reason to guess.
---@param state tessera.puzzlescript.State
---@param word string
---@param words string[]
---@return string
function diagnostics.guess(state, word, words)
  if state.guesses >= guessed or #word < guess_length then
    return ""
  end
  state.guesses = state.guesses + 1
  local long = {}
  for i = 1, math.min(#words, guess_words) do
    if #words[i] >= guess_length then
      long[#long + 1] = words[i]
    end
  end
  local near = errors.near(word, long)
  return near and (" (did you mean %s?)"):format(diagnostics.shown(near)) or ""
end

--- As `guess`, among all names of the game.
---@param state tessera.puzzlescript.State
---@param word string
---@param more? string[] other words that are possible
---@return string
function diagnostics.guess_name(state, word, more)
  local words = table.move(more or {}, 1, more and #more or 0, 1, {})
  for name in pairs(state.guesses < guessed and state.game.names or {}) do
    words[#words + 1] = name
  end
  table.sort(words)
  return diagnostics.guess(state, word, words)
end

-- Whether a line may have one more message of a kind. A line of a megabyte could have very many.
local function admits(state, kind)
  local line = state.number or 0
  if state.reported_line ~= line then
    state.reported_line, state.reported = line, { error = 0, warning = 0, fatal = 0 }
  end
  state.reported[kind] = state.reported[kind] + 1
  return state.reported[kind] <= of_line and not diagnostics.full(state.game)
end

--- The column of a byte of the line that is being read.
---@param state tessera.puzzlescript.State
---@param at integer
---@return integer
function diagnostics.column(state, at)
  return lines.length(state.raw:sub(1, at - 1)) + 1
end

--- Adds an error or a warning about the line that is being read.
---@param state tessera.puzzlescript.State
---@param kind "error"|"warning"|"fatal"
---@param at integer|nil the byte of the line
---@param format string
---@param ... any
function diagnostics.report(state, kind, at, format, ...)
  if admits(state, kind) then
    diagnostics[kind](state.game, state.number, at and diagnostics.column(state, at),
      format:format(...))
  end
end

--- Notes where a comment begins that may stay open.
---@param state tessera.puzzlescript.State
function diagnostics.note_comment(state)
  if state.depth == 0 then
    state.comment = state.number
  end
end

--- What is missing may stand in a comment that does not end: a text that says so, or "".
---@param state tessera.puzzlescript.State
---@return string
function diagnostics.open_comment(state)
  return state.depth > 0
    and (" (the comment that begins on line %d does not end)"):format(state.comment) or ""
end

--- Adds an error about something that a section lacks: at its header or, if there is none, at the
--- last line. It may stand in a comment that does not end.
---@param state tessera.puzzlescript.State
---@param kind "error"|"fatal"
---@param section string
---@param text string
function diagnostics.lacking(state, kind, section, text)
  local place = state.places[section] or { math.max(state.last, 1), 1 }
  diagnostics[kind](state.game, place[1], place[2], text .. diagnostics.open_comment(state))
end

return diagnostics
