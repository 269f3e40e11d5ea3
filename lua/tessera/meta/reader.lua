---@meta

--- A streaming tokenizer over a file or a string. Malformed input raises a table with
--- `message`, `line` and `column`; tostring gives "line 12, column 5: ...". A reader that
--- has failed keeps failing. Others may read the same file in turns with it.
---@class tessera.reader
---@field methods table<string, function> the methods of a reader, for calls from a cache
local reader = {}

---@param source file*|string
---@return tessera.Reader
function reader.new(source) end

---@class tessera.Reader
local Reader = {}

--- Whether only white space is left.
---@return boolean
function Reader:at_end() end

--- The next word, at most 255 bytes.
---@param name? string what it is, for messages: "direction"
---@return string
function Reader:word(name) end

--- The next `words` words, 2 by default and 4 at most, joined by single blanks.
---@param name? string
---@param words? integer
---@return string
function Reader:phrase(name, words) end

--- For a loop over the next `count` phrases: `for phrase in reader:phrases("command", 7)`.
---@param name string
---@param count integer
---@param words? integer
---@return fun(reader: tessera.Reader): string?
---@return tessera.Reader
function Reader:phrases(name, count, words) end

--- Passes over the phrases that the last loop has left, whatever they are.
function Reader:skip_phrases() end

--- Makes word k, from 1, of the last phrase the token that messages speak of.
---@param k integer
---@return string
function Reader:pick(k) end

--- The last token as an integer.
---@param name? string
---@param min? integer
---@param max? integer
---@return integer
function Reader:value(name, min, max) end

--- The next word as a decimal integer of min .. max.
---@param name? string
---@param min? integer
---@param max? integer
---@return integer
function Reader:integer(name, min, max) end

--- The same, or nil at the end of the input.
---@param name? string
---@param min? integer
---@param max? integer
---@return integer|nil
function Reader:integer_or_end(name, min, max) end

--- For a loop over integers, n at a time, 8 at most: `for row, column in
--- reader:tuples(2, "row or column")`. The loop does not end by itself: it is left where
--- the numbers say so; the end of the input is a fault.
---@param n integer
---@param name string what each of them is, for messages
---@return fun(reader: tessera.Reader): integer, ...
---@return tessera.Reader
function Reader:tuples(n, name) end

--- The rest of the line without its end, at most 65536 bytes; nil at the end.
---@return string|nil
function Reader:line() end

--- Passes over n words of any length.
---@param n integer
---@param name? string
function Reader:skip(n, name) end

--- Reads rows x columns cells out of `alphabet`, the top row first: a word for each row,
--- or ("spaced") a word for each cell.
---@param rows integer 1..4096
---@param columns integer 1..4096
---@param alphabet string
---@param once? string cells that must occur exactly once, at most 8
---@param layout? "rows"|"spaced"
---@return tessera.Grid
function Reader:grid(rows, columns, alphabet, once, layout) end

--- Reads boards side by side: `rows` lines that are not blank, each with as many rows of
--- `columns` cells, as words or as single cells.
---@param rows integer 1..4096
---@param columns integer 1..256
---@param alphabet string
---@return tessera.Grid[]
function Reader:boards(rows, columns, alphabet) end

--- A loop over the boards that stand side by side or one below the other up to the end of
--- the input, as `boards` reads them: `for board, number, count in
--- reader:each_board(8, 8, "ab")`, number `number` of the `count` boards side by side.
---@param rows integer 1..4096
---@param columns integer 1..256
---@param alphabet string
---@return fun(reader: tessera.Reader): tessera.Grid?, integer?, integer?
---@return tessera.Reader
function Reader:each_board(rows, columns, alphabet) end

--- Raises a fault at the beginning of a row of the board that such a loop gave last.
---@param row integer from 1
---@param message string
function Reader:fail_board(row, message) end

--- Where the last token began.
---@return integer line
---@return integer column
function Reader:position() end

--- Raises a fault at the last token.
---@param message string
function Reader:fail(message) end

--- Raises "unknown direction 'UP' (expected one of LEFT RIGHT)" at the last token.
---@param name string
---@param expected string
function Reader:unknown(name, expected) end

return reader
