--- The door: what the library and its commands write for a person goes through here, and nothing of
--- a file's texts that a terminal would obey gets past. (`make lint` looks for writes elsewhere.)
--- What holds no text of a file, such as the results of the games in C, is written by
--- `process.write` itself.

local characters = require "tessera.base.characters"
local process = require "tessera.process"
local wording = require "tessera.base.wording"

local output = {}

-- Who gets what would go to the standard output, and to stderr; nil: they do.
local heard, blamed

local function joined(...)
  return select("#", ...) == 1 and tostring((...)) or table.concat { ... }
end

--- Writes lines of text.
---@param ... string|number
function output.write(...)
  (heard or process.write)(characters.lines(joined(...)))
end

--- Writes lines of text to stderr.
---@param ... string|number
function output.error(...)
  local text = characters.lines(joined(...))
  if blamed then
    blamed(text)
  else
    process.say(text)
  end
end

--- Writes "name: message" to stderr, as one line, or with a picture below it (wording.lines).
---@param name string
---@param message string
---@param trace? string lines below it
function output.say(name, message, trace)
  output.error(wording.line(name), ": ", wording.lines(message), trace or "", "\n")
end

--- Writes what a program may read, such as CSV, as it is; for a terminal as text.
---@param text string
function output.data(text)
  if heard or process.is_terminal(1) then
    output.write(text)
  else
    process.write(text)
  end
end

--- `print`, as the files of users have it.
---@param ... any
function output.print(...)
  local words = table.pack(...)
  for i = 1, words.n do
    words[i] = tostring(words[i])
  end
  output.data(table.concat(words, "\t", 1, words.n) .. "\n")
end

--- Writes what the engine has drawn, with its own colours and places.
---@param text string
---@param stream? { write: fun(self: any, text: string) } by default the standard output
function output.frame(text, stream)
  text = characters.frame(text)
  if stream then
    stream:write(text)
  else
    process.write(text)
  end
end

--- If stderr is a terminal, writes a line there over and over, such as how far a search is.
---@param text string|nil nil: takes the line away
---@return boolean shown
function output.progress(text)
  local shown = process.is_terminal(2)
  if shown then
    process.say("\r\27[K" .. (text and characters.line(text) or ""))
  end
  return shown
end

--- From now on somebody else gets what is written as text: a page, or the player of a game whose
--- screen nothing else may write to.
---@param other? fun(text: string) by default it is written again
---@param errors? fun(text: string) the same for what would go to stderr
function output.to(other, errors)
  heard, blamed = other, errors
end

return output
