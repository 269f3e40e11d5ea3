--- A worker that lies: it answers as one would, and some of its lines are changed. With a seed it
--- is started by a pool; specs also take its changes alone.

local liar = {}

local pieces = { "\t", "\n", "", "0", "-1", "1", "2", "9999999999999999999", "1e5", "nan", "begin",
  "row", "key", "about", "ready", "print", "note", "done", "error", "time", "memory", "refused",
  "{", "}", '{"x":1}', '{"x":{}}', '"', "\\", "\\u0000", "null", "\0", "\27[2J", "\xFF", "n=1",
  "\xE2\x80\xAE", ("x"):rep(5000), ("["):rep(2000), "0.1", "0123456789abcdef" }

--- The line with something changed in it: bytes, fields or pieces.
---@param random tessera.Rng
---@param line string
---@return string
function liar.changed(random, line)
  local at, how = 1 + random:below(#line + 1), random:below(6)
  local piece = pieces[1 + random:below(#pieces)]
  if how == 0 then
    return line:sub(1, at - 1) .. piece .. line:sub(at)
  elseif how == 1 then
    return line:sub(1, at - 1) .. line:sub(at + 1 + random:below(8))
  elseif how == 2 then
    return line:sub(1, at - 1) .. string.char(random:below(256)) .. line:sub(at + 1)
  elseif how == 3 then
    return line .. line
  elseif how == 4 then
    return ""
  end
  local fields = {}
  for field in (line:gsub("\n$", "") .. "\t"):gmatch "([^\t]*)\t" do
    fields[#fields + 1] = field
  end
  fields[1 + random:below(#fields)] = piece
  return table.concat(fields, "\t") .. "\n"
end

--- The lines of a worker that runs the point: of a study with the parameter `n` and the field `x`.
---@param protocol table tessera.study.protocol
---@param secret string
---@param number integer
---@return string[]
function liar.lines(protocol, secret, number)
  local fails = number % 3 == 0
  return { protocol.line(secret, "begin", number, "n=" .. number, ('{"n":%d}'):format(number)),
    protocol.line(secret, "print", number, "a line"), protocol.line(secret, "note", number, "so"),
    protocol.line(secret, "row", number, fails and "error" or "done", "0.000001",
      fails and "no luck" or ('{"x":%d}'):format(number * number)) }
end

-- Answers on the channel, and lies in one line of ten.
local function run(seed)
  local channel = require("tessera.channel").new(3)
  local protocol = require "tessera.study.protocol"
  local random = require("tessera.rng").new(seed)
  local secret = channel:read()
  channel:write(protocol.line(secret, "ready", ""))
  for asked in channel.read, channel do
    for _, line in ipairs(liar.lines(protocol, secret, math.tointeger(asked))) do
      channel:write(random:below(10) == 0 and liar.changed(random, line) or line)
    end
  end
end

local seed = ...
if math.type(tonumber(seed)) then
  run(math.tointeger(seed))
end

return liar
