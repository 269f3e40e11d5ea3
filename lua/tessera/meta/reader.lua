---@meta

--- A streaming tokenizer over a file or a string. Lua's `io` may read the same file in turns with
--- it. LF, CR LF and CR end a line; a byte order mark in front is skipped.
---
--- Malformed input raises a fault, a table with `message`, `line` and `column`; tostring gives
--- "line 12, column 5: ...". A reader that has failed keeps failing.
---
--- ```lua
--- local input = reader.new "2 3  #.o ..#"
--- local rows, columns = input:integer("rows", 1, 9), input:integer("columns", 1, 9)
--- print(input:grid(rows, columns, "#.o"))
--- --> #.o
--- --> ..#
--- print(input:at_end())  --> true
--- ```
---@class tessera.reader
---@field methods table<string, function> the methods of a reader, for calls from a cache
local reader = {}

--- A reader over an open file, or over a text.
---
--- Errors: the file is closed.
---
--- ```lua
--- print(reader.new("12 monkeys"):integer())  --> 12
--- ```
---@param source file*|string
---@return tessera.Reader
function reader.new(source) end

--- A reader. Tokens are separated by white space. The names that its methods take are for
--- messages: `input:integer("height", 1, 9)` may say "the height must be 1..9, not 12".
---
--- Errors: all methods but `position` raise a fault where the input is not what they read, and
--- where it cannot be read at all.
---@class tessera.Reader
local Reader = {}

--- Whether only white space is left.
---
--- ```lua
--- print(reader.new("  \n"):at_end())  --> true
--- ```
---@return boolean
function Reader:at_end() end

--- The next word.
---
--- Errors: a fault at the end of the input, or if it is longer than 255 bytes.
---
--- ```lua
--- local input = reader.new "push  left"
--- print(input:word(), input:word "direction")  --> push left
--- print(select(2, pcall(input.word, input, "direction")))
--- --> line 1, column 11: the input ends where the direction is expected
--- ```
---@param name? string what it is, for messages; "word" by default
---@return string
function Reader:word(name) end

--- The next words, joined by single blanks.
---
--- Errors: a fault if there are fewer, or if they are longer than 255 bytes together.
---
--- ```lua
--- print(reader.new("PUSH   LEFT PULL"):phrase())  --> PUSH LEFT
--- ```
---@param name? string what they are; "phrase" by default
---@param words? integer how many, 1..4; 2 by default
---@return string
function Reader:phrase(name, words) end

--- For a loop over the next phrases. When the loop is left before its end, `skip_phrases` passes
--- over the others.
---
--- ```lua
--- local input = reader.new "PUSH LEFT  PULL RIGHT"
--- for phrase in input:phrases("command", 2) do
---   print(phrase)
--- end
--- --> PUSH LEFT
--- --> PULL RIGHT
--- ```
---@param name string
---@param count integer how many phrases
---@param words? integer how many words each has, 1..4; 2 by default
---@return fun(reader: tessera.Reader): string?
---@return tessera.Reader
function Reader:phrases(name, count, words) end

--- Passes over the phrases that the last loop has left, whatever they are.
---
--- Errors: a fault if there are fewer.
---
--- ```lua
--- local input = reader.new "a b c  the rest"
--- for phrase in input:phrases("letter", 3, 1) do
---   print(phrase)  --> a
---   break
--- end
--- input:skip_phrases()
--- print(input:line())  --> the rest
--- ```
function Reader:skip_phrases() end

--- Makes one word of the last phrase the token that messages speak of, and `value` reads.
---
--- Errors: the last token is no phrase, or has no such word.
---
--- ```lua
--- local input = reader.new "MOVETO 12"
--- input:phrase()
--- print(input:pick(2), input:value())  --> 12 12
--- ```
---@param k integer from 1
---@return string word
function Reader:pick(k) end

--- The last token as an integer.
---
--- Errors: a fault if it is none, or out of range.
---
--- ```lua
--- local input = reader.new "12"
--- input:word()
--- print(input:value("column", 1, 20))  --> 12
--- ```
---@param name? string "number" by default
---@param min? integer
---@param max? integer
---@return integer
function Reader:value(name, min, max) end

--- The next word as a decimal integer.
---
--- Errors: a fault if it is none, or out of range.
---
--- ```lua
--- local input = reader.new "7 -1"
--- print(input:integer("height", 1, 9))  --> 7
--- print(select(2, pcall(input.integer, input, "width", 1, 9)))
--- --> line 1, column 3: the width must be 1..9, not -1
--- ```
---@param name? string "number" by default
---@param min? integer
---@param max? integer
---@return integer
function Reader:integer(name, min, max) end

--- The next word as a decimal integer, or nil at the end of the input.
---
--- Errors: a fault if it is none, or out of range.
---
--- ```lua
--- local input = reader.new "3"
--- print(input:integer_or_end(), input:integer_or_end())  --> 3 nil
--- ```
---@param name? string "number" by default
---@param min? integer
---@param max? integer
---@return integer|nil
function Reader:integer_or_end(name, min, max) end

