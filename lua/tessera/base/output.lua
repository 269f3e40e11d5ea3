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

-- Colours by what they say (SGR).
local styles = { good = "32", bad = "1;31", place = "36", heading = "1", name = "36" }

--- Whether what is written there is shown in colours: on a terminal, unless NO_COLOR is set.
---@param descriptor 1|2 the standard output, or stderr
---@return boolean
function output.has_colours(descriptor)
  return process.is_terminal(descriptor) and (os.getenv "NO_COLOR" or "") == ""
    and os.getenv "TERM" ~= "dumb"
end

-- The text between the sequences of a style.
local function in_style(style, text)
  return ("\27[%sm%s\27[0m"):format(styles[style], text)
end

--- Writes text, on a terminal in a colour.
---@param style "good"|"bad"|"place"|"heading"|"name"
---@param ... string|number
function output.paint(style, ...)
  local body, ending = characters.lines(joined(...)):match "^(.-)(\n*)$"
  if heard or body == "" or not output.has_colours(1) then
    output.write(...)
    return
  end
  process.write(in_style(style, body) .. ending)
end

-- The colours of the lines of a difference, by how they begin.
local signs = { ["+"] = "good", ["-"] = "bad", ["@"] = "place" }

--- Writes a line of a difference, such as "+.x".
---@param line string
function output.difference(line)
  local style = signs[line:sub(1, 1)]
  if style then
    output.paint(style, line, "\n")
  else
    output.write(line, "\n")
  end
end

--- Writes "name: message" to stderr, as one line, or with a picture below it (wording.lines).
---@param name string
---@param message string
---@param trace? string lines below it
function output.say(name, message, trace)
  if not blamed and output.has_colours(2) then
    process.say(in_style("bad", characters.lines(wording.line(name) .. ":")))
    output.error(" ", wording.lines(message), trace or "", "\n")
    return
  end
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

--- Rings the bell of the terminal.
function output.ring()
  process.write "\7"
  process.flush()
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
