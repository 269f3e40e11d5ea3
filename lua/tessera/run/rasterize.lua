--- Turns SVG into PNG and GIF, by rsvg-convert and by ImageMagick's convert.

local broker = require "tessera.userfile.broker"
local errors = require "tessera.base.errors"
local process = require "tessera.process"
local external_tools = require "tessera.userfile.external_tools"

local rasterize = {}

local frames_most = 1000

local function draw(folder, name, text)
  local from, to = ("%s/%s.svg"):format(folder, name), ("%s/%s.png"):format(folder, name)
  external_tools.write(from, text)
  external_tools.start(folder, "rsvg-convert", { "-o", to, from })
  os.remove(from)
  return to
end

--- A picture as PNG.
---
--- Errors: a fault, if rsvg-convert is missing or fails.
---@param text string SVG
---@return string
function rasterize.png(text)
  local made = broker.ask("png", broker.packed { text })
  if made then
    return made
  end
  external_tools.need "rsvg-convert"
  return external_tools.in_folder(function(folder)
    return external_tools.read(draw(folder, "picture", text))
  end)
end

-- The GIF that the parent makes; nil if there is none.
local function ask_for_gif(each)
  if not process.has_parent() then
    return nil
  end
  local list = {}
  for text, seconds in each do
    list[#list + 1], list[#list + 2] = text, ("%.6f"):format(seconds)
  end
  return broker.ask("gif", broker.packed(list))
end

--- Pictures as a GIF that begins again at its end.
---
--- Errors: a fault, if there are too many, or a program is missing or fails.
---@param count integer how many
---@param each fun(): string|nil, number|nil gives them one by one, as SVG, with the seconds that
---each is shown
---@return string
function rasterize.gif(count, each)
  if count > frames_most then
    errors.raise("a GIF has at most %d pictures, and the recording %d (--html and"
      .. " --svg-animated take more)", frames_most, count)
  end
  local made = ask_for_gif(each)
  if made then
    return made
  end
  external_tools.need "rsvg-convert"
  external_tools.need "convert"
  return external_tools.in_folder(function(folder)
    local words, number = { "-loop", "0" }, 0
    for text, seconds in each do
      number = number + 1
      words[#words + 1] = "-delay"
      words[#words + 1] = ("%.0f"):format(100 * seconds)
      words[#words + 1] = draw(folder, ("%06d"):format(number), text)
    end
    words[#words + 1] = "-layers"
    words[#words + 1] = "Optimize"
    words[#words + 1] = folder .. "/all.gif"
    external_tools.start(folder, "convert", words)
    return external_tools.read(folder .. "/all.gif")
  end)
end

return rasterize
