--- Films all that is traced: a listener for `trace.listen`.

local film = require "tessera.draw.film"

local film_listener = {}

---@class tessera.Filming: tessera.TraceListener
---@field reel tessera.Reel
---@field first? integer the first film that shows a failure
local Listener = {}
Listener.__index = Listener

function Listener:start(title, state)
  self.reel:start((title:gsub(":$", "")), state)
end

function Listener:step(...)
  self.reel:step(...)
end

function Listener:result(lines)
  local films = self.reel.films
  films[#films].title = "failed: " .. films[#films].title
  self.first = self.first or #films
  self.reel:result(lines)
end

function Listener:report(state, limits)
  self.reel.films[#self.reel.films].report = require("tessera.draw.report").of(state, nil, limits)
end

--- A listener that has heard nothing so far.
---@return tessera.Filming
function film_listener.new()
  return setmetatable({ reel = film.reel() }, Listener)
end

return film_listener
