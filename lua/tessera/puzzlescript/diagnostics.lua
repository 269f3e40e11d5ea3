--- What is wrong with a PuzzleScript game, in the order in which it is found: errors, which count,
--- and warnings.

local lines = require "tessera.puzzlescript.lines"
local usage = require "tessera.base.usage"

local diagnostics = {}

local most = 100 -- messages; the original gives up then, too
local allowed = 5 -- errors with which a game is still played
local guessed = 20 -- messages with a guess, which takes longer
local near_max = 300

---@class tessera.puzzlescript.Diagnostic
---@field kind "error"|"warning"
---@field counted boolean whether it is an error that counts
---@field fatal boolean whether nothing can be played because of it
---@field line? integer
---@field column? integer
---@field text string

local function add(game, entry)
  local list = game.diagnostics
  for _, other in ipairs(list) do
    if other.text == entry.text and other.line == entry.line then
      return
    end
  end
  if #list < most then
    list[#list + 1] = entry
  elseif #list == most then
    entry = { kind = "error", counted = true, fatal = true, line = entry.line,
      text = ("more than %d messages: the rest is not looked at"):format(most) }
    list[#list + 1] = entry
  else
    return
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

--- Whether there are more errors than a game may have that is played.
---@param game table
---@return boolean
function diagnostics.too_many(game)
  return game.errors > allowed
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

--- A word as messages show it: in quotes, cut after 40 bytes, with no byte that is no text.
---@param word string
---@return string
function diagnostics.shown(word)
  local cut = word
  if #word > 40 then
    local stop = 40
    while stop > 36 and word:find("^[\x80-\xBF]", stop + 1) do
      stop = stop - 1
    end
    cut = word:sub(1, stop) .. "..."
  end
  local plain = utf8.len(cut) and "[%c\127]" or "[%c\127-\255]"
  return "'" .. cut:gsub(plain, function(byte)
    return ("\\x%02X"):format(byte:byte())
  end) .. "'"
end

--- " (did you mean 'crate'?)", or "".
---@param game table
---@param word string
---@param words string[]
---@return string
function diagnostics.guess(game, word, words)
  local short = #game.diagnostics < guessed and #words <= near_max
  local near = short and usage.near(word, words)
  return near and (" (did you mean %s?)"):format(diagnostics.shown(near)) or ""
end

--- As `guess`, among all names of the game.
---@param game table
---@param word string
---@return string
function diagnostics.guess_name(game, word)
  local words = {}
  for name in pairs(game.names) do
    words[#words + 1] = name
    if #words > near_max then
      return ""
    end
  end
  table.sort(words)
  return diagnostics.guess(game, word, words)
end

--- Adds an error or a warning about the line that is being read.
---@param state tessera.puzzlescript.State
---@param kind "error"|"warning"|"fatal"
---@param at integer|nil the byte of the line
---@param format string
---@param ... any
function diagnostics.report(state, kind, at, format, ...)
  if not diagnostics.full(state.game) then
    local column = at and lines.length(state.raw:sub(1, at - 1)) + 1
    diagnostics[kind](state.game, state.number, column, format:format(...))
  end
end

return diagnostics