--- For a loop over integers, several at a time. The loop does not end by itself: it is left where
--- the numbers say so.
---
--- Errors: a fault at the end of the input, or where a word is no integer.
---
--- ```lua
--- for row, column in reader.new("3 4  5 6  0 0"):tuples(2, "row or column") do
---   if row == 0 then
---     break
---   end
---   print(row, column)
--- end
--- --> 3 4
--- --> 5 6
--- ```
---@param n integer how many at a time, 1..8
---@param name string what each of them is
---@return fun(reader: tessera.Reader): integer, ...
---@return tessera.Reader
function Reader:tuples(n, name) end

--- The rest of the line without its end.
---
--- Errors: a fault if it is longer than 65536 bytes.
---
--- ```lua
--- local input = reader.new "one line\nanother"
--- input:word()
--- print(input:line())                --> line
--- print(input:line(), input:line())  --> another nil
--- ```
---@return string|nil line nil at the end of the input
function Reader:line() end

--- Passes over words of any length.
---
--- Errors: a fault if there are fewer.
---
--- ```lua
--- local input = reader.new "one two three"
--- input:skip(2)
--- print(input:word())  --> three
--- ```
---@param n integer how many
---@param name? string "word" by default
function Reader:skip(n, name) end

--- Reads a board, the top row first: a word for each row, or ("spaced") a word for each cell.
---
--- Errors: a fault at a row of another length, at an unknown cell, and if a cell of `once` is
--- missing or there twice.
---
--- ```lua
--- print(reader.new("S.. ..G"):grid(2, 3, "SG.", "SG"))
--- --> S..
--- --> ..G
--- print(reader.new("S . G"):grid(1, 3, "SG.", nil, "spaced"))  --> S.G
--- ```
---@param rows integer 1..4096
---@param columns integer 1..4096
---@param alphabet string the cells that there are, at most 100
---@param once? string cells that must occur exactly once, at most 8
---@param layout? "rows"|"spaced" "rows" by default
---@return tessera.Grid
function Reader:grid(rows, columns, alphabet, once, layout) end

--- Reads boards side by side: `rows` lines that are not blank, each with as many rows of
--- `columns` cells, as words or as single cells.
---
--- Errors: a fault at an unknown cell, at a row of another length, and if a line has another number
--- of boards than the first one.
---
--- ```lua
--- local boards = reader.new("ab cd\nba dc\n"):boards(2, 2, "abcd")
--- print(#boards, boards[2]:get(1, 1))  --> 2 c
--- ```
---@param rows integer 1..4096
---@param columns integer 1..256
---@param alphabet string the cells that there are, at most 100
---@return tessera.Grid[]
function Reader:boards(rows, columns, alphabet) end

--- For a loop over the boards that stand side by side or one below the other up to the end of the
--- input, as `boards` reads them: the board, its number in its row of boards, and how many boards
--- that row has.
---
--- Errors: those of `boards`.
---
--- ```lua
--- local input = reader.new "ab cd\nba dc\n\naa\nbb\n"
--- for board, number, count in input:each_board(2, 2, "abcd") do
---   print(board:get(1, 1), number, count)
--- end
--- --> a 1 2
--- --> c 2 2
--- --> a 1 1
--- ```
---@param rows integer 1..4096
---@param columns integer 1..256
---@param alphabet string the cells that there are, at most 100
---@return fun(reader: tessera.Reader): tessera.Grid?, integer?, integer?
---@return tessera.Reader
function Reader:each_board(rows, columns, alphabet) end

--- Raises a fault at the beginning of a row of the board that `each_board` gave last.
---
--- Errors: always; another one if no board was read.
---
--- ```lua
--- local input = reader.new "ab cd\nba dc\n"
--- for board, number in input:each_board(2, 2, "abcd") do
---   if number == 2 then
---     print(select(2, pcall(input.fail_board, input, 2, "no way out")))
---     break
---   end
--- end
--- --> line 2, column 4: no way out
--- ```
---@param row integer from 1
---@param message string
function Reader:fail_board(row, message) end

--- Where the last token began.
---
--- ```lua
--- local input = reader.new "one\n  two"
--- input:skip(1)
--- input:word()
--- print(input:position())  --> 2 3
--- ```
---@return integer line
---@return integer column
function Reader:position() end

--- Raises a fault at the last token.
---
--- Errors: always.
---
--- ```lua
--- local input = reader.new "8 7"
--- input:skip(1)
--- input:word()
--- print(select(2, pcall(input.fail, input, "the sides differ")))
--- --> line 1, column 3: the sides differ
--- ```
---@param message string
function Reader:fail(message) end

--- Raises a fault that says what was expected in place of the last token.
---
--- Errors: always.
---
--- ```lua
--- local input = reader.new "UP"
--- input:word()
--- print(select(2, pcall(input.unknown, input, "direction", "LEFT RIGHT")))
--- --> line 1, column 1: unknown direction 'UP' (expected one of LEFT RIGHT)
--- ```
---@param name string
---@param expected string words, separated by blanks
function Reader:unknown(name, expected) end

return reader
