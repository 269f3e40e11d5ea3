--- Answers the messages of a page: JSON in, JSON out. A message names a call and has its arguments;
--- calls.lua has the calls. It runs in WebAssembly and in lua5.4 alike, and writes nothing.
---
---     {"call": "load", "game": "tower"}  ->  {"result": {"kind": "game", ...}}
---     {"call": "apply", "action": "FLY"} ->  {"error": {"message": "..."}}
---
--- - Several games may be played at once, each at a desk of its own, with its own games, files and
---   prints: the host puts those of the desk in their places while it answers. A name of a game
---   means something only in a text, such as a recording; everything else finds the game by the
---   state.
--- - **No decision of a game is made in JavaScript.** The page draws what a view (view.lua) says,
---   and sends keys, clicks and actions. A level that cannot be played is the `problem` of a game
---   that is loaded all the same, so that it can be mended.
--- - Texts are made visible in one place, here: control characters, bidirectional ones and invalid
---   UTF-8 become bytes before they are JSON.

local arguments = require "tessera.web.arguments"
local calls = require "tessera.web.calls"
local characters = require "tessera.base.characters"
local errors = require "tessera.base.errors"
local files = require "tessera.base.files"
local games = require "tessera.base.games"
local json = require "dkjson"
local loading = require "tessera.api.loading"
local output = require "tessera.base.output"

local host = {}

---@class tessera.web.Desk what is played at one desk
---@field post fun(message: table): boolean tells the page something while a call goes on; true: the
---page wants no more of it
---@field print fun(...) prints for a script
---@field write fun(...) the same without the end of a line
---@field path string the file of the script
---@field source? string its text; nil for a game in C
---@field games table<string, tessera.Game> those that its script has defined, by name
---@field files table<string, string> what its script may require, by name
---@field seat? tessera.web.Seat
---@field printed string[]
---@field begun string a line that is not at its end

local desks = {}

local printed_most, line_most = 200, 1000

local function is_quiet(desk)
  return desk.seat ~= nil and desk.seat.quiet == true
end

local function print_line(desk, line)
  line = characters.cut(line, line_most)
  if #desk.printed < printed_most then
    desk.printed[#desk.printed + 1] = line
  elseif #desk.printed == printed_most then
    desk.printed[#desk.printed + 1] = "..."
  end
end

-- A desk, at which what a script and the library print is collected.
local function new_desk()
  local desk = { printed = {}, path = "game.lua", games = {}, files = {}, begun = "" }
  function desk.print(...)
    if is_quiet(desk) then
      return
    end
    local words = table.pack(...)
    for i = 1, words.n do
      words[i] = tostring(words[i])
    end
    local line = table.concat(words, "\t", 1, words.n)
    print_line(desk, line)
    if desk.seat then
      desk.seat:print(line)
    end
  end
  function desk.write(...)
    if is_quiet(desk) then
      return
    end
    for line, stop in table.concat { ... }:gmatch "([^\n]*)(\n?)" do
      desk.begun = (desk.begun .. line):sub(1, 4 * line_most)
      if stop ~= "" then
        print_line(desk, desk.begun)
        desk.begun = ""
      end
    end
  end
  return desk
end

local function desk_of(request)
  local number = request.desk or 1
  desks[number] = desks[number] or new_desk()
  return desks[number]
end

local function run(desk, request)
  local call = calls.list[request.call]
  if not call then
    loading.fail(("there is no call %s"):format(errors.shown(request.call)))
  elseif not desk.seat and not calls.without_game[request.call] then
    loading.fail "no game is loaded"
  elseif not calls.without_play[request.call] and not (desk.seat and desk.seat.play) then
    loading.fail "no level is played"
  end
  local result = call(desk, request) or {}
  if request.call == "close" then
    desks[request.desk or 1] = nil
  end
  return { result = result }
end

local function trouble(err, desk)
  local fault = loading.fault(err, desk and desk.path or "game.lua")
  return { error = { message = fault.message, file = fault.file, line = fault.line,
    column = fault.column, memory = fault.message == "not enough memory" or nil } }
end

-- Carries a request out, with what is printed on the way.
local function answer_at(desk, request)
  local before = games.use(desk.games)
  files.provide(desk.files)
  output.to(desk.write)
  local fine, answer = pcall(run, desk, request)
  output.to()
  games.use(before)
  if not fine then
    answer = trouble(answer, desk)
  end
  if desk.begun ~= "" then
    desk.write "\n"
  end
  (answer.result or answer.error).printed = desk.printed[1] and desk.printed or nil
  return answer
end

-- Makes all texts of an answer visible: those of a game may have any bytes.
local function make_visible(answer)
  for key, value in pairs(answer) do
    if type(value) == "table" then
      make_visible(value)
    elseif type(value) == "string" then
      answer[key] = characters.lines(value)
    end
  end
end

local escapes = setmetatable({ ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n" },
  { __index = function(_, char)
    return ("\\u%04x"):format(char:byte())
  end })

-- A long text in an answer. dkjson calls a function for each end of a line, which takes more time
-- than to play the recording of so many lines.
local long = { __tojson = function(value)
  return '"' .. value.text:gsub('[%c"\\]', escapes) .. '"'
end }

--- Answers a message.
---@param text string JSON: an object with `call`, perhaps `desk`, and the arguments of the call
---@param post? fun(text: string): boolean|nil is called with JSON while the call goes on:
---`{"nodes": 1000, "positions": 2100, "depth": 7}`; true stops a search
---@return string text JSON: an object with `result`, or with `error`
function host.answer(text, post)
  local read, request, _, why = pcall(json.decode, text)
  if not read and request == "not enough memory" then
    return json.encode(trouble(request))
  elseif not read or type(request) ~= "table" then
    why = read and why or "it is nested too deeply"
    return json.encode { error = { message = "no JSON object: " .. tostring(why) } }
  end
  local answer
  local fine, wrong = pcall(arguments.check, request)
  if fine then
    local desk = desk_of(request)
    desk.printed = {}
    function desk.post(message)
      return post ~= nil and post(json.encode(message)) == true
    end
    answer = answer_at(desk, request)
  else
    answer = trouble(wrong)
  end
  if answer.error or not calls.exact[request.call] then
    make_visible(answer)
  else
    answer.result.text = setmetatable({ text = answer.result.text }, long)
  end
  return json.encode(answer)
end

return host
