--- Answers the messages of a page: JSON in, JSON out. A message names a call and has its arguments;
--- several games may be played at once, each at a desk of its own. ARCHITECTURE.md says what the
--- calls are for; `calls.lua` has them.
---
---     {"call": "load", "game": "tower"}  ->  {"result": {"kind": "game", ...}}
---     {"call": "apply", "action": "FLY"} ->  {"error": {"message": "..."}}

local calls = require "tessera.web.calls"
local json = require "dkjson"
local loading = require "tessera.web.loading"

local host = {}

---@class tessera.web.Desk what is played at one desk
---@field post fun(message: table): boolean tells the page something while a call goes on; true: the
---page wants no more of it
---@field print fun(...) prints for a script
---@field path string the file of the script
---@field seat? tessera.web.Seat
---@field printed string[]

local desks = {}

local printed_most, line_most = 200, 1000

-- A desk, at which what a script prints is collected.
local function new_desk()
  local desk = { printed = {}, path = "game.lua" }
  function desk.print(...)
    local words = table.pack(...)
    for i = 1, words.n do
      words[i] = tostring(words[i])
    end
    local line = table.concat(words, "\t", 1, words.n):sub(1, line_most)
    if #desk.printed < printed_most then
      desk.printed[#desk.printed + 1] = line
    elseif #desk.printed == printed_most then
      desk.printed[#desk.printed + 1] = "..."
    end
    if desk.seat then
      desk.seat:print(line)
    end
  end
  return desk
end

local function run(request, post)
  local number = request.desk or 1
  local desk = desks[number] or new_desk()
  desks[number] = desk
  desk.printed = {}
  desk.post = post
  local call = calls[request.call]
  if not call then
    loading.fail(("there is no call '%s'"):format(tostring(request.call)))
  elseif not (desk.seat and desk.seat.play) and not calls.without_game[request.call] then
    loading.fail(desk.seat and "no level is played" or "no game is loaded")
  end
  local result = call(desk, request) or {}
  if request.call == "close" then
    desks[number] = nil
  end
  result.printed = desk.printed[1] and desk.printed or nil
  return { result = result }
end

local function trouble(err, desk)
  local fault = loading.fault(err, desk and desk.path or "game.lua")
  return { error = { message = fault.message, file = fault.file, line = fault.line,
    column = fault.column, memory = fault.message == "not enough memory" or nil,
    printed = desk and desk.printed[1] and desk.printed or nil } }
end

--- Answers a message.
---@param text string JSON: an object with `call`, perhaps `desk`, and the arguments of the call
---@param post? fun(text: string): boolean|nil is called with JSON while the call goes on:
---`{"nodes": 1000, "depth": 7}`; true stops a search
---@return string text JSON: an object with `result`, or with `error`
function host.answer(text, post)
  local read, request, _, wrong = pcall(json.decode, text)
  if not read or type(request) ~= "table" then
    local why = read and wrong or "it is nested too deeply"
    return json.encode { error = { message = "no JSON object: " .. tostring(why) } }
  end
  local fine, answer = pcall(run, request, function(message)
    return post ~= nil and post(json.encode(message)) == true
  end)
  if not fine then
    answer = trouble(answer, desks[request.desk or 1])
  end
  return json.encode(answer)
end

return host
